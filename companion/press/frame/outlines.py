"""Outlines, built in code or parsed from SVG paths, and the matrices that place them.

Lengths are in mm, y downward; turns are clockwise.
"""

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

Segment = tuple[str, tuple[float, ...]]
"""``("M", (x, y))``, ``("L", (x, y))``, ``("C", (x1, y1, x2, y2, x, y))`` or ``("Z", ())``; mm, absolute."""

Outline = tuple[Segment, ...]  # one or more lines, each closed or open

Bounds = tuple[float, float, float, float]  # left, top, right, bottom, mm

LARGEST = 1e6  # the limit of coordinates, mm, which also refuses infinity
_PLAIN = r"([MLCZ])([^MLCZ]*)"  # a segment in plain notation
_ROUND = 0.5522847498  # length of the Bézier handles of a quarter of the unit circle


class Matrix(NamedTuple):
    """A shift, turn and scale: ``x' = a x + c y + e`` and ``y' = b x + d y + f``, in mm."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    @classmethod
    def translate(cls, x: float, y: float) -> "Matrix":
        """A shift by x to the right and y downward, mm."""
        return cls(e=x, f=y)

    @classmethod
    def scale_by(cls, x: float, y: float | None = None) -> "Matrix":
        return cls(a=x, d=x if y is None else y)

    @classmethod
    @lru_cache(maxsize=1024)  # each line of words has its turn
    def rotate(cls, degrees: float) -> "Matrix":
        """A turn about the origin, clockwise as seen on the paper; quarter turns are exact."""
        quarters = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
        angle = math.radians(degrees)
        cosine, sine = quarters.get(degrees % 360, (math.cos(angle), math.sin(angle)))
        return cls(cosine, sine, -sine, cosine)

    @classmethod
    def rotate_about(cls, x: float, y: float, degrees: float) -> "Matrix":
        return cls.translate(-x, -y).then(cls.rotate(degrees)).then(cls.translate(x, y)) if degrees else IDENTITY

    def then(self, after: "Matrix") -> "Matrix":
        a, b, c, d, e, f = self
        return Matrix(
            after.a * a + after.c * b,
            after.b * a + after.d * b,
            after.a * c + after.c * d,
            after.b * c + after.d * d,
            after.a * e + after.c * f + after.e,
            after.b * e + after.d * f + after.f,
        )

    def transform_point(self, x: float, y: float) -> tuple[float, float]:
        """The point to which the matrix moves a point, mm."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @property
    def scale(self) -> float:
        """The factor by which lengths grow; the mean if directions differ."""
        return float(abs(self.a * self.d - self.b * self.c) ** 0.5)

    def invert(self) -> "Matrix":
        """The matrix that undoes this one, which must not flatten the paper."""
        determinant = self.a * self.d - self.b * self.c
        a, b, c, d = self.d / determinant, -self.b / determinant, -self.c / determinant, self.a / determinant
        return Matrix(a, b, c, d, -(a * self.e + c * self.f), -(b * self.e + d * self.f))


IDENTITY = Matrix()


