"""Transforms of an art file's elements as matrices, the file's unit, and the size on paper of its page."""

import math
import re
from functools import lru_cache
from typing import NamedTuple

from companion.press.face.drawing.style import number
from companion.press.face.drawing.svg_file import QUOTED, ArtFile, Node
from companion.press.frame.matrix import IDENTITY, Matrix
from companion.sentences import say, shortened

UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6, "Q": 0.25}
"""Lengths that programs write for the size of a page, mm."""

_FUNCTION = re.compile(r"\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)\s*,?\s*")
_SIZE = re.compile(r"([\d.]+)(mm|cm|in|pt|pc|Q)", re.ASCII)


def transform_of(art: ArtFile, node: Node, key: str = "transform") -> Matrix:
    """The matrix of an element's transform; one that flattens the drawing is refused."""
    given = node.attributes.get(key, "").strip()
    matrix, end = IDENTITY, 0
    while end < len(given):
        found = _FUNCTION.match(given, end)
        texts = found.group(2).replace(",", " ").split() if found else []
        part = _matrix(found.group(1), [number(art, node, key, each) for each in texts]) if found else None
        if found is None or part is None:
            raise art.unknown(node, key, given)
        matrix, end = part.then(matrix), found.end()
    if not 1e-9 < matrix.scale < 1e9:
        raise art.unknown(node, key, given)
    return matrix


def _matrix(name: str, numbers: list[float]) -> Matrix | None:
    match name, numbers:
        case "matrix", [a, b, c, d, e, f]:
            return Matrix(a, b, c, d, e, f)
        case "translate", [x, *rest] if len(rest) < 2:
            return Matrix.moved(x, *(rest or [0.0]))
        case "scale", [x, *rest] if len(rest) < 2:
            return Matrix.scaled(x, *rest)
        case "rotate", [turn]:
            return Matrix.turned(turn)
        case "rotate", [turn, x, y]:
            return Matrix.moved(-x, -y).then(Matrix.turned(turn)).then(Matrix.moved(x, y))
        case "skewX", [turn]:
            return Matrix(c=math.tan(math.radians(turn)))
        case "skewY", [turn]:
            return Matrix(b=math.tan(math.radians(turn)))
    return None


@lru_cache(maxsize=64)
def check_unit(art: ArtFile) -> None:
    """See that a unit of the file is a millimetre, where the file says how large it is."""
    size = _SIZE.fullmatch(art.root.attributes.get("width", "").strip())
    if size is None:
        return
    view = art.root.attributes.get("viewBox", "").replace(",", " ").split()
    wide = number(art, art.root, "viewBox", view[2]) if len(view) == 4 else 0.0
    length = number(art, art.root, "width", size.group(1)) * UNITS[size.group(2)]
    if not math.isclose(length, wide, rel_tol=1e-3):
        what = say(
            "its unit is not the mm (Inkscape: File > Document Properties > Scale: 1 mm per user unit)"
        )
        raise art.fault(art.root, what)


PIXEL = 25.4 / 96  # a unit of a page that names no other, mm


class SvgPage(NamedTuple):
    """The page of an SVG file, mm."""

    width: float
    height: float
    matrix: Matrix  # from the file's own units to mm from the page's top left corner


def page_of(art: ArtFile) -> SvgPage:
    """The page of a file; a view box without a width is taken as mm, as everywhere in drawings."""
    told = art.root.attributes.get("viewBox", "").replace(",", " ").split()
    view = [number(art, art.root, "viewBox", each) for each in told]
    width, height = (_length(art, key) for key in ("width", "height"))
    if not view and width and height:
        return SvgPage(width, height, Matrix.scaled(PIXEL))
    if len(view) != 4 or min(view[2:]) <= 0:
        raise art.fault(art.root, say("it does not say how large it is; give it a width, height and viewBox"))
    left, top, across, down = view
    wide = width or (height / down * across if height else across)
    high = height or wide / across * down
    scale = min(wide / across, high / down)
    middle = Matrix.moved((wide - across * scale) / 2, (high - down * scale) / 2)
    return SvgPage(wide, high, Matrix.moved(-left, -top).then(Matrix.scaled(scale)).then(middle))


def _length(art: ArtFile, key: str) -> float:
    """A side of the page, mm; nought where the file does not say it, or as a part of something else."""
    given = art.root.attributes.get(key, "").strip()
    if not given or given.endswith("%"):
        return 0.0
    unit = next((each for each in UNITS if given.endswith(each)), "")
    length = number(art, art.root, key, given.removesuffix(unit).strip()) * UNITS.get(unit, PIXEL)
    if length <= 0:
        raise art.fault(
            art.root, say('{name}="{value}" is no size', name=key, value=shortened(given, QUOTED))
        )
    return length
