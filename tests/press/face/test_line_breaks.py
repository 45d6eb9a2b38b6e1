"""Kana and kanji break between letters, but for the characters that stay with their neighbours."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from companion.press.face.typesetting import break_lines
from companion.press.frame import fonts


def test_kanji_break_between_letters_and_no_line_begins_with_a_stop() -> None:
    text = "木材を二枚引く。その後、「山札」を混ぜる。"
    lines = break_lines(text, "regular", 10, 62)
    assert "".join(lines) == text
    assert len(lines) == 4
    assert all(fonts.measure_width(line, "regular", 10) <= 62 for line in lines)
    for before, after in pairwise(lines):
        assert after[0] not in "、。」"
        assert before[-1] != "「"


def test_words_of_two_scripts_break_at_spaces_and_at_kanji() -> None:
    assert break_lines("Honshu 本州 cards", "regular", 10, 40) == ["Honshu", "本州", "cards"]


@given(st.text("木を。、「」 abŻ\n", max_size=60), st.integers(15, 120))
def test_no_letter_is_lost(text: str, most: int) -> None:
    lines = break_lines(text, "regular", 10, most)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")
