"""The map laid over its photo: what is in doubt is tapped and told, then the map is one's own."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from starlette.responses import Response

from companion.data.honshu.map import COLOUR_LETTERS, NO_CARD, SQUARES, check_grown
from companion.errors import InputError, Refused
from companion.play.honshu.squares import read_place, square_words
from companion.play.honshu.taking import TakeText
from companion.rules.honshu.map.board import Position
from companion.sentences import Sentence, say, say_count, shortened
from companion.service.honshu.photo_look import ShownPhoto
from companion.service.honshu.scored import scored
from companion.service.honshu.seen_map import in_doubt, map_seen, open_places, symbol_seen
from companion.vision.honshu.reading import Outline
from companion.web.honshu.common import on_my_map, seen
from companion.web.honshu.grid import cube_of, picture_of
from companion.web.honshu.photo import show_sending
from companion.web.honshu.photos import Waiting, forget, read, waiting
from companion.web.pages import SEATED, Page
from companion.web.visit import Visit

_LAYERS = ("both", "photo", "map")
"""The ways to show it: the photo with small pictures on it, the photo alone, or the map in its place."""
_TILE = 44  # pixels of a square's picture
_SMALL = 0.5  # of a square is its picture as wide, where the photo is seen about it
_KINDS = (
    ("F", "T", "L", "-"),
    tuple(f"{letter}{cube}" for cube in ("*", "") for letter in COLOUR_LETTERS),
    tuple(f"{letter.upper()}{value}" for value in (2, 3, 4) for letter in COLOUR_LETTERS),
)
"""All squares there are, as they are offered: land; production with and without its cube; factories."""
_RIM = 0.7  # of a square is seen about the map
_NEAR = 2.6, 2.0  # squares to each side and above and below, where one is looked at closely


@dataclass(frozen=True, slots=True)
class Drawn:
    """A place of the map on the photo."""

    place: Position
    name: Sentence  # the same in words, from 1 at the top left
    outline: Outline | None  # ``None`` where the photo does not show it
    symbol: str
    seen: bool
    doubt: bool

    @property
    def at(self) -> str:
        """The place, such as ``3.2``."""
        return "{}.{}".format(*self.place)

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Its corners in the photo; none where that does not show it."""
        return self.outline or ()

    @property
    def points(self) -> str:
        """Its corners, as a drawing writes them."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.corners)

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle in the photo."""
        xs, ys = zip(*self.corners, strict=True)
        return sum(xs) / 4, sum(ys) / 4

    @property
    def size(self) -> float:
        """Its width in the photo, in pixels."""
        (ax, ay), _, (cx, cy), _ = self.corners
        return math.hypot(cx - ax, cy - ay) / math.sqrt(2)

    @property
    def box(self) -> str:
        """The part of the photo that is seen closely, as a drawing writes it."""
        (x, y), (across, down) = self.middle, (self.size * each for each in _NEAR)
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
        (ax, ay), (bx, by), _, (dx, dy) = self.corners
        x, y = self.middle
        right, down = ((bx - ax) * wide, (by - ay) * wide), ((dx - ax) * wide, (dy - ay) * wide)
        left, top = x - (right[0] + down[0]) / 2, y - (right[1] + down[1]) / 2
        turned = " ".join(f"{each / _TILE:.4f}" for each in (*right, *down))
        return f"matrix({turned} {left:.1f} {top:.1f})"


def _box(places: Sequence[Drawn], photo: ShownPhoto) -> str:
    """The part of a photo that shows the map and a little more, as a drawing writes it."""
    places = [each for each in places if each.seen]
    if not places:
        return f"0 0 {photo.width} {photo.height}"
    xs, ys = zip(*(corner for each in places for corner in each.corners), strict=True)
    rim = max(each.size for each in places) * _RIM
    left, top = min(xs) - rim, min(ys) - rim
    return f"{left:.1f} {top:.1f} {max(xs) + rim - left:.1f} {max(ys) + rim - top:.1f}"


