"""A map read from a photo, looked over on it and taken in."""

import math
from collections import defaultdict
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from companion.data.honshu.map import COLOUR_LETTERS, NO_CARD, SQUARES, check_grown
from companion.data.honshu.placements import read_place
from companion.errors import InputError, Refused
from companion.play.honshu.views import View
from companion.play.honshu.working import TakeMap, square_words
from companion.rules.honshu.board import Position
from companion.sentences import Sentence, say, say_count, shortened
from companion.service.honshu.scoring import scored
from companion.service.honshu.seen_map import (
    ShownPhoto,
    amiss,
    hanging,
    in_doubt,
    likely,
    map_seen,
    moved,
    open_places,
    symbol_seen,
)
from companion.vision.honshu.reading import Outline, Point
from companion.web.honshu.photos import Waiting, forget, show_sending, waiting
from companion.web.honshu.squares import cube_of, on_my_map, picture_of, seen
from companion.web.visit import SEATED, Page, Visit

_TILE = 44  # pixels of a square's picture
_RIM = 0.7  # of a square is seen about the map


def middle_of(*outlines: Outline) -> Point:
    """The middle of squares in a photo."""
    xs, ys = zip(*(corner for each in outlines for corner in each), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def side_of(outline: Outline) -> float:
    """The width of a square in a photo, in pixels."""
    (ax, ay), _, (cx, cy), _ = outline
    return math.hypot(cx - ax, cy - ay) / math.sqrt(2)


def box_of(outlines: Sequence[Outline], photo: ShownPhoto) -> str:
    """The part of a photo that shows squares and a little more, as a drawing writes it; all without any."""
    if not outlines:
        return f"0 0 {photo.width} {photo.height}"
    xs, ys = zip(*(corner for each in outlines for corner in each), strict=True)
    rim = max(map(side_of, outlines)) * _RIM
    left, top = min(xs) - rim, min(ys) - rim
    return f"{left:.1f} {top:.1f} {max(xs) + rim - left:.1f} {max(ys) + rim - top:.1f}"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A place of the map on the photo."""

    place: Position
    name: Sentence  # the same in words, from 1 at the top left
    outline: Outline | None  # ``None`` of one that was told far off what the photo shows
    symbol: str
    seen: bool
    doubt: bool  # the score hangs on what is not sure about it
    unsure: bool = False

    @property
    def at(self) -> str:
        """The place, such as ``3.2``."""
        return "{}.{}".format(*self.place)

    @property
    def points(self) -> str:
        """Its corners, as a drawing writes them."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.outline or ())

    @property
    def middle(self) -> Point:
        """Its middle in the photo."""
        assert self.outline is not None
        return middle_of(self.outline)

    @property
    def size(self) -> float:
        """Its width in the photo, in pixels."""
        assert self.outline is not None
        return side_of(self.outline)

    def near(self, across: float, down: float) -> str:
        """The part of the photo so many squares about its middle, as a drawing writes it."""
        (x, y), across, down = self.middle, self.size * across, self.size * down
        return f"{x - across:.1f} {y - down:.1f} {2 * across:.1f} {2 * down:.1f}"

    @property
    def cube(self) -> str:
        """The colour of the cube on it, if there is one."""
        return cube_of(self.symbol)

    @property
    def picture(self) -> str:
        """The picture of what it shows; empty where no card lies, or nobody can tell."""
        return picture_of(self.symbol, self.place)[0] if self.symbol in SQUARES else ""

    def matrix(self, wide: float) -> str:
        """The transformation that lays a picture, a share of the square wide, into its middle."""
        assert self.outline is not None
        (ax, ay), (bx, by), _, (dx, dy) = self.outline
        x, y = self.middle
        right, down = ((bx - ax) * wide, (by - ay) * wide), ((dx - ax) * wide, (dy - ay) * wide)
        left, top = x - (right[0] + down[0]) / 2, y - (right[1] + down[1]) / 2
        turned = " ".join(f"{each / _TILE:.4f}" for each in (*right, *down))
        return f"matrix({turned} {left:.1f} {top:.1f})"


def rivals_drawn(held: Waiting, now: View) -> dict[str, Any]:
    """What the page is given: each reading with its name and points, and where their photo shows them.

    ``out`` are the squares in sight of cards that one or another leaves out; ``named`` is where to name them.
    """
    reading = held.reading
    assert reading is not None
    assert held.shown is not None
    doubted = {name for each in reading.rivals for name in each.without}
    every = {(each.card, each.outline) for rival in reading.rivals for each in rival.squares}
    out = defaultdict[str, set[Outline]](set)
    for card, outline in every:
        if card in doubted:
            out[card].add(outline)
    totals = (
        scored("", map_seen(each, moved(held.settled, reading, each)), now.card, now.rulings).score.total
        for each in reading.rivals
    )
    outlines = [outline for _, outline in every]
    return {
        "box": box_of(outlines, held.shown),
        "side": max(map(side_of, outlines), default=0.0),
        "rivals": [*zip(reading.rivals, totals, strict=True)],
        "out": out,
        "named": {name: middle_of(*squares) for name, squares in out.items()},
    }


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


PAGES = (Page("/t/{table}/photo/map", _show, _act, who=SEATED, game="honshu"),)  # a map on its photo
