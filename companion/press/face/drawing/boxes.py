"""The boxes of a drawn face, round its shapes and words: each an element of the kinds every face may have.

Labels make a shape a box: ``text:title``, ``picture:{photo}``, ``when:{boss}``. The type of its words is as
its placeholder is, in the style that drawing programs write.
"""

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import unquote

from companion.data.files import parse_toml
from companion.data.rows import FIELD
from companion.data.schema import check, declared
from companion.data.vocabulary import guesses
from companion.errors import DeckError, Place
from companion.press.face.drawing.style import (
    SHAPES,
    coordinate,
    inherit_style,
    number,
    outline_of,
    referred,
    tinted,
    transform_of,
)
from companion.press.face.drawing.svg_file import QUOTED, ArtFile, Node, within
from companion.press.face.drawing.words import slant
from companion.press.face.schema import Element, styled
from companion.press.face.typesetting import ASCENT, DESCENT
from companion.press.frame import fonts
from companion.press.frame.drawing import around, outline
from companion.press.frame.outlines import Bounds, Matrix, bounds_moved, moved, tight
from companion.sentences import say, shortened
from companion.units import points, to_millimetres

INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
BOXES = ("text", "picture", "drawing", "qr")  # labels of boxes that are filled from the card
LABELS = (*BOXES, "fill", "when", "guide")
"""All labels: boxes, what takes a colour from the card, what is drawn on some cards, and what on none."""
TAKEN = "fill:"  # the class of paths that take their colour from the card
FILES = (".png", ".jpg", ".jpeg", ".svg")  # endings of names that are no fields
WORD = re.compile(r"\s*([A-Za-z]+)\s*:(.*)", re.DOTALL)


class Label(NamedTuple):
    """The label of an element."""

    kind: str  # one of `LABELS`
    rest: str  # the text behind the colon

    @property
    def filling(self) -> str:
        """The content of the box, as a text with fields; a name alone is that field, or that file."""
        named = FIELD.fullmatch(f"{{{self.rest}}}") and not self.rest.lower().endswith(FILES)
        return f"{{{self.rest}}}" if named else self.rest


def label_of(art: ArtFile, node: Node) -> Label | None:
    """The label of an element, by the name that Inkscape shows or by its id; ``None`` for art.

    A label that is written nearly like one of them is an error: it would be drawn as it is.
    """
    for key in (f"{INKSCAPE} label", "id"):
        found = WORD.fullmatch(node.attributes.get(key, ""))
        if found is None:
            continue
        kind, rest = found[1], found[2].strip()
        if kind in LABELS:
            return Label(kind, rest)
        close = guesses(kind.lower(), LABELS)
        if close:
            names = ", ".join(f"{each}:" for each in close)
            shown = shortened(found[0], QUOTED)
            raise art.fault(
                node, say("'{label}' is no label; did you mean {names}?", label=shown, names=names)
            )
    return None


LEAST_TYPE_SIZE = 6.0  # the smallest size words of a box shrink to, points
SHRUNK = 0.6  # the smallest part of their placeholder's size that they shrink to
ALIGNED = {"middle": "center", "end": "right", "center": "center", "right": "right"}
OURS = {
    *("", "noto serif jp", "companion serif", "companionserif"),
    *("inherit", "serif", "sans-serif", "sans", "monospace", "cursive", "fantasy", "system-ui"),
}
"""Families that a drawing program names by itself, or that are our own."""
LEADING = re.compile(r"(\d{1,2}(?:\.\d+)?|\d{1,4}(?=%))(%?)", re.ASCII)


def told(node: Node) -> dict[str, str]:
    """The style of an element."""
    return {key: value.strip() for key, value in node.attributes.items() if " " not in key}


def placeholder(node: Node) -> str:
    """The words that stand in a box, one line a line."""
    lines = [""]
    for child in _leaves(node):
        role = next((each for each in child.attributes if each.endswith(" role")), "")
        if (child.attributes.get(role) == "line" or child.tag == "flowPara") and "".join(lines).strip():
            lines.append("")
        lines[-1] += child.words
    return "\n".join(" ".join(line.split()) for line in lines).strip("\n")


def _leaves(node: Node) -> Iterator[Node]:
    for child in node.children:
        if child.tag != "desc":
            yield child
            yield from _leaves(child)


