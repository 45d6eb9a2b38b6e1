"""Write frames as SVG pictures, with svgwrite, and cut lines for cutting machines."""

import base64
from collections import defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from companion.data.outputs import mark_svg
from companion.limit import note_progress
from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing, Gradient, NestedDrawing, Trace
from companion.press.frame.frame import Frame, Item, Picture, Shape, Text, Use
from companion.press.frame.outlines import IDENTITY, Matrix, format_notation, rect
from companion.press.frame.page_marks import render_page_uri
from companion.press.frame.pictures import get_reader, inspect_picture
from companion.press.frame.source_page import SourcePage
from companion.press.frame.trims import cut_out
from companion.units import to_millimetres


def render_svg(frame: Frame, *, bleed: bool = False, embed_fonts: bool = True) -> str:
    """Render a frame as an SVG document, in mm, with its letters of each font unless not `embed_fonts`."""
    import svgwrite

    note_progress()
    edge = frame.bleed if bleed else 0.0
    width, height = frame.width + 2 * edge, frame.height + 2 * edge
    drawing = svgwrite.Drawing(
        size=(f"{width:g}mm", f"{height:g}mm"), viewBox=f"{0 - edge:g} {0 - edge:g} {width:g} {height:g}", debug=False
    )
    drawing.set_desc(title=frame.name)
    letters: dict[str, set[str]] = defaultdict(set)
    for item, _ in frame.walk() if embed_fonts else ():
        if isinstance(item, Text):
            for font, run in fonts.split_runs(item.text, item.font):
                letters[font].update(run)
    if letters:
        drawing.defs.add(drawing.style("".join(_font_face(font, letters[font]) for font in sorted(letters))))
    _SvgWriter(drawing).add_items((cut_out(frame, edge),) if frame.trim else frame.items, drawing)
    return mark_svg(drawing.tostring())


def _font_face(font: str, letters: Collection[str]) -> str:
    from companion.press.ink.reportlab_inside import subset_font

    data = base64.b64encode(subset_font(fonts.get_metrics(font), letters)).decode("ascii")
    source = f"src:url(data:font/ttf;base64,{data}) format('truetype')"
    return f"@font-face{{font-family:'{fonts.get_font_name(font)}';{source}}}"


