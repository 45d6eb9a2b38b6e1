"""A font of a deck is printed with, or told in a sentence; never half of either."""

import random
import struct
from pathlib import Path

import pytest

from companion.errors import CompanionError, DeckError
from companion.press.frame import fonts
from companion.press.frame.fonts import MOST_FONT_BYTES, load_deck_font
from companion.press.frame.frame import Frame, Page, Text
from companion.press.ink.pdf import render_pdf
from companion.press.ink.svg import render_svg
from tests.press.fonts import LETTERS, build_font, find_table, write_font


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
        (b"OTTO" + build_font()[4:], "PostScript outlines"),
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


def test_a_font_with_wrong_bytes_prints_or_is_refused(tmp_path: Path) -> None:
    chance, sound = random.Random(17), build_font()
    outcomes = set()
    for _ in range(150):
        broken = bytearray(sound)
        for _ in range(3):
            broken[chance.randrange(len(broken) // chance.choice([1, 4, 12]))] = chance.randrange(256)
        try:
            font = load_deck_font(write_font(tmp_path / "a.ttf", bytes(broken)), "title")
        except CompanionError:
            outcomes.add("told")
            continue
        frame = Frame("card", 50, 50, (Text(LETTERS, 5, 10, 9, font),))
        assert render_pdf([Page(frame)], "x", "en")
        assert render_svg(frame)
        outcomes.add("printed")
    assert outcomes == {"told", "printed"}
