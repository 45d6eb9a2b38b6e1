"""How what is typed becomes colours and numbers."""

from fractions import Fraction

import pytest

from companion.cli.shogun.calculations import parse_lodged_ages
from companion.cli.shogun.reading import parse_forces, parse_tower
from companion.errors import InputError
from companion.rules.shogun.tower import Ages, Guess


def test_forces_are_colour_and_number() -> None:
    assert parse_forces("bleu=62") == ("blue", 62)
    assert parse_forces("red=0", 0) == ("red", 0)
    with pytest.raises(InputError, match="COLOUR=NUMBER"):
        parse_forces("blue")


@pytest.mark.parametrize("typed", ["blue=0", "blue=63", "blue=-1", "blue=", "blue=1.5", "blue=٣"])
def test_a_number_of_armies_out_of_range_is_refused(typed: str) -> None:
    with pytest.raises(InputError, match="expected 1 to 62"):
        parse_forces(typed)


def test_parameters_of_a_tower_are_name_and_value() -> None:
    tower = parse_tower({"preset": "shogun", "parameters": ["p=0.8", "b=2,5"], "presets": None})
    assert (tower.name, tower.p, tower.b) == ("shogun*", Fraction("0.8"), Fraction("2.5"))
    with pytest.raises(InputError, match="NAME=VALUE"):
        parse_tower({"preset": "shogun", "parameters": ["p"], "presets": None})


def test_lodged_cubes_are_parsed_with_their_ages() -> None:
    assert parse_lodged_ages("blue=1,1,4 jaune=2 green=?,3") == Ages(
        {"blue": (1.0, 1.0, 4.0), "yellow": (2.0,), "green": (None, 3.0)}
    )
    assert parse_lodged_ages("") == Ages({})
    assert parse_lodged_ages("unknown") == parse_lodged_ages("inconnu") == Guess()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("blue", "'blue' does not name lodged cubes"),
        ("blue=nan", "must be a whole number from 1 to 10000, not 'nan'"),
        ("blue=1e3", "must be a whole number from 1 to 10000, not '1e3'"),
        ("blue=1_0", "must be a whole number from 1 to 10000, not '1_0'"),
        ("blue=1 bleu=2", "named twice"),
    ],
)
def test_unreadable_lodged_cubes_are_refused(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        parse_lodged_ages(text)
