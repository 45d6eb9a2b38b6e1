"""Write frames as PDF operators ourselves, since reportlab's canvas takes three times as long.

Lengths are in mm, y downward, as in frames: a page begins with the matrix that makes them points, y upward.
"""

import io
import re
import zlib
from collections import Counter
from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from companion.limit import note_progress
from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing, Gradient, Trace
from companion.press.frame.frame import Frame, Item, Picture, Shape, Text, TranslucentFrame, Use
from companion.press.frame.outlines import IDENTITY, Matrix, Outline, format_coordinate
from companion.press.frame.pictures import get_reader, inspect_picture
from companion.press.frame.raster import Raster
from companion.press.ink.reportlab_inside import PdfFile, PdfResources
from companion.units import to_millimetres

if TYPE_CHECKING:
    from companion.press.ink.source_pages import SourcePages

UPRIGHT = Matrix(1, 0, 0, -1, 0, 1)
ORIENTATIONS = {
    2: Matrix(-1, 0, 0, -1, 1, 1),
    3: Matrix(-1, 0, 0, 1, 1, 0),
    4: Matrix(1, 0, 0, 1, 0, 0),
    5: Matrix(0, 1, -1, 0, 1, 0),
    6: Matrix(0, 1, 1, 0, 0, 0),
    7: Matrix(0, -1, 1, 0, 0, 1),
    8: Matrix(0, -1, -1, 0, 1, 1),
}
"""From the unit square that a PDF draws a picture in, y upward, to that of its box, by EXIF orientation."""

_SEGMENT = "([MLC])([^MLCZ]*)|Z"
_ENDS = {"M": " m\n", "L": " l\n", "C": " c\n", "Z": "h\n"}  # operators of the segments of an outline
LEVEL = 4  # of compression: takes a third of the time of the usual 6, for files 5 % larger
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
POINT = to_millimetres(1.0)
_BACK = {"start": 0.0, "middle": 0.5, "end": 1.0}  # the share of its width that a text begins before its place

PenState = dict[str, str]  # the operands set last, by their operator
Lines = list[str]  # of content, one after the other


def find_shared_frames(pages: Iterable[Frame]) -> set[int]:
    """The ids of frames that are placed more than once on pages and in other frames."""
    counts, queue = Counter[int](), [*pages]
    while queue:
        for nested in queue.pop().nested_frames:
            counts[id(nested)] += 1
            if counts[id(nested)] == 1:
                queue.append(nested)
    return {frame for frame, times in counts.items() if times > 1}