class _SvgWriter:
    """Writes frames into an SVG drawing; a nested frame becomes a group, defined once however often it is placed."""

    def __init__(self, drawing: Any) -> None:
        self.drawing = drawing
        self.groups: dict[int, tuple[str, Frame]] = {}
        self.gradients: dict[Gradient, str] = {}
        self.clips = 0

    def add_items(self, items: Iterable[Item], goal: Any) -> None:
        for item in items:
            match item:
                case Shape():
                    goal.add(self.draw_trace(Trace.from_shape(item, format_notation(item.outline))))
                case Text():
                    goal.add(self.draw_text(item))
                case Use():
                    goal.add(self.draw_use(item))
                case Picture():
                    place, size = (item.x, item.y), (item.width, item.height)
                    image = self.drawing.image(_data_uri(Path(item.file)), insert=place, size=size)
                    image.stretch()
                    goal.add(image)

    def draw_text(self, text: Text) -> Any:
        families = dict.fromkeys(fonts.get_font_name(font) for font, _ in fonts.split_runs(text.text, text.font))
        style: dict[str, Any] = {
            "insert": (text.x, text.y),
            "fill": text.colour or "none",
            "text_anchor": text.anchor,
            "font_family": f"{', '.join(families)}, 'Noto Serif JP', serif",
            "font_size": _format_number(to_millimetres(text.size)),
        }
        if text.spacing:
            style["letter_spacing"] = f"{text.spacing:g}em"
        if text.turn:
            style["transform"] = f"rotate({text.turn:g} {text.x:g} {text.y:g})"
        return self.drawing.text(text.text, **style)

    def draw_use(self, use: Use) -> Any:
        frame_group = self.place_frame(use.frame, use.matrix, getattr(use.frame, "opacity", 1.0))
        if use.clip is None:
            return frame_group
        group = self.drawing.g(clip_path=f"url(#{self.add_clip(format_notation(use.clip))})")
        group.add(frame_group)
        return group

    def place_frame(self, frame: Frame, matrix: Matrix, opacity: float = 1.0) -> Any:
        if id(frame) not in self.groups:
            name, edge = f"f{len(self.groups)}", frame.bleed
            self.groups[id(frame)] = (name, frame)
            group = self.drawing.g(id=name)
            if isinstance(frame, SourcePage):
                clip, size = None, (frame.width, frame.height)
                group.add(self.drawing.image(render_page_uri(frame), insert=(0, 0), size=size))
            elif isinstance(frame, Drawing):
                clip = frame.clip and self.add_clip(frame.clip.notation, frame.clip.even_odd)
                for each in frame.traces:
                    group.add(self.draw_trace(each))
                if frame.mask is not None:
                    group["mask"] = f"url(#{self.add_mask(frame.mask)})"
            else:
                box = rect(-edge, -edge, frame.width + 2 * edge, frame.height + 2 * edge)
                clip = self.add_clip(format_notation(box))
                self.add_items(frame.items, group)
            if clip:
                group["clip-path"] = f"url(#{clip})"
            self.drawing.defs.add(group)
        name, _ = self.groups[id(frame)]
        return self.drawing.use(f"#{name}", transform=_format_matrix(matrix), **_format_opacity(opacity))

    def add_mask(self, drawing: Drawing) -> str:
        left, top, right, bottom = drawing.extent
        name = f"m{len(self.groups)}"
        size = right - left, bottom - top
        mask = self.drawing.mask((left, top), size, id=name, maskUnits="userSpaceOnUse")
        mask.add(self.place_frame(drawing, IDENTITY))
        self.drawing.defs.add(mask)
        return name

    def draw_trace(self, each: Trace | NestedDrawing) -> Any:
        if isinstance(each, NestedDrawing):
            return self.place_frame(each.drawing, each.matrix, each.opacity)
        fill = f"url(#{self.add_gradient(each.fill)})" if isinstance(each.fill, Gradient) else each.fill
        style: dict[str, Any] = {"fill": fill or "none", **_format_opacity(each.opacity)}
        if each.even_odd:
            style["fill_rule"] = "evenodd"
        if each.stroke:
            style |= {"stroke": each.stroke, "stroke_width": _format_number(each.width)}
            style |= {"stroke_linecap": each.cap, "stroke_linejoin": each.join}
            if each.miter != 4:
                style["stroke_miterlimit"] = _format_number(each.miter)
            if each.dash:
                style["stroke_dasharray"] = " ".join(map(_format_number, each.dash))
                style |= {"stroke_dashoffset": _format_number(each.phase)} if each.phase else {}
        if each.matrix != IDENTITY:
            style["transform"] = _format_matrix(each.matrix)
        return self.drawing.path(d=each.notation, **style)

    def add_gradient(self, gradient: Gradient) -> str:
        if gradient not in self.gradients:
            self.gradients[gradient] = name = f"g{len(self.gradients)}"
            keys = {"gradientUnits": "userSpaceOnUse", "gradientTransform": _format_matrix(gradient.matrix)}
            if gradient.radii is None:
                element = self.drawing.linearGradient(gradient.start, gradient.end, id=name, **keys)
            else:
                keys["fr"], radius = _format_number(gradient.radii[0]), gradient.radii[1]
                element = self.drawing.radialGradient(gradient.end, radius, gradient.start, id=name, **keys)
            for part, colour in gradient.stops:
                element.add_stop_color(part, colour)
            self.drawing.defs.add(element)
        return self.gradients[gradient]

    def add_clip(self, notation: str, even_odd: bool = True) -> str:
        self.clips += 1
        name = f"c{self.clips}"
        clip = self.drawing.clipPath(id=name)
        clip.add(self.drawing.path(d=notation, clip_rule="evenodd" if even_odd else "nonzero"))
        self.drawing.defs.add(clip)
        return name


def _format_matrix(matrix: Matrix) -> str:
    return f"matrix({' '.join(map(_format_number, matrix))})"


def _format_opacity(opacity: float) -> dict[str, Any]:
    return {"opacity": _format_number(opacity)} if opacity < 1 else {}


def _format_number(number: float) -> str:
    return "0" if abs(number) < 5e-5 else f"{number:.6g}"


def _data_uri(file: Path) -> str:
    raster = inspect_picture(file)
    content = file.read_bytes() if raster.is_usable else get_reader().reencode(file)
    return f"data:image/{raster.kind};base64,{base64.b64encode(content).decode('ascii')}"


HEAD = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
    'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}">\n'
)


def render_cut_lines(sheet: Frame) -> str:
    """Render the cut lines of a sheet as an SVG document of its size, with a layer for each role: marks and cuts."""
    parts, layers = [HEAD.format(width=sheet.width, height=sheet.height)], defaultdict[str, list[Shape]](list)
    for item in sheet.items:
        if isinstance(item, Shape):
            layers[item.role].append(item)
    for role, shapes in layers.items():
        parts.append(f'<g id="{role}" inkscape:groupmode="layer" inkscape:label="{role}">\n')
        for number, shape in enumerate(shapes, 1):
            line = f' stroke="{shape.stroke}" stroke-width="{shape.width:g}"' if shape.stroke else ""
            notation = format_notation(shape.outline)
            parts.append(f'<path id="{role}-{number}" fill="{shape.fill or "none"}"{line} d="{notation}"/>\n')
        parts.append("</g>\n")
    return mark_svg("".join([*parts, "</svg>\n"]))
