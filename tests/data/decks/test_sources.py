"""Tables of cards from whatever people keep them in; a wrong cell is told with its row and column."""

import datetime
import json
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl
import pytest

from companion.data.decks.sources import open_source
from companion.errors import CompanionError

JSON = '{"for": "[{", "cards": [\n{"title": "Fox", "cost": 3.0, "tags": ["a", "b"]},\n{"title": "Crane,"}\n]}'
TOML = '[[card]]\ntitle = "Fox"\ncost = 3\ntags = ["a", "b"]\n\n[[card]]\ntitle = "Crane,"\n'


def rows(folder: Path, name: str, content: str | bytes, sheet: str = "") -> list[tuple[int, dict[str, str]]]:
    file = folder / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return [(row.number, row.cells) for row in open_source(file, sheet)()]


def workbook(*lines: list[object], sheet: str = "Cards") -> bytes:
    book = openpyxl.Workbook()
    book.active.title = "Notes"
    kept = book.create_sheet(sheet)
    for line in lines:
        kept.append(line)
    book.move_sheet("Notes", 1)
    written = BytesIO()
    book.save(written)
    return written.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", 'title,cost\r\nFox,3\r\n\r\n"Crane,",\r\n'),
        ("a.csv", '\ufefftitle,cost,,\nFox,3,,a note\n\n"Crane,",,,\n'),
        ("a.csv", '"title";"cost"\nFox;3\n\nCrane,;\n'),
        ("a.csv", '"title"\tcost\nFox\t3\n\nCrane,\t\n'),
        ("a.XLSX", workbook(["title", "cost"], ["Fox", 3.0, None, "a note"], [], ["Crane,"])),
    ],
)
def test_sheets_however_they_are_saved(tmp_path: Path, name: str, content: str | bytes) -> None:
    found = rows(tmp_path, name, content)
    assert found == [(2, {"title": "Fox", "cost": "3"}), (4, {"title": "Crane,", "cost": ""})]


@pytest.mark.parametrize(("name", "content", "lines"), [("a.json", JSON, (2, 3)), ("a.toml", TOML, (1, 6))])
def test_lists_of_tables(tmp_path: Path, name: str, content: str, lines: tuple[int, int]) -> None:
    (one, fox), (other, crane) = rows(tmp_path, name, content)
    assert (one, other) == lines
    assert fox == {"title": "Fox", "cost": "3", "tags": "a:b"}
    assert crane == {"title": "Crane,", "cost": "", "tags": ""}


def test_a_table_within_a_table_gives_columns_with_a_dot(tmp_path: Path) -> None:
    ((_, cells),) = rows(
        tmp_path, "a.json", '[{"title": {"en": "Fox", "fr": "Renard"}, "old": true, "x": null}]'
    )
    assert cells == {"title.en": "Fox", "title.fr": "Renard", "old": "true", "x": ""}


def test_a_row_of_several_lines_is_told_by_its_first(tmp_path: Path) -> None:
    text = 'title,text\nFox,"a\nb\nc"\nCrane,d\nHeron\n'
    with pytest.raises(
        CompanionError, match=r"a\.csv, row 6, column text: cells in this row: 1, expected: 2"
    ):
        rows(tmp_path, "a.csv", text)
    assert [number for number, _ in rows(tmp_path, "a.csv", text.replace("Heron\n", ""))] == [2, 5]


def test_cells_of_a_workbook_are_values(tmp_path: Path) -> None:
    day, hour = datetime.datetime(2026, 3, 1), datetime.datetime(2026, 3, 1, 9, 30)
    found = rows(
        tmp_path, "a.xlsx", workbook(list("abcdef"), [2.5, True, day, hour, " x ", datetime.time(9, 5)])
    )
    assert list(found[0][1].values())[:5] == ["2.5", "true", "2026-03-01", "2026-03-01 09:30", "x"]


