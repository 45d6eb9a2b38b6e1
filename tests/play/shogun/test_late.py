"""Turns that were forgotten, and the fixed set-ups drawn or asked for."""

import pytest

from companion.errors import InputError, Refused
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.fights.fight import TakeTurn
from companion.play.shogun.set_up import SetUp
from companion.play.shogun.telling.remarks import remarks
from companion.rules.shogun.game.campaign import Order
from companion.rules.shogun.setup.setup import DRAWN
from companion.table.verify import verify_log
from tests.play.shogun.test_game import Shogun, begun, full, in_action


def proven(history: Shogun) -> None:
    assert verify_log([step.event for step in history], SHOGUN).true


def test_a_forgotten_turn_is_told_late_once_and_moves_nobody_on() -> None:
    history = in_action()
    history.do(TakeTurn(Order("red", "tax", "Omi")))
    forgotten, turn = Order("blue", "tax", "Suruga"), full(history).calendar.turn
    chests = full(history).realm.seats["blue"].chests
    with pytest.raises(Refused, match="passed over as a blank"):
        history.do(TakeTurn(forgotten))
    step = history.do(TakeTurn(forgotten, late=True))
    assert step.event.kind == "act"
    assert "tells a forgotten turn" in str(step.report.lines[0])
    assert full(history).calendar.turn == turn
    assert full(history).realm.seats["blue"].chests > chests
    assert [each.step for each in remarks(history) if each.kind == "late"] == [step]
    with pytest.raises(Refused, match="Blue's turn for this action is over"):
        history.do(TakeTurn(Order("blue", "tax", "Izu"), late=True))
    proven(history)


def test_a_forgotten_battle_is_fought_late() -> None:
    history = in_action()
    history.do(TakeTurn(Order("red", "five", "Omi")))
    turn = full(history).calendar.turn
    step = history.do(TakeTurn(Order("blue", "combat-a", "Suruga", "Kai", 4), late=True))
    assert step.event.kind == "attack"
    assert full(history).calendar.turn == turn
    assert [each.kind for each in remarks(history)][-1] == "late"
    proven(history)


def test_a_turn_that_is_to_come_is_not_told_late() -> None:
    with pytest.raises(Refused, match="was not passed over"):
        in_action().do(TakeTurn(Order("red", "tax", "Omi"), late=True))


def test_fixed_set_ups_are_drawn_from_the_seed_or_asked_for() -> None:
    drawn = begun()
    letters = drawn.do(SetUp("fixed", letters=DRAWN)).event.result["letters"]
    assert sorted(letters) == ["A", "B", "C"]
    proven(drawn)
    asked = begun()
    asked.do(SetUp("fixed", letters=letters))
    assert full(asked).realm.lands == full(drawn).realm.lands
    owners = []
    for each in ("", "ABC", "BAC"):
        history = begun()
        history.do(SetUp("fixed", letters=each))
        owners.append(full(history).realm.lands["Izu"].owner)
    assert owners == ["blue", "blue", "yellow"]


@pytest.mark.parametrize("letters", ["AB", "AAB", "ABD", "abc"])
def test_every_set_up_is_somebodys(letters: str) -> None:
    with pytest.raises(InputError, match="by seats, such as ABC"):
        begun().do(SetUp("fixed", letters=letters))