class Content:
    """Writes frames to a PDF; drawings, and frames placed more than once, are stored once, as forms."""

    def __init__(self, file: PdfFile, shared_frames: set[int]) -> None:
        self._file, self._shared_frames, self._numbers = file, shared_frames, count()
        self._forms: dict[tuple[int, bool], tuple[str, Frame]] = {}
        self._pictures: dict[Path, tuple[str, Matrix]] = {}
        self._shadings: dict[Gradient, str] = {}

    def write_page(self, frame: Frame) -> None:
        """Write a page, after the forms it needs."""
        note_progress()
        resources = self._file.open_resources()
        head = _format_matrix(Matrix(1 / POINT, 0, 0, -1 / POINT, 0, frame.height / POINT))
        self._file.write_page(self._compress(frame, resources, head), resources)

    def _compress(self, frame: Frame, resources: PdfResources, head: str = "") -> bytes:
        """The content of a frame, compressed item by item, to save memory with large decks."""
        press, pen = zlib.compressobj(LEVEL), PenState()
        parts = [press.compress(f"{head}\n".encode("ascii"))] if head else []
        for item in [frame] if isinstance(frame, Drawing) else frame.items:
            chunk = Lines()
            if isinstance(item, Drawing):
                self._write_drawing(item, resources, chunk)
            else:
                self._write_item(item, resources, pen, chunk)
            parts.append(press.compress("\n".join([*chunk, ""]).encode("ascii")))
        return b"".join([*parts, press.flush()])

    def _store(self, frame: Frame, is_group: bool = False) -> str:
        """Store a frame as a form, after those within it, as a transparency group if `is_group`; return its name."""
        key = id(frame), is_group
        if key not in self._forms:
            if isinstance(frame, Drawing) and frame.is_page:
                name = self._source.store_page(frame)
            else:
                resources, name = self._file.open_resources(), f"f{next(self._numbers)}"
                box = frame.extent if isinstance(frame, Drawing) else frame.visible_box
                self._file.write_form(name, box, self._compress(frame, resources), resources, is_group)
            self._forms[key] = name, frame
        return self._forms[key][0]

    @cached_property
    def _source(self) -> "SourcePages":
        from companion.press.ink.source_pages import SourcePages  # few decks have pages of a PDF

        return SourcePages(self._file)

    def _write_item(self, item: Item, resources: PdfResources, pen: PenState, into: Lines) -> None:
        match item:
            case Shape():
                self._write_trace(Trace.from_shape(item, ""), resources, pen, into, _format_outline(item.outline))
            case Text():
                resources.add_fonts()
                self._write_text(item, pen, into)
            case Use():
                self._write_use(item, resources, pen, into)
            case Picture():
                name, matrix = self._store_picture(Path(item.file))
                matrix = matrix.then(Matrix(item.width, 0, 0, item.height, item.x, item.y))
                into.append(f"q {_format_matrix(matrix)} /{resources.add_form(name)} Do Q")

    def _write_use(self, use: Use, resources: PdfResources, pen: PenState, into: Lines) -> None:
        """Place a frame's form; a frame without a form is written in place, clipped to its bleed as a form is."""
        frame, is_group = use.frame, isinstance(use.frame, TranslucentFrame)
        into.append("q")
        if use.clip:
            into.append(f"{_format_outline(use.clip)}W* n")
        if isinstance(frame, TranslucentFrame):
            into.append(f"/{resources.add_opacity(frame.opacity)} gs")
        into.append(_format_matrix(use.matrix))
        if is_group or isinstance(frame, Drawing) or id(frame) in self._shared_frames:
            into.append(f"/{resources.add_form(self._store(frame, is_group))} Do")
        else:
            edge = frame.bleed
            into.append(f"{format_numbers(-edge, -edge, frame.width + 2 * edge, frame.height + 2 * edge)} re W n")
            pen = {**pen}
            for item in frame.items:
                self._write_item(item, resources, pen, into)
        into.append("Q")

    def _write_drawing(self, drawing: Drawing, resources: PdfResources, into: Lines) -> None:
        pen = PenState()
        if drawing.clip is not None:
            into.append(f"{_format_path(drawing.clip.notation)}W{_format_rule(drawing.clip)} n")
        if drawing.mask is not None:
            into.append(f"/{resources.add_mask(self._store(drawing.mask, True))} gs")
        for each in drawing.traces:
            if isinstance(each, Trace):
                self._write_trace(each, resources, pen, into)
                continue
            name = resources.add_form(self._store(each.drawing, each.opacity < 1 or drawing.mask is not None))
            faint = f"/{resources.add_opacity(each.opacity)} gs " if each.opacity < 1 else ""
            into.append(f"q {faint}{_format_matrix(each.matrix)} /{name} Do Q")

    def _write_trace(self, trace: Trace, resources: PdfResources, pen: PenState, into: Lines, path: str = "") -> None:
        is_wrapped = trace.matrix != IDENTITY or trace.opacity < 1
        if is_wrapped:
            pen = {**pen}
            faint = f"/{resources.add_opacity(trace.opacity)} gs " if trace.opacity < 1 else ""
            into.append(f"q {faint}{_format_matrix(trace.matrix)}")
        path, fill = path or _format_path(trace.notation), trace.fill
        if isinstance(fill, Gradient):
            shading = f"{_format_matrix(fill.matrix)} /{resources.add_shading(self._store_shading(fill))} sh"
            into.append(f"q {path}W{_format_rule(trace)} n {shading} Q")
            fill = None
        if fill:
            _set_pen(pen, "rg", _format_colour(fill), into)
        if trace.stroke:
            _set_pen(pen, "J", str(_CAPS[trace.cap]), into)
            _set_pen(pen, "j", str(_JOINS[trace.join]), into)
            _set_pen(pen, "M", format_numbers(trace.miter), into)
            _set_pen(pen, "RG", _format_colour(trace.stroke), into)
            _set_pen(pen, "w", format_numbers(trace.width), into)
            _set_pen(pen, "d", f"[{format_numbers(*trace.dash)}] {format_numbers(trace.phase)}", into)
        if fill or trace.stroke:
            into.append(path + ("S" if not fill else ("B" if trace.stroke else "f") + _format_rule(trace)))
        if is_wrapped:
            into.append("Q")

    def _store_shading(self, gradient: Gradient) -> str:
        if gradient not in self._shadings:
            stops = [(part, _parse_colour(colour)) for part, colour in gradient.stops]
            self._shadings[gradient] = self._file.add_shading(gradient.start, gradient.end, stops, gradient.radii)
        return self._shadings[gradient]

    def _write_text(self, text: Text, pen: PenState, into: Lines) -> None:
        back = _BACK[text.anchor]
        if back:
            back *= fonts.measure_width(text.text, text.font, text.size)
        matrix = Matrix(POINT, 0.0, 0.0, -POINT, text.x - back * POINT, text.y)
        if text.turn:
            place = Matrix.rotate(text.turn)._replace(e=text.x, f=text.y)
            matrix = Matrix(POINT, 0.0, 0.0, -POINT, -back * POINT).then(place)
        if text.colour:
            _set_pen(pen, "rg", _format_colour(text.colour), into)
        operators = [] if text.colour else ["3 Tr"]
        operators += [f"{format_numbers(text.spacing * text.size)} Tc"] if text.spacing else []
        for name, letters in fonts.split_runs(text.text, text.font):
            for font, codes in self._file.encode_text(fonts.get_metrics(name), letters):
                _set_pen(pen, "Tf", f"{font} {text.size:g}", operators)
                operators.append(f"({codes.decode('latin-1').translate(_ESCAPED)}) Tj")
        operators += ["0 Tc"] if text.spacing else []
        operators += [] if text.colour else ["0 Tr"]
        into.append(f"BT {format_numbers(*matrix)} Tm {' '.join(operators)} ET")

    def _store_picture(self, file: Path) -> tuple[str, Matrix]:
        """The name of a picture, stored on first use, and the matrix that turns it upright."""
        if file not in self._pictures:
            raster, name = inspect_picture(file), f"p{len(self._pictures)}"
            is_embedded = self._write_pixels(file, name, raster)
            self._pictures[file] = name, ORIENTATIONS.get(raster.orientation, UPRIGHT) if is_embedded else UPRIGHT
        return self._pictures[file]

    def _write_pixels(self, file: Path, name: str, raster: Raster) -> bool:
        """Write a picture; true if the file itself is embedded, not turned upright."""
        if raster.kind != "jpeg":
            return self._file.write_picture(name, None, lambda: get_reader().read_pixels(file))
        with file.open("rb") if raster.embeddable else io.BytesIO(get_reader().reencode(file)) as jpeg:
            return self._file.write_picture(name, jpeg, lambda: get_reader().read_pixels(file)) and raster.embeddable


