"""Faces drawn as SVG files: labelled boxes are filled from the card, all else is drawn as it is."""

import io
import re
from pathlib import Path

import pytest
from PIL import Image

from companion.errors import CompanionError
from companion.press.face.context import FaceShelf, Proof
from companion.press.face.typesetting import DeckResources
from companion.press.frame.drawing import Drawing, Scan
from companion.press.frame.frame import Frame, Picture, Shape, Text, Use
from companion.press.frame.outlines import compute_bounds
from companion.press.ink.raster import render_png
from companion.press.layout import KINDS
from tests.press.decks import format_element

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    ' xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
)
GUIDES = """<g inkscape:label="guide:" sodipodi:insensitive="true">
<rect inkscape:label="guide:bleed" x="-2" y="-2" width="67" height="92"/>
<rect inkscape:label="guide:safe" x="3" y="4" width="57" height="81"/><text>Bleed {x}</text></g>"""
WORDS = '<text id="text:{}" x="{}" y="{}" font-size="4"/>'
TITLE = WORDS.format("title", 5, 9)
CARD = {"number": "7", "title": "Crane", "colour": "indigo", "photo": "p", "link": "a.example", "icon": "sun"}


def lay_out_face(
    folder: Path,
    body: str,
    head: str = 'width="63mm" height="88mm" viewBox="0 0 63 88"',
    faults: list[CompanionError] | None = None,
    resources: DeckResources | None = None,
    **fields: str,
) -> Frame:
    """A face as it is laid out for a card; its body begins on row 2."""
    faces = folder / "faces"
    faces.mkdir(exist_ok=True)
    (faces / "card.svg").write_text(f"{HEAD} {head}>\n{body}</svg>", encoding="utf-8")
    shelf = FaceShelf({"hello": "Hello {title}"}, faces, kinds=KINDS, faults=faults, resources=resources)
    return shelf.lay_out_face("card", "deck/cards/7", {**CARD, **fields})


def list_texts(frame: Frame) -> list[Text]:
    return [item for item, _ in frame.walk() if isinstance(item, Text)]


def test_the_page_is_the_trim_and_guides_tell_bleed_and_safe_zone(tmp_path: Path) -> None:
    frame = lay_out_face(tmp_path, f'<rect x="-2" y="-2" width="67" height="92" fill="#334455"/>{GUIDES}')
    assert (frame.width, frame.height, frame.bleed, frame.safe, frame.trim) == (63, 88, 2, 3, None)
    (ground,) = frame.items
    assert isinstance(ground, Use)
    assert isinstance(ground.frame, Drawing)
    assert ground.frame.extent == (-2, -2, 65, 90)


def test_a_guide_for_the_trim_within_the_page_moves_all_and_may_be_any_outline(tmp_path: Path) -> None:
    circle = '<circle inkscape:label="guide:{}" cx="20" cy="20" r="{}"/>'
    body = f'<g inkscape:label="guide:all" transform="translate(3,3)">{circle.format("trim", 20)}'
    body += f"{circle.format('bleed', 23)}</g>{WORDS.format('title', '23', 23)}"
    frame = lay_out_face(tmp_path, body, 'width="46mm" height="46mm" viewBox="0 0 46 46"')
    assert (frame.width, frame.height, frame.bleed) == (40, 40, 3)
    assert frame.trim is not None
    assert compute_bounds(frame.trim) == pytest.approx((0, 0, 40, 40))
    assert (list_texts(frame)[0].x, list_texts(frame)[0].y) == pytest.approx((20, 20), abs=0.01)


@pytest.mark.parametrize("shift", [0, 9])
def test_any_unit_is_read_as_it_is_on_paper(tmp_path: Path, shift: int) -> None:
    head = f'width="126mm" height="176mm" viewBox="{shift} {shift} 63 88"'
    (line,) = list_texts(lay_out_face(tmp_path, WORDS.format("title", 10 + shift, 20 + shift), head))
    assert (line.x, line.y, line.size) == pytest.approx((20, 40, 2 * 11.34), abs=0.01)


IN_A_BOX = (
    '<g inkscape:label="text:title"><rect x="10" y="20" width="40" height="20"/>'
    '<text x="30" y="{}" font-size="4" text-anchor="middle">x</text></g>'
)
STYLED = (
    '<g style="font-size:4px;font-weight:700;line-height:1;text-anchor:end;fill:#123456">'
    '<text id="text:title" x="50" y="30" style="font-weight:bold">'
    '<tspan sodipodi:role="line" x="50" y="30" style="fill:#ff0000">Sample</tspan></text></g>'
)


