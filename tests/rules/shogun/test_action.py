"""Actions: buildings, taxes and rice, armies, moves and attacks, and what a verdict does to the board."""

import re

import pytest

from companion.data.shogun.facts import facts
from companion.errors import Refused
from companion.rules.rulings import Rulings
from companion.rules.shogun.action import (
    ActionResult,
    March,
    build,
    collect,
    compute_harvest,
    count_recruits,
    march,
    recruit,
)
from companion.rules.shogun.battle import Battle, Revolt, resolve_battle
from companion.rules.shogun.campaign import apply_verdict
from companion.rules.shogun.realm import GREEN, Land, Realm
from companion.rules.shogun.stages import LESS_RECRUITING, THEATRE_EVENT, parse_event
from tests.rules.shogun.realms import DEFAULTS, build_realm, choose_rulings


@pytest.mark.parametrize(("kind", "cost"), [("castle", 3), ("temple", 2), ("theatre", 1)])
def test_a_building_costs_and_takes_a_tile(kind: str, cost: int) -> None:
    before = build_realm({"Omi": Land("blue", 2)}, chests=3)
    after = build(before, "blue", "Omi", kind, "")
    assert not after.is_lost
    assert after.realm.lands["Omi"].buildings == (kind,)
    assert after.realm.seats["blue"].chests == 3 - cost
    assert after.realm.stock.chests == before.stock.chests + cost
    assert after.realm.stock.count_tiles(kind) == before.stock.count_tiles(kind) - 1


def test_aki_has_one_site_left_for_another_kind() -> None:
    """The booklet's example: a temple stands in Aki, which has two sites."""
    before = build_realm({"Aki": Land("blue", 2, ("temple",))})
    assert build(before, "blue", "Aki", "temple", "").is_lost
    after = build(before, "blue", "Aki", "castle", "")
    assert after.realm.lands["Aki"].buildings == ("castle", "temple")
    full = build(after.realm, "blue", "Aki", "theatre", "")
    assert full.is_lost
    assert full.realm == after.realm


@pytest.mark.parametrize(
    ("land", "chests", "tiles", "reason"),
    [
        (Land("blue", 1, ("castle",)), 9, 5, "Omi has a castle already; the action is lost."),
        (Land("blue", 1), 2, 5, "Blue has 2 chests, and it costs 3 chests; the action is lost."),
        (Land("blue", 1), 9, 0, "No tile is left for a castle; the action is lost."),
    ],
)
def test_a_building_that_cannot_be_built_loses_the_action(land: Land, chests: int, tiles: int, reason: str) -> None:
    before = build_realm({"Omi": land}, chests=chests, castles=tiles)
    after = build(before, "blue", "Omi", "castle", "")
    assert (after.is_lost, after.realm) == (True, before)
    assert [str(line) for line in after.lines] == [reason]


def test_a_theatre_takes_a_marker_away_under_its_event() -> None:
    before = build_realm({"Omi": Land("blue", 1, (), 2)})
    assert build(before, "blue", "Omi", "theatre", THEATRE_EVENT).realm.lands["Omi"].markers == 1
    assert build(before, "blue", "Omi", "temple", THEATRE_EVENT).realm.lands["Omi"].markers == 2
    assert build(before, "blue", "Omi", "theatre", "").realm.lands["Omi"].markers == 2
    quiet = build_realm({"Omi": Land("blue", 1)})
    assert build(quiet, "blue", "Omi", "theatre", THEATRE_EVENT).realm.lands["Omi"].markers == 0


def test_settsu_yields_six_chests_under_the_event_of_at_most_five() -> None:
    """The booklet's example: 7 chests, at most 5, +1."""
    rule = parse_event("7", facts().events)
    before = build_realm({"Settsu": Land("blue", 2)}, chests=3)
    after = collect(before, "blue", "Settsu", "tax", rule, "chest", DEFAULTS)
    assert compute_harvest(7, "chests", rule, "chest").amount == 6
    assert after.realm.seats["blue"].chests == 9
    assert after.realm.stock.chests == before.stock.chests - 6
    assert [str(line) for line in after.lines] == [
        "The event changes 7 to 5.",
        "The special card adds 1 to 5: 6.",
        "Blue takes 6 chests from Settsu.",
        "Settsu gets a revolt marker: 1 now.",
    ]


