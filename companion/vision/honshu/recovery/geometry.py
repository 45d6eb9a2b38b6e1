"""Positions of squares, seals and cubes: on a card, on the lattice of a map, and in a photo.

Millimetres are of the upright card or of the lattice, whose squares measure ``SIDE``. A ``face`` is one side
of a card, by its number in ``load_cards``, as in the code book.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import cos, dist, hypot, pi, sin
from typing import NamedTuple

from companion.data.decks.card_rows import read_codes
from companion.errors import InputError
from companion.paths import assets
from companion.vision.eyes import Eyes, Patch, Picture
from companion.vision.matrices import (
    Matrix,
    Point,
    Quad,
    build_scaling,
    inverse,
    map_points,
    median,
    middle,
    product,
    solve_equations,
)

Cell = tuple[int, int]  # row and column of the lattice
SIDE = 29.0  # of a square, mm
CARD = (58.0, 87.0)  # width and height of an upright card, mm
SQUARES = 6  # of a card, two a row from the upper left
SEAL = 6.0  # width of a seal with its dark border, mm
SEAL_EDGE = 4.0  # from the upper left of a square to its seal, mm
CUBE_PLACE = 18.0
"""From the upper left of a square to the middle of its place for a cube, mm, across and down."""
FOCUS = 0.75  # focal length of a phone, of the longer side of its photo; phones differ by a tenth
FIRST_START = 60
"""Faces from this one on, in the order of the code book, are of start provinces; a map has one."""


class Pose(NamedTuple):
    """A card's position on the lattice: the cell of its upper left as it lies, and its quarter turns."""

    row: int
    column: int
    turn: int


def _turn_square(square: int, turn: int) -> Cell:
    row, column = divmod(square, 2)
    return ((row, column), (column, 2 - row), (2 - row, 1 - column), (1 - column, row))[turn]


_CELLS = tuple(tuple(_turn_square(square, turn) for square in range(SQUARES)) for turn in range(4))


def turn_pose(pose: Pose, turns: int) -> Pose:
    """The pose of a card on a lattice turned by some quarters, clockwise about its upper left."""
    cells = [*list_cells(pose)]
    for _ in range(turns):
        cells = [(column, -row) for row, column in cells]
    rows, columns = zip(*cells, strict=True)
    return Pose(min(rows), min(columns), (pose.turn + turns) % 4)


def list_cells(pose: Pose) -> tuple[Cell, ...]:
    """The cells on which a card's six squares lie, in their order on the card."""
    return tuple((pose.row + row, pose.column + column) for row, column in _CELLS[pose.turn])


def build_ground(pose: Pose, shift: tuple[float, float] = (0.0, 0.0), lean: float = 0.0) -> Matrix:
    """The homography from mm of a card to mm of the lattice.

    The card may lie off its pose by a shift (mm) and a lean (radians).
    """
    width, height = CARD if pose.turn % 2 == 0 else CARD[::-1]
    angle = pose.turn * pi / 2 + lean
    along, across = cos(angle), sin(angle)
    x, y = CARD[0] / 2, CARD[1] / 2
    left = pose.column * SIDE + width / 2 + shift[0] - (along * x - across * y)
    top = pose.row * SIDE + height / 2 + shift[1] - (across * x + along * y)
    return along, -across, left, across, along, top, 0.0, 0.0, 1.0


def build_patch(plane: Matrix, left: float, top: float, side: float, fine: float) -> Patch:
    """A square of a card, ``fine`` pixels a mm.

    ``plane`` leads from mm of the card to pixels; ``left``, ``top`` and ``side`` are mm of the card.
    """
    step = 1 / fine
    return Patch(product(plane, build_scaling(step, step, left + step / 2, top + step / 2)), round(side * fine))


def compute_lean(plane: Matrix, size: tuple[int, int], at: Point) -> Point:
    """How far a point of a card leans in a photo for each mm of height: across, then down, mm.

    ``plane`` leads from mm of the card to pixels.
    """
    far = FOCUS * max(size)
    lens = build_scaling(1 / far, 1 / far, -size[0] / 2 / far, -size[1] / 2 / far)
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


def is_second_start(face: int, others: Iterable[int]) -> bool:
    """True when a face and one of others are both start provinces; no map has two."""
    return face >= FIRST_START and any(other >= FIRST_START for other in others)


_LARGE = 2600  # pixels of the longer side of a photo that one look is enough for
_ONCE, _TWICE = (2000,), (1700, 2400)
"""Pixels of the longer side at which a large photo, and a smaller one, is looked at."""
_FAR = 3600  # likewise of a large one whose seals are small
_SMALL = 16  # pixels of a seal's side at the first look, below which some are missed there
_MOST = 800  # seals: twice as many as all cards have


