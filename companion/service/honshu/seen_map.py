"""Read a map in a photo for a page, apply the squares that a player settles, and find what its score depends on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.util import find_spec
from itertools import chain, product
from math import prod
from typing import TYPE_CHECKING

from companion.data.honshu.cards import CARD_COLUMNS, Terrain
from companion.data.honshu.map import COLOUR_LETTERS, NO_CARD, SQUARES, HonshuMap, build_map, get_symbol
from companion.data.honshu.placements import parse_card
from companion.errors import InputError
from companion.rules.honshu.board import Position
from companion.rules.honshu.score import score_map
from companion.rules.rulings import Rulings
from companion.sentences import Sentence
from companion.vision.honshu.geometry import Pose, list_cells
from companion.vision.honshu.reading import Corners, Evidence, Reading, SeenSquare

if TYPE_CHECKING:
    from companion.vision.eyes import Eyes, Photo
    from companion.vision.honshu.map_reading import SeenHand


@dataclass(frozen=True, slots=True)
class PhotoUpload:
    """A photo to be read: its file's name and content."""

    name: str
    content: bytes
    hand: bool = False  # it shows the cards of a hand, not a map


@dataclass(frozen=True, slots=True)
class ShownPhoto:
    """A photo as a page shows it: an upright JPEG, at most 1600 pixels long, without EXIF data."""

    picture: bytes
    width: int
    height: int

    @property
    def fingerprint(self) -> str:
        """A short hash by which browsers tell pictures apart."""
        return sha256(self.picture).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class SeenPhoto:
    """A photo as it is shown, with the map found in it, in its pixels, or the problem."""

    picture: ShownPhoto
    reading: Reading | None = None
    problem: Sentence | None = None
    hand: SeenHand | None = None


def can_read_photos() -> bool:
    """True if the package that reads photos is installed."""
    return find_spec("cv2") is not None


def read_photo(upload: PhotoUpload) -> SeenPhoto:
    """Decode a photo and read the map or the hand in it, in this process."""
    from companion.vision.photo import open_photo, shrink_photo

    photo = open_photo(upload.content, upload.name)
    small_photo, scale = shrink_photo(photo)
    return read_decoded_photo(photo, ShownPhoto(*small_photo), scale, upload.hand)


def read_decoded_photo(
    photo: Photo, small_photo: ShownPhoto, scale: float, hand: bool, eyes: Eyes | None = None
) -> SeenPhoto:
    """Read the map, or the hand, in a decoded photo that is shown at ``scale``."""
    try:
        if hand:
            from companion.vision.honshu.map_reading import read_hand

            return SeenPhoto(small_photo, hand=read_hand(photo, eyes))
        from companion.vision.honshu.map_reading import read_map_photo

        return SeenPhoto(small_photo, _scale_reading(read_map_photo(photo, eyes=eyes), scale))
    except InputError as error:
        return SeenPhoto(small_photo, problem=error.message)


def _scale_reading(reading: Reading, scale: float) -> Reading:
    """A reading with its outlines in the pixels of the photo as it is shown."""
    squares = (replace(each, outline=_scale_outline(each.outline, scale)) for each in reading.squares)
    rivals = tuple(_scale_reading(each, scale) for each in reading.rivals)
    return replace(reading, squares=tuple(squares), rivals=rivals)


def _scale_outline(outline: Corners, scale: float) -> Corners:
    one, two, three, four = ((float(x * scale), float(y * scale)) for x, y in outline)
    return one, two, three, four


_MOST = 256  # combinations of doubtful squares that are scored
_ANYTHING = (NO_CARD, *SQUARES)


def get_seen_symbol(square: SeenSquare) -> str:
    """A square in the notation of maps; a doubtful cube counts as present, as nearly all are at the end."""
    return _get_printed_symbol(square.card, square.square, square.cube is not False)