@pytest.mark.parametrize(
    ("printed", "action", "event", "special", "amount"),
    [
        (7, "chests", "", None, 7),
        (7, "chests", "min_chests=6", None, 7),
        (3, "chests", "max_chests=5", "chest", 4),
        (3, "chests", "min_chests=6", "chest", 7),
        (2, "rice", "min_rice=4", None, 4),  # the source prints "at most 4, even if less"; at least is meant
        (5, "rice", "min_rice=4", "rice", 6),
        (5, "rice", "max_rice=3", "rice", 4),
        (2, "rice", "max_rice=3", "chest", 2),
    ],
)
def test_harvests_follow_event_and_special_card(
    printed: int, action: str, event: str, special: str | None, amount: int
) -> None:
    assert compute_harvest(printed, action, event, special).amount == amount


def test_mikawa_revolts_with_its_second_marker() -> None:
    """The booklet's example: 4 armies and 2 green are thrown; the yield is received first."""
    before = build_realm({"Mikawa": Land("blue", 4, (), 1)}, chests=0)
    after = collect(before, "blue", "Mikawa", "tax", "", None, DEFAULTS)
    assert after.realm.seats["blue"].chests == 6
    assert after.realm.lands["Mikawa"].markers == 2
    assert after.clash is not None
    assert after.clash.forces.cubes == {"blue": 4, GREEN: 2}
    assert after.clash.sides == Revolt("blue", 2)
    assert after.realm.lands["Mikawa"].armies == 0
    assert after.realm.stock.green == before.stock.green - 2


def test_a_first_marker_is_no_revolt() -> None:
    assert collect(build_realm({"Kai": Land("red", 1)}), "red", "Kai", "rice", "", None, DEFAULTS).clash is None


def test_a_ruling_decides_whether_defence_helps_against_revolts() -> None:
    land = {"Kai": Land("blue", 2, ("castle",), 1)}
    castle = parse_event("4", facts().events)
    by_default = collect(build_realm(land), "blue", "Kai", "tax", castle, "defence", DEFAULTS)
    assert by_default.clash is not None
    assert by_default.clash.forces.cubes["blue"] == 2
    other = choose_rulings(revolt_defence="yes")
    with_help = collect(build_realm(land), "blue", "Kai", "tax", castle, "defence", other)
    assert with_help.clash is not None
    assert with_help.clash.forces.cubes["blue"] == 4
    assert with_help.realm.seats["blue"].supply == 18


def test_chests_that_run_out_are_replaced_and_reported() -> None:
    short = build_realm({"Kai": Land("blue", 1)})
    short = short.with_income("red", short.stock.chests - 2)
    result = collect(short, "blue", "Kai", "tax", "", None, DEFAULTS)
    assert result.realm.stock.chests == 0
    assert result.realm.stock.more_chests == 3
    assert result.realm.seats["blue"].chests == 15
    assert any("chests have run out" in str(line) for line in result.lines)


def test_markers_that_run_out_are_replaced_and_reported() -> None:
    result = collect(build_realm({"Kai": Land("blue", 1)}, markers=0), "blue", "Kai", "rice", "", None, DEFAULTS)
    assert result.realm.lands["Kai"].markers == 1
    assert result.realm.stock.more_markers == 1
    assert any("markers have run out" in str(line) for line in result.lines)


def test_a_ruling_decides_what_happens_when_green_runs_out() -> None:
    few = build_realm({"Kai": Land("blue", 3, (), 4)}, green=2)
    left = collect(few, "blue", "Kai", "tax", "", None, DEFAULTS)
    assert left.clash is not None
    assert left.clash.forces.cubes[GREEN] == 2
    assert left.realm.stock.green == 0
    more = collect(few, "blue", "Kai", "tax", "", None, choose_rulings(green_short="unlimited"))
    assert more.clash is not None
    assert more.clash.forces.cubes[GREEN] == 5
    assert more.realm.stock.more_green == 3


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


CARDS = {"blue": "attack", "yellow": "defence"}


def march_blue(before: Realm, order: March, event: str = "", **options: object) -> ActionResult:
    return march(before, "blue", order, event, CARDS, DEFAULTS, **options)  # type: ignore[arg-type]


