"""What a PDF stores once, as forms: pictures and drawings.

A picture is written at once, so that memory holds one of a hundred photos; a JPEG goes into the file
unchanged, and is turned upright where it is placed. A drawing holds the notation of its paths, letters
after numbers, in the millimetres of the art file, y downward: the page flips them where it places the
form. Gradients are shadings; a translucent path has its own graphics state, a translucent drawing is a
transparency group, and a mask is another, used by its lightness.
"""

import io
import re
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from companion.press.frame.drawing import Drawing, Gradient, Trace
from companion.press.frame.outlines import IDENTITY
from companion.press.ink.reportlab_inside import DrawingForm, PdfFile
from companion.press.pictures.raster import Raster
from companion.press.pictures.reading import get_reader, inspect_picture

Placing = tuple[int, int, int, int, int, int]
"""A matrix of PDF (y upward) from a picture's unit square to that of its box."""

UPRIGHT: Placing = (1, 0, 0, 1, 0, 0)
ORIENTATIONS: dict[int, Placing] = {
    2: (-1, 0, 0, 1, 1, 0),
    3: (-1, 0, 0, -1, 1, 1),
    4: (1, 0, 0, -1, 0, 1),
    5: (0, -1, -1, 0, 1, 1),
    6: (0, -1, 1, 0, 0, 1),
    7: (0, 1, 1, 0, 0, 0),
    8: (0, 1, -1, 0, 1, 0),
}
"""The matrix that turns a picture upright, by how the camera was held (EXIF)."""


class Images:
    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._stored: dict[Path, tuple[str, Placing]] = {}

    def store_picture(self, file: Path) -> tuple[str, Placing]:
        """The name of a picture's form, and its matrix in the unit square of its box; stored on first use."""
        if file not in self._stored:
            about, name = inspect_picture(file), f"p{len(self._stored)}"
            bare = self._write_picture(file, name, about)
            self._stored[file] = name, ORIENTATIONS.get(about.turned, UPRIGHT) if bare else UPRIGHT
        return self._stored[file]

    def _write_picture(self, file: Path, name: str, about: Raster) -> bool:
        """Write a picture; true if the file itself is stored, as the camera was held."""
        if about.kind != "jpeg":
            return self._file.write_picture(name, None, lambda: get_reader().read_pixels(file))
        with file.open("rb") if about.bare else io.BytesIO(get_reader().reencode(file)) as jpeg:
            return self._file.write_picture(name, jpeg, lambda: get_reader().read_pixels(file)) and about.bare


_SEGMENT = re.compile("([MLC])([^MLCZ]*)|Z")
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


class DrawingStore:
    def __init__(self, file: PdfFile) -> None:
        self._file, self._numbers = file, count()
        self._forms: dict[tuple[int, bool], tuple[str, Drawing]] = {}
        self._shadings: dict[Gradient, str] = {}

    def store_drawing(self, drawing: Drawing, whole: bool = False) -> str:
        """Store a drawing and those within it, as a translucent group if `whole`; return the form name."""
        key = (id(drawing), whole)
        if key not in self._forms:
            self._forms[key] = (f"d{next(self._numbers)}", drawing)
            form = self._file.open_drawing_form()
            content = "\n".join(self._format_drawing(drawing, form)).encode("ascii")
            form.store(self._forms[key][0], drawing.extent, content, whole)
        return self._forms[key][0]

    def store_translucent(self, name: str, box: Sequence[float], opacity: float) -> str:
        """Store a form that places a group faintly (box: left, low, width, height); return its name."""
        form = self._file.open_drawing_form()
        left, low, wide, high = box
        content = f"/{form.add_opacity(opacity)} gs /{form.add_form(name)} Do".encode("ascii")
        form.store(found := f"d{next(self._numbers)}", (left, low, left + wide, low + high), content, False)
        return found

    def _format_drawing(self, drawing: Drawing, form: DrawingForm) -> Iterator[str]:
        if drawing.clip is not None:
            yield f"{_format_path(drawing.clip)}W{_format_rule(drawing.clip)} n"
        if drawing.mask is not None:
            yield f"/{form.add_mask(self.store_drawing(drawing.mask, True))} gs"
        pen: dict[str, str] = {}
        for each in drawing.traces:
            if isinstance(each, Trace):
                yield from self._format_trace(each, form, pen)
                continue
            name = form.add_form(self.store_drawing(each.drawing, each.opacity < 1 or drawing.mask is not None))
            faint = f"/{form.add_opacity(each.opacity)} gs " if each.opacity < 1 else ""
            yield f"q {faint}{format_numbers(*each.matrix)} cm /{name} Do Q"

    def _format_trace(self, trace: Trace, form: DrawingForm, pen: dict[str, str]) -> Iterator[str]:
        wrapped = trace.matrix != IDENTITY or trace.opacity < 1
        if wrapped:
            pen = dict(pen)
            faint = f"/{form.add_opacity(trace.opacity)} gs " if trace.opacity < 1 else ""
            yield f"q {faint}{format_numbers(*trace.matrix)} cm"
        path, fill = _format_path(trace), trace.fill
        if isinstance(fill, Gradient):
            within = f"{format_numbers(*fill.matrix)} cm /{form.add_shading(self._shading(fill))} sh"
            yield f"q {path}W{_format_rule(trace)} n {within} Q"
            fill = None
        wanted = {"rg": format_rgb(fill)} if fill else {}
        if trace.stroke:
            ends = {"J": str(_CAPS[trace.cap]), "j": str(_JOINS[trace.join]), "M": format_numbers(trace.miter)}
            wanted |= {"RG": format_rgb(trace.stroke), "w": format_numbers(trace.width), **ends}
            wanted["d"] = f"[{format_numbers(*trace.dash)}] {format_numbers(trace.phase)}"
        yield from (f"{value} {key}" for key, value in wanted.items() if pen.get(key) != value)
        pen.update(wanted)
        if wanted:
            end = "S" if not fill else ("B" if trace.stroke else "f") + _format_rule(trace)
            yield path + end
        if wrapped:
            yield "Q"

    def _shading(self, gradient: Gradient) -> str:
        if gradient not in self._shadings:
            stops = [(part, _parse_colour(colour)) for part, colour in gradient.stops]
            self._shadings[gradient] = self._file.add_shading(gradient.start, gradient.end, stops, gradient.radii)
        return self._shadings[gradient]


def _parse_colour(colour: str) -> tuple[float, ...]:
    return tuple(round(int(colour[i : i + 2], 16) / 255, 4) for i in (1, 3, 5))


def format_rgb(colour: str) -> str:
    """A colour as three PDF numbers."""
    return format_numbers(*_parse_colour(colour))


def format_numbers(*values: float) -> str:
    """Numbers as PDF writes them: without exponents."""
    return " ".join("0" if abs(value) < 5e-6 else f"{value:.5f}".rstrip("0").rstrip(".") for value in values)


def _format_rule(trace: Trace) -> str:
    return "*" if trace.even_odd else ""


def _format_path(trace: Trace) -> str:
    return _SEGMENT.sub(_format_operator, trace.notation)


def _format_operator(match: re.Match[str]) -> str:
    letter, at = match.groups()
    return f"{at} {letter.lower()}\n" if letter else "h\n"
