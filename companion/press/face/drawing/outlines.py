"""The outlines of an art file's shapes in one plain notation: ``M``, ``L``, ``C``, ``Z``, absolute, mm.

Most paths are written so, and their text is passed on as it is; others go through a parser of paths.
"""

import re
from collections.abc import Mapping

from companion.press.face.drawing.style import coordinate
from companion.press.face.drawing.svg_file import QUOTED, ArtFile, Node
from companion.press.frame.drawing import plain
from companion.press.frame.outlines import parsed
from companion.sentences import say, shortened

SHAPES: Mapping[str, set[str]] = {
    "path": {"d"},
    "rect": {"x", "y", "width", "height", "rx", "ry"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "line": {"x1", "y1", "x2", "y2"},
    "polygon": {"points"},
    "polyline": {"points"},
}
"""The elements that have an outline, and the attributes that give it."""

_NUMBER = r"-?(?:\d{1,6}(?:\.\d{0,9})?|\.\d{1,9})"
_PLAIN = re.compile(
    rf"M{_NUMBER} {_NUMBER}(?:[ML]{_NUMBER} {_NUMBER}|C{_NUMBER}(?: {_NUMBER}){{5}}|Z)*", re.ASCII
)


def outline_of(art: ArtFile, node: Node) -> str:
    """The outline of an element in the plain notation; empty where it has no size."""
    given = _written(art, node)
    if _PLAIN.fullmatch(given) or not given:
        return given
    try:
        return plain(parsed(given))
    except (ArithmeticError, LookupError, ValueError):
        shown = shortened(node.attributes.get("d", node.attributes.get("points", given)), QUOTED)
        raise art.fault(node, say("'{value}' is not a path", value=shown)) from None


def _written(art: ArtFile, node: Node) -> str:
    """The outline in the notation of SVG paths."""

    def at(key: str, default: float = 0.0) -> float:
        return coordinate(art, node, key, default)

    match node.tag:
        case "path":
            return node.attributes.get("d", "").strip()
        case "line":
            return f"M{at('x1')} {at('y1')}L{at('x2')} {at('y2')}"
        case "polygon" | "polyline":
            points = node.attributes.get("points", "").strip()
            return f"M{points}{'Z' if node.tag == 'polygon' else ''}" if points else ""
        case "rect":
            x, y, width, height = at("x"), at("y"), at("width"), at("height")
            rx, ry = at("rx", at("ry")), at("ry", at("rx"))
        case _:
            rx, ry = at("rx", at("r")), at("ry", at("r"))
            x, y, width, height = at("cx") - rx, at("cy") - ry, 2 * rx, 2 * ry
    if width <= 0 or height <= 0:
        return ""
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    right, bottom = x + width, y + height
    if rx <= 0 or ry <= 0:
        return f"M{x} {y}H{right}V{bottom}H{x}Z"
    arc = f"A{rx} {ry} 0 0 1 "
    return (
        f"M{x + rx} {y}H{right - rx}{arc}{right} {y + ry}V{bottom - ry}{arc}{right - rx} {bottom}"
        f"H{x + rx}{arc}{x} {bottom - ry}V{y + ry}{arc}{x + rx} {y}Z"
    )
