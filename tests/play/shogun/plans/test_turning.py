"""Planned cards are turned over when their player is on turn; what cannot be done passes by itself."""

from dataclasses import replace

import pytest

from companion.errors import CompanionError, Refused
from companion.play.shogun.bids import RevealBids
from companion.play.shogun.fights.fight import TakeTurn
from companion.play.shogun.keeping import with_calendar
from companion.play.shogun.plans.planning import LayPlan, TellHoldings
from companion.play.shogun.plans.turns import EndTurns, play_turns
from companion.play.shogun.round import DrawEvent, LayCards, TakeSpecial
from companion.play.shogun.set_up import SetUp
from companion.play.shogun.state import ShogunState
from companion.play.shogun.views import view
from companion.play.shogun.winter import BeginWinter, CountPoints, Hand
from companion.rules.shogun.game.campaign import Order
from companion.rules.shogun.game.holdings import Holding
from companion.rules.shogun.realm import Land
from companion.rules.shogun.round.actions import ACTIONS
from companion.rules.shogun.round.plans import Plan
from companion.rules.shogun.round.stages import Season
from companion.table.history import History, Undo
from tests.play.shogun.plans.planned_tables import hand, lay, open_all, planning, play_round, proposal
from tests.table.games import PLAYERS, attack, history

SPECIALS = ("six", "attack", "rice", "chest", "defence")


def dealt(*first: str, **plans: Plan) -> History[ShogunState]:
    """A light round under way, its first actions as named."""
    here = planning()
    here.do(Undo())
    rest = [action for action in ACTIONS if action not in first]
    here.do(LayCards((*first, *rest), SPECIALS))
    lay(here, **plans)
    open_all(here)
    return here


def moved(plan: Plan, **cards: str) -> Plan:
    """A plan with cards laid elsewhere."""
    kept = {action: name for action, name in plan.cards.items() if name not in cards.values()}
    return Plan({**kept, **{action: name for action, name in cards.items() if name}}, plan.bid)


def test_cards_without_a_choice_are_turned_over_together_and_counted() -> None:
    here = dealt("tax", "rice")
    seen = view(here.state)
    assert [card.player for card in seen.opened] == list(here.state.calendar.order)
    before, step = seen.holdings, here.do(EndTurns())
    assert all(step.after.holdings[player].chests > before[player].chests for player in PLAYERS)
    assert len(step.report.lines) >= 3
    here.do(EndTurns(lost=("blue",)))
    assert view(here.state).holdings["blue"].rice == 0 < view(here.state).holdings["red"].rice


@pytest.mark.parametrize(
    ("action", "event", "markers"),
    [("theatre", 1, 1), ("theatre", 3, 2), ("castle", 1, 2), ("temple", 1, 2), ("tax", 1, 3)],
)
def test_only_a_theatre_and_only_under_its_event_takes_a_marker_away(
    action: str, event: int, markers: int
) -> None:
    here = dealt(action)
    province = proposal(here, "blue").cards[action]
    land = Land("blue", 3, markers=2)
    state = with_calendar(here.state, replace(here.state.calendar, event=event))
    state = replace(state, lands={province: land})
    after = play_turns(state, EndTurns(), None).state
    land = after.lands[province]
    assert (land.markers, land.buildings) == (markers, () if action == "tax" else (action,))


def test_in_combat_a_card_is_turned_over_when_its_player_is_on_turn() -> None:
    here = dealt("combat-a")
    order = here.state.calendar.order
    assert [card.player for card in view(here.state).opened] == [order[0]]
    with pytest.raises(Refused, match="turn, not"):
        here.do(EndTurns(order[1]))
    here.do(EndTurns(order[0]))
    assert [card.player for card in view(here.state).opened] == list(order[:2])


def test_an_attack_ends_the_turn_and_a_conquered_card_changes_hands_and_acts_no_more() -> None:
    base = planning()
    target = proposal(base, "yellow").cards["castle"]
    here = dealt("combat-a", "castle", blue=Plan(proposal(base, "blue").cards, "4"))
    while here.state.calendar.player != "blue":
        here.do(EndTurns(here.state.calendar.player))
    here.do(attack("blue=9", "yellow=1", province=target, out={"blue": 9}))
    assert here.state.calendar.player != "blue" or here.state.calendar.action != "combat-a"
    assert target in here.state.holdings["blue"].provinces
    assert target not in here.state.holdings["yellow"].provinces
    while here.state.calendar.action == "combat-a":
        here.do(EndTurns(here.state.calendar.player))
    cards = {card.player: card for card in view(here.state).opened if card.action == "castle"}
    assert (cards["yellow"].province, cards["yellow"].passed) == (target, "lost")


