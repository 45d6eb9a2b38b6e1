"""Battles and revolts: the booklet's examples, every edge, every ruling; who is thrown; no cube of a tray is lost."""

from contextlib import nullcontext
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.codec import encode
from companion.data.shogun.towers import get_preset
from companion.errors import InputError, Refused
from companion.rules.rulings import Rulings
from companion.rules.shogun.battle import (
    CASTLE_EVENT,
    NEUTRAL_EVENT,
    TEMPLE_EVENT,
    Attack,
    Battle,
    Revolt,
    Uprising,
    Verdict,
    clear_tray,
    gather_attack_forces,
    gather_revolt_forces,
    resolve_battle,
    resolve_revolt,
)
from companion.rules.shogun.realm import COLOURS, DAIMYO, NEUTRAL, RULINGS, Cube, get_supply_size
from companion.rules.shogun.tower import Tower
from tests.rules.shogun.realms import choose_rulings

BLUE_YELLOW = Battle("blue", "yellow")
BLUE_NEUTRAL = Battle("blue", NEUTRAL)
TIE_TOWER = Rulings(RULINGS, {"tie": "tower"})


def describe_line(verdict: Verdict, name: str) -> str:
    return verdict.lines[name].translate() if name in verdict.lines else ""


def test_the_booklets_battle_of_kozuke_is_won_by_blue() -> None:
    """The booklet's example: 3 blue, 1 yellow, 1 green, no marker."""
    verdict = resolve_battle({"blue": 3, "yellow": 1, "green": 1}, BLUE_YELLOW)
    assert encode(verdict) == {
        "winner": "attacker",
        "survivors": {"blue": 1},
        "to_supply": {"blue": 2, "yellow": 1, "green": 1},
        "stays_in_tray": {},
        "province": "conquered",
    }
    assert [line.translate() for line in verdict.lines.values()] == [
        "Fighting: 3 blue armies against 1 yellow army and 1 green army.",
        "Green armies help Yellow.",
        "Blue wins, 3 to 2.",
        "To the supplies: 2 blue armies, 1 yellow army and 1 green army.",
        "Into the province: 1 blue army.",
        "Yellow gives Blue the province card at once; an action planned with it is lost.",
        "Buildings and revolt markers stay in the province.",
    ]


def parse_counts(text: str) -> dict[str, int]:
    """Cubes as ``2 blue 1 green``."""
    words = text.split()
    return {colour: int(count) for count, colour in zip(words[::2], words[1::2], strict=True)}


BATTLES = """
tray                         | markers | winner   | survivors | to the supplies        | stay in the tray
3 blue 1 yellow              | 0       | attacker | 2 blue    | 1 blue 1 yellow        |
2 blue                       | 0       | attacker | 2 blue    |                        |
3 blue 1 green               | 0       | attacker | 2 blue    | 1 blue 1 green         |
2 blue 2 yellow 1 green      | 0       | defender | 1 yellow  | 2 blue 1 yellow 1 green |
1 blue 2 yellow 3 green      | 0       | defender | 2 yellow  | 1 blue 3 green         |
2 yellow                     | 0       | defender | 2 yellow  |                        |
1 yellow 2 green             | 0       | defender | 1 yellow  | 2 green                |
2 blue 2 yellow              | 0       | tie      |           | 2 blue 2 yellow        |
2 blue 1 yellow 1 green      | 0       | tie      |           | 2 blue 1 yellow 1 green |
                             | 0       | tie      |           |                        |
2 green                      | 0       | tie      |           | 2 green                |
1 blue 2 green               | 0       | tie      |           | 1 blue 2 green         |
2 blue 1 yellow 1 green      | 1       | attacker | 1 blue    | 1 blue 1 yellow        | 1 green
2 green                      | 1       | tie      |           |                        | 2 green
1 blue 2 green               | 3       | attacker | 1 blue    |                        | 2 green
1 blue 2 yellow 4 red 1 black | 0      | defender | 1 yellow  | 1 blue 1 yellow        | 1 black 4 red
"""
"""Green helps the defender and pays first, but not where a marker lies; nothing but green is a tie."""

NEUTRAL_BATTLES = """
tray           | markers | winner   | survivors | to the supplies | stay in the tray
2 blue 1 green | 0       | attacker | 1 blue    | 1 blue 1 green  |
2 blue         | 0       | attacker | 2 blue    |                 |
1 blue 1 green | 0       | tie      |           | 1 blue 1 green  |
               | 0       | tie      |           |                 |
1 blue 3 green | 0       | defender |           | 1 blue 3 green  |
1 green        | 0       | defender |           | 1 green         |
"""
"""Green is the defender: more of it is no tie, but farmers never occupy."""


