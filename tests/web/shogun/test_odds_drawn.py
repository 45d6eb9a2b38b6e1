"""What a fight is said to be before it is thrown: its odds, and what was chosen."""

import pytest

from companion.play.shogun.descriptions.figures import round_percents
from companion.web.shogun.tower import Choice


@pytest.mark.parametrize(
    ("win", "tie", "lose", "drawn"),
    [(0.6, 0.0, 0.4, (60, 0, 40)), (0.335, 0.33, 0.335, (34, 33, 33)), (0.125, 0.0, 0.875, (13, 0, 87))],
)
def test_rounded_odds_add_up_to_a_hundred_per_cent(
    win: float, tie: float, lose: float, drawn: tuple[int, int, int]
) -> None:
    assert round_percents((win, tie, lose)) == drawn
    assert sum(drawn) == 100


def test_the_query_of_a_choice_uses_the_names_of_its_form_fields() -> None:
    chosen = Choice("battle", attacker="blue", armies=5, defender="yellow", defenders=3, province="Kaga")
    told = {"kind": "battle", "who-attacks": "blue", "who-defends": "yellow", "attacker": 5, "defender": 3}
    assert chosen.query == {**told, "markers": chosen.markers, "province": "Kaga"}
