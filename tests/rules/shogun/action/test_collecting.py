"""Taxes and rice: event, then special card; markers; revolts."""

import pytest

from companion.data.shogun.facts import facts
from companion.rules.shogun.action import collect, compute_harvest
from companion.rules.shogun.battle import Revolt
from companion.rules.shogun.realm import GREEN, Land
from companion.rules.shogun.stages import parse_event
from tests.rules.shogun.realms import DEFAULTS, build_realm, choose_rulings


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
