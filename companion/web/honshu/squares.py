"""One's own map told on a phone: square by square, as a text, or card by card."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from starlette.responses import Response

from companion.data.honshu.cards import CARD_COLUMNS, Terrain
from companion.data.honshu.map import COLOUR_LETTERS, NO_CARD, SQUARES, edges_of, symbol_of
from companion.data.honshu.placements import TURNS, Placement, read_card, read_place, read_placements
from companion.errors import CompanionError, InputError, Refused
from companion.play.honshu.ending import SitDown
from companion.play.honshu.views import MapView, View, view
from companion.play.honshu.working import (
    LayCard,
    PutBack,
    TakeBack,
    TakeMap,
    cards_text,
    painted,
    square_words,
    with_text,
)
from companion.rules.honshu.board import Position
from companion.rules.honshu.score import score
from companion.sentences import Sentence
from companion.service.honshu.placing import AdvisedPlacement, HeldCard, advise_card, held_card
from companion.service.honshu.scoring import score_of
from companion.service.playing import carry_out
from companion.web.form import Form
from companion.web.visit import SEATED, Page, Visit


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


LAND = ("F", "T", "L", "-")
GOODS = tuple(COLOUR_LETTERS)
FACTORIES = tuple(letter.upper() for letter in GOODS)
KINDS = (*LAND, *GOODS, *FACTORIES, ".")
VALUES = ("2", "3", "4")
_EXAMPLE = "F F T .\nL T b* T\nL - B2 .\n"
ZOOMS = ("far", "", "near")  # the sizes of a drawn square; the middle one by default
_WIDEST = 47  # the rows or columns for which the style sheet has a width


async def _show_squares(visit: Visit) -> Response:
    now = seen(visit)
    map_ = mine(visit, now)
    scored = score_of(now, map_.seat)
    form = visit.form
    kind, window = form.choice("kind", KINDS, KINDS[0]), _window(form, map_)
    return visit.page(
        "honshu/squares.html",
        seen=now,
        map=map_,
        grid=grid(map_, margin=1, window=window),
        window=window,
        total=0 if scored is None else scored.score.total,
        kind=kind,
        value=form.choice("value", VALUES, VALUES[0]),
        bare=form.has("bare"),
        zoom=form.choice("zoom", ZOOMS, ""),
        land=[(letter, *_drawn(letter)) for letter in LAND],
        goods=[(letter, *_drawn(letter), COLOUR_LETTERS[letter].word) for letter in GOODS],
        factories=[(each.upper(), *_drawn(f"{each.upper()}2"), COLOUR_LETTERS[each].word) for each in GOODS],
        last=map_.last,
        next=map_.next,
    )


def _window(form: Form, map_: MapView) -> tuple[Position, Position]:
    """The places between which the map is seen at first.

    They stay while it is tapped, so that no square moves or changes its size; the map may grow beyond them.
    """
    whole = grid(map_, margin=1, least=5).corners
    if form.has("first"):
        first, last = (read_place(form.text(name)) for name in ("first", "last"))
        top, left, bottom, right = edges_of((first, last, *whole))
        if first[0] <= last[0] and first[1] <= last[1] and max(bottom - top, right - left) < _WIDEST:
            return first, last
    return whole


def _drawn(symbol: str) -> tuple[str, object]:
    return picture_of(symbol)[0], square_words(symbol)


async def _put_squares(visit: Visit) -> Response:
    form = visit.form
    kind = form.choice("kind", KINDS, KINDS[0])
    value = form.choice("value", VALUES, VALUES[0])
    bare, zoom = form.has("bare"), form.choice("zoom", ZOOMS, "")
    if form.has("undo"):
        on_my_map(visit, TakeBack)
    elif form.has("redo"):
        on_my_map(visit, PutBack)
    else:
        places = [read_place(text) for text in form.all("square")]
        symbol = kind + (value if kind in FACTORIES else "*" if kind in GOODS and not bare else "")
        if places:
            on_my_map(visit, lambda seat: painted(seen(visit).map_of(seat), places, symbol))
    kept = {"kind": kind, "value": value, "bare": "1" if bare else "", "zoom": zoom}
    kept |= {name: form.text(name) for name in ("first", "last")}
    return visit.go("squares", **{name: each for name, each in kept.items() if each})


async def _text(visit: Visit) -> Response:
    now = seen(visit)
    map_ = mine(visit, now)
    text = f"{map_.map}\n" if map_.squares else ""
    typed = visit.typed("text", text).replace("\r", "")
    return visit.page(
        "honshu/typed.html",
        seen=now,
        map=map_,
        text=text,
        example=None if typed.strip() else _EXAMPLE,
        grid=_read_as(visit, map_, typed if typed.strip() else _EXAMPLE),
        signs=[(sign, *_drawn(sign)) for sign in (*LAND, *GOODS, "b*", "B2")],
        cards=cards_text(visit.table.state.maps[map_.seat]) if map_.squares else None,
    )


def _read_as(visit: Visit, map_: MapView, text: str) -> Grid | None:
    """The map that a text is read as; ``None`` where it is none yet."""
    state = visit.table.state
    if map_.seat in state.names:
        try:
            map_ = view(with_text(state, map_.seat, text)).map_of(map_.seat)
        except Refused:  # it is the map that lies there
            pass
        except InputError:
            return None
    return grid(map_) if map_.squares else None


async def _take_text(visit: Visit) -> Response:
    visit.form.text("text")  # not longer than is read
    text = "\n".join(visit.form.all("text")[-1:]).replace("\r", "")
    on_my_map(visit, lambda seat: TakeMap(seat, text=text))
    return visit.go("squares")


STARTS = tuple(f"{side}{number}" for side in "AB" for number in range(1, 7))
_REACH = 3  # places about a map where a card that touches it can reach


async def _show_card(visit: Visit) -> Response:
    now = seen(visit)
    map_ = mine(visit, now)
    held = _held(visit, now, map_)
    number = held.placement.card.name if held is not None else visit.typed("card")
    return visit.page(
        "honshu/card.html",
        seen=now,
        map=map_,
        grid=grid(map_, margin=_REACH, least=7),
        total=0 if map_.land is None else score(map_.land, now.card, now.rulings).total,
        held=held,
        number=number,
        waits=number.isdecimal() and int(number) in map_.waiting,
        reach=held is None or not held.faults or frozenset(f"{row}.{column}" for row, column in held.faults),
        places=None if held is None else _places(held),
        turn=_turn(visit),
        starts=() if map_.squares else STARTS,
        advice=_advice(visit, now, map_, held),
        zoom=visit.form.choice("zoom", ZOOMS, ""),
        picture_of=picture_of,
        last=map_.last,
    )


def _turn(visit: Visit) -> int:
    return int(visit.form.choice("turn", [str(turn) for turn in TURNS], "0"))


def _held(visit: Visit, now: View, map_: MapView) -> HeldCard | None:
    """The card that is held, if any; a text that is no card becomes the problem of the page."""
    form = visit.form
    card = form.text("card") or "".join(map(str, map_.waiting[:1]))  # what was taken is at the thumb
    if not card:
        return None
    try:
        at = read_place(form.text("at")) if form.has("at") else None
        return held_card(now, map_.seat, card, at, _turn(visit), form.text("under") or None)
    except CompanionError as error:
        visit.problem = visit.problem or error.whole
        return None


def _places(held: HeldCard) -> str:
    """For who drags it, by place of its corner: the squares at fault, or the points of the map with it."""
    told = {at: f"!{''.join(map(str, wrong))}" for at, wrong in held.faults.items()} | dict(held.totals)
    return " ".join(f"{row}.{column}:{each}" for (row, column), each in told.items())


def _advice(
    visit: Visit, now: View, map_: MapView, held: HeldCard | None
) -> list[tuple[AdvisedPlacement, dict[str, object]]]:
    """The best places for the card, and where each is shown."""
    if held is None or not visit.form.has("advise") or not map_.squares:
        return []
    answer = advise_card(now, map_.seat, held.placement.card.name)
    if answer.refused is not None:
        visit.problem = visit.problem or answer.refused
        return []
    places = [line for line in answer.lines if isinstance(line, AdvisedPlacement)]
    return [(place, _query(place.placement)) for place in places]


def _query(placed: Placement) -> dict[str, object]:
    """The fields that show a card held where it was advised."""
    at = f"{placed.row}.{placed.column}"
    return {
        "card": placed.card.name,
        "at": at,
        "turn": placed.turn,
        "under": placed.under or "",
        "advise": "1",
    }


async def _lay_card(visit: Visit) -> Response:
    form = visit.form
    if form.has("undo"):
        on_my_map(visit, TakeBack)
        return visit.go("card")
    if form.has("way"):  # one of the best places, as it was told
        way = read_placements(form.text("way"))[0]
        card, asked = way.card.name, (way.row, way.column, way.turn, way.under)
    else:
        card, asked = (
            form.text("card"),
            (*read_place(form.text("at")), _turn(visit), form.text("under") or None),
        )
    waited = card in map(str, mine(visit, seen(visit)).waiting)
    on_my_map(visit, lambda seat: LayCard(seat, card.upper(), *asked))
    return visit.go("" if waited else "card")


PAGES: tuple[Page, ...] = (
    Page("/t/{table}/squares", _show_squares, _put_squares, who=SEATED, game="honshu"),
    Page("/t/{table}/text", _text, _take_text, who=SEATED, game="honshu"),
    Page("/t/{table}/card", _show_card, _lay_card, who=SEATED, game="honshu"),
)
