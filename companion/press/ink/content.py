"""Write frames as PDF operators ourselves, since reportlab's canvas takes three times as long."""

import io
import math
import re
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import count
from pathlib import Path

from companion.limit import note_progress
from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing, Gradient, Trace
from companion.press.frame.frame import Frame, Item, Picture, Shape, Text, TranslucentFrame, Use
from companion.press.frame.outlines import IDENTITY, Matrix, Outline
from companion.press.frame.pictures import get_reader, inspect_picture
from companion.press.frame.raster import Raster
from companion.press.frame.source_page import SourcePage
from companion.press.ink.reportlab_inside import DrawingForm, PdfFile
from companion.press.ink.source_pages import SourcePages
from companion.units import to_points

Placing = tuple[int, int, int, int, int, int]
"""A PDF matrix (y upward) from a picture's unit square to that of its box."""

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
"""The matrices that turn a picture upright, by EXIF orientation."""


_SEGMENT = re.compile("([MLC])([^MLCZ]*)|Z")
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


class DrawingStore:
    def __init__(self, file: PdfFile) -> None:
        self._file, self._numbers = file, count()
        self._forms: dict[tuple[int, bool], tuple[str, Drawing]] = {}
        self._shadings: dict[Gradient, str] = {}

    def store_drawing(self, drawing: Drawing, is_page: bool = False) -> str:
        """Store a drawing and those within it, as a transparency group if `is_page`; return the form's name."""
        key = (id(drawing), is_page)
        if key not in self._forms:
            self._forms[key] = (f"d{next(self._numbers)}", drawing)
            form = self._file.open_drawing_form()
            content = "\n".join(self._format_drawing(drawing, form)).encode("ascii")
            form.store(self._forms[key][0], drawing.extent, content, is_page)
        return self._forms[key][0]

    def store_translucent(self, name: str, box: Sequence[float], opacity: float) -> str:
        """Store a form that places a group with an opacity (box: left, lower, width, height); return its name."""
        form = self._file.open_drawing_form()
        left, low, wide, high = box
        content = f"/{form.add_opacity(opacity)} gs /{form.add_form(name)} Do".encode("ascii")
        form.store(form_name := f"d{next(self._numbers)}", (left, low, left + wide, low + high), content, False)
        return form_name

    def _format_drawing(self, drawing: Drawing, form: DrawingForm) -> Iterator[str]:
        if drawing.clip is not None:
            yield f"{_format_stored_path(drawing.clip)}W{_format_rule(drawing.clip)} n"
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
        is_wrapped = trace.matrix != IDENTITY or trace.opacity < 1
        if is_wrapped:
            pen = dict(pen)
            faint = f"/{form.add_opacity(trace.opacity)} gs " if trace.opacity < 1 else ""
            yield f"q {faint}{format_numbers(*trace.matrix)} cm"
        path, fill = _format_stored_path(trace), trace.fill
        if isinstance(fill, Gradient):
            shading = f"{format_numbers(*fill.matrix)} cm /{form.add_shading(self._shading(fill))} sh"
            yield f"q {path}W{_format_rule(trace)} n {shading} Q"
            fill = None
        operators = {"rg": format_rgb(fill)} if fill else {}
        if trace.stroke:
            keys = {"J": str(_CAPS[trace.cap]), "j": str(_JOINS[trace.join]), "M": format_numbers(trace.miter)}
            operators |= {"RG": format_rgb(trace.stroke), "w": format_numbers(trace.width), **keys}
            operators["d"] = f"[{format_numbers(*trace.dash)}] {format_numbers(trace.phase)}"
        yield from (f"{value} {key}" for key, value in operators.items() if pen.get(key) != value)
        pen.update(operators)
        if operators:
            end = "S" if not fill else ("B" if trace.stroke else "f") + _format_rule(trace)
            yield path + end
        if is_wrapped:
            yield "Q"

    def _shading(self, gradient: Gradient) -> str:
        if gradient not in self._shadings:
            stops = [(part, _parse_colour(colour)) for part, colour in gradient.stops]
            self._shadings[gradient] = self._file.add_shading(gradient.start, gradient.end, stops, gradient.radii)
        return self._shadings[gradient]


