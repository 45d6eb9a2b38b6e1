"""A turn in an action, as the whole of a game sees it; whatever is made or lost is noticed."""

from dataclasses import replace

import pytest

from companion.data.shogun.facts import facts
from companion.data.shogun.towers import load_presets
from companion.errors import Refused
from companion.rules.shogun import setup
from companion.rules.shogun.bids import ACTIONS, SPECIALS
from companion.rules.shogun.campaign import Campaign, Order, TurnResult, carry_out_turn, find_faults
from companion.rules.shogun.realm import Cube, Land, Realm
from companion.rules.shogun.stages import Calendar, Season, Stage
from companion.rules.shogun.tower import LodgedCube, Tower, enter_throw
from tests.rules.shogun.realms import BOARD, build_realm, choose_rulings

TOWER = Tower(load_presets()["shogun"], (LodgedCube(Cube("blue", 1), 0),), (Cube("green", 1),))
WHOLE = setup.build_realm(
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


PLAYERS = ("blue", "yellow", "red")
CALENDAR = Calendar(
    PLAYERS,
    (),
    (),
    season=Season.SPRING,
    stage=Stage.ACTIONS,
    actions=ACTIONS,
    specials=SPECIALS,
    order=PLAYERS,
    event=9,
    taken={"blue": "chest", "yellow": "rice", "red": "six"},
)


def begin_campaign(lands: dict[str, Land], action: str, **amounts: int) -> Campaign:
    turn = ACTIONS.index(action) * len(PLAYERS)
    table = build_realm(lands, **amounts)
    return Campaign(replace(CALENDAR, turn=turn), table, frozenset(lands))


def play_turn(before: Campaign, order: Order, out: dict[str, int] | None = None, **rulings: str) -> TurnResult:
    return carry_out_turn(
        before,
        Tower(load_presets()["shogun"]),
        order,
        facts().events,
        choose_rulings(**rulings),
        lambda tower, cubes, sides: enter_throw(tower, cubes, out or {}),
    )


def test_a_card_lost_by_conquest_cancels_its_action() -> None:
    before = begin_campaign({"Kai": Land("blue", 5), "Suruga": Land("yellow", 2)}, "combat-a")
    done = play_turn(before, Order("blue", "combat-a", "Kai", "Suruga", 4), {"blue": 4})
    assert done.campaign.realm.lands["Suruga"].owner == "blue"
    assert done.campaign.cards == frozenset()
    for player in ("yellow", "blue"):
        with pytest.raises(Refused, match="Suruga"):
            play_turn(done.campaign, Order(player, "combat-b", "Suruga"))


def test_a_card_is_played_once_a_round() -> None:
    before = begin_campaign({"Kai": Land("blue", 5)}, "castle")
    done = play_turn(before, Order("blue", "castle", "Kai"))
    with pytest.raises(Refused, match="has been played this round"):
        play_turn(done.campaign, Order("blue", "tax", "Kai"))


def test_skipped_turns_count_as_blank_cards() -> None:
    before = begin_campaign({"Kai": Land("red", 5)}, "castle")
    done = play_turn(before, Order("red", "tax", "Kai"))
    assert done.campaign.calendar.player == "blue"
    assert done.campaign.calendar.action == ACTIONS[ACTIONS.index("tax") + 1]


def test_place_one_and_move_without_a_chest_is_a_ruling() -> None:
    lands = {"Kai": Land("blue", 2), "Suruga": Land("blue", 1)}
    order = Order("blue", "one", "Kai", "Suruga", 1)
    lost = play_turn(begin_campaign(lands, "one", chests=0), order)
    assert lost.action.is_lost
    assert lost.campaign.realm.lands["Suruga"].armies == 1
    partial = play_turn(begin_campaign(lands, "one", chests=0), order, short_action="partial")
    assert partial.campaign.realm.lands["Suruga"].armies == 2


def test_a_revolt_that_is_put_down_leaves_one_more_marker() -> None:
    before = begin_campaign({"Mikawa": Land("blue", 4, (), 1)}, "tax")
    done = play_turn(before, Order("blue", "tax", "Mikawa"), {"blue": 3, "green": 1})
    assert done.campaign.realm.lands["Mikawa"] == Land("blue", 2, (), 3)
