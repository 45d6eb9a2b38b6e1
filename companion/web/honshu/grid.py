"""What pages of Honshu share: whose map is shown, and its squares to be touched."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from companion.data.honshu.cards import CARD_COLUMNS, Terrain
from companion.data.honshu.map import NO_CARD, SQUARES, symbol_of
from companion.data.honshu.placements import read_card
from companion.play.honshu.ending import SitDown
from companion.play.honshu.views import MapView, View, view
from companion.play.honshu.working import square_words
from companion.rules.honshu.board import Position
from companion.sentences import Sentence
from companion.service.playing import carry_out
from companion.web.visit import Visit


def seen(visit: Visit) -> View:
    """The table as whoever asks sees it."""
    return view(visit.table.state, visit.seat)


def mine(visit: Visit, now: View) -> MapView:
    """The map of whoever asks; an empty one before they have done anything."""
    assert visit.seat is not None
    return now.map_of(visit.seat)


def looked_at(visit: Visit, now: View) -> MapView | None:
    """The map a page is about: the one asked for, one's own, else the first."""
    asked = visit.form.text("of") or visit.seat or next(iter(now.maps), "")
    if asked in now.maps:
        return now.maps[asked]
    return mine(visit, now) if asked == visit.seat and asked else None


def on_my_map(
    visit: Visit, ask: Callable[[str], object | None], then: Callable[[Visit], object] = lambda visit: None
) -> None:
    """Change one's own map by the request that ``ask`` gives, if any; a newcomer sits down first.

    What ``then`` does follows of it.
    """
    seat, table = visit.seat, visit.table
    assert seat is not None

    def change() -> None:
        if seat not in table.state.names:
            sitting = visit.house.people.sittings(table.name).get(seat)
            name = (sitting.name if sitting else "") or seat.capitalize()
            carry_out(table, SitDown(seat, name))
        request = ask(seat)
        if request is not None:
            carry_out(table, request)
        then(visit)

    visit.do(change, stale=True)


_PICTURES = {Terrain.FOREST: 5, Terrain.TOWN: 6, Terrain.LAKE: 5, Terrain.FALLOW: 6}
"""The number of pictures of each; the one a square shows follows from its place."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A place of a drawn map."""

    at: str  # the place, such as ``3.-1``
    row: int  # counted from 1 at the top of the map, as its column is from the left
    column: int
    symbol: str
    picture: str  # name of its picture; empty where no card lies
    turn: int
    cube: str
    edge: bool
    words: Sentence
    lit: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """A drawn map; its first cell lies at ``top`` and ``left``, as places are counted."""

    rows: tuple[tuple[Cell, ...], ...]
    top: int
    left: int

    @property
    def columns(self) -> int:
        """The number of cells in a row."""
        return len(self.rows[0])

    @property
    def corners(self) -> tuple[Position, Position]:
        """The places of its first and last cell."""
        return (self.top, self.left), (self.top + len(self.rows) - 1, self.left + self.columns - 1)


def picture_of(symbol: str, place: Position = (0, 0)) -> tuple[str, int]:
    """The picture of a square, and the degrees it is turned by, so that woods are not wallpaper."""
    square = SQUARES[symbol]
    if square.colour is not None:
        value = f"-{square.value}" if square.value else ""
        return f"{square.terrain.value}-{square.colour.value}{value}", 0
    mixed = (place[0] * 7 + place[1] * 13) ^ (place[0] * place[1])
    return f"{square.terrain.value}-{mixed % _PICTURES[square.terrain] + 1}", mixed // 7 % 4 * 90


def face_of(name: object) -> list[tuple[str, int]]:
    """The pictures of the squares of a card, upright."""
    symbols = [symbol_of(square) for row in read_card(str(name)).squares for square in row]
    return [picture_of(symbol, divmod(at, CARD_COLUMNS)) for at, symbol in enumerate(symbols)]


def line_picture(map_: MapView, where: Collection[Position]) -> str:
    """The picture that stands for a line of the score: its factory, or its first square; none without any."""
    symbols = [(map_.map.rows[row][column], (row, column)) for row, column in where]
    if not symbols:
        return ""
    return picture_of(*max(symbols, key=lambda each: SQUARES[each[0]].value or 0))[0]


def grid(
    map_: MapView,
    margin: int = 0,
    lit: Collection[Position] = (),
    least: int = 1,
    window: tuple[Position, Position] | None = None,
) -> Grid:
    """A map with the places about it, and those between two others.

    The places lit up count from 0 at the top left of the map, the others as they are called.
    """
    rows = map_.map.rows
    top, left = map_.corner
    height, width = len(rows), len(rows[0]) if rows else 0
    above, before = (max(margin, (least - size + 1) // 2) for size in (height, width))
    below, behind = (max(margin, (least - size) // 2) for size in (height, width))
    if window is not None:
        first, last = window
        above, before = max(above, top - first[0]), max(before, left - first[1])
        below, behind = max(below, last[0] + 1 - top - height), max(behind, last[1] + 1 - left - width)

    def symbol(row: int, column: int) -> str:
        return rows[row][column] if 0 <= row < height and 0 <= column < width else NO_CARD

    def cell(row: int, column: int) -> Cell:
        shown, place = symbol(row, column), (top + row, left + column)
        beside = ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
        edge = shown == NO_CARD and (not height or any(symbol(*each) != NO_CARD for each in beside))
        name, turn = picture_of(shown, place) if shown != NO_CARD else ("", 0)
        at, words, is_lit = f"{place[0]}.{place[1]}", square_words(shown), (row, column) in lit
        return Cell(at, row + 1, column + 1, shown, name, turn, cube_of(shown), edge, words, is_lit)

    cells = (
        tuple(cell(row, column) for column in range(-before, width + behind))
        for row in range(-above, height + below)
    )
    return Grid(tuple(cells), top - above, left - before)


def cube_of(symbol: str) -> str:
    """The colour of the cube on a square; empty without one."""
    square = SQUARES.get(symbol)
    return square.colour.value if square is not None and square.cube and square.colour else ""
