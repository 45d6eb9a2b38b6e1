"""A finished map of Honshu as people type it: one line for each row, one short word for each square.

``.`` no card, ``F`` forest, ``T`` town, ``L`` lake, ``-`` fallow, ``b n g y`` a production square (blue,
browN, grey, yellow) and with ``*`` its cube, ``B2`` to ``Y4`` a factory with its value. French players
may type ``V`` for a town, ``m`` and ``M`` for brown (*marron*), ``j`` and ``J`` for yellow (*jaune*).
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial

from companion.codec import UNSAID
from companion.data.catalogue import LANGUAGES
from companion.data.honshu.cards import Colour, Square, Terrain
from companion.data.vocabulary import game_words, say_phrase, vocabulary
from companion.errors import InputError, Place
from companion.sentences import ENGLISH, Sentence, join_sentences, join_with_commas, say, say_count, shorten_text

NO_CARD = "."  # the symbol of a place where no card lies
LONGEST_SIDE = 40
"""The most rows or columns read; thirteen cards in a line, each overlapping the one before, reach 27."""

MOST_SQUARES = 400
"""The most squares read; thirteen cards show at most 66, and counting the fallow blocks of many hundreds takes long."""

COLOUR_LETTERS = {"b": Colour.BLUE, "n": Colour.BROWN, "g": Colour.GREY, "y": Colour.YELLOW}
"""Each colour by its letter, in lower case as on a production square."""

SQUARES: dict[str, Square] = {
    "F": Square(Terrain.FOREST),
    "T": Square(Terrain.TOWN),
    "L": Square(Terrain.LAKE),
    "-": Square(Terrain.FALLOW),
    **{letter: Square(Terrain.PRODUCTION, colour) for letter, colour in COLOUR_LETTERS.items()},
    **{f"{letter}*": Square(Terrain.PRODUCTION, colour, 0, True) for letter, colour in COLOUR_LETTERS.items()},
    **{
        f"{letter.upper()}{value}": Square(Terrain.FACTORY, colour, value)
        for letter, colour in COLOUR_LETTERS.items()
        for value in (2, 3, 4)
    },
}
"""Every square there is, by its symbol."""

_SYMBOLS = {square: symbol for symbol, square in SQUARES.items()}


@cache
def letter_table(code: str) -> Mapping[int, int]:
    """The letters that a language types differently, for ``str.translate``: ``T`` is ``V`` in French."""
    words = game_words("honshu", code)
    letters = "".join(words[f"letter.{letter}"] for letter in "TNY")
    return str.maketrans("TNYny", letters + letters[1:].lower())


@cache
def _symbols() -> Mapping[str, str]:
    """The symbol of each word that may be typed for it, in any language."""
    return {NO_CARD: NO_CARD} | {
        symbol.translate(letter_table(code)): symbol for code in reversed(LANGUAGES) for symbol in SQUARES
    }


@dataclass(frozen=True, slots=True)
class HonshuMap:
    """A map as it lies on the table: the visible squares."""

    rows: tuple[tuple[str, ...], ...]  # symbols row by row, all equally long; ``.`` where no card lies
    remarks: tuple[Sentence, ...] = field(default=(), compare=False)
    """Remarks on empty lines that were skipped but may have been meant as rows."""

    def __str__(self) -> str:
        """The map in its notation, in columns."""
        widths = [max(map(len, column)) for column in zip(*self.rows, strict=True)]
        return "\n".join(
            " ".join(symbol.ljust(width) for symbol, width in zip(row, widths, strict=True)).rstrip()
            for row in self.rows
        )

    @property
    def fallow(self) -> int:
        """Visible fallow squares, which break a tie for the win. Source: Honshu booklet, Final score."""
        return sum(row.count("-") for row in self.rows)

    @property
    def grid(self) -> list[str]:
        """The rows as texts for JSON: symbols separated by single spaces."""
        return [" ".join(row) for row in self.rows]

    @property
    def symbols(self) -> dict[tuple[int, int], str]:
        """The symbols of the visible squares, by row and column from 0."""
        return {
            (row, column): symbol
            for row, symbols in enumerate(self.rows)
            for column, symbol in enumerate(symbols)
            if symbol != NO_CARD
        }


def find_edges(places: Iterable[tuple[int, int]]) -> tuple[int, int, int, int]:
    """The first row, first column, last row and last column of one or more places."""
    rows, columns = zip(*places, strict=True)
    return min(rows), min(columns), max(rows), max(columns)


def build_map(symbols: Mapping[tuple[int, int], str]) -> HonshuMap:
    """A map from symbols by row and column, cropped to its edges; without symbols, a map without rows."""
    if not symbols:
        return HonshuMap(())
    top, left, bottom, right = find_edges(symbols)
    columns = range(left, right + 1)
    return HonshuMap(
        tuple(tuple(symbols.get((row, column), NO_CARD) for column in columns) for row in range(top, bottom + 1))
    )


def get_symbol(square: Square) -> str:
    """The symbol of a square, such as ``b*`` or ``G3``."""
    return _SYMBOLS[square]


def find_symbol(text: str) -> str | None:
    """The symbol of a word typed in any language; ``None`` if it is no square."""
    return _symbols().get(text)


def _split_rows(text: str, file: str | None) -> Iterator[tuple[int, list[str]]]:
    """The line number and words of each row: one for each square, empty for an empty cell between tabs.

    Empty lines between two rows count too, but not those with only a comment.
    """
    lines = [line.partition("#") for line in text.lstrip("\ufeff").split("\n")]
    filled = [index for index, (before, _, _) in enumerate(lines) if before.strip()]
    indents = (before[: len(before) - len(before.lstrip())] for before, _, _ in (lines[number] for number in filled))
    indent = min((head.count("\t") for head in indents), default=0)
    rows = 0
    for index in range(filled[0], filled[-1] + 1) if filled else ():
        line, comment, _ = lines[index]
        words = list(_split_row(line, indent)) if line.strip() else [""] if "\t" in line else []
        if not words and comment:
            continue
        _check_reach(words, rows, file, index + 1)
        rows += bool(words)
        yield index + 1, words


def parse_map(text: str, file: str | None = None) -> HonshuMap:
    """Parse a map from its notation, one row a line; empty lines and comments after ``#`` are skipped.

    An empty line between two rows may be meant as a row without a card: ``remarks`` says so. Words that are not
    squares, and empty cells between tabs, are reported together in one error.
    """
    rows: list[list[str]] = []
    faults: list[_Fault] = []
    empty_lines: list[str] = []
    try:
        for number, words in _split_rows(text, file):
            if not words:
                empty_lines.append(str(number))
                continue
            rows.append([_symbols().get(word, NO_CARD) for word in words])
            faults += [
                (Place(file, number, column), word, len(rows))
                for column, word in enumerate(words, start=1)
                if word not in _symbols()
            ]
    except InputError as error:
        raise _build_faults_error(faults) if faults else error from None
    if faults:
        raise _build_faults_error(faults)
    squares = sum(symbol != NO_CARD for row in rows for symbol in row)
    if not squares:
        raise InputError("it has no map squares; expected rows such as 'F T b* -'.", place=Place(file))
    check_squares(squares, file)
    width = max(map(len, rows))
    remark = say_count(
        "line[|s] {rows} of the file [is|are] empty and w[as|ere] skipped; if no card lies "
        "there, write . in [it.|them.]",
        len(empty_lines),
        rows=join_with_commas(empty_lines),
    )
    squares_by_row = tuple(tuple(row) + (NO_CARD,) * (width - len(row)) for row in rows)
    return HonshuMap(squares_by_row, (remark,) if empty_lines else ())


def check_row(rows: Sequence[str], row: str) -> None:
    """Raise an error if a map being typed cannot go on with this row; a row without squares can be right."""
    parse_map("\n".join((*rows, row, "F")))


def check_squares(squares: int, file: str | None = None) -> None:
    """Raise an error for far more squares than thirteen cards can show."""
    if squares > MOST_SQUARES:
        raise InputError(
            "there are {squares} squares in it; no map has more than {most}.",
            place=Place(file),
            squares=squares,
            most=MOST_SQUARES,
        )


def check_map_size(places: Collection[tuple[int, int]]) -> None:
    """Raise an error for a map that has grown far beyond what thirteen cards can show."""
    top, left, bottom, right = find_edges(places or [(0, 0)])
    if max(bottom - top, right - left) >= LONGEST_SIDE:
        raise InputError("No map has more than {most} rows or columns.", most=LONGEST_SIDE)
    check_squares(len(places))


_Fault = tuple[Place, str, int]  # the place of a word that is not a square, the word, and the row of the map
_MOST_FAULTS_LISTED = 12  # mistyped squares that one error lists
_PLACEMENT_CARD = re.compile(r"A[1-6]|\d+")  # begins a file of placements: one mistake, not one for each square


def _check_reach(words: Sequence[str], rows: int, file: str | None, number: int) -> None:
    """Raise an error for a row that is too long, or one row too many."""
    if len(words) > LONGEST_SIDE:
        raise InputError(
            "'{value}' is one square too many in its row; no map is wider than {most}.",
            place=Place(file, number, LONGEST_SIDE + 1),
            value=shorten_text(words[LONGEST_SIDE], 20),
            most=LONGEST_SIDE,
        )
    if words and rows == LONGEST_SIDE:
        raise InputError(
            "'{value}' begins a row too many; no map has more than {most} rows.",
            place=Place(file, number, 1),
            value=shorten_text(words[0], 20),
            most=LONGEST_SIDE,
        )


def _split_row(line: str, indent: int) -> Iterator[str]:
    """The words of a row; an empty cell between tabs counts as one, or the rest would move to the left.

    Tabs that all rows begin with are an indent; tabs at the end move nothing.
    """
    for index, cell in enumerate(line.rstrip().split("\t")):
        yield from cell.split() or ([""] if index >= indent else [])


def _build_faults_error(faults: list[_Fault]) -> InputError:
    """One error for all mistyped squares: the first in full, then one a line."""
    place, first, _ = faults[0]
    remedy = "place cards" if _PLACEMENT_CARD.fullmatch(first) else ""
    if remedy:  # a file of placed cards, given where a map was expected
        faults = faults[:1]
    reasons = [_describe_fault(faults[0])]
    for fault in faults[1:_MOST_FAULTS_LISTED]:
        row, column = fault[0].row, fault[0].column
        reasons.append(say("row {row}, column {column}: {why}", row=row, column=column, why=_describe_fault(fault)))
    if (rest := len(faults) - _MOST_FAULTS_LISTED) > 0:
        reasons.append(say_count("{count} more [is|are] mistyped.", rest))
    return InputError("{why}", place=place, remedy=remedy, why=join_sentences(reasons, "\n"))


def _describe_fault(fault: _Fault) -> Sentence:
    """The fault, with the row of the map where comments make it differ from the line of the file."""
    place, word, row = fault
    if word:
        reason = say("'{value}' is not a square; {hint}", value=shorten_text(word, 20), hint=_find_hint(word))
    else:
        reason = say("there is an empty cell between tabs; write . where no card lies.")
    return reason if place.row == row else say("{why} (Row {row} of the map.)", why=reason, row=row)


def _find_hint(word: str) -> Sentence:
    """What a word that is not a square probably means."""
    say_square = partial(say_phrase, "honshu", "square")
    english = word.translate(
        {letter_typed: letter for code in reversed(LANGUAGES) for letter, letter_typed in letter_table(code).items()}
    )
    if re.fullmatch(r"[BNGY]\d+", english):
        return say_square("worth")
    if _PLACEMENT_CARD.fullmatch(word):
        return say_square("laid")
    if re.fullmatch(r"[BNGY]", english):
        return say_square("no value", factory=word, letter=word.lower())
    if re.fullmatch(r"[bngy]\d+", english):
        return say_square("small factory", factory=word.upper())
    if re.fullmatch(r"[FTL-]\d+", english):
        return say_square("value")
    if re.fullmatch(r"([FTL-]|[BNGY]\d?)\*", english):
        return say_square("cube")
    if word in ("f", "t", "l", "v"):
        return say_square("small letter", letter=word.upper())
    if word in ("_", "–", "—", "−"):
        return say_square("fallow")
    if len(word) > 1 and re.fullmatch(r"([.FTL-]|[bngy]\*?|[BNGY][234])+", english):
        return say_square("together")
    return say_square("squares")


LAND = ("forest", "town", "lake", "factory")  # what is counted on every map
ASKING = (2, 3, 5, 6, 7, 8)  # the scoring cards that need a count of their own


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of a map that a score needs."""

    forests: int
    town: int  # squares of the biggest town district
    lakes: tuple[int, ...] = ()  # the squares of each
    factories: tuple[int, ...] = ()
    """The value of the factory for each cube delivered; a factory that took two cubes appears twice."""
    card: int | None = field(default=None, metadata=UNSAID)  # the scoring card for which it was counted
    bonus: tuple[int, ...] = field(default=(), metadata=UNSAID)
    """What is counted for that card. 2: the length of each line of three forests or more. 3: separate blocks, and
    all where they may overlap. 5: town squares with four town neighbours, in the biggest district and in
    others. 6: squares that are empty in the end. 7 and 8: cubes of their colours in factories.
    """
    fallow: int | None = field(default=None, metadata=UNSAID)  # needed only to break a tie

    @property
    def texts(self) -> dict[str, str]:
        """Each count as it is typed; for the scoring card and fallow only what was given."""
        counts = {"forest": (self.forests,), "town": (self.town,), "lake": self.lakes or (0,)}
        counts |= {"card": self.bonus, "fallow": () if self.fallow is None else (self.fallow,)}
        values = {"factory": "".join(map(str, self.factories)) or "0"}
        return values | {slot: "+".join(map(str, numbers)) for slot, numbers in counts.items()}


