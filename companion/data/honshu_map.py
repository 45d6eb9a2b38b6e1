"""A finished map of Honshu as people type it: one row a line, one short word a square.

``.`` no card, ``F`` forest, ``T`` town, ``L`` lake, ``-`` fallow, ``b n g y`` a production square (blue,
browN, grey, yellow) and with ``*`` its cube, ``B2`` to ``Y4`` a factory with its value. French players may
type ``V`` for a town, ``m`` and ``M`` for brown (*marron*), ``j`` and ``J`` for yellow (*jaune*).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.data.honshu import Colour, Kind, Square
from companion.errors import InputError, Place
from companion.sentences import Sentence, say

__all__ = [
    "COLOUR_LETTERS",
    "MOST_ACROSS",
    "MOST_READ",
    "NO_CARD",
    "SQUARES",
    "HonshuMap",
    "read_map",
    "read_symbol",
    "symbol_of",
]

NO_CARD = "."
"""The symbol of a place where no card lies."""

MOST_ACROSS = 40
"""The most rows or columns read; thirteen cards end to end, each on the one before, reach 27."""

MOST_READ = 400
"""The most squares read; thirteen cards show 66, and beyond some hundreds fallow blocks take long to fit."""

COLOUR_LETTERS = {"b": Colour.BLUE, "n": Colour.BROWN, "g": Colour.GREY, "y": Colour.YELLOW}
"""The letter of each colour, small as on a production square."""

SQUARES: dict[str, Square] = {
    "F": Square(Kind.FOREST),
    "T": Square(Kind.TOWN),
    "L": Square(Kind.LAKE),
    "-": Square(Kind.FALLOW),
    **{letter: Square(Kind.PRODUCTION, colour) for letter, colour in COLOUR_LETTERS.items()},
    **{f"{letter}*": Square(Kind.PRODUCTION, colour, 0, True) for letter, colour in COLOUR_LETTERS.items()},
    **{
        f"{letter.upper()}{value}": Square(Kind.FACTORY, colour, value)
        for letter, colour in COLOUR_LETTERS.items()
        for value in (2, 3, 4)
    },
}
"""Every square there is, by its symbol."""

_SYMBOLS = {square: symbol for symbol, square in SQUARES.items()}
_FRENCH = str.maketrans({"V": "T", "m": "n", "M": "N", "j": "y", "J": "Y"})
_READ = {NO_CARD: NO_CARD, **{symbol: symbol for symbol in SQUARES}} | {
    french: symbol
    for symbol in SQUARES
    for french in {symbol.replace("T", "V"), symbol.translate(str.maketrans("nNyY", "mMjJ"))}
}


@dataclass(frozen=True, slots=True)
class HonshuMap:
    """A map as it lies on the table: the squares that can be seen.

    Attributes:
        rows: Symbols row by row; ``.`` where no card lies. Rows are of equal length.
    """

    rows: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        """The map in its notation, in columns."""
        widths = [max(map(len, column)) for column in zip(*self.rows, strict=True)]
        return "\n".join(
            " ".join(symbol.ljust(width) for symbol, width in zip(row, widths, strict=True)).rstrip()
            for row in self.rows
        )

    @property
    def fallow(self) -> int:
        """Fallow squares in sight, which break a tie for the win. Source: Honshu booklet, Final score."""
        return sum(row.count("-") for row in self.rows)

    @property
    def grid(self) -> list[str]:
        """The rows as programs get them: symbols with one blank between."""
        return [" ".join(row) for row in self.rows]


def symbol_of(square: Square) -> str:
    """The symbol of a square, such as ``b*`` or ``G3``."""
    return _SYMBOLS[square]


def read_symbol(text: str) -> str | None:
    """The symbol meant by a typed word, French letters included; ``None`` for no square."""
    return _READ.get(text)


def read_map(text: str, file: str | None = None) -> HonshuMap:
    """Read a map from its notation.

    Args:
        text: One row a line; blank lines and what follows ``#`` are passed over.
        file: Its name, for messages.

    Raises:
        InputError: With line and column, for a word that is no square, for a map without a square, or
            for one far beyond what thirteen cards can show.
    """
    rows: list[list[str]] = []
    for number, line in enumerate(text.lstrip("\ufeff").split("\n"), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) > MOST_ACROSS:
            raise InputError(
                "'{value}' is square {most} and one more in its row; no map reaches that far.",
                place=Place(file, number, MOST_ACROSS + 1),
                value=words[MOST_ACROSS][:20],
                most=MOST_ACROSS,
            )
        if len(rows) == MOST_ACROSS:
            raise InputError(
                "'{value}' begins a row too many; no map has more than {most} rows.",
                place=Place(file, number, 1),
                value=words[0][:20],
                most=MOST_ACROSS,
            )
        rows.append(
            [_symbol(word, Place(file, number, column)) for column, word in enumerate(words, start=1)]
        )
    squares = sum(symbol != NO_CARD for row in rows for symbol in row)
    if not squares:
        raise InputError(
            "there is no square of a map in it; expected rows such as 'F T b* -'.", place=Place(file)
        )
    if squares > MOST_READ:
        raise InputError(
            "there are {squares} squares in it; no map has more than {most}.",
            place=Place(file),
            squares=squares,
            most=MOST_READ,
        )
    width = max(map(len, rows))
    return HonshuMap(tuple(tuple(row) + (NO_CARD,) * (width - len(row)) for row in rows))


def _symbol(word: str, place: Place) -> str:
    symbol = _READ.get(word)
    if symbol is None:
        shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in word)
        shown = shown if len(shown) <= 20 else shown[:19] + "…"
        raise InputError("'{value}' is no square; {hint}", place=place, value=shown, hint=_hint(word))
    return symbol


def _hint(word: str) -> Sentence:
    """What a player probably meant by a word that is no square."""
    english = word.translate(_FRENCH)
    if re.fullmatch(r"[BNGY]\d+", english):
        return say("a factory is worth 2, 3 or 4.")
    if re.fullmatch(r"A[1-6]|\d+", word):
        return say("cards that were laid are read by 'companion honshu place'.")
    if re.fullmatch(r"[BNGY]", english):
        return say(
            "a factory has its value, as in {factory}2; production is the small letter {letter}.",
            factory=word,
            letter=word.lower(),
        )
    if re.fullmatch(r"[bngy]\d+", english):
        return say("a factory has a capital letter, as in {factory}.", factory=word.upper())
    if re.fullmatch(r"([FTL-]|[BNGY]\d?)\*", english):
        return say("only production holds a cube: b*, n*, g*, y*.")
    if word in ("f", "t", "l", "v"):
        return say("capital and small letters differ: write {letter}.", letter=word.upper())
    if word in ("_", "–", "—", "−"):
        return say("fallow is a hyphen: -.")
    if len(word) > 1 and re.fullmatch(r"([.FTL-]|[bngy]\*?|[BNGY][234])+", english):
        return say("leave a blank between two squares.")
    return say(
        "a square is F, T, L, -, production b n g y (with its cube b*), "
        "a factory such as B2, or . where no card lies."
    )
