"""A map without seals, as of the bought game: a grid is laid over it by hand and its squares are guessed."""

from collections.abc import Mapping
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.data.honshu.map import LONGEST_SIDE, NO_CARD, SQUARES
from companion.errors import InputError
from companion.sentences import Sentence, say, say_count
from companion.vision.honshu.by_hand.likeness import likeliest
from companion.vision.honshu.by_hand.looks import SIDE, looks_of
from companion.vision.honshu.reading import How, Outline, Point, Reading, SeenSquare

LEAST_SIDE = 8  # pixels that a square must measure in the photo; below that forest and town are one colour
_AROUND = 1  # squares round the grid that are looked at too: the table, as it looks where no card lies


def propose(
    photo: NDArray[np.uint8],
    corners: Outline,
    rows: int,
    columns: int,
    known: Mapping[tuple[int, int], str] = MappingProxyType({}),
) -> Reading:
    """Guess the squares under a grid by their colours and patterns; every one of them is a doubt.

    ``corners`` are those of the whole map in an RGB photo, pixels; they may lie a little outside. ``known``
    is what a person has said of squares, as symbols of the map's notation, ``.`` where no card lies: these
    stay, and the others are guessed by their example. Squares without a kind look as if no card lay there. A
    factory is guessed as one of value 2, the commonest, and no cube is told.
    """
    _check(photo, corners, rows, columns)
    flat, inside = _laid_flat(photo, corners, rows, columns)
    guessed = likeliest(looks_of(flat, inside), inside, known)
    outlines = _outlines(corners, rows, columns)
    squares = []
    for row in range(rows):
        for column in range(columns):
            symbol = known.get((row, column), guessed[row][column])
            kind = None if symbol == NO_CARD else SQUARES[symbol]
            cube = kind.cube if kind is not None and (row, column) in known else None
            there = outlines[row][column] if inside[row + _AROUND, column + _AROUND] else None
            doubt = (row, column) not in known
            squares.append(SeenSquare(row, column, None, 0, How.GUESSED, doubt, cube, (there,), kind))
    return Reading(tuple(squares), (), (), _doubts(sum(each.doubt for each in squares)))


def _doubts(count: int) -> tuple[Sentence, ...]:
    if not count:
        return ()
    guessed = say_count(
        "{count} square is guessed by its colours alone; look at it.",
        "{count} squares are guessed by their colours alone; look at every one.",
        count,
    )
    return guessed, say("Colours tell neither the value of a factory nor whether a cube stands on a square.")


def _check(photo: NDArray[np.uint8], corners: Outline, rows: int, columns: int) -> None:
    """Refuse a grid that nobody can have meant."""
    for value in (rows, columns):
        if not 1 <= value <= LONGEST_SIDE:
            raise InputError(
                "rows of the grid: {rows}, columns: {columns}; expected 1 to {most} of each.",
                rows=rows,
                columns=columns,
                most=LONGEST_SIDE,
            )
    high, wide = photo.shape[:2]
    for across, down in corners:
        if not (-wide / 2 <= across <= wide * 1.5 and -high / 2 <= down <= high * 1.5):
            raise InputError(
                "the corner {across},{down} lies far outside the photo, which has {width} x {height} pixels.",
                across=f"{across:.0f}",
                down=f"{down:.0f}",
                width=wide,
                height=high,
            )
    steps = [np.subtract(corners[(at + 1) % 4], corners[at]) for at in range(4)]
    turns = [one[0] * two[1] - one[1] * two[0] for one, two in zip(steps, steps[1:] + steps[:1], strict=True)]
    if min(turns) <= 0:
        raise InputError(
            "the corners {corners} make no grid; expected upper left, upper right, lower right, lower left.",
            corners=" ".join(f"{across:.0f},{down:.0f}" for across, down in corners),
        )
    if _side(corners, rows, columns) < LEAST_SIDE:
        raise InputError(
            "a square of the grid measures {side} pixels; expected {least}. Take the photo from nearer.",
            side=round(_side(corners, rows, columns), 1),
            least=LEAST_SIDE,
        )


def _side(corners: Outline, rows: int, columns: int) -> float:
    """The side of a middling square, pixels."""
    return float(np.sqrt(cv2.contourArea(np.array(corners, np.float32)) / (rows * columns)))


def _laid_flat(
    photo: NDArray[np.uint8], corners: Outline, rows: int, columns: int
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """The map seen from above: by row and column its squares, those round the grid with them.

    Pictures (rows + 2, columns + 2, side, side, 3), and which of them the photo shows.
    """
    shrunk = min(1.0, SIDE / _side(corners, rows, columns))  # else fine patterns alias
    if shrunk < 1:
        photo = np.asarray(
            cv2.resize(photo, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA), np.uint8
        )
    size = ((columns + 2 * _AROUND) * SIDE, (rows + 2 * _AROUND) * SIDE)
    square = np.array([[1 / SIDE, 0, -_AROUND], [0, 1 / SIDE, -_AROUND], [0, 0, 1]])
    lifted = np.diag([shrunk, shrunk, 1]) @ _pose(corners, rows, columns) @ square
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(photo, lifted, size, flags=flags)
    there = cv2.warpPerspective(np.full(photo.shape[:2], 255, np.uint8), lifted, size, flags=flags)
    shown = _cut(np.asarray(there, np.uint8)[..., None]).mean((2, 3, 4)) > 127
    return _cut(np.asarray(flat, np.uint8)), shown


def _cut(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    high, wide, channels = picture.shape
    return picture.reshape(high // SIDE, SIDE, wide // SIDE, SIDE, channels).swapaxes(1, 2)


def _pose(corners: Outline, rows: int, columns: int) -> NDArray[np.float64]:
    """The homography from column and row in the grid to the photo's pixels."""
    grid = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(grid, np.array(corners, np.float32)), np.float64)


def _outlines(corners: Outline, rows: int, columns: int) -> list[list[Outline]]:
    """The outline of each square of the grid in the photo."""
    crossings = np.array(
        [[(column, row) for column in range(columns + 1)] for row in range(rows + 1)], np.float32
    )
    placed = cv2.perspectiveTransform(crossings, _pose(corners, rows, columns))

    def at(row: int, column: int) -> Point:
        return float(placed[row, column, 0]), float(placed[row, column, 1])

    def outline(row: int, column: int) -> Outline:
        return at(row, column), at(row, column + 1), at(row + 1, column + 1), at(row + 1, column)

    return [[outline(row, column) for column in range(columns)] for row in range(rows)]
