"""Transforms of an art file's elements as matrices, the file's unit, and the size on paper of its page."""

import math
import re
from functools import lru_cache
from typing import NamedTuple

from companion.press.face.drawing.style import PIXEL, UNITS, number, view_of
from companion.press.face.drawing.svg_file import QUOTED, ArtFile, Node
from companion.press.frame.matrix import IDENTITY, Matrix
from companion.sentences import say, shortened

_FUNCTION = re.compile(r"\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)\s*,?\s*")
_ALIGNED = {"Min": 0.0, "Max": 1.0}
_PARTS = re.compile(r"[-+]?[^\s,+-]++(?:(?<=[eE])[-+]\d++)?")


def transform_of(art: ArtFile, node: Node, key: str = "transform") -> Matrix:
    """The matrix of an element's transform; one that flattens the drawing is refused."""
    given = node.attributes.get(key, "").strip()
    matrix, end = IDENTITY, 0
    while end < len(given):
        found = _FUNCTION.match(given, end)
        texts = _PARTS.findall(found.group(2)) if found else []
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
    given, view = art.root.attributes.get("width", "").strip(), view_of(art, art.root)
    if not given.endswith(tuple(UNITS)):
        return
    length, wide = number(art, art.root, "width", given) * PIXEL, view[2] if view else 0.0
    if not math.isclose(length, wide, rel_tol=1e-3):
        what = say(
            "its unit is not the mm (Inkscape: File > Document Properties > Scale: 1 mm per user unit)"
        )
        raise art.fault(art.root, what)


class SvgPage(NamedTuple):
    """The page of an SVG file, mm."""

    width: float
    height: float
    matrix: Matrix  # from the file's own units to mm from the page's top left corner


def page_of(art: ArtFile) -> SvgPage:
    """The page of a file; a view box without a width is taken as mm, as everywhere in drawings."""
    view, (width, height) = view_of(art, art.root), (_length(art, key) for key in ("width", "height"))
    if not view and width and height:
        return SvgPage(width, height, Matrix.scaled(PIXEL))
    _, _, across, down = view or (0.0, 0.0, 1.0, 1.0)
    wide = width or (height / down * across if height else across)
    high = height or wide / across * down
    matrix = fitted(art, art.root, wide, high)
    if not view or not 1e-9 < matrix.scale < 1e9:
        raise art.fault(art.root, say("it does not say how large it is; give it a width, height and viewBox"))
    return SvgPage(wide, high, matrix)


def fitted(art: ArtFile, node: Node, width: float, height: float) -> Matrix:
    """The matrix that brings what an element shows into a box, as the element wants it."""
    left, top, across, down = view_of(art, node) or (0.0, 0.0, width, height)
    align, _, way = node.attributes.get("preserveAspectRatio", "xMidYMid").strip().partition(" ")
    to_x, to_y = width / across, height / down
    if align != "none":
        to_x = to_y = max(to_x, to_y) if way.strip() == "slice" else min(to_x, to_y)
    part_x, part_y = _ALIGNED.get(align[1:4], 0.5), _ALIGNED.get(align[5:], 0.5)
    rest = Matrix.moved((width - across * to_x) * part_x, (height - down * to_y) * part_y)
    return Matrix.moved(-left, -top).then(Matrix.scaled(to_x, to_y)).then(rest)


def _length(art: ArtFile, key: str) -> float:
    """A side of the page, mm; nought where the file does not say it, or as a part of something else."""
    given = art.root.attributes.get(key, "").strip()
    length = 0.0 if not given or given.endswith("%") else number(art, art.root, key, given) * PIXEL
    if length <= 0 and given and not given.endswith("%"):
        what = say('{name}="{value}" is no size', name=key, value=shortened(given, QUOTED))
        raise art.fault(art.root, what)
    return length
