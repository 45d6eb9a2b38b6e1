"""A round at a table: plans begun, sealed and opened together; fights asked for in values, without a face."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.data.shogun.towers import get_preset, load_presets
from companion.errors import InputError
from companion.play.shogun.corrections import CorrectBoard
from companion.play.shogun.fights import TakeTurn, ThrowAttack, ThrowCubes, ThrowRevolt
from companion.play.shogun.plans import LayPlan, list_unplanned
from companion.play.shogun.round import LayCards
from companion.play.shogun.standing import find_next_action
from companion.play.shogun.start import SetUp
from companion.play.shogun.state import holding_of
from companion.play.shogun.views import view
from companion.rules.shogun.battle import Attack, Uprising
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
)
from companion.service.shogun.throws import compute_fight_odds, compute_odds_by_armies, odds_before_throw
from companion.table.history import Undo
from tests.service.shogun.boards import ACTIONS, lay_plans, play_to_actions, take_specials
from tests.table.games import PLAYERS


@pytest.fixture
def session(tmp_path: Path) -> ShogunSession:
    opened = begin_table(tmp_path / "store", "friday", PLAYERS, get_preset("shogun"), seed="plans")
    play(opened, SetUp("fixed"))
    play(opened, LayCards())
    return opened


def join_lines(lines: object) -> str:
    return " ".join(str(line) for line in lines)  # type: ignore[attr-defined]


def list_ranking(session: ShogunSession) -> list[str]:
    return next(step.event.result["order"] for step in reversed(session.history.steps) if step.event.kind == "bids")


def test_with_the_last_plan_the_event_is_drawn_and_the_bids_are_opened(session: ShogunSession) -> None:
    assert begin_plan(session, "blue") == begin_plan(session, "blue", EARLIER) == Plan()
    plan = Plan(begin_plan(session, "blue", PROPOSED).cards, "3")
    lay_plan(session, "blue", plan)
    assert begin_plan(session, "blue") == begin_plan(session, "blue", EARLIER) == plan
    assert list_unplanned(session.state) == ("yellow", "red")
    assert not describe_bids(session).yes
    lay_plan(session, "yellow", Plan(begin_plan(session, "yellow", PROPOSED).cards, "1"))
    lay_plan(session, "red", Plan(begin_plan(session, "red", PROPOSED).cards, "4"))
    assert list_ranking(session) == ["red", "blue", "yellow"]
    assert "pays 4" in join_lines(describe_bids(session).lines)


def test_a_plan_that_is_taken_back_is_begun_with_again(session: ShogunSession) -> None:
    plan = Plan(begin_plan(session, "blue", PROPOSED).cards, "2")
    lay_plan(session, "blue", plan)
    assert play(session, LayPlan("blue")).yes
    assert [begin_plan(session, player) for player in ("blue", "yellow")] == [plan, Plan()]
    lost, *kept = plan.cards.values()
    play(session, CorrectBoard({lost: Land("red", 2)}))
    assert sorted(begin_plan(session, "blue").cards.values()) == sorted(kept)
    play(session, Undo())
    taken = play(session, Undo())
    assert "cards of the round are laid" in join_lines(taken.lines)  # and no plan
    assert play(session, LayPlan("blue")).refused is not None


def test_a_round_is_described_card_by_card_and_repeated_alike(session: ShogunSession) -> None:
    lay_plans(session, *"000")
    take_specials(session)
    lines = []
    waiting = find_next_action(session.state)
    assert waiting.planned_province == begin_plan(session, str(waiting.player)).cards[str(waiting.action)]
    while view(session.state).calendar.stage == "actions":
        card = view(session.state).opened_cards[-1]
        lines.append(play(session, TakeTurn(Order(card.player, card.action, card.province))))
        assert describe_last_turn(session) or lines[-1].yes
    assert all(each.yes for each in lines)
    words = join_lines(describe_history(session).lines)
    assert "Blue has laid a plan." in words
    assert "laid a blank" in words
    assert "Undone: Blue has laid a plan." not in words
    play(session, LayCards())
    assert begin_plan(session, "blue") == Plan()  # what was laid for another round is only copied
    again = begin_plan(session, "blue", EARLIER)
    assert len(again.cards) == 9
    lost = holding_of(session.state, "blue").provinces[0]
    play(session, CorrectBoard({lost: Land("red", 2)}))
    again = begin_plan(session, "blue", EARLIER)
    assert lost not in again.cards.values()
    assert len(again.cards) == 8


@pytest.fixture
def friday(tmp_path: Path) -> Iterator[ShogunSession]:
    players, preset = ("blue", "yellow", "red"), load_presets()["shogun"]
    with begin_table(tmp_path / "tables.sqlite", "friday", players, preset, seed="kabuto") as session:
        yield session


@pytest.fixture
def acting_session(friday: ShogunSession) -> ShogunSession:
    """A board that is kept, in its first round; Blue, Yellow, Red act in this order."""
    assert play(friday, SetUp("fixed")).yes
    play_to_actions(friday, ("tax", "castle", "combat-a", *ACTIONS[3:]))
    return friday


def test_odds_of_a_turn_include_fewer_armies(acting_session: ShogunSession) -> None:
    def list_numbers(order: Order) -> list[int]:
        answer = odds_before_throw(acting_session, TakeTurn(order))
        assert isinstance(answer.data, dict)
        return [each["armies"] for each in answer.data.get("numbers", ())]

    land = acting_session.state.game.realm.lands["Suruga"]  # type: ignore[union-attr]
    assert land.armies > 3
    assert list_numbers(Order("blue", "combat-a", "Suruga", "Kai", 3)) == [1, 2, 3]
    assert list_numbers(Order("blue", "combat-a", "Suruga", "Kai")) == list(range(1, land.armies))  # one stays
    nowhere = odds_before_throw(acting_session, TakeTurn(Order("blue", "combat-a", "Nowhere", "Kai")))
    assert "Nowhere is out with three players" in str(nowhere.refused)


def test_a_turn_that_ends_in_a_revolt_has_odds_of_its_own_alone(acting_session: ShogunSession) -> None:
    land = acting_session.state.game.realm.lands["Suruga"]  # type: ignore[union-attr]
    assert play(acting_session, CorrectBoard({"Suruga": replace(land, markers=1)})).yes
    answer = odds_before_throw(acting_session, TakeTurn(Order("blue", "tax", "Suruga"), blanks=True))
    assert isinstance(answer.data, dict)
    assert "win" in answer.data
    assert "numbers" not in answer.data


def test_what_is_not_thrown_cannot_have_come_out(acting_session: ShogunSession) -> None:
    refused = play(acting_session, TakeTurn(Order("blue", "combat-a", "Suruga", "Kai", 4), blanks=False))
    assert "collect taxes (all); build a castle (all)" in str(refused.refused)
    with pytest.raises(InputError, match="only for an attack or a revolt"):
        odds_before_throw(acting_session, ThrowCubes({"blue": 1}))
    with pytest.raises(InputError, match="nothing came out of the tower"):
        play(acting_session, TakeTurn(Order("blue", "tax", "Suruga"), {"blue": 1}))
    refused = play(acting_session, ThrowAttack(Attack("blue", 3, "red", 2)))
    assert (refused.remedies, refused.yes) == (("act",), False)


def test_a_turn_without_a_fight_is_predicted_and_leaves_no_trace(acting_session: ShogunSession) -> None:
    before = len(acting_session.history)
    assert odds_before_throw(acting_session, TakeTurn(Order("blue", "tax", "Kai"))).refused is not None
    owned = acting_session.state.game.realm.list_provinces("blue")[0]  # type: ignore[union-attr]
    answer = odds_before_throw(acting_session, TakeTurn(Order("blue", "tax", owned)))
    assert answer.data == {"done": True, "lines": list(answer.lines)}
    assert any(f"from {owned}" in str(line) for line in answer.lines)
    (free, *_), alone = (
        compute_odds_by_armies(acting_session, ThrowAttack(Attack("red", 1, "yellow", 3)), (0,)).values(),
        compute_fight_odds(acting_session, ThrowRevolt(Uprising("red", 2, 1))),
    )
    assert None not in (free.refused, alone.refused)  # turns belong to the board
    assert len(acting_session.history) == before