@pytest.mark.parametrize(
    ("body", "place", "look"),
    [
        (STYLED, (50, 30, 11.34), ("Crane", "end", "bold", "#ff0000")),
        (IN_A_BOX.format(23.3), (30, 23.2, 11.34), ("Crane", "middle", "regular", "#000000")),
        (IN_A_BOX.format(31.5), (30, 31.16, 11.34), ("Crane", "middle", "regular", "#000000")),
        (IN_A_BOX.format(39), (30, 39.12, 11.34), ("Crane", "middle", "regular", "#000000")),
        (
            '<text x="5" y="10" font-size="4">No. {number}</text>',
            (5, 10, 11.34),
            ("No. 7", "start", "regular", "#000000"),
        ),
        (WORDS.format("$hello", 5, 20), (5, 20, 11.34), ("Hello Crane", "start", "regular", "#000000")),
    ],
    ids=["styled", "top", "middle", "bottom", "fields", "words of the deck"],
)
def test_words_are_set_like_their_placeholder_and_in_its_place(
    tmp_path: Path, body: str, place: tuple[float, ...], look: tuple[str, ...]
) -> None:
    (line,) = list_texts(lay_out_face(tmp_path, body))
    assert (line.x, line.y, line.size) == pytest.approx(place, abs=0.05)
    assert (line.text, line.anchor, line.font, line.colour) == look


def test_words_flow_in_their_frame_and_shrink_with_it(tmp_path: Path) -> None:
    body = (
        '<defs><rect id="r" x="5" y="60" width="30" height="12"/></defs>'
        '<text inkscape:label="text:{title} and {title} fly over the lake" transform="translate(2)"'
        ' style="font-size:5px;shape-inside:url(#r);line-height:1"><tspan x="7" y="64">Rules</tspan></text>'
    )
    lines = list_texts(lay_out_face(tmp_path, body))
    assert len(lines) == 3
    assert {line.x for line in lines} == {7.0}
    assert lines[0].size < 14
    assert lines[0].y == pytest.approx(60 + 0.8 * lines[0].size * 25.4 / 72, abs=0.01)


@pytest.mark.parametrize("turn", [90, -30])
def test_a_turned_box_turns_what_fills_it(tmp_path: Path, turn: int) -> None:
    body = f'<rect id="text:title" width="40" height="6" transform="translate(30,40) rotate({turn})"/>'
    frame = lay_out_face(tmp_path, body)
    item, matrix = next(iter(frame.walk()))
    assert isinstance(item, Text)
    assert matrix.transform_point(0, 0) == pytest.approx((30, 40))
    assert matrix.transform_point(40, 0)[1] == pytest.approx(40 + (40 if turn == 90 else -20))


def test_a_picture_fills_its_shape_and_a_linked_one_lies_as_it_lies(tmp_path: Path) -> None:
    (tmp_path / "faces").mkdir()
    Image.new("RGB", (200, 100)).save(tmp_path / "faces" / "p.png")
    body = (
        '<circle id="picture:{photo}.png" cx="30" cy="30" r="10"/>'
        '<image xlink:href="p.png" x="1" y="2" width="20" height="5" preserveAspectRatio="none"/>'
    )
    frame = lay_out_face(tmp_path, body)
    clipped, linked = frame.items
    assert isinstance(clipped, Use)
    assert clipped.clip is not None
    assert compute_bounds(clipped.clip) == pytest.approx((20, 20, 40, 40))
    assert linked == Picture(str(tmp_path / "faces" / "p.png"), 1, 2, 20, 5)


def test_a_code_and_a_drawing_of_the_file_lie_in_the_middle_of_their_box(tmp_path: Path) -> None:
    body = (
        '<defs><g id="sun"><circle r="5"/></g></defs>'
        '<rect id="qr:link" x="10" y="10" width="30" height="20"/>'
        '<rect id="drawing:icon" x="10" y="40" width="30" height="20"/>'
    )
    code, sun = lay_out_face(tmp_path, body).items
    assert isinstance(code, tuple)
    assert compute_bounds(code.outline) == pytest.approx((17, 12, 33, 28), abs=1.2)
    assert isinstance(sun, Use)
    assert sun.matrix.transform_point(0, 0) == pytest.approx((25, 50))
    assert sun.matrix.scale == pytest.approx(2)


