"""Moves and attacks: neighbours, the army that stays, cards and events, and what a verdict does."""

import re

import pytest

from companion.errors import Refused
from companion.rules.shogun.action import ActionResult, March, march
from companion.rules.shogun.battle import Battle, resolve_battle
from companion.rules.shogun.campaign import apply_verdict
from companion.rules.shogun.realm import GREEN, Land, Realm
from tests.rules.shogun.realms import DEFAULTS, build_realm, choose_rulings

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
