"""Somebody looks at what only one seat may see; all hear that it was done, and nobody what was seen."""

from collections import Counter
from dataclasses import dataclass

from companion.play.hogen.state import HogenState, check_seat
from companion.play.hogen.views import OVER, View, phase_of
from companion.play.opening import OpenSeat
from companion.sentences import Sentence, say
from companion.table.history import EventKind, History, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class LookAtCards:
    """Look at what only one seat may see."""

    seat: str


def _play(state: HogenState, request: LookAtCards, recorded: Body | None) -> Played[HogenState]:
    check_seat(state.seats, request.seat)
    return Played({}, state)


def _line(step: Step[HogenState]) -> Sentence:
    return say("What only {name} may see was looked at.", name=step.after.players[step.request.seat])


KIND = EventKind("look", LookAtCards, _play, line=_line, undoable=False, undo_skips=True)


def looks_of(history: History[HogenState]) -> Counter[str]:
    """The number of looks at each seat's cards, by a command or on another phone."""
    asked = (step.request for step in history)
    looks = (each for each in asked if isinstance(each, LookAtCards | OpenSeat))
    return Counter(each.seat for each in looks if isinstance(each, LookAtCards) or each.another)


def looked_lines(history: History[HogenState], now: View) -> list[Sentence]:
    """The seats whose cards were looked at apart from the screen that is passed on; nothing if none."""
    looks = looks_of(history)
    if not looks:
        return []
    seats = ", ".join(f"{now.names[seat]} {looks[seat]}" for seat in sorted(looks))
    return [say("Cards looked at with a command or by a second phone, and how often: {seats}.", seats=seats)]


def all_looked_at(history: History[HogenState]) -> bool:
    """True when the log tells that somebody may know all cards, or the game is over and they lie open."""
    looks, state = looks_of(history), history.state
    return phase_of(state) == OVER or all(looks[seat] for seat in state.seats)


def looks_at_all(state: HogenState) -> tuple[LookAtCards, ...]:
    """The requests that tell everybody that whoever has the whole log may see all cards."""
    return () if phase_of(state) == OVER else tuple(map(LookAtCards, state.seats))
