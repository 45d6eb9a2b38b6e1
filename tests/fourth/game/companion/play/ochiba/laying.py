"""A player of Ochiba lays a leaf; the third of a trick ends it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.play.ochiba.descriptions import describe_turn
from companion.play.ochiba.state import SEATS, OchibaState, list_playable, parse_leaf, parse_seat

from companion.answers import Answer
from companion.errors import Refused
from companion.sentences import Sentence, say
from companion.table.history import Applied, Body, EventKind, Snapshot, Transition


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
    return Answer(data, (_format_line(step), *taken, describe_turn(step.after)))


def _format_line(step: Transition[OchibaState]) -> Sentence:
    name = step.after.names[step.request.seat]
    return say("{name} lays {leaf}.", name=name, leaf=step.request.leaf.upper())


KIND = EventKind("lay", LayLeaf, _apply_lay, _describe_lay, _format_line)
