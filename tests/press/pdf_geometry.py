"""What lies where on the pages of a PDF, read from its content streams alone; mm, y downward."""

import io
from dataclasses import dataclass, field

import pikepdf

MM = 25.4 / 72
Point = tuple[float, float]
Box = tuple[float, float, float, float]
Six = tuple[float, float, float, float, float, float]


@dataclass
class Form:
    """A form as it is placed on a page, or what is written there as a form would be drawn."""

    bbox: Box  # of the form itself, mm, y downward
    matrix: Six  # from the form's mm to the page's points
    height: float  # of the page, mm
    clip: Box | None
    depth: int
    key: tuple[int, int]

    def map_point(self, x: float, y: float) -> Point:
        """The place on the page of a point of the form, mm downward from its origin."""
        a, b, c, d, e, f = self.matrix
        return (a * x + c * y + e) * MM, self.height - (b * x + d * y + f) * MM

    @property
    def size(self) -> Point:
        left, top, right, bottom = self.bbox
        corners = (left, top), (right, top), (left, bottom)
        (x0, y0), (x1, y1), (x2, y2) = (self.map_point(*corner) for corner in corners)
        return ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, ((x2 - x0) ** 2 + (y2 - y0) ** 2) ** 0.5

    def compute_trim(self, bleed: float) -> list[Point]:
        """Top left, top right, bottom right, bottom left of the trim, as the form's own top has it."""
        left, top, right, bottom = self.bbox
        left, top, right, bottom = left + bleed, top + bleed, right - bleed, bottom - bleed
        return [self.map_point(*corner) for corner in ((left, top), (right, top), (right, bottom), (left, bottom))]

    def compute_visible_box(self) -> Box:
        """Left, top, right, bottom of its visible part."""
        left, top, right, bottom = self.bbox
        corners = [self.map_point(x, y) for x in (left, right) for y in (top, bottom)]
        return compute_bounds(corners) if self.clip is None else _intersect(compute_bounds(corners), self.clip)


@dataclass
class Stroke:
    """A painted path."""

    points: list[Point]
    width: float
    dashed: bool
    stroked: bool
    depth: int


@dataclass
class PdfPage:
    """One page."""

    width: float
    height: float
    trim: Box
    bleed: Box
    forms: list[Form] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)

    def find_cards(self, width: float, height: float, bleed: float) -> list[Form]:
        """The forms that are cards of a size, in the order they are drawn."""
        wide, high = width + 2 * bleed, height + 2 * bleed
        return [
            form
            for form in self.forms
            if abs(form.bbox[2] - form.bbox[0] - wide) < 0.005 and abs(form.bbox[3] - form.bbox[1] - high) < 0.005
        ]

    def find_lines(self, width: float | None = None) -> list[Stroke]:
        """Straight strokes drawn on the page itself, not in a card."""
        return [
            each
            for each in self.strokes
            if each.stroked and len(each.points) == 2 and (width is None or abs(each.width - width) < 0.02)
        ]


def read_pages(data: bytes) -> list[PdfPage]:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return [_read_page(page) for page in pdf.pages]


def _read_page(page: pikepdf.Page) -> PdfPage:
    left, low, right, high = (float(each) for each in page.MediaBox)
    assert (left, low) == (0, 0)
    width, height = right * MM, high * MM

    def read_box(name: str) -> Box:
        a, b, c, d = (float(each) * MM for each in page.obj.get(name, page.MediaBox))
        return a, height - d, c, height - b

    found = PdfPage(width, height, read_box("/TrimBox"), read_box("/BleedBox"))
    _walk_stream(page, (1, 0, 0, 1, 0, 0), None, 0, found)
    return found


def _walk_stream(stream, matrix: Six, clip, depth: int, page: PdfPage) -> None:
    resources = stream.obj.get("/Resources") if isinstance(stream, pikepdf.Page) else stream.get("/Resources")
    state, stack = (matrix, clip, 1.0, False), []
    path: list[Point] = []
    clipping = False
    before, box, within = "", None, []  # a frame written in place: moved, then cut off at its box

    def map_point(x: float, y: float) -> Point:
        a, b, c, d, e, f = state[0]
        return (a * x + c * y + e) * MM, page.height - (b * x + d * y + f) * MM

    for operands, operator in pikepdf.parse_content_stream(stream):
        name = str(operator)
        numbers = [float(each) for each in operands] if name in {"cm", "m", "l", "c", "re", "w"} else []
        if name == "q":
            stack.append(state)
        elif name == "Q":
            state = stack.pop()
            if within and within[-1] == len(stack):
                within.pop()
                depth -= 1
        elif name == "cm":
            state = (_multiply(tuple(numbers), state[0]), *state[1:])
        elif name == "w":
            state = (*state[:2], numbers[0], state[3])
        elif name == "d":
            state = (*state[:3], len(operands[0]) > 0)
        elif name in {"m", "l"}:
            path.append(map_point(*numbers))
        elif name == "c":
            path += [map_point(*numbers[i : i + 2]) for i in (0, 2, 4)]
        elif name == "re":
            x, y, w, h = numbers
            box = (x, y, x + w, y + h) if before == "cm" else None
            path += [map_point(x, y), map_point(x + w, y), map_point(x + w, y + h), map_point(x, y + h)]
        elif name in {"W", "W*"}:
            clipping = True
            if before == "re" and box is not None:
                page.forms.append(Form(box, state[0], page.height, state[1], depth, (0, len(page.forms))))
                within.append(len(stack) - 1)
                depth += 1
        elif name in {"n", "S", "s", "f", "F", "f*", "B", "B*", "b", "b*"}:
            if clipping and path:
                new = compute_bounds(path) if state[1] is None else _intersect(compute_bounds(path), state[1])
                state = (state[0], new, *state[2:])
            elif path and name != "n":
                a, b, c, d, _, _ = state[0]
                scale = abs(a * d - b * c) ** 0.5
                stroked = name[0] in "SsBb"
                page.strokes.append(Stroke(path, state[2] * scale * MM, state[3], stroked, depth))
            path, clipping = [], False
        elif name == "Do":
            form = resources["/XObject"][str(operands[0])]
            if form["/Subtype"] == "/Form":
                inner = tuple(float(each) for each in form.get("/Matrix", [1, 0, 0, 1, 0, 0]))
                whole = _multiply(inner, state[0])
                bbox = tuple(float(each) for each in form["/BBox"])
                page.forms.append(Form(bbox, whole, page.height, state[1], depth, form.objgen))
                _walk_stream(form, whole, state[1], depth + 1, page)
        before = name


def _multiply(first: Six, after: Six) -> Six:
    a, b, c, d, e, f = first
    g, h, i, j, k, m = after
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def _intersect(one: Box, other: Box) -> Box:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def compute_bounds(points: list[Point]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)
