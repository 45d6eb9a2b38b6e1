"""Pages on which a visitor enters their own map: square by square, as a text, or card by card."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from starlette.responses import Response

from companion.data.honshu.cards import CARD_COLUMNS, Terrain
from companion.data.honshu.map import COLOUR_LETTERS, NO_CARD, SQUARES, find_edges, get_symbol
from companion.data.honshu.placements import TURNS, Placement, parse_card, parse_place, parse_placements
from companion.errors import CompanionError, InputError, Refused
from companion.play.honshu import changes
from companion.play.honshu.ending import SitDown
from companion.play.honshu.views import MapView, View, view
from companion.rules.honshu.board import Position
from companion.rules.honshu.score import score_map
from companion.sentences import Sentence
from companion.service.honshu.placing import AdvisedPlacement, HeldCard, advise_card, hold_card
from companion.service.honshu.scoring import score_seat
from companion.service.playing import carry_out
from companion.web.access import Form
from companion.web.context import SEATED, PageContext, WebPage


def get_view(context: PageContext) -> View:
    return view(context.table.state, context.seat)


def get_own_map(context: PageContext, seen: View) -> MapView:
    """The visitor's map; an empty one at first."""
    assert context.seat is not None
    return seen.get_map(context.seat)


def find_shown_map(context: PageContext, seen: View) -> MapView | None:
    """The map of a page: the one requested, the visitor's own, or else the first."""
    seat = context.form.text("of") or context.seat or next(iter(seen.maps), "")
    if seat in seen.maps:
        return seen.maps[seat]
    return get_own_map(context, seen) if seat == context.seat and seat else None


def change_own_map(
    context: PageContext,
    ask: Callable[[str], object | None],
    finish: Callable[[PageContext], object] = lambda context: None,
) -> None:
    """Change the visitor's map by the request of ``ask``, if any, then ``finish``; a new player sits down first."""
    seat, table = context.seat, context.table
    assert seat is not None

    def change() -> None:
        if seat not in table.state.names:
            sitting = context.app_state.people.sittings(table.name).get(seat)
            name = (sitting.name if sitting else "") or seat.capitalize()
            carry_out(table, SitDown(seat, name))
        if (request := ask(seat)) is not None:
            carry_out(table, request)
        finish(context)

    context.do(change, stale=True)


_PICTURES = {Terrain.FOREST: 5, Terrain.TOWN: 6, Terrain.LAKE: 5, Terrain.FALLOW: 6}
"""The number of pictures of each terrain; the place of a square decides which it shows."""


@dataclass(frozen=True, slots=True)
class MapCell:
    place: str  # its place in the map's own coordinates, such as ``3.-1``
    row: int  # counted from 1 at the top of the map; `column` from the left
    column: int
    symbol: str
    picture: str  # the name of its picture; "" without a card
    turn: int
    cube: str
    edge: bool
    words: Sentence
    is_lit: bool


@dataclass(frozen=True, slots=True)
class MapGrid:
    """A map on a page; its first cell is at ``top`` and ``left`` in the map's own coordinates."""

    rows: tuple[tuple[MapCell, ...], ...]
    top: int
    left: int

    @property
    def columns(self) -> int:
        return len(self.rows[0])

    @property
    def corners(self) -> tuple[Position, Position]:
        """The coordinates of its first and last cell."""
        return (self.top, self.left), (self.top + len(self.rows) - 1, self.left + self.columns - 1)


def picture_of(symbol: str, place: Position = (0, 0)) -> tuple[str, int]:
    """The picture of a square, and its rotation in degrees, both varied by its place."""
    square = SQUARES[symbol]
    if square.colour is not None:
        value = f"-{square.value}" if square.value else ""
        return f"{square.terrain.value}-{square.colour.value}{value}", 0
    noise = (place[0] * 7 + place[1] * 13) ^ (place[0] * place[1])
    return f"{square.terrain.value}-{noise % _PICTURES[square.terrain] + 1}", noise // 7 % 4 * 90


def face_of(name: object) -> list[tuple[str, int]]:
    """The pictures, with rotations, of the squares of an upright card."""
    symbols = [get_symbol(square) for row in parse_card(str(name)).squares for square in row]
    return [picture_of(symbol, divmod(index, CARD_COLUMNS)) for index, symbol in enumerate(symbols)]


def find_line_picture(map_: MapView, squares: Collection[Position]) -> str:
    """The picture for a line of the score: its best factory, or its first square; "" if it has no squares."""
    symbols = [(map_.map.rows[row][column], (row, column)) for row, column in squares]
    if not symbols:
        return ""
    return picture_of(*max(symbols, key=lambda each: SQUARES[each[0]].value or 0))[0]


