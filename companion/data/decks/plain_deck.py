"""A deck from just a table of cards, with the plain face, whatever its columns are called; and card sizes."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.data.deck import TUCKBOX, Card, Component, Deck, find_game_for_text
from companion.data.decks.card_rows import parse_copies
from companion.data.decks.headings import PLAIN
from companion.data.decks.languages import find_languages
from companion.data.decks.sources import Source, decode_table, open_source
from companion.data.files import MOST_PACKED, STANDARD_INPUT, Spool, read_bytes, read_stdin, read_toml
from companion.data.rows import TableReading, strip_style
from companion.data.schema import MOST_CARDS
from companion.errors import DeckError, InputError, Place
from companion.paths import templates
from companion.sentences import Sentence, join_with_commas, say, say_count, shorten_text

MOST_COLUMNS_NAMED = 6  # columns that a message lists by name


def _open_table(given: str, reading: TableReading) -> Source:
    """The rows of a table; an error for a text that is a game's own file, such as a map."""
    file = Path(given)
    if given != STANDARD_INPUT and file.suffix.lower() != ".txt":
        return open_source(file, reading)
    content = read_bytes(file, MOST_PACKED + 1) if given != STANDARD_INPUT else read_stdin(MOST_PACKED + 1)
    found = None if content.startswith(b"PK") else find_game_for_text(decode_table(content, file, TableReading()))
    if found is not None:
        raise InputError(
            ("this is a file of {game}, not a table of cards; to read it as one, give it a name that ends in .csv."),
            place=Place(given),
            game=found[0].capitalize(),
            remedy=found[1],
        )
    return open_source(file, reading, content)


def build_plain_deck(given: str) -> Deck:
    """The deck of a table: one card for each row, or as many as its count column says.

    Columns that the plain face does not know become the text of the card, unless a column gives that.
    ``given`` is a file, or ``-`` for CSV, JSON or a workbook on the standard input.
    """
    piped, file = given == STANDARD_INPUT, Path(given)
    plain = templates() / "decks" / "plain"
    (usual,) = read_toml(plain / "deck.toml")["component"]
    cards: list[Card] = []
    spool, seen, reading = Spool(), dict[str, int](), TableReading(plain=True)
    same: tuple[str, str, Place] | None = None
    left: Sequence[Sentence] = ()
    columns, others, ends = dict[str, str](), list[str](), [""]
    for number, row in enumerate(_open_table(given, reading)(), 1):
        if number == 1:
            ends += [f".{code}" for code in sorted(find_languages(row.cells))]
            columns, others = _match_columns(list(row.cells), ends)
            left = _describe_left_columns(columns, others)
        fields = {**usual.get("fields", {}), "number": str(number), **row.cells}
        for end in ends:
            cells = {shown: row.cells.get(column + end) for shown, column in columns.items()}
            fields |= {shown + end: cell for shown, cell in cells.items() if cell}
            if "text" not in columns:
                lines = (f"{column}: {row.cells[column + end]}" for column in others if row.cells.get(column + end))
                fields["text" + end] = "\n".join(lines)
        place = Place(row.file, row.number)
        name = called = strip_style(fields["number"]) or str(number)
        while called in seen:
            seen[name] += 1
            called = f"{name} ({seen[name]})"
        seen[called] = 1
        same = same or (name, called, row.place(columns.get("number", "number"))) if called != name else same
        counted = columns.get("copies", "")
        copies = parse_copies(row.cells[counted], row.place(counted)) if row.cells.get(counted) else 1
        cards += [Card(called, fields, fields, spool, place)] * copies
        if len(cards) > MOST_CARDS:
            raise DeckError("the deck has more than {most} cards.", place=Place(file.name), most=MOST_CARDS)
    if not cards:
        raise DeckError("this table has no cards.", place=Place(file.name))
    if same is not None:
        told = "'{name}' is the name of more than one card; all are printed, and this one is called '{called}'."
        reading.note(say(told, name=same[0], called=same[1]), same[2])
    languages, face, back = tuple(end[1:] for end in ends if end), usual["face"], usual.get("back")
    parts = (
        Component(usual["name"], face, back, tuple(cards), usual["name"], languages=languages),
        Component(TUCKBOX, "", None, (), TUCKBOX, True, TUCKBOX),
    )
    name, home = ("cards", Path()) if piped else (file.stem, file.parent)
    return Deck(name, home / "deck.toml", parts, languages, plain / "faces", notes=(*left, *reading.notes))


def _match_columns(names: Sequence[str], ends: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """The column for each field of the plain face, and those left over; without language endings."""
    plain = [next((name.removesuffix(end) for end in ends[1:] if name.endswith(end)), name) for name in names]
    known = {name.casefold(): name for name in reversed(plain)}
    columns = {
        shown: known[called[0]]
        for shown, calls in PLAIN.items()
        if (called := [call for call in calls.split() if call in known])
    }
    others = [name for name in dict.fromkeys(plain) if name not in columns.values()]
    if "title" not in columns and others:
        columns["title"] = others.pop(0)
    return columns, others


def _describe_left_columns(columns: Mapping[str, str], others: Sequence[str]) -> Sequence[Sentence]:
    if not others or "text" not in columns:
        return ()
    few = ", ".join(others[:MOST_COLUMNS_NAMED]) + (", …" if len(others) > MOST_COLUMNS_NAMED else "")
    told = say_count(
        "[the column {names} is|{count} columns are] not on the plain cards[|: {names}].", len(others), names=few
    )
    return (told,)


Size = tuple[float, float]  # width and height of a trim, mm
SIZES: Mapping[str, Size] = {
    "tcg": (63.0, 88.0),
    "poker": (63.5, 88.9),
    "bridge": (57.15, 88.9),
    "tarot": (70.0, 120.0),
    "square": (70.0, 70.0),
    "european": (59.0, 92.0),
    "mini-european": (44.0, 68.0),
    "mini-american": (41.0, 63.0),
}
"""The usual size first: it is chosen where several fit equally well."""
SHORTEST_SIDE, LONGEST_SIDE = 10.0, 1000.0  # sides accepted for a card given by its size, mm


def parse_card_size(given: str) -> Size:
    """A size of cards, in mm, by name or as ``WIDTHxHEIGHT``."""
    typed = given.strip().lower().replace(",", ".")
    if typed in SIZES:
        return SIZES[typed]
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)", typed, re.ASCII)
    if found is None:
        raise InputError(
            "'{given}' is not a size of cards; choose {names} or give WIDTHxHEIGHT in mm.",
            given=shorten_text(given, 40),
            names=join_with_commas(SIZES),
        )
    width, height = float(found[1]), float(found[2])
    if not (SHORTEST_SIDE <= width <= LONGEST_SIDE and SHORTEST_SIDE <= height <= LONGEST_SIDE):
        raise InputError(
            "'{given}' is not a size of cards: each side must be {least} to {most} mm.",
            given=shorten_text(given, 40),
            least=SHORTEST_SIDE,
            most=LONGEST_SIDE,
        )
    return width, height