def _parse_colour(colour: str) -> tuple[float, ...]:
    return tuple(round(int(colour[i : i + 2], 16) / 255, 4) for i in (1, 3, 5))


def format_rgb(colour: str) -> str:
    return format_numbers(*_parse_colour(colour))


def format_numbers(*values: float) -> str:
    """Numbers as PDF requires: without exponents."""
    return " ".join("0" if abs(value) < 5e-6 else f"{value:.5f}".rstrip("0").rstrip(".") for value in values)


def _format_rule(trace: Trace) -> str:
    return "*" if trace.even_odd else ""


def _format_stored_path(trace: Trace) -> str:
    return _SEGMENT.sub(lambda match: f"{match[2]} {match[1].lower()}\n" if match[1] else "h\n", trace.notation)


K = to_points(1.0)
_PATH = {"M": "%.2f %.2f m", "L": "%.2f %.2f l", "C": "%.2f %.2f %.2f %.2f %.2f %.2f c", "Z": "h"}
"""Operators of a path; a hundredth of a point is 0.004 mm."""
UNSET = ("", "", ("", 0.0))  # at the start of a page or form: no fill, no line, no font and size
_PAINT = {(True, True): "B*", (True, False): "f*", (False, True): "S", (False, False): "n"}


def find_shared_frames(pages: Iterable[Frame]) -> set[int]:
    """The ids of frames that are placed more than once on pages and in other frames."""
    seen_once: set[int] = set()
    repeated: set[int] = set()

    def visit(frame: Frame) -> None:
        for nested in frame.nested_frames:
            if id(nested) in seen_once:
                repeated.add(id(nested))
            else:
                seen_once.add(id(nested))
                visit(nested)

    for page in pages:
        visit(page)
    return repeated


