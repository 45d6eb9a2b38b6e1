"""The form of a real tower's throws: what can be read, and what is refused with a sentence."""

import pytest

from companion.data.shogun.throws import Observation, read_throws
from companion.errors import InputError


def test_throws_are_read_from_a_row_or_from_lines() -> None:
    row = read_throws("8 blue in, 5 blue out, 8 red in, 6 red 1 blue out")
    lines = read_throws("8 bleus dedans, 5 bleus dehors\n\n# the red ones\n8 red in; 6 red and 1 blue out\n")
    assert (
        row
        == lines
        == (Observation({"blue": 8}, {"blue": 5}), Observation({"red": 8}, {"red": 6, "blue": 1}))
    )
    assert read_throws("2 blue in, nothing out, 2 blue in, 0 out") == (Observation({"blue": 2}, {}),) * 2
    assert read_throws("") == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("8 blue", "'8 blue' is not part of a throw"),
        ("8 pink in, 1 pink out", "'pink' is not a colour"),
        ("1234567 blue in, 1 blue out", "'1234567 blue in' is not part"),
        ("8 blue or 1 red in, 1 blue out", "is not part"),
        ("8 blue in", "not what came out"),
        ("5 blue out", "'5 blue out' is not part"),
        ("8 blue in, 8 red in", "'8 red in' is not part"),
        ("blue 8 in, 5 blue out", "'blue 8 in' is not part"),
    ],
)
def test_a_form_that_cannot_be_read(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_throws(text)


def test_the_row_of_a_file_is_named() -> None:
    with pytest.raises(InputError) as raised:
        read_throws("8 blue in, 5 blue out\n8 blue in, lots out\n", "form.txt")
    assert str(raised.value).startswith("form.txt, row 2: 'lots out'")
