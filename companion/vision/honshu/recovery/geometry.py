"""Positions of squares, seals and cubes of a card: on the card, on the lattice of a map, and in a photo.

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
    inverse,
    mapped,
    median,
    middle,
    product,
    scaled,
    solved,
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


_LARGE = 2600  # pixels of the longer side of a photo that one look is enough for
_ONCE, _TWICE = (2000,), (1700, 2400)
"""Pixels of the longer side at which a large photo, and a smaller one, is looked at."""
_FAR = 3600  # likewise of a large one whose seals are small
_SMALL = 16  # pixels of a seal's side at the first look, below which some are missed there
_MOST = 800  # seals: twice as many as all cards have


class Seal(NamedTuple):
    """A seal that was read."""

    face: int
    square: int
    corners: Quad  # pixels, clockwise from the upper left of the upright seal

    @property
    def middle(self) -> Point:
        """Its middle, pixels."""
        return middle(self.corners)


@cache
def code_book() -> tuple[int, ...]:
    """The codes of all squares, six a face, in the order of the book: sixteen bits, 1 where it is light."""
    return tuple(read_codes(assets() / "games/honshu/codes4x4.json"))


def detect(eyes: Eyes, grey: Picture, size: tuple[int, int]) -> list[Seal]:
    """All seals of a photo that read without a fault; a few are false.

    Each of two sizes finds seals that the other does not. None is larger than need be,
    since the time grows with the square of what may be a seal. More than all cards have are refused.
    """
    found = dict[int, list[Seal]]()
    large = max(size) > _LARGE
    for longer in _ONCE if large else _TWICE:
        _look(eyes, grey, longer, found)
    if large and _side(found) * _ONCE[0] < _SMALL * max(size):
        _look(eyes, grey, min(_FAR, max(size)), found)
    return [seal for alike in found.values() for seal in alike]


def _look(eyes: Eyes, grey: Picture, longer: int, found: dict[int, list[Seal]]) -> None:
    """Add the seals that a look finds and those before it did not, by their numbers in the code book."""
    for number, corners in sorted(eyes.seals(grey, longer), key=_size, reverse=True):
        seal, alike = Seal(number // SQUARES, number % SQUARES, corners), found.setdefault(number, [])
        if number < len(code_book()) and not any(_same(seal, other) for other in alike):
            alike.append(seal)
    if sum(map(len, found.values())) > _MOST:
        raise InputError("More seals lie there than all cards have; photograph one map alone.")


def _side(found: dict[int, list[Seal]]) -> float:
    """The median side of seals, pixels."""
    sides = [dist(seal.corners[0], seal.corners[1]) for alike in found.values() for seal in alike]
    return median(sides) if sides else 0.0


def _size(seen: tuple[int, Quad]) -> float:
    """Both diagonals of a seal, pixels: the largest ones tell most of a photo's blur and lattice."""
    one, two, three, four = seen[1]
    return dist(one, three) + dist(two, four)


def _same(seal: Seal, other: Seal) -> bool:
    return dist(seal.middle, other.middle) < dist(seal.corners[0], seal.corners[2]) / 2


_HOLD, _HELD = 0.05, 90.0  # of a card on its spot: across and down (mm), and turned (radians)


class CardPlane(NamedTuple):
    """The position of a card in a photo."""

    plane: Matrix  # homography from mm of the card to pixels
    reach: float  # distance from there at which its seals may be, mm


def card_planes(plane: Matrix, poses: Mapping[int, Pose], seals: Sequence[Seal]) -> dict[int, CardPlane]:
    """The plane of every face by least squares over its seals; ``plane`` leads from lattice mm to pixels."""
    back, found = inverse(plane), {}
    for face, pose in poses.items():
        own = [seal for seal in seals if seal.face == face]
        straight = ground_of(pose)
        if not own:
            found[face] = CardPlane(product(plane, straight), 4.0)
            continue
        spots = mapped(straight, [corner for seal in own for corner in seal_corners(seal.square)])
        lying = mapped(back, [corner for seal in own for corner in seal.corners])
        ((left, top),) = mapped(straight, [(CARD[0] / 2, CARD[1] / 2)])
        turns = [(top - y, x - left) for x, y in spots]  # what a turn moves each by, across and down
        away = [(seen_x - x, seen_y - y) for (x, y), (seen_x, seen_y) in zip(spots, lying, strict=True)]
        (right, low), (off_x, off_y) = map(sum, zip(*turns, strict=True)), map(sum, zip(*away, strict=True))
        firm, count = sum(one * one + other * other for one, other in turns), len(spots)
        turned = sum(one * x + other * y for (one, other), (x, y) in zip(turns, away, strict=True))
        normal = [[_HOLD + count, 0.0, right], [0.0, _HOLD + count, low], [right, low, _HELD + firm]]
        across, down, lean = solved(normal, [off_x, off_y, turned])
        reach = 1.2 if len(own) >= 2 else 2.2
        found[face] = CardPlane(product(plane, ground_of(pose, (across, down), lean)), reach)
    return found
