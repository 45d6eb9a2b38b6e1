"""Fights at a table, asked for in values and answered without a face."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.data.shogun.towers import load_presets
from companion.errors import InputError
from companion.play.shogun.corrections import CorrectBoard
from companion.play.shogun.fights import TakeTurn, ThrowAttack, ThrowCubes, ThrowRevolt
from companion.play.shogun.start import SetUp
from companion.rules.shogun.battle import Attack, Uprising
from companion.rules.shogun.campaign import Order
from companion.service.playing import play
from companion.service.shogun.session import ShogunSession, begin_table
from companion.service.shogun.throws import compute_fight_odds, compute_odds_by_armies, odds_before_throw
from tests.service.shogun.boards import ACTIONS, play_to_actions


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
