"""A deck that asks for every look there is: as frames, in all inks, with little ink, held against the cut."""

import io
import re
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
import resvg_py
from PIL import Image, ImageChops

from companion.data.deck import open_deck
from companion.press.frame.drawing import Drawing, Gradient
from companion.press.frame.frame import Frame, Page, Shape, Text, TranslucentFrame, Use
from companion.press.frame.low_ink import LowInk
from companion.press.ink.pdf import render_pdf
from companion.press.ink.raster import render_png
from companion.press.ink.svg import render_svg
from companion.press.layout import lay_out
from tests.goldens import read_golden
from tests.press.check.test_preflight import find_faults
from tests.press.decks import DECK, find_face_faults, format_element, write_deck
from tests.press.face.test_context import lay_out_fronts
from tests.press.golden_faces import format_parts

STYLED = Path(__file__).parent / "styled"
CARD = "size = [58, 87]\nsafe = 3\n"


def lay_out_styled() -> list[Frame]:
    """Both fronts and the back of the deck that asks for everything."""
    first, second = lay_out(open_deck(str(STYLED)), "en")
    assert first.back is not None
    return [first.front, second.front, first.back]


def test_styled_cards_match_the_golden_file() -> None:
    seen = set[str]()
    text = "".join(format_parts(each, seen) for each in lay_out_styled()).replace(f"{STYLED}/", "")
    assert read_golden("styled-cards.txt", text) == text


def test_styled_cards_in_low_ink_have_neither_gradients_nor_unseen_words() -> None:
    text = "".join(format_parts(LowInk().rewrite(each), set()) for each in lay_out_styled())
    assert "unseen" not in text
    assert "gradient" not in text


@pytest.mark.parametrize("number", [0, 1, 2])
def test_pdf_and_svg_show_the_same(number: int) -> None:
    """By two renderers that know nothing of each other; words that stand as such are looked at elsewhere."""
    face = lay_out_styled()[number]
    face = replace(face, items=tuple(each for each in face.items if not isinstance(each, Text)))
    ours = Image.open(io.BytesIO(render_png(face, False, 150))).convert("RGBA")
    drawn = bytes(resvg_py.svg_to_bytes(render_svg(face), width=ours.width, height=ours.height, dpi=96))
    theirs = Image.open(io.BytesIO(drawn)).convert("RGBA").resize(ours.size)
    paper = Image.new("RGBA", ours.size, "white")
    one, other = (Image.alpha_composite(paper, each).convert("L") for each in (ours, theirs))
    apart = ImageChops.difference(one, other).point(lambda each: 255 * (each > 32))
    assert apart.histogram()[255] / (ours.width * ours.height) < 0.01


def format_text(**more: object) -> str:
    words = {"text": "Edge", "name": "title", "x": 3.1, "y": 30, "width": 30, "height": 10, "size": 14}
    return CARD + format_element("text", **{**words, **more})


@pytest.mark.parametrize(
    ("more", "rule", "sentence"),
    [
        ({}, None, ""),
        ({"stroke": "white", "stroke_width": 1}, "safe-zone", "reaches 0.9 mm out of the safe zone of 3 mm"),
        ({"stroke": "white", "stroke_width": 4}, "cut", "reaches 0.9 mm beyond the cut"),
        ({"shadow": "#0008", "shadow_dx": -2}, "safe-zone", "reaches 1.9 mm out of the safe zone"),
        ({"shadow": "#0008", "shadow_dx": 2}, None, ""),
        ({"shadow": "none", "shadow_dx": -2}, None, ""),
        ({"spacing": 3, "width": 90}, "cut", "beyond the cut"),
    ],
)
def test_outlines_and_shadows_keep_off_the_cut(
    tmp_path: Path, more: dict[str, object], rule: str | None, sentence: str
) -> None:
    found = find_faults(tmp_path, format_text(**more))
    assert {fault.rule for fault in found} == ({rule} if rule else set())
    assert all(sentence in str(fault.text) for fault in found)


def list_items(folder: Path, face: str) -> list[object]:
    return [item for item, _ in lay_out_fronts(folder, face)[0].walk()]


