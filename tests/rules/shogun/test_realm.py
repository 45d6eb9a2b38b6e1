"""Cubes: colours in two languages, counts, the lowest number first; draws from a seed: fair and repeatable."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.data.catalogue import language
from companion.errors import InputError, Refused
from companion.rules.shogun.realm import (
    COLOURS,
    GREEN,
    Cube,
    SeededDraws,
    get_supply_size,
    parse_colour,
    parse_daimyo,
    pick_lowest_cubes,
    shuffle_items,
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


KNOWN = [326, 228, 72, 968, 124, 287]


@given(st.lists(st.integers()), st.text())
def test_a_shuffle_conserves_every_card(items: list[int], seed: str) -> None:
    mixed = shuffle_items(items, SeededDraws(seed), "cards")
    assert sorted(mixed) == sorted(items)
    assert shuffle_items(items, SeededDraws(seed), "cards") == mixed


def test_every_place_is_equally_likely() -> None:
    firsts = Counter(shuffle_items("abcd", SeededDraws(str(n)), "x")[0] for n in range(2000))
    assert all(400 < firsts[letter] < 600 for letter in "abcd")


def test_no_number_is_favoured_where_the_bits_do_not_divide() -> None:
    """Below 3/4 of all that 64 bits can be: what is above is drawn again, not counted from 0 once more."""
    bound = 3 * 2**62
    drawn = [SeededDraws(str(n)).draw_number("x", bound) for n in range(1200)]
    assert all(350 < sum(number // 2**62 == third for number in drawn) < 450 for third in range(3))


def test_a_known_seed_gives_the_known_draws() -> None:
    """The first numbers of a known seed: other platforms and versions must give the same."""
    draws = SeededDraws("companion", ("été",))
    assert [draws.draw_number(f"draw {n}", 1000) for n in range(6)] == KNOWN
    composed = SeededDraws("companion", ("e\u0301te\u0301",))
    assert composed.draw_number("draw 0", 1000) == KNOWN[0]
