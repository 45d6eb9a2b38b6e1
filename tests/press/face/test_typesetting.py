"""Words in boxes: broken, shrunk, spaced, listed, larger among others, at any angle."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import PaperError
from companion.press.face.typesetting import ASCENT, DESCENT, PlainText, TextBox, set_words, text_extent
from companion.press.frame import fonts
from companion.press.frame.frame import Text
from companion.press.frame.outlines import IDENTITY
from companion.units import to_millimetres, to_points
from tests.press.check.test_preflight import find_faults
from tests.press.decks import format_element
from tests.press.face.test_context import lay_out_fronts

BOX = TextBox("title", 5, 5, 40, 20, 12, 6)


@given(st.text("abcdefg hijklé", min_size=1, max_size=120), st.sampled_from([0, 90, 180, 270]))
def test_words_never_overflow_their_box(text: str, turn: int) -> None:
    try:
        lines = set_words(text, TextBox("title", 5, 5, 40, 20, 12, 6, turn=turn), "card")
    except PaperError:
        return
    for line in lines:
        assert 6 <= line.size <= 12
        wide = to_millimetres(fonts.measure_width(line.text, line.font, line.size))
        assert wide <= (40 if turn % 180 == 0 else 20) + 1e-6
    if lines and turn == 0:
        size = lines[0].size
        assert lines[0].y - to_millimetres(size * ASCENT) >= 5 - 1e-6
        assert lines[-1].y + to_millimetres(size * DESCENT) <= 25 + 1e-6


def test_the_largest_size_that_fits_is_taken() -> None:
    (line,) = set_words("short", BOX, "card")
    assert line.size == 12
    lines = set_words("a rather long text that has to shrink before it fits in so small a box at last", BOX, "card")
    assert len(lines) > 1
    larger = TextBox("title", 5, 5, 40, 20, lines[0].size + 0.25, lines[0].size + 0.25)
    with pytest.raises(PaperError):
        set_words(" ".join(line.text for line in lines), larger, "card")


def test_words_that_do_not_fit_name_card_and_box() -> None:
    with pytest.raises(PaperError, match=r"honshu/map-cards/7: .*'title'.* 40 x 20 mm at 6 points"):
        set_words("word " * 200, BOX, "honshu/map-cards/7")


def test_lines_break_and_are_centred_in_their_box() -> None:
    box = TextBox("lines", 0, 0, 30, 30, 8, 8, align="center", valign="top")
    first, second = set_words("one\ntwo", box, "card")
    assert (first.text, second.text, first.x, second.x) == ("one", "two", 15, 15)
    assert to_points(second.y - first.y) == pytest.approx(8 * 1.25)
    assert set_words("  ", box, "card") == []


def set_lines(text: str, width: float, size: float = 10) -> list[str]:
    return [line.text for line in set_words(text, TextBox("box", 0, 0, width, 60, size, size), "card")]


def test_lines_are_even_and_no_word_is_left_alone() -> None:
    assert set_lines("Du théâtre pour tous", 30) == ["Du théâtre", "pour tous"]
    assert set_lines("A rich harvest brings 4 rice at least", 40) == ["A rich harvest", "brings 4 rice at least"]
    assert len(set_lines("one two three four five six seven eight nine ten eleven a", 88)[-1].split()) > 1


def test_french_signs_stay_with_their_words() -> None:
    for width in range(12, 60, 2):
        for line in set_lines("Riz : « la récolte » rapporte ; impôt ? Oui ! fin", width, 6):
            assert line[0] not in ":;!?»"
            assert line[-1] != "«"


def break_lines(text: str, most: float) -> list[str]:
    return [text[first:end] for first, end in PlainText(text, "regular").break_lines(10, most)]


def test_kanji_break_between_letters_and_no_line_begins_with_a_stop() -> None:
    text = "木材を二枚引く。その後、「山札」を混ぜる。"
    lines = break_lines(text, 62)
    assert ("".join(lines), len(lines)) == (text, 4)
    assert all(fonts.measure_width(line, "regular", 10) <= 62 for line in lines)
    for before, after in pairwise(lines):
        assert after[0] not in "、。」"
        assert before[-1] != "「"
    assert break_lines("Honshu 本州 cards", 40) == ["Honshu", "本州", "cards"]


@given(st.text("木を。、「」 abŻ\n", max_size=60), st.integers(15, 120))
def test_no_letter_is_lost(text: str, most: int) -> None:
    lines = break_lines(text, most)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")


def format_face(**more: object) -> str:
    usual = {"x": 5, "y": 10, "width": 40, "height": 30, "size": 10, "valign": "top"}
    return "size = [58, 87]\nsafe = 3\n" + format_element("text", **{**usual, **more})


def lay_out_lines(folder: Path, **more: object) -> list[Text]:
    return [item for item in lay_out_fronts(folder, format_face(**more))[0].items if isinstance(item, Text)]


def test_a_list_hangs_below_its_words(tmp_path: Path) -> None:
    text = "- the first thing that is to be done\nno item, but also longer than one line\n* last"
    found = lay_out_lines(tmp_path, text=text, bullet="♦")
    inset = fonts.measure_width("♦ ", "regular", 10) * 25.4 / 72
    assert [line.text[:2] for line in found] == ["♦ ", "th", "no", "lo", "♦ "]
    assert [line.x for line in found] == pytest.approx([5, 5 + inset, 5, 5, 5])
    assert all(text_extent(line, IDENTITY)[2] <= 45 + 1e-6 for line in found)
    assert lay_out_lines(tmp_path, text="- a")[0].text == "- a"


@pytest.mark.parametrize("align", ["left", "center", "right"])
def test_spaced_words_stand_where_others_do(tmp_path: Path, align: str) -> None:
    (plain,) = lay_out_lines(tmp_path, text="ABC", align=align)
    (spaced,) = lay_out_lines(tmp_path, text="ABC", align=align, spacing=0.5)
    assert (spaced.anchor, spaced.spacing) == ("start", 0.5)
    (left, _, right, _), (start, _, end, _) = (text_extent(each, IDENTITY) for each in (plain, spaced))
    assert end - start == pytest.approx(right - left + 2 * 0.5 * 10 * 25.4 / 72)
    middle = {"left": start - left, "center": start + end - left - right, "right": end - right}
    assert middle[align] == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("turn", [30, 45, -8])
def test_a_box_turns_about_its_middle_with_its_words(tmp_path: Path, turn: float) -> None:
    (word,) = lay_out_lines(tmp_path, text="Turned", turn=turn, align="center", valign="middle")
    left, top, right, bottom = text_extent(word, IDENTITY)
    assert word.turn == turn
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((25, 25), abs=0.6)


def test_words_shrink_until_they_fit_and_no_further(tmp_path: Path) -> None:
    long = "many words that find no room in so small a box as this one is"
    for key in ("shrink", "least"):
        (first, *_) = lay_out_lines(tmp_path, text=long, height=12, **{key: 6})
        assert 6 <= first.size < 10
        assert find_faults(tmp_path, format_face(text=long, height=12, **{key: 6})) == []
    (fault, *_) = find_faults(tmp_path, format_face(text=long, height=4, shrink=7))
    assert fault.rule == "layout"
    assert "at 7 points" in str(fault.text)


def test_a_line_ends_at_a_zero_width_space() -> None:
    assert break_lines("one\u200btwo\u200bthree", 40) == ["one\u200btwo", "three"]


def test_marked_words_may_end_with_a_new_line(tmp_path: Path) -> None:
    assert [line.text for line in lay_out_lines(tmp_path, text="**a**\n\nb<br>")] == ["a", "b"]
