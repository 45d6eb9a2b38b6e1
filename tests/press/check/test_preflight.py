import io
from pathlib import Path

import pytest
from PIL import Image

from companion.data.deck import open_deck
from companion.press.frame.frame import Frame, Item, Shape, Use
from companion.press.frame.low_ink import compute_difference, compute_lightness, darken
from companion.press.frame.outlines import compute_bounds, line, rect
from companion.press.layout import lay_out
from companion.press.preflight import PrintFault, Variants
from companion.service.press.review import find_deck_faults
from tests.press.decks import FACE, WORDS, format_element, write_deck


def find_faults(folder: Path, face: str, words: dict[str, str] = WORDS) -> list[PrintFault]:
    return find_deck_faults(open_deck(str(write_deck(folder, front=face, words=words))), "en")


def format_words(name: str, text: str, x: float) -> str:
    return format_element("text", name=name, text=text, x=x, y=60, width=40, height=8, size=8)


def encode_picture(width: int) -> bytes:
    goal = io.BytesIO()
    Image.new("RGB", (width, width), "white").save(goal, "PNG")
    return goal.getvalue()


@pytest.mark.parametrize(
    ("extra", "rule", "sentence"),
    [
        (format_words("note", "ok ⌛ \u061c", 5), "glyph", "no font has U+061C, ⌛ (U+231B) in 'ok ⌛"),
        (format_words("note", "3 \u05de\u05d8", 5), "glyph", "\u05de\u05d8 in '3 \u05de\u05d8' (box 'note') must"),
        (format_words("low", "edge", 2), "safe-zone", "reaches 1 mm out of the safe zone of 3 mm"),
        (format_element("line", x=5, y=5, dx=9, dy=0, stroke="ink", stroke_width=0.05), "stroke", "0.05 mm wide"),
        (format_element("qr", text="https://example.org/some/address", x=5, y=60, width=10), "qr", "a phone needs"),
        (format_element("picture", file="a.png", x=5, y=60, width=20, height=20), "dpi", "a.png has 127 dpi at"),
    ],
)
def test_each_fault_is_found_with_its_card(tmp_path: Path, extra: str, rule: str, sentence: str) -> None:
    (tmp_path / "faces").mkdir()
    (tmp_path / "faces" / "a.png").write_bytes(encode_picture(100))
    found = find_faults(tmp_path, FACE + extra)
    assert {fault.rule for fault in found} == {rule}
    assert [fault.card for fault in found] == [f"tiny/cards/{number}" for number in range(1, 6)]
    assert sentence in str(found[0].text)


@pytest.mark.parametrize("gap", ["", "\u200b"])
def test_thai_that_breaks_nowhere_is_named(tmp_path: Path, gap: str) -> None:
    found = find_faults(tmp_path, FACE + format_words("note", gap.join(["\u0e01\u0e32\u0e23"] * 7), 5))
    assert any(fault.rule == "line-break" for fault in found) == (not gap)


def test_a_fault_within_a_scaled_face_is_measured_on_the_card(tmp_path: Path) -> None:
    face = FACE + format_element("face", name="icon", x=10, y=60, scale=0.25)
    icon = "size = [20, 20]\n" + format_element("line", dx=9, dy=0, stroke="ink", stroke_width=0.2)
    deck = open_deck(str(write_deck(tmp_path, front=face, icon=icon)))
    assert {fault.rule for fault in find_deck_faults(deck, "en")} == {"stroke"}


def test_a_miniature_shows_large_things_alone_and_is_not_examined(tmp_path: Path) -> None:
    face = FACE + format_element("face", name="icon", x=10, y=60, scale=0.25, miniature=1)
    rects = (format_element("rect", stroke="ink", stroke_width=0.2, width=wide, height=wide) for wide in (9, 1))
    icon = "size = [20, 20]\n" + "".join(rects)
    deck = open_deck(str(write_deck(tmp_path, front=face, icon=icon)))
    assert list(find_deck_faults(deck, "en")) == []
    (use,) = [item for item in next(lay_out(deck, "en")).front.items if isinstance(item, Use)]
    assert [compute_bounds(shape.outline) for shape, _ in use.frame.walk()] == [(0, 0, 9, 9)]