def check_battles(table: str, defender: str) -> None:
    for line in table.strip().splitlines()[1:]:
        tray, markers, winner, survivors, to_supply, stays = (each.strip() for each in line.split("|"))
        verdict = resolve_battle(parse_counts(tray), Battle("blue", defender, int(markers)))
        assert (verdict.winner, verdict.survivors) == (winner, parse_counts(survivors)), line
        assert (verdict.to_supply, verdict.stays_in_tray) == (parse_counts(to_supply), parse_counts(stays)), line
        held = "neutral" if defender == NEUTRAL else "held"
        assert verdict.province == {"attacker": "conquered", "defender": held, "tie": "neutral"}[winner], line


def test_a_battle_over_an_owned_province_is_resolved() -> None:
    check_battles(BATTLES, "yellow")


def test_a_battle_over_a_neutral_province_is_resolved() -> None:
    check_battles(NEUTRAL_BATTLES, NEUTRAL)
    lost = resolve_battle({"blue": 1, "green": 2}, BLUE_NEUTRAL)
    assert describe_line(lost, "result") == "The farmers hold the province, 2 to 1."
    assert describe_line(lost, "province") == "The province stays neutral and its card in the pile."


def test_only_green_in_the_tray_differs_from_a_plain_tie() -> None:
    assert describe_line(resolve_battle({"blue": 1, "green": 2}, BLUE_YELLOW), "result") == (
        "Nothing but green armies came out for Yellow: 1 to 2 counts as a tie."
    )
    assert describe_line(resolve_battle({"blue": 1, "green": 1}, BLUE_YELLOW), "result") == "A tie, 1 to 1."


@pytest.mark.parametrize(
    ("tray", "battle", "into_tower", "stays"),
    [
        ({"blue": 2, "yellow": 1, "green": 1, "red": 1}, BLUE_YELLOW, {"blue": 2, "yellow": 1, "green": 1}, {"red": 1}),
        ({"blue": 1, "green": 3}, BLUE_YELLOW, {"blue": 1, "green": 3}, {}),
        ({"blue": 1, "yellow": 1, "green": 3}, Battle("blue", "yellow", 1), {"blue": 1, "yellow": 1}, {"green": 3}),
        ({"blue": 1, "green": 1}, BLUE_NEUTRAL, {"blue": 1, "green": 1}, {}),
    ],
)
def test_ruling_tie_tower_lodges_the_tied_sides(
    tray: dict[str, int], battle: Battle, into_tower: dict[str, int], stays: dict[str, int]
) -> None:
    verdict = resolve_battle(tray, battle, TIE_TOWER)
    assert (verdict.winner, verdict.to_supply) == ("tie", {})
    assert (verdict.into_tower, verdict.stays_in_tray) == (into_tower, stays)
    assert encode(verdict)["into_tower"] == into_tower


@pytest.mark.parametrize(
    ("markers", "up_to", "helps"), [(0, "0", True), (1, "0", False), (0, "1", True), (1, "1", True), (2, "1", False)]
)
def test_the_green_help_ruling_sets_how_many_markers_allow_help(markers: int, up_to: str, helps: bool) -> None:
    battle = Battle("blue", "yellow", markers)
    verdict = resolve_battle({"blue": 2, "yellow": 1, "green": 1}, battle, Rulings(RULINGS, {"green-help": up_to}))
    assert verdict.winner == ("tie" if helps else "attacker")
    assert verdict.stays_in_tray == ({} if helps else {"green": 1})


@pytest.mark.parametrize(
    ("attacker", "defender", "markers", "said"),
    [
        ("blue", "blue", 0, "the same player: Blue"),
        ("green", "blue", 0, "farmers attack nobody"),
        (NEUTRAL, "blue", 0, "farmers attack nobody"),
        ("blue", "green", 0, "name the defender neutral"),
        ("blue", NEUTRAL, 1, "neither revolt markers"),
    ],
)
def test_a_battle_against_the_rules_is_refused(attacker: str, defender: str, markers: int, said: str) -> None:
    with pytest.raises(Refused, match=said):
        Battle(attacker, defender, markers)


trays = st.fixed_dictionaries(
    {colour: st.integers(0, get_supply_size(colour)) | st.integers(0, 4) for colour in COLOURS}
)
battles = st.builds(
    lambda pair, markers: Battle(pair[0], pair[1], 0 if pair[1] == NEUTRAL else markers),
    st.sampled_from([pair for pair in permutations([*DAIMYO, NEUTRAL], 2) if pair[0] != NEUTRAL]),
    st.integers(0, 3),
)
rulings = st.builds(
    lambda tie, help_: Rulings(RULINGS, {"tie": tie, "green-help": help_}),
    st.sampled_from(["supply", "tower"]),
    st.sampled_from(["0", "1"]),
)


