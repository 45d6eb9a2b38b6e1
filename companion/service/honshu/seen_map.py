"""A map on a photo looked at for a page: decoded, read, settled by a person; what its score hangs on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.util import find_spec
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from companion.data.honshu.cards import CARD_COLUMNS, Terrain
from companion.data.honshu.map import COLOUR_LETTERS, NO_CARD, SQUARES, HonshuMap, map_of, symbol_of
from companion.data.honshu.placements import read_card
from companion.errors import InputError
from companion.rules.honshu.board import Position
from companion.rules.honshu.score import score
from companion.rules.rulings import Rulings
from companion.sentences import Sentence
from companion.vision.honshu.reading import How, Outline, Reading, SeenSquare
from companion.vision.honshu.recovery.geometry import Pose, cells_of

if TYPE_CHECKING:
    from companion.vision.eyes import Eyes, Photo
    from companion.vision.honshu.map_reading import SeenHand


@dataclass(frozen=True, slots=True)
class PhotoWish:
    """A photo that shall be read: its file's name and content."""

    name: str
    content: bytes
    hand: bool = False  # it shows the cards of a hand, and no map


@dataclass(frozen=True, slots=True)
class ShownPhoto:
    """A photo as a page shows it: a JPEG, upright, at most 1600 pixels long, without the phone's notes."""

    picture: bytes
    width: int
    height: int

    @property
    def fingerprint(self) -> str:
        """By what a browser knows it from others."""
        return sha256(self.picture).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class SeenPhoto:
    """A photo as it is shown, and the map found on it, in its pixels, or the problem."""

    shown: ShownPhoto
    reading: Reading | None = None
    problem: Sentence | None = None
    hand: SeenHand | None = None


def can_read() -> bool:
    """True when the package that reads photos is installed here."""
    return find_spec("cv2") is not None


def look(wish: PhotoWish) -> SeenPhoto:
    """Decode a photo and read what is on it, here."""
    from companion.vision.photo import open_photo, shown_photo

    photo = open_photo(wish.content, wish.name)
    shown, scale = shown_photo(photo)
    return read_shown(photo, ShownPhoto(*shown), scale, wish.hand)


def read_shown(
    photo: Photo, shown: ShownPhoto, scale: float, hand: bool, eyes: Eyes | None = None
) -> SeenPhoto:
    """Read the map, or the hand, on a photo that is decoded, and is shown in this scale."""
    try:
        if hand:
            from companion.vision.honshu.map_reading import read_hand

            return SeenPhoto(shown, hand=read_hand(photo, eyes))
        from companion.vision.honshu.map_reading import read_map

        return SeenPhoto(shown, _as_shown(read_map(photo, eyes=eyes), scale))
    except InputError as error:
        return SeenPhoto(shown, problem=error.whole)


def _as_shown(reading: Reading, scale: float) -> Reading:
    """A reading with its outlines in the pixels of its photo as it is shown."""
    squares = (replace(each, outline=_scaled(each.outline, scale)) for each in reading.squares)
    rivals = tuple(_as_shown(each, scale) for each in reading.rivals)
    return replace(reading, squares=tuple(squares), rivals=rivals)


def _scaled(outline: Outline, scale: float) -> Outline:
    one, two, three, four = ((float(x * scale), float(y * scale)) for x, y in outline)
    return one, two, three, four


_MOST = 256  # maps that are scored, one for each way in which doubts may end together
_ANYTHING = (NO_CARD, *SQUARES)


def symbol_seen(seen: SeenSquare) -> str:
    """The symbol of a square, as a map writes it.

    A cube that cannot be told is taken to be there: at the end of a game nearly all are.
    """
    return _printed(seen.card, seen.square, seen.cube is not False)