def type_style(art: ArtFile, node: Node, scale: float) -> dict[str, Any]:
    """The keys of a text element that its placeholder tells; `scale` is mm a unit."""
    style = {**inherit_style(node)}
    for each in _first_words(node):
        style.update(told(each))
    size = points(number(art, node, "font-size", style.get("font-size", "16")) * scale)
    anchor = style.get("text-anchor", "start")
    leading = LEADING.fullmatch(style.get("line-height", "normal"))
    return {
        "size": round(size, 2),
        "least": round(min(size, max(LEAST_TYPE_SIZE, SHRUNK * size)), 2),
        "font": _font(style),
        "align": ALIGNED.get(anchor) or ALIGNED.get(style.get("text-align", ""), "left"),
        "colour": colour_of(art, node, style.get("fill", "#000000")),
        "leading": round(float(leading[1]) / (100 if leading[2] else 1), 3) if leading else 1.25,
    }


def colour_of(art: ArtFile, node: Node, given: str) -> str:
    """The colour that words inherit; ink where there is none, or several."""
    return "ink" if given == "none" or given.startswith("url(") else tinted(art, node, "fill", given)[0]


def _first_words(node: Node) -> Iterator[Node]:
    """The parts of a text within one another at its beginning, as drawing programs write them."""
    for child in node.children:
        if child.tag in ("tspan", "flowPara"):
            yield child
            yield from _first_words(child)
            return


def _font(style: Mapping[str, str]) -> str:
    """A font of the deck where the family is neither ours nor one that the drawing program chose."""
    family = style.get("font-family", "").split(",")[0].strip("'\" ")
    if family.casefold() not in OURS:
        return family
    return fonts.styled("regular", *slant(style))


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


def region_of(art: ArtFile, node: Node) -> Node | None:
    """The shape that words of an element fill."""
    inside = node.attributes.get("shape-inside", "none")
    if inside != "none":
        return referred(art, node, "shape-inside", inside.partition(")")[0] + ")")
    regions = (each for each in node.children if each.tag == "flowRegion")
    return next((shape for each in regions for shape in each.children), None)


def words_extent(area: FaceArea, node: Node) -> Bounds | None:
    """The frame that words flow in, in their own coordinates.

    Words without one have a line, or as many as they are written in, from where they begin to the safe zone.
    """
    art, style, matrix = area.art, told(node), area.matrix_of(node)
    shape = region_of(art, node)
    if shape is not None:
        box = extent_of(art, shape)
        return None if box is None else bounds_moved(box, transform_of(art, shape))
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


LARGEST_ALONE, LEAST_ALONE = 24.0, 6.0
"""Words in a box without a placeholder are as large as the box is high, between these, points."""
ASKEW = 1e-3  # the deviation from a right angle that the sides of a box may have