def format_icon(number: int, kind: str, colour: str) -> str:
    size = {"radius": 5} if kind == "circle" else {"width": 10, "height": 10}
    tagged = {"role": "icon", "group": str(number), "when": f"{{number}} == {number}"}
    return format_element(kind, x=20, y=60, fill=colour, **size, **tagged)


@pytest.mark.parametrize(
    ("other", "colours", "alike"),
    [
        ("rect", ("#e69f00", "#56b4e9"), ["grey"]),  # Okabe-Ito's orange and sky blue are one grey
        ("circle", ("#e69f00", "#56b4e9"), []),
        ("rect", ("#ffffff", "#000000"), []),
    ],
)
def test_kinds_are_not_told_apart_by_colour_alone(
    tmp_path: Path, other: str, colours: tuple[str, str], alike: list[str]
) -> None:
    plain = FACE.replace('text = "$card"', 'text = "same"').replace('role = "ground"\ngroup = "{colour}"\n', "")
    found = find_faults(tmp_path, plain + format_icon(1, "rect", colours[0]) + format_icon(2, other, colours[1]))
    assert [fault.rule for fault in found] == ["colour-alone"] * len(alike)
    for fault, sight in zip(found, alike, strict=True):
        assert str(fault.text) == (f"'1' and '2' (icon) differ only in colour, and look alike in {sight}")


def test_lightness_and_colour_difference_match_known_values() -> None:
    known = [compute_lightness(colour) for colour in ("#ffffff", "#000000", "#777777")]
    assert known == pytest.approx([100, 0, 50], abs=0.5)
    assert compute_difference("#ffffff", "#000000", "grey") == pytest.approx(100, abs=0.1)
    # a red and a green that a green-blind eye confuses, and everyone else does not
    assert compute_difference("#a08000", "#80a000", "deuteranopia") < 25
    assert compute_difference("#0000a0", "#a0a000", "deuteranopia") > 25
    assert compute_lightness(darken("#f6f0e1")) <= 45
    assert darken("#000000") == "#000000"


def build_board(name: str, patterns: tuple[Frame, Frame], colours: tuple[str, str]) -> Frame:
    """Two regions on one face, each in a colour and with a pattern clipped to it."""
    items: list[Item] = []
    for number, (pattern, colour) in enumerate(zip(patterns, colours, strict=True)):
        ground = rect(20 * number, 0, 20, 20)
        items += [Shape(ground, colour, role="region", group=f"region {number}"), Use(pattern, clip=ground)]
    return Frame(name, 40, 20, tuple(items))


PLAIN = Frame("plain", 40, 20, ())
STRIPES = Frame("stripes", 40, 20, (Shape(line(0, 10, 40, 10), stroke="#000000"),))
ONE_GREY = ("#e69f00", "#56b4e9")


@pytest.mark.parametrize(("other", "alike"), [(PLAIN, 1), (STRIPES, 0)])
def test_regions_of_one_board_are_told_apart_by_their_own_patterns(other: Frame, alike: int) -> None:
    variants = Variants()
    variants.gather(build_board("board", (PLAIN, other), ONE_GREY))
    assert len(list(variants.list_lookalikes())) == alike


def test_bleed_that_is_made_of_a_picture_is_noted(tmp_path: Path) -> None:
    Image.new("RGB", (744, 1039), 90).save(tmp_path / "a.png")
    face = FACE + format_element("picture", file="../a.png", x=0, y=0, width=58, height=87)
    found = find_deck_faults(open_deck(str(write_deck(tmp_path, front=face))), "en")
    assert "pictures that end at the cut are mirrored beyond it, as bleed." in {str(each.text) for each in found}
