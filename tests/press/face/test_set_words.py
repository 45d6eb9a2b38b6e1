"""Words on a face that are set in other ways: lists, spaced, larger among others, at any angle, shrunk."""

from pathlib import Path

import pytest

from companion.press.face.typesetting import text_extent
from companion.press.frame import fonts
from companion.press.frame.frame import Shape, Text
from companion.press.frame.outlines import IDENTITY
from tests.press.check.test_preflight import faults
from tests.press.decks import element
from tests.press.face.test_context import fronts


def face(**more: object) -> str:
    usual = {"x": 5, "y": 10, "width": 40, "height": 30, "size": 10, "valign": "top"}
    return "size = [58, 87]\nsafe = 3\n" + element("text", **{**usual, **more})


def lines(folder: Path, **more: object) -> list[Text]:
    return [item for item in fronts(folder, face(**more))[0].items if isinstance(item, Text)]


def test_a_list_hangs_below_its_words(tmp_path: Path) -> None:
    text = "- the first thing that is to be done\nno item, but also longer than one line\n* last"
    found = lines(tmp_path, text=text, bullet="♦")
    inset = fonts.measure_width("♦ ", "regular", 10) * 25.4 / 72
    assert [line.text[:2] for line in found] == ["♦ ", "th", "no", "lo", "♦ "]
    assert [line.x for line in found] == pytest.approx([5, 5 + inset, 5, 5, 5])
    assert all(text_extent(line, IDENTITY)[2] <= 45 + 1e-6 for line in found)
    assert lines(tmp_path, text="- a")[0].text == "- a"


@pytest.mark.parametrize("align", ["left", "center", "right"])
def test_spaced_words_stand_where_others_do(tmp_path: Path, align: str) -> None:
    (plain,) = lines(tmp_path, text="ABC", align=align)
    (spaced,) = lines(tmp_path, text="ABC", align=align, spacing=0.5)
    assert (spaced.anchor, spaced.spacing) == ("start", 0.5)
    (left, _, right, _), (start, _, end, _) = (text_extent(each, IDENTITY) for each in (plain, spaced))
    assert end - start == pytest.approx(right - left + 2 * 0.5 * 10 * 25.4 / 72)
    middle = {"left": start - left, "center": start + end - left - right, "right": end - right}
    assert middle[align] == pytest.approx(0, abs=1e-6)


def test_lines_with_larger_words_are_farther_apart(tmp_path: Path) -> None:
    one, two, three = lines(tmp_path, text="a\n[200%]b[/]\nc")
    assert (one.size, two.size, three.size) == (10, 20, 10)
    assert two.y - one.y == pytest.approx(2 * (three.y - two.y))


def test_words_are_underlined_and_struck_as_wide_as_they_are(tmp_path: Path) -> None:
    frame = fronts(tmp_path, face(text="a [u]bc[/] [s red]d[/]"))[0]
    under, struck = (item for item in frame.items if isinstance(item, Shape))
    words = [item for item in frame.items if isinstance(item, Text)]
    (left, y), (right, _) = (at for _, at in under.outline)
    assert (left, right) == pytest.approx((words[1].x, text_extent(words[1], IDENTITY)[2]))
    assert y > words[1].y
    assert struck.outline[0][1][1] < words[2].y
    assert (under.stroke, struck.stroke) == ("#26221d", "#a8332b")


@pytest.mark.parametrize("turn", [30, 45, -8])
def test_a_box_turns_about_its_middle_with_its_words(tmp_path: Path, turn: float) -> None:
    (word,) = lines(tmp_path, text="Turned", turn=turn, align="center", valign="middle")
    left, top, right, bottom = text_extent(word, IDENTITY)
    assert word.turn == turn
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((25, 25), abs=0.6)


def test_words_shrink_until_they_fit_and_no_further(tmp_path: Path) -> None:
    long = "many words that find no room in so small a box as this one is"
    for key in ("shrink", "least"):
        (first, *_) = lines(tmp_path, text=long, height=12, **{key: 6})
        assert 6 <= first.size < 10
        assert faults(tmp_path, face(text=long, height=12, **{key: 6})) == []
    (fault, *_) = faults(tmp_path, face(text=long, height=4, shrink=7))
    assert fault.rule == "layout"
    assert "at 7 points" in str(fault.text)
