"""A seat names the rallied samurai of all others: right in everything wins, anything wrong is out."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.answers import Answer, Figure
from companion.data.hogen.cards import card_named
from companion.data.hogen.events import Accused
from companion.play.hogen.state import HogenState
from companion.play.hogen.telling import granted, heard_lines, heard_together, refused_by_name, whose_move
from companion.play.hogen.views import OVER, view
from companion.table.history import EventKind, Moment, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class Accuse:
    """Name the rallied samurai of all others, seat by seat."""

    seat: str
    named: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SeenByAccuser(Figure):
    """A seat that accused wrongly: where its player finds what they have seen, and nobody else may look."""

    table: str
    seat: str
    name: str


@refused_by_name
def _play(state: HogenState, request: Accuse, recorded: Body | None) -> Played[HogenState]:
    named = {seat: card_named(card) for seat, card in request.named.items()}
    # Judged as an event first, so that a name short or a player out of turn is never looked up.
    state.game.check(Accused(request.seat, tuple(sorted(named.items())), right=False))
    accused = state.game.accuse(request.seat, named)
    return Played({"right": accused.right}, state.hearing(accused))


def _tell(here: Moment[HogenState], step: Step[HogenState]) -> Answer:
    """Right or wrong, for all; what really lies face down is for the accuser alone."""
    now, seat, right = view(step.after), step.request.seat, step.event.result["right"]
    look = () if right else (SeenByAccuser(here.name, seat, now.names[seat]),)
    data = granted(now, "winner", right=right) | {"over": now.phase == OVER, "active": now.active}
    return Answer(data, (*heard_lines(step), *look, whose_move(now)), negative=not right)


KIND = EventKind("accuse", Accuse, _play, _tell, heard_together, undoable=False)
"""Not taken back: what was seen stays seen."""
