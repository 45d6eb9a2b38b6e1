"""From the elements of an art file to a drawing: groups, paths, uses and clip paths.

Whatever would be lost on the way is an error that names the line and what to do instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path

from companion.errors import DeckError
from companion.press.face.drawing.gradients import gradient_of
from companion.press.face.drawing.outlines import SHAPES, outline_of, plain
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
from companion.press.face.drawing.svg_file import DEEPEST, ArtFile, Node, read_art
from companion.press.face.drawing.transforms import page_of, transform_of
from companion.press.frame.drawing import Drawing, Gradient, Inner, Paint, Trace, outline
from companion.press.frame.frame import rect
from companion.press.frame.matrix import IDENTITY, Matrix
from companion.press.frame.outlines import moved
from companion.sentences import Sentence, say

MOST_PATHS = 100_000  # of a part, each use counted, and elements looked at for it: a use may draw nothing
KEPT = "line"  # the class of paths that are printed as they are with little ink
SILENT = {"title", "desc", "metadata", "defs", "clipPath", "linearGradient"}
"""Elements that are not drawn where they stand."""
OTHERS: Mapping[str, set[str]] = {"g": set(), "use": {"x", "y", "width", "height", "href"}}
TO_PATHS = say("turn it to paths (Inkscape: Path > Object to Path)")
INSTEAD: Mapping[str, Sentence] = {
    "text": TO_PATHS,
    "flowRoot": TO_PATHS,
    "image": say("draw it as paths, or place it with an element of the kind picture"),
    "radialGradient": say("use a linear gradient or flat tones"),
    "pattern": say("turn it to paths (Inkscape: Object > Pattern > Pattern to Objects)"),
    "symbol": say("make it a group"),
}


@lru_cache(maxsize=64)
def parts_of(art: ArtFile) -> Parts:
    """The parts of an art file; the same for all who ask."""
    return Parts(art)


def whole_drawing(file: Path, name: str) -> Drawing:
    """A whole SVG file as a drawing, as wide and high as its page, mm; what lies beside it is cut off.

    The same file gives the very same drawing, so ink stores it once.
    """
    return parts_of(read_art(file, name)).whole


class Parts:
    """The parts of one art file, each made once."""

    def __init__(self, art: ArtFile) -> None:
        self.art = art
        self._parts: dict[str, Drawing] = {}
        self._used: dict[tuple[int, tuple[str, ...]], Drawing] = {}
        self._painted: dict[tuple[object, ...], Drawing] = {}
        self._visits = 0

    def part(self, name: str) -> Drawing | None:
        """A group as a drawing, without a name the whole file; ``None`` where there is none.

        Its origin is the group's own: its place on the sheet does not count, its scale and turn do.
        """
        if not name:
            return self.whole
        if name not in self._parts:
            node = self.art.named.get(name)
            if node is None or not (node.tag in SHAPES or node.tag in OTHERS):
                return None
            self._visits = 0
            style, around = self.around(node.parent)
            matrix = transform_of(self.art, node).then(around)._replace(e=0.0, f=0.0)
            traces = tuple(self._items(node, style, matrix, ()))
            only = traces[0] if len(traces) == 1 else None
            if isinstance(only, Inner) and only.matrix == IDENTITY and only.opacity == 1:
                drawing = replace(only.drawing, name=f"{self.art.name} {name}")
            else:
                drawing = self._drawing(node, traces)
            if not drawing.traces:
                raise self.art.fault(node, say("nothing is drawn in it"))
            self._parts[name] = drawing
        return self._parts[name]

    @cached_property
    def whole(self) -> Drawing:
        """The whole file, as wide and high as its page, mm; what lies beside the page is cut off."""
        width, height, matrix = page_of(self.art)
        drawing = self.joined(self.art.root.children, matrix)
        if not drawing.traces:
            raise self.art.fault(self.art.root, say("nothing is drawn in it"))
        left, top, right, bottom = drawing.extent
        if min(left, top) < 0 or right > width or bottom > height:
            drawing = replace(drawing, clip=Trace(plain(rect(0, 0, width, height))))
        return replace(drawing, name=self.art.name, width=width, height=height)

    def joined(self, nodes: Sequence[Node], matrix: Matrix, names: str = "") -> Drawing:
        """Elements side by side, the lowest first, as one drawing; all have the classes `names` besides."""
        self._visits = 0
        style, around = self.around(nodes[0].parent if nodes else None)
        style, around = {**style, "class": f"{names} {style['class']}"}, around.then(matrix)
        traces = (
            trace
            for node in nodes
            for trace in self._items(node, style, transform_of(self.art, node).then(around), ())
        )
        return self._drawing(nodes[0] if nodes else self.art.root, tuple(traces))

    def painted(self, name: str, paints: Mapping[str, str | None], opacity: float = 1.0) -> Drawing | None:
        """A part in colours of the face's own, by class, made once for each choice of them.

        ``None`` as a colour leaves out what has the class; the opacity is that of the part as a whole.
        """
        part = self.part(name)
        if part is None:
            return None
        chosen = sorted((each, paints[each] or "") for each in part.names & paints.keys())
        key = (name, opacity, *chosen)
        if key not in self._painted:
            painted = part.painted(paints)
            if opacity < 1:
                painted = Drawing.of(f"{part.name} {opacity:g}", (Inner(painted, opacity=opacity),))
            self._painted[key] = painted
        return self._painted[key]

    def around(self, node: Node | None) -> tuple[Style, Matrix]:
        """The style and matrix that elements inherit from all the elements around them."""
        if node is None:
            return PLAIN, IDENTITY
        inherited, matrix = self.around(node.parent)
        own = set(node.attributes) - {*PLAIN, "style"}
        if node.tag == "svg":
            return style_of(self.art, node, inherited, own), matrix
        style = style_of(self.art, node, inherited, own - {"opacity", "clip-path"})
        for key in ("opacity", "clip-path"):
            if style.get(key, "1") not in ("1", "none"):
                lost = say("{name} of a layer would be lost; give it to the groups in it", name=key)
                raise self.art.fault(node, lost)
        return style, transform_of(self.art, node).then(matrix)

    def _drawing(self, node: Node, traces: tuple[Trace | Inner, ...], clip: Trace | None = None) -> Drawing:
        name = node.attributes.get("id", f"{node.line}")
        drawing = Drawing.of(f"{self.art.name} {name}", traces, clip)
        if drawing.count > MOST_PATHS:
            raise self._too_many(node)
        return drawing

    def _too_many(self, node: Node) -> DeckError:
        return self.art.fault(node, say("it has more than {most} paths", most=MOST_PATHS))

    def _items(
        self, node: Node, inherited: Style, matrix: Matrix, within: tuple[Node, ...]
    ) -> Iterator[Trace | Inner]:
        """The items an element draws, at its own place, inside others or used by them."""
        self._visits += 1
        if self._visits > MOST_PATHS:
            raise self._too_many(node)
        if node.tag in SILENT:
            return
        own = SHAPES.get(node.tag, OTHERS.get(node.tag))
        if own is None:
            raise self._lost(node)
        if node in within or len(within) == DEEPEST:
            raise self.art.fault(node, say("it uses itself, or lies more than {most} deep", most=DEEPEST))
        style = style_of(self.art, node, inherited, own | {"transform"})
        if style.get("display") == "none":
            return
        opacity = fraction(self.art, node, "opacity", style.get("opacity", "1"))
        clip = style.get("clip-path", "none")
        alone = node.tag in SHAPES and "none" in (style["fill"], style["stroke"])
        within = (*within, node)
        if clip == "none" and (opacity == 1 or alone):
            yield from self._drawn(node, style, matrix, opacity, within)
            return
        around = None if clip == "none" else self._clip(node, clip)
        inner = self._drawing(node, tuple(self._drawn(node, style, IDENTITY, 1.0, within)), around)
        if inner.traces:
            yield Inner(inner, matrix, opacity)

    def _lost(self, node: Node) -> DeckError:
        instead = INSTEAD.get(node.tag, say("draw it as paths with plain fills and lines"))
        return self.art.fault(node, say("such an element would be lost; {instead}", instead=instead))

    def _drawn(
        self, node: Node, style: Style, matrix: Matrix, opacity: float, within: tuple[Node, ...]
    ) -> Iterator[Trace | Inner]:
        if node.tag == "g":
            for child in node.children:
                yield from self._items(child, style, transform_of(self.art, child).then(matrix), within)
        elif node.tag == "use":
            yield from self._use(node, style, matrix, within)
        else:
            yield from self._shape(node, style, matrix, opacity)

    def _use(self, node: Node, style: Style, matrix: Matrix, within: tuple[Node, ...]) -> Iterator[Inner]:
        target = referred(self.art, node, "href", node.attributes.get("href", ""))
        key = (id(target), tuple(style[each] for each in PLAIN))
        if key not in self._used:
            items = self._items(target, style, transform_of(self.art, target), within)
            self._used[key] = self._drawing(target, tuple(items))
        if self._used[key].traces:
            shift = Matrix.moved(coordinate(self.art, node, "x"), coordinate(self.art, node, "y"))
            yield Inner(self._used[key], shift.then(matrix))

    def _shape(self, node: Node, style: Style, matrix: Matrix, opacity: float) -> Iterator[Trace]:
        art = self.art
        for child in node.children:
            if child.tag not in SILENT:
                raise self._lost(child)
        notation = outline_of(art, node)
        if not notation:
            return
        fill = self._paint(node, "fill", style["fill"], notation)
        stroke = self._paint(node, "stroke", style["stroke"], notation)
        if isinstance(stroke, Gradient):
            raise art.unknown(node, "stroke", style["stroke"])
        width = number(art, node, "stroke-width", style["stroke-width"])
        if width <= 0 or not stroke:
            stroke, width = None, 0.0
        keys = ("fill-opacity", "stroke-opacity")
        filled, drawn = (opacity * fraction(art, node, key, style[key]) for key in keys)
        names = style["class"].split()
        dash = dashes(art, node, style["stroke-dasharray"]) if stroke else ()
        miter = number(art, node, "stroke-miterlimit", style["stroke-miterlimit"])
        pen = (width, dash, style["stroke-linecap"], style["stroke-linejoin"], miter)
        even_odd, opacity = style["fill-rule"] == "evenodd", filled if fill else drawn
        kept = KEPT in names
        trace = Trace(notation, fill, stroke, *pen, even_odd, opacity, matrix, tuple(names), kept)
        if fill and stroke and filled != drawn:
            yield trace._replace(stroke=None, width=0.0)
            yield trace._replace(fill=None, opacity=drawn, names=())
        elif fill or stroke:
            yield trace

    def _paint(self, node: Node, key: str, given: str, notation: str) -> Paint:
        if given == "none":
            return None
        if not given.startswith("url("):
            return solid(self.art, node, key, given)
        target = referred(self.art, node, key, given)
        if target.tag != "linearGradient":
            raise self._lost(target)
        return gradient_of(self.art, target, notation)

    def _clip(self, node: Node, given: str) -> Trace:
        """The outline of a clip path, in the coordinates of the element that has it."""
        clip = referred(self.art, node, "clip-path", given)
        style = style_of(self.art, clip, PLAIN, {"clipPathUnits", "transform"})
        children = [child for child in clip.children if child.tag not in SILENT]
        whole = clip.attributes.get("clipPathUnits", "userSpaceOnUse") == "userSpaceOnUse"
        if clip.tag != "clipPath" or len(children) != 1 or children[0].tag not in SHAPES or not whole:
            raise self.art.fault(clip, say("a clip path holds one path; unite them (Inkscape: Path > Union)"))
        child = children[0]
        own = style_of(self.art, child, style, SHAPES[child.tag] | {"transform"})
        if "clip-path" in style or "clip-path" in own:
            raise self.art.unknown(clip, "clip-path", style.get("clip-path", own.get("clip-path", "")))
        matrix = transform_of(self.art, child).then(transform_of(self.art, clip))
        notation = outline_of(self.art, child) or "M0 0Z"
        if matrix != IDENTITY:
            notation = plain(moved(outline(notation), matrix))
        return Trace(notation, even_odd=own["clip-rule"] == "evenodd")
