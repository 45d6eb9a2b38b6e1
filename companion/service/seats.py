"""The seats of a table, whatever its game: who may sit down there, and in which colour."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.play import hogen, honshu
from companion.play.game import Game, Seat
from companion.play.shogun.views import view as shogun_view
from companion.service.session import Session
from companion.table.names import check_names


def _shogun(state: Any) -> tuple[Seat, ...]:
    return tuple(Seat(colour, "", colour) for colour in shogun_view(state).players)


def _named(state: Any) -> tuple[Seat, ...]:
    return tuple(Seat(seat, name, seat) for seat, name in state.names.items())


_SEATS: Mapping[str, Callable[[Any], tuple[Seat, ...]]] = {
    "shogun": _shogun,
    "hogen": hogen.GAME.seats,
    "honshu": honshu.GAME.seats,
}


def take_seat(here: Session[Any], seat: str, name: str) -> None:
    """Write down who sits down, where the log of a game knows its players by their phones.

    Raises:
        InputError: When the name cannot be used.
        Refused: When nobody may sit down there any more.
    """
    game = here.history.game
    asked = game.sitting_down(here.state, seat, name) if isinstance(game, Game) else None
    if asked is not None:
        here.do(asked)


def check_called(names: Sequence[str]) -> None:
    """Refuse what players want to be called where it does not tell one from another.

    Raises:
        InputError: When it does not.
    """
    check_names(names)


def seats_of(here: Session[Any]) -> tuple[Seat, ...]:
    """The seats of a table, in the order of the game."""
    return _SEATS.get(here.history.game.name, _named)(here.state)
