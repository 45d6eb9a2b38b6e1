"""Positions of squares, seals and cubes of a card: on the card, on the lattice of a map, and in a photo.

Millimetres are of the upright card or of the lattice, whose squares measure ``SIDE``; a homography is a 3 x 3
matrix for points (x, y, 1). A ``face`` is one side of a card, by its number in ``load_cards``, as in the code
book.
"""

from collections.abc import Iterable
from math import cos, pi, sin
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.floating[Any]]
Cell = tuple[int, int]  # row and column of the lattice
SIDE = 29.0  # of a square, mm
CARD = (58.0, 87.0)  # width and height of an upright card, mm
SQUARES = 6  # of a card, two a row from the upper left
SEAL = 6.0  # width of a seal with its dark border, mm
SEAL_EDGE = 4.0  # from the upper left of a square to its seal, mm
CUBE_PLACE = 18.0
"""From the upper left of a square to the middle of its place for a cube, mm, across and down."""
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


def cells_of(pose: Pose) -> tuple[Cell, ...]:
    """The cells on which the six squares of a card lie, in their order on the card."""
    return tuple((pose.row + row, pose.column + column) for row, column in _CELLS[pose.turn])


def ground_of(pose: Pose, shift: tuple[float, float] = (0.0, 0.0), lean: float = 0.0) -> Floats:
    """From mm of a card to mm of the lattice, where it lies so far off (mm) and leans so much (radians)."""
    width, height = CARD if pose.turn % 2 == 0 else CARD[::-1]
    angle = pose.turn * pi / 2 + lean
    ground = np.eye(3)
    ground[:2, :2] = [[cos(angle), -sin(angle)], [sin(angle), cos(angle)]]
    middle = np.array([pose.column * SIDE + width / 2 + shift[0], pose.row * SIDE + height / 2 + shift[1]])
    ground[:2, 2] = middle - ground[:2, :2] @ (CARD[0] / 2, CARD[1] / 2)
    return ground


def mapped(homography: Floats, points: ArrayLike) -> Floats:
    """Points (n x 2) under a homography."""
    flat = np.atleast_2d(np.asarray(points, np.float64))
    seen = flat @ homography[:, :2].T + homography[:, 2]
    return np.asarray(seen[:, :2] / seen[:, 2:])


def _corners(left: float, top: float, side: float) -> Floats:
    return np.array([[left, top], [left + side, top], [left + side, top + side], [left, top + side]])


def seal_corners(square: int) -> Floats:
    """The corners of a square's seal on its card, 4 x 2 mm, clockwise from the upper left."""
    return _corners(square % 2 * SIDE + SEAL_EDGE, square // 2 * SIDE + SEAL_EDGE, SEAL)


def square_corners(square: int) -> Floats:
    """The corners of a square on its card, 4 x 2 mm, clockwise from the upper left."""
    return _corners(square % 2 * SIDE, square // 2 * SIDE, SIDE)


def shared_start(face: int, others: Iterable[int]) -> bool:
    """True when a face and one of others are both of start provinces, which no map has."""
    return face >= FIRST_START and any(other >= FIRST_START for other in others)