@lru_cache(maxsize=4096)  # a deck draws the same box on every card
def rect(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Outline:
    """A rectangle from its top left corner, with rounded corners if a radius is given; mm."""
    x, y = x + 0.0, y + 0.0  # no -0, which would share a cached value with 0
    right, bottom = x + width, y + height
    if not radius:
        return (("M", (x, y)), ("L", (right, y)), ("L", (right, bottom)), ("L", (x, bottom)), ("Z", ()))
    r, k = radius, radius * (1 - _ROUND)
    return (
        ("M", (x + r, y)),
        ("L", (right - r, y)),
        ("C", (right - k, y, right, y + k, right, y + r)),
        ("L", (right, bottom - r)),
        ("C", (right, bottom - k, right - k, bottom, right - r, bottom)),
        ("L", (x + r, bottom)),
        ("C", (x + k, bottom, x, bottom - k, x, bottom - r)),
        ("L", (x, y + r)),
        ("C", (x, y + k, x + k, y, x + r, y)),
        ("Z", ()),
    )


def circle(x: float, y: float, radius: float) -> Outline:
    r, k = radius, radius * _ROUND
    return (
        ("M", (x, y - r)),
        ("C", (x + k, y - r, x + r, y - k, x + r, y)),
        ("C", (x + r, y + k, x + k, y + r, x, y + r)),
        ("C", (x - k, y + r, x - r, y + k, x - r, y)),
        ("C", (x - r, y - k, x - k, y - r, x, y - r)),
        ("Z", ()),
    )


@lru_cache(maxsize=4096)
def line(x1: float, y1: float, x2: float, y2: float) -> Outline:
    return (("M", (x1 + 0.0, y1 + 0.0)), ("L", (x2 + 0.0, y2 + 0.0)))


def polygon(points: tuple[tuple[float, float], ...], closed: bool = True) -> Outline:
    segments: list[Segment] = [("M" if index == 0 else "L", point) for index, point in enumerate(points)]
    return (*segments, ("Z", ())) if closed else tuple(segments)


def _build_grammar() -> str:
    """What a path in SVG notation is: svg.path passes over some other text in it."""
    number, space = r"[-+]?+(?:\d++\.?+\d*+|\.\d++)(?:[eE][-+]?+\d++)?+", r"[\s,]*+"

    def take(numbers: int) -> str:
        return f"(?:{number}{space}){{{numbers}}}"

    arc = f"{take(3)}(?:[01]{space}){{2}}{take(2)}"
    takes = {"MmLlTt": take(2), "HhVv": take(1), "SsQq": take(4), "Cc": take(6), "Aa": arc}
    commands = [f"[{letters}]{space}(?:{numbers})++" for letters, numbers in takes.items()]
    return rf"(?a)\s*+(?=[Mm])(?:{'|'.join([*commands, f'[Zz]{space}'])})++"


_GRAMMAR = _build_grammar()


@lru_cache(maxsize=4096)
def parse_path(notation: str) -> Outline:
    """Parse an outline in SVG path notation (all commands), in mm; a ValueError for any other text."""
    from svg import path as paths

    if not re.fullmatch(_GRAMMAR, notation):
        raise ValueError(notation)
    outline: list[Segment] = []
    for each in paths.parse_path(notation):
        match each:
            case paths.Move():
                outline.append(("M", _pair(each.end)))
            case paths.Line():
                outline.append(("L", _pair(each.end)))
            case paths.Close():
                outline.append(("Z", ()))
            case paths.CubicBezier():
                outline.append(("C", (*_pair(each.control1), *_pair(each.control2), *_pair(each.end))))
            case paths.QuadraticBezier():
                first, second = (end + (each.control - end) * 2 / 3 for end in (each.start, each.end))
                outline.append(("C", (*_pair(first), *_pair(second), *_pair(each.end))))
            case paths.Arc():
                outline.extend(_split_arc(each))
    if not all(abs(number) < LARGEST for _, numbers in outline for number in numbers):
        raise ValueError(notation)
    return tuple(outline)


@lru_cache(maxsize=1024)  # many cards and sheets share an outline
def format_notation(outline: Outline) -> str:
    return "".join(letter + " ".join(map(format_coordinate, numbers)) for letter, numbers in outline)


@lru_cache(maxsize=65_536)
def format_coordinate(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=1024)  # an icon is measured wherever it is placed
def parse_notation(notation: str) -> Outline:
    return tuple((letter, tuple(map(float, numbers.split()))) for letter, numbers in re.findall(_PLAIN, notation))


def _pair(point: complex) -> tuple[float, float]:
    return round(point.real, 4), round(point.imag, 4)


def _split_arc(arc: Any) -> list[Segment]:
    """An elliptic arc as Bézier curves of at most a quarter turn each.

    As in SVG, an arc that ends where it begins is left out, one without a radius is a line, and a radius too
    small to reach the end is enlarged.
    """
    if arc.start == arc.end:
        return []
    if not (arc.radius.real and arc.radius.imag):
        return [("L", _pair(arc.end))]
    radius = arc.radius * arc.radius_scale
    count = max(1, math.ceil(abs(arc.delta) / 90 - 1e-9))
    step = math.radians(arc.delta) / count
    reach = 4 / 3 * math.tan(step / 4)
    turn = complex(math.cos(math.radians(arc.rotation)), math.sin(math.radians(arc.rotation)))

    def locate(x: float, y: float) -> complex:
        return complex(arc.center + turn * complex(radius.real * x, radius.imag * y))

    pieces: list[Segment] = []
    for index in range(count):
        a = math.radians(arc.theta) + index * step
        b = a + step
        first = locate(math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a))
        second = locate(math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b))
        pieces.append(("C", (*_pair(first), *_pair(second), *_pair(locate(math.cos(b), math.sin(b))))))
    return pieces


