"""Shogun as a game that can be kept in a log.

New kinds of event are written in a module of their own, with ``KINDS`` of their own, and joined here; what
they remember becomes a field of ``ShogunState``.
"""

from __future__ import annotations

from companion.table.history import Game
from companion.table.shogun import by_hand, fights, opening, rounds, setting_up, telling, winters
from companion.table.shogun.state import ShogunState, check

__all__ = ["SHOGUN"]

SHOGUN: Game[ShogunState] = Game(
    name="shogun",
    version=2,
    kinds=(*opening.KINDS, *fights.KINDS, *by_hand.KINDS, *setting_up.KINDS, *rounds.KINDS, *winters.KINDS),
    check=check,
    wishes=(*fights.WISHES, *by_hand.WISHES, *telling.WISHES, *rounds.WISHES, *winters.WISHES),
)
"""The game of Shogun."""
