"""Frames as PDF operators, stored once; written here because the canvas takes three times as long."""

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
        wrapped = trace.matrix != IDENTITY or trace.opacity < 1
        if wrapped:
            pen = dict(pen)
            faint = f"/{form.add_opacity(trace.opacity)} gs " if trace.opacity < 1 else ""
            yield f"q {faint}{format_numbers(*trace.matrix)} cm"
        path, fill = _format_stored_path(trace), trace.fill
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
    return format_numbers(*_parse_colour(colour))


def format_numbers(*values: float) -> str:
    """Numbers as PDF writes them: without exponents."""
    return " ".join("0" if abs(value) < 5e-6 else f"{value:.5f}".rstrip("0").rstrip(".") for value in values)


def _format_rule(trace: Trace) -> str:
    return "*" if trace.even_odd else ""


def _format_stored_path(trace: Trace) -> str:
    return _SEGMENT.sub(lambda found: f"{found[2]} {found[1].lower()}\n" if found[1] else "h\n", trace.notation)


K = to_points(1.0)
_PATH = {"M": "%.2f %.2f m", "L": "%.2f %.2f l", "C": "%.2f %.2f %.2f %.2f %.2f %.2f c", "Z": "h"}
"""Operators of a path; a hundredth of a point is 0.004 mm."""
UNSET = ("", "", ("", 0.0))  # the beginning of a page or form: no fill, no line, no font and its size
_PAINT = {(True, True): "B*", (True, False): "f*", (False, True): "S", (False, False): "n"}


def find_shared_frames(pages: Iterable[Frame]) -> set[int]:
    """The frames, by identity, that are placed more than once on pages and in other frames."""
    once: set[int] = set()
    again: set[int] = set()

    def visit(frame: Frame) -> None:
        for within in frame.nested_frames:
            if id(within) in once:
                again.add(id(within))
            else:
                once.add(id(within))
                visit(within)

    for page in pages:
        visit(page)
    return again


@dataclass
class Content:
    """Writes frames to a PDF; a frame placed more than once is stored once, as a form."""

    file: PdfFile
    shared: set[int]  # the frames, by identity, that are placed more than once
    _forms: dict[int, str] = field(default_factory=dict)
    _pictures: dict[Path, tuple[str, Placing]] = field(default_factory=dict)
    _codes: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    _code: list[str] = field(default_factory=list)
    _set: tuple[str, str, tuple[str, float]] = UNSET

    def write_page(self, frame: Frame) -> None:
        """Write a page, after storing the forms it needs."""
        note_progress()
        self._store_within(frame)
        self.file.write_page(self._compress_items(frame))

    def _compress_items(self, frame: Frame) -> bytes:
        """The items of a frame, compressed one by one: of a large deck only this stays in memory."""
        self._set, press, pressed = UNSET, zlib.compressobj(), []
        for item in frame.items:
            self._code.clear()
            self._write_item(item, frame.height)
            pressed.append(press.compress("\n".join([*self._code, ""]).encode("ascii")))
        return b"".join([*pressed, press.flush()])

    def _store_within(self, frame: Frame) -> None:
        for within in frame.nested_frames:
            if not isinstance(within, Drawing):
                stored = isinstance(within, TranslucentFrame) or id(within) in self.shared
                self._store(within) if stored else self._store_within(within)

    def _store(self, frame: Frame) -> None:
        """Store a frame as a form, those within it first."""
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
        """Place a frame; one placed only here is written in place, clipped to its bleed like a form."""
        write, frame, before = self._code.append, use.frame, self._set
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
        self._set = before

    @cached_property
    def _source(self) -> SourcePages:
        return SourcePages(self.file)

    @cached_property
    def _tracer(self) -> DrawingStore:
        return DrawingStore(self.file)

    def _write_shape(self, shape: Shape, height: float) -> None:
        fill, stroke, font = self._set
        if shape.fill and shape.fill != fill:
            fill = shape.fill
            self._code.append(f"{_format_colour(fill)} rg")
        if shape.stroke and (drawn := _format_stroke(shape.stroke, shape.width, shape.dash)) != stroke:
            stroke = drawn
            self._code.append(stroke)
        self._set = fill, stroke, font
        paint = _PAINT[bool(shape.fill), bool(shape.stroke)]
        self._code.append(f"{_format_path(shape.outline, height)} {paint}")

    def _write_text(self, text: Text, height: float) -> None:
        x, y, font = text.x * K, (height - text.y) * K, (text.font, text.size)
        fill, stroke, before = self._set
        if text.colour and text.colour != fill:
            fill = text.colour
            self._code.append(f"{_format_colour(text.colour)} rg")
        back = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
        if back:
            back *= fonts.measure_width(text.text, text.font, text.size)
        if text.turn:
            turn = math.radians(-text.turn)
            across, up = math.cos(turn), math.sin(turn)
            at = f"{across:.5f} {up:.5f} {-up:.5f} {across:.5f} {x - back * across:.2f} {y - back * up:.2f} Tm"
        else:
            at = f"{x - back:.2f} {y:.2f} Td"
        try:
            letters = "".join(map(self._codes[text.font].__getitem__, text.text))
        except KeyError:  # some are new
            written, font = self._encode_in_subsets(text), ("", 0.0)
        else:
            name = "" if font == before else self._format_font(text.font, 0, text.size)
            written = f"{name}({letters}) Tj"
        if text.spacing:
            written = f"{_format_number(text.spacing * text.size)} Tc {written} 0 Tc"
        if not text.colour:
            written = f"3 Tr {written} 0 Tr"
        self._code.append(f"BT {at} {written} ET")
        self._set = fill, stroke, font

    def _encode_in_subsets(self, text: Text) -> str:
        """Encode text with new characters, some beyond the first 256 of their font or from other fonts."""
        written = []
        for name, letters in fonts.split_runs(text.text, text.font):
            font, known = fonts.get_metrics(name), self._codes[name]
            if known.keys() >= set(letters):
                coded = "".join(map(known.__getitem__, letters))
                written.append(f"{self._format_font(name, 0, text.size)}({coded}) Tj")
                continue
            for character in letters:
                ((subset, code),) = self.file.encode_text(font, character)
                if subset == 0:
                    known[character] = _escape(code)
            for subset, codes in self.file.encode_text(font, letters):
                written.append(f"{self._format_font(name, subset, text.size)}({_escape(codes)}) Tj")
        return " ".join(written)

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
        """The name of a picture's form, and its matrix in the unit square of its box; stored on first use."""
        if file not in self._pictures:
            about, name = inspect_picture(file), f"p{len(self._pictures)}"
            bare = self._write_pixels(file, name, about)
            self._pictures[file] = name, ORIENTATIONS.get(about.turned, UPRIGHT) if bare else UPRIGHT
        return self._pictures[file]

    def _write_pixels(self, file: Path, name: str, about: Raster) -> bool:
        """Write a picture; true if the file itself is stored, as the camera was held."""
        if about.kind != "jpeg":
            return self.file.write_picture(name, None, lambda: get_reader().read_pixels(file))
        with file.open("rb") if about.bare else io.BytesIO(get_reader().reencode(file)) as jpeg:
            return self.file.write_picture(name, jpeg, lambda: get_reader().read_pixels(file)) and about.bare


