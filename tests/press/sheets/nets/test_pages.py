"""Nets on sheets: the highest first, parts by their number, and below them a key drawn as they are."""

from dataclasses import replace

import pytest

from companion.data.catalogue import language
from companion.data.papers import parse_paper
from companion.press.frame import fonts
from companion.press.frame.frame import Page, Shape, Text, Use
from companion.press.frame.low_ink import INDIGO, SOFT, VERMILION
from companion.press.frame.outlines import compute_bounds
from companion.press.nets.drawing import MOUNTAIN, TAB, VALLEY
from companion.press.nets.net import Net
from companion.press.nets.pages import _draw_key, lay_out_net_pages, split_for_paper
from companion.units import to_millimetres
from tests.press.sheets.nets.test_net import build_strip

EN = language("en")
A4 = parse_paper("a4")
WORDS = ["cut", "fold back (mountain)", "fold up (valley)", "glue tab, with its letter"]


def rename_net(net: Net, name: str, copies: int = 1) -> Net:
    return replace(net, name=name, copies=copies)


def list_titles(page: Page) -> list[str]:
    frames = [use.frame for use in page.frame.items if isinstance(use, Use)]
    said = [[item.text for item in frame.items if isinstance(item, Text)] for frame in frames]
    return [max(words, key=len) for words in said]


def test_nets_go_onto_sheets_the_highest_first_and_each_as_often_as_it_is_needed() -> None:
    nets = [
        rename_net(build_strip(30, 20, height=40), "low", 3),
        rename_net(build_strip(40, 30, height=200), "high"),
        rename_net(build_strip(60, 60, height=90), "wide"),
    ]
    pages = lay_out_net_pages(nets, A4, "Tower", {"high": "The high one"}, EN)
    assert [list_titles(page) for page in pages] == [["The high one", "wide", "low", "low", "low"]]
    (page,) = pages
    assert page.label == "Tower · The high one, wide, low"
    places = [measure_use(use) for use in page.frame.items if isinstance(use, Use)]
    for number, (left, top, right, bottom) in enumerate(places):
        assert left >= A4.margin - 1e-6
        assert right <= A4.width - A4.margin + 1e-6
        assert bottom <= A4.height - A4.margin - 5
        for other in places[:number]:  # 4 mm from every other one
            assert left >= other[2] + 3.99 or top >= other[3] + 3.99 or right <= other[0] or bottom <= other[1]
    two = lay_out_net_pages([rename_net(build_strip(150, 30, height=200), "large", 2)], A4, "Tower", {}, EN)
    assert [list_titles(page) for page in two] == [["large"], ["large"]]


def measure_use(use: Use) -> tuple[float, float, float, float]:
    left, top = use.matrix.e, use.matrix.f
    return left, top, left + use.frame.width, top + use.frame.height


def test_the_parts_of_a_net_are_named_by_their_number() -> None:
    parts = split_for_paper([rename_net(build_strip(150, 150, height=150), "wall")], A4, 8)
    assert len(parts) == 2
    pages = lay_out_net_pages(parts, A4, "Tower", {"wall": "Wall"}, EN)
    said = {title for page in pages for title in list_titles(page)}
    assert said == {"Wall, part 1 of 2", "Wall, part 2 of 2"}
    assert lay_out_net_pages(parts, A4, "Turm", {}, language("fr"))[0].label.startswith("Turm · wall, ")


@pytest.mark.parametrize(("code", "room", "ticked"), [("en", 200.0, True), ("en", 80.0, False), ("de", 196.0, True)])
def test_the_key_is_drawn_as_the_lines_are(code: str, room: float, ticked: bool) -> None:
    key = [*_draw_key(5.0, 290.0, room, language(code), ticked)]
    words = [item for item in key if isinstance(item, Text)]
    signs = [item for item in key if isinstance(item, Shape)]
    assert len(words) == 4 + ticked
    assert code != "en" or [item.text for item in words[:4]] == WORDS
    assert [item.dash for item in signs[:4]] == [(), MOUNTAIN, VALLEY, ()]
    assert [item.fill for item in signs[:4]] == [None, None, None, TAB]
    assert [item.stroke for item in signs[4:]] == [VERMILION, INDIGO, SOFT] * ticked
    for sign, word in zip(signs, [*words, *words[4:] * 2], strict=True):
        left, top, right, bottom = compute_bounds(sign.outline)
        assert 5 <= left <= right < word.x < left + 11
        assert top <= word.y - 1 <= bottom
    ends = [word.x + to_millimetres(fonts.measure_width(word.text, "regular", word.size)) for word in words]
    places = [compute_bounds(sign.outline)[0] for sign in signs[1 : len(words)]]
    assert all(end + 0.8 * (room > 80) < left for end, left in zip(ends, places, strict=False))
    assert ends[-1] == pytest.approx(5 + room, abs=0.1)  # as wide as there is room, and no wider
