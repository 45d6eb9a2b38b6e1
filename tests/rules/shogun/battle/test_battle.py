"""Battles: the booklet's example, every edge, every ruling, and that no cube of a tray is lost."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.codec import encode
from companion.data.shogun.towers import get_preset
from companion.errors import InputError, Refused
from companion.rules.rulings import Rulings
from companion.rules.shogun.battle import Battle, Verdict, clear_tray, resolve_battle
from companion.rules.shogun.realm import COLOURS, DAIMYO, NEUTRAL, RULINGS, Cube, get_supply_size
from companion.rules.shogun.tower import Tower

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
