"""One's own map told on a phone: square by square, as a text, or card by card."""

from starlette.responses import Response

from companion.data.honshu.map import COLOUR_LETTERS, edges_of
from companion.data.honshu.placements import TURNS, Placement, read_place, read_placements
from companion.errors import CompanionError, InputError, Refused
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
from companion.rules.honshu.score.scoring import score
from companion.service.honshu.placing import AdvisedPlacement, HeldCard, advise_card, held_card
from companion.service.honshu.scoring import score_of
from companion.web.form import Form
from companion.web.honshu.grid import Grid, grid, mine, on_my_map, picture_of, seen
from companion.web.visit import SEATED, Page, Visit

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


PAGES = (
    Page("/t/{table}/squares", _show_squares, _put_squares, who=SEATED, game="honshu"),
    Page("/t/{table}/text", _text, _take_text, who=SEATED, game="honshu"),
    Page("/t/{table}/card", _show_card, _lay_card, who=SEATED, game="honshu"),
)
"""Where one's own map is worked on."""
