"""A table of Ochiba begins: the leaves are shuffled from a seed and dealt."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from companion.play.ochiba.descriptions import describe_turn
from companion.play.ochiba.state import LEAVES, SEATS, OchibaState

from companion.answers import Answer
from companion.errors import InputError
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
    return Answer(data, (_format_line(step), describe_turn(step.after)))


def _format_line(step: Transition[OchibaState]) -> Sentence:
    return say("The leaves are dealt.")


KIND = EventKind(START, Deal, _apply_deal, _describe_deal, _format_line)