def test_blanks_and_what_cannot_be_paid_pass_by_themselves() -> None:
    base = planning()
    six = {action: name for action, name in zip(ACTIONS[3:], hand(base, "blue")[:6], strict=False)}
    here = planning()
    here.do(Undo())
    poor = TellHoldings({player: Holding(hand(here, player), 0) for player in PLAYERS})
    here.do(poor)
    here.do(LayCards(ACTIONS, SPECIALS))
    lay(here, blue=Plan(six, "0"))
    open_all(here)
    passed = {(card.player, card.action): card.passed for card in view(here.state).opened}
    assert passed["blue", "castle"] == "blank"
    assert passed["red", "castle"] == "nothing"
    assert here.state.calendar.action == "rice"


def test_a_round_ends_by_itself_and_its_plans_can_be_laid_once_more() -> None:
    here = planning()
    plans = {player: proposal(here, player) for player in PLAYERS}
    lay(here, **plans)
    open_all(here)
    play_round(here)
    assert here.state.calendar.season == Season.SUMMER
    assert view(here.state, "blue").earlier == plans["blue"]
    assert view(here.state).earlier is None
    here.do(LayCards())
    assert view(here.state, "red").opened == ()


def test_who_planned_on_the_mat_tells_the_card_when_it_is_turned_over() -> None:
    here = planning()
    here.do(Undo())
    here.do(LayCards(("tax", *[action for action in ACTIONS if action != "tax"]), SPECIALS))
    for player in ("blue", "yellow"):
        here.do(LayPlan(player, proposal(here, player)))
    here.do(DrawEvent())
    here.do(RevealBids({"red": "0"}))
    for space in range(3):
        here.do(TakeSpecial(str(here.state.calendar.player), here.state.calendar.specials[space]))
    before = here.state.holdings["red"].chests
    with pytest.raises(CompanionError, match="is not Red's"):
        here.do(EndTurns(cards={"red": hand(here, "blue")[0]}))
    here.do(EndTurns(cards={"red": hand(here, "red")[0]}))
    assert here.state.holdings["red"].chests > before


def test_winter_eats_the_rice_that_is_counted() -> None:
    here = planning()
    holdings = {player: replace(here.state.holdings[player], rice=18) for player in PLAYERS}
    here.do(TellHoldings(holdings))
    hands = {player: Hand(each.provinces, each.rice) for player, each in holdings.items()}
    here.do(BeginWinter(hands, event=here.state.calendar.open_events[0]))
    assert all(0 <= here.state.holdings[player].rice < 10 for player in PLAYERS)
    here.do(CountPoints(points=dict.fromkeys(PLAYERS, 9), chests=dict.fromkeys(PLAYERS, 7)))
    assert {(each.chests, each.rice) for each in here.state.holdings.values()} == {(7, 0)}


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        (Plan({}, "0"), "province cards still to be laid"),
        (Plan({"tax": "Kai"}, "0"), "is not Blue's"),
        (Plan({"sing": "Kai"}, "0"), "none of the ten actions"),
        (Plan({}, "9"), "is not a bid"),
        (Plan({}, "none"), "cards enough to bid"),
    ],
)
def test_a_plan_that_cannot_be_laid_is_refused(plan: Plan, reason: str) -> None:
    with pytest.raises(CompanionError, match=reason):
        planning().do(LayPlan("blue", plan))


def test_no_card_lies_twice_and_no_bid_is_above_the_chests() -> None:
    here = planning()
    plan = proposal(here, "blue")
    twice = {**plan.cards, "tax": plan.cards["rice"]}
    with pytest.raises(Refused, match="laid twice"):
        here.do(LayPlan("blue", Plan(twice, "0")))
    here.do(TellHoldings({"blue": Holding(hand(here, "blue"), 2)}))
    with pytest.raises(Refused, match="cannot bid"):
        here.do(LayPlan("blue", Plan(plan.cards, "3")))


def test_first_is_told_what_a_player_owns() -> None:
    here = history()
    here.do(SetUp("light"))
    here.do(LayCards())
    with pytest.raises(Refused, match="tells which province cards"):
        here.do(LayPlan("blue", Plan()))


def test_a_kept_board_holds_every_turn_to_its_plan() -> None:
    here = planning("fixed")
    plans = {player: proposal(here, player) for player in PLAYERS}
    lay(here, **plans)
    open_all(here)
    turns = 0
    while here.state.calendar.season == Season.SPRING:
        calendar, seen = here.state.calendar, view(here.state)
        player, action = str(calendar.player), str(calendar.action)
        card = seen.opened[-1]
        assert (card.player, card.action, card.passed) == (player, action, "")
        assert card.province == plans[player].cards[action]
        for province in (None, next(name for name in hand(here, player) if name != card.province)):
            with pytest.raises(Refused, match=r"planned with|has been played"):
                here.do(TakeTurn(Order(player, action, province)))
        here.do(TakeTurn(Order(player, action, card.province), blanks=False))
        turns += 1
    assert turns < len(PLAYERS) * len(ACTIONS)


def test_whoever_ends_alone_a_turn_of_all_is_told_that_all_act_together() -> None:
    """As from a page that still shows the combat before."""
    here = dealt("tax", "rice")
    with pytest.raises(Refused, match="Next: all together, collect taxes"):
        here.do(EndTurns("blue"))
