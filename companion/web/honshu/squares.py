"""A map tapped square by square, a kind picked and squares tapped or drawn over; or pasted in as text."""

from starlette.responses import Response

from companion.data.honshu.map import COLOUR_LETTERS, edges_of
from companion.data.honshu.placements import read_place
from companion.errors import InputError, Refused
from companion.play.honshu.squares import painted, square_words
from companion.play.honshu.views import MapView, view
from companion.play.honshu.working import PutBack, TakeBack, TakeMap, cards_text, with_text
from companion.rules.honshu.board import Position
from companion.service.honshu.scoring import score_of
from companion.web.form import Form
from companion.web.honshu.common import mine, on_my_map, seen
from companion.web.honshu.grid import Grid, grid, picture_of
from companion.web.visit import SEATED, Page, Visit

LAND = ("F", "T", "L", "-")
GOODS = tuple(COLOUR_LETTERS)
FACTORIES = tuple(letter.upper() for letter in GOODS)
KINDS = (*LAND, *GOODS, *FACTORIES, ".")
VALUES = ("2", "3", "4")
_EXAMPLE = "F F T .\nL T b* T\nL - B2 .\n"
ZOOMS = ("far", "", "near")  # the sizes of a drawn square; the middle one by default
_WIDEST = 47  # the rows or columns for which the style sheet has a width


async def _show(visit: Visit) -> Response:
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


async def _act(visit: Visit) -> Response:
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


PAGES = (
    Page("/t/{table}/squares", _show, _act, who=SEATED, game="honshu"),
    Page("/t/{table}/text", _text, _take_text, who=SEATED, game="honshu"),
)
"""The map by squares, and as text."""
