"""Tables as spreadsheets save them and people type them: read as they are meant, and what was done is told."""

from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font

from companion.data.deck import read_deck
from companion.data.decks.card_rows import parse_copies
from companion.data.decks.plain_deck import build_plain_deck
from companion.data.decks.sources import open_source
from companion.data.rows import TableReading
from companion.errors import CompanionError, Place

FOX_OWL = [{"title": "Fox", "text": "a"}, {"title": "Owl", "text": "b"}]
DECK = '[[component]]\nname = "cards"\nface = "card"\ntable = "cards.csv"\n'


def read(folder: Path, content: str | bytes, name: str = "cards.csv", **how: Any) -> tuple[list[Any], list[str]]:
    """The cells of each row, and the notes without the name of the file."""
    file, reading = folder / name, TableReading(**how)
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    rows = [row.cells for row in open_source(file, reading)()]
    return rows, [str(note).removeprefix(name).lstrip(":, ") for note in reading.notes]


def build_workbook(*lines: list[Any], looks: dict[str, dict[str, Any]] | None = None, **more: list[list[Any]]) -> bytes:
    """A workbook with a sheet of lines, the looks of its cells, and more sheets."""
    book, written = openpyxl.Workbook(), BytesIO()
    book.active.title = "Notes"
    for sheet, rows in ((book.active, lines), *((book.create_sheet(name), rows) for name, rows in more.items())):
        for row in rows:
            sheet.append(row)
    for cell, look in (looks or {}).items():
        for key, value in look.items():
            setattr(book.active[cell], key, value)
    book.save(written)
    return written.getvalue()


@pytest.mark.parametrize(
    ("content", "notes"),
    [
        ("title|text\nFox|a\nOwl|b\n", []),
        ('sep=;\n"title";text\nFox;a\nOwl;b\n', []),
        ('"sep=~"\r\ntitle~text\r\nFox~a\r\nOwl~b\r\n', []),
        ("title,text\nFox,a,\nOwl,b,,,\n", []),
        ("title,text,\nFox,a,\nOwl,b\n", []),
        ("ALL,\n,\nMy cards,\ntitle,text\nFox,a\nOwl,b\n", ["row 1: this looks like a title; row 4 is"]),
        ("My game\n\ntitle;text\nFox;a\nOwl;b\n", ["row 1: this looks like a title; row 3 is"]),
        ("My game;v2\ntitle;text\nFox;a\nOwl;b\n", ["row 1: this looks like a title; row 2 is"]),
    ],
)
def test_tables_are_read_as_they_are_meant(tmp_path: Path, content: str, notes: list[str]) -> None:
    rows, found = read(tmp_path, content, plain=True)
    assert rows == FOX_OWL
    assert [note[: len(begins)] for note, begins in zip(found, notes, strict=True)] == notes


@pytest.mark.parametrize(
    ("content", "row", "note"),
    [
        ("a,b,c\n1\n2,x,y\n3,z\n", {"a": "1", "b": "", "c": ""}, "row 2, column b: 2 rows, first this one, have fewer"),
        ("a,b,b,b 2,b\n1,2,3,4,5\n", {"a": "1", "b": "2", "b 3": "3", "b 2": "4", "b 4": "5"}, "row 1, column 3: this"),
        ("title~text\nFox~a\n", {"title~text": "Fox~a"}, "row 1: the only column is 'title~text'; if '~'"),
        ("title,a|b\nFox,c\n", {"title": "Fox", "a|b": "c"}, ""),
        ("Stufe, Art;text\nFox, 3;a, b\n", {"Stufe, Art": "Fox, 3", "text": "a, b"}, ""),
        ("word,meaning\ncolor,Farbe\n", {"word": "color", "meaning": "Farbe"}, ""),
        ("word\nname\ntitle\n", {"word": "name"}, ""),
    ],
)
def test_what_was_done_with_a_table_is_told(tmp_path: Path, content: str, row: dict[str, str], note: str) -> None:
    rows, notes = read(tmp_path, content, plain=True)
    assert rows[0] == row
    assert (notes or [""])[0].startswith(note)
    assert bool(notes) is bool(note)


