"""Hogen as a game that can be kept in a log."""

from __future__ import annotations

from companion.data.hogen.cards import CARDS
from companion.errors import TableError
from companion.table.history import START, EventKind, Game
from companion.table.hogen.opening import play_start
from companion.table.hogen.playing import KINDS
from companion.table.hogen.requests import BeginTable
from companion.table.hogen.state import HogenState

__all__ = ["HOGEN"]


def _check(state: HogenState) -> None:
    """Sixteen samurai: each lies in the palace, in one hand or face down, and none is lost."""
    game = state.game
    if game.hands is None or game.turn.palace is None:
        return
    lie = [
        *game.turn.palace,
        *game.rallied.values(),
        *(card for hand in game.hands.values() for card in hand),
    ]
    if sorted(lie, key=lambda card: card.number) != list(CARDS):
        raise TableError("The sixteen samurai of this table are no longer all there, each once.")


HOGEN = Game(
    name="hogen",
    version=1,
    kinds=(EventKind(START, BeginTable, play_start), *KINDS),
    check=_check,
)
"""Everything a log of Hogen can hold."""
