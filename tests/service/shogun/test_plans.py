"""Plans as a face lays them: begun, sealed, opened together, told when they come."""

from pathlib import Path

import pytest

from companion.data.shogun.towers import get_preset
from companion.errors import InputError
from companion.play.shogun.corrections import CorrectBoard
from companion.play.shogun.fights import TakeTurn
from companion.play.shogun.plans import LayPlan, list_unplanned
from companion.play.shogun.round import DrawEvent, LayCards, TakeSpecial
from companion.play.shogun.standing import find_next_action
from companion.play.shogun.start import SetUp
from companion.play.shogun.state import holding_of
from companion.play.shogun.views import view
from companion.rules.shogun.bids import Plan
from companion.rules.shogun.campaign import Order
from companion.rules.shogun.realm import Land
from companion.service.kept_tables import describe_history
from companion.service.playing import play
from companion.service.shogun.session import (
    EARLIER,
    PROPOSED,
    ShogunSession,
    begin_plan,
    begin_table,
    describe_bids,
    describe_last_turn,
    lay_plan,
    open_bids,
)
from companion.table.history import Undo
from tests.table.games import PLAYERS


@pytest.fixture
def here(tmp_path: Path) -> ShogunSession:
    opened = begin_table(tmp_path / "store", "friday", PLAYERS, get_preset("shogun"), seed="plans")
    play(opened, SetUp("fixed"))
    play(opened, LayCards())
    return opened


def lay_all(here: ShogunSession, bid: str = "0") -> None:
    for player in PLAYERS:
        plan = begin_plan(here, player, PROPOSED)
        lay_plan(here, player, Plan(plan.cards, bid))


def choose_all(here: ShogunSession) -> None:
    while (calendar := view(here.state).calendar) is not None and calendar.stage == "choice":
        free = [card for card in calendar.specials if card not in calendar.taken.values()]
        assert play(here, TakeSpecial(str(calendar.player), free[0])).yes


def join_lines(lines: object) -> str:
    return " ".join(str(line) for line in lines)  # type: ignore[attr-defined]


def list_ranking(here: ShogunSession) -> list[str]:
    """The order in which the bids of the round were ranked."""
    return next(step.event.result["order"] for step in reversed(here.history.steps) if step.event.kind == "bids")


def test_with_the_last_plan_the_event_is_drawn_and_the_bids_are_opened(here: ShogunSession) -> None:
    assert begin_plan(here, "blue") == begin_plan(here, "blue", EARLIER) == Plan()
    plan = Plan(begin_plan(here, "blue", PROPOSED).cards, "3")
    lay_plan(here, "blue", plan)
    assert begin_plan(here, "blue") == begin_plan(here, "blue", EARLIER) == plan
    assert list_unplanned(here.state) == ("yellow", "red")
    assert not describe_bids(here).yes
    lay_plan(here, "yellow", Plan(begin_plan(here, "yellow", PROPOSED).cards, "1"))
    lay_plan(here, "red", Plan(begin_plan(here, "red", PROPOSED).cards, "4"))
    assert list_ranking(here) == ["red", "blue", "yellow"]
    assert "pays 4" in join_lines(describe_bids(here).lines)


def test_a_plan_that_is_taken_back_is_begun_with_again(here: ShogunSession) -> None:
    plan = Plan(begin_plan(here, "blue", PROPOSED).cards, "2")
    lay_plan(here, "blue", plan)
    assert play(here, LayPlan("blue")).yes
    assert [begin_plan(here, player) for player in ("blue", "yellow")] == [plan, Plan()]
    lost, *kept = plan.cards.values()
    play(here, CorrectBoard({lost: Land("red", 2)}))
    assert sorted(begin_plan(here, "blue").cards.values()) == sorted(kept)
    play(here, Undo())
    taken = play(here, Undo())
    assert "cards of the round are laid" in join_lines(taken.lines)  # and no plan
    assert play(here, LayPlan("blue")).refused is not None


def test_who_has_no_phone_is_told_at_the_opening(here: ShogunSession) -> None:
    lay_plan(here, "blue", Plan(begin_plan(here, "blue", PROPOSED).cards, "2"))
    with pytest.raises(InputError, match="Red"):
        open_bids(here, {"yellow": "1"})
    open_bids(here, {"yellow": "1", "red": "4"})
    assert list_ranking(here) == ["red", "blue", "yellow"]


def test_a_round_is_told_card_by_card_and_begins_again_as_it_was(here: ShogunSession) -> None:
    lay_all(here)
    choose_all(here)
    told = []
    waiting = find_next_action(here.state)
    assert waiting.planned_province == begin_plan(here, str(waiting.player)).cards[str(waiting.action)]
    while view(here.state).calendar.stage == "actions":
        card = view(here.state).opened_cards[-1]
        told.append(play(here, TakeTurn(Order(card.player, card.action, card.province))))
        assert describe_last_turn(here) or told[-1].yes
    assert all(each.yes for each in told)
    words = join_lines(describe_history(here).lines)
    assert "Blue has laid a plan." in words
    assert "laid a blank" in words
    assert "Undone: Blue has laid a plan." not in words
    play(here, LayCards())
    assert begin_plan(here, "blue") == Plan()  # what was laid for another round is only copied
    again = begin_plan(here, "blue", EARLIER)
    assert len(again.cards) == 9
    lost = holding_of(here.state, "blue").provinces[0]
    play(here, CorrectBoard({lost: Land("red", 2)}))
    again = begin_plan(here, "blue", EARLIER)
    assert lost not in again.cards.values()
    assert len(again.cards) == 8


def test_who_shuffles_event_cards_says_which_was_drawn(tmp_path: Path) -> None:
    opened = begin_table(tmp_path / "store", "friday", PLAYERS, get_preset("shogun"), seed="plans")
    play(opened, SetUp("fixed", open=(3, 4, 8, 10)))
    play(opened, LayCards())
    bids = {"blue": "1", "yellow": "0", "red": "2"}
    with pytest.raises(InputError, match="Say which event card you drew"):
        open_bids(opened, bids)
    assert view(opened.state).calendar.event is None
    play(opened, DrawEvent(4))
    open_bids(opened, bids)  # and is not asked again
    assert view(opened.state).calendar.event == 4