def _showing(held: Waiting, at: str, photo: int) -> int:
    """The photo that shows a square: the one that is looked at, else the first that does."""
    assert held.reading is not None
    for each in held.reading.squares:
        if f"{each.row}.{each.column}" == at and each.outlines[photo : photo + 1] == (None,):
            return next((at for at, outline in enumerate(each.outlines) if outline is not None), photo)
    return photo


def _drawn(held: Waiting, photo: int) -> tuple[Drawn, ...]:
    """Every place that was seen on the photos or may have been, row by row."""
    assert held.reading is not None
    seen = {(each.row, each.column): each for each in held.reading.squares}
    beside = open_places(held.reading, held.settled, photo)
    places = sorted(seen.keys() | beside.keys() | held.settled.keys())
    top, left = min(row for row, _ in seen), min(column for _, column in seen)

    def drawn(place: Position) -> Drawn:
        name = say("row {row}, column {column}", row=place[0] - top + 1, column=place[1] - left + 1)
        square, told = seen.get(place), held.settled.get(place)
        if square is None:
            return Drawn(place, name, beside.get(place), told or NO_CARD, seen=False, doubt=False)
        outline = square.outlines[photo] if photo < len(square.outlines) else beside.get(place)
        doubt = in_doubt(square) and place not in held.settled
        return Drawn(place, name, outline, told or symbol_seen(square) or "", seen=True, doubt=doubt)

    return tuple(map(drawn, places))


async def _show(visit: Visit) -> Response:
    held, form, now = waiting(visit), visit.form, seen(visit)
    if held is None or held.reading is None:
        return visit.go("photo") if visit.problem is None else await show_sending(visit)
    photo, asked = form.number("n", 0, len(held.shown) - 1, 0), form.text("square")
    photo = _showing(held, asked, photo)
    places = _drawn(held, photo)
    doubts = [each for each in places if each.doubt]
    chosen = next((each for each in places if each.at == asked), None)
    map_ = map_seen(held.reading, held.settled)
    score = scored("", map_, now.card, now.rulings).score if map_.rows else None
    shown = [each for each in places if each.outline is not None]
    return visit.page(
        "honshu/photo-map.html",
        seen=now,
        held=held,
        photo=photo,
        places=shown,
        doubts=doubts,
        chosen=chosen,
        words=lambda symbol: square_words(symbol) if symbol else say("nobody can tell"),
        total=None if score is None else score.total,
        squares=len(map_.symbols),
        box=chosen.box if chosen and chosen.outline else _box(shown, held.shown[photo]),
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
    kept = {name: form.text(name) for name in ("n", "as") if form.has(name)}
    if form.has("take"):
        return _taken(visit, held)
    if form.has("again"):
        wish = held.wish
        await read(visit, wish.photos, wish.corners, wish.rows, wish.columns, held.settled)
    elif form.has("rest"):
        held.settled |= {each.place: each.symbol for each in _drawn(held, 0) if each.doubt and each.symbol}
    else:
        place, symbol = read_place(form.text("square")), form.text("is")
        if symbol != NO_CARD and symbol not in SQUARES:
            raise InputError("'{value}' is not a square.", value=shortened(symbol, 20))
        check_grown({place, *((each.row, each.column) for each in held.reading.squares), *held.settled})
        held.settled[place] = symbol
        left = [each.place for each in _drawn(held, 0) if each.doubt]
        after = next((each for each in left if each > place), left[0] if left else None)
        if after is not None and held.wish.corners is None:  # a guess: all are looked at together
            kept["square"] = "{}.{}".format(*after)
    return visit.go("photo/map", **kept)


def _taken(visit: Visit, held: Waiting) -> Response:
    """Make the map that is laid over the photo one's own, and let the photo go."""
    assert held.reading is not None
    left = sum(each.doubt for each in _drawn(held, 0))
    if left:
        raise Refused(
            say_count("Say first what one square shows.", "Say first what {count} squares show.", left)
        )
    text = str(map_seen(held.reading, held.settled))
    on_my_map(visit, lambda seat: TakeText(seat, text))
    forget(visit)
    return visit.go("score")


PAGES = (Page("/t/{table}/photo/map", _show, _act, who=SEATED, game="honshu"),)  # the map on the photo
