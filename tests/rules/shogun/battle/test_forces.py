"""Who is thrown: cards and events that add armies, supplies that run out, attacks not allowed."""

from contextlib import nullcontext
from dataclasses import replace

import pytest

from companion.errors import InputError, Refused
from companion.rules.shogun.battle import (
    CASTLE_EVENT,
    NEUTRAL_EVENT,
    TEMPLE_EVENT,
    Attack,
    Uprising,
    gather_attack_forces,
    gather_revolt_forces,
)
from companion.rules.shogun.realm import NEUTRAL
from tests.rules.shogun.realms import choose_rulings


def test_a_neutral_province_is_defended_by_one_green_or_two() -> None:
    assert gather_attack_forces(Attack("blue", 2, NEUTRAL), {}).cubes == {"blue": 2, "green": 1}
    assert gather_attack_forces(Attack("blue", 2, NEUTRAL, event=NEUTRAL_EVENT), {}).cubes == {"blue": 2, "green": 2}


def test_event_and_special_card_both_add_an_army_the_event_first() -> None:
    attack = Attack("blue", 4, "yellow", 3, defence_card=True, event=CASTLE_EVENT, castle=True)
    plain = gather_attack_forces(Attack("blue", 4, "yellow", 3, event=CASTLE_EVENT), {})
    assert (plain.cubes, plain.from_supply, plain.notes) == ({"blue": 4, "yellow": 3}, {}, ())
    forces = gather_attack_forces(replace(attack, attack_card=True), {})
    assert (forces.cubes, forces.from_supply) == ({"blue": 5, "yellow": 5}, {"blue": 1, "yellow": 2})
    assert sorted("event" in note.translate() for note in forces.notes) == [False, False, True]
    assert "Blue throws 1 army more (special card 'Stronger attack')." in map(str, forces.notes)
    # one army left: the event's, not the card's
    short = gather_attack_forces(attack, {"yellow": 1})
    assert short.cubes["yellow"] == 4
    assert [note.translate() for note in short.notes] == [
        "Yellow throws 1 army more (event, castle attacked).",
        "Yellow has no army left in the supply for special card 'Stronger defence'.",
    ]


def test_a_temple_protects_under_its_event_only() -> None:
    with pytest.raises(Refused, match="A temple protects the province this round: it may not be attacked."):
        gather_attack_forces(Attack("blue", 4, "yellow", 3, event=TEMPLE_EVENT, temple=True), {})
    assert gather_attack_forces(Attack("blue", 4, "yellow", 3, event=TEMPLE_EVENT), {}).cubes["blue"] == 4
    assert gather_attack_forces(Attack("blue", 4, "yellow", 3, temple=True), {}).cubes["blue"] == 4


@pytest.mark.parametrize(("leaving", "armies", "allowed"), [(2, 1, True), (5, 4, True), (4, 4, False)])
def test_one_army_stays_behind(leaving: int, armies: int, allowed: bool) -> None:
    attack = Attack("blue", armies, NEUTRAL, leaving=leaving)
    with nullcontext() if allowed else pytest.raises(Refused, match=f"at most {leaving - 1} may attack"):
        assert gather_attack_forces(attack, {}).cubes["blue"] == armies
    with pytest.raises(Refused, match="the only one may not attack"):
        gather_attack_forces(Attack("blue", 1, NEUTRAL, leaving=1), {})


def test_the_ruling_lets_a_defender_hold_armies_back() -> None:
    attack = Attack("blue", 4, "yellow", 3, thrown_by_defender=1)
    with pytest.raises(Refused, match="defender-throws-all=yes"):
        gather_attack_forces(attack, {})
    forces = gather_attack_forces(attack, {}, choose_rulings(defender_throws_all="chooses"))
    assert (forces.cubes["yellow"], forces.held_back) == (1, 2)
    assert gather_attack_forces(Attack("blue", 4, "yellow", 3, thrown_by_defender=3), {}).held_back == 0
    with pytest.raises(Refused, match="3 armies there and cannot throw 4"):
        gather_attack_forces(replace(attack, thrown_by_defender=4), {}, choose_rulings(defender_throws_all="chooses"))


def test_the_ruling_limits_green_armies_to_the_supply() -> None:
    rising = Uprising("blue", 4, 3)
    left = gather_revolt_forces(rising, {"green": 2})
    assert left.cubes == {"blue": 4, "green": 2}
    assert [note.translate() for note in left.notes] == ["Only 2 green armies are left to throw, of 3."]
    assert gather_revolt_forces(rising, {"green": 2}, choose_rulings(green_short="unlimited")).cubes["green"] == 3
    none = gather_attack_forces(Attack("blue", 2, NEUTRAL), {"green": 0})
    assert none.cubes == {"blue": 2}
    assert [note.translate() for note in none.notes] == ["Only 0 green armies are left to throw, of 1."]


def test_the_ruling_lets_defence_help_in_revolts_but_not_in_winter() -> None:
    rising = Uprising("blue", 4, 2, defence_card=True, event=CASTLE_EVENT, castle=True)
    assert gather_revolt_forces(rising, {}).cubes == {"blue": 4, "green": 2}
    assert gather_revolt_forces(rising, {}, choose_rulings(revolt_defence="yes")).cubes == {"blue": 6, "green": 2}
    winter = Uprising("blue", 4, 1, winter=2, defence_card=True, event=CASTLE_EVENT, castle=True)
    assert gather_revolt_forces(winter, {}, choose_rulings(revolt_defence="yes")).cubes == {"blue": 4, "green": 3}


def test_a_winter_revolt_needs_no_marker() -> None:
    assert gather_revolt_forces(Uprising("blue", 2, 0, winter=1), {}).cubes == {"blue": 2, "green": 1}
    with pytest.raises(InputError, match="at least one marker"):
        gather_revolt_forces(Uprising("blue", 2, 0), {})
