import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import PaperError
from companion.press.face.typesetting import ASCENT, DESCENT, TextBox, set_words
from companion.press.frame import fonts
from companion.units import to_millimetres, to_points

BOX = TextBox("title", 5, 5, 40, 20, 12, 6)


@given(st.text("abcdefg hijklé", min_size=1, max_size=120), st.sampled_from([0, 90, 180, 270]))
def test_words_never_run_over(text: str, turn: int) -> None:
    box = TextBox("title", 5, 5, 40, 20, 12, 6, turn=turn)
    try:
        lines = set_words(text, box, "card")
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
    assert (first.text, second.text) == ("one", "two")
    assert first.x == second.x == 15
    assert to_points(second.y - first.y) == pytest.approx(8 * 1.25)
    assert set_words("  ", box, "card") == []


def set_lines(text: str, width: float, size: float = 10) -> list[str]:
    return [line.text for line in set_words(text, TextBox("box", 0, 0, width, 60, size, size), "card")]


def test_lines_are_even_and_no_word_is_left_alone() -> None:
    assert set_lines("Du théâtre pour tous", 30) == ["Du théâtre", "pour tous"]
    assert set_lines("A rich harvest brings 4 rice at least", 40) == ["A rich harvest", "brings 4 rice at least"]
    assert len(set_lines("one two three four five six seven eight nine ten eleven a", 88)[-1].split()) > 1


@given(st.lists(st.sampled_from(["a", "of", "rice", "armies", "provinces"]), min_size=2, max_size=30))
def test_even_lines_are_as_few_as_filled_ones(words: list[str]) -> None:
    size, width = 10.0, 40.0
    filled, room = [""], to_points(width)
    for word in words:
        longer = f"{filled[-1]} {word}".strip()
        if fonts.measure_width(longer, "regular", size) > room:
            filled.append(word)
        else:
            filled[-1] = longer
    lines = set_lines(" ".join(words), width)
    assert " ".join(lines) == " ".join(words)
    assert len(lines) == len(filled)


def test_french_signs_stay_with_their_words() -> None:
    for width in range(12, 60, 2):
        for line in set_lines("Riz : « la récolte » rapporte ; impôt ? Oui ! fin", width, 6):
            assert line[0] not in ":;!?»"
            assert line[-1] != "«"
