"""The map laid over its photo: what is in doubt is tapped and told, then the map is one's own."""

from collections.abc import Sequence, Set

from starlette.responses import Response

from companion.data.honshu.map import COLOUR_LETTERS, NO_CARD, SQUARES, check_grown
from companion.data.honshu.placements import read_place
from companion.errors import InputError, Refused
from companion.play.honshu.squares import square_words
from companion.play.honshu.views import View
from companion.play.honshu.working import TakeMap
from companion.rules.honshu.board import Position
from companion.sentences import say, say_count, shortened
from companion.service.honshu.scoring import scored
from companion.service.honshu.seen_map import (
    amiss,
    hanging,
    in_doubt,
    likely,
    map_seen,
    open_places,
    symbol_seen,
)
from companion.web.honshu.common import on_my_map, seen
from companion.web.honshu.grid import picture_of
from companion.web.honshu.on_photo.rivals import rivals_drawn
from companion.web.honshu.on_photo.squares import Drawn, box_of
from companion.web.honshu.photo import show_sending
from companion.web.honshu.photos import Waiting, forget, waiting
from companion.web.visit import SEATED, Page, Visit

_LAYERS = ("both", "photo", "map")
"""The ways to show it: the photo with small pictures on it, the photo alone, or the map in its place."""
_SMALL = 0.5  # of a square is its picture as wide, where the photo is seen about it
_KINDS = (
    ("F", "T", "L", "-"),
    tuple(f"{letter}{cube}" for cube in ("*", "") for letter in COLOUR_LETTERS),
    tuple(f"{letter.upper()}{value}" for value in (2, 3, 4) for letter in COLOUR_LETTERS),
)
"""All squares there are, as they are offered: land; production with and without its cube; factories."""
_CROP = 1.25, 0.95  # squares to each side and above and below of one that is asked about
_NEAR = 2.6, 2.0  # squares to each side and above and below, where one is looked at closely


def _asked(held: Waiting, now: View) -> frozenset[Position]:
    """The squares that their owner is asked about."""
    assert held.reading is not None
    return hanging(held.reading, held.settled, now.card, now.rulings)


def _draw_places(held: Waiting, asked: Set[Position]) -> tuple[Drawn, ...]:
    """Every place that was seen on the photo or may have been, row by row."""
    assert held.reading is not None
    seen = {(each.row, each.column): each for each in held.reading.squares}
    beside = open_places(held.reading, held.settled)
    places = sorted(seen.keys() | beside.keys() | held.settled.keys())
    top, left = min(row for row, _ in seen), min(column for _, column in seen)

    def drawn(place: Position) -> Drawn:
        name = say("row {row}, column {column}", row=place[0] - top + 1, column=place[1] - left + 1)
        square, told = seen.get(place), held.settled.get(place)
        if square is None:
            return Drawn(place, name, beside.get(place), told or NO_CARD, seen=False, doubt=False)
        unsure = in_doubt(square) and place not in held.settled
        symbol = told or symbol_seen(square)
        return Drawn(place, name, square.outline, symbol, seen=True, doubt=place in asked, unsure=unsure)

    return tuple(map(drawn, places))


def _questions(held: Waiting, places: Sequence[Drawn]) -> list[tuple[Drawn, tuple[str, ...]]]:
    """What their owner is asked, with what is offered."""
    assert held.reading is not None
    squares = {(each.row, each.column): each for each in held.reading.squares}
    return [(each, likely(held.reading, squares[each.place])) for each in places if each.doubt]


async def _show(visit: Visit) -> Response:
    held, form, now = waiting(visit), visit.form, seen(visit)
    if held is None or held.reading is None or held.shown is None:
        return visit.go("photo") if visit.problem is None else await show_sending(visit)
    if held.reading.rivals:
        return visit.page("honshu/photo-rivals.html", seen=now, held=held, **rivals_drawn(held, now))
    wanted, asked = form.text("square"), _asked(held, now)
    places = _draw_places(held, asked)
    chosen = next((each for each in places if each.at == wanted), None)
    squares = {(each.row, each.column): each for each in held.reading.squares}
    idle = [each for each in places if each.unsure and not each.doubt]
    map_ = map_seen(held.reading, held.settled)
    total = scored("", map_, now.card, now.rulings).score.total if map_.rows else None
    shown = [each for each in places if each.outline is not None]
    whole = box_of([each.outline for each in held.reading.squares], held.shown)
    return visit.page(
        "honshu/photo-map.html",
        seen=now,
        held=held,
        places=shown,
        doubts=[each for each in places if each.doubt],
        amiss=amiss(held.reading, held.settled),
        things=list(held.reading.about(squares[at] for at in squares if at in asked and squares[at].thing)),
        questions=[] if chosen else _questions(held, places),
        either=[squares[each.place].either_way(total, each.name) for each in idle],
        chosen=chosen,
        words=square_words,
        image=lambda symbol: picture_of(symbol)[0],
        total=total,
        squares=len(map_.symbols),
        box=chosen.near(*_NEAR) if chosen and chosen.outline else whole,
        crop=_CROP,
        layer=form.choice("as", _LAYERS, _LAYERS[0]),
        small=_SMALL,
        kinds=[[(symbol, picture_of(symbol)[0], square_words(symbol)) for symbol in row] for row in _KINDS],
    )


async def _act(visit: Visit) -> Response:
    held, form = waiting(visit), visit.form
    if form.has("take") and visit.house.tables.shelf.tap(visit.table_name, form.text("tap")) is not None:
        return visit.go("score")  # the same tap, sent again
    if held is None or held.reading is None:
        raise InputError("The photo does not wait here any more; take it again.")
    kept = {"as": form.text("as")} if form.has("as") else {}
    if form.has("take"):
        return _taken(visit, held)
    if form.has("whose"):
        held.choose(None)
    elif form.has("rival"):
        held.choose(form.number("rival", 0, len((held.before or held.reading).rivals) - 1, 0))
    elif form.has("rest"):
        drawn = _draw_places(held, _asked(held, seen(visit)))
        held.settled |= {each.place: each.symbol for each in drawn if each.doubt}
    else:
        at, _, symbol = (form.text("told") or f"{form.text('square')} {form.text('is')}").partition(" ")
        place = read_place(at)
        if symbol != NO_CARD and symbol not in SQUARES:
            raise InputError("'{value}' is not a square.", value=shortened(symbol, 20))
        check_grown({place, *((each.row, each.column) for each in held.reading.squares), *held.settled})
        held.settled[place] = symbol
    return visit.go("photo/map", **kept)


def _taken(visit: Visit, held: Waiting) -> Response:
    """Make the map that is laid over the photo one's own, and let the photo go."""
    assert held.reading is not None
    if held.reading.rivals:
        raise Refused("Say first which map is yours.")
    left = len(_asked(held, seen(visit)))
    if left:
        raise Refused(say_count("Say first what [one square shows|{count} squares show].", left))
    text = str(map_seen(held.reading, held.settled))
    on_my_map(visit, lambda seat: TakeMap(seat, text=text))
    forget(visit)
    return visit.go("score")


PAGES = (Page("/t/{table}/photo/map", _show, _act, who=SEATED, game="honshu"),)  # the map on the photo