def build_grid(
    map_: MapView,
    margin: int = 0,
    lit_squares: Collection[Position] = (),
    least: int = 1,
    window: tuple[Position, Position] | None = None,
) -> MapGrid:
    """Lay out a map with empty places around it, at least as large as ``window`` from its first to its last place.

    ``lit_squares`` counts from 0 at the top left of the map, ``window`` is in the map's own coordinates.
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

    def cell(row: int, column: int) -> MapCell:
        sign, place = symbol(row, column), (top + row, left + column)
        beside = ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
        edge = sign == NO_CARD and (not height or any(symbol(*each) != NO_CARD for each in beside))
        name, turn = picture_of(sign, place) if sign != NO_CARD else ("", 0)
        key, words, is_lit = (f"{place[0]}.{place[1]}", changes.describe_square(sign), (row, column) in lit_squares)
        return MapCell(key, row + 1, column + 1, sign, name, turn, cube_of(sign), edge, words, is_lit)

    cells = (
        tuple(cell(row, column) for column in range(-before, width + behind)) for row in range(-above, height + below)
    )
    return MapGrid(tuple(cells), top - above, left - before)


def cube_of(symbol: str) -> str:
    """The colour of the cube on a square; "" without one."""
    square = SQUARES.get(symbol)
    return square.colour.value if square is not None and square.cube and square.colour else ""


LAND = ("F", "T", "L", "-")
GOODS = tuple(COLOUR_LETTERS)
FACTORIES = tuple(letter.upper() for letter in GOODS)
KINDS = (*LAND, *GOODS, *FACTORIES, ".")
VALUES = ("2", "3", "4")
_EXAMPLE = "F F T .\nL T b* T\nL - B2 .\n"
ZOOMS = ("far", "", "near")  # sizes of squares on pages; the middle one is the default
_WIDEST = 47  # the most rows or columns for which the style sheet has sizes


async def _show_squares(context: PageContext) -> Response:
    seen = get_view(context)
    map_ = get_own_map(context, seen)
    scored_map = score_seat(seen, map_.seat)
    form = context.form
    kind, window = form.choice("kind", KINDS, KINDS[0]), _read_window(form, map_)
    return context.render_page(
        "honshu/squares.html",
        seen=seen,
        map=map_,
        grid=build_grid(map_, margin=1, window=window),
        window=window,
        total=0 if scored_map is None else scored_map.score.total,
        kind=kind,
        value=form.choice("value", VALUES, VALUES[0]),
        bare=form.has("bare"),
        zoom=form.choice("zoom", ZOOMS, ""),
        land=[(letter, *_describe_symbol(letter)) for letter in LAND],
        goods=[(letter, *_describe_symbol(letter), COLOUR_LETTERS[letter].word) for letter in GOODS],
        factories=[(each.upper(), *_describe_symbol(f"{each.upper()}2"), COLOUR_LETTERS[each].word) for each in GOODS],
        last=map_.last_change,
        next=map_.next,
    )


def _read_window(form: Form, map_: MapView) -> tuple[Position, Position]:
    """The first and last place that the page shows, the same from tap to tap, so that squares keep place and size."""
    window = build_grid(map_, margin=1, least=5).corners
    if form.has("first"):
        first, last = (parse_place(form.text(name)) for name in ("first", "last"))
        top, left, bottom, right = find_edges((first, last, *window))
        if first[0] <= last[0] and first[1] <= last[1] and max(bottom - top, right - left) < _WIDEST:
            return first, last
    return window


def _describe_symbol(symbol: str) -> tuple[str, object]:
    return picture_of(symbol)[0], changes.describe_square(symbol)


async def _put_squares(context: PageContext) -> Response:
    form = context.form
    kind = form.choice("kind", KINDS, KINDS[0])
    value = form.choice("value", VALUES, VALUES[0])
    without_cubes, zoom = form.has("bare"), form.choice("zoom", ZOOMS, "")
    if form.has("undo"):
        change_own_map(context, changes.TakeBack)
    elif form.has("redo"):
        change_own_map(context, changes.PutBack)
    else:
        places = [parse_place(text) for text in form.texts("square")]
        symbol = kind + (value if kind in FACTORIES else "*" if kind in GOODS and not without_cubes else "")
        if places:
            change_own_map(
                context, lambda seat: changes.find_paint_request(get_view(context).get_map(seat), places, symbol)
            )
    query = {"kind": kind, "value": value, "bare": "1" if without_cubes else "", "zoom": zoom}
    query |= {name: form.text(name) for name in ("first", "last")}
    return context.redirect("squares", **{name: each for name, each in query.items() if each})


async def _show_text(context: PageContext) -> Response:
    seen = get_view(context)
    map_ = get_own_map(context, seen)
    text = f"{map_.map}\n" if map_.squares else ""
    map_text = context.get_typed("text", text).replace("\r", "")
    return context.render_page(
        "honshu/typed.html",
        seen=seen,
        map=map_,
        text=text,
        example=None if map_text.strip() else _EXAMPLE,
        grid=_preview_text(context, map_, map_text if map_text.strip() else _EXAMPLE),
        signs=[(sign, *_describe_symbol(sign)) for sign in (*LAND, *GOODS, "b*", "B2")],
        cards=changes.format_placements(context.table.state.maps[map_.seat]) if map_.squares else None,
    )


def _preview_text(context: PageContext, map_: MapView, text: str) -> MapGrid | None:
    """The map that a text describes; ``None`` while it is not a map."""
    state = context.table.state
    if map_.seat in state.names:
        try:
            map_ = view(changes.preview_map(state, map_.seat, text)).get_map(map_.seat)
        except Refused:  # the text is the present map
            pass
        except InputError:
            return None
    return build_grid(map_) if map_.squares else None


async def _take_text(context: PageContext) -> Response:
    context.form.text("text")  # refuse a text that is too long
    text = "\n".join(context.form.texts("text")[-1:]).replace("\r", "")
    change_own_map(context, lambda seat: changes.TakeMap(seat, text=text))
    return context.redirect("squares")


STARTS = tuple(f"{side}{number}" for side in "AB" for number in range(1, 7))
_REACH = 3  # a card that touches a map extends at most this far beyond it


async def _show_card(context: PageContext) -> Response:
    seen = get_view(context)
    map_ = get_own_map(context, seen)
    ghost = _find_held_card(context, seen, map_)
    number = ghost.placement.card.name if ghost is not None else context.get_typed("card")
    return context.render_page(
        "honshu/card.html",
        seen=seen,
        map=map_,
        grid=build_grid(map_, margin=_REACH, least=7),
        total=0 if map_.land is None else score_map(map_.land, seen.card, seen.rulings).total,
        held=ghost,
        number=number,
        waits=number.isdecimal() and int(number) in map_.waiting_cards,
        reach=ghost is None or not ghost.faults or frozenset(f"{row}.{column}" for row, column in ghost.faults),
        places=None if ghost is None else _format_places(ghost),
        turn=_read_turn(context),
        starts=() if map_.squares else STARTS,
        advice=_list_advice(context, seen, map_, ghost),
        zoom=context.form.choice("zoom", ZOOMS, ""),
        picture_of=picture_of,
        last=map_.last_change,
    )


def _read_turn(context: PageContext) -> int:
    return int(context.form.choice("turn", [str(turn) for turn in TURNS], "0"))


def _find_held_card(context: PageContext, seen: View, map_: MapView) -> HeldCard | None:
    """The card to place, if any; a text that is not a card becomes the problem of the page."""
    form = context.form
    card = form.text("card") or "".join(map(str, map_.waiting_cards[:1]))  # by default the card just taken
    if not card:
        return None
    try:
        position = parse_place(form.text("at")) if form.has("at") else None
        return hold_card(seen, map_.seat, card, position, _read_turn(context), form.text("under") or None)
    except CompanionError as error:
        context.problem = context.problem or error.message
        return None


def _format_places(ghost: HeldCard) -> str:
    """A text for dragging: for each place of the card's corner, its faulty squares or the points of the map with it."""
    marks = {place: f"!{''.join(map(str, reasons))}" for place, reasons in ghost.faults.items()} | dict(ghost.totals)
    return " ".join(f"{row}.{column}:{each}" for (row, column), each in marks.items())


