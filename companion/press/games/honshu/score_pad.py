"""The score pad with its first game filled in; the others stay free, to be filled by hand."""

from collections.abc import Mapping, Sequence

from companion.data.colours import palette
from companion.paths import templates
from companion.press.face.context import FaceShelf
from companion.press.face.kinds import KINDS
from companion.press.frame import fonts
from companion.press.frame.frame import Frame, Item, Text, Use
from companion.press.frame.matrix import Matrix
from companion.units import points

PAGE = (210.0, 297.0)  # mm
_LEFT, _TOP = 10.0, 20.0  # where the sheet of the pad begins on the page
_FIRST_COLUMN, _COLUMN, _FIRST_ROW, _ROW = 43.0, 28.8, 12.5, 8.0  # of its first game, in the sheet
_DATE = (123.0, 8.6)  # where the line of the date begins
_SIZE = 11.0  # of what is filled in, points
_NARROWEST = 0.05  # blank on both sides of a name, as part of its column


def filled_pad(words: Mapping[str, str], date: str, columns: Sequence[Sequence[str]]) -> Frame:
    """The pad in the words of a language; a column has a player's name, then the points row by row."""
    folder = templates() / "faces"
    sheet = FaceShelf(words, folder / "honshu", folder / "shared", kinds=KINDS).frame(
        "score-pad", "score-pad", {}
    )
    ink = palette()["ink"]
    date_x = _LEFT + _DATE[0]
    items: list[Item] = [
        Use(sheet, Matrix.moved(_LEFT, _TOP)),
        Text(date, date_x, _TOP + _DATE[1], 9, colour=ink),
    ]
    for at, column in enumerate(columns):
        middle = _LEFT + _FIRST_COLUMN + (at + 0.5) * _COLUMN
        for row, text in enumerate(column):
            weight = "bold" if row in (0, len(column) - 2) else "regular"
            wide, room = fonts.width(text, weight, _SIZE), points(_COLUMN * (1 - 2 * _NARROWEST))
            size = _SIZE * min(1, room / wide) if text else _SIZE
            items.append(
                Text(text, middle, _TOP + _FIRST_ROW + row * _ROW + 5.6, size, weight, ink, "middle")
            )
    return Frame("honshu/score-pad", *PAGE, tuple(items))
