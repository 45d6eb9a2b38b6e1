"""The seats of a table, whatever its game: who may sit down there, and in which colour."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.play import hogen, shogun
from companion.play.game import Seat
from companion.play.honshu.requests import SitDown
from companion.play.honshu.state import SEATS
from companion.play.honshu.views import view as honshu_view
from companion.service.session import Session
from companion.table.names import check_names

HONSHU_SEATS = SEATS
"""The seats of Honshu; who plays sits down on some of them."""


def _named(state: Any) -> tuple[Seat, ...]:
    return tuple(Seat(seat, name, seat) for seat, name in state.names.items())


def _honshu(state: Any) -> tuple[Seat, ...]:
    """Every colour, for whoever comes is welcome; once the maps are finished, those who have one."""
    seen = honshu_view(state)
    free = () if seen.over else SEATS
    return tuple(Seat(seat, seen.names.get(seat, ""), seat) for seat in SEATS if seat in (*seen.names, *free))


_SEATS: Mapping[str, Callable[[Any], tuple[Seat, ...]]] = {
    "shogun": shogun.GAME.seats,
    "hogen": hogen.GAME.seats,
    "honshu": _honshu,
}


def take_seat(here: Session[Any], seat: str, name: str) -> None:
    """Write down who sits down, where the log of a game knows its players by their phones.

    Raises:
        InputError: When the name cannot be used.
        Refused: When nobody may sit down there any more.
    """
    if here.history.game.name == "honshu" and here.state.names.get(seat) != name:
        here.do(SitDown(seat, name))


def check_called(names: Sequence[str]) -> None:
    """Refuse what players want to be called where it does not tell one from another.

    Raises:
        InputError: When it does not.
    """
    check_names(names)


def seats_of(here: Session[Any]) -> tuple[Seat, ...]:
    """The seats of a table, in the order of the game."""
    return _SEATS.get(here.history.game.name, _named)(here.state)
