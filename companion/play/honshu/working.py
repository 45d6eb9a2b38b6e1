"""One's own map is worked on: every change is remembered, and its owner can take the last back.

Players work at the same time, so the last event of the log is hardly ever one's own. ``TakeBack`` touches no
other map, and is an event like any other. The undo of every log takes back the very last event, whoever made
it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.errors import Refused
from companion.play.honshu.state import Done, HonshuState, PlayerMap
from companion.rules.honshu.placing.laying import Pile
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Played, Step, Tell
from companion.table.log import Body

R = TypeVar("R")


def map_kind(
    name: str,
    request: type[R],
    after: Callable[[Pile, R, Rulings], Pile],
    words: Callable[[R], Sentence],
    tell: Tell | None = None,
) -> EventKind[HonshuState]:
    """A kind of event that changes one map."""

    def play(state: HonshuState, asked: Any, recorded: Body | None) -> Played[HonshuState]:
        own = state.open_map(asked.seat)
        pile = after(own.pile, asked, state.rulings)
        if pile == own.pile:
            raise Refused("Nothing about the map would change.")
        done = Done(asked, words(asked), own.pile, pile)
        return Played({}, state.with_map(asked.seat, PlayerMap(pile, (*own.done, done))))

    def line(step: Step[HonshuState]) -> Sentence:
        name = step.after.names[step.request.seat]
        return say("{name}: {what}", name=name, what=words(step.request))

    return EventKind(name, request, play, tell, line)


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back the last change of one's own map, whatever others have done since."""

    seat: str


@dataclass(frozen=True, slots=True)
class PutBack:
    """Put back the change that was taken back last on one's own map."""

    seat: str


def _play_back(state: HonshuState, request: TakeBack, recorded: Body | None) -> Played[HonshuState]:
    own = state.open_map(request.seat)
    if not own.done:
        raise Refused("Nothing was done to this map that could be taken back.")
    *done, last = own.done
    return Played({}, state.with_map(request.seat, PlayerMap(last.before, tuple(done), (last, *own.undone))))


def _play_forth(state: HonshuState, request: PutBack, recorded: Body | None) -> Played[HonshuState]:
    own = state.open_map(request.seat)
    if not own.undone:
        raise Refused("Nothing was taken back on this map that could be put back.")
    again, *undone = own.undone
    return Played({}, state.with_map(request.seat, PlayerMap(again.after, (*own.done, again), tuple(undone))))


def _back_line(step: Step[HonshuState]) -> Sentence:
    seat = step.request.seat
    what = step.after.maps[seat].undone[0].words
    return say("{name} takes back: {what}", name=step.after.names[seat], what=what)


def _forth_line(step: Step[HonshuState]) -> Sentence:
    seat = step.request.seat
    what = step.after.maps[seat].done[-1].words
    return say("{name} puts back: {what}", name=step.after.names[seat], what=what)


KINDS = (
    EventKind("back", TakeBack, _play_back, line=_back_line),
    EventKind("forth", PutBack, _play_forth, line=_forth_line),
)
