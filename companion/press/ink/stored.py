"""What a PDF stores once, as forms: pictures and drawings.

A picture is written at once, so that of a hundred photos memory holds one; a JPEG goes into the file as it
is, and is turned upright where it is placed. A drawing holds the notation of its paths, letters behind
numbers, in the millimetres of the art file, y downward: the page turns them over once, where it places the
form. Gradients are shadings; a translucent path has a graphics state of its own, a drawing translucent as
a whole is a transparency group, and a mask is another, whose lightness counts.
"""

import io
import re
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from companion.press.frame.drawing import Drawing, Gradient, Trace
from companion.press.frame.outlines import IDENTITY
from companion.press.ink.reportlab_inside import DrawnForm, PdfFile
from companion.press.pictures.raster import Raster
from companion.press.pictures.reading import look_at, reader

Placing = tuple[int, int, int, int, int, int]
"""A matrix of PDF (y upward) from a picture's unit square to that of its box."""

UPRIGHT: Placing = (1, 0, 0, 1, 0, 0)
HELD: dict[int, Placing] = {
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
    """The pictures of one PDF."""

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._stored: dict[Path, tuple[str, Placing]] = {}

    def stored(self, file: Path) -> tuple[str, Placing]:
        """The name of a picture's form, and its placing in the unit square of its box."""
        if file not in self._stored:
            about, name = look_at(file), f"p{len(self._stored)}"
            bare = self._store(file, name, about)
            self._stored[file] = name, HELD.get(about.turned, UPRIGHT) if bare else UPRIGHT
        return self._stored[file]

    def _store(self, file: Path, name: str, about: Raster) -> bool:
        """Store a picture; true where the file itself is stored, as the camera was held."""
        if about.kind != "jpeg":
            return self._file.picture(name, None, lambda: reader().upright(file))
        with file.open("rb") if about.bare else io.BytesIO(reader().again(file)) as jpeg:
            return self._file.picture(name, jpeg, lambda: reader().upright(file)) and about.bare


_SEGMENT = re.compile("([MLC])([^MLCZ]*)|Z")
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


class Tracer:
    """Stores drawings in one PDF."""

    def __init__(self, file: PdfFile) -> None:
        self._file, self._numbers = file, count()
        self._forms: dict[tuple[int, bool], tuple[str, Drawing]] = {}
        self._shadings: dict[Gradient, str] = {}

    def form(self, drawing: Drawing, whole: bool = False) -> str:
        """Store a drawing and those within it, as a translucent group if `whole`; the name of its form."""
        key = (id(drawing), whole)
        if key not in self._forms:
            self._forms[key] = (f"d{next(self._numbers)}", drawing)
            form = self._file.drawn_form()
            content = "\n".join(self._content(drawing, form)).encode("ascii")
            form.store(self._forms[key][0], drawing.extent, content, whole)
        return self._forms[key][0]

    def faint(self, name: str, box: Sequence[float], opacity: float) -> str:
        """A form that places another one, which is a group, translucent; box as left, low, width, height."""
        form = self._file.drawn_form()
        left, low, wide, high = box
        content = f"/{form.state(opacity)} gs /{form.nested(name)} Do".encode("ascii")
        form.store(found := f"d{next(self._numbers)}", (left, low, left + wide, low + high), content, False)
        return found

    def _content(self, drawing: Drawing, form: DrawnForm) -> Iterator[str]:
        if drawing.clip is not None:
            yield f"{_path(drawing.clip)}W{_rule(drawing.clip)} n"
        if drawing.mask is not None:
            yield f"/{form.masked(self.form(drawing.mask, True))} gs"
        pen: dict[str, str] = {}
        for each in drawing.traces:
            if isinstance(each, Trace):
                yield from self._trace(each, form, pen)
                continue
            name = form.nested(self.form(each.drawing, each.opacity < 1 or drawing.mask is not None))
            faint = f"/{form.state(each.opacity)} gs " if each.opacity < 1 else ""
            yield f"q {faint}{numbers(*each.matrix)} cm /{name} Do Q"

    def _trace(self, trace: Trace, form: DrawnForm, pen: dict[str, str]) -> Iterator[str]:
        wrapped = trace.matrix != IDENTITY or trace.opacity < 1
        if wrapped:
            pen = dict(pen)
            faint = f"/{form.state(trace.opacity)} gs " if trace.opacity < 1 else ""
            yield f"q {faint}{numbers(*trace.matrix)} cm"
        path, fill = _path(trace), trace.fill
        if isinstance(fill, Gradient):
            within = f"{numbers(*fill.matrix)} cm /{form.shaded(self._shading(fill))} sh"
            yield f"q {path}W{_rule(trace)} n {within} Q"
            fill = None
        wanted = {"rg": rgb(fill)} if fill else {}
        if trace.stroke:
            ends = {"J": str(_CAPS[trace.cap]), "j": str(_JOINS[trace.join]), "M": numbers(trace.miter)}
            wanted |= {"RG": rgb(trace.stroke), "w": numbers(trace.width), **ends}
            wanted["d"] = f"[{numbers(*trace.dash)}] {numbers(trace.phase)}"
        yield from (f"{value} {key}" for key, value in wanted.items() if pen.get(key) != value)
        pen.update(wanted)
        if wanted:
            end = "S" if not fill else ("B" if trace.stroke else "f") + _rule(trace)
            yield path + end
        if wrapped:
            yield "Q"

    def _shading(self, gradient: Gradient) -> str:
        if gradient not in self._shadings:
            stops = [(part, _shares(colour)) for part, colour in gradient.stops]
            self._shadings[gradient] = self._file.shading(gradient.start, gradient.end, stops, gradient.radii)
        return self._shadings[gradient]


def _shares(colour: str) -> tuple[float, ...]:
    return tuple(round(int(colour[i : i + 2], 16) / 255, 4) for i in (1, 3, 5))


def rgb(colour: str) -> str:
    """A colour as three numbers."""
    return numbers(*_shares(colour))


def numbers(*values: float) -> str:
    """Numbers as PDF has them: no exponents."""
    return " ".join("0" if abs(value) < 5e-6 else f"{value:.5f}".rstrip("0").rstrip(".") for value in values)


def _rule(trace: Trace) -> str:
    return "*" if trace.even_odd else ""


def _path(trace: Trace) -> str:
    return _SEGMENT.sub(_operator, trace.notation)


def _operator(match: re.Match[str]) -> str:
    letter, at = match.groups()
    return f"{at} {letter.lower()}\n" if letter else "h\n"
