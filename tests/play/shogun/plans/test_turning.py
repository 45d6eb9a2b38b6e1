"""Planned cards are turned over when their player is on turn; what cannot be done passes by itself."""

from dataclasses import replace

import pytest

from companion.errors import CompanionError, Refused
from companion.play.shogun.corrections import Amounts, CorrectBoard
from companion.play.shogun.fights import TakeTurn
from companion.play.shogun.plans import LayPlan
from companion.play.shogun.round import LayCards
from companion.play.shogun.state import ShogunState
from companion.play.shogun.views import view
from companion.rules.shogun.bids import ACTIONS, Plan
from companion.rules.shogun.campaign import Order
from companion.rules.shogun.stages import Season
from companion.table.history import History, Undo
from tests.play.shogun.plans.planned_tables import begin_planning, lay_plans, list_hand, open_round, play_round, propose
from tests.table.games import PLAYERS

SPECIALS = ("six", "attack", "rice", "chest", "defence")


def deal_round(*first: str, **plans: Plan) -> History[ShogunState]:
    history = begin_planning()
    history.do(Undo())
    rest = [action for action in ACTIONS if action not in first]
    history.do(LayCards((*first, *rest), SPECIALS))
    lay_plans(history, **plans)
    open_round(history)
    return history


def test_in_combat_a_card_is_turned_over_when_its_player_is_on_turn() -> None:
    history = deal_round("combat-a")
    order = history.state.calendar.order
    assert [card.player for card in view(history.state).opened_cards] == [order[0]]
    with pytest.raises(Refused, match="turn, not"):
        history.do(TakeTurn(Order(order[1], "combat-a", list_hand(history, order[1])[0])))
    history.do(TakeTurn(Order(order[0], "combat-a", view(history.state).opened_cards[0].province)))
    assert [card.player for card in view(history.state).opened_cards] == list(order[:2])


def test_blank_and_unaffordable_cards_pass_automatically() -> None:
    base = begin_planning()
    six = {action: name for action, name in zip(ACTIONS[3:], list_hand(base, "blue")[:6], strict=False)}
    history = begin_planning()
    history.do(Undo())
    history.do(CorrectBoard(seats={player: Amounts(chests=0) for player in PLAYERS}))
    history.do(LayCards(ACTIONS, SPECIALS))
    lay_plans(history, blue=Plan(six, "0"))
    open_round(history)
    passed = {(card.player, card.action): card.pass_reason for card in view(history.state).opened_cards}
    assert passed["blue", "castle"] == "blank"
    assert passed["red", "castle"] == "nothing"
    assert history.state.calendar.action == "rice"


def test_a_battle_passes_where_the_only_army_must_stay() -> None:
    history = begin_planning()
    history.do(Undo())
    alone = propose(history, "blue").cards["combat-a"]
    history.do(CorrectBoard({alone: replace(history.state.campaign.realm.lands[alone], armies=1)}))
    history.do(LayCards(("combat-a", *(action for action in ACTIONS if action != "combat-a")), SPECIALS))
    lay_plans(history)
    open_round(history)
    while history.state.calendar.action == "combat-a":
        card = view(history.state).opened_cards[-1]
        history.do(TakeTurn(Order(card.player, card.action, card.province)))
    reasons = {card.player: card.pass_reason for card in view(history.state).opened_cards if card.action == "combat-a"}
    assert reasons == {"blue": "nothing", "yellow": "", "red": ""}


def test_a_round_ends_by_itself_and_its_plans_can_be_laid_once_more() -> None:
    history = begin_planning()
    plans = {player: propose(history, player) for player in PLAYERS}
    lay_plans(history, **plans)
    open_round(history)
    play_round(history)
    assert history.state.calendar.season == Season.SUMMER
    assert view(history.state, "blue").earlier_plan == plans["blue"]
    assert view(history.state).earlier_plan is None
    history.do(LayCards())
    assert view(history.state, "red").opened_cards == ()


def test_a_plan_is_checked_against_hand_and_chests_of_the_table() -> None:
    history = begin_planning()
    with pytest.raises(CompanionError, match="is not Blue's"):
        history.do(LayPlan("blue", plan=Plan({"tax": "Kai"}, "0")))
    history.do(CorrectBoard(seats={"blue": Amounts(chests=2)}))
    with pytest.raises(Refused, match="cannot bid"):
        history.do(LayPlan("blue", plan=Plan(propose(history, "blue").cards, "3")))


def test_a_kept_board_holds_every_turn_to_its_plan() -> None:
    history = begin_planning()
    plans = {player: propose(history, player) for player in PLAYERS}
    lay_plans(history, **plans)
    open_round(history)
    turns = 0
    while history.state.calendar.season == Season.SPRING:
        calendar, seen = history.state.calendar, view(history.state)
        player, action = str(calendar.player), str(calendar.action)
        card = seen.opened_cards[-1]
        assert (card.player, card.action, card.pass_reason) == (player, action, "")
        assert card.province == plans[player].cards[action]
        for province in (None, next(name for name in list_hand(history, player) if name != card.province)):
            with pytest.raises(Refused, match=r"planned with|has been played"):
                history.do(TakeTurn(Order(player, action, province)))
        history.do(TakeTurn(Order(player, action, card.province), blanks=False))
        turns += 1
    assert turns < len(PLAYERS) * len(ACTIONS)
