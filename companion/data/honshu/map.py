"""A finished map of Honshu as people type it: one row a line, one short word a square.

``.`` no card, ``F`` forest, ``T`` town, ``L`` lake, ``-`` fallow, ``b n g y`` a production square (blue,
browN, grey, yellow) and with ``*`` its cube, ``B2`` to ``Y4`` a factory with its value. French players may
type ``V`` for a town, ``m`` and ``M`` for brown (*marron*), ``j`` and ``J`` for yellow (*jaune*).
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial

from companion.codec import UNSAID
from companion.data.catalogue import LANGUAGES
from companion.data.honshu.cards import Colour, Square, Terrain
from companion.data.vocabulary import game_words, said_of, told_of, vocabulary
from companion.errors import InputError, Place
from companion.sentences import ENGLISH, Sentence, joined, listed, say, say_count, shortened

NO_CARD = "."  # the symbol of a place where no card lies
LONGEST_SIDE = 40
"""The most rows or columns read; thirteen cards end to end, each on the one before, reach 27."""

MOST_SQUARES = 400
"""The most squares read; thirteen cards show 66, and beyond some hundreds fallow blocks take long to fit."""

COLOUR_LETTERS = {"b": Colour.BLUE, "n": Colour.BROWN, "g": Colour.GREY, "y": Colour.YELLOW}
"""The letter of each colour, small as on a production square."""

SQUARES: dict[str, Square] = {
    "F": Square(Terrain.FOREST),
    "T": Square(Terrain.TOWN),
    "L": Square(Terrain.LAKE),
    "-": Square(Terrain.FALLOW),
    **{letter: Square(Terrain.PRODUCTION, colour) for letter, colour in COLOUR_LETTERS.items()},
    **{
        f"{letter}*": Square(Terrain.PRODUCTION, colour, 0, True) for letter, colour in COLOUR_LETTERS.items()
    },
    **{
        f"{letter.upper()}{value}": Square(Terrain.FACTORY, colour, value)
        for letter, colour in COLOUR_LETTERS.items()
        for value in (2, 3, 4)
    },
}
"""Every square there is, by its symbol."""

_SYMBOLS = {square: symbol for symbol, square in SQUARES.items()}


@cache
def letters(code: str) -> Mapping[int, int]:
    """The letters that a language types otherwise, for ``str.translate``: ``T`` is ``V`` in French."""
    words = game_words("honshu", code)
    typed = "".join(words[f"letter.{letter}"] for letter in "TNY")
    return str.maketrans("TNYny", typed + typed[1:].lower())


@cache
def _symbols() -> Mapping[str, str]:
    """Each symbol by what may be typed for it, in any language."""
    return {NO_CARD: NO_CARD} | {
        symbol.translate(letters(code)): symbol for code in reversed(LANGUAGES) for symbol in SQUARES
    }


@dataclass(frozen=True, slots=True)
class HonshuMap:
    """A map as it lies on the table: the squares that can be seen."""

    rows: tuple[tuple[str, ...], ...]  # symbols row by row, all equally long; ``.`` where no card lies
    odd: tuple[Sentence, ...] = field(default=(), compare=False)
    """Remarks on what was passed over when it was read, and may have been meant."""

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

    @property
    def symbols(self) -> dict[tuple[int, int], str]:
        """The squares that can be seen, by row and column from 0."""
        return {
            (row, column): symbol
            for row, symbols in enumerate(self.rows)
            for column, symbol in enumerate(symbols)
            if symbol != NO_CARD
        }


def edges_of(places: Iterable[tuple[int, int]]) -> tuple[int, int, int, int]:
    """Top, left, bottom and right of places, of which there is one at least."""
    rows, columns = zip(*places, strict=True)
    return min(rows), min(columns), max(rows), max(columns)


def map_of(symbols: Mapping[tuple[int, int], str]) -> HonshuMap:
    """The map of symbols by row and column, up to its own edges; without rows where none is."""
    if not symbols:
        return HonshuMap(())
    top, left, bottom, right = edges_of(symbols)
    columns = range(left, right + 1)
    return HonshuMap(
        tuple(
            tuple(symbols.get((row, column), NO_CARD) for column in columns) for row in range(top, bottom + 1)
        )
    )


def symbol_of(square: Square) -> str:
    """The symbol of a square, such as ``b*`` or ``G3``."""
    return _SYMBOLS[square]


def read_symbol(text: str) -> str | None:
    """The symbol meant by a word typed in any language; ``None`` for no square."""
    return _symbols().get(text)


@dataclass(frozen=True, slots=True)
class TypedRow:
    """A line between the first and the last row of a typed map, as it stands there."""

    number: int  # its line in the file, from 1
    words: tuple[str, ...]
    """Square by square, an empty word for an empty cell between tabs; none at all for an empty line."""


def typed_rows(text: str, file: str | None = None) -> Iterator[TypedRow]:
    """The rows of a typed map, slips and all; lines with a comment alone are passed over."""
    lines = [line.partition("#") for line in text.lstrip("\ufeff").split("\n")]
    filled = [index for index, (before, _, _) in enumerate(lines) if before.strip()]
    heads = (before[: len(before) - len(before.lstrip())] for before, _, _ in (lines[at] for at in filled))
    indent = min((head.count("\t") for head in heads), default=0)
    rows = 0
    for index in range(filled[0], filled[-1] + 1) if filled else ():
        line, comment, _ = lines[index]
        words = tuple(_words(line, indent)) if line.strip() else ("",) if "\t" in line else ()
        if not words and comment:
            continue
        _check_reach(words, rows, file, index + 1)
        rows += bool(words)
        yield TypedRow(index + 1, words)


def read_map(text: str, file: str | None = None) -> HonshuMap:
    """Read a map from its notation, one row a line; blank lines and what follows ``#`` are passed over.

    A blank line between two rows, which may have been meant as a row without a card, is told in ``odd``.
    Words that are not squares, and empty cells between tabs, are told all at once.
    """
    rows: list[list[str]] = []
    faults: list[_Fault] = []
    passed: list[int] = []
    try:
        for row in typed_rows(text, file):
            if not row.words:
                passed.append(row.number)
                continue
            rows.append([_symbols().get(word, NO_CARD) for word in row.words])
            faults += [
                (Place(file, row.number, column), word, len(rows))
                for column, word in enumerate(row.words, start=1)
                if word not in _symbols()
            ]
    except InputError as too_far:
        raise _refusal(faults) if faults else too_far from None
    if faults:
        raise _refusal(faults)
    squares = sum(symbol != NO_CARD for row in rows for symbol in row)
    if not squares:
        raise InputError(
            "there is no square of a map in it; expected rows such as 'F T b* -'.", place=Place(file)
        )
    check_squares(squares, file)
    width = max(map(len, rows))
    return HonshuMap(
        tuple(tuple(row) + (NO_CARD,) * (width - len(row)) for row in rows),
        (passed_over(passed),) if passed else (),
    )


def check_row(rows: Sequence[str], row: str) -> None:
    """Refuse a further row of a map that is being typed; it may have no square."""
    read_map("\n".join((*rows, row, "F")))


def check_squares(squares: int, file: str | None = None) -> None:
    """Refuse a map of far more squares than thirteen cards can show."""
    if squares > MOST_SQUARES:
        raise InputError(
            "there are {squares} squares in it; no map has more than {most}.",
            place=Place(file),
            squares=squares,
            most=MOST_SQUARES,
        )


def check_grown(places: Collection[tuple[int, int]]) -> None:
    """Refuse a map that grows, square by square, far beyond what thirteen cards can show."""
    top, left, bottom, right = edges_of(places or [(0, 0)])
    if max(bottom - top, right - left) >= LONGEST_SIDE:
        raise InputError("No map has more than {most} rows or columns.", most=LONGEST_SIDE)
    check_squares(len(places))


def passed_over(numbers: Sequence[int]) -> Sentence:
    """The sentence about empty lines inside a map."""
    return say_count(
        "line[|s] {rows} of the file [is|are] empty and [was|were] passed over; if no card lies "
        "there, write . in [it|them].",
        len(numbers),
        rows=listed(map(str, numbers)),
    )


_Fault = tuple[Place, str, int]  # the place of a word that is not a square, the word, and the row of the map
_MOST_FAULTS_TOLD = 12  # mistyped squares that are told one by one
_LAID = re.compile(r"A[1-6]|\d+")  # begins a file of cards laid, no map: one mistake, not one a square


def _check_reach(words: Sequence[str], rows: int, file: str | None, number: int) -> None:
    """Refuse a row that is too long, or one too many."""
    if len(words) > LONGEST_SIDE:
        raise InputError(
            "'{value}' is square {most} and one more in its row; no map reaches that far.",
            place=Place(file, number, LONGEST_SIDE + 1),
            value=shortened(words[LONGEST_SIDE], 20),
            most=LONGEST_SIDE,
        )
    if words and rows == LONGEST_SIDE:
        raise InputError(
            "'{value}' begins a row too many; no map has more than {most} rows.",
            place=Place(file, number, 1),
            value=shortened(words[0], 20),
            most=LONGEST_SIDE,
        )


def _words(line: str, indent: int) -> Iterator[str]:
    """The words of a row. An empty cell of a spreadsheet is one, or what follows would move to the left.

    Tabs that all rows begin with are an indent; tabs at the end move nothing.
    """
    for index, cell in enumerate(line.rstrip().split("\t")):
        yield from cell.split() or ([""] if index >= indent else [])


def _refusal(faults: list[_Fault]) -> InputError:
    """All that is mistyped in one message: the first fault in full, then one a line."""
    place, first, _ = faults[0]
    if _LAID.fullmatch(first):
        return laid_instead(first, place)
    told = [_why_there(faults[0])]
    for fault in faults[1:_MOST_FAULTS_TOLD]:
        row, column = fault[0].row, fault[0].column
        told.append(say("row {row}, column {column}: {why}", row=row, column=column, why=_why_there(fault)))
    if (more := len(faults) - _MOST_FAULTS_TOLD) > 0:
        told.append(say_count("{count} more [is|are] mistyped.", more))
    return InputError("{why}", place=place, why=joined(told, "\n"))


def _why_there(fault: _Fault) -> Sentence:
    """The fault, with the row of the map where comments make it another than that of the file."""
    place, word, row = fault
    why = why_not(word)
    return why if place.row == row else say("{why} (Row {row} of the map.)", why=why, row=row)


def laid_instead(word: str, place: Place) -> InputError:
    """The error of a file that tells how cards were laid, where a map was expected."""
    return InputError(
        "'{value}' is not a square; {hint}",
        place=place,
        remedy="place cards",
        value=shown(word),
        hint=said_of("honshu", "square")["laid"],
    )


def why_not(word: str) -> Sentence:
    """The reason a typed word is not a square, and what was probably meant."""
    if not word:
        return say("there is an empty cell between tabs; write . where no card lies.")
    return say("'{value}' is not a square; {hint}", value=shown(word), hint=_hint(word))


def shown(word: str) -> str:
    """A mistyped word as it can be shown anywhere: no character that steers a terminal, and not for ever."""
    shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in word)
    return shown if len(shown) <= 20 else shown[:19] + "…"


def _hint(word: str) -> Sentence:
    """The likely meaning of a word that is not a square."""
    told = partial(told_of, "honshu", "square")
    english = word.translate(
        {typed: letter for code in reversed(LANGUAGES) for letter, typed in letters(code).items()}
    )
    if re.fullmatch(r"[BNGY]\d+", english):
        return told("worth")
    if _LAID.fullmatch(word):
        return told("laid")
    if re.fullmatch(r"[BNGY]", english):
        return told("no value", factory=word, letter=word.lower())
    if re.fullmatch(r"[bngy]\d+", english):
        return told("small factory", factory=word.upper())
    if re.fullmatch(r"[FTL-]\d+", english):
        return told("value")
    if re.fullmatch(r"([FTL-]|[BNGY]\d?)\*", english):
        return told("cube")
    if word in ("f", "t", "l", "v"):
        return told("small letter", letter=word.upper())
    if word in ("_", "–", "—", "−"):
        return told("fallow")
    if len(word) > 1 and re.fullmatch(r"([.FTL-]|[bngy]\*?|[BNGY][234])+", english):
        return told("together")
    return told("squares")


LAND = ("forest", "town", "lake", "factory")  # what is counted of every map
ASKING = (2, 3, 5, 6, 7, 8)  # the scoring cards that ask for numbers of their own


@dataclass(frozen=True, slots=True)
class Counts:
    """What was counted on a map."""

    forests: int
    town: int  # squares of the biggest town district
    lakes: tuple[int, ...] = ()  # the squares of each
    factories: tuple[int, ...] = ()
    """For each cube delivered the value of its factory; one that took two cubes stands there twice."""
    card: int | None = field(default=None, metadata=UNSAID)  # the scoring card for which it was counted
    bonus: tuple[int, ...] = field(default=(), metadata=UNSAID)
    """What that card asks for. 2: the length of each line of three forests or more. 3: separate blocks, and
    all where they may overlap. 5: town squares with four town neighbours, in the biggest district and in
    others. 6: squares that are empty in the end. 7 and 8: cubes of their colours in factories.
    """
    fallow: int | None = field(default=None, metadata=UNSAID)  # asked for only where it parts a tie

    @property
    def typed(self) -> dict[str, str]:
        """Each count as it is typed; of the scoring card and of fallow only what was told."""
        told = {"forest": (self.forests,), "town": (self.town,), "lake": self.lakes or (0,)}
        told |= {"card": self.bonus, "fallow": () if self.fallow is None else (self.fallow,)}
        values = {"factory": "".join(map(str, self.factories)) or "0"}
        return values | {slot: "+".join(map(str, numbers)) for slot, numbers in told.items()}


def wanted(card: int | None) -> tuple[str, ...]:
    """What is asked for, in its order, with a scoring card."""
    return (*LAND, "card") if card in ASKING else LAND


def read_counts(text: str, asked: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """The numbers in a line by what they count; without any word, in the order in which they are asked."""
    words, told, slot = vocabulary("honshu", "count"), dict[str, str](), ""
    plain = re.sub(r"[,;:=]", "+", re.sub(r"[,;:=.]+(\s|$)", " ", text))
    tokens = re.findall(r"[^\W\d_]+|(?:(?![^\W\d_])\S)+", plain)  # words, and what stands between them
    worded = any(map(str.isalpha, tokens))
    for at, token in enumerate(tokens):
        if worded and (token.isalpha() or not slot):
            slot, token = words.begun(token, asked, ENGLISH.code), ""
        elif not worded and at == len(asked):
            what = listed(map(words.word, asked))
            raise InputError(
                "'{value}' is one too many; asked are {what}.", value=shortened(token, 20), what=what
            )
        elif not worded:
            slot = asked[at]
        told[slot] = f"{told.get(slot, '')}+{token}".strip("+")
    return {slot: _numbers(slot, numbers or text) for slot, numbers in told.items()}


def _numbers(slot: str, text: str) -> tuple[int, ...]:
    """The numbers of one thing; of factories each digit is one, and 0 is none of them."""
    what = vocabulary("honshu", "count").word(slot)
    if re.fullmatch(r"[0-9]{1,9}(\+[0-9]{1,9})*|[0-9]{1,99}", text) is None:
        raise InputError("{what}: '{value}' is not a number.", what=what, value=shortened(text, 20))
    numbers = tuple(map(int, text.replace("+", "") if slot == "factory" else text.split("+")))
    if slot in ("forest", "town", "fallow") and len(numbers) > 1:
        raise InputError("{what}: one number is asked, not {value}.", what=what, value=shortened(text, 20))
    return tuple(number for number in numbers if number) if slot in ("lake", "factory") else numbers


def counts_of(told: Mapping[str, tuple[int, ...]], card: int | None) -> Counts:
    """The counts of a map of which everything that is wanted was told."""
    (forests,), (town,), bonus = told["forest"], told["town"], told.get("card", ())
    if card == 2:  # 0 where there is no line
        bonus = tuple(length for length in bonus if length)
    fallow = told["fallow"][0] if "fallow" in told else None
    return Counts(forests, town, told["lake"], told["factory"], card, bonus, fallow)
