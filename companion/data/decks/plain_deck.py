"""A deck from just a table of cards, with the plain face, whatever its columns are called; and card sizes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.data.deck import TUCKBOX, Card, Component, Deck, find_game_for_text
from companion.data.decks.card_rows import parse_copies
from companion.data.decks.headings import PLAIN, find_languages, has_unmarked_language
from companion.data.decks.sources import Source, decode_table, open_source
from companion.data.files import MOST_PACKED, STANDARD_INPUT, Spool, read_bytes, read_stdin, read_toml
from companion.data.papers import find_size
from companion.data.rows import TableReading, strip_style
from companion.data.schema import check_card_count
from companion.errors import DeckError, InputError, Place
from companion.paths import templates
from companion.sentences import Sentence, join_with_commas, say, say_count, shorten_text

MOST_COLUMNS_NAMED = 6  # columns that a message lists by name


def _open_table(path: str, reading: TableReading) -> Source:
    """The rows of a table; an error for a text that is a game's own file, such as a map."""
    file = Path(path)
    if path != STANDARD_INPUT and file.suffix.lower() != ".txt":
        return open_source(file, reading)
    content = read_bytes(file, MOST_PACKED + 1) if path != STANDARD_INPUT else read_stdin(MOST_PACKED + 1)
    game = None if content.startswith(b"PK") else find_game_for_text(decode_table(content, file, TableReading()))
    if game is not None:
        raise InputError(
            "this is a file of {game}, not a table of cards; to read it as one, give it a name that ends in .csv.",
            place=Place(path),
            game=game[0].capitalize(),
            remedy=game[1],
        )
    return open_source(file, reading, content)


def build_plain_deck(path: str) -> Deck:
    """The deck of a table: one card for each row, or as many as its count column says.

    Columns that the plain face does not know become the text of the card, unless a column gives that.
    ``path`` is a file, or ``-`` for CSV, JSON or a workbook on the standard input.
    """
    file, plain = Path(path), templates() / "decks" / "plain"
    (defaults,) = read_toml(plain / "deck.toml")["component"]
    cards: list[Card] = []
    spool, counts, reading = Spool(), Counter[str](), TableReading(plain=True)
    unused, has_renamed = tuple[Sentence, ...](), False
    columns, others, suffixes, languages = dict[str, str](), list[str](), [""], tuple[str, ...]()
    for number, row in enumerate(_open_table(path, reading)(), 1):
        if number == 1:
            codes = sorted(find_languages(row.cells))
            suffixes += [f".{code}" for code in codes]
            languages = ("en", *codes) if has_unmarked_language(row.cells) else tuple(codes)
            columns, others = match_columns(list(row.cells), suffixes)
            unused = _describe_unused_columns(columns, others)
        fields = {"number": str(number), **row.cells, **defaults.get("fields", {})}
        for end in suffixes:
            cells = {field: row.cells.get(column + end) for field, column in columns.items()}
            fields |= {field + end: cell for field, cell in cells.items() if cell}
            if "text" not in columns:
                lines = (f"{column}: {row.cells[column + end]}" for column in others if row.cells.get(column + end))
                fields["text" + end] = "\n".join(lines)
        name = unique_name = strip_style(fields["number"]) or str(number)
        while unique_name in counts:
            counts[name] += 1
            unique_name = f"{name} ({counts[name]})"
        counts[unique_name] = 1
        if unique_name != name and not has_renamed:
            has_renamed = True
            remark = "'{name}' is the name of more than one card; all are printed, and this one is called '{called}'."
            reading.note(say(remark, name=name, called=unique_name), row.place(columns.get("number", "number")))
        copies_column = columns.get("copies", "")
        copies = parse_copies(row.cells[copies_column], row.place(copies_column)) if row.cells.get(copies_column) else 1
        cards += [Card(unique_name, fields, fields, spool, Place(row.file, row.number))] * copies
        check_card_count(len(cards), Place(file.name))
    if not cards:
        raise DeckError("this table has no cards.", place=Place(file.name))
    part, face, back = defaults["name"], defaults["face"], defaults.get("back")
    parts = (
        Component(part, face, back, tuple(cards), part, languages=languages),
        Component(TUCKBOX, "", None, (), TUCKBOX, True, TUCKBOX),
    )
    name, folder = ("cards", Path()) if path == STANDARD_INPUT else (file.stem, file.parent)
    return Deck(name, folder / "deck.toml", parts, languages, plain / "faces", notes=(*unused, *reading.notes))


def match_columns(
    names: Sequence[str], suffixes: Sequence[str] = ("",), fields: Mapping[str, str] = PLAIN
) -> tuple[dict[str, str], list[str]]:
    """The column for each field of a face, here the plain one, and those left over; without language endings."""
    plain = [next((name.removesuffix(end) for end in suffixes[1:] if name.endswith(end)), name) for name in names]
    by_name = {name.casefold(): name for name in reversed(plain)}
    columns = {
        field: by_name[found[0]]
        for field, synonyms in fields.items()
        if (found := [name for name in synonyms.split() if name in by_name])
    }
    others = [name for name in dict.fromkeys(plain) if name not in columns.values()]
    if "title" not in columns and others:
        columns["title"] = others.pop(0)
    return columns, others


def _describe_unused_columns(columns: Mapping[str, str], others: Sequence[str]) -> tuple[Sentence, ...]:
    if not others or "text" not in columns:
        return ()
    names = ", ".join(others[:MOST_COLUMNS_NAMED]) + (", …" if len(others) > MOST_COLUMNS_NAMED else "")
    sentence = say_count(
        "[the column {names} is|{count} columns are] not on the plain cards[|: {names}].", len(others), names=names
    )
    return (sentence,)


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


def parse_card_size(text: str) -> Size:
    """A size of cards, in mm, by name or as ``WIDTHxHEIGHT``."""
    size = SIZES.get(text.strip().lower()) or find_size(text, SHORTEST_SIDE, LONGEST_SIDE)
    if size is None:
        raise InputError(
            "'{text}' is not a size of cards; choose {names}, or give WIDTHxHEIGHT, {least} to {most} mm each.",
            text=shorten_text(text, 40),
            names=join_with_commas(SIZES),
            least=SHORTEST_SIDE,
            most=LONGEST_SIDE,
        )
    return size
