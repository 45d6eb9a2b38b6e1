"""Turn the elements of an art file into a drawing: groups, paths, words, uses, gradients and clip paths.

What a drawing cannot show is an error that names the line and what to do instead; a whole file is then
drawn as a picture. A gradient may link to another for its stops, as drawing programs write them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import accumulate

from companion.errors import DeckError, InputError
from companion.press.face.drawing.styles import Node
from companion.press.face.drawing.svg_file import CLIPS, DEEPEST, FIXED, IDLE, PLAIN, SHAPES, SILENT, ArtFile, Style
from companion.press.face.drawing.words import WORDS, FontFinder, Words
from companion.press.frame import outlines
from companion.press.frame.drawing import Drawing, Gradient, NestedDrawing, Paint, Scan, Trace, Traces, apply_paint
from companion.press.frame.outlines import IDENTITY, Matrix, format_notation, parse_notation, transform_outline
from companion.sentences import say

LINEAR = {"x1": "0", "y1": "0", "x2": "100%", "y2": "0"}
RADIAL = {"cx": "50%", "cy": "50%", "r": "50%", "fx": "0", "fy": "0", "fr": "0"}
GRADIENTS = ("linearGradient", "radialGradient")

Stop = tuple[float, str, float, str]  # offset, colour, opacity, name of the colour
_FIRST_STROKE = re.compile(r"(?:markers\s+)?stroke")
MOST_PATHS = 1_000_000  # in a drawing, those of each use counted
KEPT = "line"  # the class of paths that low ink leaves unchanged
HOLDERS = {"g", "a", "use", "switch"}
Within = tuple[Node, ...]  # the elements around another, outermost first


def _join_linked_gradients(art: ArtFile, node: Node) -> tuple[dict[str, str], Node]:
    """The attributes of a gradient, completed from those it links to, and the gradient that has the stops."""
    attributes, holder, chain = dict(node.attributes), node, [node]
    while "href" in chain[-1].attributes:
        target = art.get_link_target(chain[-1], "href", chain[-1].attributes["href"])
        if target in chain or len(chain) > DEEPEST or target.tag not in GRADIENTS:
            raise art.fault(node, say("it uses itself, or something of another kind"))
        chain.append(target)
        attributes, holder = target.attributes | attributes, holder if holder.children else target
    return attributes, holder


def build_gradient(art: ArtFile, node: Node, notation: str) -> tuple[Paint, float]:
    """The paint and opacity of a gradient over an outline; the paint is ``None`` if it paints nothing."""
    keys, holder = _join_linked_gradients(art, node)
    stops = [_parse_stop(art, stop) for stop in holder.children if stop.tag == "stop"]
    if not stops:
        return None, 1.0
    is_relative = keys.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
    kind = LINEAR if node.tag == GRADIENTS[0] else RADIAL
    whole = 1.0 if is_relative else None
    numbers = [art.parse_number(node, key, keys.get(key, "") or default, whole) for key, default in kind.items()]
    matrix = art.parse_transform(replace(node, attributes=keys), "gradientTransform")
    left, top, right, bottom = outlines.compute_tight_bounds(parse_notation(notation))
    if is_relative:
        if right - left < 1e-6 or bottom - top < 1e-6:
            return None, 1.0
        matrix = matrix.then(Matrix(right - left, 0.0, 0.0, bottom - top, left, top))
    radii = None
    start, end = complex(*numbers[:2]), complex(*numbers[2:4])
    if kind is RADIAL:
        end, (radius, focus_x, focus_y, least) = start, numbers[2:]
        start = complex(focus_x if keys.get("fx") else end.real, focus_y if keys.get("fy") else end.imag)
        radii = least, radius
        distance = abs(start - end)
        if distance > radius:
            raise art.refuse_value(node, "fx", keys.get("fx", ""))
        if distance > 0.99 * radius > 0:  # move a focus on the edge to just inside
            start = end + (start - end) * 0.99 * radius / distance
    parts, colours, shades, names = zip(*stops, strict=True)
    is_constant = len({*colours}) == len({*shades}) == 1
    if is_constant or not matrix.scale or (start == end and radii is None) or (radii and radii[1] <= radii[0]):
        return colours[-1], shades[-1]
    for key in ("spreadMethod", "color-interpolation"):
        if (value := keys.get(key, "")) not in {*IDLE, "pad"}:
            raise art.refuse_value(node, key, value)
    stop_list, faint = tuple(zip(accumulate(parts, max), colours, strict=True)), shades if min(shades) < 1 else ()
    return Gradient((start.real, start.imag), (end.real, end.imag), stop_list, matrix, names, radii, faint), 1.0


def _parse_stop(art: ArtFile, stop: Node) -> Stop:
    """A stop of a gradient: offset 0 to 1, colour, opacity, and the name under which a face replaces the colour."""
    style = art.compute_style(stop, PLAIN)
    part = art.parse_fraction(stop, "offset", stop.attributes.get("offset", "0"))
    text = style.get("stop-color", "#000000")
    text = style["color"] if text.lower() == "currentcolor" else text
    colour, opacity = art.parse_colour(stop, "stop-color", text)
    opacity *= art.parse_fraction(stop, "stop-opacity", style.get("stop-opacity", "1"))
    return part, colour, opacity, next(iter(style["class"].split()), "")


@lru_cache(maxsize=64)
def get_parts(art: ArtFile, resources: FontFinder | None = None) -> Parts:
    return Parts(art, resources)


class Parts:
    def __init__(self, art: ArtFile, resources: FontFinder | None = None) -> None:
        self.art = art
        self.notes = {**art.notes}  # notes for the user, such as missing fonts
        self.words = Words(art, resources, self.notes)
        self._parts: dict[str, Drawing] = {}
        self._use_cache: dict[tuple[object, ...], Drawing] = {}
        self._paint_cache: dict[tuple[object, ...], Drawing] = {}
        self.bold_cache: dict[tuple[int, float], tuple[Drawing, Drawing]] = {}
        self._page_cache: dict[float, Drawing | Scan] = {}

    def find_part(self, name: str) -> Drawing | None:
        """A group as a drawing, from its own origin, or the whole file for an empty name; ``None`` if there is none."""
        if not name:
            return self._page
        if name not in self._parts:
            node = self.art.nodes_by_id.get(name)
            if node is None or not (node.tag in SHAPES or node.tag in HOLDERS):
                return None
            matrix = self.art.compute_matrix(node)._replace(e=0.0, f=0.0)
            traces = tuple(self._draw_node(node, self.compute_inherited(node.parent), matrix, ()))
            only = traces[0] if len(traces) == 1 else None
            if isinstance(only, NestedDrawing) and only.matrix == IDENTITY and only.opacity == 1:
                drawing = replace(only.drawing, name=f"{self.art.name} {name}")
            else:
                drawing = self.build_drawing(node, traces)
            if not drawing.traces:
                raise self.art.fault(node, say("nothing is drawn in it"))
            self._parts[name] = replace(drawing, notes=tuple(self.notes))
        return self._parts[name]

    def draw_page(self, width: float) -> Drawing | Scan:
        """The whole file, clipped to its page, mm; if need be a picture, sharp where its longer side is `width` mm."""
        if width not in self._page_cache:
            try:
                self._page_cache[width] = self._page
            except DeckError as fault:
                from companion.press.face.drawing.scans import draw_as_picture

                self._page_cache[width] = draw_as_picture(self.words, self.art.root.children, fault, width=width)
        return self._page_cache[width]

    @cached_property
    def _page(self) -> Drawing:
        width, height, matrix = self.art.page
        drawing = self.join_nodes(self.art.root.children, matrix)
        if not drawing.traces:
            message = self.art.fault(self.art.root, say("nothing is drawn in it")).message
            drawing = replace(drawing, notes=(message,))
        if colour := self.art.get_background():
            code, opacity = self.art.parse_colour(self.art.root, "background", colour)
            ground = Trace(format_notation(outlines.rect(0, 0, width, height)), code, opacity=opacity)
            drawing = replace(drawing, traces=(ground, *drawing.traces))
        left, top, right, bottom = drawing.extent
        if min(left, top) < 0 or right > width or bottom > height:
            drawing = replace(drawing, clip=Trace(format_notation(outlines.rect(0, 0, width, height))))
        return replace(drawing, name=self.art.name, width=width, height=height)

    def join_nodes(self, nodes: Sequence[Node], matrix: Matrix, names: str = "") -> Drawing:
        """Join neighbouring elements, the lowest first, into one drawing; all get the classes `names` too."""
        holder = (nodes[0].parent if nodes else None) or self.art.root
        style, outer = self.compute_inherited(holder), self.art.compute_matrix(holder).then(matrix)
        style["class"] = f"{names} {style['class']}"
        drawing = self.build_drawing(nodes[0] if nodes else holder, self.draw_children(nodes, style, outer, ()))
        return replace(drawing, notes=tuple(self.notes))

    def paint_part(self, name: str, paints: Mapping[str, str | None], opacity: float = 1.0) -> Drawing | None:
        """A part with the colours of classes replaced by `paints`, where ``None`` leaves out their paths; cached."""
        if (part := self.find_part(name)) is None:
            return None
        paints_chosen = sorted((each, paints[each] or "") for each in part.names & paints.keys())
        key = (name, opacity, *paints_chosen)
        if key not in self._paint_cache:
            drawing = part.with_paints(paints)
            if opacity < 1:
                drawing = Drawing.from_traces(f"{part.name} {opacity:g}", (NestedDrawing(drawing, opacity=opacity),))
            self._paint_cache[key] = drawing
        return self._paint_cache[key]

    def compute_inherited(self, node: Node | None) -> dict[str, str]:
        """The style that the children of a node inherit from it and from all elements around it."""
        if node is None:
            return {**PLAIN}
        style = self.art.compute_style(node, self.compute_inherited(node.parent))
        for key in ("opacity", "clip-path"):
            if style.get(key, "1") not in ("1", "none"):
                fault = say("{name} of a layer would be lost; give it to the groups in it", name=key)
                raise self.art.fault(node, fault)
        return style

    def build_drawing(self, node: Node, traces: Traces, mask: Drawing | None = None) -> Drawing:
        drawing = Drawing.from_traces(self._get_name(node), traces, None, mask)
        if drawing.path_count > MOST_PATHS:  # too many for any other program too, so it does not become a picture
            fault = self.art.fault(node, say("it draws more than {most} shapes", most=MOST_PATHS))
            raise InputError(fault.sentence, place=fault.place)
        return drawing

    def _get_name(self, node: Node) -> str:
        return f"{self.art.name} {node.attributes.get('id', node.line)}"

    def _draw_node(self, node: Node, inherited: Style, matrix: Matrix, scope: Within) -> Traces:
        """Draw an element and its children; `within` are the elements around it, also by ``use``."""
        if node.tag in SILENT:
            return
        style = self.art.compute_style(node, inherited)
        if style.get("display") == "none" or (node.tag == "image" and not node.attributes.get("href", "").strip()):
            return
        if not (node.tag in SHAPES or node.tag in HOLDERS or node.tag in WORDS):
            raise self._refuse_element(node)
        scope = self.enter_node(node, scope)
        opacity = self.art.parse_fraction(node, "opacity", style.get("opacity", "1"))
        clip = style.get("clip-path", "none")
        is_bare = node.tag in SHAPES and "none" in (style["fill"], style["stroke"])
        if clip == "none" and (opacity == 1 or is_bare):
            yield from self._draw_content(node, style, matrix, opacity, scope)
            return
        inner = self.build_drawing(node, self._draw_content(node, style, IDENTITY, 1.0, scope))
        if clip != "none" and inner.traces:
            inner = self._clip_drawing(self.art.get_link_target(node, "clip-path", clip), inner, scope)
        if inner.traces:
            yield NestedDrawing(inner, matrix, opacity)

    def _refuse_element(self, node: Node) -> DeckError:
        return self.art.fault(node, say("such an element would be lost; draw it as paths, or place it as a picture"))

    def enter_node(self, node: Node, inherited: Within) -> Within:
        """Add a node to the elements around its children; a node within itself is refused."""
        if node in inherited or len(inherited) == DEEPEST:
            raise self.art.fault(node, say("it uses itself, or lies more than {most} deep", most=DEEPEST))
        return (*inherited, node)

    def _draw_content(self, node: Node, style: Style, matrix: Matrix, opacity: float, inherited: Within) -> Traces:
        match node.tag:
            case "g" | "a":
                yield from self.draw_children(node.children, style, matrix, inherited)
            case "use":
                yield from self._draw_use(node, style, matrix, inherited)
            case "switch":
                chosen = self.art.find_choice(node)
                yield from self.draw_children((chosen,) if chosen else (), style, matrix, inherited)
            case "text" | "flowRoot":
                for notation, line_style in self.words.draw_lines(node, style):
                    solid = {**line_style, "fill-rule": "nonzero"}  # strokes of a letter may overlap
                    yield from self._ink_outline(node, notation, solid, matrix, opacity)
            case _:
                yield from self._ink_outline(node, self.art.build_outline(node), style, matrix, opacity)

    def draw_children(self, nodes: Iterable[Node], style: Style, matrix: Matrix, inherited: Within) -> Traces:
        for node in nodes:
            yield from self._draw_node(node, style, self.art.parse_transform(node).then(matrix), inherited)

    def _draw_use(self, node: Node, style: Style, matrix: Matrix, inherited: Within) -> Traces:
        target = self.art.get_link_target(node, "href", node.attributes.get("href", ""))
        if target.tag in SILENT:
            raise self._refuse_element(target)
        key = (id(target), *(style[each] for each in PLAIN))
        if key not in self._use_cache:
            self._use_cache[key] = self.build_drawing(target, self.draw_children((target,), style, IDENTITY, inherited))
        if self._use_cache[key].traces:
            x, y = (self.art.parse_number(node, each, node.attributes.get(each, "0")) for each in "xy")
            yield NestedDrawing(self._use_cache[key], Matrix.translate(x, y).then(matrix))

    def _ink_outline(self, node: Node, notation: str, style: Style, matrix: Matrix, opacity: float) -> Traces:
        art, names = self.art, style["class"].split()
        if not notation or style["visibility"] != "visible":
            return
        if style[CLIPS]:
            yield Trace(notation, "#ffffff", even_odd=style["clip-rule"] == "evenodd", matrix=matrix)
            return
        width = max(0.0, art.parse_number(node, "stroke-width", style["stroke-width"]))
        if node.attributes.get("vector-effect") == FIXED:
            width = art.compute_fixed_pen(node, width)
        miter = art.parse_number(node, "stroke-miterlimit", style["stroke-miterlimit"])
        fill, full = self._get_paint(node, "fill", style, notation)
        stroke, alpha = self._get_paint(node, "stroke", style, notation) if width else (None, 1.0)
        width *= bool(stroke)
        full *= opacity * art.parse_fraction(node, "fill-opacity", style["fill-opacity"])
        alpha *= opacity * art.parse_fraction(node, "stroke-opacity", style["stroke-opacity"])
        dash = art.parse_dashes(node, style["stroke-dasharray"]) if stroke else ()
        if dash and "pathLength" in node.attributes:
            raise art.refuse_value(node, "pathLength", node.attributes["pathLength"])
        pen = (width, dash, style["stroke-linecap"], style["stroke-linejoin"], miter)
        fill_keys = (style["fill-rule"] == "evenodd", full if fill else alpha, matrix, tuple(names), KEPT in names)
        shift = art.parse_number(node, "stroke-dashoffset", style["stroke-dashoffset"])
        trace = Trace(notation, None, None, *pen, *fill_keys, shift % sum(dash) if dash else 0.0)
        first = _FIRST_STROKE.match(style["paint-order"]) is not None
        faint = isinstance(fill, Gradient) and fill.faint
        one = not (faint or (fill and stroke and (full != alpha or first)))
        if one and not isinstance(stroke, Gradient):
            yield from [trace._replace(fill=fill, stroke=stroke)] if fill or stroke else ()
            return
        parts, name = list[Trace | NestedDrawing](), self._get_name(node)
        if fill:
            parts.append(apply_paint(name, fill, trace._replace(fill="#ffffff", width=0.0)))
        if stroke:
            line = trace._replace(stroke="#ffffff", opacity=alpha, names=() if fill else trace.names)
            parts.append(apply_paint(name, stroke, line))
        yield from reversed(parts) if first else parts

    def _get_paint(self, node: Node, key: str, style: Style, notation: str) -> tuple[Paint, float]:
        """The colour or gradient of an outline's fill or line, and its opacity."""
        colour = style["color"] if style[key].lower() == "currentcolor" else style[key]
        if colour == "none":
            return None, 1.0
        if not colour.startswith("url("):
            return self.art.parse_colour(node, key, colour)
        link, _, other = colour.partition(")")
        if other.strip() and self.art.leads_nowhere(f"{link})"):
            return self._get_paint(node, key, {**style, key: other.strip()}, notation)
        target = self.art.get_link_target(node, key, f"{link})")
        if target.tag not in GRADIENTS:
            raise self.art.refuse_value(node, key, colour)
        return build_gradient(self.art, target, notation)

    def _clip_drawing(self, node: Node, inner: Drawing, inherited: Within) -> Drawing:
        art, inherited, attributes = self.art, self.enter_node(node, inherited), node.attributes
        style = {**art.compute_style(node, self.compute_inherited(node.parent)), CLIPS: "yes"}
        for key, default in {"clip-path": "none", "clipPathUnits": "userSpaceOnUse"}.items():
            if attributes.get(key, default) != default:
                raise art.refuse_value(node, key, attributes[key])
        if node.tag != "clipPath":
            raise art.fault(node, say("it is not a clip path"))
        traces = tuple(self.draw_children(node.children, style, art.parse_transform(node), inherited))
        only = traces[0] if len(traces) == 1 else None
        if isinstance(only, Trace):
            notation = only.notation
            if only.matrix != IDENTITY:
                notation = format_notation(transform_outline(parse_notation(notation), only.matrix))
            return replace(inner, clip=Trace(notation, even_odd=only.even_odd))
        return self.build_drawing(node, (NestedDrawing(inner),) if traces else (), self.build_drawing(node, traces))
