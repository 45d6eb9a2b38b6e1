"""The floor of the press: the same primitives as a list of bare numbers, drawn by raw reportlab with forms.

What is placed once is drawn where it stands, what is placed more often is a form. Nothing is laid out,
looked up or decided here; what the press takes more than this is its own.
"""

import io
from collections.abc import Iterable

from reportlab import rl_config
from reportlab.lib.colors import Color
from reportlab.pdfbase.pdfdoc import PDFResourceDictionary
from reportlab.pdfgen.canvas import Canvas

from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing, Gradient, NestedDrawing, Trace, parse_notation
from companion.press.frame.frame import Frame, Page, Shape, Text, Use
from companion.press.ink.content import find_shared_frames

K = 72 / 25.4


class Floor:
    """Pages turned into bare drawing steps; ``draw`` is what is measured."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self.forms: dict[int, tuple[str, tuple[float, ...], list[tuple]]] = {}
        frames = [page.frame for page in pages]
        self.shared = find_shared_frames(frames)
        self.pages = [(frame.width * K, frame.height * K, self.steps(frame)) for frame in frames]

    def steps(self, frame: Frame) -> list[tuple]:
        steps: list[tuple] = []
        for item in frame.items:
            if isinstance(item, Shape):
                steps.append(
                    (
                        "shape",
                        self.path(item.outline, frame.height),
                        rgb(item.fill),
                        rgb(item.stroke),
                        item.width * K,
                        [d * K for d in item.dash],
                    )
                )
            elif isinstance(item, Text):
                steps.append(
                    (
                        "text",
                        item.x * K,
                        (frame.height - item.y) * K,
                        item.text,
                        fonts.WEIGHTS[item.font],
                        item.size,
                        rgb(item.colour),
                        item.anchor,
                        item.turn,
                    )
                )
            elif isinstance(item, Use):
                clip = self.path(item.clip, frame.height) if item.clip else None
                if isinstance(item.frame, Drawing):
                    a, b, c, d, e, f = item.matrix
                    placed = (a * K, -b * K, c * K, -d * K, e * K, (frame.height - f) * K)
                    steps.append(("form", self.drawing(item.frame), *placed, clip))
                    continue
                alone = id(item.frame) not in self.shared
                drawn = self.steps(item.frame) if alone else self.form(item.frame)
                steps.append(("form", drawn, *self.matrix(item, frame.height), clip))
        return steps

    def form(self, frame: Frame) -> str:
        if id(frame) not in self.forms:
            inner = self.steps(frame)
            box = (
                -frame.bleed * K,
                -frame.bleed * K,
                (frame.width + frame.bleed) * K,
                (frame.height + frame.bleed) * K,
            )
            self.forms[id(frame)] = (f"f{len(self.forms)}", box, inner)
        return self.forms[id(frame)][0]

    def drawing(self, drawing: Drawing) -> str:
        """A drawing as a form of its own outlines, in its own millimetres."""
        if id(drawing) not in self.forms:
            steps: list[tuple] = []
            if drawing.clip is not None:
                steps.append(("clip", segments(drawing.clip), drawing.clip.even_odd))
            for each in drawing.traces:
                if isinstance(each, NestedDrawing):
                    faint = each.opacity < 1
                    steps += [("alpha", each.opacity)] if faint else []
                    steps.append(("form", self.drawing(each.drawing), *each.matrix, None))
                    steps += [("alpha", 1.0)] if faint else []
                else:
                    steps.append(("trace", segments(each), each))
            self.forms[id(drawing)] = (f"f{len(self.forms)}", drawing.extent, steps)
        return self.forms[id(drawing)][0]

    @staticmethod
    def matrix(use: Use, height: float) -> tuple[float, ...]:
        a, b, c, d, e, f = use.matrix
        return a, -b, -c, d, (c * use.frame.height + e) * K, (height - d * use.frame.height - f) * K

    @staticmethod
    def path(outline: tuple, height: float) -> list[tuple]:
        return [(letter, *(((height - n) if i % 2 else n) * K for i, n in enumerate(at))) for letter, at in outline]

    def draw(self) -> bytes:
        fonts.register_serif()
        rl_config.useA85 = 0
        goal = io.BytesIO()
        canvas = Canvas(goal, invariant=1, pageCompression=1, initialFontName="CompanionSerif-Regular")
        for name, box, steps in self.forms.values():
            canvas.beginForm(name, *box)
            round_ends(canvas)
            self.run(canvas, steps)
            canvas.endForm(Resources=resources(canvas))
        for width, height, steps in self.pages:
            canvas.setPageSize((width, height))
            round_ends(canvas)
            self.run(canvas, steps)
            canvas.showPage()
        canvas.save()
        return goal.getvalue()

    def run(self, canvas: Canvas, steps: list[tuple]) -> None:
        for kind, *step in steps:
            if kind == "shape":
                path, fill, stroke, width, dash = step
                if fill:
                    canvas.setFillColorRGB(*fill)
                if stroke:
                    canvas.setStrokeColorRGB(*stroke)
                    canvas.setLineWidth(width)
                    canvas.setDash(dash)
                canvas.drawPath(pen(canvas, path), stroke=bool(stroke), fill=bool(fill), fillMode=0)
            elif kind == "text":
                x, y, text, font, size, colour, anchor, turn = step
                canvas.setFillColorRGB(*colour)
                canvas.setFont(font, size)
                canvas.saveState()
                canvas.translate(x, y)
                canvas.rotate(-turn)
                {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}[anchor](
                    0, 0, text
                )
                canvas.restoreState()
            elif kind == "trace":
                trace(canvas, *step)
            elif kind == "alpha":
                alpha(canvas, *step)
            elif kind == "clip":
                path, even_odd = step
                canvas.clipPath(pen(canvas, path), stroke=0, fill=0, fillMode=0 if even_odd else 1)
            else:
                name, a, b, c, d, e, f, clip = step
                canvas.saveState()
                if clip:
                    canvas.clipPath(pen(canvas, clip), stroke=0, fill=0)
                canvas.transform(a, b, c, d, e, f)
                if isinstance(name, str):
                    canvas.doForm(name)
                else:
                    self.run(canvas, name)
                canvas.restoreState()


def segments(drawn: Trace) -> list[tuple]:
    return [(letter, *at) for letter, at in parse_notation(drawn.notation)]


def trace(canvas: Canvas, path: list[tuple], drawn: Trace) -> None:
    """A path of a drawing with its paints."""
    canvas.saveState()
    canvas.transform(*drawn.matrix)
    mode = 0 if drawn.even_odd else 1
    if drawn.opacity < 1:
        alpha(canvas, drawn.opacity)
    if isinstance(drawn.fill, Gradient):
        canvas.saveState()
        canvas.clipPath(pen(canvas, path), stroke=0, fill=0, fillMode=mode)
        canvas.transform(*drawn.fill.matrix)
        parts, colours = zip(*drawn.fill.stops, strict=True)
        canvas.linearGradient(*drawn.fill.start, *drawn.fill.end, [Color(*rgb(each)) for each in colours], parts)
        canvas.restoreState()
    elif drawn.fill:
        canvas.setFillColorRGB(*rgb(drawn.fill))
    if drawn.stroke:
        canvas.setStrokeColorRGB(*rgb(drawn.stroke))
        canvas.setLineWidth(drawn.width)
        canvas.setDash(list(drawn.dash))
        canvas.setLineCap(("butt", "round", "square").index(drawn.cap))
        canvas.setLineJoin(("miter", "round", "bevel").index(drawn.join))
        canvas.setMiterLimit(drawn.miter)
    fill = isinstance(drawn.fill, str)
    if fill or drawn.stroke:
        canvas.drawPath(pen(canvas, path), stroke=bool(drawn.stroke), fill=fill, fillMode=mode)
    canvas.restoreState()


def round_ends(canvas: Canvas) -> None:
    canvas.setLineCap(1)
    canvas.setLineJoin(1)


def alpha(canvas: Canvas, opacity: float) -> None:
    canvas.setFillAlpha(opacity)
    canvas.setStrokeAlpha(opacity)


def resources(canvas: Canvas) -> PDFResourceDictionary:
    """What a form needs; left to itself, the canvas forgets shadings and states."""
    needed = PDFResourceDictionary()
    needed.basicFonts()
    needed.XObject = canvas._doc.xobjDict(canvas._formsinuse)
    needed.ExtGState = canvas._extgstate.getState() or {}
    needed.setShading(canvas._shadingUsed)
    return needed


def rgb(colour: str | None) -> tuple[float, float, float] | None:
    return tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)) if colour else None


def pen(canvas: Canvas, path: list[tuple]) -> object:
    drawn = canvas.beginPath()
    for letter, *at in path:
        if letter == "M":
            drawn.moveTo(*at)
        elif letter == "L":
            drawn.lineTo(*at)
        elif letter == "C":
            drawn.curveTo(*at)
        else:
            drawn.close()
    return drawn
