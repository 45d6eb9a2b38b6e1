"""A look at a table of Hogen: all that lies open, or what a seat may see, and all that was heard."""

from companion.play.hogen.telling import heard_words, seat_named
from companion.play.hogen.views import View, view
from companion.sentences import Sentence
from companion.service.hogen.beginning import HogenSession


def seen(here: HogenSession, seat: str | None = None) -> View:
    """The part of a table that lies open to all, or that a seat may see, by its letter or player's name."""
    state = here.state
    return view(state, None if seat is None else seat_named(state.players, seat))


def heard(here: HogenSession, last: int | None = None) -> list[Sentence]:
    """Everything the whole table has heard, in order, or the last so many things."""
    state = here.state
    return [heard_words(event, state.players) for event in state.heard[-last if last else None :]]
