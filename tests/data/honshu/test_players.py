"""The names of the players, as they are typed."""

import pytest

from companion.data.honshu.placements import parse_players
from companion.errors import InputError


def test_names_are_separated_by_commas() -> None:
    assert parse_players("Aya,Bo , Chen") == ("Aya", "Bo", "Chen")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Aya", "give 2 to 5, separated by commas"),
        ("A,B,C,D,E,F", "give 2 to 5, separated by commas"),
        ("Aya, Aya", "two players are called Aya."),
        (f"Aya, {'B' * 41}", "is not a name; expected letters, up to 40"),
        ("Aya, ", "'' is not a name"),
        ("Aya, B=1", "'B=1' is not a name"),
    ],
)
def test_names_that_cannot_be_are_refused(typed: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_players(typed)
    assert said in str(caught.value)
