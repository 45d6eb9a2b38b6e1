"""Read a map from a photo and score it: its squares, its cards, and what is in doubt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.answers import GAP, Answer, Figure, describe_files
from companion.data.files import read_bytes, write_files
from companion.data.honshu.cards import load_cards
from companion.data.honshu.map import COLOUR_LETTERS, NO_CARD, HonshuMap, check_squares, letter_table
from companion.data.honshu.placements import Placement, parse_card
from companion.errors import CompanionError, InputError, OutputError, Place
from companion.extras import describe_install
from companion.rules.honshu.board import DEFAULT_RULINGS, Position
from companion.rules.rulings import Rulings
from companion.sentences import ENGLISH, Language, Sentence, say, say_count
from companion.service.honshu import seen_map
from companion.service.honshu.scoring import MapScore, ScoredMap, build_scored_map, format_warnings
from companion.service.honshu.seen_map import can_read_photos
from companion.vision.honshu.reading import MAP_CARDS, Evidence

if TYPE_CHECKING:
    from companion.vision.eyes import Photo
    from companion.vision.honshu.annotating import Annotation, SquareMark
    from companion.vision.honshu.reading import Reading, SeenSquare

_MOST_RIVALS = 8  # possible maps that are listed; the outcome has all of them
UNKNOWN = "?"
"""The symbol of a square that could not be read; such squares are left out of the score."""


@dataclass(frozen=True, slots=True)
class SeenMap(Figure):
    """A map as read from its photo."""

    scored_map: ScoredMap
    map: HonshuMap  # with ``?`` for squares that could not be read and on which the score depends
    inferred_positions: frozenset[Position]  # squares whose seals were not read, but whose cards are known
    doubts: frozenset[Position]
    asked_positions: frozenset[Position]  # of these, those on which the score depends or may depend
    cards: tuple[Placement, ...]  # from bottom to top, as far as that is known


_Cells = Sequence[tuple["SeenSquare", str]]  # squares with their symbols
_Way = tuple["Reading", SeenMap, _Cells]  # one of several maps that the photo may show


@dataclass(frozen=True, slots=True)
class PhotoRead:
    """What a photo of a map shows, and the score of the map."""

    cells: Sequence[Mapping[str, Any]]  # its squares, each with its doubts
    complete: bool  # true if the score depends on no doubt
    doubts: Sequence[Sentence]
    either_way: Sequence[Sentence]  # doubts on which the score does not depend
    notes: Sequence[Sentence]
    without: Sequence[str]  # cards in the photo that are not part of the map
    rivals: Sequence[Mapping[str, Any]]  # other possible maps, the likeliest first
    grid: Sequence[str]  # a text for each row; ``?`` for squares that could not be read
    placements: Sequence[Mapping[str, Any]]  # of the cards, from bottom to top
    over: Sequence[tuple[str, str]]  # pairs of cards, the first lying on the second
    score: MapScore


def score_photo(
    file: Path,
    card: int | None = None,
    rulings: Rulings = DEFAULT_RULINGS,
    language: Language = ENGLISH,
    *,
    cards: int = MAP_CARDS,
    without: Sequence[str] = (),
    output: Path | None = None,
    annotate: Path | None = None,
    overwrite: bool = False,
) -> Answer:
    """Read a map from a photo and score it; the answer is negative if a doubt may change the score.

    The cards named in ``without`` are in the photo but not part of the map; ``annotate`` is the file for the photo
    with the map drawn over it. If several maps are possible, a picture of them goes to ``output/<photo>-which.png``.
    """
    out = {parse_card(each).name for each in without}
    photo, name = _decode_photo(file), str(file)
    reading = _read_map(photo, name, cards, out)
    view, cells = _score_reading(reading, name, card, rulings)
    rivals = [(each, *_score_reading(each, name, card, rulings)) for each in reading.rivals]
    side_by_side = Path("output", f"{file.stem}-which.png")
    # while several maps are possible, single squares are not listed
    doubtful = [each for each, _ in cells if (each.row, each.column) in view.asked_positions and not rivals]
    doubts = (*reading.remarks, *replace(reading, squares=tuple(each for each, _ in cells)).describe_doubts(doubtful))
    doubt_lines = tuple(_describe_doubts(view, doubts, rivals, side_by_side))
    total, idle = view.scored_map.score.total, view.doubts - view.asked_positions
    either = tuple(
        each.describe_either_way(total, say("row {row}, column {column}", row=each.row + 1, column=each.column + 1))
        for each, _ in cells
        if (each.row, each.column) in idle
    )
    contents: dict[Path, bytes] = {}
    if output is not None:
        contents[output] = _format_map(
            view.map, (say("Read from {name}", name=name), *doubt_lines, *either), language
        ).encode("utf-8")
    if annotate is not None:
        from companion.vision.honshu.annotating import annotate_photo

        if annotate in contents:
            raise OutputError("{file} was not written: it is named twice.", file=str(annotate))
        legend = ((say("read"), False), (say("inferred"), None), (say("in doubt"), True))
        contents[annotate] = annotate_photo(photo, [(_list_marks(cells, view, language), legend)], language)
    write_files(contents, overwrite=overwrite)
    if rivals:
        contents[side_by_side] = _draw_side_by_side(photo, rivals[:_MOST_RIVALS], language)
        write_files({side_by_side: contents[side_by_side]}, overwrite=overwrite, folders=True)
    squares = [_encode_square(each, view) for each, _ in cells]
    counts = say_count(
        "{name}: {count} [square; inferred: {inferred}; in doubt: {doubts}|"
        "squares, of them {inferred} inferred and {doubts} in doubt]; cards: {cards}; cubes: {cubes}.",
        len(cells),
        name=name,
        inferred=len(view.inferred_positions),
        doubts=len(view.doubts),
        cards=len(view.cards),
        cubes=sum(cell["cube"] is True for cell in squares),
    )
    remedies = {"how many cards": len(reading.cards) != cards, "leave cards out": bool(rivals), "mend map": True}
    data = PhotoRead(
        squares,
        not doubt_lines,
        doubts,
        either,
        reading.notes,
        [each.name for each in load_cards() if each.name in out.union(reading.excluded)],
        [{"without": each.excluded, "score": one.scored_map.score.total} for each, one, _ in rivals],
        view.map.grid,
        [{"card": each.card.name, "row": each.row, "col": each.column, "turn": each.turn} for each in view.cards],
        reading.overlaps,
        view.scored_map.outcome,
    )
    return Answer(
        data,
        (counts, view, *((GAP,) if doubt_lines or either else ()), *doubt_lines, *either, *describe_files(contents)),
        negative=bool(doubt_lines),
        notices=(*reading.notes, *format_warnings(name, view.scored_map.warnings)),
        files=tuple(contents),
        remedies=tuple(each for each, fits in remedies.items() if fits and doubt_lines),
    )


def _decode_photo(file: Path) -> Photo:
    """Decode a photo; an error if the package for that is not installed."""
    if not can_read_photos():
        raise CompanionError("The photo reader is not installed here. {how}", how=describe_install("photo"))
    from companion.vision.photo import open_photo
    from companion.vision.photo_limits import MOST_PHOTO_BYTES

    return open_photo(read_bytes(file, MOST_PHOTO_BYTES + 1), str(file))


def _read_map(photo: Photo, name: str, cards: int, omitted: Set[str]) -> Reading:
    """Read the map in a photo; an ``InputError`` with the file's name if there is none."""
    from companion.vision.honshu.map_reading import read_map_photo

    try:
        return read_map_photo(photo, cards, without=omitted)
    except InputError as error:
        if error.place.file is None:
            error.place = error.place._replace(file=name)
        raise


