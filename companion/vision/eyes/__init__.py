"""Eyes: the few questions about pixels that reading a photo takes, in plain numbers; their answerer holds the pixels.

Questions come in batches, since a reader in Python may ask eyes that run in JavaScript: theirs and the
answers pass as JSON to ``assets/web/pocket/eyes.js`` and back. A homography is nine floats, row by row.
"""

import json
import tomllib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from companion.paths import assets

Point = tuple[float, float]  # across and down
Quad = tuple[Point, Point, Point, Point]  # corners, clockwise from the upper left
Matrix = tuple[float, float, float, float, float, float, float, float, float]

_HORIZON = 1e-12  # in place of nothing: what lies on the horizon lies very far away


def product(one: Matrix, other: Matrix) -> Matrix:
    """The homography that applies the other first, then the one."""
    a, b, c, d, e, f, g, h, i = one
    j, k, m, n, o, p, q, r, s = other
    return (
        *(a * j + b * n + c * q, a * k + b * o + c * r, a * m + b * p + c * s),
        *(d * j + e * n + f * q, d * k + e * o + f * r, d * m + e * p + f * s),
        *(g * j + h * n + i * q, g * k + h * o + i * r, g * m + h * p + i * s),
    )


def inverse(matrix: Matrix) -> Matrix:
    a, b, c, d, e, f, g, h, i = matrix
    over = 1 / ((a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)) or _HORIZON)
    return (
        *((e * i - f * h) * over, (c * h - b * i) * over, (b * f - c * e) * over),
        *((f * g - d * i) * over, (a * i - c * g) * over, (c * d - a * f) * over),
        *((d * h - e * g) * over, (b * g - a * h) * over, (a * e - b * d) * over),
    )


def build_scaling(across: float, down: float, left: float = 0.0, top: float = 0.0) -> Matrix:
    """The homography that stretches by two factors, then moves."""
    return across, 0.0, left, 0.0, down, top, 0.0, 0.0, 1.0


def map_points(matrix: Matrix, points: Iterable[Point]) -> list[Point]:
    a, b, c, d, e, f, g, h, i = matrix
    found = []
    for x, y in points:
        far = (g * x + h * y + i) or _HORIZON
        found.append(((a * x + b * y + c) / far, (d * x + e * y + f) / far))
    return found


def map_quad(matrix: Matrix, quad: Quad) -> Quad:
    one, two, three, four = map_points(matrix, quad)
    return one, two, three, four