def _box(frame: Frame) -> tuple[float, float, float, float]:
    """Left, lower edge, width and height of trim and bleed, in points upward from the trim's lower left."""
    bleed = frame.bleed
    return -bleed * K, -bleed * K, (frame.width + 2 * bleed) * K, (frame.height + 2 * bleed) * K


@lru_cache(maxsize=128)  # a ground and its frame are one outline, and all cards have the same
def _format_path(outline: Outline, height: float) -> str:
    """An outline as PDF operators; never -0, since a cache keeps one text for -0 and for 0."""
    drawn = []
    for letter, at in outline:
        if len(at) == 2:
            drawn.append(_PATH[letter] % (at[0] * K + 0.0, (height - at[1]) * K))
        elif at:
            x1, y1, x2, y2, x, y = at
            handles = x1 * K + 0.0, (height - y1) * K, x2 * K + 0.0, (height - y2) * K
            flipped = (*handles, x * K + 0.0, (height - y) * K)
            drawn.append(_PATH[letter] % flipped)
        else:
            drawn.append("h")
    return "\n".join(drawn)


def _format_upward(matrix: Matrix, inner: float, outer: float) -> str:
    """A matrix of mm and y downward as PDF writes it: points, y upward, from the lower left corners."""
    a, b, c, d, e, f = matrix
    return _format_matrix((a, -b, -c, d), c * inner + e, outer - d * inner - f)


def _format_millimetres(matrix: Matrix, outer: float) -> str:
    """A matrix as PDF writes it for a drawing in mm and y downward."""
    a, b, c, d, e, f = matrix
    return _format_matrix((a * K, -b * K, c * K, -d * K), e, outer - f)


def _format_matrix(turned: tuple[float, ...], x: float, y: float) -> str:
    x, y = x * K + 0.0, y * K + 0.0  # a zero has no sign
    return f"{' '.join([_format_number(part) for part in turned])} {x:.3f} {y:.3f} cm"


@lru_cache(maxsize=1024)
def _format_number(number: float) -> str:
    written = f"{number:.6f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


@lru_cache(maxsize=1024)
def _format_colour(colour: str) -> str:
    return " ".join(f"{int(colour[i : i + 2], 16) / 255:.3g}" for i in (1, 3, 5))


@lru_cache(maxsize=1024)
def _format_stroke(colour: str, width: float, dash: tuple[float, ...]) -> str:
    dashes = " ".join(_format_number(length * K) for length in dash)
    return f"{_format_colour(colour)} RG {_format_number(width * K)} w 1 J 1 j [{dashes}] 0 d"


def _escape(codes: bytes) -> str:
    return "".join(chr(code) if 32 <= code < 127 and code not in b"()\\" else f"\\{code:03o}" for code in codes)
