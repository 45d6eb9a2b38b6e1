"""Cubes: colours in two languages, counts, and the lowest number first."""

import pytest

from companion.data.catalogue import language
from companion.errors import InputError, Refused
from companion.rules.shogun.realm import (
    COLOURS,
    GREEN,
    Cube,
    get_supply_size,
    parse_colour,
    parse_daimyo,
    pick_lowest_cubes,
)


def test_the_box_holds_330_cubes() -> None:
    assert sum(get_supply_size(colour) for colour in COLOURS) == 5 * 62 + 20


@pytest.mark.parametrize(("typed", "colour"), [("Bleu", "blue"), (" JAUNES ", "yellow"), ("violet", "purple")])
def test_colours_are_read_in_english_and_french(typed: str, colour: str) -> None:
    assert parse_colour(typed) == colour


def test_a_mistyped_colour_gets_a_guess() -> None:
    with pytest.raises(InputError, match="'pink'.*black, blue, purple, red, yellow, green"):
        parse_colour("pink")
    with pytest.raises(InputError, match="belong to no player"):
        parse_daimyo("green")
    with pytest.raises(InputError, match=r"'blu' is not a colour of cubes; did you mean blue\?") as slip:
        parse_colour("blu")
    assert slip.value.said(language("fr")).endswith("vouliez-vous dire bleu\u00a0?")


def test_lowest_numbers_go_first_and_green_runs_out_unless_it_is_unlimited() -> None:
    blue = (Cube("blue", 2), Cube("blue", 4), Cube("blue", 5))
    assert pick_lowest_cubes("blue", 3, [Cube("blue", 1), Cube("blue", 3), Cube("red", 2)]) == blue
    taken = pick_lowest_cubes(GREEN, 19, ())
    assert pick_lowest_cubes(GREEN, 1, taken) == (Cube(GREEN, 20),)
    with pytest.raises(Refused, match="not 2 green cubes outside"):
        pick_lowest_cubes(GREEN, 2, taken)
    assert pick_lowest_cubes(GREEN, 3, taken, True)[-1] == Cube(GREEN, 22)


def test_cubes_are_formatted_and_parsed() -> None:
    assert Cube.parse(str(Cube("purple", 62))) == Cube("purple", 62)
    for text in ("blue", "blue-", "blue-x", "blue-0", "pink-3"):
        with pytest.raises(InputError, match="blue-7"):
            Cube.parse(text)