def _list_advice(
    context: PageContext, seen: View, map_: MapView, ghost: HeldCard | None
) -> list[tuple[AdvisedPlacement, dict[str, object]]]:
    """The best places for the card, each with the query of the page that shows it."""
    if ghost is None or not context.form.has("advise") or not map_.squares:
        return []
    answer = advise_card(seen, map_.seat, ghost.placement.card.name)
    if answer.refused is not None:
        context.problem = context.problem or answer.refused
        return []
    places = [line for line in answer.lines if isinstance(line, AdvisedPlacement)]
    return [(place, _build_query(place.placement)) for place in places]


def _build_query(spot: Placement) -> dict[str, object]:
    """The query of the page that shows a card at an advised place."""
    place = f"{spot.row}.{spot.column}"
    return {"card": spot.card.name, "at": place, "turn": spot.turn, "under": spot.under or "", "advise": "1"}


async def _lay_card(context: PageContext) -> Response:
    form = context.form
    if form.has("undo"):
        change_own_map(context, changes.TakeBack)
        return context.redirect("card")
    if form.has("way"):  # an advised place
        placement = parse_placements(form.text("way"))[0]
        card, position = placement.card.name, (placement.row, placement.column, placement.turn, placement.under)
    else:
        card, place = form.text("card"), parse_place(form.text("at"))
        position = (*place, _read_turn(context), form.text("under") or None)
    is_waiting = card in map(str, get_own_map(context, get_view(context)).waiting_cards)
    change_own_map(context, lambda seat: changes.LayCard(seat, card.upper(), *position))
    return context.redirect("" if is_waiting else "card")


PAGES: tuple[WebPage, ...] = (
    WebPage("/t/{table}/squares", _show_squares, _put_squares, role=SEATED, game="honshu"),
    WebPage("/t/{table}/text", _show_text, _take_text, role=SEATED, game="honshu"),
    WebPage("/t/{table}/card", _show_card, _lay_card, role=SEATED, game="honshu"),
)