def _set_pen(pen: PenState, operator: str, operands: str, into: Lines) -> None:
    """Write an operator, if its operands are not set already."""
    if pen.get(operator) != operands:
        pen[operator] = operands
        into.append(f"{operands} {operator}")


@lru_cache(maxsize=1024)  # many shapes and cards share an outline
def _format_path(notation: str) -> str:
    """A path in SVG notation as PDF operators."""
    return re.sub(_SEGMENT, lambda match: f"{match[2]} {match[1].lower()}\n" if match[1] else "h\n", notation)


@lru_cache(maxsize=1024)
def _format_outline(outline: Outline) -> str:
    """An outline as PDF operators, with its numbers as in SVG notation."""
    return "".join([" ".join(map(format_coordinate, numbers)) + _ENDS[letter] for letter, numbers in outline])


def _format_rule(trace: Trace) -> str:
    return "*" if trace.even_odd else ""


def _format_matrix(matrix: Matrix) -> str:
    return f"{format_numbers(*matrix)} cm"


def _parse_colour(colour: str) -> tuple[float, ...]:
    return tuple(round(int(colour[i : i + 2], 16) / 255, 4) for i in (1, 3, 5))


@lru_cache(maxsize=1024)
def _format_colour(colour: str) -> str:
    return format_numbers(*_parse_colour(colour))


def format_numbers(*values: float) -> str:
    """Numbers as PDF requires: without exponents."""
    return " ".join(map(_format_number, values))


@lru_cache(maxsize=65_536)  # cards have their texts in the same places
def _format_number(value: float) -> str:
    return "0" if abs(value) < 5e-6 else f"{value:.5f}".rstrip("0").rstrip(".")


_ESCAPED = {code: f"\\{code:03o}" for code in range(256) if not 32 <= code < 127 or code in b"()\\"}