def _printed(card: str, number: int, cube: bool = True) -> str:
    """The symbol of a square of a card, by its number as printed; with its cube, where one may stand."""
    square = read_card(card).squares[number // CARD_COLUMNS][number % CARD_COLUMNS]
    return symbol_of(replace(square, cube=square.terrain is Terrain.PRODUCTION and cube))


def in_doubt(seen: SeenSquare) -> bool:
    """True when a person should look at a square: in doubt, or nobody can tell it or the cube on it."""
    bears = symbol_seen(seen)[0] in COLOUR_LETTERS
    return seen.doubt or seen.how is How.UNKNOWN or (bears and seen.cube is None)


def map_seen(reading: Reading, settled: Mapping[Position, str]) -> HonshuMap:
    """The map as it was seen, and settled since.

    Args:
        settled: Symbols by row and column, as the reading counts them; ``.`` where no card lies.
    """
    seen = {(each.row, each.column): symbol_seen(each) for each in reading.squares}
    squares = {**seen, **settled}
    return map_of({place: symbol for place, symbol in squares.items() if symbol != NO_CARD})


def amiss(reading: Reading, settled: Mapping[Position, str]) -> tuple[Sentence, ...]:
    """What is in doubt about more than squares, until a person has entered squares that were not seen."""
    seen = {(each.row, each.column) for each in reading.squares}
    entered = any(symbol != NO_CARD for place, symbol in settled.items() if place not in seen)
    return () if entered else reading.amiss


def hanging(
    reading: Reading, settled: Mapping[Position, str], card: int | None, rulings: Rulings
) -> frozenset[Position]:
    """The squares in doubt, and not settled, on which the score of a map hangs, or may.

    It does not where points and fallow, which breaks a tie, are the same whatever of all that may lie there
    does, however the other doubts end. That is not known where they end in too many ways, or more than
    squares is in doubt.
    """
    places = {(each.row, each.column): each for each in reading.squares if in_doubt(each)}
    doubts = {place: _may_be(reading, each) for place, each in places.items() if place not in settled}
    if amiss(reading, settled) or prod(map(len, doubts.values())) > _MOST:
        return frozenset(doubts)
    ended = dict[tuple[str, ...], tuple[int, int]]()
    for told in product(*doubts.values()):
        map_ = map_seen(reading, {**settled, **dict(zip(doubts, told, strict=True))})
        ended[told] = score(map_, card, rulings).total if map_.rows else 0, map_.fallow

    def hangs(at: int, first: str) -> bool:
        return any(end != ended[*told[:at], first, *told[at + 1 :]] for told, end in ended.items())

    return frozenset(place for at, (place, may) in enumerate(doubts.items()) if hangs(at, may[0]))


def _may_be(reading: Reading, square: SeenSquare) -> tuple[str, ...]:
    """The symbols of which one is right for a square in doubt."""
    return likely(reading, square) if square.known or square.how is not How.READ else _ANYTHING


def _both(symbol: str) -> tuple[str, ...]:
    """A square with its cube and without, where one may stand."""
    return (f"{symbol[0]}*", symbol[0]) if symbol[0] in COLOUR_LETTERS else (symbol,)


def likely(reading: Reading, square: SeenSquare) -> tuple[str, ...]:
    """The symbols that are offered for a square in doubt: what all cards show that lie there."""
    symbols = [symbol_seen(square)]
    for each in () if square.known else reading.cards:
        cells = cells_of(Pose(each.row, each.column, each.turn // 90))
        if (place := (square.row, square.column)) in cells:
            symbols.append(_printed(each.card, cells.index(place)))
    return tuple(dict.fromkeys(symbol for each in symbols for symbol in _both(each)))


def moved(settled: Mapping[Position, str], old: Reading, new: Reading) -> dict[Position, str]:
    """The settled squares of a reading, as another reading of the same map counts its rows and columns.

    Nothing where the two have no square in common.
    """
    before = {(each.card, each.square): (each.row, each.column) for each in old.squares}
    ways = Counter(
        (each.row - was[0], each.column - was[1])
        for each in new.squares
        if (was := before.get((each.card, each.square))) is not None
    )
    if not ways:
        return {}
    down, right = max(ways, key=lambda way: ways[way])
    return {(row + down, column + right): symbol for (row, column), symbol in settled.items()}


def open_places(reading: Reading, settled: Mapping[Position, str]) -> dict[Position, Outline]:
    """The places beside its squares where a map may have others, with their outlines in its photo.

    A place is drawn on from a square beside it, as large as that is.
    """
    seen = {(each.row, each.column): each.outline for each in reading.squares}
    known = seen.keys()
    found: dict[Position, Outline] = {}
    for grown in (known, settled.keys() - known):
        for place in sorted(grown):
            outline = seen.get(place, found.get(place))
            for beside, its in _beside(place, outline) if outline is not None else ():
                if beside not in known:
                    found.setdefault(beside, its)
    return found


def _beside(place: Position, outline: Outline) -> Iterator[tuple[Position, Outline]]:
    """The four places beside one, each with its outline: the shared side, and as far beyond it again."""
    (row, column), (a, b, c, d) = place, outline
    yield (row, column + 1), (b, _beyond(a, b), _beyond(d, c), c)
    yield (row, column - 1), (_beyond(b, a), a, d, _beyond(c, d))
    yield (row + 1, column), (d, c, _beyond(b, c), _beyond(a, d))
    yield (row - 1, column), (_beyond(d, a), _beyond(c, b), b, a)


def _beyond(start: tuple[float, float], through: tuple[float, float]) -> tuple[float, float]:
    """The point as far beyond one as that is from where the way starts."""
    return 2 * through[0] - start[0], 2 * through[1] - start[1]