def box_of(area: FaceArea, node: Node, label: Label, styles: Mapping[str, Element]) -> Element:
    """The element that fills a box, in a layer that lies where the box lies.

    The box is a shape, words, a picture, or a group of them.
    """
    art = area.art
    border = next((each for each in node.children if each.tag == "rect"), node) if node.tag == "g" else node
    words = next((each for each in within(node) if each.tag in WORDS), None)
    box = extent_of(art, border)
    if box is None and words is not None:
        border, box = words, words_extent(area, words)
    matrix = area.matrix_of(border)
    if box is None or min(box[2] - box[0], box[3] - box[1]) <= 0:
        raise art.fault(node, say("a box needs a size; draw it as a rectangle, or as words in a frame"))
    across, down = math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d)
    square = abs(matrix.a * matrix.c + matrix.b * matrix.d) <= ASKEW * across * down
    if not square or matrix.a * matrix.d < matrix.b * matrix.c:
        raise art.fault(node, say("a box may be turned, but neither mirrored nor slanted"))
    turn = round(math.degrees(math.atan2(matrix.b, matrix.a)), 2)
    width, height = (box[2] - box[0]) * across, (box[3] - box[1]) * down
    x, y = matrix.apply((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    x, y = (0.0, 0.0) if turn else (x - width / 2, y - height / 2)
    side = min(width, height)
    keys: dict[str, Any] = {"kind": label.kind, "x": x, "y": y, "width": width, "height": height}
    match label.kind:
        case "text":
            keys |= {"text": label.filling or placeholder(words or node), "name": label.rest or "text"}
            keys |= (
                _alone(art, border, height) if words is None else _set(area, words, border, box[1], height)
            )
        case "qr":
            keys |= {"text": label.filling, "x": x + (width - side) / 2, "y": y + (height - side) / 2}
            keys |= {"width": side}
            del keys["height"]
        case "picture":
            keys |= _pictured(art, node, label)
        case _:
            keys["file"] = label.filling
    if label.kind != "text" and label.filling != label.rest:  # what names nothing draws nothing
        keys["when"] = label.filling
    rounded = {key: round(value, 3) if isinstance(value, float) else value for key, value in keys.items()}
    element = _described(art, node, label, rounded, styles)
    layer: dict[str, Any] = {"kind": "layer", "row": node.line, "size": (width, height)}
    layer["name"] = element.get("name", label.rest)  # a face that extends this one puts another in its place
    if turn:
        layer["matrix"] = Matrix.turned(turn).then(Matrix.moved(*matrix.apply(box[0], box[1])))
        element = {**element, "matrix": layer["matrix"]}
    layer["elements"] = (element,)
    if label.kind in ("picture", "drawing"):
        # What fills a box that is no plain rectangle shows within its outline.
        layer["clip"] = None if is_plain(border) else moved(outline(outline_of(art, border)), matrix)
    return layer


def _alone(art: ArtFile, border: Node, height: float) -> dict[str, Any]:
    """Keys for words in a rectangle without a placeholder: in its colour, as large as a line fits."""
    size = min(LARGEST_ALONE, max(LEAST_ALONE, points(height) / (ASCENT + DESCENT)))
    fill = told(border).get("fill", "#000000")
    return {"size": round(size, 2), "least": LEAST_ALONE, "colour": colour_of(art, border, fill)}


def _set(area: FaceArea, words: Node, border: Node, top: float, height: float) -> dict[str, Any]:
    """Keys for words set as their placeholder is: at the top of a frame of their own, else where they stand.

    `border` is the rectangle that is the box, `top` its upper edge in its coordinates; or the placeholder
    itself.
    """
    keys = type_style(area.art, words, area.matrix_of(words).scale)
    keys["valign"] = "top"
    if border is not words:
        matrix, size = area.matrix_of(border), to_millimetres(keys["size"])
        at = area.matrix_of(words).apply(*base_line(area.art, words))
        above = (matrix.inverse().apply(*at)[1] - top) * math.hypot(matrix.c, matrix.d) - ASCENT * size
        free = height - size * (ASCENT + DESCENT + placeholder(words).count("\n") * keys["leading"])
        part = above / free if free > 0 else 0.5
        keys["valign"] = ("top", "middle", "bottom")[round(2 * min(1.0, max(0.0, part)))]
    return keys


def _pictured(art: ArtFile, node: Node, label: Label) -> dict[str, Any]:
    """Keys for the picture that fills a box: one that the drawing itself places lies as it lies there."""
    if label.rest:
        return {"file": label.filling, "fit": "fill"}
    given, kept = node.attributes.get("href", ""), node.attributes.get("preserveAspectRatio", "")
    if not given or given.startswith("data:"):
        what = say("a picture within the file would be lost; link it (Inkscape: Import > Link)")
        raise art.fault(node, what)
    fit = "stretch" if kept == "none" else "fill" if "slice" in kept else "fit"
    return {"file": unquote(given), "fit": fit}


def _described(
    art: ArtFile, node: Node, label: Label, keys: dict[str, Any], styles: Mapping[str, Element]
) -> Element:
    """An element with the keys that the description of its box gives, as a face file would."""
    notes = (each for each in node.children if each.tag == "desc")
    described = "".join(words.words for each in notes for words in each.children)
    place = Place(art.name, node.line)
    shown = shortened(f"{label.kind}:{label.rest}", QUOTED)
    try:
        given = parse_toml(described)
    except (ValueError, RecursionError) as wrong:
        told: dict[str, Any] = {"place": place, "label": shown, "reason": shortened(str(wrong), QUOTED)}
        raise DeckError("the description of '{label}' is not TOML ({reason}).", **told) from None
    whole = {**keys, **styled({"kind": label.kind, **given}, styles, lambda: place)}
    face = declared("face")
    schema = {"$defs": face["$defs"], "oneOf": face["properties"]["element"]["items"]["oneOf"]}
    check(whole, schema, place, say("the box '{label}'", label=shown))
    return whole
