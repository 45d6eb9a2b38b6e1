"""Whatever is made or lost is noticed."""

from dataclasses import replace

import pytest

from companion.data.shogun.towers import load_presets
from companion.rules.shogun.campaign import find_faults
from companion.rules.shogun.realm import Cube, Land, Realm
from companion.rules.shogun.setup import build_realm
from companion.rules.shogun.tower import LodgedCube, Tower
from tests.rules.shogun.realms import BOARD

TOWER = Tower(load_presets()["shogun"], (LodgedCube(Cube("blue", 1), 0),), (Cube("green", 1),))
WHOLE = build_realm(
    BOARD,
    ("blue", "yellow", "red", "black"),
    {"Kai": Land("blue", 3, ("castle",), 2), "Aki": Land("red", 2)},
    {"blue": 1, "green": 1},
)


def test_a_whole_table_has_no_faults() -> None:
    assert not [*find_faults(WHOLE, TOWER)]


def change_seat(**changes: int) -> Realm:
    return WHOLE.with_seat("blue", replace(WHOLE.seats["blue"], **changes))


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (change_seat(supply=59), "Blue has 63 armies instead of 62."),
        (change_seat(chests=16), "There are 136 chests instead of 135."),
        (change_seat(points=-1), "Some count is below 0."),
        (WHOLE.with_land("Kai", Land("blue", 4, ("castle",), 2)), "Blue has 63 armies instead of 62."),
        (WHOLE.with_land("Kai", Land("blue", 3, ("castle",), 1)), "41 revolt markers instead of 42."),
        (WHOLE.with_land("Kai", Land("blue", 3, (), 2)), "27 tiles instead of 28 for a castle."),
        (WHOLE.with_land("Kai", Land(None, 0, ("castle",), 2)), "Kai is neutral, yet there is something on it"),
        (WHOLE.with_land("Aki", Land("red", 0)), "Aki has an owner without an army, or the reverse."),
        (WHOLE.with_land("Kai", Land("blue", 3, ("castle", "temple"), 2)), "more buildings than sites."),
        (replace(WHOLE, stock=replace(WHOLE.stock, green=20)), "There are 21 green armies instead of 20."),
    ],
)
def test_every_fault_of_a_table_is_named(broken: Realm, said: str) -> None:
    assert any(said in str(fault) for fault in find_faults(broken, TOWER))