def test_a_csv_of_windows_is_read_and_a_damaged_one_refused(tmp_path: Path) -> None:
    rows, notes = read(tmp_path, "title;text\nMüller;„Groß“ – 5 €\n".encode("cp1252"))
    assert rows == [{"title": "Müller", "text": "„Groß“ – 5 €"}]
    assert notes == [
        "row 2: this is not UTF-8; it was read as Windows-1252. If 'Müller;„Groß“' is wrong, save the table as UTF-8."
    ]
    for wrong in ("title\näöü\n".encode() + b"\xfc\n", b"title\nCaf\x90\n", b"title\n\x00\xfc\xfc\n"):
        with pytest.raises(CompanionError, match=r"not a UTF-8 text; save it as UTF-8"):
            read(tmp_path, wrong)


@pytest.mark.parametrize(
    ("text", "copies"), [("2.0", 2), ("2,00", 2), ("3x", 3), ("x 4", 4), ("<b>2</b>", 2), ("0", 0)]
)
def test_copies_as_spreadsheets_write_them(text: str, copies: int) -> None:
    assert parse_copies(text, Place()) == copies
    for wrong in ("2.5", "1,000", "-1", "two", "²"):
        with pytest.raises(CompanionError, match="a whole number from"):
            parse_copies(wrong, Place())


def test_a_deck_file_names_the_row_of_the_heading(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("My game\n\ntitle,text\nFox,a\n")
    (tmp_path / "deck.toml").write_text(f'name = "deck"\n{DECK}')
    with pytest.raises(CompanionError, match=r"one too many\. Note: cards\.csv, row 1: .* say heading = 3\."):
        read_deck(tmp_path / "deck.toml", tmp_path)
    (tmp_path / "deck.toml").write_text(f'name = "deck"\n{DECK}heading = 3\n')
    deck = read_deck(tmp_path / "deck.toml", tmp_path)
    assert (deck.components[0].cards[0].fields["text"], deck.notes) == ("a", ())
    with pytest.raises(CompanionError, match="only CSV and workbooks have a row with a heading"):
        read(tmp_path, '[{"title": "Fox"}]', "a.json", heading=3)


def test_cards_with_one_name_are_all_printed(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("id,title,Text,text\n1/1,a,b,c\n1/1,a,b,c\n1/1,a,c,d\n")
    deck = build_plain_deck(str(tmp_path / "cards.csv"))
    assert [card.id for card in deck.components[0].cards] == ["1/1", "1/1 (2)", "1/1 (3)"]
    assert {card.fields["number"] for card in deck.components[0].cards} == {"1/1"}
    left, told = map(str, deck.notes)
    assert left == "the column text is not on the plain cards."
    assert told.startswith("cards.csv, row 3, column id: '1/1' is the name of more than one card")


CARDS = [["title", "text"], ["Fox", "a"]]


@pytest.mark.parametrize(
    ("sheets", "plain", "title", "note"),
    [
        (
            {"Items": [["what", "x"], ["a", "b"]] * 3, "Karten": CARDS},
            True,
            "Fox",
            "'Karten' was read, and not Notes, It",
        ),
        ({"Items": CARDS, "Log": [["date", "x"]] * 9}, True, "Fox", "the sheet 'Items' was read, and not Notes, Log;"),
        (
            {"Cards": CARDS},
            False,
            None,
            "the sheet 'Notes' was read, and not Cards; a deck.toml chooses with sheet = \"Cards\".",
        ),
        ({"Empty": []}, True, None, ""),
    ],
)
def test_the_sheet_with_cards_is_read(tmp_path: Path, sheets: Any, plain: bool, title: str | None, note: str) -> None:
    book = build_workbook(["My game"], ["Not this"], **sheets)
    rows, notes = read(tmp_path, book, "a.xlsx", plain=plain)
    assert rows[0].get("title") == title
    assert note in "".join(notes)
    assert len(notes) == bool(note)


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (0.25, "0%", "25%"),
        (1e-7, "General", "1E-07"),
        (7, "000", "007"),
        (1234.5, "#,##0.00", "1,234.50"),
        (-1234, "#,##0", "-1,234"),
        (2.5, "0", "3"),
        (-3, '0;(0);"none"', "(3)"),
        (0, '0;(0);"none"', "none"),
        (1.5e6, '0.0,,"M"', "1.5M"),
        (3, "[$€-407] #,##0.00", "€ 3.00"),
        (3, '_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', "3.00 €"),
        (5, 'General" pts"', "5 pts"),
        (5, "[Red]0", "5"),
        (46082, "dd.mm.yyyy", "01.03.2026"),
        (46082.55, "yyyy-mm-dd hh:mm", "2026-03-01 13:12"),
        (46082, "[$-409]d mmmm yy", "1 March 26"),
        (0.55, "h:mm AM/PM", "1:12 PM"),
        (0.55, "mm:ss", "12:00"),
        (1.5, "[h]:mm", "36:00"),
    ],
)
def test_numbers_of_a_workbook_are_as_it_shows_them(tmp_path: Path, value: float, code: str, text: str) -> None:
    book = build_workbook(["title"], [value], looks={"A2": {"number_format": code}})
    assert read(tmp_path, book, "a.xlsx") == ([{"title": text}], [])


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (12000, "0.00E+00", "12000"),
        (0.5, "# ?/?", "0.5"),
        (5, "[>=2]0.0;0", "5"),
        (46082, "mm-dd-yy", "2026-03-01"),  # Excel's short date, as each computer has it
        (46082.5, "[$-407]d. mmmm yyyy", "2026-03-01 12:00"),
        (46082, "d mmm yyyy", "1 Mar 2026"),  # in English, since it does not say
        (-1, "dd.mm.yyyy", "-1"),
    ],
)
def test_number_formats_that_are_not_known_are_told(tmp_path: Path, value: float, code: str, text: str) -> None:
    book = build_workbook(["title"], [value], looks={"A2": {"number_format": code}})
    shown = "[$-F800]yyyy-mm-dd" if code == "mm-dd-yy" else code
    rows, (note,) = read(tmp_path, book, "a.xlsx")
    assert rows == [{"title": text}]
    assert note == f"row 2, column title: the workbook may show this differently ({shown}); '{text}' is printed."


