"""A turn in an action, as the whole of a game sees it."""

from dataclasses import replace

import pytest

from companion.data.shogun.facts import facts
from companion.data.shogun.towers import load_presets
from companion.errors import Refused
from companion.rules.shogun.bids import ACTIONS, SPECIALS
from companion.rules.shogun.campaign import Campaign, Order, TurnResult, carry_out_turn
from companion.rules.shogun.realm import Land
from companion.rules.shogun.stages import Calendar, Season, Stage
from companion.rules.shogun.tower import Tower, enter_throw
from tests.rules.shogun.realms import build_realm, choose_rulings

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
