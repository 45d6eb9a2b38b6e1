"""Ink for PDF, and for PNG by way of it: reads frames, writes pages with reportlab; knows no games or sheets.

Each nested frame becomes one Form XObject, drawn as often as it is placed. Its BBox is trim plus
bleed, so nothing shows beyond the bleed. The same frames always give the same bytes.
"""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing
from companion.press.frame.frame import Frame, Item, Outline, Picture, Shape, Text, Use
from companion.press.frame.matrix import Matrix
from companion.press.frame.page import Document, Page
from companion.press.frame.pictures import look_at, upright
from companion.press.ink.traces import Tracer
from companion.units import points

__all__ = ["DPI", "coverage", "document_pdf", "pdf", "png"]

DPI = 300
"""Resolution of PNG pictures where none is asked for."""
MOST_SEEN, AT_ONCE = 2000.0, 200
"""Pixels a side of a face that is looked at for its ink alone, and how many are inked into one file."""


def document_pdf(document: Document, each: Callable[[], None] | None = None) -> bytes:
    """A document as the bytes of a PDF.

    Args:
        document: What is printed.
        each: Called when a page is inked, for those who wait.
    """

    def told() -> Iterator[Page]:
        for page in document.pages:
            yield page
            if each is not None:
                each()

    return pdf(told(), document.title, document.language, document.duplex)


def pdf(pages: Iterable[Page], title: str, language: str, duplex: str | None = None) -> bytes:
    """Ink pages into a PDF that asks the printer for 100 % and the right flip.

    Args:
        pages: In order.
        title: The document's title.
        language: Two letters.
        duplex: ``DuplexFlipLongEdge``, ``DuplexFlipShortEdge``, ``Simplex`` or ``None``.

    Returns:
        The file's bytes; equal pages give equal bytes.
    """
    from reportlab import rl_config
    from reportlab.pdfgen.canvas import Canvas

    rl_config.useA85 = 0  # text-safe streams are a quarter larger and nobody mails PDFs through 7 bits
    fonts.registered()
    goal = io.BytesIO()
    canvas = Canvas(
        goal, invariant=1, pageCompression=1, initialFontName=fonts.WEIGHTS["regular"], initialFontSize=8,
        lang=language,
    )  # fmt: skip
    canvas.setTitle(title)
    canvas.setAuthor("")
    canvas.setCreator("Companion")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if duplex is not None:
        canvas.setViewerPreference("Duplex", duplex)
    pen = _Pen(canvas)
    for number, page in enumerate(pages):
        pen.page(page, number)
    canvas.save()
    return goal.getvalue()


def png(frame: Frame, bleed: bool, dpi: int = DPI) -> bytes:
    """A face as a PNG picture.

    Args:
        frame: The face.
        bleed: Whether to show what is drawn beyond the trim.
        dpi: Dots per inch at real size.

    Raises:
        CompanionError: When the part of Companion that makes PNG is not installed.
    """
    try:
        import pypdfium2
        from PIL.PngImagePlugin import PngInfo
    except ModuleNotFoundError:
        raise CompanionError("PNG pictures need pypdfium2; install it with: pip install pypdfium2") from None
    edge = frame.bleed if bleed else 0.0
    placed = Use(frame, Matrix.moved(edge, edge))
    page = Frame(frame.name, frame.width + 2 * edge, frame.height + 2 * edge, (placed,))
    document = pypdfium2.PdfDocument(pdf([Page(page)], frame.name, "en"))
    picture = document[0].render(scale=dpi / 72).to_pil()
    goal, made = io.BytesIO(), PngInfo()
    made.add_text("Software", "Companion")
    picture.save(goal, "PNG", dpi=(dpi, dpi), optimize=True, pnginfo=made)
    document.close()
    return goal.getvalue()


def coverage(faces: Sequence[Frame]) -> Iterator[float]:
    """How much of each face is inked within its trim: 0 white, 1 black.

    Raises:
        ModuleNotFoundError: When the part of Companion that makes pictures is not installed.
    """
    import pypdfium2

    for first in range(0, len(faces), AT_ONCE):
        part = faces[first : first + AT_ONCE]
        pages = [Page(Frame(face.name, face.width, face.height, (Use(face, Matrix()),))) for face in part]
        document = pypdfium2.PdfDocument(pdf(pages, "ink", "en"))
        for page, face in zip(document, part, strict=True):
            # Fine lines on few pixels would look wider than they print.
            scale = min(DPI / 72, MOST_SEEN / points(max(face.width, face.height)))
            yield 1 - float(page.render(scale=scale, grayscale=True).to_numpy().mean()) / 255
        document.close()


