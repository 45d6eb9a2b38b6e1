"""Elements of faces that read tables: ``rows``."""

from pathlib import Path

import pytest

from companion.data.deck import read_deck
from companion.errors import DeckError
from companion.press.frame.frame import Frame, Text, Use
from companion.press.layout import lay_out
from tests.press.decks import element

DECK = """
name = "lists"
[[component]]
name = "list"
face = "list"
fields = { side = "sun" }
"""
LIST = """
size = [60, 80]
[[element]]
kind = "rows"
table = "lands.csv"
where = { side = "{side}" }
cases = [{ fields = { mark = "" } }, { where = { rice = 4 }, fields = { mark = "rich in {land}" } }]
join = { file = "kanji.csv", on = "land", key = "name", take = ["kanji"] }
sort = ["land"]
face = "row"
with = { unit = "koku" }
x = 5
y = 10
dx = 20
columns = 2
row_dy = 6
"""
ROW = "size = [20, 6]\n" + element(
    "text", text="{index} {land} {kanji} {rice} {unit} {mark}", width=60, height=6, size=6
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "faces").mkdir()
    for name, text in (
        ("deck.toml", DECK),
        ("words.en.toml", 'title = "Lists"\n'),
        ("lands.csv", "land,side,rice\nKai,sun,4\nIse,moon,2\nAki,sun,2\nIwami,sun,4\n"),
        ("kanji.csv", "name,kanji\nAki,安芸\nKai,甲斐\nIwami,石見\nIse,伊勢\n"),
        ("faces/list.toml", LIST),
        ("faces/row.toml", ROW),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def face(folder: Path) -> Frame:
    (piece,) = lay_out(read_deck(folder / "deck.toml", folder / "faces"), "en")
    return piece.front


def rows(frame: Frame) -> list[tuple[float, float, str]]:
    placed = [(use.matrix, use.frame.items[0]) for use in frame.items if isinstance(use, Use)]
    return [(matrix.e, matrix.f, text.text) for matrix, text in placed if isinstance(text, Text)]


def test_a_face_for_each_row_that_matches_in_order(folder: Path) -> None:
    assert rows(face(folder)) == [
        (5, 10, "0 Aki 安芸 2 koku "),
        (25, 10, "1 Iwami 石見 4 koku rich in Iwami"),
        (5, 16, "2 Kai 甲斐 4 koku rich in Kai"),
    ]


def test_equal_rows_are_one_frame(folder: Path) -> None:
    (folder / "faces/row.toml").write_text(ROW.replace("{index} {land} {kanji} ", ""), encoding="utf-8")
    (folder / "faces/list.toml").write_text(LIST.replace("rich in {land}", "rich"), encoding="utf-8")
    frames = [item.frame for item in face(folder).items if isinstance(item, Use)]
    assert len(frames) == 3
    assert frames[1] is frames[2]


@pytest.mark.parametrize(
    ("wrong", "right", "words"),
    [
        ('table = "lands.csv"', 'table = "land.csv"', "land.csv"),
        ('on = "land"', 'on = "rice"', "there is no '4' here"),
        ('take = ["kanji"]', 'take = ["kana"]', "'Kai' has no 'kana' here"),
        ('on = "land", ', "", "element 1 (rows) needs 'join.on'"),
        ('sort = ["land"]', 'sorted = ["land"]', "'sorted' is not a key of element 1 (rows); did you mean sort"),
        ('face = "row"\n', "", "element 1 (rows) needs 'face'"),
    ],
)
def test_a_faulty_list_element_names_its_fault(folder: Path, wrong: str, right: str, words: str) -> None:
    (folder / "faces/list.toml").write_text(LIST.replace(wrong, right), encoding="utf-8")
    with pytest.raises(DeckError) as caught:
        face(folder)
    assert words in str(caught.value)
