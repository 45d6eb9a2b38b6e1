"""What a table keeps between the battles, as much or as little as its players choose.

Nothing; or the calendar alone (``light``: cards, bids, winters are told as they come); or the whole
game (``full``: board, armies, buildings, chests, rice and points), which begins with a draft or a set-up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from companion.data.shogun import Board
from companion.errors import InputError
from companion.rules.shogun.action.result import Illegal
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.round.calendar import Calendar
from companion.rules.shogun.setup.draft import Draft
from companion.sentences import say

__all__ = ["NO_BOARD", "NO_ROUNDS", "Drafting", "Kept", "Refused", "calendar_of", "legal"]

T = TypeVar("T")

NO_ROUNDS = Illegal(say("This table does not keep its rounds yet; begin with 'companion shogun setup'."))
"""Why a table that keeps nothing between its battles has no round to tell."""


class Refused(InputError):
    """What the rules of Shogun do not allow now: the command line answers no, with exit code 1.

    Attributes:
        illegal: The reason.
    """

    def __init__(self, illegal: Illegal) -> None:
        super().__init__("{sentence}", sentence=illegal.why)
        self.illegal = illegal


def legal(answer: T | Illegal) -> T:
    """What the rules answered, where they allow it.

    Raises:
        Refused: Where they do not.
    """
    if isinstance(answer, Illegal):
        raise Refused(answer)
    return answer


NO_BOARD = Illegal(
    say(
        "This table does not keep its board: battles are told with 'companion shogun attack', "
        "revolts with 'companion shogun revolt'."
    )
)
"""Why a table that does not know its provinces can neither carry out an action nor be put right."""


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