def _score_reading(
    reading: Reading, name: str, card: int | None, rulings: Rulings
) -> tuple[SeenMap, list[tuple[SeenSquare, str]]]:
    """The scored map of a reading, and its squares with their symbols; rows and columns from 0 at its corner."""
    positions = seen_map.find_deciding_squares(reading, {}, card, rulings)
    symbols = [(each, _choose_symbol(each, positions)) for each in reading.squares]
    check_squares(len(symbols), name)
    unknown = {(each.row, each.column): UNKNOWN for each, symbol in symbols if symbol == UNKNOWN}
    if len(symbols) == len(unknown):
        raise InputError("no map square was recognized in it.", place=Place(name))
    map_ = seen_map.build_seen_map(reading, unknown)
    known = replace(map_, rows=tuple(tuple(NO_CARD if each == UNKNOWN else each for each in row) for row in map_.rows))
    top, left = min(each.row for each, _ in symbols), min(each.column for each, _ in symbols)
    cells = [(replace(each, row=each.row - top, column=each.column - left), symbol) for each, symbol in symbols]
    inferred = frozenset((each.row, each.column) for each, _ in cells if each.evidence is Evidence.INFERRED)
    doubts = frozenset((each.row, each.column) for each, _ in cells if seen_map.is_in_doubt(each))
    vital = frozenset((row - top, column - left) for row, column in positions)
    stack = tuple(_order_cards(reading, top, left))
    view = SeenMap(build_scored_map(name, known, card, rulings), map_, inferred - doubts, doubts, vital & doubts, stack)
    return view, cells