@dataclass
class Content:
    """Writes frames to a PDF; a frame placed more than once is stored once, as a form."""

    file: PdfFile
    shared_frames: set[int]  # ids of frames that are placed more than once
    _forms: dict[int, str] = field(default_factory=dict)
    _pictures: dict[Path, tuple[str, Placing]] = field(default_factory=dict)
    _codes: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    _code: list[str] = field(default_factory=list)
    _state: tuple[str, str, tuple[str, float]] = UNSET

    def write_page(self, frame: Frame) -> None:
        """Write a page, after the forms it needs."""
        note_progress()
        self._store_within(frame)
        self.file.write_page(self._compress_items(frame))

    def _compress_items(self, frame: Frame) -> bytes:
        """The items of a frame, compressed one by one, to save memory with large decks."""
        self._state, press, chunks = UNSET, zlib.compressobj(), []
        for item in frame.items:
            self._code.clear()
            self._write_item(item, frame.height)
            chunks.append(press.compress("\n".join([*self._code, ""]).encode("ascii")))
        return b"".join([*chunks, press.flush()])

    def _store_within(self, frame: Frame) -> None:
        for nested in frame.nested_frames:
            if not isinstance(nested, Drawing):
                is_stored = isinstance(nested, TranslucentFrame) or id(nested) in self.shared_frames
                self._store(nested) if is_stored else self._store_within(nested)

    def _store(self, frame: Frame) -> None:
        """Store a frame as a form, after those within it."""
        if id(frame) in self._forms:
            return
        self._store_within(frame)
        self._forms[id(frame)] = name = f"f{len(self._forms)}"
        left, low, width, height = _box(frame)
        self.file.begin_form(name, [round(edge, 3) for edge in (left, low, left + width, low + height)])
        self.file.end_form(name, self._compress_items(frame), isinstance(frame, TranslucentFrame))

    def _write_item(self, item: Item, height: float) -> None:
        match item:
            case Shape():
                self._write_shape(item, height)
            case Text():
                self._write_text(item, height)
            case Use():
                self._write_use(item, height)
            case Picture():
                self._write_picture(item, height)

    def _write_use(self, use: Use, height: float) -> None:
        """Place a frame's form; a frame without a form is written in place, clipped to its bleed as a form is."""
        write, frame, before = self._code.append, use.frame, self._state
        write("q")
        if use.clip:
            write(f"{_format_path(use.clip, height)} W* n")
        if isinstance(frame, Drawing):
            write(_format_millimetres(use.matrix, height))
            name = (
                self._source.store_page(frame) if isinstance(frame, SourcePage) else self._tracer.store_drawing(frame)
            )
            write(self.file.place_form(name))
        elif id(frame) in self._forms:
            write(_format_upward(use.matrix, frame.height, height))
            name = self._forms[id(frame)]
            if isinstance(frame, TranslucentFrame):
                name = self._tracer.store_translucent(name, _box(frame), frame.opacity)
            write(self.file.place_form(name))
        else:
            write(_format_upward(use.matrix, frame.height, height))
            write(" ".join([f"{edge:.2f}" for edge in _box(frame)]) + " re W n")
            for item in frame.items:
                self._write_item(item, frame.height)
        write("Q")
        self._state = before

    @cached_property
    def _source(self) -> SourcePages:
        return SourcePages(self.file)

    @cached_property
    def _tracer(self) -> DrawingStore:
        return DrawingStore(self.file)

    def _write_shape(self, shape: Shape, height: float) -> None:
        fill, stroke, font = self._state
        if shape.fill and shape.fill != fill:
            fill = shape.fill
            self._code.append(f"{_format_colour(fill)} rg")
        if shape.stroke and (operator := _format_stroke(shape.stroke, shape.width, shape.dash)) != stroke:
            stroke = operator
            self._code.append(stroke)
        self._state = fill, stroke, font
        paint = _PAINT[bool(shape.fill), bool(shape.stroke)]
        self._code.append(f"{_format_path(shape.outline, height)} {paint}")

    def _write_text(self, text: Text, height: float) -> None:
        x, y, font = text.x * K, (height - text.y) * K, (text.font, text.size)
        fill, stroke, before = self._state
        if text.colour and text.colour != fill:
            fill = text.colour
            self._code.append(f"{_format_colour(text.colour)} rg")
        back = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
        if back:
            back *= fonts.measure_width(text.text, text.font, text.size)
        if text.turn:
            turn = math.radians(-text.turn)
            across, up = math.cos(turn), math.sin(turn)
            matrix = f"{across:.5f} {up:.5f} {-up:.5f} {across:.5f} {x - back * across:.2f} {y - back * up:.2f} Tm"
        else:
            matrix = f"{x - back:.2f} {y:.2f} Td"
        try:
            letters = "".join(map(self._codes[text.font].__getitem__, text.text))
        except KeyError:  # a character is new
            operator, font = self._encode_in_subsets(text), ("", 0.0)
        else:
            name = "" if font == before else self._format_font(text.font, 0, text.size)
            operator = f"{name}({letters}) Tj"
        if text.spacing:
            operator = f"{_format_number(text.spacing * text.size)} Tc {operator} 0 Tc"
        if not text.colour:
            operator = f"3 Tr {operator} 0 Tr"
        self._code.append(f"BT {matrix} {operator} ET")
        self._state = fill, stroke, font

    def _encode_in_subsets(self, text: Text) -> str:
        """Encode text with new characters, which may be in other fonts or beyond the first 256 of their font."""
        runs = []
        for name, letters in fonts.split_runs(text.text, text.font):
            font, known_codes = fonts.get_metrics(name), self._codes[name]
            if known_codes.keys() >= set(letters):
                coded = "".join(map(known_codes.__getitem__, letters))
                runs.append(f"{self._format_font(name, 0, text.size)}({coded}) Tj")
                continue
            for character in letters:
                ((subset, code),) = self.file.encode_text(font, character)
                if subset == 0:
                    known_codes[character] = _escape(code)
            for subset, codes in self.file.encode_text(font, letters):
                runs.append(f"{self._format_font(name, subset, text.size)}({_escape(codes)}) Tj")
        return " ".join(runs)

    def _format_font(self, font: str, subset: int, size: float) -> str:
        return f"{self.file.get_subset_name(fonts.get_metrics(font), subset)} {size:g} Tf "

    def _write_picture(self, picture: Picture, height: float) -> None:
        name, (a, b, c, d, e, f) = self._store_picture(Path(picture.file))
        across, up = picture.width * K, picture.height * K
        x, y = picture.x * K + e * across, (height - picture.y) * K + (f - 1) * up
        self._code += [
            f"q {a * across:.3f} {b * up:.3f} {c * across:.3f} {d * up:.3f} {x:.3f} {y:.3f} cm",
            f"{self.file.place_form(name)} Q",
        ]

    def _store_picture(self, file: Path) -> tuple[str, Placing]:
        """The name of a picture, stored on first use, and the matrix that turns it upright."""
        if file not in self._pictures:
            raster, name = inspect_picture(file), f"p{len(self._pictures)}"
            is_embeddable = self._write_pixels(file, name, raster)
            self._pictures[file] = name, ORIENTATIONS.get(raster.orientation, UPRIGHT) if is_embeddable else UPRIGHT
        return self._pictures[file]

    def _write_pixels(self, file: Path, name: str, raster: Raster) -> bool:
        """Write a picture; true if the file itself is embedded, not turned upright."""
        if raster.kind != "jpeg":
            return self.file.write_picture(name, None, lambda: get_reader().read_pixels(file))
        with file.open("rb") if raster.embeddable else io.BytesIO(get_reader().reencode(file)) as jpeg:
            return self.file.write_picture(name, jpeg, lambda: get_reader().read_pixels(file)) and raster.embeddable


