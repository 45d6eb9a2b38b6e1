"""Shogun as a game that can be kept in a log.

New kinds of event (rounds, bids, winters) are written in a module of their own, with a ``KINDS`` of
their own, and joined here; what they remember becomes a field of ``ShogunState``.
"""

from __future__ import annotations

from companion.table.fold import Game
from companion.table.shogun import fights, opening, rounds, setting_up, throws, winters
from companion.table.shogun.state import ShogunState

__all__ = ["SHOGUN"]

SHOGUN: Game[ShogunState] = Game(
    name="shogun",
    version=1,
    decide_start=opening.decide_start,
    fold_start=opening.fold_start,
    kinds={
        **opening.KINDS,
        **throws.KINDS,
        **setting_up.KINDS,
        **rounds.KINDS,
        **winters.KINDS,
        **fights.KINDS,
    },
    check=fights.check_kept,
)
"""The game of Shogun."""
