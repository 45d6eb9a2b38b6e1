"""Tables and faces changed on a page: what nobody touched stays byte for byte."""

from pathlib import Path

import pytest

from companion.data.decks.edited_files import read_edited_table, set_face_values
from companion.data.decks.sources import open_source
from companion.data.rows import TableReading
from companion.errors import InputError
from companion.service.press.changes import Change

CARDS = b'\xef\xbb\xbfnumber;title;text\r\n1;"A ""b""";x\r\n\r\n2;  c  ;"over\r\ntwo rows; and on"\r\n3;d'
FILES = {
    "semicolons and a mark": CARDS,
    "a line that says sep": b"sep=;\nnumber;t\n1;a\n",
    "Windows-1252": "number,t\n1,é\n".encode("cp1252"),
    "UTF-16": "number\tt\n1\té\n".encode("utf-16"),
    "old line ends": b"number,t\r1,2\r",
    "all quoted": b'"number","t"\n"1","2"\n',
    "nothing": b"",
    "a NUL in quotes": b'number,t\n1,"a\0b"\n',
}


@pytest.mark.parametrize("content", FILES.values(), ids=FILES.keys())
def test_a_table_is_written_back_byte_for_byte_and_read_as_the_press_reads_it(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    table = read_edited_table(content, file)
    assert table.encode(table.lines) == content
    file.write_bytes(content)
    rows = list(open_source(file, TableReading())())
    assert table.texts == [[*row.cells.values()] for row in rows]
    assert [line.number for line in table.lines[1:]] == [row.number for row in rows]


def test_only_the_touched_line_differs() -> None:
    table = read_edited_table(CARDS, Path("cards.csv"))
    lines = CARDS.split(b"\r\n")
    heading, one, two, three = table.lines
    changed = [heading, table.set_cell(one, 1, 'new "word"'), table.set_cell(two, 1, "c")]
    written = table.encode([*changed, table.set_cell(three, 2, "e;f")]).split(b"\r\n")
    assert written == [lines[0], b'1;"new ""word""";x', *lines[2:5], b'3;d;"e;f"']
    new = table.set_cell(table.begin_row(one), 1, "y")
    assert table.encode([heading, one, new]) == CARDS.partition(b"\r\n\r\n")[0] + b'\r\n;"y";'


def test_a_new_row_is_quoted_as_the_one_above_it_and_an_empty_one_stays_a_row() -> None:
    table = read_edited_table(FILES["all quoted"], Path("cards.csv"))
    assert table.encode([*table.lines, table.begin_row(table.lines[1])]).endswith(b'"1","2"\n"",""\n')
    lone = read_edited_table(b"title\na\n", Path("cards.csv"))
    written = lone.encode([*lone.lines, lone.begin_row(lone.lines[1])])
    assert written == b'title\na\n""\n'
    assert lone.encode([lone.lines[0], lone.set_cell(lone.lines[1], 0, "")]) == b'title\n""\n'


def test_a_column_is_named_added_and_deleted_and_all_else_stays() -> None:
    table = read_edited_table(CARDS, Path("cards.csv"))
    for at, name, content in (
        (1, "na;me", CARDS.replace(b"title", b'"na;me"')),
        (3, "cost", CARDS.replace(b"text", b"text;cost")),
        (
            1,
            None,
            CARDS.replace(b"title;", b"").replace(b'"A ""b""";', b"").replace(b"  c  ;", b"").replace(b";d", b""),
        ),
    ):
        assert table.encode(Change(column=(at, name)).apply(table, -1)) == content


def test_a_letter_that_the_file_cannot_hold_is_refused() -> None:
    table = read_edited_table(FILES["Windows-1252"], Path("cards.csv"))
    with pytest.raises(InputError, match="'桜' cannot be written in this file"):
        table.encode([table.set_cell(table.lines[1], 1, "é 桜")])
    with pytest.raises(InputError, match="none ends it"):
        read_edited_table(b'a,b\n"1,2\n', Path("cards.csv"))
    with pytest.raises(InputError, match="save it as UTF-8"):
        read_edited_table("number,é".encode("utf-8-sig")[:-1], Path("cards.csv"))


FACE = """# My face
size = [63, 88]  # mm

[[element]]   # the words
kind = "text"
text = "{title}"
x = 6 # from the left
size = 12

# What comes next is the line.
[[element]]
kind = "line"
x = 6
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_face_keeps_comments_order_and_line_ends(end: str) -> None:
    content = FACE.replace("\n", end).encode()
    changed = set_face_values(content, Path("card.toml"), 1, {"x": 6.5, "align": "center"}).decode()
    wanted = FACE.replace("x = 6 #", "x = 6.5 #").replace("size = 12\n", 'size = 12\nalign = "center"\n')
    assert changed == wanted.replace("\n", end)
    assert set_face_values(changed.encode(), Path("card.toml"), 1, {"x": 6, "align": None}) == content
