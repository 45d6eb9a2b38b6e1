"""Five, three and one army."""

import pytest

from companion.rules.rulings import Rulings
from companion.rules.shogun.action import count_recruits, recruit
from companion.rules.shogun.realm import Land
from companion.rules.shogun.stages import LESS_RECRUITING
from tests.rules.shogun.realms import DEFAULTS, build_realm, choose_rulings


@pytest.mark.parametrize(
    ("action", "event", "special", "rulings", "armies"),
    [
        ("five", "", None, DEFAULTS, 5),
        ("five", "", "six", DEFAULTS, 6),
        ("three", "", "six", DEFAULTS, 3),
        ("one", "", "six", DEFAULTS, 1),
        ("five", LESS_RECRUITING, None, DEFAULTS, 3),
        ("three", LESS_RECRUITING, None, DEFAULTS, 2),
        ("one", LESS_RECRUITING, None, DEFAULTS, 1),
        ("five", LESS_RECRUITING, "six", DEFAULTS, 6),
        ("five", LESS_RECRUITING, "six", choose_rulings(six_armies="4"), 4),
        ("five", "", "six", choose_rulings(six_armies="4"), 6),
    ],
)
def test_recruits_follow_action_event_and_special_card(
    action: str, event: str, special: str | None, rulings: Rulings, armies: int
) -> None:
    assert count_recruits(action, event, special, rulings) == armies


@pytest.mark.parametrize(("action", "armies", "cost"), [("five", 5, 3), ("three", 3, 2), ("one", 1, 1)])
def test_armies_are_paid_and_placed(action: str, armies: int, cost: int) -> None:
    before = build_realm({"Kai": Land("blue", 2)}, chests=3, supply=8)
    after = recruit(before, "blue", "Kai", action, "", None, DEFAULTS).realm
    assert after.lands["Kai"].armies == 2 + armies
    assert after.seats["blue"].supply == 8 - armies
    assert after.seats["blue"].chests == 3 - cost


def test_a_short_supply_is_a_ruling() -> None:
    before = build_realm({"Kai": Land("blue", 2)}, supply=3)
    lost = recruit(before, "blue", "Kai", "five", "", None, DEFAULTS)
    assert (lost.is_lost, lost.realm) == (True, before)
    partial = recruit(before, "blue", "Kai", "five", "", None, choose_rulings(short_action="partial"))
    assert not partial.is_lost
    assert [str(line) for line in partial.lines][:1] == [
        "Blue has not 5 armies in the supply and places what is there."
    ]
    assert partial.realm.lands["Kai"].armies == 5
    assert partial.realm.seats["blue"].chests == 7
    for nothing in ({"supply": 0}, {"chests": 2}):
        none = build_realm({"Kai": Land("blue", 2)}, **nothing)
        assert recruit(none, "blue", "Kai", "five", "", None, choose_rulings(short_action="partial")).is_lost
