"""Faces that are cut along rounded corners, a circle, a hex or an outline of their own."""

import io
from pathlib import Path

import pytest
from PIL import Image

from companion.data.deck import open_deck
from companion.errors import DeckError
from companion.press.frame.frame import Frame
from companion.press.frame.outlines import compute_tight_bounds
from companion.press.frame.trims import compute_area
from companion.press.ink.raster import render_png
from companion.press.ink.svg import render_svg
from companion.press.layout import lay_out
from companion.service.press.review import find_deck_faults
from tests.press.decks import BACK, format_element, write_deck
from tests.press.face.test_context import lay_out_fronts
from tests.press.golden_faces import format_frame

GROUND = format_element("rect", x=-2, y=-2, width=44, height=44, fill="forest")
ARROW = "M0 0 L30 0 L40 20 L30 40 L0 40 Z"


def format_face(trim: str, more: str = "", size: str = "[40, 40]", **keys: object) -> str:
    given = "".join(f"{key} = {value}\n" for key, value in keys.items())
    return f'size = {size}\nbleed = 2\nsafe = 3\ntrim = "{trim}"\n{given}{GROUND}{more}'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (format_face("circle"), 3.1416 * 400),
        (format_face("hex"), 0.75 * 1600),
        (format_face("rounded"), 1600 - 0.8584 * 9),
        (format_face("rounded", corner='"{number}+4"'), 1600 - 0.8584 * 25),
        (format_face(ARROW), 1400),
    ],
)
def test_a_face_is_cut_along_its_trim(tmp_path: Path, text: str, expected: float) -> None:
    frame = lay_out_fronts(tmp_path, text)[0]
    assert frame.trim is not None
    assert compute_area(frame.trim) == pytest.approx(expected, rel=1e-3)
    assert compute_tight_bounds(frame.trim) == pytest.approx((0, 0, frame.width, frame.height))
    assert " trim M " in format_frame(frame)  # so that a card whose cut changed has changed


def test_a_face_without_a_trim_is_cut_at_its_box(tmp_path: Path) -> None:
    for text in (format_face("box"), format_face("rounded", corner=0), format_face("")):
        assert lay_out_fronts(tmp_path, text)[0].trim is None


def test_a_line_that_is_left_open_is_cut_whole(tmp_path: Path) -> None:
    trim = lay_out_fronts(tmp_path, format_face("M0 0 H40 V40 H0 M10 10 H20 V20"))[0].trim
    assert trim is not None
    assert "".join(letter for letter, _ in trim) == "MLLLZMLLZ"
    assert compute_area(trim) == 1550


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            format_face("hexagon"),
            "front.toml, row 4: 'hexagon' is not a trim; write rounded, circle, hex or an outline",
        ),
        (format_face("M0 0 L40 40"), "the trim cuts out nothing"),
        (format_face("M0 0 L40 40 L40 0 L0 30Z"), "the trim crosses itself"),
        (
            format_face("M0 0 H41 V40 Z"),
            r"the trim reaches from 0 0 to 41 40 mm; it must lie within the size, 40 x 40 mm",
        ),
        (format_face("M0 0" + " L 9 9 L 3 30" * 1500 + "Z"), "the trim has more than 1,?000 corners"),
        (format_face("rounded", corner=21), "21 is not a number from 0 to 20"),
        (format_face("circle").replace('"circle"', "3"), "'trim' of a face must be a text"),
    ],
)
def test_a_faulty_trim_is_refused_in_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(DeckError, match=sentence):
        lay_out_fronts(tmp_path, text)


def test_a_back_is_cut_along_its_front_seen_from_behind(tmp_path: Path) -> None:
    back = f"size = [40, 40]\nbleed = 2\n{GROUND}"
    laid = list(lay_out(open_deck(str(write_deck(tmp_path, front=format_face(ARROW), back=back))), "en"))
    behind = laid[0].back
    assert behind is not None
    assert behind.trim is not None
    assert behind.trim[1] == ("L", (10, 0))  # the point of the arrow is on the other side
    assert len({id(piece.back) for piece in laid}) == 1
    turned = list(lay_out(open_deck(str(write_deck(tmp_path, front=format_face(""), back=format_face("hex")))), "en"))
    assert "its front" in str(turned[0].mismatch)


def test_words_keep_away_from_the_cut(tmp_path: Path) -> None:
    def format_note(x: float, y: float) -> str:
        return format_element("text", name="note", text="{number}", x=x, y=y, width=10, height=4, size=8)

    def list_faults(text: str) -> list[str]:
        deck = open_deck(str(write_deck(tmp_path, front=text, back=BACK.replace("[58, 87]", "[40, 40]"))))
        return [f"{fault.rule} {fault.text}" for fault in find_deck_faults(deck, "en")]

    assert list_faults(format_face("circle", format_note(16, 16))) == []
    assert list_faults(format_face("rounded", format_note(4, 4))) == []
    assert list_faults(format_face("circle", format_note(4, 4)))[0].startswith(
        "cut '1' (box 'note') reaches 2.24 mm beyond the cut"
    )
    (first, *_) = list_faults(format_face("circle", format_note(7, 7)))
    assert first.startswith("safe-zone '1' (box 'note') reaches ")
    assert "out of the safe zone of 3 mm" in first


def test_a_picture_of_a_card_is_clear_beyond_its_cut(tmp_path: Path) -> None:
    frame = lay_out_fronts(tmp_path, format_face("circle"))[0]
    seen = Image.open(io.BytesIO(render_png(frame, bleed=False, dpi=127)))
    assert (seen.mode, seen.size) == ("RGBA", (200, 200))
    alpha = seen.getchannel("A")
    assert [alpha.getpixel(at) for at in ((2, 2), (100, 2), (100, 100), (40, 40))] == [0, 255, 255, 255]
    assert [alpha.getpixel(at) for at in ((25, 25), (197, 197))] == [0, 0]
    wide = Image.open(io.BytesIO(render_png(frame, bleed=True, dpi=127))).getchannel("A")
    assert wide.size == (220, 220)
    assert [wide.getpixel(at) for at in ((5, 5), (110, 3), (3, 110))] == [0, 255, 255]
    plain = Frame(frame.name, frame.width, frame.height, frame.items, frame.bleed)
    assert Image.open(io.BytesIO(render_png(plain, bleed=False, dpi=36))).mode == "RGB"
    assert ["clip-path" in render_svg(each) for each in (frame, plain)] == [True, False]