def build_homography(quad: Quad) -> Matrix:
    """The homography from the unit square at the origin to a quad, none of whose angles is flat."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    across, down = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    ax, ay, bx, by = x1 - x2, y1 - y2, x3 - x2, y3 - y2
    over = ax * by - bx * ay
    g, h = (across * by - bx * down) / over, (ax * down - across * ay) / over
    return x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1.0


def middle(points: Sequence[Point]) -> Point:
    count = len(points)
    return sum(x for x, _ in points) / count, sum(y for _, y in points) / count


def median(values: Iterable[float]) -> float:
    held = sorted(values)
    return (held[(len(held) - 1) // 2] + held[len(held) // 2]) / 2


def solve_equations(terms: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """Solve as many equations as unknowns, for a symmetric matrix with a strong diagonal."""
    rows = [[*row, value] for row, value in zip(terms, values, strict=True)]
    for at, pivot in enumerate(rows):
        for row in rows[at + 1 :]:
            if factor := row[at] / pivot[at]:
                for column in range(at, len(row)):
                    row[column] -= factor * pivot[column]
    found = [0.0] * len(rows)
    for at in range(len(rows) - 1, -1, -1):
        *row, value = rows[at]
        known = sum(row[column] * found[column] for column in range(at + 1, len(rows)))
        found[at] = (value - known) / row[at]
    return found


Photo = Any  # upright and in colour, as these eyes are given it: decoded here, or known there by its number
Picture = Any  # in grey; only the eyes that made it know what it is

FIGURES = tomllib.loads((assets() / "vision" / "figures.toml").read_text("utf-8"))
CELL: int = FIGURES["cell"]


class Patch(NamedTuple):
    """A square part of a picture, seen from straight above."""

    plane: Matrix  # from its pixels, counted from the middle of the first, to those of the picture
    size: int  # pixels a side


class Spot(NamedTuple):
    patch: Patch
    turn: int  # of its card on the lattice, quarters: which of the learned books holds


class Found(NamedTuple):
    """How well a code fits at a spot: the expected code, or the one that fits best."""

    code: int  # its number in the book
    ring: float  # correlation with the whole seal, -1 to 1
    own: float  # correlation of the code's sixteen cells, -1 to 1
    ahead: float  # more than with the next code by so much; negative when another fits better


class Surface(NamedTuple):
    """A patch compared with the small picture it should look like, cell by cell."""

    like: float  # of the whole, 0 to 1: what of it is hidden says nothing
    cells: Sequence[Sequence[Sequence[float]]]
    """By row and column of the picture: the likeness there, -1 to 1, then red, green and blue of 255."""


class Eyes(Protocol):
    """Answers to questions about pixels, for one code book and a few small pictures to look for."""

    def size(self, photo: Photo) -> tuple[int, int]:
        """The width and height of a photo, pixels."""

    def grey(self, photo: Photo, mirrored: bool = False) -> Picture:
        """A photo in grey, mirrored if asked for."""

    def forget(self, picture: Picture) -> None:
        """Release a grey picture that is not needed any more."""

    def seals(self, grey: Picture, longer: int) -> list[tuple[int, Quad]]:
        """Find the seals in a picture scaled so that its longer side has so many pixels.

        Each seal has its number in the code book and its corners, clockwise from the upper left of the
        upright seal, in the picture's own pixels; some are found twice.
        """

    def plane(self, points: Sequence[Point], seen: Sequence[Point], off: float | None) -> Matrix | None:
        """The homography from points to where they are seen, on which most agree; ``None`` for none.

        Each may be ``off`` by so many pixels; without that number all points count.
        """

    def cells(self, grey: Picture, patches: Sequence[Patch]) -> list[list[float]]:
        """The mean grey of each of the 6 x 6 cells of patches that show a seal with its border."""

    def learn(self, grey: Picture, books: Sequence[Sequence[Sequence[float]]]) -> None:
        """Use these codes for a picture, blurred as the picture is.

        By turn, then by code its sixteen cells, with mean 0 and spread 1.
        """

    def fits(self, grey: Picture, spots: Sequence[tuple[Spot, int]]) -> list[Found]:
        """How well each spot fits the code of a number."""

    def sought(self, grey: Picture, spots: Sequence[Spot]) -> list[Found | None]:
        """The code that fits each spot best; ``None`` where nothing looks like a seal."""

    def surfaces(self, grey: Picture, squares: Sequence[tuple[Patch, int]]) -> list[Surface]:
        """Compare each patch with the small picture of a number, in its print that fits best.

        Two pixels of a patch are one of the picture, which lies in its middle or a little off.
        """

    def brighter(self, grey: Picture, patches: Sequence[Patch], than: int) -> list[float]:
        """The share of each patch brighter than a level, 0 to 255."""


_MADE: dict[str, Callable[[Any], Any]] = {
    "fits": lambda all_: [Found(*each) for each in all_],
    "sought": lambda all_: [each and Found(*each) for each in all_],
    "surfaces": lambda all_: [Surface(*each) for each in all_],
}
"""What is made of answers that are more than numbers and lists of them."""


class Browser:
    """Answers of OpenCV.js, where pictures are known by numbers; ``asked`` passes a question as text.

    The arguments are those of ``OpenCv``, with bytes as lists of numbers.
    """

    def __init__(self, asked: Callable[[str], str], *given: object) -> None:
        self._asked = asked
        self.begin(*given, FIGURES)

    def __getattr__(self, question: str) -> Callable[..., Any]:
        def answer(*given: object) -> Any:
            told = json.loads(self._asked(json.dumps([question, *given])))
            return _MADE[question](told) if question in _MADE else told

        return answer