def test_the_battle_of_kozuke_is_played_from_declaration_to_board() -> None:
    """The booklet's example: 4 blue from Shinano, 3 yellow; out come 3 blue, 1 yellow, 1 green."""
    before = build_realm({"Shinano": Land("blue", 5), "Kozuke": Land("yellow", 3, ("temple",))})
    came = march(before, "blue", March("Shinano", "Kozuke", 4), "", {}, DEFAULTS)
    assert came.clash is not None
    assert came.clash.forces.cubes == {"blue": 4, "yellow": 3}
    assert came.clash.sides == Battle("blue", "yellow")
    verdict = resolve_battle({"blue": 3, "yellow": 1, GREEN: 1}, Battle("blue", "yellow"))
    after = apply_verdict(came.realm, came.clash, verdict).realm
    assert after.lands["Kozuke"] == Land("blue", 1, ("temple",))
    assert after.lands["Shinano"].armies == 1
    assert after.seats["blue"].supply == 22
    assert after.seats["yellow"].supply == 21
    assert after.stock.green == before.stock.green + 1


def test_a_tie_empties_the_province() -> None:
    before = build_realm({"Shinano": Land("blue", 5), "Kozuke": Land("yellow", 3, ("castle", "temple"), 2)})
    came = march_blue(before, March("Shinano", "Kozuke", 4))
    assert came.clash is not None
    after = apply_verdict(came.realm, came.clash, resolve_battle({"blue": 2, "yellow": 2}, Battle("blue", "yellow", 2)))
    assert after.realm.lands["Kozuke"] == Land()
    assert after.realm.stock.castles == before.stock.castles + 1
    assert after.realm.stock.markers == before.stock.markers + 2


def test_special_cards_throw_one_more_from_the_supply() -> None:
    came = march_blue(build_realm({"Kai": Land("blue", 3), "Suruga": Land("yellow", 3)}), March("Kai", "Suruga", 2))
    assert came.clash is not None
    assert came.clash.forces.cubes == {"blue": 3, "yellow": 4}
    assert came.realm.seats["blue"].supply == 19


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (March("Kai", "Aki", 1), "Aki is not a neighbour of Kai"),
        (March("Kai", "Suruga", 3), "One army must stay behind: of 3 in Kai at most 2 may move, not 3."),
        (March("Kai", "Suruga", -1), "One army must stay behind"),
    ],
)
def test_illegal_moves_are_answered_with_their_reason(order: March, reason: str) -> None:
    with pytest.raises(Refused, match=re.escape(reason)):
        march(build_realm({"Kai": Land("blue", 3)}), "blue", order, "", {}, DEFAULTS)


def test_sea_routes_join_neighbours() -> None:
    """The booklet's example: from Shima straight to Izu."""
    before = build_realm({"Shima": Land("blue", 3), "Izu": Land("blue", 1)})
    after = march_blue(before, March("Shima", "Izu", 2))
    assert after.realm.lands["Izu"].armies == 3


def test_one_army_and_a_move_does_not_attack() -> None:
    before = build_realm({"Kai": Land("blue", 3), "Suruga": Land("red", 1)})
    own = build_realm({"Kai": Land("blue", 3), "Suruga": Land("blue", 3, ("temple",))})
    assert march(own, "blue", March("Kai", "Suruga", 2), "temple_protected=1", {}, DEFAULTS).clash is None
    with pytest.raises(Refused, match="only moves between one's own provinces"):
        march(before, "blue", March("Kai", "Suruga", 1), "", {}, DEFAULTS, may_attack=False)


def test_a_defender_who_chooses_keeps_some_back() -> None:
    before = build_realm({"Kai": Land("blue", 5), "Suruga": Land("red", 4)})
    order = March("Kai", "Suruga", 3, thrown_by_defender=1)
    came = march(before, "blue", order, "", {}, choose_rulings(defender_throws_all="chooses"))
    assert came.clash is not None
    assert came.clash.forces.cubes == {"blue": 3, "red": 1}
    assert isinstance(came.clash.sides, Battle)
    lost = apply_verdict(came.realm, came.clash, resolve_battle({"blue": 2, "red": 1}, came.clash.sides)).realm
    assert lost.lands["Suruga"] == Land("blue", 1)
    assert lost.seats["red"].supply == before.seats["red"].supply + 1 + 3
    held = apply_verdict(came.realm, came.clash, resolve_battle({"red": 1}, came.clash.sides)).realm
    assert held.lands["Suruga"] == Land("red", 4)