def test_rows_that_a_filter_hides_are_left_out_and_told(tmp_path: Path) -> None:
    written, book = BytesIO(), openpyxl.load_workbook(BytesIO(build_workbook(["title"], ["Fox"], ["Owl"], ["Hare"])))
    for row in (1, 3):
        book.active.row_dimensions[row].hidden = True
    book.save(written)
    rows, (note,) = read(tmp_path, written.getvalue(), "a.xlsx")
    assert [row["title"] for row in rows] == ["Fox", "Hare"]
    assert note == "row 3: 1 hidden row is left out, as by a filter; show all rows to print it."


def test_bold_and_italic_words_of_a_workbook_are_kept(tmp_path: Path) -> None:
    runs = CellRichText(
        "Gain ", TextBlock(InlineFont(b=True), "two"), " co", TextBlock(InlineFont(i=True, u="single"), "ins")
    )
    red = {"font": Font(italic=True, color="FFFF0000")}
    bold = {cell: {"font": Font(bold=True)} for cell in ("A1", "B1", "A2", "A3", "A4")}
    lines = [["title", "text"], ["Fox", runs], ["Owl", "red"], ["Bee", 3]]
    rows, notes = read(tmp_path, build_workbook(*lines, looks={**bold, "B3": red}), "a.xlsx")
    assert [row["title"] for row in rows] == ["Fox", "Owl", "Bee"]
    assert [row["text"] for row in rows] == ["Gain <b>two</b> co<u><i>ins</i></u>", "<i>red</i>", "3"]
    whole, colour = notes
    assert whole == "bold, italic or colour of whole columns is left to the face: title."
    assert colour.startswith("row 3, column text: colours and raised words of a workbook are not taken over")


def test_a_bold_cell_is_still_a_key_and_a_condition(tmp_path: Path) -> None:
    bold = {"font": Font(bold=True)}
    lines = [["number", "kind", "qty"], ["fox", "hero", 2], ["owl", "beast", 1]]
    (tmp_path / "cards.xlsx").write_bytes(build_workbook(*lines, looks={"A2": bold, "B2": bold, "C2": bold}))
    more = 'where = { kind = "hero" }\nwhen = "{kind == \'hero\'}"\ncopies = "{qty}"\nderive = { both = "{kind}!" }\n'
    deck = f'name = "deck"\n{DECK.replace(".csv", ".xlsx")}{more}'
    (tmp_path / "deck.toml").write_text(deck)
    cards = read_deck(tmp_path / "deck.toml", tmp_path).components[0].cards
    assert [card.id for card in cards] == ["fox", "fox"]
    assert cards[0].fields["both"] == "<b>hero</b>!"
