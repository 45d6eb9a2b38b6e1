"""Elements of faces: ``rows`` of tables, and QR codes that a phone reads off the printed page."""

import re
from pathlib import Path

import pypdfium2
import pytest
import zxingcpp

from companion.data.deck import read_deck
from companion.errors import DeckError
from companion.press.face.kinds import LEAST_MODULE, QUIET, build_qr_outline
from companion.press.frame.frame import Frame, Page, Shape, Text, Use
from companion.press.frame.outlines import Matrix, compute_bounds, transform_outline
from companion.press.ink.pdf import render_pdf
from companion.press.layout import lay_out
from tests.press.decks import format_element

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
ROW = "size = [20, 6]\n" + format_element(
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


def lay_out_face(folder: Path) -> Frame:
    (piece,) = lay_out(read_deck(folder / "deck.toml", folder / "faces"), "en")
    return piece.front


def list_rows(frame: Frame) -> list[tuple[float, float, str]]:
    placed = [(use.matrix, use.frame.items[0]) for use in frame.items if isinstance(use, Use)]
    return [(matrix.e, matrix.f, text.text) for matrix, text in placed if isinstance(text, Text)]


def test_a_face_is_placed_for_each_matching_row_in_order(folder: Path) -> None:
    assert list_rows(lay_out_face(folder)) == [
        (5, 10, "0 Aki 安芸 2 koku "),
        (25, 10, "1 Iwami 石見 4 koku rich in Iwami"),
        (5, 16, "2 Kai 甲斐 4 koku rich in Kai"),
    ]


def test_equal_rows_are_one_frame(folder: Path) -> None:
    (folder / "faces/row.toml").write_text(ROW.replace("{index} {land} {kanji} ", ""), encoding="utf-8")
    (folder / "faces/list.toml").write_text(LIST.replace("rich in {land}", "rich"), encoding="utf-8")
    frames = [item.frame for item in lay_out_face(folder).items if isinstance(item, Use)]
    assert len(frames) == 3
    assert frames[1] is frames[2]


@pytest.mark.parametrize(
    ("wrong", "right", "words"),
    [
        ('table = "lands.csv"', 'table = "land.csv"', "land.csv"),
        ('on = "land"', 'on = "rice"', "there is no '4' here"),
        ('take = ["kanji"]', 'take = ["kana"]', "'Kai' has no 'kana' here"),
        ('on = "land", ', "", "element 1 (rows) needs 'join.on'"),
        ('face = "row"\n', "", "element 1 (rows) needs 'face'"),
    ],
)
def test_a_faulty_list_element_names_its_fault(folder: Path, wrong: str, right: str, words: str) -> None:
    (folder / "faces/list.toml").write_text(LIST.replace(wrong, right), encoding="utf-8")
    with pytest.raises(DeckError, match=re.escape(words)):
        lay_out_face(folder)


@pytest.mark.parametrize(
    ("text", "turn"), [("http://192.168.1.20:8765/t/abcd", 0), ("本州 et l’été à Ōsaka", 90), ("x" * 120, 180)]
)
def test_a_printed_qr_code_can_be_read(text: str, turn: int) -> None:
    width = 30.0
    place = Matrix.translate(-width / 2, -width / 2).then(Matrix.rotate(turn)).then(Matrix.translate(25, 25))
    code = Shape(transform_outline(build_qr_outline(text, width), place), "#000000", role="qr")
    document = pypdfium2.PdfDocument(render_pdf([Page(Frame("code", 50, 50, (code,)))], "code", "en"))
    picture = document[0].render(scale=300 / 72).to_pil()
    document.close()
    (found,) = zxingcpp.read_barcodes(picture)
    assert found.text == text


@pytest.mark.parametrize(
    ("text", "modules"), [("http://192.168.1.20:8765", 25), ("http://192.168.100.200:8765/t/abcdefgh", 29)]
)
def test_the_quiet_zone_is_part_of_the_width(text: str, modules: int) -> None:
    module = 20 / (modules + 2 * QUIET)
    margin = QUIET * module
    assert compute_bounds(build_qr_outline(text, 20)) == pytest.approx((margin, margin, 20 - margin, 20 - margin))
    assert module >= LEAST_MODULE
