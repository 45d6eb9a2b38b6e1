"""How what is typed becomes colours and numbers."""

from fractions import Fraction

import pytest

from companion.cli.shogun.reading import parse_forces, parse_tower
from companion.errors import InputError


def test_forces_are_colour_and_number() -> None:
    assert parse_forces("bleu=62") == ("blue", 62)
    assert parse_forces("red=0", 0) == ("red", 0)


@pytest.mark.parametrize("typed", ["blue=0", "blue=63", "blue=-1", "blue=x", "blue=", "blue=1.5", "blue=٣"])
def test_a_number_of_armies_out_of_range_is_refused(typed: str) -> None:
    with pytest.raises(InputError, match="from 1 to 62"):
        parse_forces(typed)


def test_forces_without_a_number_are_refused() -> None:
    with pytest.raises(InputError, match="COLOUR=NUMBER"):
        parse_forces("blue")


def test_parameters_of_a_tower_are_name_and_value() -> None:
    tower = parse_tower({"preset": "shogun", "parameters": ["p=0.8", "b=2,5"], "presets": None})
    assert (tower.name, tower.p, tower.b) == ("shogun*", Fraction("0.8"), Fraction("2.5"))


def test_a_parameter_without_a_value_is_refused() -> None:
    with pytest.raises(InputError, match="NAME=VALUE"):
        parse_tower({"preset": "shogun", "parameters": ["p"], "presets": None})
