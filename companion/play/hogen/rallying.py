"""A seat lays its rallied samurai face down: the one that the others must find."""

from dataclasses import dataclass, replace

from companion.answers import Answer
from companion.data.hogen.cards import card_named
from companion.play.hogen.state import HogenState, check_seat
from companion.play.hogen.telling import granted, refused_by_name, whose_move
from companion.play.hogen.views import view
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Moment, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class LayRallied:
    """Lay a rallied samurai face down."""

    seat: str
    card: str


@refused_by_name
def _play(state: HogenState, request: LayRallied, recorded: Body | None) -> Played[HogenState]:
    check_seat(state.seats, request.seat)
    card = card_named(request.card)
    state.game.check_rally(request.seat, card)
    game = state.game.with_rallied(request.seat, card)
    return Played({}, replace(state, game=game, first=game if game.ready else None))


def _all_told(state: HogenState) -> bool:
    """True when the rallied samurai are all in, so that they were compared.

    Then none is taken back: with real cards, whoever told theirs last could else try one samurai after the
    other, and learn from each whether another player has it.
    """
    return state.game.ready or (state.game.clashed and not state.game.rallied)


def _tell(here: Moment[HogenState], step: Step[HogenState]) -> Answer:
    now = view(step.after)
    return Answer(granted(now, "laid", "clashed", "phase"), (_line(step), whose_move(now)))


def _line(step: Step[HogenState]) -> Sentence:
    return say("{name} has laid a samurai face down.", name=step.after.players[step.request.seat])


KIND = EventKind("rally", LayRallied, _play, _tell, _line, final_when=_all_told)
"""Not taken back once all are in: see ``_all_told``."""