@settings(max_examples=200, deadline=None)
@given(tray=trays, battle=battles, ruling=rulings)
def test_every_cube_of_the_tray_goes_somewhere(tray: dict[str, int], battle: Battle, ruling: Rulings) -> None:
    verdict = resolve_battle(tray, battle, ruling)
    assert "green" not in verdict.survivors
    cubes = [Cube(colour, n) for colour, count in tray.items() for n in range(1, count + 1)]
    tower = Tower(get_preset("shogun"), (), tuple(sorted(cubes)))
    survivors, to_supply, after = clear_tray(tower, verdict)
    assert {age for ages in after.list_ages().values() for age in ages} <= {1.0}  # as just lodged
    kept = (*survivors, *to_supply, *after.tray, *after.lodged_cubes)
    assert sorted(kept) == sorted(cubes)


@settings(max_examples=200, deadline=None)
@given(tray=trays, battle=battles, ruling=rulings)
def test_the_winner_pays_what_the_loser_had(tray: dict[str, int], battle: Battle, ruling: Rulings) -> None:
    verdict = resolve_battle(tray, battle, ruling)
    attackers, defence = verdict.strengths
    if verdict.winner == "attacker":
        assert sum(verdict.survivors.values()) == attackers - defence > 0
    elif verdict.winner == "defender" and battle.defender != NEUTRAL:
        own = tray[battle.defender]
        assert 0 < sum(verdict.survivors.values()) == min(own, defence - attackers)
    else:
        assert not verdict.survivors
    assert (verdict.province == "neutral") == (verdict.owner is None)


def test_a_verdict_about_another_tray_is_refused() -> None:
    tower = Tower(get_preset("shogun"), (), (Cube("blue", 1),))
    for tray in ({"blue": 2}, {}):
        with pytest.raises(InputError, match="does not fit"):
            clear_tray(tower, resolve_battle(tray, BLUE_YELLOW))


MIKAWA = Revolt("red", 2)


def test_the_booklets_revolt_in_mikawa_is_put_down() -> None:
    """The booklet's example: the second marker is laid, 4 armies and 2 green are thrown."""
    assert gather_revolt_forces(Uprising("red", 4, 2), {}).cubes == {"red": 4, "green": 2}
    assert resolve_revolt({"red": 3, "green": 1}, Revolt("red", 1, winter=True)).added_markers == 0
    verdict = resolve_revolt({"red": 3, "green": 1}, MIKAWA)
    assert (verdict.winner, verdict.survivors, verdict.to_supply) == ("owner", {"red": 2}, {"red": 1, "green": 1})
    assert (verdict.province, verdict.owner, verdict.added_markers) == ("held", "red", 1)
    assert describe_line(verdict, "result") == "Red puts the revolt down, 3 to 1."
    assert describe_line(verdict, "markers") == "One more revolt marker is laid into the province."
    assert "yielded is kept" in describe_line(verdict, "yield")


def test_what_is_left_when_a_revolt_is_put_down_is_a_ruling() -> None:
    assert resolve_revolt({"red": 3, "green": 1}, MIKAWA).survivors == {"red": 2}
    verdict = resolve_revolt({"red": 3, "green": 1, "blue": 1}, MIKAWA, choose_rulings(put_down="all"))
    assert verdict.survivors == {"red": 3}
    assert verdict.to_supply == {"green": 1}
    assert verdict.stays_in_tray == {"blue": 1}
    lost = resolve_revolt({"red": 1, "green": 1}, MIKAWA, choose_rulings(put_down="all"))
    assert (lost.survivors, lost.to_supply) == ({}, {"red": 1, "green": 1})


@pytest.mark.parametrize(
    ("tray", "winner", "to_supply", "stays"),
    [
        ({"red": 2, "green": 2}, "tie", {"red": 2, "green": 2}, {}),
        ({"red": 1, "green": 2}, "revolt", {"red": 1, "green": 2}, {}),
        ({"green": 1}, "revolt", {"green": 1}, {}),
        ({}, "tie", {}, {}),
        ({"blue": 3}, "tie", {}, {"blue": 3}),
    ],
)
def test_an_owner_with_equal_armies_loses_a_revolt(
    tray: dict[str, int], winner: str, to_supply: dict[str, int], stays: dict[str, int]
) -> None:
    verdict = resolve_revolt(tray, MIKAWA)
    assert (verdict.winner, verdict.to_supply, verdict.stays_in_tray) == (winner, to_supply, stays)
    assert (verdict.province, verdict.owner, verdict.survivors, verdict.added_markers) == ("neutral", None, {}, 0)
    assert "goes to the pile" in describe_line(verdict, "card")


def test_the_booklets_winter_revolt_in_kai_throws_three_green() -> None:
    """The booklet's example: one marker and two more from the revolt table make three green."""
    assert gather_revolt_forces(Uprising("purple", 2, 1, winter=2), {}).cubes == {"purple": 2, "green": 3}


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
