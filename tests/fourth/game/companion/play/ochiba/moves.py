"""What players of Ochiba do: they deal, lay leaf after leaf, and may give the rest to whoever leads."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from companion.play.ochiba.state import LEAVES, SEATS, OchibaState, describe_turn, list_playable, parse_leaf, parse_seat

from companion.answers import Answer
from companion.errors import InputError, Refused
from companion.sentences import Sentence, say
from companion.table.history import START, Applied, Body, EventKind, Snapshot, Transition
from companion.table.shelf import check_names


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal to three players, named in turn; whoever knows the seed knows every hand."""

    players: tuple[str, ...]
    seed: str


def _apply_deal(state: None, request: Deal, recorded: Body | None) -> Applied[OchibaState]:
    if len(request.players) != len(SEATS):
        raise InputError("Ochiba is for three; {count} were named.", count=len(request.players))
    check_names(request.players)
    leaves = list(LEAVES)
    Random(request.seed).shuffle(leaves)
    dealt = {seat: sorted(leaves[at::3]) for at, seat in enumerate(SEATS)}
    hands = dealt if recorded is None else recorded["hands"]
    names = dict(zip(SEATS, request.players, strict=True))
    begun = OchibaState(names, {seat: tuple(hand) for seat, hand in hands.items()}, dict.fromkeys(SEATS, 0), "east")
    return Applied({"hands": hands}, begun)


def _describe_deal(snapshot: Snapshot[OchibaState], step: Transition[OchibaState]) -> Answer:
    data = {"table": snapshot.name, "players": dict(step.after.names)}
    return Answer(data, (_format_deal(step), describe_turn(step.after)))


def _format_deal(step: Transition[OchibaState]) -> Sentence:
    return say("The leaves are dealt.")


@dataclass(frozen=True, slots=True)
class LayLeaf:
    """Lay a leaf of one's hand."""

    seat: str
    leaf: str


def _apply_lay(state: OchibaState, request: LayLeaf, recorded: Body | None) -> Applied[OchibaState]:
    seat, leaf = parse_seat(request.seat), parse_leaf(request.leaf)
    if state.over or seat != state.turn:
        raise Refused("It is not your turn.")
    if leaf not in state.hands[seat]:
        raise Refused("This leaf is not in your hand.")
    if leaf not in list_playable(state, seat):
        raise Refused("The suit that was led must be followed.")
    trick = (*state.trick, (seat, leaf))
    hands = {**state.hands, seat: tuple(each for each in state.hands[seat] if each != leaf)}
    order = list(SEATS)
    laid = replace(state, hands=hands, trick=trick, turn=order[(order.index(seat) + 1) % 3])
    if len(trick) < len(SEATS):
        return Applied({"winner": None}, laid)
    led = trick[0][1][0]
    winner = max((each for each in trick if each[1][0] == led), key=lambda each: int(each[1][1:]))[0]
    gone = (*state.gone, *(each for _, each in trick))
    won = {**state.won, winner: state.won[winner] + 1}
    over = not any(hands.values())
    return Applied({"winner": winner}, replace(laid, trick=(), gone=gone, won=won, turn=winner, over=over))


def _describe_lay(snapshot: Snapshot[OchibaState], step: Transition[OchibaState]) -> Answer:
    winner = step.event.result["winner"]
    data = {"table": snapshot.name, "event": step.event.number, "winner": winner, "turn": step.after.turn}
    taken = () if winner is None else (say("{name} takes the trick.", name=step.after.names[winner]),)
    return Answer(data, (_format_lay(step), *taken, describe_turn(step.after)))


def _format_lay(step: Transition[OchibaState]) -> Sentence:
    name = step.after.names[step.request.seat]
    return say("{name} lays {leaf}.", name=name, leaf=step.request.leaf.upper())


@dataclass(frozen=True, slots=True)
class Concede:
    """Give the rest of the tricks to whoever's turn it is."""


def _apply_concede(state: OchibaState, request: Concede, recorded: Body | None) -> Applied[OchibaState]:
    if state.over or state.trick:
        raise Refused("The rest is given away between two tricks.")
    rest = len(state.hands[state.turn])
    return Applied({}, replace(state, won={**state.won, state.turn: state.won[state.turn] + rest}, over=True))


def _format_concede(step: Transition[OchibaState]) -> Sentence:
    return say("The rest goes to {name}.", name=step.after.names[step.after.turn])


KINDS = (
    EventKind(START, Deal, _apply_deal, _describe_deal, _format_deal),
    EventKind("lay", LayLeaf, _apply_lay, _describe_lay, _format_lay),
    EventKind("concede", Concede, _apply_concede, line=_format_concede, undoable=False),
)
