"""The boxes round the shapes and words of a drawn face."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.press.face.drawing.outlines import SHAPES, outline_of
from companion.press.face.drawing.style import coordinate, number, referred
from companion.press.face.drawing.svg_file import ArtFile, Node
from companion.press.face.drawing.transforms import transform_of
from companion.press.face.drawn.type_style import placeholder, told, type_style
from companion.press.face.typesetting import ASCENT, DESCENT
from companion.press.frame.drawing import around, outline
from companion.press.frame.frame import Bounds
from companion.press.frame.matrix import Matrix
from companion.press.frame.outlines import bounds_moved, tight
from companion.units import to_millimetres

ROUNDING = 0.01  # the room added to a line of words, mm
WORDS = ("text", "flowRoot")  # the element of words in SVG, and in what older drawing programs wrote


class FaceArea(NamedTuple):
    """The paper of a drawn face, mm."""

    art: ArtFile
    width: float  # of the trim
    height: float  # of the trim
    matrix: Matrix  # from the file's units to mm from the top left corner of the trim
    safe: float  # how far from the trim words stay

    def matrix_of(self, node: Node) -> Matrix:
        """From an element's own coordinates to mm on the face."""
        if node.parent is None:
            return self.matrix
        return transform_of(self.art, node).then(self.matrix_of(node.parent))


def within(node: Node) -> Iterator[Node]:
    """An element and all that lies in it."""
    yield node
    for child in node.children:
        yield from within(child)


def is_plain(node: Node) -> bool:
    """True where a shape is a rectangle without rounded corners, or no shape at all."""
    return node.tag not in SHAPES or (node.tag == "rect" and not {"rx", "ry"} & node.attributes.keys())


def extent_of(art: ArtFile, node: Node) -> Bounds | None:
    """The box round the shapes and pictures of an element, in its own coordinates; ``None`` without any."""
    if node.tag in SHAPES:
        notation = outline_of(art, node)
        return tight(outline(notation)) if notation else None
    if node.tag == "image":
        x, y, wide, high = (coordinate(art, node, key) for key in ("x", "y", "width", "height"))
        return x, y, x + wide, y + high
    boxes = [
        bounds_moved(box, transform_of(art, child))
        for child in node.children
        if child.tag in SHAPES or child.tag in ("g", "image")
        for box in [extent_of(art, child)]
        if box is not None
    ]
    return around(boxes) if boxes else None


def words_extent(area: FaceArea, node: Node) -> Bounds | None:
    """The frame that words flow in, in their own coordinates.

    Words without one have a line, or as many as they are written in, from where they begin to the safe zone.
    """
    art, style, matrix = area.art, told(node), area.matrix_of(node)
    inside = style.get("shape-inside", "none")
    if inside != "none":
        shape = referred(art, node, "shape-inside", inside.split(") ")[0].rstrip(")") + ")")
        box = extent_of(art, shape)
        return None if box is None else bounds_moved(box, transform_of(art, shape))
    region = next((each for each in within(node) if each.tag == "flowRegion"), None)
    if region is not None:
        return extent_of(art, region)
    x, y = base_line(art, node)
    type_ = type_style(art, node, matrix.scale)
    inset = (area.safe, area.safe, area.width - area.safe, area.height - area.safe)
    left, _, right, _ = bounds_moved(inset, matrix.inverse())
    if style.get("inline-size", "0") != "0":
        wide = number(art, node, "inline-size", style["inline-size"])
        left, right = {"left": (x, x + wide), "center": (x - wide / 2, x + wide / 2)}.get(
            type_["align"], (x - wide, x)
        )
    elif type_["align"] == "center":
        reach = min(x - left, right - x)
        left, right = x - reach, x + reach
    else:
        left, right = (x, right) if type_["align"] == "left" else (left, x)
    size = to_millimetres(type_["size"]) / matrix.scale
    lines = placeholder(node).count("\n")
    deep = (DESCENT + lines * type_["leading"]) * size + ROUNDING / matrix.scale
    return left, y - ASCENT * size, right, y + deep


def base_line(art: ArtFile, node: Node) -> tuple[float, float]:
    """The beginning of the first line of words, in their own coordinates."""
    holder = next((each for each in within(node) if "x" in each.attributes and "y" in each.attributes), node)
    x, y = (holder.attributes.get(key, "0").replace(",", " ").split() or ["0"] for key in ("x", "y"))
    return number(art, holder, "x", x[0]), number(art, holder, "y", y[0])