def test_a_sheet_is_chosen_by_its_name(tmp_path: Path) -> None:
    book = workbook(["title"], ["Ogre"], sheet="Monsters")
    assert rows(tmp_path, "a.xlsx", book, "Monsters") == [(2, {"title": "Ogre"})]
    with pytest.raises(CompanionError, match=r"has no sheet 'Ogres'; it has Monsters, Notes\."):
        rows(tmp_path, "a.xlsx", book, "Ogres")
    with pytest.raises(CompanionError, match="only a workbook"):
        rows(tmp_path, "a.csv", "title\nOgre\n", "Monsters")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.xls", b"", "a.xls: this kind of table is not read; save it as .xlsx or as CSV."),
        ("a.ods", b"PK", "a.ods: this is not a workbook that can be read (File is not a zip file)."),
        ("a.xlsx", b"", "a.xlsx: this is not a workbook that can be read ("),
        ("a.xlsx", workbook(["a"], ["#REF!"]), "a.xlsx, row 2, column 1: the cell holds the error '#REF!'"),
        (
            "a.xlsx",
            workbook(["a", "b"], [1, "=A2+1"]),
            "a.xlsx, row 2, column 2: the formula was never worked",
        ),
        ("a.xlsx", workbook(["a", "b", "a"]), "a.xlsx, row 1, column 3: the column 'a' stands twice."),
        ("a.xlsx", workbook(["a"] * 1100), "the heading has 1001 columns; 1000 are the most."),
        ("a.json", "[]", "a.json: this is not a JSON file with a list of cards."),
        ("a.json", "[" * 2000, "a.json: this is not a JSON file with a list of cards."),
        ("a.json", '[{"a": 1}, 3]', "a.json: this is not a JSON file with a list of cards."),
        ("a.json", '[\n{"a" 1}\n]', "a.json, row 2: this is not a JSON file with a list of cards."),
        ("a.json", '[{"a": NaN}]', "a.json: this is not a JSON file with a list of cards."),
        ("a.json", json.dumps([dict.fromkeys(map(str, range(1001)), 1)]), "the heading has 1001 columns"),
        ("a.json", '[\n{"a": {"b": [[1]]}}]', "a.json, row 2, column a.b: a list of a card holds texts and"),
        ("a.toml", "x = 3", "a.toml: this is not a TOML file with a list of cards, such as [[card]]."),
        ("a.toml", "x = ", "a.toml: this is not a TOML file ("),
        ("a.csv", 'a,b\n1,"2\n', "a.csv, row 2: the table cannot be read (unexpected end of data)."),
    ],
)
def test_what_is_no_table_is_said(tmp_path: Path, name: str, content: str | bytes, said: str) -> None:
    with pytest.raises(CompanionError) as caught:
        rows(tmp_path, name, content)
    assert said in str(caught.value)


def test_a_workbook_that_swells_is_not_unpacked(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "a.xlsx", "w", ZIP_DEFLATED) as packed:
        packed.writestr("xl/sharedStrings.xml", bytes(50_000_000))
    with pytest.raises(CompanionError, match="this workbook is too large"):
        open_source(tmp_path / "a.xlsx")


def test_a_workbook_with_a_wrong_byte_is_a_sentence_or_a_table(tmp_path: Path) -> None:
    whole, chance = workbook(["title", "cost"], *([f"Fox {n}", n] for n in range(5))), Random(17)
    for _ in range(60):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        with suppress(CompanionError):
            rows(tmp_path, "a.xlsx", bytes(damaged))


def test_rows_far_down_and_no_table_at_all(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active["A1"], book.active["A90000"] = "title", "Fox"
    book.save(tmp_path / "a.xlsx")
    assert [row.number for row in open_source(tmp_path / "a.xlsx")()] == [90000]
    assert rows(tmp_path, "b.xlsx", workbook()) == rows(tmp_path, "b.csv", "") == []


def test_a_workbook_saved_a_second_later_names_the_same_test(pytestconfig: pytest.Config) -> None:
    ids = {
        pytestconfig.hook.pytest_make_parametrize_id(
            config=pytestconfig, val=b"x" * length, argname="content"
        )
        for length in (5292, 5293)
    }
    assert len(ids) == 1
