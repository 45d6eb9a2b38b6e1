"""What can have been in a real tower, and what cannot have come out of it."""

import pytest

from companion.data.shogun.throws import read_throws
from companion.errors import InputError
from companion.rules.shogun.tower.calibration import calibrate, judge_form


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("63 blue in, 1 blue out", "'63' is not a number of blue armies"),
        ("8 blue in, 9 blue out", "'9 blue out': more came out"),
        ("8 blue in, 1 red out", "more came out"),
        ("8 blue in, 5 blue out, 1 red in, 4 blue out", "'4 blue out': more came out"),
    ],
)
def test_throws_that_cannot_have_been(text: str, said: str) -> None:
    for judge in (judge_form, calibrate):
        with pytest.raises(InputError, match=said):
            judge(read_throws(text))


def test_the_row_of_a_file_is_named() -> None:
    with pytest.raises(InputError) as raised:
        judge_form(read_throws("8 blue in, 5 blue out\n8 blue in, 5 red out\n", "form.txt"))
    assert str(raised.value).startswith("form.txt, row 2: '5 red out': more came out")


def test_what_stayed_inside_may_come_out_later() -> None:
    judge_form(read_throws("8 blue in, 5 blue out, 1 red in, 3 blue 1 red out, 2 blue in, nothing out"))
