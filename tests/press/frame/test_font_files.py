"""A font of a deck is printed with, or told in a sentence; never half of either."""

import random
import re
import struct
from base64 import b64decode
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from companion.errors import CompanionError, DeckError
from companion.press.face.drawing.words import get_glyph
from companion.press.frame import fonts
from companion.press.frame.fonts import MOST_FONT_BYTES, load_deck_font
from companion.press.frame.frame import Frame, Page, Text
from companion.press.frame.outlines import compute_tight_bounds
from companion.press.ink.pdf import render_pdf
from companion.press.ink.svg import render_svg
from tests.press.fonts import (
    LETTERS,
    build_font,
    build_postscript_font,
    build_variable_font,
    build_woff,
    find_table,
    write_font,
)


def test_a_font_is_known_by_its_file(tmp_path: Path) -> None:
    one = load_deck_font(write_font(tmp_path / "a.ttf"), "title")
    again = load_deck_font(write_font(tmp_path / "b.ttf"), "title")
    other = load_deck_font(write_font(tmp_path / "a.ttf", build_font("ABC")), "title")
    assert one == again != other
    assert one.startswith("title:")
    assert fonts.split_runs("aZ", one) == [(one, "a"), ("regular", "Z")]
    bold = load_deck_font(write_font(tmp_path / "a.ttf", build_font(style="bold-italic")), "title")
    assert fonts.split_runs("aZ", bold) == [(bold, "a"), ("bold-italic", "Z")]  # what it lacks is lent in bold


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (build_postscript_font()[:1500], "it is damaged"),
        (b"wOFF" + build_font()[4:], "it is damaged"),
        (b"wOF2" + build_font()[4:], "WOFF2"),
        (b"ttcf" + build_font()[4:], "collection"),
        (b"", "it is not a font"),
        (build_font()[:2000], "it is damaged"),
        (build_font(embedding=2), "does not allow"),
        (b"\0\1\0\0" + bytes(MOST_FONT_BYTES), "larger than 24000000 bytes"),
    ],
)
def test_an_unusable_font_file_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(DeckError, match=said) as fault:
        load_deck_font(write_font(tmp_path / "Title.ttf", content), "title")
    assert str(fault.value).startswith("Title.ttf: this font cannot be used: ")


def test_a_font_with_an_endless_character_table_is_refused(tmp_path: Path) -> None:
    font = bytearray(build_font())
    start = find_table(bytes(font), "cmap")
    table = start + struct.unpack_from(">L", font, start + 8)[0]
    struct.pack_into(">HHLLLLLL", font, table, 12, 0, 28, 0, 1, 0, 0xFFFFFFFF, 1)
    with pytest.raises(DeckError, match="damaged"):
        load_deck_font(write_font(tmp_path / "a.ttf", bytes(font)), "title")


@pytest.mark.parametrize("build", [build_font, build_postscript_font])
def test_a_font_with_wrong_bytes_prints_or_is_refused(tmp_path: Path, build: Callable[[], bytes]) -> None:
    chance, sound = random.Random(17), build()
    outcomes = set()
    for _ in range(150):
        broken = bytearray(sound)
        for _ in range(3):
            broken[chance.randrange(len(broken) // chance.choice([1, 4, 12]))] = chance.randrange(256)
        try:
            font = load_deck_font(write_font(tmp_path / "a.ttf", bytes(broken)), "title")
            fonts.split_runs(LETTERS, font)
        except CompanionError:
            outcomes.add("told")
            continue
        frame = Frame("card", 50, 50, (Text(LETTERS, 5, 10, 9, font),))
        assert render_pdf([Page(frame)], "x", "en")
        assert render_svg(frame)
        outcomes.add("printed")
    assert outcomes == {"told", "printed"}


@pytest.mark.parametrize("build", [build_postscript_font, lambda: build_woff(build_font()), build_variable_font])
def test_a_font_of_another_format_prints_the_same_letters(tmp_path: Path, build: Callable[[], bytes]) -> None:
    usual, other = (
        load_deck_font(write_font(tmp_path / f"{name}.ttf", content), name)
        for name, content in (("usual", build_font()), ("other", build()))
    )
    for letter in LETTERS:
        assert fonts.split_runs(letter, other) == [(other, letter)]
        assert fonts.measure_width(letter, other, 10) == pytest.approx(fonts.measure_width(letter, usual, 10), abs=0.01)
        box, same = (compute_tight_bounds(get_glyph(letter, font)) for font in (other, usual))
        assert box == pytest.approx(same, abs=0.003)
    frame = Frame("card", 50, 50, (Text(LETTERS, 5, 10, 9, other),))
    boxes = []
    for font in (extract_font(render_svg(frame), "other"), TTFont(BytesIO(build_font()))):
        font.getGlyphSet()[font.getBestCmap()[ord("b")]].draw(pen := BoundsPen(font.getGlyphSet()))
        boxes.append(pen.bounds)
    assert boxes[0] == pytest.approx(boxes[1], abs=3)
    assert render_pdf([Page(frame)], "x", "en")


def extract_font(svg: str, name: str) -> TTFont:
    found = re.search(rf"Deck-{name}-\w+';src:url\(data:font/ttf;base64,([^)]+)\)", svg)
    assert found
    return TTFont(BytesIO(b64decode(found[1])))


def test_a_variable_font_takes_a_weight(tmp_path: Path) -> None:
    file = write_font(tmp_path / "a.ttf", build_variable_font())
    usual, half, heavy = (load_deck_font(file, "title", choice) for choice in ("", "weight=650", "weight=900"))
    widths = [fonts.measure_width("B", font, 1000) for font in (usual, half, heavy)]
    assert [wide - widths[0] for wide in widths] == pytest.approx([0, 100, 200])
    assert fonts.split_runs("BZ", heavy) == [(heavy, "B"), ("bold", "Z")]
    assert "fvar" not in TTFont(BytesIO(fonts.get_font_content(heavy)))  # as programs that draw SVG files get it
    for choice, said in (("weight=200", "its weight can be 400 to 900"), ("width=85", "it has no width to choose")):
        with pytest.raises(DeckError, match=said):
            load_deck_font(file, "title", choice)