def _box(frame: Frame) -> tuple[float, float, float, float]:
    """Left, lower edge, width and height of a frame with its bleed, in points from the trim's lower left corner."""
    bleed = frame.bleed
    return -bleed * K, -bleed * K, (frame.width + 2 * bleed) * K, (frame.height + 2 * bleed) * K


@lru_cache(maxsize=128)  # many shapes and cards share an outline
def _format_path(outline: Outline, height: float) -> str:
    """An outline as PDF operators, without -0, which would share a cached text with 0."""
    operators = []
    for letter, numbers in outline:
        if len(numbers) == 2:
            operators.append(_PATH[letter] % (numbers[0] * K + 0.0, (height - numbers[1]) * K))
        elif numbers:
            x1, y1, x2, y2, x, y = numbers
            handles = x1 * K + 0.0, (height - y1) * K, x2 * K + 0.0, (height - y2) * K
            flipped = (*handles, x * K + 0.0, (height - y) * K)
            operators.append(_PATH[letter] % flipped)
        else:
            operators.append("h")
    return "\n".join(operators)


def _format_upward(matrix: Matrix, inner: float, outer: float) -> str:
    """A matrix in mm with y downward as PDF writes it: in points, y upward, for frames `inner` and `outer` mm high."""
    a, b, c, d, e, f = matrix
    return _format_matrix((a, -b, -c, d), c * inner + e, outer - d * inner - f)


def _format_millimetres(matrix: Matrix, outer: float) -> str:
    """A matrix as PDF writes it, for a drawing whose form is in mm with y downward."""
    a, b, c, d, e, f = matrix
    return _format_matrix((a * K, -b * K, c * K, -d * K), e, outer - f)


def _format_matrix(factors: tuple[float, ...], x: float, y: float) -> str:
    x, y = x * K + 0.0, y * K + 0.0  # no -0
    return f"{' '.join([_format_number(part) for part in factors])} {x:.3f} {y:.3f} cm"


@lru_cache(maxsize=1024)
def _format_number(number: float) -> str:
    text = f"{number:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=1024)
def _format_colour(colour: str) -> str:
    return " ".join(f"{int(colour[i : i + 2], 16) / 255:.3g}" for i in (1, 3, 5))


@lru_cache(maxsize=1024)
def _format_stroke(colour: str, width: float, dash: tuple[float, ...]) -> str:
    dashes = " ".join(_format_number(length * K) for length in dash)
    return f"{_format_colour(colour)} RG {_format_number(width * K)} w 1 J 1 j [{dashes}] 0 d"


def _escape(codes: bytes) -> str:
    return "".join(chr(code) if 32 <= code < 127 and code not in b"()\\" else f"\\{code:03o}" for code in codes)
