"""Squares, seals and cubes on a card, a lattice and a photo: their positions, the search for seals, and their codes.

First come positions; then the code book and the search for the seals of a photo; then the plane of each card;
last, how well a spot of the photo fits a code, with the book blurred as the photo is.
Millimetres are of the upright card or of the lattice, whose squares measure ``SIDE``. A ``face`` is one side
of a card, by its number in ``load_cards``, as in the code book.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import compress
from math import cos, dist, hypot, pi, sin
from operator import mul
from typing import NamedTuple

from companion.data.decks.card_rows import read_codes
from companion.errors import InputError
from companion.paths import assets
from companion.vision.eyes import CELL, FIGURES, Eyes, Found, GreyPhoto, Patch, Spot
from companion.vision.matrices import (
    Homography,
    Point,
    Quad,
    build_homography,
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
FOCUS = 0.75  # a phone's focal length, as a share of its photo's longer side; phones differ by a tenth
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


def build_ground(pose: Pose, shift: tuple[float, float] = (0.0, 0.0), lean: float = 0.0) -> Homography:
    """The homography from mm of a card to mm of the lattice.

    The card may be off its pose by a shift (mm) and a lean (radians).
    """
    width, height = CARD if pose.turn % 2 == 0 else CARD[::-1]
    angle = pose.turn * pi / 2 + lean
    along, across = cos(angle), sin(angle)
    x, y = CARD[0] / 2, CARD[1] / 2
    left = pose.column * SIDE + width / 2 + shift[0] - (along * x - across * y)
    top = pose.row * SIDE + height / 2 + shift[1] - (across * x + along * y)
    return along, -across, left, across, along, top, 0.0, 0.0, 1.0


def build_patch(plane: Homography, left: float, top: float, side: float, fine: float) -> Patch:
    """A square of a card, ``fine`` pixels a mm.

    ``plane`` leads from mm of the card to pixels; ``left``, ``top`` and ``side`` are mm of the card.
    """
    step = 1 / fine
    return Patch(product(plane, build_scaling(step, step, left + step / 2, top + step / 2)), round(side * fine))


def compute_lean(plane: Homography, size: tuple[int, int], foot_point: Point) -> Point:
    """How far things at a point of a card lean in a photo for each mm of height: mm across, then down.

    ``plane`` leads from mm of the card to pixels.
    """
    eye_height = FOCUS * max(size)
    lens = build_scaling(1 / eye_height, 1 / eye_height, -size[0] / 2 / eye_height, -size[1] / 2 / eye_height)
    a, b, _, d, e, _, g, h, _ = matrix = product(lens, plane)
    long = (hypot(a, d, g) * hypot(b, e, h)) ** 0.5
    up = ((d * h - g * e) / long, (g * b - a * h) / long, (a * e - d * b) / long)
    sign = -1 if up[2] > 0 else 1  # towards the camera
    back = inverse(matrix)
    right, down, ahead = (
        sign * (back[row] * up[0] + back[row + 1] * up[1] + back[row + 2] * up[2]) for row in (0, 3, 6)
    )
    return right - foot_point[0] * ahead, down - foot_point[1] * ahead


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


_SEALS_LARGE = 2600  # pixels of a photo's longer side beyond which one size is enough
_SEALS_ONCE = (2000,)
_SEALS_TWICE = (1700, 2400)
"""Pixels of the longer side to which a large photo, and a smaller one, is scaled for the search."""
_SEALS_FAR = 3600  # likewise for a large one with small seals
_SEALS_SMALL = 16  # pixels of a seal's side at the first size, below which some are missed
_SEALS_MOST = 800  # about twice as many as all cards have


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


def detect_seals(eyes: Eyes, grey: GreyPhoto, size: tuple[int, int]) -> list[Seal]:
    """All seals of a photo that read without a fault; a few are false.

    Each of two sizes finds seals that the other misses. They are as small as possible, since the time grows
    with the square of the candidates. An ``InputError`` for far more seals than all cards have.
    """
    seals_by_number = dict[int, list[Seal]]()
    large = max(size) > _SEALS_LARGE
    for longer in _SEALS_ONCE if large else _SEALS_TWICE:
        _look(eyes, grey, longer, seals_by_number)
    sides = [dist(seal.corners[0], seal.corners[1]) for group in seals_by_number.values() for seal in group]
    if large and (median(sides) if sides else 0.0) * _SEALS_ONCE[0] < _SEALS_SMALL * max(size):
        _look(eyes, grey, min(_SEALS_FAR, max(size)), seals_by_number)
    return [seal for group in seals_by_number.values() for seal in group]


def _look(eyes: Eyes, grey: GreyPhoto, longer: int, seals_by_number: dict[int, list[Seal]]) -> None:
    """Add the seals found at a size and not before, by their numbers in the code book."""
    for number, corners in sorted(eyes.seals(grey, longer), key=_compute_size, reverse=True):
        seal, group = Seal(number // SQUARES, number % SQUARES, corners), seals_by_number.setdefault(number, [])
        radius = dist(corners[0], corners[2]) / 2
        if number < len(load_code_book()) and not any(dist(seal.middle, other.middle) < radius for other in group):
            group.append(seal)
    if sum(map(len, seals_by_number.values())) > _SEALS_MOST:
        raise InputError("The photo shows more seals than all cards have; photograph one map alone.")


def _compute_size(shape: tuple[int, Quad]) -> float:
    """The sum of a seal's diagonals, pixels; large seals show most of a photo's blur and lattice."""
    one, two, three, four = shape[1]
    return dist(one, three) + dist(two, four)


_CARD_SHIFT_HOLD = 0.05  # weight of the assumption that a card is not shifted from its pose
_CARD_LEAN_HOLD = 90.0  # likewise that it does not lean


class CardPlane(NamedTuple):
    plane: Homography  # from mm of the card to pixels
    reach: float  # how far from there its seals may be, mm


def fit_card_planes(plane: Homography, poses: Mapping[int, Pose], seals: Sequence[Seal]) -> dict[int, CardPlane]:
    """The plane of every face by least squares over its seals; ``plane`` leads from lattice mm to pixels."""
    back, planes = inverse(plane), {}
    for face, pose in poses.items():
        face_seals = [seal for seal in seals if seal.face == face]
        straight = build_ground(pose)
        if not face_seals:
            planes[face] = CardPlane(product(plane, straight), 4.0)
            continue
        spots = map_points(straight, [corner for seal in face_seals for corner in seal_corners(seal.square)])
        points = map_points(back, [corner for seal in face_seals for corner in seal.corners])
        ((left, top),) = map_points(straight, [(CARD[0] / 2, CARD[1] / 2)])
        turns = [(top - y, x - left) for x, y in spots]  # how far a turn of one radian moves each, across and down
        shifts = [(seen_x - x, seen_y - y) for (x, y), (seen_x, seen_y) in zip(spots, points, strict=True)]
        (right, low), (off_x, off_y) = map(sum, zip(*turns, strict=True)), map(sum, zip(*shifts, strict=True))
        firm, count = sum(one * one + other * other for one, other in turns), len(spots)
        cross = sum(one * x + other * y for (one, other), (x, y) in zip(turns, shifts, strict=True))
        normal = [
            [_CARD_SHIFT_HOLD + count, 0.0, right],
            [0.0, _CARD_SHIFT_HOLD + count, low],
            [right, low, _CARD_LEAN_HOLD + firm],
        ]
        across, down, lean = solve_equations(normal, [off_x, off_y, cross])
        reach = 1.2 if len(face_seals) >= 2 else 2.2
        planes[face] = CardPlane(product(plane, build_ground(pose, (across, down), lean)), reach)
    return planes


_PATCH_FINE = round(6 * CELL / SEAL)  # pixels a mm of a patch
_BLUR_LEARNERS = 40  # most seals from which the blur is measured
_BLUR_LEAST = 4  # fewest seals from which it is measured
_TURNED = (
    *((0, 1, 2, 3, 4, 5, 6, 7, 8), (6, 3, 0, 7, 4, 1, 8, 5, 2)),
    *((8, 7, 6, 5, 4, 3, 2, 1, 0), (2, 5, 8, 1, 4, 7, 0, 3, 6)),
)
"""By quarter turns of a card: the cell of its window for each cell of a window on the lattice, row by row."""

_SHARP = (0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0)  # the share of each cell of a window without blur


class SquareQuery(NamedTuple):
    """A square of a card, to see how well its seal fits its code."""

    card: CardPlane
    face: int
    square: int
    turn: int  # of the card on the lattice, quarters


def compute_strength(fit: Found) -> float:
    """All evidence of a spot as one number, 0 to 0.99; above 0.6 it is as good as read."""
    strength = max(0.0, min(0.99, (fit.correlation - 0.35) / 0.6))
    return strength * (1 if fit.ring > 0.45 else 0.4) * (1 if fit.lead > -0.12 else 0.5)


@cache
def _build_windows() -> list[list[int]]:
    """The sixteen cells of each code, each as nine bits: its own and its neighbours'; the border is dark."""

    def window(code: int, row: int, column: int) -> int:
        spots = ((row + down, column + across) for down in (-1, 0, 1) for across in (-1, 0, 1))
        light = (0 <= y < 4 and 0 <= x < 4 and code >> (15 - 4 * y - x) & 1 for y, x in spots)
        return sum(bit << index for index, bit in enumerate(light))

    return [[window(code, index // 4, index % 4) for index in range(16)] for code in load_code_book()]


def _normalize(cells: Sequence[float], least: float) -> list[float]:
    """Scale cells to mean 0 and spread 1."""
    mean = sum(cells) / len(cells)
    offsets = [cell - mean for cell in cells]
    scale = 1 / ((sum(map(mul, offsets, offsets)) / len(cells)) ** 0.5 + least)
    return [each * scale for each in offsets]


def _build_book(blur: Sequence[float], turn: int) -> list[list[float]]:
    """The codes on cards with a turn, with cells blurred into one another."""
    shares = dict(zip(_TURNED[turn], blur, strict=True))
    sums = [0.0]  # by the bits of a window, the grey of its cell
    for index in range(9):
        sums += [each + shares[index] for each in sums]
    return [_normalize([sums[window] for window in windows], 1e-9) for windows in _build_windows()]


@cache
def _build_sharp_books() -> list[list[list[float]]]:
    return [_build_book(_SHARP, 0)] * 4


class Sight:
    """A photo in grey with code books that are blurred as it is."""

    def __init__(self, eyes: Eyes, grey: GreyPhoto, size: tuple[int, int]) -> None:
        self.eyes, self.grey, self.size = eyes, grey, size

    def learn(self, cards: Mapping[int, CardPlane], poses: Mapping[int, Pose], seals: Sequence[Seal]) -> None:
        """Measure how a seal's cells blur into one another, and use code books with the same blur."""
        seals_used = [each for each in seals if each.face in cards][:_BLUR_LEARNERS]
        blur = self._measure_blur(seals_used, poses) if len(seals_used) >= _BLUR_LEAST else None
        books = [_build_book(blur, turn) for turn in range(4)] if blur and blur[4] > 0 else _build_sharp_books()
        self.eyes.learn(self.grey, books)

    def _measure_blur(self, seals: Sequence[Seal], poses: Mapping[int, Pose]) -> list[float]:
        """The share of each of the nine cells of a window in a cell, on the lattice, by least squares."""
        patches = [build_patch(build_homography(seal.corners), 0, 0, 1, 6 * CELL) for seal in seals]
        normal, values = [[float(one == other) for one in range(10)] for other in range(10)], [0.0] * 10
        for seal, cells in zip(seals, self.eyes.cells(self.grey, patches), strict=True):
            normalized, order = _normalize(cells, 1e-6), _TURNED[poses[seal.face].turn]
            for index, window in enumerate(_build_windows()[seal.face * SQUARES + seal.square]):
                light = [*(place for place in range(9) if window >> order[place] & 1), 9]
                for one in light:
                    values[one] += normalized[index // 4 * 6 + index % 4 + 7]
                    for other in light:
                        normal[one][other] += 1
        return solve_equations(normal, values)[:9]

    def measure_fits(self, queries: Iterable[SquareQuery]) -> list[Found]:
        """How well squares' seals fit their codes."""
        spots = [
            (self._build_spot(card.plane, square, turn, card.reach), face * SQUARES + square)
            for card, face, square, turn in queries
        ]
        return self.eyes.measure_fits(self.grey, spots)

    def find_codes(self, spots: Iterable[tuple[Homography, int]], reach: float) -> list[Found | None]:
        """The code that best fits the first seal of each card plane with a turn; ``None`` for no seal."""
        all_spots = [self._build_spot(plane, 0, turn, reach) for plane, turn in spots]
        in_sight = [self._is_in_sight(each.patch) for each in all_spots]
        codes = iter(self.eyes.find_codes(self.grey, list(compress(all_spots, in_sight))))
        return [next(codes) if each else None for each in in_sight]

    def _is_in_sight(self, patch: Patch) -> bool:
        """True for a patch whose middle is in the photo; a seal that is cut in half cannot be read."""
        ((x, y),) = map_points(patch.plane, [((patch.size - 1) / 2,) * 2])
        return 0 <= x < self.size[0] and 0 <= y < self.size[1]

    def _build_spot(self, plane: Homography, square: int, turn: int, reach: float) -> Spot:
        (left, top), edge = seal_corners(square)[0], reach + FIGURES["quiet"] / _PATCH_FINE
        return Spot(build_patch(plane, left - edge, top - edge, SEAL + 2 * edge, _PATCH_FINE), turn)
