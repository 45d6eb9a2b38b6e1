"""From the elements of an art file to a drawing: groups, paths, words, uses, gradients and clip paths.

What would be lost on the way is an error that names the line and what to do instead; a file as a whole is
then drawn as a picture. Drawing programs keep what is in one gradient in another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import accumulate

from companion.errors import DeckError
from companion.press.face.drawing.scans import scanned
from companion.press.face.drawing.style import (
    CLIPS,
    PLAIN,
    SHAPES,
    Style,
    dashes,
    fraction,
    number,
    outline_of,
    page_of,
    referred,
    style_of,
    tinted,
    transform_of,
)
from companion.press.face.drawing.svg_file import DEEPEST, SILENT, ArtFile, Node
from companion.press.face.drawing.words import Letters, Words
from companion.press.frame.drawing import Drawing, Gradient, Inner, Paint, Scan, Trace, outline, plain, serve
from companion.press.frame.outlines import IDENTITY, Matrix, moved, rect, tight
from companion.sentences import Sentence, say

LINEAR = {"x1": "0", "y1": "0", "x2": "100%", "y2": "0"}
RADIAL = {"cx": "50%", "cy": "50%", "r": "50%", "fx": "", "fy": "", "fr": "0"}
GRADIENTS = ("linearGradient", "radialGradient")

Stop = tuple[float, str, float, str]  # as _stop has it


def _join_linked_gradients(art: ArtFile, node: Node) -> tuple[dict[str, str], Node]:
    """What a gradient and those it links to say together, and which of them has stops."""
    told, holder, chain = dict(node.attributes), node, [node]
    while "href" in chain[-1].attributes:
        target = referred(art, chain[-1], "href", chain[-1].attributes["href"])
        if target in chain or len(chain) > DEEPEST or target.tag not in GRADIENTS:
            raise art.fault(node, say("it uses itself, or what is of another kind"))
        chain.append(target)
        told, holder = target.attributes | told, holder if holder.children else target
    return told, holder


def gradient_of(art: ArtFile, node: Node, notation: str) -> tuple[Paint, float]:
    """The gradient that fills an outline, or its one colour, and its opacity."""
    told, holder = _join_linked_gradients(art, node)
    stops = [_stop(art, stop) for stop in holder.children if stop.tag == "stop"]
    if not stops:
        return None, 1.0
    boxed = told.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
    kind = LINEAR if node.tag == GRADIENTS[0] else RADIAL
    numbers = [_measure(art, node, key, told.get(key, default), boxed) for key, default in kind.items()]
    matrix = transform_of(art, replace(node, attributes=told), "gradientTransform")
    left, top, right, bottom = tight(outline(notation))
    if boxed:
        if right - left < 1e-6 or bottom - top < 1e-6:
            return None, 1.0
        matrix = matrix.then(Matrix(right - left, 0.0, 0.0, bottom - top, left, top))
    radii = None
    start, end = complex(*numbers[:2]), complex(*numbers[2:4])
    if kind is RADIAL:
        end, (radius, focus_x, focus_y, least) = start, numbers[2:]
        start = complex(focus_x if told.get("fx") else end.real, focus_y if told.get("fy") else end.imag)
        radii = least, radius
        away = abs(start - end)
        if away > 0.99 * radius > 0:  # a focus beyond the edge lies just within it
            start = end + (start - end) * 0.99 * radius / away
    parts = accumulate((part for part, *_ in stops), max)
    stops = [(part, *stop[1:]) for part, stop in zip(parts, stops, strict=True)]
    alike = len({colour for _, colour, *_ in stops}) == len({shade for _, _, shade, _ in stops}) == 1
    if alike or not matrix.scale or (start == end and radii is None) or (radii and radii[1] <= radii[0]):
        return stops[-1][1], stops[-1][2]
    if told.get("spreadMethod", "pad") != "pad":
        raise art.unknown(node, "spreadMethod", told["spreadMethod"])
    colours = tuple((part, colour) for part, colour, *_ in stops)
    shades, names = tuple(each[2] for each in stops), tuple(each[3] for each in stops)
    faint = shades if min(shades) < 1 else ()
    ends = (start.real, start.imag), (end.real, end.imag)
    return Gradient(*ends, colours, matrix, names, radii, faint), 1.0


def _measure(art: ArtFile, node: Node, key: str, given: str, boxed: bool) -> float:
    """A length of a gradient, in per cent of the box where it is told in parts of that."""
    given = given.strip() or "0"
    percent = given.endswith("%") and boxed
    return number(art, node, key, given[:-1]) / 100 if percent else number(art, node, key, given)


def _stop(art: ArtFile, stop: Node) -> Stop:
    """Its part of the way, its colour, how opaque it is, and the name of the colour."""
    style = style_of(art, stop, PLAIN)
    part = fraction(art, stop, "offset", stop.attributes.get("offset", "0"))
    given = style.get("stop-color", "#000000")
    given = style["color"] if given.lower() == "currentcolor" else given
    colour, opacity = tinted(art, stop, "stop-color", given)
    opacity *= fraction(art, stop, "stop-opacity", style.get("stop-opacity", "1"))
    return part, colour, opacity, next(iter(style["class"].split()), "")


KEPT = "line"  # the class of paths that are printed as they are with little ink
HOLDERS = {"g", "a", "use"}

Items = Iterable[Trace | Inner]
Within = tuple[Node, ...]  # the elements in which another lies


@lru_cache(maxsize=64)
def parts_of(art: ArtFile, lettering: Letters | None = None) -> Parts:
    """The parts of an art file, with words in the fonts of a deck; the same for all who ask."""
    return Parts(art, lettering)


class Parts:
    """The parts of one art file, each made once."""

    def __init__(self, art: ArtFile, lettering: Letters | None = None) -> None:
        self.art = art
        self.told: dict[Sentence, None] = {}  # what a person should know of what was drawn
        self.words = Words(art, lettering, self.told)
        self._parts: dict[str, Drawing] = {}
        self._used: dict[tuple[object, ...], Drawing] = {}
        self._painted: dict[tuple[object, ...], Drawing] = {}
        self.bolder: dict[tuple[int, float], tuple[Drawing, Drawing]] = {}
        self._whole: dict[float, Drawing | Scan] = {}

    def part(self, name: str) -> Drawing | None:
        """A group as a drawing, without a name the whole file; ``None`` where there is none.

        Its origin is the group's own: its place on the sheet does not count, its scale and turn do.
        """
        if not name:
            return self._page
        if name not in self._parts:
            node = self.art.named.get(name)
            if node is None or not (node.tag in SHAPES or node.tag in HOLDERS):
                return None
            if self.art.lost is not None:
                raise self.art.lost
            style, around = self.around(node.parent)
            matrix = transform_of(self.art, node).then(around)._replace(e=0.0, f=0.0)
            traces = tuple(self._items(node, style, matrix, ()))
            only = traces[0] if len(traces) == 1 else None
            if isinstance(only, Inner) and only.matrix == IDENTITY and only.opacity == 1:
                drawing = replace(only.drawing, name=f"{self.art.name} {name}")
            else:
                drawing = self.drawing(node, traces)
            if not drawing.traces:
                raise self.art.fault(node, say("nothing is drawn in it"))
            self._parts[name] = replace(drawing, told=tuple(self.told))
        return self._parts[name]

    def whole(self, printed: float) -> Drawing | Scan:
        """The whole file, as wide and high as its page, mm; what lies beside that is cut off.

        What no drawing can say is a picture, with the dots it takes for a longer side of so many mm on paper.
        """
        if printed not in self._whole:
            try:
                self._whole[printed] = self._page
            except DeckError as lost:
                self._whole[printed] = scanned(self.words, self.art.root.children, lost, printed=printed)
        return self._whole[printed]

    @cached_property
    def _page(self) -> Drawing:
        width, height, matrix = page_of(self.art)
        drawing = self.joined(self.art.root.children, matrix)
        if not drawing.traces:
            told = self.art.fault(self.art.root, say("nothing is drawn in it")).whole
            drawing = replace(drawing, told=(told,))
        left, top, right, bottom = drawing.extent
        if min(left, top) < 0 or right > width or bottom > height:
            drawing = replace(drawing, clip=Trace(plain(rect(0, 0, width, height))))
        return replace(drawing, name=self.art.name, width=width, height=height)

    def joined(self, nodes: Sequence[Node], matrix: Matrix, names: str = "") -> Drawing:
        """Elements side by side, the lowest first, as one drawing; all have the classes `names` besides."""
        if self.art.lost is not None:
            raise self.art.lost
        style, around = self.around(nodes[0].parent if nodes else None)
        style, around = {**style, "class": f"{names} {style['class']}"}, around.then(matrix)
        drawing = self.drawing(nodes[0] if nodes else self.art.root, self.children(nodes, style, around, ()))
        return replace(drawing, told=tuple(self.told))

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
        style = style_of(self.art, node, inherited)
        for key in ("opacity", "clip-path"):
            if style.get(key, "1") not in ("1", "none"):
                lost = say("{name} of a layer would be lost; give it to the groups in it", name=key)
                raise self.art.fault(node, lost)
        return style, matrix if node.tag == "svg" else transform_of(self.art, node).then(matrix)

    def drawing(self, node: Node, traces: Items, mask: Drawing | None = None) -> Drawing:
        """A drawing of what an element draws."""
        return Drawing.of(self._name(node), traces, None, mask)

    def _name(self, node: Node) -> str:
        return f"{self.art.name} {node.attributes.get('id', node.line)}"

    def _items(self, node: Node, inherited: Style, matrix: Matrix, within: Within) -> Items:
        """The items an element draws, at its own place, inside others or used by them."""
        if node.tag in SILENT:
            return
        style = style_of(self.art, node, inherited)
        if style.get("display") == "none":
            return
        if node.tag == "image" and not node.attributes.get("href"):
            return
        if not (node.tag in SHAPES or node.tag in HOLDERS or node.tag == "text"):
            raise self._refuse_element(node)
        within = self.inside(node, within)
        opacity = fraction(self.art, node, "opacity", style.get("opacity", "1"))
        clip = style.get("clip-path", "none")
        alone = node.tag in SHAPES and "none" in (style["fill"], style["stroke"])
        if clip == "none" and (opacity == 1 or alone):
            yield from self._drawn(node, style, matrix, opacity, within)
            return
        inner = self.drawing(node, self._drawn(node, style, IDENTITY, 1.0, within))
        if clip != "none" and inner.traces:
            inner = self._clip_drawing(referred(self.art, node, "clip-path", clip), inner, within)
        if inner.traces:
            yield Inner(inner, matrix, opacity)

    def _refuse_element(self, node: Node) -> DeckError:
        what = say("such an element would be lost; draw it as paths, or place it as a picture")
        return self.art.fault(node, what)

    def inside(self, node: Node, within: Within) -> Within:
        """The elements that lie around what lies in one; one in itself is refused."""
        if node in within or len(within) == DEEPEST:
            what = say("it uses itself, or lies more than {most} deep", most=DEEPEST)
            raise self.art.fault(node, what)
        return (*within, node)

    def _drawn(self, node: Node, style: Style, matrix: Matrix, opacity: float, within: Within) -> Items:
        match node.tag:
            case "g" | "a":
                yield from self.children(node.children, style, matrix, within)
            case "use":
                yield from self._use(node, style, matrix, within)
            case "text":
                for notation, own in self.words.lines(node, style):
                    solid = {**own, "fill-rule": "nonzero"}  # strokes of a letter may lie over one another
                    yield from self._ink_outline(node, notation, solid, matrix, opacity)
            case _:
                yield from self._ink_outline(node, outline_of(self.art, node), style, matrix, opacity)

    def children(self, nodes: Iterable[Node], style: Style, matrix: Matrix, within: Within) -> Items:
        """The items that elements within another draw."""
        for node in nodes:
            yield from self._items(node, style, transform_of(self.art, node).then(matrix), within)

    def _use(self, node: Node, style: Style, matrix: Matrix, within: Within) -> Items:
        target = referred(self.art, node, "href", node.attributes.get("href", ""))
        if target.tag in SILENT:
            raise self._refuse_element(target)
        key = (id(target), *(style[each] for each in PLAIN))
        if key not in self._used:
            self._used[key] = self.drawing(target, self.children((target,), style, IDENTITY, within))
        if self._used[key].traces:
            x, y = (number(self.art, node, each, node.attributes.get(each, "0")) for each in "xy")
            yield Inner(self._used[key], Matrix.moved(x, y).then(matrix))

    def _ink_outline(self, node: Node, notation: str, style: Style, matrix: Matrix, opacity: float) -> Items:
        art, names = self.art, style["class"].split()
        if not notation or style["visibility"] != "visible":
            return
        if style[CLIPS]:
            yield Trace(notation, "#ffffff", even_odd=style["clip-rule"] == "evenodd", matrix=matrix)
            return
        width = max(0.0, number(art, node, "stroke-width", style["stroke-width"]))
        miter = number(art, node, "stroke-miterlimit", style["stroke-miterlimit"])
        fill, full = self._paint(node, "fill", style, notation)
        stroke, drawn = self._paint(node, "stroke", style, notation) if width else (None, 1.0)
        width *= bool(stroke)
        full *= opacity * fraction(art, node, "fill-opacity", style["fill-opacity"])
        drawn *= opacity * fraction(art, node, "stroke-opacity", style["stroke-opacity"])
        dash = dashes(art, node, style["stroke-dasharray"]) if stroke else ()
        pen = (width, dash, style["stroke-linecap"], style["stroke-linejoin"], miter)
        inside = style["fill-rule"] == "evenodd", full if fill else drawn, matrix, tuple(names), KEPT in names
        shift = number(art, node, "stroke-dashoffset", style["stroke-dashoffset"])
        trace = Trace(notation, None, None, *pen, *inside, shift % sum(dash) if dash else 0.0)
        first = style["paint-order"].startswith("stroke")
        faint = isinstance(fill, Gradient) and fill.faint
        one = not (faint or (fill and stroke and (full != drawn or first)))
        if one and not isinstance(stroke, Gradient):
            yield from [trace._replace(fill=fill, stroke=stroke)] if fill or stroke else ()
            return
        parts, name = list[Trace | Inner](), self._name(node)
        if fill:
            parts.append(serve(name, fill, trace._replace(fill="#ffffff", width=0.0)))
        if stroke:
            line = trace._replace(stroke="#ffffff", opacity=drawn, names=() if fill else trace.names)
            parts.append(serve(name, stroke, line))
        yield from reversed(parts) if first else parts

    def _paint(self, node: Node, key: str, style: Style, notation: str) -> tuple[Paint, float]:
        """What an outline is filled with, or drawn in, and how opaque it is."""
        given = style["color"] if style[key].lower() == "currentcolor" else style[key]
        if given == "none":
            return None, 1.0
        if not given.startswith("url("):
            return tinted(self.art, node, key, given)
        target = referred(self.art, node, key, given.partition(")")[0] + ")")
        if target.tag not in GRADIENTS:
            raise self.art.unknown(node, key, given)
        return gradient_of(self.art, target, notation)

    def _clip_drawing(self, node: Node, inner: Drawing, within: Within) -> Drawing:
        art, within, told = self.art, self.inside(node, within), node.attributes
        style = {**style_of(art, node, self.around(node.parent)[0]), CLIPS: "yes"}
        for key, usual in {"clip-path": "none", "clipPathUnits": "userSpaceOnUse"}.items():
            if told.get(key, usual) != usual:
                raise art.unknown(node, key, told[key])
        if node.tag != "clipPath":
            raise art.fault(node, say("it is no clip path"))
        traces = tuple(self.children(node.children, style, transform_of(art, node), within))
        only = traces[0] if len(traces) == 1 else None
        if isinstance(only, Trace):
            notation = only.notation
            if only.matrix != IDENTITY:
                notation = plain(moved(outline(notation), only.matrix))
            return replace(inner, clip=Trace(notation, even_odd=only.even_odd))
        return self.drawing(node, (Inner(inner),) if traces else (), self.drawing(node, traces))