@dataclass
class _Pen:
    """Draws frames on a canvas; remembers which frames are stored already."""

    canvas: Any
    forms: dict[int, str] = field(default_factory=dict)
    kept: list[Frame] = field(default_factory=list)

    @cached_property
    def tracer(self) -> Tracer:
        """What stores drawings."""
        numbers = itertools.count()
        return Tracer(self.canvas._doc, lambda: f"drawing{next(numbers)}")

    def page(self, page: Page, number: int) -> None:
        canvas, frame = self.canvas, page.frame
        for item in frame.items:
            if isinstance(item, Use):
                self.store(item.frame)
        canvas.setPageSize((points(frame.width), points(frame.height)))
        for box, place in ((page.trim, canvas.setTrimBox), (page.bleed, canvas.setBleedBox)):
            left, top, right, bottom = box or (0.0, 0.0, frame.width, frame.height)
            place(tuple(map(points, (left, frame.height - bottom, right, frame.height - top))))
        if page.label:
            canvas.addPageLabel(number, prefix=page.label)
        if page.bookmark:
            key = f"page{number}"
            canvas.bookmarkPage(key)
            canvas.addOutlineEntry(page.bookmark, key, level=page.level)
        self.items(frame.items, frame.height)
        canvas.showPage()

    def store(self, frame: Frame) -> None:
        """Store a frame, and those within it, as forms; inner ones first."""
        if id(frame) in self.forms or isinstance(frame, Drawing):
            return
        for item in frame.items:
            if isinstance(item, Use):
                self.store(item.frame)
        self.forms[id(frame)] = name = f"frame{len(self.forms)}"
        self.kept.append(frame)  # keeps the id from being given to another frame
        bleed = frame.bleed
        self.canvas.beginForm(
            name, points(-bleed), points(-bleed), points(frame.width + bleed), points(frame.height + bleed)
        )
        self.items(frame.items, frame.height)
        self.canvas.endForm()

    def items(self, items: Iterable[Item], height: float) -> None:
        for item in items:
            match item:
                case Shape():
                    self.shape(item, height)
                case Text():
                    self.text(item, height)
                case Use():
                    self.use(item, height)
                case Picture():
                    self.picture(item, height)

    def picture(self, picture: Picture, height: float) -> None:
        from reportlab.lib.utils import ImageReader

        file, about = Path(picture.file), look_at(Path(picture.file))
        whole = about.plain and about.kind == "jpeg"  # a JPEG goes into the PDF as it is
        self.canvas.drawImage(
            picture.file if whole else ImageReader(upright(file)),
            points(picture.x), points(height - picture.y - picture.height),
            points(picture.width), points(picture.height), mask="auto",
        )  # fmt: skip

    def path(self, outline: Outline, height: float) -> Any:
        path = self.canvas.beginPath()
        for letter, at in outline:
            flipped = [points(height - part) if i % 2 else points(part) for i, part in enumerate(at)]
            if letter == "L":
                path.lineTo(*flipped)
            elif letter == "M":
                path.moveTo(*flipped)
            elif letter == "C":
                path.curveTo(*flipped)
            else:
                path.close()
        return path

    def shape(self, shape: Shape, height: float) -> None:
        canvas = self.canvas
        if shape.fill:
            canvas.setFillColorRGB(*_rgb(shape.fill))
        if shape.stroke:
            canvas.setStrokeColorRGB(*_rgb(shape.stroke))
            canvas.setLineWidth(points(shape.width))
            canvas.setLineCap(1)
            canvas.setLineJoin(1)
            canvas.setDash([points(length) for length in shape.dash] or [])
        stroke, fill = int(bool(shape.stroke)), int(bool(shape.fill))
        canvas.drawPath(self.path(shape.outline, height), stroke=stroke, fill=fill, fillMode=0)

    def text(self, text: Text, height: float) -> None:
        canvas = self.canvas
        canvas.setFillColorRGB(*_rgb(text.colour))
        canvas.setFont(fonts.WEIGHTS[text.font], text.size)
        write = {
            "start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString
        }[text.anchor]  # fmt: skip
        x, y = points(text.x), points(height - text.y)
        if not text.turn:
            write(x, y, text.text)
            return
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(-text.turn)
        write(0, 0, text.text)
        canvas.restoreState()

    def use(self, use: Use, height: float) -> None:
        canvas = self.canvas
        canvas.saveState()
        if use.clip:
            canvas.clipPath(self.path(use.clip, height), stroke=0, fill=0, fillMode=0)
        if isinstance(use.frame, Drawing):
            a, b, c, d, e, f = use.matrix
            canvas.transform(points(a), -points(b), points(c), -points(d), points(e), points(height - f))
            canvas.doForm(self.tracer.form(use.frame))
        else:
            canvas.transform(*_upward(use.matrix, use.frame.height, height))
            canvas.doForm(self.forms[id(use.frame)])
        canvas.restoreState()


def _upward(matrix: Matrix, inner: float, outer: float) -> tuple[float, float, float, float, float, float]:
    """A matrix of mm and y downward as PDF has it: points, y upward, from the lower left corners."""
    a, b, c, d, e, f = matrix
    return a, -b, -c, d, points(c * inner + e), points(outer - d * inner - f)


def _rgb(colour: str) -> tuple[float, float, float]:
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255
