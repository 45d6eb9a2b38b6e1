"""Plans as a face lays them: begun, sealed, opened together, told when they come."""

from pathlib import Path

import pytest

from companion.data.shogun.towers import preset_named
from companion.errors import InputError
from companion.play.shogun.requests import LayCards, NextAction, SetUp, TakeSpecial
from companion.play.shogun.views import view
from companion.rules.shogun.game.holdings import Holding
from companion.service.shogun.table.awaited import awaited
from companion.service.shogun.table.log import undo
from companion.service.shogun.table.opening import ShogunSession, begin_table
from companion.service.shogun.table.plans import planning, turns
from companion.service.shogun.table.rounds import play_round, reveal_bids, set_up, show_bids, take_special
from companion.service.shogun.table.story import tell_log
from tests.table.games import PLAYERS


@pytest.fixture
def here(tmp_path: Path) -> ShogunSession:
    opened = begin_table(tmp_path / "store", "friday", PLAYERS, preset_named("shogun"), seed="plans")
    set_up(opened, SetUp("light"))
    cards = planning.fixed_cards(opened)
    hands = zip(PLAYERS, cards.values(), strict=True)
    planning.tell_holdings(opened, {player: Holding(hand, 18) for player, hand in hands})
    play_round(opened, LayCards())
    return opened


def lay_all(here: ShogunSession, bid: str = "0") -> None:
    for player in PLAYERS:
        plan = planning.plan_begun(here, player, planning.PROPOSED)
        assert planning.lay_plan(here, player, plan.cards, bid).yes


def choose_all(here: ShogunSession) -> None:
    while (calendar := view(here.state).calendar) is not None and calendar.stage == "choice":
        free = [card for card in calendar.specials if card not in calendar.special_of.values()]
        assert take_special(here, TakeSpecial(str(calendar.player), free[0])).yes


def said(lines: object) -> str:
    return " ".join(str(line) for line in lines)  # type: ignore[attr-defined]


def test_with_the_last_plan_the_event_is_drawn_and_the_bids_are_opened(here: ShogunSession) -> None:
    plan = planning.plan_begun(here, "blue", planning.PROPOSED)
    first = planning.lay_plan(here, "blue", plan.cards, "3")
    assert first.document["missing"] == ["yellow", "red"]
    assert not show_bids(here).yes
    planning.lay_plan(here, "yellow", planning.plan_begun(here, "yellow", planning.PROPOSED).cards, "1")
    last = planning.lay_plan(here, "red", planning.plan_begun(here, "red", planning.PROPOSED).cards, "4")
    assert last.document["bids"]["order"] == ["red", "blue", "yellow"]
    assert "pays 4" in said(show_bids(here).lines)


def test_who_has_no_phone_is_told_at_the_opening(here: ShogunSession) -> None:
    planning.lay_plan(here, "blue", planning.plan_begun(here, "blue", planning.PROPOSED).cards, "2")
    with pytest.raises(InputError, match="Red"):
        planning.open_bids(here, {"yellow": "1"})
    opened = planning.open_bids(here, {"yellow": "1", "red": "4"})
    assert opened.document["order"] == ["red", "blue", "yellow"]
    assert "calendar" not in opened.document


def test_the_command_tells_bids_of_some_and_opens_the_others(here: ShogunSession) -> None:
    planning.lay_plan(here, "blue", planning.plan_begun(here, "blue", planning.PROPOSED).cards, "2")
    from companion.play.shogun.requests import DrawEvent
    from companion.rules.shogun.round.bids import Bid

    play_round(here, DrawEvent())
    ranked = reveal_bids(here, {"yellow": Bid(1), "red": Bid(0)}, {})
    assert ranked.document["order"] == ["blue", "yellow", "red"]


def test_a_round_is_told_card_by_card_and_begins_again_as_it_was(here: ShogunSession) -> None:
    lay_all(here)
    assert turns.action_rows(here) == ()
    choose_all(here)
    told = []
    while view(here.state).calendar.stage == "actions":
        rows = turns.action_rows(here)
        assert {row.state for row in rows} <= {"done", "now", "next"}
        assert all(row.laid for row in rows)
        due = view(here.state).due
        told.append(turns.end_turns(here, due[0] if len(due) == 1 else None))
        assert turns.last_lines(here) or told[-1].yes
    assert all(each.yes for each in told)
    words = said(tell_log(here).lines)
    assert "Blue has laid a plan." in words
    assert "laid a blank" in words
    assert "Undone: Blue has laid a plan." not in words
    play_round(here, LayCards())
    again = planning.plan_begun(here, "blue", planning.EARLIER)
    assert len(again.cards) == 9
    lost = view(here.state).holdings["blue"].provinces[0]
    holding = planning.holding_told(here, "blue")
    kept = tuple(name for name in holding.provinces if name != lost)
    planning.tell_holdings(here, {"blue": Holding(kept, 0)})
    again = planning.plan_begun(here, "blue", planning.EARLIER)
    assert lost not in again.cards.values()
    assert len(again.cards) == 8


def test_next_at_the_command_line_counts_what_was_planned_too(here: ShogunSession) -> None:
    lay_all(here)
    choose_all(here)
    before = here.state.holdings
    while view(here.state).calendar.action != "tax":
        assert play_round(here, NextAction()).yes
    play_round(here, NextAction())
    assert here.state.holdings != before


def test_undo_names_what_it_takes_back_and_no_plan(here: ShogunSession) -> None:
    planning.lay_plan(here, "blue", planning.plan_begun(here, "blue", planning.PROPOSED).cards, "2")
    taken = undo(here)
    assert "cards of the round are laid" in said(taken.lines)
    assert planning.take_plan_back(here, "blue").refused is not None


def test_on_a_kept_board_only_the_planned_card_is_waited_for(tmp_path: Path) -> None:
    here = begin_table(tmp_path / "store", "friday", PLAYERS, preset_named("shogun"), seed="plans")
    set_up(here, SetUp("fixed"))
    play_round(here, LayCards())
    lay_all(here)
    choose_all(here)
    waiting = awaited(here)
    plan = planning.plan_begun(here, str(waiting.player))
    assert waiting.planned == plan.cards[str(waiting.action)]