def _get_printed_symbol(card: str, number: int, cube: bool = True) -> str:
    """The symbol of a card's square, by its number as printed, with a cube if it may have one."""
    square = parse_card(card).squares[number // CARD_COLUMNS][number % CARD_COLUMNS]
    return get_symbol(replace(square, cube=square.terrain is Terrain.PRODUCTION and cube))


def is_in_doubt(square: SeenSquare) -> bool:
    """True if a player should look at a square: its card or its cube is in doubt or unknown."""
    has_cube = get_seen_symbol(square)[0] in COLOUR_LETTERS
    return square.doubt or square.evidence is Evidence.UNKNOWN or (has_cube and square.cube is None)


def build_seen_map(reading: Reading, answers: Mapping[Position, str]) -> HonshuMap:
    """The map as it was read, changed by the squares settled since; ``.`` is a square without a card."""
    symbols = {(each.row, each.column): get_seen_symbol(each) for each in reading.squares}
    squares = {**symbols, **answers}
    return build_map({place: symbol for place, symbol in squares.items() if symbol != NO_CARD})


def list_map_doubts(reading: Reading, answers: Mapping[Position, str]) -> tuple[Sentence, ...]:
    """Doubts about more than single squares; none once a player has entered squares that were not seen."""
    places = {(each.row, each.column) for each in reading.squares}
    has_entries = any(symbol != NO_CARD for place, symbol in answers.items() if place not in places)
    return () if has_entries else reading.remarks


def find_deciding_squares(
    reading: Reading, answers: Mapping[Position, str], card: int | None, rulings: Rulings
) -> frozenset[Position]:
    """The unsettled squares in doubt on which the score of a map depends, or may depend.

    It does not depend on a square if points and fallow (which breaks ties) are the same whatever is there,
    for every combination of the others. With too many combinations or other doubts, all squares are returned.
    """
    places = {(each.row, each.column): each for each in reading.squares if is_in_doubt(each)}
    doubts = {place: _list_possible_symbols(reading, each) for place, each in places.items() if place not in answers}
    if list_map_doubts(reading, answers) or prod(map(len, doubts.values())) > _MOST:
        return frozenset(doubts)
    ended = dict[tuple[str, ...], tuple[int, int]]()
    for choices in product(*doubts.values()):
        map_ = build_seen_map(reading, {**answers, **dict(zip(doubts, choices, strict=True))})
        ended[choices] = score_map(map_, card, rulings).total if map_.rows else 0, map_.fallow

    def hangs(index: int, first: str) -> bool:
        return any(end != ended[*symbols[:index], first, *symbols[index + 1 :]] for symbols, end in ended.items())

    return frozenset(place for index, (place, symbols) in enumerate(doubts.items()) if hangs(index, symbols[0]))


def _list_possible_symbols(reading: Reading, square: SeenSquare) -> tuple[str, ...]:
    return (
        list_likely_symbols(reading, square) if square.is_known or square.evidence is not Evidence.READ else _ANYTHING
    )


def list_likely_symbols(reading: Reading, square: SeenSquare) -> tuple[str, ...]:
    """The symbols offered for a square in doubt: those of all cards at its place."""
    symbols, place = [get_seen_symbol(square)], (square.row, square.column)
    for each in () if square.is_known else reading.cards:
        cells = list_cells(Pose(each.row, each.column, each.turn // 90))
        if place in cells:
            symbols.append(_get_printed_symbol(each.card, cells.index(place)))
    # with and without a cube, if it may have one
    pairs = ((f"{each[0]}*", each[0]) if each[0] in COLOUR_LETTERS else (each,) for each in symbols)
    return tuple(dict.fromkeys(chain.from_iterable(pairs)))


def move_settled(answers: Mapping[Position, str], old: Reading, new: Reading) -> dict[Position, str]:
    """The settled squares by the rows and columns of another reading of the map; empty if no square is in both."""
    before = {(each.card, each.square): (each.row, each.column) for each in old.squares}
    shifts = Counter(
        (each.row - old_symbol[0], each.column - old_symbol[1])
        for each in new.squares
        if (old_symbol := before.get((each.card, each.square))) is not None
    )
    if not shifts:
        return {}
    down, right = max(shifts, key=lambda shift: shifts[shift])
    return {(row + down, column + right): symbol for (row, column), symbol in answers.items()}


def list_open_places(reading: Reading, answers: Mapping[Position, str]) -> dict[Position, Corners]:
    """The empty places beside the squares of a map, with outlines in the photo as large as their neighbours'."""
    outlines = {(each.row, each.column): each.outline for each in reading.squares}
    places_known = outlines.keys()
    places: dict[Position, Corners] = {}
    for known_squares in (places_known, answers.keys() - places_known):
        for place in sorted(known_squares):
            outline = outlines.get(place, places.get(place))
            for neighbour, neighbour_symbols in _list_neighbours(place, outline) if outline is not None else ():
                if neighbour not in places_known:
                    places.setdefault(neighbour, neighbour_symbols)
    return places


def _list_neighbours(place: Position, outline: Corners) -> Iterator[tuple[Position, Corners]]:
    """Yield the four places beside one, each with its outline, mirrored in the shared side."""
    (row, column), (a, b, c, d) = place, outline
    yield (row, column + 1), (b, _mirror_point(a, b), _mirror_point(d, c), c)
    yield (row, column - 1), (_mirror_point(b, a), a, d, _mirror_point(c, d))
    yield (row + 1, column), (d, c, _mirror_point(b, c), _mirror_point(a, d))
    yield (row - 1, column), (_mirror_point(d, a), _mirror_point(c, b), b, a)


def _mirror_point(start: tuple[float, float], mirror: tuple[float, float]) -> tuple[float, float]:
    """``start`` mirrored in ``mirror``."""
    return 2 * mirror[0] - start[0], 2 * mirror[1] - start[1]
