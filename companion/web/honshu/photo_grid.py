"""A grid laid over a photo by its corners, for a map without seals: its squares are guessed from there."""

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.responses import Response

from companion.data.honshu.map import LONGEST_SIDE
from companion.errors import InputError, Refused
from companion.sentences import say
from companion.service.honshu.photo_look import ShownPhoto, grid_lines
from companion.vision.matrices import Point, Quad
from companion.web.form import Form
from companion.web.honshu.common import seen
from companion.web.honshu.photo import show_sending
from companion.web.honshu.photos import Waiting, read, waiting
from companion.web.visit import SEATED, Page, Visit

_CORNERS = (
    say("upper left corner"),
    say("upper right corner"),
    say("lower right corner"),
    say("lower left corner"),
)
_USUAL = 9  # squares along the shorter side of the photo at first; a map of thirteen cards has eight to ten
_IN = 0.12  # of the photo is left about the grid at first
_RIM = 0.03  # of the photo is drawn about it
_NUDGE = 4  # pixels that an arrow moves a corner


@dataclass(frozen=True, slots=True)
class Laid:
    """A grid over a photo, in pixels of it as it is shown; arrows move the chosen corner."""

    corners: Quad
    rows: int
    columns: int
    chosen: int

    @property
    def query(self) -> dict[str, int]:
        """The fields that tell it."""
        told = {
            f"{axis}{at}": round(value)
            for at, corner in enumerate(self.corners)
            for axis, value in zip("xy", corner, strict=True)
        }
        return {**told, "rows": self.rows, "columns": self.columns, "corner": self.chosen}

    @property
    def edge(self) -> str:
        """Its outline, as a drawing writes it."""
        return " ".join(map(_point, self.corners))

    @property
    def lines(self) -> str:
        """The lines within, as a drawing writes them."""
        lines = grid_lines(self.corners, self.rows, self.columns)
        return "".join(f"M{_point(start)} {_point(end)}" for start, end in lines)

    def box(self, photo: ShownPhoto) -> tuple[float, float, float, float]:
        """The drawn part: the photo, and corners beyond it; left, top, width, height."""
        xs, ys = zip(*self.corners, (0, 0), (photo.width, photo.height), strict=True)
        rim = max(photo.width, photo.height) * _RIM
        left, top = min(xs) - rim, min(ys) - rim
        return left, top, max(xs) + rim - left, max(ys) + rim - top

    @property
    def near(self) -> tuple[float, float, float]:
        """The part of the photo close to the chosen corner: left, top, and the side of the square."""
        (ax, ay), _, (cx, cy), _ = self.corners
        side = max(abs(cx - ax) / self.columns, abs(cy - ay) / self.rows, 20) * 1.6
        x, y = self.corners[self.chosen]
        return x - side / 2, y - side / 2, side


def _point(point: Point) -> str:
    return f"{point[0]:.1f},{point[1]:.1f}"


def _at_first(photo: ShownPhoto) -> Laid:
    """A grid before anybody has moved it."""
    left, top = photo.width * _IN, photo.height * _IN
    right, bottom = photo.width - left, photo.height - top
    square = min(right - left, bottom - top) / _USUAL
    return Laid(
        ((left, top), (right, top), (right, bottom), (left, bottom)),
        min(round((bottom - top) / square), LONGEST_SIDE),
        min(round((right - left) / square), LONGEST_SIDE),
        0,
    )


def _bounds(photo: ShownPhoto) -> Mapping[str, tuple[int, int]]:
    """The least and the most of every field; a corner without a card may lie beyond the photo."""
    wide, high = photo.width // 2, photo.height // 2
    along = {"x": (-wide, 3 * wide), "y": (-high, 3 * high)}
    size = {"rows": (1, LONGEST_SIDE), "columns": (1, LONGEST_SIDE), "corner": (0, 3)}
    return {**{f"{axis}{at}": along[axis] for at in range(4) for axis in "xy"}, **size}


def _laid(told: Mapping[str, int]) -> Laid:
    one, two, three, four = ((float(told[f"x{at}"]), float(told[f"y{at}"])) for at in range(4))
    return Laid((one, two, three, four), told["rows"], told["columns"], told["corner"])


def _before(held: Waiting) -> Laid:
    """The grid as it lies now."""
    first = _at_first(held.shown[0])
    wish = held.wish
    return first if wish.corners is None else Laid(wish.corners, wish.rows, wish.columns, 0)


def _typed(form: Form, held: Waiting) -> Laid:
    """The grid that a form tells, after a tap on one of its arrows; whatever cannot be is made to fit."""
    told = _before(held).query
    for name, (least, most) in _bounds(held.shown[0]).items():
        typed = form.text(name)
        digits = typed.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) < 6:
            told[name] = int(typed)
        step = form.text("step")
        told[name] += _NUDGE * {f"{name}>": 1, f"{name}<": -1}.get(step, 0)
        told[name] += {f"{name}+1": 1, f"{name}-1": -1}.get(step, 0)
        told[name] = max(least, min(told[name], most))
    return _laid(told)


async def _show(visit: Visit) -> Response:
    held, form = waiting(visit), visit.form
    if held is None:
        return visit.go("photo") if visit.problem is None else await show_sending(visit)
    laid = _typed(form, held)
    if form.has("step") and visit.problem is None:  # else it would be done again with every look
        return visit.go("photo/grid", **laid.query)
    return visit.page(
        "honshu/photo-grid.html", seen=seen(visit), held=held, laid=laid, photo=held.shown[0], names=_CORNERS
    )


async def _act(visit: Visit) -> Response:
    held, form = waiting(visit), visit.form
    if held is None:
        raise InputError("The photo does not wait here any more; take it again.")
    if form.has("step") or form.has("reckon"):
        return visit.go("photo/grid", **_typed(form, held).query)
    laid = _laid({name: form.number(name, *most) for name, most in _bounds(held.shown[0]).items()})
    same = held.wish.corners is not None and (held.wish.rows, held.wish.columns) == (laid.rows, laid.columns)
    known = held.settled if same else {}
    found = await read(visit, held.photos[:1], laid.corners, laid.rows, laid.columns, known)
    if found.reading is None:
        raise Refused(found.problem or say("Nothing was found there."))
    return visit.go("photo/map")


PAGES = (Page("/t/{table}/photo/grid", _show, _act, who=SEATED, game="honshu"),)
"""The grid on the photo."""
