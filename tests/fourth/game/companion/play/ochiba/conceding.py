"""All agree that the rest belongs to whoever leads: the hands are laid open, and that is the end."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.play.ochiba.state import OchibaState

from companion.errors import Refused
from companion.sentences import Sentence, say
from companion.table.history import Applied, Body, EventKind, History, Transition


@dataclass(frozen=True, slots=True)
class Concede:
    """Give the rest of the tricks to whoever's turn it is."""


def _apply_concede(state: OchibaState, request: Concede, recorded: Body | None) -> Applied[OchibaState]:
    if state.over or state.trick:
        raise Refused("The rest is given away between two tricks.")
    rest = len(state.hands[state.turn])
    return Applied({}, replace(state, won={**state.won, state.turn: state.won[state.turn] + rest}, over=True))


def _format_line(step: Transition[OchibaState]) -> Sentence:
    return say("The rest goes to {name}.", name=step.after.names[step.after.turn])


KIND = EventKind("concede", Concede, _apply_concede, line=_format_line, undoable=False)


def is_out(history: History[OchibaState]) -> bool:
    return history.state.over


def list_end_requests(state: OchibaState) -> tuple[Concede, ...]:
    """The end of a game is what opens its hands."""
    return () if state.over else (Concede(),)
