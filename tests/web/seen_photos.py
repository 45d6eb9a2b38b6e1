"""A photo of a small map, and what is seen on it: made by hand, for pages that only show and ask."""

from dataclasses import dataclass, field

from companion.data.honshu.map import get_symbol
from companion.data.honshu.placements import parse_card
from companion.sentences import say
from companion.service.honshu.seen_map import PhotoUpload, SeenPhoto, ShownPhoto
from companion.vision.honshu.reading import Evidence, Reading, SeenCard, SeenSquare

JPEG = bytes.fromhex(
    "ffd8ffe000104a46494600010100000100010000ffdb004300"
    + "01" * 64
    + "ffc0000b080001000101011100ffc40014000100000000000000000000000000000000ffc40014100100000000000000000000"
    "000000000000ffda0008010100003f00d2cf20ffd9"
)
"""One grey pixel: what is on a photo is told by the reading."""


def list_card_symbols(name: str) -> list[str]:
    """The six squares of a card as a map writes them, production with its cube."""
    return [
        symbol + ("*" if symbol in "bngy" else "")
        for row in parse_card(name).squares
        for symbol in map(get_symbol, row)
    ]


def build_reading(
    down: int = 0,
    right: int = 0,
    doubts: tuple[int, ...] = (),
    unknown: tuple[int, ...] = (),
    cubes: tuple[int, ...] = (),
):
    """Cards 17 and 29 side by side, their squares 100 pixels wide, a little from the side.

    Args:
        down: Rows above them in the reading.
        right: Columns before them.
        doubts: Which of the twelve squares are in doubt, row by row.
        unknown: Which nobody can tell.
        cubes: On which nobody can tell whether a cube stands.
    """
    squares = []
    for number in range(12):
        row, column = divmod(number, 4)
        x, y = 100.0 + 100 * column + 10 * row, 100.0 + 100 * row
        lost = number in unknown
        squares.append(
            SeenSquare(
                row + down,
                column + right,
                "17" if column < 2 else "29",
                row * 2 + column % 2,
                Evidence.UNKNOWN if lost else Evidence.READ,
                lost or number in doubts or number in cubes,
                None if lost or number in cubes else True,
                ((x, y), (x + 100, y), (x + 110, y + 100), (x + 10, y + 100)),
                only_cube=number in cubes,
            )
        )
    cards = (SeenCard("17", down, right, 0), SeenCard("29", down, right + 2, 0))
    return Reading(tuple(squares), cards, (), ())


def build_rivals():
    """The same, of which either card may not be of the map; without the first, columns are counted anew."""
    whole = build_reading(doubts=tuple(range(12)))
    one, other = build_reading(), build_reading(right=-2)
    maps = (
        Reading(tuple(sq for sq in one.squares if sq.column < 2), one.cards[:1], (), (), excluded=("29",)),
        Reading(tuple(sq for sq in other.squares if sq.column >= 0), other.cards[1:], (), (), excluded=("17",)),
    )
    amiss = (say("The photo shows two start provinces; a map has one."),)
    notes = (say("Card 5 lies beside the map and is left out."),)
    return Reading(whole.squares, whole.cards, (), amiss, notes, ("29",), maps)


@dataclass
class FakeLooker:
    """Looks at every photo and always sees what it was told to see.

    Attributes:
        seen: What that is; a sentence where it sees no map; or what looks indeed.
        uploads: What it was asked for.
    """

    seen: object = field(default_factory=build_reading)
    uploads: list[PhotoUpload] = field(default_factory=list)

    async def __call__(self, _work: object, upload: PhotoUpload) -> SeenPhoto:
        self.uploads.append(upload)
        if callable(self.seen):
            return self.seen(upload)
        shown = ShownPhoto(JPEG, 700, 500)
        if isinstance(self.seen, Reading):
            return SeenPhoto(shown, self.seen)
        return SeenPhoto(shown, problem=say(str(self.seen)))