def lay_out_gradient(folder: Path, fill: str, flat: str = "#800080") -> Gradient:
    """The gradient over a box of 40 by 20 mm at (10, 10): one drawing that a flat shape stands for."""
    face = CARD + format_element("rect", x=10, y=10, width=40, height=20, fill=fill, role="icon")
    (use,) = lay_out_fronts(folder, face)[0].items
    assert isinstance(use, Use)
    assert isinstance(use.frame, Drawing)
    assert use.role == "icon"
    assert use.frame.flat is not None
    assert use.frame.flat.fill == flat
    (trace,) = use.frame.walk_traces()
    assert isinstance(trace.fill, Gradient)
    return trace.fill


@pytest.mark.parametrize(
    ("way", "start", "end"),
    [
        ("", (30, 10), (30, 30)),
        ("to top, ", (30, 30), (30, 10)),
        ("90deg, ", (10, 20), (50, 20)),
        ("0.75turn, ", (50, 20), (10, 20)),
        ("45deg, ", (15, 35), (45, 5)),
        ("to bottom right, ", (22, 4), (38, 36)),  # the other two corners have the colour of the middle
    ],
)
def test_a_linear_gradient_runs_from_corner_to_corner(
    tmp_path: Path, way: str, start: tuple[float, float], end: tuple[float, float]
) -> None:
    found = lay_out_gradient(tmp_path, f"linear-gradient({way}#ff0000, #0000ff)")
    assert found.matrix.transform_point(*found.start) == pytest.approx(start)
    assert found.matrix.transform_point(*found.end) == pytest.approx(end)


@pytest.mark.parametrize(
    ("way", "middle", "right"),
    [
        ("", (30, 20), 30 + 20 * 2**0.5),
        ("circle, ", (30, 20), 30 + 500**0.5),
        ("circle at 25% 50%, ", (20, 20), 20 + 1000**0.5),
        ("at 100% 0%, ", (50, 10), 50 + 40 * 2**0.5),
    ],
)
def test_a_radial_gradient_reaches_the_farthest_corner(
    tmp_path: Path, way: str, middle: tuple[float, float], right: float
) -> None:
    found = lay_out_gradient(tmp_path, f"radial-gradient({way}#ff0000, #0000ff)")
    assert found.radii == (0, 1)
    assert found.matrix.transform_point(0, 0) == pytest.approx(middle)
    assert found.matrix.transform_point(1, 0)[0] == pytest.approx(right)


def test_stops_without_a_place_lie_evenly(tmp_path: Path) -> None:
    found = lay_out_gradient(
        tmp_path, "linear-gradient(#ff0000, rgb(0 0 0 / 50%), #00ff00 80%, white 60%, blue)", "#89956d"
    )
    assert [round(part, 3) for part, _ in found.stops] == [0, 0.4, 0.8, 0.8, 1]
    assert found.faint == (1, 0.5, 1, 1, 1)


@pytest.mark.parametrize(
    ("given", "colour"),
    [
        ("teal", "#008080"),
        ("#08cf", "#0088cc"),
        ("rgb(100% 0% 50%)", "#ff0080"),
        ("hsl(120, 100%, 25%)", "#008000"),
        ("red", "#a8332b"),  # the house's own
        ("transparent", None),
    ],
)
def test_colours_are_those_of_css(tmp_path: Path, given: str, colour: str | None) -> None:
    (shape,) = list_items(tmp_path, CARD + format_element("rect", width=9, height=9, fill=given, stroke="#000000"))
    assert isinstance(shape, Shape)
    assert shape.fill == colour


def format_box(kind: str, **keys: object) -> str:
    return CARD + format_element(kind, width=9, height=9, **keys)


