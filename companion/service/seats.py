"""Who sits down at a table, whatever its game."""

from __future__ import annotations

from typing import Any

from companion.play.game import game_of
from companion.service.session import Session


def take_seat(here: Session[Any], seat: str, name: str) -> None:
    """Write down who sits down, where the log of a game knows its players by their phones."""
    request = game_of(here).sitting_down(here.state, seat, name)
    if request is not None:
        here.do(request)
