"""Fonts and icons of a deck on its cards."""

import base64
import io
import re
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from companion.data.deck import open_deck
from companion.errors import CompanionError
from companion.press.face.pieces import Piece
from companion.press.frame import fonts
from companion.press.frame.frame import Frame, Page, Text, Use
from companion.press.ink.pdf import render_pdf
from companion.press.ink.svg import render_svg
from companion.press.layout import CardFault, lay_out
from companion.press.preflight import build_faults
from tests.press.decks import find_face_faults, format_element, replace_text, write_deck
from tests.press.fonts import build_variable_font, write_font

DECK = """name = "tiny"
[font]
title = "fonts/title.ttf"
[icon]
tree = "art/signs.svg#tree"
[[component]]
name = "cards"
face = "front"
cards = [{ number = 1, note = "%s" }]
"""
FONT = '{ file = "fonts/title.ttf", weight = %s }'
SIGNS = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30">
<g id="tree" transform="translate(5 5)"><path class="ink" d="M5 0L10 10L0 10Z"/></g></svg>"""
COIN = """<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="20mm" viewBox="0 0 10 20">
<rect width="10" height="20" fill="#c8a028"/></svg>"""


def write_lettered_deck(folder: Path, note: str, **keys: object) -> Path:
    (folder / "art").mkdir()
    (folder / "icons").mkdir()
    (folder / "art/signs.svg").write_text(SIGNS, encoding="utf-8")
    (folder / "icons/coin.svg").write_text(COIN, encoding="utf-8")
    write_font(folder / "fonts/title.ttf")
    box = {"text": "{note}", "x": 5, "y": 5, "width": 48, "height": 20, "size": 10, "colour": "indigo", **keys}
    face = "size = [58, 87]\nbleed = 3\nsafe = 3\n" + format_element("text", **box)
    return write_deck(folder, DECK % note.replace("\\", "\\\\"), front=face)


def lay_out_piece(file: Path) -> Piece:
    (only,) = lay_out(open_deck(str(file)), "en")
    return only


def lay_out_front(file: Path) -> Frame:
    return lay_out_piece(file).front


def list_faults(file: Path) -> list[str]:
    found: list[CardFault] = []
    pieces = list(lay_out(open_deck(str(file)), "en", gathered=found))
    return [str(fault.text) for fault in [*build_faults(found), *find_face_faults(pieces)]]


def test_an_icon_stands_on_the_line_in_the_colour_of_the_words(tmp_path: Path) -> None:
    words, icon = lay_out_front(write_lettered_deck(tmp_path, "pay {tree}", valign="top")).items
    assert isinstance(words, Text)
    assert isinstance(icon, Use)
    assert words.text == "pay"
    left, top, right, bottom = (icon.matrix.transform_point(x, y) for x, y in ((0, 0), (0, 0), (10, 10), (10, 10)))
    em = 10 * 25.4 / 72
    assert top[1] == pytest.approx(words.y - 0.8 * em)
    assert bottom[1] == pytest.approx(words.y + 0.08 * em)
    assert left[0] > words.x
    assert right[0] - left[0] == pytest.approx(0.88 * em)
    assert 'fill="#2b3f63"' in render_svg(Frame("icon", 10, 10, (icon,)))


@pytest.mark.parametrize(
    ("note", "keys", "kinds"),
    [
        (r"{coin} \{coin} 3 * 4", {}, [Use, Text, Text]),  # from a folder, unless its name is escaped
        ("x", {"text": "{note}: {coin}"}, [Text, Use]),
    ],
)
def test_an_icon_is_no_missing_field(tmp_path: Path, note: str, keys: dict[str, str], kinds: list[type]) -> None:
    file = write_lettered_deck(tmp_path, note, **keys)
    assert [type(item) for item in lay_out_front(file).items] == kinds
    assert list_faults(file) == []


@pytest.mark.parametrize(("turn", "align"), [(0, "left"), (90, "center"), (180, "right"), (270, "left")])
def test_marked_words_stay_in_their_box(tmp_path: Path, turn: int, align: str) -> None:
    note = "**Take** two {coin} and *one* {tree} at most, then draw"
    file = write_lettered_deck(tmp_path, note, width=20, height=20, least=4, turn=turn, align=align)
    assert list_faults(file) == []
    picture = (
        pypdfium2.PdfDocument(render_pdf([Page(lay_out_front(file))], "x", "en"))[0]
        .render(scale=4)
        .to_pil()
        .convert("L")
    )
    edges = [edge * 25.4 / 72 / 4 for edge in picture.point(lambda value: 255 - value).getbbox()]
    assert 4.9 < min(edges) < max(edges) < 25.1


def test_a_font_of_the_deck_is_embedded_with_the_letters_used_alone(tmp_path: Path) -> None:
    data = render_pdf([Page(lay_out_front(write_lettered_deck(tmp_path, "Cab", font="title")))], "x", "en")
    with pikepdf.open(io.BytesIO(data)) as document:
        fonts = document.pages[0].Resources.Font.values()
        ((name, stream),) = [
            (str(font.BaseFont), font.FontDescriptor.FontFile2.read_bytes())
            for font in fonts
            if "Deck-title" in str(font.BaseFont)
        ]
    assert re.fullmatch(r"/[A-Z]{6}\+Deck-title-[0-9a-f]{8}", name)
    assert TTFont(io.BytesIO(stream))["maxp"].numGlyphs >= 4
    document = pypdfium2.PdfDocument(data)
    assert document[0].get_textpage().get_text_bounded() == "Cab"
    document.close()


def test_a_picture_carries_every_font_it_uses(tmp_path: Path) -> None:
    drawn = render_svg(lay_out_front(write_lettered_deck(tmp_path, "Cab Łódź 札 **bé**")))
    carried = {
        name: TTFont(io.BytesIO(base64.b64decode(data)))
        for name, data in re.findall(r"font-family:'([^']+)';src:url\(data:font/ttf;base64,([^)]+)\)", drawn)
    }
    assert set(carried) == {"CompanionSerif-Regular", "CompanionSerif-Bold", "CompanionText-Regular"}
    text = carried["CompanionText-Regular"].getBestCmap()
    assert set(text) == set(map(ord, "Łóź"))
    assert all(carried["CompanionText-Regular"]["glyf"][glyph].numberOfContours for glyph in text.values())
    assert 'font-family="CompanionSerif-Regular, CompanionText-Regular, ' in drawn


def test_a_missing_bold_font_is_reported(tmp_path: Path) -> None:
    file = write_lettered_deck(tmp_path, "a **b** c", font="title")
    (fault,) = list_faults(file)
    assert "name a file 'title-bold' under [font]" in fault
    replace_text(file, "[font]", '[font]\ntitle-bold = "fonts/title.ttf"')
    assert list_faults(file) == []


def test_a_variable_font_is_named_with_its_weight(tmp_path: Path) -> None:
    file = write_lettered_deck(tmp_path, "abc", font="title")
    write_font(tmp_path / "fonts/title.ttf", build_variable_font())
    for weight, faults in ((900, 0), (950, 1)):
        replace_text(file, file.read_text().partition("title = ")[2].partition("\n")[0], FONT % weight)
        assert len(list_faults(file)) == faults


def test_bold_words_in_a_variable_font_take_its_weight_of_700(tmp_path: Path) -> None:
    file = write_lettered_deck(tmp_path, "**B** B", font="title")
    write_font(tmp_path / "fonts/title.ttf", build_variable_font())
    for name, base in (("title", "title-bold"), ("regular", "bold")):
        replace_text(file, "title =", f"{name} =")
        replace_text(tmp_path / "faces/front.toml", 'font = "title"', f'font = "{name}"')
        bold, usual = (each for each in lay_out_front(file).items if isinstance(each, Text))
        assert [each.font.partition(":")[0] for each in (usual, bold)] == [name, base]
        widths = [fonts.measure_width("B", each.font, 1000) for each in (usual, bold)]
        assert widths[1] - widths[0] == pytest.approx(120)
    replace_text(file, '"fonts/title.ttf"', FONT % 650)  # bold as it is
    words = next(each for each in lay_out_front(file).items if isinstance(each, Text))
    assert words.font == "bold"


def test_an_unknown_font_or_one_outside_the_deck_is_a_fault(tmp_path: Path) -> None:
    file = write_lettered_deck(tmp_path, "a", font="tilte")
    (fault,) = list_faults(file)
    assert "no font 'tilte'; there are regular, bold, italic, bold-italic, sans" in fault
    assert "sans-bold-italic, title; deck.toml names" in fault
    replace_text(file, "fonts/title.ttf", "../title.ttf")
    replace_text(tmp_path / "faces/front.toml", "tilte", "title")
    (fault,) = list_faults(file)
    assert "lies outside the folder of the deck" in fault


def test_a_damaged_font_is_reported_once(tmp_path: Path) -> None:
    file = write_lettered_deck(tmp_path, "a", font="title")
    font, pen = TTFont(tmp_path / "fonts/title.ttf", recalcBBoxes=False), TTGlyphPen({"a": None})
    pen.addComponent("a", (1, 0, 0, 1, 0, 0))  # of itself
    font["glyf"]["a"] = glyph = pen.glyph()
    glyph.xMin = glyph.yMin = glyph.xMax = glyph.yMax = 0
    font.save(tmp_path / "fonts/title.ttf")
    assert "the font 'title' cannot draw 'a': it is damaged" in "".join(list_faults(file))
    (tmp_path / "fonts/title.ttf").write_bytes(b"\0\1\0\0damaged")
    assert list_faults(file) == ["title.ttf: this font cannot be used: it is damaged."]
    with pytest.raises(CompanionError, match="damaged"):
        lay_out_front(file)