@pytest.mark.parametrize(
    ("face", "sentence"),
    [
        (format_box("rect", fill="linear-gradient(red)"), "row 7: 'linear-gradient(red)' is not a gradient; write one"),
        (format_box("rect", fill="linear-gradient(rde, blue)"), "'rde' is not a colour; did you mean red"),
        (format_box("rect", shadow="gry"), "'gry' is not a colour; did you mean"),
        (format_box("rect", clip="sqare"), "'sqare' is not a trim; write rounded, circle"),
        (format_box("rect", opacity=2), "2 is not a number from 0 to 1"),
        (format_box("text", size=9, text="[rde]x[/]"), "'rde' is not a colour; did you mean red"),
        (format_box("text", size=9, text="[#f008]x[/]"), "'#f008' is partly transparent, which is not possible here"),
        (format_box("text", size=9, text="a [/]"), "'[/]' closes nothing; write \\[/] to print it"),
        (format_box("pattern", name="shippo", colour="#0008"), "'#0008' is partly transparent"),
    ],
)
def test_a_faulty_style_gives_one_sentence(tmp_path: Path, face: str, sentence: str) -> None:
    found = find_faults(tmp_path, face)
    assert {fault.rule for fault in found} == {"face"}
    assert sentence in str(found[0].text)


def test_an_element_with_opacity_becomes_a_translucent_group(tmp_path: Path) -> None:
    face = CARD + format_element("rect", width=9, height=9, fill="#ff0000", stroke="#000000", opacity=0.5, turn=30)
    (use,) = lay_out_fronts(tmp_path, face)[0].items
    assert isinstance(use, Use)
    assert isinstance(use.frame, TranslucentFrame)
    assert use.frame.opacity == 0.5
    assert use.matrix.transform_point(4.5, 4.5) == pytest.approx((4.5, 4.5))
    data, at = render_pdf([Page(lay_out_fronts(tmp_path, face)[0])], "", "en"), round(4.5 * 72 / 25.4 * 4)
    red = pypdfium2.PdfDocument(data)[0].render(scale=4).to_pil().convert("RGB").getpixel((at, at))
    assert red == pytest.approx((255, 127, 127), abs=2)
    assert not lay_out_fronts(tmp_path, face.replace("0.5", "0"))[0].items


@pytest.mark.parametrize("clip", [[5, 6, 5, 3], [40, 6, 5, 5], "circle"])
def test_a_clip_that_cuts_off_words_is_a_fault(tmp_path: Path, clip: object) -> None:
    words = {"x": 6, "y": 6, "width": 40, "height": 10, "size": 12, "text": "Fox and Crane"}
    assert find_faults(tmp_path / "whole", CARD + format_element("text", **words, clip=[5, 5, 43, 12])) == []
    (fault, *_) = find_faults(tmp_path / "cut", CARD + format_element("text", **words, clip=clip))
    assert (fault.rule, "its 'clip' cuts off words" in str(fault.text)) == ("face", True)


def test_a_shadow_lies_below_and_is_left_out_with_little_ink(tmp_path: Path) -> None:
    face = CARD + format_element("rect", width=9, height=9, fill="teal", shadow="black", shadow_dx=1, shadow_dy=2)
    (frame, *_) = lay_out_fronts(tmp_path, face)
    below, shape = frame.items
    assert isinstance(below, Use)
    assert isinstance(below.frame, Drawing)
    assert below.frame.visible_bounds == pytest.approx((1, 2, 10, 11))
    assert isinstance(shape, Shape)
    low = LowInk().rewrite(frame)
    assert all(isinstance(item, Shape) for item in low.items)


EXAMPLES = re.findall(
    r"^```toml\n(.*?)^```$", (Path(__file__).parents[4] / "docs/styling.md").read_text("utf-8"), re.M | re.S
)


@pytest.mark.parametrize("number", range(5))
def test_an_example_of_the_page_on_looks_prints_as_it_stands_and_with_little_ink(tmp_path: Path, number: int) -> None:
    face = "size = [63, 88]\nbleed = 2\nsafe = 3\n" + EXAMPLES[number]
    Image.radial_gradient("L").resize((400, 400)).save(tmp_path / "fox.png")
    alone = write_deck(tmp_path, DECK.replace('back = "back"\n', ""), front=face)
    pieces = list(lay_out(open_deck(str(alone)), "en"))
    assert find_face_faults(pieces) == []
    for frame in (pieces[0].front, LowInk().rewrite(pieces[0].front)):
        shown = Image.open(io.BytesIO(render_png(frame, True, 72))).convert("L")
        assert shown.getextrema()[0] < 128
    assert len(EXAMPLES) == 5