def test_shapes_above_and_below_a_box_keep_their_layer(tmp_path: Path) -> None:
    body = f'<g id="layer"><rect id="low" width="9" height="9"/><rect width="9" height="9"/><g>{TITLE}</g>'
    body += '<rect id="high" width="9" height="9"/></g><g display="none"><text id="text:{nothing}" x="5" y="10"/></g>'
    low, words, high = lay_out_face(tmp_path, body).items
    assert isinstance(low, Use)
    assert isinstance(words, Text)
    assert isinstance(high, Use)
    assert (low.frame.name, high.frame.name) == ("card.svg low", "card.svg high")


def test_art_takes_colours_of_the_card_and_is_shown_on_some_cards(tmp_path: Path) -> None:
    body = (
        '<g inkscape:label="fill:colour"><rect width="9" height="9"/>'
        '<path d="M0 0L9 9" fill="none" stroke="red"/></g>'
        f'<g inkscape:label="when:{{number}} == 8"><rect width="9" height="9"/>{TITLE}</g>'
    )
    (painted,) = lay_out_face(tmp_path, body).items
    assert isinstance(painted, Use)
    assert isinstance(painted.frame, Drawing)
    assert [trace.fill or trace.stroke for trace in painted.frame.walk_traces()] == ["#2b3f63", "#2b3f63"]
    assert len(lay_out_face(tmp_path, body, number="8").items) == 3
    assert not lay_out_face(tmp_path, body, colour="none").items


def test_the_description_of_a_box_has_the_keys_of_its_element(tmp_path: Path) -> None:
    body = (
        '<rect id="text:{index}" x="5" y="10" width="9" height="9">'
        "<desc>size = 8\nrepeat = { columns = 3, dx = 10 }\ncolour = 'vermilion'</desc></rect>"
    )
    lines = list_texts(lay_out_face(tmp_path, body))
    assert [(line.text, line.x, line.size) for line in lines] == [("0", 5, 8), ("1", 15, 8), ("2", 25, 8)]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('\n<rect id="txt:title" SIDES/>', "row 3: <rect id=\"txt:title\">: 'txt:title' is no"),
        ('<rect id="text:title"/>', "a box needs a size"),
        ('<rect id="text:nothing" SIDES/>', "card.svg, row 2: the card has no field 'nothing'"),
        ('<rect id="text:title" width="nan" height="9"/>', "is not a number"),
        ('<rect id="text:title" SIDES transform="scale(-1,1)"/>', "neither mirrored nor slanted"),
        ('<text id="text:title" x="0" y="9" font-size="big"/>', 'font-size="big" is not a number'),
        ('<rect id="text:title" SIDES><desc>siez = 3</desc></rect>', "did you mean size?"),
        ('<rect id="text:title" SIDES><desc>so be it</desc></rect>', "is not TOML"),
        ('<image href="../../p.png" SIDES/>', "lies outside the folder of the deck"),
        ('<rect id="picture:photo" SIDES/>', "there is no picture 'p'"),
        ('<rect id="drawing:icon" SIDES/>', "'card.svg' has no group 'sun'"),
        ('<rect id="qr:" SIDES/>', "a QR code holds 1 to"),
        ('<g id="fill:colour"><text id="text:title" x="1" y="9"/></g>', "cannot hold a box"),
        ('<g opacity="0.5"><text id="text:title" x="1" y="9"/></g>', "opacity of a layer would be lost"),
        ('<filter id="b"/><g filter="url(#b)"><text id="text:title" x="1" y="9"/></g>', "would be lost"),
        ('<rect id="fill:{title}" SIDES/>', "'Crane' is not a colour"),
    ],
)
def test_undrawable_parts_of_a_face_are_refused_with_their_row(tmp_path: Path, body: str, said: str) -> None:
    with pytest.raises(CompanionError, match=re.escape(said)):
        lay_out_face(tmp_path, body.replace("SIDES", 'width="9" height="9"'))


def test_a_face_is_either_written_or_drawn(tmp_path: Path) -> None:
    lay_out_face(tmp_path, TITLE)
    (tmp_path / "faces" / "card.toml").write_text("size = [9, 9]\n", encoding="utf-8")
    message = "card.toml: there are two faces 'card', one written and one drawn; rename or remove card.svg"
    with pytest.raises(CompanionError, match=message):
        lay_out_face(tmp_path, TITLE)