def transform_outline(outline: Outline, matrix: Matrix) -> Outline:
    if matrix == IDENTITY:
        return outline
    return tuple(
        (letter, tuple(part for i in range(0, len(xy), 2) for part in matrix.transform_point(xy[i], xy[i + 1])))
        for letter, xy in outline
    )


@lru_cache(maxsize=256)  # a deck draws the same box on every card
def compute_bounds(outline: Outline) -> Bounds:
    """Left, top, right and bottom of an outline, mm; may be slightly too large, since curve handles count."""
    xs = [x for _, numbers in outline for x in numbers[0::2]]
    ys = [y for _, numbers in outline for y in numbers[1::2]]
    return min(xs), min(ys), max(xs), max(ys)


def compute_tight_bounds(outline: Outline) -> Bounds:
    """The exact left, top, right and bottom of an outline, mm."""
    points: list[tuple[float, float]] = []
    point = start = (0.0, 0.0)
    for letter, numbers in outline:
        if letter == "C":
            x, y = ((point[axis], *numbers[axis::2]) for axis in (0, 1))
            times = (*_find_extrema(*x), *_find_extrema(*y))
            points += [(evaluate_curve(x, part), evaluate_curve(y, part)) for part in times]
        point = (numbers[-2], numbers[-1]) if numbers else start
        start = point if letter == "M" else start
        points.append(point)
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _find_extrema(p: float, q: float, r: float, s: float) -> Iterator[float]:
    """Yield the positions along a curve, 0 to 1, where one of its coordinates changes direction."""
    a, b, c = s - 3 * r + 3 * q - p, 2 * (p - 2 * q + r), q - p
    if abs(a) < 1e-9:
        roots = [-c / b] if b else []
    else:
        square = b * b - 4 * a * c
        roots = [] if square < 0 else [(-b + sign * math.sqrt(square)) / (2 * a) for sign in (1, -1)]
    yield from (part for part in roots if 0 < part < 1)


def evaluate_curve(line: Sequence[float], part: float) -> float:
    """One coordinate of a Bézier curve at a position, 0 to 1, from those of its four points."""
    p, q, r, s = line
    rest = 1 - part
    return rest**3 * p + 3 * rest**2 * part * q + 3 * rest * part**2 * r + part**3 * s


def transform_bounds(box: Bounds, matrix: Matrix) -> Bounds:
    """The upright box round a box that is moved, turned or scaled."""
    if matrix[1] == matrix[2] == 0:  # as most are
        across = sorted((matrix[0] * box[0] + matrix[4], matrix[0] * box[2] + matrix[4]))
        down = sorted((matrix[3] * box[1] + matrix[5], matrix[3] * box[3] + matrix[5]))
        return across[0], down[0], across[1], down[1]
    corners = [matrix.transform_point(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)
