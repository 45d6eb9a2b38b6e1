"""Planned cards are turned over when their player is on turn; what cannot be done passes by itself."""

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
from tests.play.shogun.plans.planned_tables import hand, lay, open_round, planning, play_round, proposal
from tests.table.games import PLAYERS

SPECIALS = ("six", "attack", "rice", "chest", "defence")


def deal_round(*first: str, **plans: Plan) -> History[ShogunState]:
    """A round under way, its first actions as named."""
    here = planning()
    here.do(Undo())
    rest = [action for action in ACTIONS if action not in first]
    here.do(LayCards((*first, *rest), SPECIALS))
    lay(here, **plans)
    open_round(here)
    return here


def test_in_combat_a_card_is_turned_over_when_its_player_is_on_turn() -> None:
    here = deal_round("combat-a")
    order = here.state.calendar.order
    assert [card.player for card in view(here.state).opened_cards] == [order[0]]
    with pytest.raises(Refused, match="turn, not"):
        here.do(TakeTurn(Order(order[1], "combat-a", hand(here, order[1])[0])))
    here.do(TakeTurn(Order(order[0], "combat-a", view(here.state).opened_cards[0].province)))
    assert [card.player for card in view(here.state).opened_cards] == list(order[:2])


def test_blank_and_unaffordable_cards_pass_automatically() -> None:
    base = planning()
    six = {action: name for action, name in zip(ACTIONS[3:], hand(base, "blue")[:6], strict=False)}
    here = planning()
    here.do(Undo())
    here.do(CorrectBoard(seats={player: Amounts(chests=0) for player in PLAYERS}))
    here.do(LayCards(ACTIONS, SPECIALS))
    lay(here, blue=Plan(six, "0"))
    open_round(here)
    passed = {(card.player, card.action): card.pass_reason for card in view(here.state).opened_cards}
    assert passed["blue", "castle"] == "blank"
    assert passed["red", "castle"] == "nothing"
    assert here.state.calendar.action == "rice"


def test_a_round_ends_by_itself_and_its_plans_can_be_laid_once_more() -> None:
    here = planning()
    plans = {player: proposal(here, player) for player in PLAYERS}
    lay(here, **plans)
    open_round(here)
    play_round(here)
    assert here.state.calendar.season == Season.SUMMER
    assert view(here.state, "blue").earlier_plan == plans["blue"]
    assert view(here.state).earlier_plan is None
    here.do(LayCards())
    assert view(here.state, "red").opened_cards == ()


def test_a_plan_is_held_against_hand_and_chests_of_the_table() -> None:
    here = planning()
    with pytest.raises(CompanionError, match="is not Blue's"):
        here.do(LayPlan("blue", plan=Plan({"tax": "Kai"}, "0")))
    here.do(CorrectBoard(seats={"blue": Amounts(chests=2)}))
    with pytest.raises(Refused, match="cannot bid"):
        here.do(LayPlan("blue", plan=Plan(proposal(here, "blue").cards, "3")))


def test_a_kept_board_holds_every_turn_to_its_plan() -> None:
    here = planning()
    plans = {player: proposal(here, player) for player in PLAYERS}
    lay(here, **plans)
    open_round(here)
    turns = 0
    while here.state.calendar.season == Season.SPRING:
        calendar, seen = here.state.calendar, view(here.state)
        player, action = str(calendar.player), str(calendar.action)
        card = seen.opened_cards[-1]
        assert (card.player, card.action, card.pass_reason) == (player, action, "")
        assert card.province == plans[player].cards[action]
        for province in (None, next(name for name in hand(here, player) if name != card.province)):
            with pytest.raises(Refused, match=r"planned with|has been played"):
                here.do(TakeTurn(Order(player, action, province)))
        here.do(TakeTurn(Order(player, action, card.province), blanks=False))
        turns += 1
    assert turns < len(PLAYERS) * len(ACTIONS)
