"""From the elements of an art file to a drawing: groups, paths, uses, clips and gradients.

Whatever would be lost on the way is an error that names the line and what to do instead.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.press.face.drawing.notation import box, moved_notation, notation
from companion.press.face.drawing.style import (
    PLAIN,
    Style,
    coordinate,
    dashes,
    fraction,
    number,
    referred,
    solid,
    style_of,
)
from companion.press.face.drawing.svg_file import MOST_SHOWN, ArtFile, Node
from companion.press.frame.drawing import Drawing, Gradient, Inner, Paint, Trace
from companion.press.frame.matrix import IDENTITY, Matrix
from companion.sentences import Sentence, say

__all__ = ["Parts"]

DEEPEST = 40
"""Groups and uses within one another."""
MOST_PATHS = 200_000
"""Of one part, those of what it uses counted each time."""
PLACE = {"transform"}
SHAPES: Mapping[str, set[str]] = {
    "path": {"d"}, "rect": {"x", "y", "width", "height", "rx", "ry"}, "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"}, "line": {"x1", "y1", "x2", "y2"}, "polygon": {"points"},
    "polyline": {"points"},
}  # fmt: skip
SILENT = {"title", "desc", "metadata", "defs", "clipPath", "linearGradient"}
"""What is not drawn where it stands."""
INSTEAD: Mapping[str, Sentence] = {
    "text": say("turn words to paths (Inkscape: Path > Object to Path)"),
    "tspan": say("turn words to paths (Inkscape: Path > Object to Path)"),
    "image": say("draw it as paths, or place it with an element of kind picture"),
    "style": say("write the style on each element (Inkscape: save as Plain SVG)"),
    "radialGradient": say("use a linear gradient or flat tones"),
    "pattern": say("turn it to paths (Inkscape: Object > Pattern > Pattern to Objects)"),
    "mask": say("use a clip path"),
    "filter": say("take the filter off; draw it as flat shapes"),
    "symbol": say("make it a group"),
    "marker": say("turn it to paths (Inkscape: Path > Stroke to Path)"),
}
_CALL = re.compile(r"\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)\s*,?")


class Parts:
    """The parts of one art file, each made once."""

    def __init__(self, art: ArtFile) -> None:
        self.art = art
        self._parts: dict[str, Drawing] = {}
        self._used: dict[tuple[int, tuple[str, ...]], Drawing] = {}
        self._painted: dict[tuple[object, ...], Drawing] = {}
        self._within: list[Node] = []

    def part(self, name: str) -> Drawing | None:
        """A group as a drawing: its own origin is the origin; ``None`` where there is none.

        Raises:
            DeckError: For what would be lost.
        """
        if name not in self._parts:
            node = self.art.named.get(name)
            if node is None:
                return None
            style, place = self._around(node.parent)
            turned = self._placed(node).then(place)
            # Its own place on the sheet does not count, its scale and turn do.
            back = self._inverse(node, self._placed(node)).then(turned._replace(e=0.0, f=0.0))
            traces = tuple(self._items(node, style, back))
            only = traces[0] if len(traces) == 1 else None
            if isinstance(only, Inner) and only.matrix == IDENTITY and only.opacity == 1:
                self._parts[name] = replace(only.drawing, name=self._named(name))
            else:
                self._parts[name] = self._drawing(node, traces)
        return self._parts[name]

    def painted(self, name: str, paints: Mapping[str, str | None], opacity: float = 1.0) -> Drawing | None:
        """A part in colours of the face's own, made once for each choice of them.

        Args:
            name: Of the part.
            paints: The colours for the classes of its paths; ``None`` leaves out what has the class.
            opacity: How much it covers, as a whole, what lies below.

        Raises:
            DeckError: For what would be lost.
        """
        part = self.part(name)
        if part is None:
            return None
        key = (
            name,
            opacity,
            tuple(sorted((each, paints[each] or "") for each in part.names & paints.keys())),
        )
        if key not in self._painted:
            painted = part.painted(paints)
            faint = Drawing.of(f"{part.name} {opacity:g}", (Inner(painted, opacity=opacity),))
            self._painted[key] = painted if opacity == 1 else faint
        return self._painted[key]

    def _named(self, name: str) -> str:
        return f"{self.art.name} {name}"

    def _around(self, node: Node | None) -> tuple[Style, Matrix]:
        """Style and place that an element takes over from those it lies in."""
        if node is None:
            return PLAIN, IDENTITY
        style, place = self._around(node.parent)
        if node.tag == "svg":
            return style_of(
                self.art, node, style, {"width", "height", "viewBox", "x", "y", "preserveAspectRatio"}
            ), place
        now = style_of(self.art, node, style, PLACE)
        return now, self._placed(node).then(place)

    def _drawing(self, node: Node, traces: tuple[Trace | Inner, ...], clip: Trace | None = None) -> Drawing:
        drawing = Drawing.of(self._named(node.attributes.get("id", f"{node.line}")), traces, clip)
        if drawing.count > MOST_PATHS:
            raise self.art.fault(node, say("it has more than {most} paths", most=MOST_PATHS))
        return drawing

    def _items(self, node: Node, inherited: Style, place: Matrix) -> Iterator[Trace | Inner]:
        if node.tag in SILENT:
            return
        if len(self._within) == DEEPEST:
            raise self.art.fault(node, say("groups lie more than {most} deep in one another", most=DEEPEST))
        own = SHAPES.get(node.tag, {"x", "y", "width", "height", "href"} if node.tag == "use" else set())
        if node.tag not in SHAPES and node.tag not in ("g", "use"):
            raise self._lost(node)
        style = style_of(self.art, node, inherited, own | PLACE)
        if style.get("display") == "none":
            return
        self._within.append(node)
        try:
            place = self._placed(node).then(place)
            opacity = self._opacity(node, style, "opacity")
            if "clip-path" not in style or style["clip-path"] == "none":
                clip = None
            else:
                clip = self._clip(node, style["clip-path"])
            both = style["fill"] != "none" and style["stroke"] != "none"
            if clip is None and (opacity == 1 or (node.tag in SHAPES and not both)):
                yield from self._drawn(node, style, place, opacity)
                return
            inner = self._drawing(node, tuple(self._drawn(node, style, IDENTITY, 1.0)), clip)
            if inner.traces:
                yield Inner(inner, place, opacity)
        finally:
            self._within.pop()

    def _lost(self, node: Node) -> Exception:
        instead = INSTEAD.get(node.tag, say("draw it as paths"))
        return self.art.fault(node, say("such an element would be lost; {instead}", instead=instead))

    def _drawn(self, node: Node, style: Style, place: Matrix, opacity: float) -> Iterator[Trace | Inner]:
        if node.tag == "g":
            for child in node.children:
                yield from self._items(child, style, place)
        elif node.tag == "use":
            yield from self._use(node, style, place)
        else:
            yield from self._shape(node, style, place, opacity)

    def _use(self, node: Node, style: Style, place: Matrix) -> Iterator[Inner]:
        target = referred(self.art, node, "href", node.attributes.get("href", ""))
        if target in self._within:
            raise self.art.fault(node, say("it uses itself"))
        key = (id(target), tuple(style[each] for each in PLAIN))
        if key not in self._used:
            self._used[key] = self._drawing(target, tuple(self._items(target, style, IDENTITY)))
        if self._used[key].traces:
            moved = Matrix.moved(coordinate(self.art, node, "x"), coordinate(self.art, node, "y"))
            yield Inner(self._used[key], moved.then(place))

    def _shape(self, node: Node, style: Style, place: Matrix, opacity: float) -> Iterator[Trace]:
        outline = self._outline(node)
        if not outline:
            return
        name, kept = "", False
        for each in node.attributes.get("class", "").split():
            name, kept = (name, True) if each == "line" else (each, kept)
        fill = self._paint(node, "fill", style["fill"], outline)
        stroke = self._paint(node, "stroke", style["stroke"], outline)
        if isinstance(stroke, Gradient):
            raise self.art.fault(node, say("a line with a gradient would be lost; turn it to a path"))
        width = number(self.art, node, "stroke-width", style["stroke-width"]) if stroke else 0.0
        if width <= 0:
            stroke, width = None, 0.0
        filled = opacity * (self._opacity(node, style, "fill-opacity") if fill else 1)
        drawn = opacity * (self._opacity(node, style, "stroke-opacity") if stroke else 1)
        dash = dashes(self.art, node, style["stroke-dasharray"]) if stroke else ()
        trace = Trace(
            outline, fill, stroke, width, dash, style["stroke-linecap"], style["stroke-linejoin"],
            style["fill-rule"] == "evenodd", filled if fill else drawn, place, name, kept,
        )  # fmt: skip
        if fill and stroke and filled != drawn:
            yield replace(trace, stroke=None, width=0.0)
            yield replace(trace, fill=None, opacity=drawn, name="")
        elif fill or stroke:
            yield trace

    def _outline(self, node: Node) -> str:
        """The outline of an element in the plain notation; empty for what has no size."""

        def at(key: str, default: float = 0.0) -> float:
            return coordinate(self.art, node, key, default)

        match node.tag:
            case "path":
                given = node.attributes.get("d", "").strip()
            case "rect":
                x, y, width, height = at("x"), at("y"), at("width"), at("height")
                rx = at("rx", at("ry"))
                rx, ry = min(rx, width / 2), min(at("ry", rx), height / 2)
                if width <= 0 or height <= 0:
                    given = ""
                elif rx > 0 and ry > 0:
                    given = (
                        f"M{x + rx} {y}h{width - 2 * rx}a{rx} {ry} 0 0 1 {rx} {ry}v{height - 2 * ry}"
                        f"a{rx} {ry} 0 0 1 {-rx} {ry}h{2 * rx - width}a{rx} {ry} 0 0 1 {-rx} {-ry}"
                        f"v{2 * ry - height}a{rx} {ry} 0 0 1 {rx} {-ry}Z"
                    )
                else:
                    given = f"M{x} {y}h{width}v{height}h{-width}Z"
            case "circle" | "ellipse":
                rx, ry = (at("r"), at("r")) if node.tag == "circle" else (at("rx"), at("ry"))
                left, top = at("cx") - rx, at("cy")
                given = (
                    f"M{left} {top}a{rx} {ry} 0 1 1 {2 * rx} 0a{rx} {ry} 0 1 1 {-2 * rx} 0Z"
                    if rx > 0 and ry > 0
                    else ""
                )
            case "line":
                given = f"M{at('x1')} {at('y1')}L{at('x2')} {at('y2')}"
            case _:
                points = node.attributes.get("points", "").strip()
                given = f"M{points}" + ("Z" if node.tag == "polygon" else "") if points else ""
        if not given or given == "none":
            return ""
        try:
            return notation(given)
        except ValueError:
            key = "d" if node.tag == "path" else "points" if node.tag.startswith("poly") else node.tag
            raise self.art.fault(
                node, say("'{value}' is not a path", value=node.attributes.get(key, given)[:MOST_SHOWN])
            ) from None

    def _clip(self, node: Node, given: str) -> Trace:
        """The outline of a clip path, in the coordinates of the element that has it."""
        clip = referred(self.art, node, "clip-path", given, "clipPath")
        style = style_of(self.art, clip, PLAIN, {"clipPathUnits", "transform"})
        children = [child for child in clip.children if child.tag not in ("title", "desc")]
        if (
            len(children) != 1 or children[0].tag not in SHAPES or "clip-path" in style
            or clip.attributes.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse"
        ):  # fmt: skip
            raise self.art.fault(
                clip, say("a clip path must hold one path; unite them (Inkscape: Path > Union)")
            )
        child = children[0]
        style = style_of(self.art, child, style, SHAPES[child.tag] | PLACE)
        outline = self._outline(child) or "M0 0Z"
        place = self._placed(child).then(self._placed(clip))
        return Trace(moved_notation(outline, place), even_odd=style["clip-rule"] == "evenodd")

    def _paint(self, node: Node, key: str, given: str, outline: str) -> Paint:
        if given == "none":
            return None
        if not given.startswith("url("):
            return solid(self.art, node, key, given)
        target = referred(self.art, node, key, given)
        if target.tag != "linearGradient":
            raise self._lost(target)
        return self._gradient(target, outline)

    def _gradient(self, node: Node, outline: str) -> Paint:
        """A gradient; its stops and what else it does not say may stand in the gradient it refers to."""
        told: dict[str, str] = {}
        stops: list[Node] = []
        chain: list[Node] = []
        each: Node | None = node
        while each is not None:
            if each in chain or each.tag != "linearGradient":
                raise self.art.fault(node, say("it uses itself"))
            chain.append(each)
            told = {**each.attributes, **told}
            stops = stops or [child for child in each.children if child.tag == "stop"]
            link = each.attributes.get("href")
            each = None if link is None else referred(self.art, each, "href", link)
        if told.get("spreadMethod", "pad") != "pad":
            raise self.art.fault(node, say("a gradient that repeats would be lost; draw it as paths"))
        if not stops:
            return None
        found = [self._stop(stop) for stop in stops]
        offsets = [max(part for part, _, _ in found[: index + 1]) for index in range(len(found))]
        colours = tuple(zip(offsets, (colour for _, colour, _ in found), strict=True))
        names = tuple(name for _, _, name in found)
        boxed = told.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
        place = self._placed(node, told.get("gradientTransform", ""))
        ends = {"x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%"}
        x1, y1, x2, y2 = (
            self._end(node, key, told.get(key, default), boxed) for key, default in ends.items()
        )
        if boxed:
            left, top, right, bottom = box(outline)
            place = place.then(Matrix(right - left, 0.0, 0.0, bottom - top, left, top))
        if not place.scale or (x1, y1) == (x2, y2) or len(found) == 1:
            return found[-1][1]
        return Gradient((x1, y1), (x2, y2), colours, place, names)

    def _end(self, node: Node, key: str, given: str, boxed: bool) -> float:
        if not given.strip().endswith("%"):
            return number(self.art, node, key, given)
        if not boxed:
            raise self.art.fault(
                node,
                say(
                    '{name}="{value}" is not a number; write mm without a unit',
                    name=key,
                    value=given[:MOST_SHOWN],
                ),
            )
        return number(self.art, node, key, given.strip()[:-1]) / 100

    def _stop(self, stop: Node) -> tuple[float, str, str]:
        style = style_of(self.art, stop, PLAIN, {"offset"})
        if self._opacity(stop, style, "stop-opacity") < 1:
            raise self.art.fault(
                stop, say("a colour that fades away would be lost; let it run into the colour of the ground")
            )
        part = fraction(self.art, stop, "offset", stop.attributes.get("offset", "0"))
        colour = solid(self.art, stop, "stop-color", style.get("stop-color", "#000000"))
        return part, colour, stop.attributes.get("class", "").strip()

    def _opacity(self, node: Node, style: Style, key: str) -> float:
        return fraction(self.art, node, key, style[key]) if key in style else 1.0

    def _placed(self, node: Node, given: str | None = None) -> Matrix:
        """The matrix of a transform.

        Raises:
            DeckError: When it is none.
        """
        given = node.attributes.get("transform", "") if given is None else given
        if not given:
            return IDENTITY
        matrix, end = IDENTITY, 0
        for call in _CALL.finditer(given):
            numbers = [
                number(self.art, node, "transform", each) for each in call.group(2).replace(",", " ").split()
            ]
            step = _step(call.group(1), numbers) if call.start() == end else None
            if step is None:
                break
            matrix, end = step.then(matrix), call.end()
        if given[end:].strip():
            raise self.art.fault(
                node, say('{name}="{value}" is not known', name="transform", value=given[:MOST_SHOWN])
            )
        return matrix

    def _inverse(self, node: Node, matrix: Matrix) -> Matrix:
        if not matrix.scale:
            raise self.art.fault(
                node,
                say(
                    '{name}="{value}" is not known',
                    name="transform",
                    value=node.attributes["transform"][:MOST_SHOWN],
                ),
            )
        return matrix.inverse()


def _step(name: str, numbers: list[float]) -> Matrix | None:
    match name, numbers:
        case "matrix", [a, b, c, d, e, f]:
            return Matrix(a, b, c, d, e, f)
        case "translate", [x]:
            return Matrix.moved(x, 0)
        case "translate", [x, y]:
            return Matrix.moved(x, y)
        case "scale", [x]:
            return Matrix.scaled(x)
        case "scale", [x, y]:
            return Matrix.scaled(x, y)
        case "rotate", [turn]:
            return Matrix.turned(turn)
        case "rotate", [turn, x, y]:
            return Matrix.moved(-x, -y).then(Matrix.turned(turn)).then(Matrix.moved(x, y))
        case "skewX", [turn]:
            return Matrix(c=math.tan(math.radians(turn)))
        case "skewY", [turn]:
            return Matrix(b=math.tan(math.radians(turn)))
    return None
