"""What players of Honshu ask of a table; a request is written in its log field by field.

A place on a map is its row and its column, counted from wherever its first square lay; both may be below 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.table.codec import UNSAID


@dataclass(frozen=True, slots=True)
class BeginTable:
    """Begin a table.

    Attributes:
        players: The name of who sits at each seat; more may sit down later.
        card: Number of the end-of-game scoring card; none without one.
        rulings: What the table plays by; every ruling that is not named has its default.
    """

    players: Mapping[str, str]
    card: int | None = None
    rulings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SitDown:
    """Sit down at a free seat, or give whoever sits there another name."""

    seat: str
    name: str


@dataclass(frozen=True, slots=True)
class PutSquares:
    """Tell squares of one's own map.

    Attributes:
        seat: Whose map.
        squares: By place, such as ``3.-1``, the symbol of the square, ``.`` where no card lies.
    """

    seat: str
    squares: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LayCard:
    """Lay a card on one's own map.

    Attributes:
        seat: Whose map.
        card: The card's name, such as ``29`` or ``A3``.
        row: Row of its top left corner once turned.
        column: Column of that corner.
        turn: Degrees clockwise.
        under: The card it is slid directly beneath, or ``bottom``; none where it lies on top.
    """

    seat: str
    card: str
    row: int
    column: int
    turn: int = 0
    under: str | None = field(default=None, metadata=UNSAID)


@dataclass(frozen=True, slots=True)
class TakeMap:
    """Take a whole map in its notation, a row a text, in the place of one's own."""

    seat: str
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakeCards:
    """Take a map laid card by card, a line of placements a text, in the place of one's own."""

    seat: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back what was done last to one's own map, whatever others have done since."""

    seat: str


@dataclass(frozen=True, slots=True)
class PutBack:
    """Do again what was taken back last on one's own map."""

    seat: str


MapRequest = PutSquares | LayCard | TakeMap | TakeCards
"""What changes a map, and can be taken back by its owner."""


@dataclass(frozen=True, slots=True)
class ChooseCard:
    """Reveal the end-of-game scoring card; none to play without one."""

    card: int | None


@dataclass(frozen=True, slots=True)
class SettleRuling:
    """Settle a question that the booklet leaves open."""

    ruling: str
    value: str


@dataclass(frozen=True, slots=True)
class PlayTrick:
    """Play a trick.

    Attributes:
        plays: What lies on the table in player order, such as ``29+b``; with two players the pair from the
            draw pile may follow.
        order: The seats in the order of their order cards; told with the first trick only.
    """

    plays: tuple[str, ...]
    order: tuple[str, ...] | None = field(default=None, metadata=UNSAID)


@dataclass(frozen=True, slots=True)
class TakeTrickBack:
    """Take the last trick back, whatever was done to maps since."""


@dataclass(frozen=True, slots=True)
class EndGame:
    """Say that all maps are finished; or that they are not.

    Attributes:
        over: Whether they are.
    """

    over: bool = True