class Seal(NamedTuple):
    face: int
    square: int
    corners: Quad  # pixels, clockwise from the upper left of the upright seal

    @property
    def middle(self) -> Point:
        """The middle of the seal, pixels."""
        return middle(self.corners)


@cache
def load_code_book() -> tuple[int, ...]:
    """Load the codes of all squares, six for each face: sixteen bits, 1 where a cell is light."""
    return tuple(read_codes(assets() / "games/honshu/codes4x4.json"))


def detect_seals(eyes: Eyes, grey: Picture, size: tuple[int, int]) -> list[Seal]:
    """All seals of a photo that read without a fault; a few are false.

    Each of two sizes finds seals that the other does not. None is larger than need be, since the time
    grows with the square of what may be a seal. An ``InputError`` for more than all cards have.
    """
    found = dict[int, list[Seal]]()
    large = max(size) > _LARGE
    for longer in _ONCE if large else _TWICE:
        _look(eyes, grey, longer, found)
    if large and _compute_side(found) * _ONCE[0] < _SMALL * max(size):
        _look(eyes, grey, min(_FAR, max(size)), found)
    return [seal for alike in found.values() for seal in alike]


def _look(eyes: Eyes, grey: Picture, longer: int, found: dict[int, list[Seal]]) -> None:
    """Add the seals found at a size and not before, by their numbers in the code book."""
    for number, corners in sorted(eyes.seals(grey, longer), key=_compute_size, reverse=True):
        seal, alike = Seal(number // SQUARES, number % SQUARES, corners), found.setdefault(number, [])
        if number < len(load_code_book()) and not any(_is_same_seal(seal, other) for other in alike):
            alike.append(seal)
    if sum(map(len, found.values())) > _MOST:
        raise InputError("More seals lie there than all cards have; photograph one map alone.")


def _compute_side(found: dict[int, list[Seal]]) -> float:
    """The median side of seals, pixels."""
    sides = [dist(seal.corners[0], seal.corners[1]) for alike in found.values() for seal in alike]
    return median(sides) if sides else 0.0


def _compute_size(seen: tuple[int, Quad]) -> float:
    """Both diagonals of a seal, pixels: the largest ones tell most about a photo's blur and lattice."""
    one, two, three, four = seen[1]
    return dist(one, three) + dist(two, four)


def _is_same_seal(seal: Seal, other: Seal) -> bool:
    return dist(seal.middle, other.middle) < dist(seal.corners[0], seal.corners[2]) / 2


_HOLD, _HELD = 0.05, 90.0  # of a card on its spot: across and down (mm), and turned (radians)


class CardPlane(NamedTuple):
    plane: Matrix  # homography from mm of the card to pixels
    reach: float  # distance from there at which its seals may be, mm


def fit_card_planes(plane: Matrix, poses: Mapping[int, Pose], seals: Sequence[Seal]) -> dict[int, CardPlane]:
    """The plane of every face by least squares over its seals; ``plane`` leads from lattice mm to pixels."""
    back, found = inverse(plane), {}
    for face, pose in poses.items():
        own = [seal for seal in seals if seal.face == face]
        straight = build_ground(pose)
        if not own:
            found[face] = CardPlane(product(plane, straight), 4.0)
            continue
        spots = map_points(straight, [corner for seal in own for corner in seal_corners(seal.square)])
        lying = map_points(back, [corner for seal in own for corner in seal.corners])
        ((left, top),) = map_points(straight, [(CARD[0] / 2, CARD[1] / 2)])
        turns = [(top - y, x - left) for x, y in spots]  # what a turn moves each by, across and down
        away = [(seen_x - x, seen_y - y) for (x, y), (seen_x, seen_y) in zip(spots, lying, strict=True)]
        (right, low), (off_x, off_y) = map(sum, zip(*turns, strict=True)), map(sum, zip(*away, strict=True))
        firm, count = sum(one * one + other * other for one, other in turns), len(spots)
        turned = sum(one * x + other * y for (one, other), (x, y) in zip(turns, away, strict=True))
        normal = [[_HOLD + count, 0.0, right], [0.0, _HOLD + count, low], [right, low, _HELD + firm]]
        across, down, lean = solve_equations(normal, [off_x, off_y, turned])
        reach = 1.2 if len(own) >= 2 else 2.2
        found[face] = CardPlane(product(plane, build_ground(pose, (across, down), lean)), reach)
    return found
