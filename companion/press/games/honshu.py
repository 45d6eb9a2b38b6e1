"""Draw a scored map of Honshu, with outlines round what scores."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.data.honshu.cards import Terrain
from companion.data.honshu.map import NO_CARD, SQUARES, HonshuMap
from companion.data.papers import palette
from companion.paths import templates
from companion.press.face.context import FaceShelf
from companion.press.face.kinds import KINDS
from companion.press.frame import fonts
from companion.press.frame.frame import Frame, Item, Shape, Text, Use
from companion.press.frame.outlines import Matrix, circle, polygon, rect
from companion.press.frame.trims import offset_area, unite_areas
from companion.press.nets.net import rectangle
from companion.units import to_points

PAGE = (210.0, 297.0)  # mm; the map is in its upper part

MARGIN = 15.0
MAP_ROOM = (180.0, 165.0)
LARGEST_SQUARE = 18.0
PRINTED_SQUARE = 29.0
VARIANTS = 5  # every terrain has so many drawings, so that neighbours differ
LINE = 4.6
TABLE_LINE = 5.4

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    squares: tuple[Cell, ...]  # row and column, from 0
    points: int
    text: str
    joined: bool  # its squares are outlined together; otherwise each shows its own points
    colour: str  # of its outline, by name in the palette
    is_extra: bool = False  # a bonus for squares that score anyway; its outline is inside theirs


def draw_map(
    map_: HonshuMap, title: str, table: Sequence[tuple[str, str]], lines: Sequence[ScoreLine], *, cropped: bool = False
) -> Frame:
    """Draw a scored map; `table` has the parts of the total, then the total; `cropped` cuts the page below the text."""
    rows, columns = len(map_.rows), len(map_.rows[0])
    side = min(LARGEST_SQUARE, MAP_ROOM[0] / columns, MAP_ROOM[1] / rows)
    left, top = (PAGE[0] - side * columns) / 2, MARGIN + 15
    line_top = top + side * rows + 11
    pitch = min(LINE, (PAGE[1] - MARGIN - line_top) / max(1, len(lines)))
    end = line_top + max((len(table) - 1) * TABLE_LINE + 3, (len(lines) - 1) * pitch)
    height = min(end + MARGIN, PAGE[1]) if cropped else PAGE[1]
    items: list[Item] = [
        Shape(rect(0, 0, PAGE[0], height), fill=palette()["white"], role="ground"),
        Text(title, MARGIN, MARGIN + 6, 20, "bold", palette()["ink"]),
    ]
    items += _draw_squares(map_, side, left, top)
    items += _draw_numbers(rows, columns, side, left, top)
    for line in lines:
        items += _draw_outline(line, side, left, top)
    for line in lines:
        items += _draw_badges(line, side, left, top)
    items += _draw_score(table, lines, line_top, pitch)
    return Frame("honshu/map", PAGE[0], height, tuple(items))


def _draw_squares(map_: HonshuMap, side: float, left: float, top: float) -> Iterator[Item]:
    faces, size = templates() / "faces", Matrix.scale_by(side / PRINTED_SQUARE)
    shelf = FaceShelf({}, faces / "honshu", faces / "shared", kinds=KINDS)
    for row, symbols in enumerate(map_.rows):
        for column, symbol in enumerate(symbols):
            if symbol == NO_CARD:
                continue
            x, y, square = left + column * side, top + row * side, SQUARES[symbol]
            colour, variant = square.colour.value if square.colour else "", 1 + (2 * row + column) % VARIANTS
            fields = {"value": str(square.value or ""), "variant": str(variant), "seals": "none", "colour": colour}
            face = f"land-{_FACES.get(square.terrain, square.terrain.value)}"
            matrix = size.then(Matrix.translate(x, y))
            yield Use(shelf.lay_out_face(face, symbol.rstrip("*"), fields), matrix, rect(x, y, side, side))
            if square.cube and colour:
                cube = shelf.lay_out_face("cube", f"cube/{colour}", {"colour": colour})
                yield Use(cube, Matrix.translate(14, 14).then(matrix))


_FACES = {Terrain.PRODUCTION: "prod", Terrain.FACTORY: "fact"}


def _draw_numbers(rows: int, columns: int, side: float, left: float, top: float) -> Iterator[Item]:
    grey = palette()["ink-soft"]
    for column in range(columns):
        yield Text(str(column + 1), left + (column + 0.5) * side, top - 1.6, 8, colour=grey, anchor="middle")
    for row in range(rows):
        yield Text(str(row + 1), left - 1.8, top + (row + 0.5) * side + 1, 8, colour=grey, anchor="end")


def _draw_outline(line: ScoreLine, side: float, left: float, top: float) -> Iterator[Item]:
    """Outlines round squares that are joined at their sides; those that touch at a corner have their own."""
    squares = [[rectangle(left + column * side, top + row * side, side, side)] for row, column in line.squares]
    inset = (0.16 if line.is_extra else 0.07) * side
    for loop in offset_area(unite_areas(squares), -inset) if line.joined else ():
        outline = polygon(loop)
        yield Shape(outline, stroke=palette()["white"], width=0.11 * side, role="outline")
        yield Shape(outline, stroke=palette()[line.colour], width=0.065 * side, role="outline")


def _draw_badges(line: ScoreLine, side: float, left: float, top: float) -> Iterator[Item]:
    """The points on the map: once for an outline, otherwise on every square that scores."""
    if not line.squares:
        return
    squares = line.squares[:1] if line.joined else line.squares
    each = line.points if line.joined else line.points // len(line.squares)
    size = to_points(0.21 * side)
    for row, column in squares:
        x, y = left + (column + (0.82 if line.is_extra else 0.18)) * side, top + (row + 0.18) * side
        yield Shape(circle(x, y, 0.15 * side), fill=palette()["white"], role="badge")
        yield Shape(circle(x, y, 0.13 * side), fill=palette()[line.colour], role="badge")
        high = size if each < 10 else size * 0.85
        yield Text(str(each), x, y + 0.075 * side, high, "bold", palette()["white"], "middle")


def _draw_score(
    table: Sequence[tuple[str, str]], lines: Sequence[ScoreLine], top: float, pitch: float
) -> Iterator[Item]:
    """The parts of the total, and to the right of them the lines of the score, in type that fits the page."""
    ink = palette()["ink"]
    for index, (name, value) in enumerate(table):
        y, weight = top + index * TABLE_LINE, "regular"
        if index == len(table) - 1:
            y, weight = y + 1.5, "bold"
            yield Shape(polygon(((MARGIN, y - 4.6), (MARGIN + 42, y - 4.6)), False), stroke=ink, width=0.25)
        yield Text(name, MARGIN, y, 11, weight, ink)
        yield Text(value, MARGIN + 42, y, 11, weight, ink, "end")
    size = pitch / LINE * 9
    x = MARGIN + 58
    for index, line in enumerate(lines):
        y = top + index * pitch
        yield Shape(circle(x, y - 0.24 * pitch, 0.28 * pitch), fill=palette()[line.colour])
        yield Text(str(line.points), x + 9, y, size, "bold", ink, "end")
        widest, wide = to_points(PAGE[0] - MARGIN - x - 12), fonts.measure_width(line.text, "regular", size)
        yield Text(line.text, x + 12, y, size * widest / wide if wide > widest else size, "regular", ink)