def _choose_symbol(each: SeenSquare, positions: Set[Position]) -> str:
    """The symbol of a square; ``?`` if its card is unknown and the score depends on it."""
    is_deciding = each.evidence is Evidence.UNKNOWN and (each.row, each.column) in positions
    return UNKNOWN if is_deciding else seen_map.get_seen_symbol(each)


def _order_cards(reading: Reading, top: int, left: int) -> Iterator[Placement]:
    """The cards of a map from the bottom up; if they overlap in a circle, in the order of the reading."""
    cards = {each.card: each for each in reading.cards}
    lower_cards: dict[str, list[str]] = {name: [] for name in cards}  # a dict, so that the order is always the same
    for upper, lower in reading.overlaps:
        if upper in cards and lower in cards:
            lower_cards[upper].append(lower)
    try:
        order: Sequence[str] = tuple(TopologicalSorter(lower_cards).static_order())
    except CycleError:
        order = tuple(cards)
    for name in order:
        each = cards[name]
        yield Placement(parse_card(name), each.row - top, each.column - left, each.turn)


def _encode_square(each: SeenSquare, view: SeenMap) -> dict[str, Any]:
    """A square as JSON values, the likeliest ones if it is in doubt."""
    symbol = seen_map.get_seen_symbol(each)
    return {
        "r": each.row,
        "c": each.column,
        "card": each.card,
        "square": each.square,
        "terrain": symbol.removesuffix("*"),
        "cube": symbol[0] in COLOUR_LETTERS and each.cube,
        "doubt": (each.row, each.column) in view.doubts,
        "how": each.evidence,
    }


def _describe_doubts(
    view: SeenMap, doubts: Sequence[Sentence], rivals: Sequence[_Way], file: Path
) -> Iterator[Sentence]:
    """Yield the doubts on which the score depends, below a heading; nothing if there are none."""
    if doubts or view.asked_positions:
        yield say("Not certain; the score may change:")
    for doubt in doubts:
        yield say("- {doubt}", doubt=doubt)
    for each, one, _ in rivals[:_MOST_RIVALS]:
        total = one.scored_map.score.total
        yield say_count("- {which}: {count} point[|s]", total, which=each.label)
    if len(rivals) > _MOST_RIVALS:
        yield say("- and {count} more ways", count=len(rivals) - _MOST_RIVALS)
    if rivals:
        yield say("- See them side by side: {file}", file=str(file))
    if view.asked_positions and not rivals and not (doubts and len(view.asked_positions) == len(view.map.symbols)):
        places = " ".join(f"{row + 1}.{column + 1}" for row, column in sorted(view.asked_positions))
        yield say("- Look at these squares (row.column): {squares}", squares=places)


def _format_map(map_: HonshuMap, notes: Sequence[Sentence], language: Language) -> str:
    """A map in its notation, after notes as comments."""
    comments = "".join(f"# {' '.join(note.translate(language).split())}\n" for note in notes)
    return f"{comments}{str(map_).translate(letter_table(language.code))}\n"


def _list_marks(cells: _Cells, view: SeenMap, language: Language) -> list[SquareMark]:
    """The squares of a map, each with its outline on the photo, its symbol and whether it is in doubt."""
    return [
        (
            each.outline,
            symbol.translate(letter_table(language.code)),
            (each.row, each.column) in view.doubts or (None if each.evidence is Evidence.INFERRED else False),
        )
        for each, symbol in cells
    ]


def _draw_side_by_side(photo: Photo, rivals: Sequence[_Way], language: Language) -> bytes:
    """A picture of the possible maps, each drawn over the photo; cards that it leaves out are red."""
    from companion.vision.honshu.annotating import annotate_photo

    squares = [(one.card, one.outline) for each, *_ in rivals for one in each.squares]
    maps: list[Annotation] = []
    for each, view, cells in rivals:
        out = {(outline, name, True) for name, outline in squares if name in each.excluded}
        points = say_count("{count} point[|s]", view.scored_map.score.total)
        marks = _list_marks(cells, replace(view, doubts=frozenset()), language)
        maps.append(([*marks, *sorted(out)], ((each.label, False), (points, False), (say("left out"), True))))
    return annotate_photo(photo, maps, language)