def list_asked_counts(card: int | None) -> tuple[str, ...]:
    """The counts to ask for, in order, with a scoring card or none."""
    return (*LAND, "card") if card in ASKING else LAND


def parse_counts(text: str, slots: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """Parse a line of counts: each number after the word for what it counts, or all in the order of ``slots``."""
    words, values, slot = vocabulary("honshu", "count"), dict[str, str](), ""
    plain = re.sub(r"[,;:=]", "+", re.sub(r"[,;:=.]+(\s|$)", " ", text))
    tokens = re.findall(r"[^\W\d_]+|(?:(?![^\W\d_])\S)+", plain)  # words, and the rest between them
    has_words = any(map(str.isalpha, tokens))
    for index, token in enumerate(tokens):
        if has_words and (token.isalpha() or not slot):
            slot, token = words.get_by_beginning(token, slots, ENGLISH.code), ""
        elif not has_words and index == len(slots):
            names = join_with_commas(map(words.word, slots))
            raise InputError("'{value}' is one too many; expected {what}.", value=shorten_text(token, 20), what=names)
        elif not has_words:
            slot = slots[index]
        values[slot] = f"{values.get(slot, '')}+{token}".strip("+")
    return {slot: _parse_numbers(slot, numbers or text) for slot, numbers in values.items()}


def _parse_numbers(slot: str, text: str) -> tuple[int, ...]:
    """The numbers of one count; for factories each digit is a number, and 0 means none."""
    slot_name = vocabulary("honshu", "count").word(slot)
    if re.fullmatch(r"[0-9]{1,9}(\+[0-9]{1,9})*|[0-9]{1,99}", text) is None:
        raise InputError("{what}: '{value}' is not a number.", what=slot_name, value=shorten_text(text, 20))
    numbers = tuple(map(int, text.replace("+", "") if slot == "factory" else text.split("+")))
    if slot in ("forest", "town", "fallow") and len(numbers) > 1:
        raise InputError("{what}: expected one number, not '{value}'.", what=slot_name, value=shorten_text(text, 20))
    return tuple(number for number in numbers if number) if slot in ("lake", "factory") else numbers


def build_counts(values: Mapping[str, tuple[int, ...]], card: int | None) -> Counts:
    """The counts of a map, from the numbers entered for it."""
    (forests,), (town,), bonus = values["forest"], values["town"], values.get("card", ())
    if card == 2:  # 0 if there is no line
        bonus = tuple(length for length in bonus if length)
    fallow = values["fallow"][0] if "fallow" in values else None
    return Counts(forests, town, values["lake"], values["factory"], card, bonus, fallow)
