"""What a table keeps between the battles, as much or as little as its players choose.

Nothing; or the calendar alone (``light``: cards, bids, winters are told as they come); or the whole
game (``full``: board, armies, buildings, chests, rice and points), which begins with a draft or a set-up.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.data.shogun import Board
from companion.rules.shogun.calendar import Calendar
from companion.rules.shogun.campaign import Campaign
from companion.rules.shogun.draft import Draft

__all__ = ["Drafting", "Kept", "calendar_of"]


@dataclass(frozen=True)
class Drafting:
    """A table that divides its provinces.

    Attributes:
        board: The side that is played on, with the table's own sea routes.
        draft: The draft.
        events: The event cards as shuffled, for the game that begins afterwards.
    """

    board: Board
    draft: Draft
    events: tuple[int, ...]


Kept = Calendar | Campaign | Drafting
"""What is kept: the calendar, the whole game, or the draft before it."""


def calendar_of(kept: Kept | None) -> Calendar | None:
    """Where the game stands, if that is kept."""
    if isinstance(kept, Campaign):
        return kept.calendar
    return kept if isinstance(kept, Calendar) else None
