"""Castles, temples and theatres."""

import pytest

from companion.rules.shogun.action import build
from companion.rules.shogun.realm import Land
from companion.rules.shogun.stages import THEATRE_EVENT
from tests.rules.shogun.realms import build_realm


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
