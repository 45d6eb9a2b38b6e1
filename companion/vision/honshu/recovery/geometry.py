"""Positions of squares, seals and cubes of a card: on the card, on the lattice of a map, and in a photo.

Millimetres are of the upright card or of the lattice, whose squares measure ``SIDE``. A ``face`` is one side
of a card, by its number in ``load_cards``, as in the code book.
"""

from collections.abc import Iterable
from math import cos, hypot, pi, sin
from typing import NamedTuple

from companion.vision.eyes import Patch
from companion.vision.matrices import Matrix, Point, Quad, inverse, product, scaled

Cell = tuple[int, int]  # row and column of the lattice
SIDE = 29.0  # of a square, mm
CARD = (58.0, 87.0)  # width and height of an upright card, mm
SQUARES = 6  # of a card, two a row from the upper left
SEAL = 6.0  # width of a seal with its dark border, mm
SEAL_EDGE = 4.0  # from the upper left of a square to its seal, mm
CUBE_PLACE = 18.0
"""From the upper left of a square to the middle of its place for a cube, mm, across and down."""
FOCUS = 0.75
"""Focal length of a phone, of the longer side of its photo; phones differ by a tenth."""
FIRST_START = 60
"""Faces from this one on, in the order of the code book, are of start provinces; a map has one."""


class Pose(NamedTuple):
    """A card's position on the lattice: the cell of its upper left, turned, and quarter turns clockwise."""

    row: int
    column: int
    turn: int


def _cell(square: int, turn: int) -> Cell:
    row, column = divmod(square, 2)
    return ((row, column), (column, 2 - row), (2 - row, 1 - column), (1 - column, row))[turn]


_CELLS = tuple(tuple(_cell(square, turn) for square in range(SQUARES)) for turn in range(4))


def turn_pose(pose: Pose, turns: int) -> Pose:
    """The pose of a card on a lattice that is turned by so many quarters, clockwise about its upper left."""
    cells = [*cells_of(pose)]
    for _ in range(turns):
        cells = [(column, -row) for row, column in cells]
    rows, columns = zip(*cells, strict=True)
    return Pose(min(rows), min(columns), (pose.turn + turns) % 4)


def cells_of(pose: Pose) -> tuple[Cell, ...]:
    """The cells on which the six squares of a card lie, in their order on the card."""
    return tuple((pose.row + row, pose.column + column) for row, column in _CELLS[pose.turn])


def ground_of(pose: Pose, shift: tuple[float, float] = (0.0, 0.0), lean: float = 0.0) -> Matrix:
    """From mm of a card to mm of the lattice, where it lies so far off (mm) and leans so much (radians)."""
    width, height = CARD if pose.turn % 2 == 0 else CARD[::-1]
    angle = pose.turn * pi / 2 + lean
    along, across = cos(angle), sin(angle)
    x, y = CARD[0] / 2, CARD[1] / 2
    left = pose.column * SIDE + width / 2 + shift[0] - (along * x - across * y)
    top = pose.row * SIDE + height / 2 + shift[1] - (across * x + along * y)
    return along, -across, left, across, along, top, 0.0, 0.0, 1.0


def patch_of(plane: Matrix, left: float, top: float, side: float, fine: float) -> Patch:
    """A square of a card, ``fine`` pixels a mm.

    ``plane`` leads from mm of the card to pixels; ``left``, ``top`` and ``side`` are mm of the card.
    """
    step = 1 / fine
    return Patch(product(plane, scaled(step, step, left + step / 2, top + step / 2)), round(side * fine))


def lean_of(plane: Matrix, size: tuple[int, int], at: Point) -> Point:
    """How far a point of a card leans in a photo of that size for each mm of height: across, then down, mm.

    ``plane`` leads from mm of the card to pixels.
    """
    far = FOCUS * max(size)
    lens = scaled(1 / far, 1 / far, -size[0] / 2 / far, -size[1] / 2 / far)
    a, b, _, d, e, _, g, h, _ = held = product(lens, plane)
    long = (hypot(a, d, g) * hypot(b, e, h)) ** 0.5
    up = ((d * h - g * e) / long, (g * b - a * h) / long, (a * e - d * b) / long)
    sign = -1 if up[2] > 0 else 1  # towards the camera
    back = inverse(held)
    right, down, ahead = (
        sign * (back[row] * up[0] + back[row + 1] * up[1] + back[row + 2] * up[2]) for row in (0, 3, 6)
    )
    return right - at[0] * ahead, down - at[1] * ahead


def _corners(left: float, top: float, side: float) -> Quad:
    return (left, top), (left + side, top), (left + side, top + side), (left, top + side)


def seal_corners(square: int) -> Quad:
    """The corners of a square's seal on its card, mm, clockwise from the upper left."""
    return _corners(square % 2 * SIDE + SEAL_EDGE, square // 2 * SIDE + SEAL_EDGE, SEAL)


def square_corners(square: int) -> Quad:
    """The corners of a square on its card, mm, clockwise from the upper left."""
    return _corners(square % 2 * SIDE, square // 2 * SIDE, SIDE)


def shared_start(face: int, others: Iterable[int]) -> bool:
    """True when a face and one of others are both of start provinces, which no map has."""
    return face >= FIRST_START and any(other >= FIRST_START for other in others)
