"""At a table of numbers a fight is declared, then a number is given: nobody can have foreseen the throw."""

from dataclasses import replace

import pytest

from companion.errors import InputError, Refused
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.by_hand import CorrectTray
from companion.play.shogun.fights.fight import TakeTurn, TellFight, ThrowCubes
from companion.play.shogun.seed import RevealSeed
from companion.play.shogun.telling.remarks import remarks
from companion.play.shogun.trust.declaring import Declare
from companion.play.shogun.trust.numbers import GiveNumber
from companion.rules.shogun.game.campaign import Order
from companion.table.history import Redo, Undo
from companion.table.verify import verify_log
from tests.play.shogun.test_game import in_action
from tests.table.games import attack, history, revolt


def numbers(**changes: object):
    return history(trust="numbers", **changes)


def test_the_number_decides_and_stands_in_the_log() -> None:
    seen = set()
    for number in range(12):
        begun = numbers()
        declared = begun.do(TellFight(attack("blue=6", "yellow=6")))
        assert declared.event.result == {
            "label": "attack blue yellow 1",
            "in": {"blue": 6, "yellow": 6},
            "number_from": "yellow",
        }
        thrown = begun.do(GiveNumber(number))
        assert thrown.event.kind == "attack"
        assert thrown.event.asked["number"] == number
        assert thrown.event.result["label"] == f"attack blue yellow 1 number {number}"
        seen.add(tuple(thrown.event.result["out"]))
        assert begun.state.declared is None
        assert verify_log([step.event for step in begun], SHOGUN).true
    assert len(seen) > 8


@pytest.mark.parametrize(
    "request_",
    [
        lambda: attack(),
        lambda: revolt(),
        lambda: ThrowCubes({"blue": 1}),
        lambda: CorrectTray({"blue": 1}),
        lambda: TellFight(attack("blue=5")),
        lambda: Declare(attack("blue=5")),
        lambda: attack(out={"blue": 3}),
        lambda: RevealSeed(),
    ],
)
def test_nothing_else_happens_while_a_declared_fight_waits(request_: object) -> None:
    begun = numbers()
    begun.do(TellFight(attack()))
    with pytest.raises(Refused, match="waits for its number"):
        begun.do(request_())


def test_a_number_stays_with_its_fight_whatever_is_undone() -> None:
    begun = numbers()
    begun.do(TellFight(attack()))
    first = begun.do(GiveNumber(17))
    begun.do(Undo())
    with pytest.raises(Refused, match="17 was given before"):
        begun.do(GiveNumber(18))
    begun.do(Undo())
    assert [each.kind for each in remarks(begun)] == ["undone", "undone"]
    begun.do(ThrowCubes({"blue": 1}))
    begun.do(TellFight(attack()))
    with pytest.raises(Refused, match="17 was given before"):
        begun.do(GiveNumber(18))
    again = begun.do(GiveNumber(17))
    assert again.event.result["label"] == first.event.result["label"]
    assert verify_log([step.event for step in begun], SHOGUN).true


def test_a_redo_forgets_no_number_either() -> None:
    begun = numbers()
    begun.do(TellFight(attack()))
    begun.do(GiveNumber(17))
    after = begun.state
    begun.do(Undo())
    begun.do(Redo())
    assert begun.state == after


def numbers_given(number: int) -> None:
    begun = numbers()
    begun.do(TellFight(attack()))
    begun.do(GiveNumber(number))


def test_who_is_asked() -> None:
    for declared, asked in (
        (attack(), "yellow"),
        (attack("blue=2", "neutral"), "yellow"),
        (attack("red=2", "neutral"), "blue"),
        (revolt("yellow=4"), "red"),
    ):
        begun = numbers()
        assert begun.do(TellFight(declared)).event.result["number_from"] == asked
    begun.do(GiveNumber(3, "blue"))
    assert begun.steps[-1].event.asked["by"] == "blue"


def test_a_throw_without_declaration_or_number_is_refused_everywhere() -> None:
    begun = numbers()
    for request in (attack(), revolt()):
        with pytest.raises(Refused, match="declared first"):
            begun.do(request)
    with pytest.raises(Refused, match="No declared fight"):
        begun.do(GiveNumber(3))
    with pytest.raises(InputError, match="from 0 to"):
        numbers_given(-1)
    with pytest.raises(InputError, match="Nothing is declared"):
        history().do(Declare(attack()))
    begun = numbers()
    begun.do(attack(out={"blue": 3}))
    begun.do(ThrowCubes({"red": 1}))


def test_a_turn_on_a_kept_board_is_declared_too() -> None:
    begun = in_action(trust="numbers")
    begun.do(TakeTurn(Order("blue", "tax", "Suruga")))
    lands = begun.state.game.realm.lands
    pairs = [
        (source, target)
        for source in begun.state.game.realm.owned("blue")
        for target in begun.state.game.realm.neighbours(source)
        if lands[source].armies > 1 and target in lands and lands[target].owner not in ("blue",)
    ]
    source, target = pairs[0]
    order = Order("blue", "combat-a", source, target, 1)
    before = begun.state.game
    begun.do(TakeTurn(order))
    assert begun.state.game == before
    begun.do(GiveNumber(5))
    assert begun.state.game != before
    assert verify_log([step.event for step in begun], SHOGUN).true


def test_a_program_of_ones_own_cannot_leave_the_number_out() -> None:
    begun = in_action(trust="numbers")
    source, target = next(
        (source, target)
        for source in begun.state.game.realm.owned("blue")
        for target in begun.state.game.realm.neighbours(source)
        if begun.state.game.realm.lands[source].armies > 1
        and target in begun.state.game.realm.lands
        and begun.state.game.realm.lands[target].owner != "blue"
    )
    turn = TakeTurn(Order("blue", "combat-a", source, target, 1))
    for request in (TellFight(attack()), attack(), replace(attack(), number=3)):
        with pytest.raises(Refused):
            begun.do(request)
    before = begun.state
    declared = begun.do(turn)
    assert declared.event.kind == "declare"
    assert (begun.state.tower, begun.state.game) == (before.tower, before.game)
    whole = begun.state.declared
    begun.do(Undo())
    with pytest.raises(Refused, match="declared first"):
        begun.do(whole)
