"""A map without seals, as of the bought game: a grid is laid over it by hand and its squares are guessed."""

from collections.abc import Mapping, Sequence
from math import sqrt
from types import MappingProxyType

from companion.data.honshu.map import LONGEST_SIDE, SQUARES
from companion.errors import InputError
from companion.sentences import Sentence, say, say_count
from companion.vision.eyes import AROUND, SQUARE, Eyes, Look, Photo
from companion.vision.honshu.by_hand.likeness import Example, likeliest
from companion.vision.honshu.eyes_here import eyes_here
from companion.vision.honshu.reading import How, Outline, Reading, SeenSquare
from companion.vision.matrices import Matrix, goes_round, mapped, onto, product, scaled

LEAST_SIDE = 8  # pixels that a square must measure in the photo; below that forest and town are one colour


def propose(
    photo: Photo,
    corners: Outline,
    rows: int,
    columns: int,
    known: Mapping[tuple[int, int], str] = MappingProxyType({}),
    eyes: Eyes | None = None,
    before: Sequence[Example] = (),
) -> Reading:
    """Guess the squares under a grid by their colours and patterns; every one of them is a doubt.

    ``corners`` are those of the whole map in an RGB photo, pixels; they may lie a little outside. ``known``
    is what a person has said of squares, as symbols of the map's notation, ``.`` where no card lies: these
    stay, and the others are guessed by their example, and by that of squares named ``before`` on other maps.
    Squares without a kind look as if no card lay there. A factory has the value of the card that is likely to
    lie there, else 2, the commonest, and no cube is told.
    """
    eyes = eyes or eyes_here()
    _check(eyes.size(photo), corners, rows, columns)
    plane = product(onto(corners), scaled(1 / columns, 1 / rows))
    scale = min(1.0, SQUARE / _side(corners, rows, columns))  # else fine patterns alias
    looks = eyes.looks(photo, plane, rows, columns, scale)
    outlines = {
        (row, column): _outline(plane, row, column) if looks[row + AROUND][column + AROUND].shown else None
        for row in range(rows)
        for column in range(columns)
    }
    return _guessed(looks, outlines, known, before)


def guess_again(
    reading: Reading, known: Mapping[tuple[int, int], str], before: Sequence[Example] = ()
) -> Reading:
    """Guess the squares anew by what a person has said since; the photo is not looked at again."""
    outlines = {(each.row, each.column): each.outlines[0] for each in reading.squares}
    return _guessed(reading.looks, outlines, known, before)


def named(reading: Reading, known: Mapping[tuple[int, int], str]) -> list[Example]:
    """The squares that a person has named, as they look."""
    there = {(each.row, each.column) for each in reading.squares if each.outlines[0]}
    looks = ((symbol, row + AROUND, at + AROUND) for (row, at), symbol in known.items() if (row, at) in there)
    return [(symbol, reading.looks[row][column].measures) for symbol, row, column in looks]


def _guessed(
    looks: Sequence[Sequence[Look]],
    outlines: Mapping[tuple[int, int], Outline | None],
    known: Mapping[tuple[int, int], str],
    before: Sequence[Example],
) -> Reading:
    known = {place: symbol for place, symbol in known.items() if place in outlines}  # others lie beside it
    guessed, squares = likeliest(looks, known, before), list[SeenSquare]()
    for (row, column), there in outlines.items():
        symbol = known.get((row, column), guessed[row][column])
        kind, doubt = SQUARES.get(symbol), (row, column) not in known
        cube = kind.cube if kind is not None and not doubt else None
        squares.append(SeenSquare(row, column, None, 0, How.GUESSED, doubt, cube, (there,), kind))
    doubts = _doubts(sum(each.doubt for each in squares))
    return Reading(tuple(squares), (), (), doubts, looks=tuple(map(tuple, looks)))


def _doubts(count: int) -> tuple[Sentence, ...]:
    if not count:
        return ()
    guessed = say_count(
        "{count} [square is|squares are] guessed by [its|their] colours alone; look at [it|every one].", count
    )
    return guessed, say("Colours tell neither the value of a factory nor whether a cube stands on a square.")


def _check(size: tuple[int, int], corners: Outline, rows: int, columns: int) -> None:
    """Refuse a grid that nobody can have meant."""
    for value in (rows, columns):
        if not 1 <= value <= LONGEST_SIDE:
            raise InputError(
                "rows of the grid: {rows}, columns: {columns}; expected 1 to {most} of each.",
                rows=rows,
                columns=columns,
                most=LONGEST_SIDE,
            )
    wide, high = size
    for across, down in corners:
        if not (-wide / 2 <= across <= wide * 1.5 and -high / 2 <= down <= high * 1.5):
            raise InputError(
                "the corner {across},{down} lies far outside the photo, which has {width} x {height} pixels.",
                across=f"{across:.0f}",
                down=f"{down:.0f}",
                width=wide,
                height=high,
            )
    if not goes_round(corners):
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
    ends = zip(corners, corners[1:] + corners[:1], strict=True)
    return sqrt(abs(sum(x * down - across * y for (x, y), (across, down) in ends)) / 2 / (rows * columns))


def _outline(plane: Matrix, row: int, column: int) -> Outline:
    """The outline of a square of the grid in the photo."""
    corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
    one, two, three, four = mapped(plane, corners)
    return one, two, three, four
