"""Readings of a photo of a map: its squares, cards and cubes, and what is in doubt."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from companion.sentences import Sentence, say, say_count

Point = tuple[float, float]  # across and down, pixels of the upright photo
Corners = tuple[Point, Point, Point, Point]
"""The corners of a square in a photo: those of the map's upper left, upper right, lower right, lower left."""

MAP_CARDS = 13  # the cards of a finished map: the start province, and one for each of twelve rounds

_WHERE = (
    (say("at the upper left"), say("at the upper edge"), say("at the upper right")),
    (say("at the left"), say("in the middle"), say("at the right")),
    (say("at the lower left"), say("at the lower edge"), say("at the lower right")),
)


class Evidence(Enum):
    """How a square is known."""

    READ = "read"  # its seal was read
    INFERRED = "inferred"  # its card is known from other seals, and nothing else fits there
    UNKNOWN = "unknown"  # a card is there, but it is unclear which square is on top


@dataclass(frozen=True, slots=True)
class SeenSquare:
    """One square of a map in a photo."""

    row: int  # in the map, from 0 at the top; likewise the column, from 0 at the left
    column: int
    card: str  # its name, such as ``17`` or ``A3``
    square: int  # of the card's six as printed, two a row from the upper left
    evidence: Evidence
    doubt: bool
    cube: bool | None  # ``None`` if it is unclear whether one stands there
    outline: Corners  # in the photo
    only_cube: bool = False  # all that is in doubt is whether a cube stands there
    has_glare: bool = False  # glare hides it
    thing: bool = False  # something other than a cube is on its place

    @property
    def is_known(self) -> bool:
        """True if at most its cube is in doubt."""
        return self.only_cube or not self.doubt

    def describe_either_way(self, total: int | None, place: Sentence) -> Sentence:
        """Say that a doubt does not change the score, which is ``total``."""
        if self.is_known:
            return say("{total} either way: with or without a cube at {place}.", total=total, place=place)
        return say("{total} either way: whatever lies at {place}.", total=total, place=place)


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card of a map."""

    card: str
    row: int  # of the top left corner of the turned card, in the map's rows; below 0 if that is covered
    column: int
    turn: int  # degrees clockwise: 0, 90, 180 or 270


@dataclass(frozen=True, slots=True)
class Reading:
    """A map as read from a photo."""

    squares: tuple[SeenSquare, ...]  # those in sight, row by row
    cards: tuple[SeenCard, ...]
    overlaps: tuple[tuple[str, str], ...]  # pairs of cards, of which the first lies on the second
    remarks: tuple[Sentence, ...]  # doubts about more than squares, with what a person can do about each
    notes: tuple[Sentence, ...] = ()  # not doubts: what lies beside the map, and how to take a better photo
    excluded: tuple[str, ...] = ()  # cards left out, with which the others make no map
    rivals: tuple["Reading", ...] = ()
    """Readings among which a person must choose, the likeliest first; each leaves out other cards."""

    @property
    def label(self) -> Sentence:
        """Its name among its rivals: the cards it leaves out."""
        return say("without {cards}", cards=cards) if (cards := ", ".join(self.excluded)) else say("with all cards")

    def describe_doubts(self, squares: Iterable[SeenSquare]) -> Iterator[Sentence]:
        """Say what is in doubt about some of the squares, by their position in the map.

        A square whose seal was read is skipped unless its cube is unknown: its doubt is explained elsewhere.
        """
        rows, columns = [each.row for each in self.squares], [each.column for each in self.squares]
        groups = Counter(
            (
                3 * (each.row - min(rows)) // (1 + max(rows) - min(rows)),
                3 * (each.column - min(columns)) // (1 + max(columns) - min(columns)),
                "glare" if each.has_glare else "thing" if each.thing else "cube" if each.only_cube else "square",
            )
            for each in squares
            if each.evidence is not Evidence.READ or each.cube is None
        )
        for (row, column, reason), count in sorted(groups.items()):
            place = _WHERE[row][column]
            if reason == "glare":
                yield say_count(
                    "{count} square[|s] {where} [is|are] in glare; photograph the map again, or enter [it|them].",
                    count,
                    where=place,
                )
            elif reason == "thing":
                yield say_count(
                    "Something other than a cube is on {count} square[|s] {where}; check there.", count, where=place
                )
            elif reason == "cube":
                yield say_count(
                    ("It is unclear whether [a cube stands|cubes stand] on {count} square[|s] {where}; check there."),
                    count,
                    where=place,
                )
            else:
                yield say_count(
                    ("{count} square[|s] {where} cannot be read; photograph the map again, or enter [it.|them.]"),
                    count,
                    where=place,
                )