def test_a_picture_has_neither_the_words_of_boxes_nor_the_art_below_them(tmp_path: Path) -> None:
    body = (
        '<path id="used" d="M5 5h10v10h-10z" fill="#00f"/><text id="text:title" x="5" y="9">\U00013000</text>'
        '<g><use href="#used" x="30" filter="url(#f)"/></g>'
        '<filter id="f"><feOffset/></filter>'
    )
    below, _, above = lay_out_face(tmp_path, body).items
    assert isinstance(below, Use)
    assert isinstance(above, Use)
    assert (type(below.frame), type(above.frame)) == (Drawing, Scan)
    shown = Image.open(io.BytesIO(render_png(Frame("page", 63, 88, (above,)), False, 72))).convert("RGB")
    seen = [shown.getpixel((round(x / 25.4 * 72), round(10 / 25.4 * 72))) for x in (10, 40)]
    assert seen == [(255, 255, 255), (0, 0, 255)]


def test_each_fault_of_a_drawn_face_is_reported_once(tmp_path: Path) -> None:
    body = (
        '<g opacity="0.5">\n<text>a</text></g>\n<g><rect id="fine" width="9" height="9"/>\n'
        '<path d="M0 0L9 9" filter="url(#b)"/>\n<text>b</text></g>\n<rect id="text:title"/>\n'
        '<text id="text:number" x="5" y="9"/>'
    )
    faults: list[CompanionError] = []
    frame = lay_out_face(tmp_path, body, faults=faults)
    assert [str(fault).split(": ")[0] for fault in faults] == ["card.svg, row 7"]  # the rest is a picture
    assert [line.text for line in list_texts(frame)] == ["7"]


def test_a_written_face_may_extend_a_drawn_one_and_put_another_box_in_place(tmp_path: Path) -> None:
    lay_out_face(tmp_path, f'<rect width="9" height="9"/>{TITLE}{WORDS.format("number", 5, 19)}')
    own = format_element("text", name="title", text="Fox", x=1, y=50, width=40, height=9, size=12)
    (tmp_path / "faces" / "fox.toml").write_text(f'extends = "card"\nsize = ["{{number}}0", 88]\n{own}', "utf-8")
    frame = FaceShelf({}, tmp_path / "faces", kinds=KINDS).lay_out_face("fox", "deck/cards/7", CARD)
    assert frame.width == 70
    assert [line.text for line in list_texts(frame)] == ["Fox", "7"]


def test_a_proof_shows_where_boxes_lie_turned_ones_too(tmp_path: Path) -> None:
    lay_out_face(tmp_path, '<rect id="text:title" width="40" height="6" transform="translate(30,40) rotate(90)"/>')
    shelf = FaceShelf({}, tmp_path / "faces", kinds=KINDS, proof=Proof())
    box = next(item for item in shelf.lay_out_face("card", "7", CARD).items if isinstance(item, Shape))
    assert compute_bounds(box.outline) == pytest.approx((24, 40, 30, 80))


def test_a_box_of_a_column_is_not_drawn_on_cards_with_an_empty_cell(tmp_path: Path) -> None:
    (tmp_path / "faces").mkdir()
    Image.new("RGB", (8, 8), "#c00000").save(tmp_path / "faces" / "a.png")
    faults: list[CompanionError] = []
    body = '<rect inkscape:label="picture:photo" x="9" y="9" width="20" height="20"/>'
    there, empty = (lay_out_face(tmp_path, body, faults=faults, photo=photo) for photo in ("a.png", ""))
    assert [sum(isinstance(item, Picture) for item, _ in frame.walk()) for frame in (there, empty)] == [1, 0]
    assert faults == []


def test_the_frame_of_a_group_is_its_rectangle_and_what_lies_in_it_only_a_sample(tmp_path: Path) -> None:
    body = (
        '<g inkscape:label="qr:link"><circle cx="30" cy="60" r="25"/><rect x="10" y="20" width="12" height="12"/></g>'
    )
    code = next(item for item, _ in lay_out_face(tmp_path, body).walk() if isinstance(item, Shape))
    left, top, right, bottom = compute_bounds(code.outline)
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((16, 26), abs=0.01)
    assert 6 < right - left <= 12
