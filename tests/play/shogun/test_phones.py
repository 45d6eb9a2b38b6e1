"""Numbers of both phones: what a cheat with the laptop, with a phone, or with both tries in vain."""

import pytest

from companion.errors import InputError, Refused
from companion.play.shogun.by_hand import CorrectTray
from companion.play.shogun.fights.fight import TakeTurn, TellFight, ThrowCubes
from companion.play.shogun.seed import RevealSeed
from companion.play.shogun.telling.remarks import remarks
from companion.play.shogun.trust.numbers import GiveNumber, OpenNumber, SealNumber
from companion.rules.shogun.game.campaign import Order
from companion.table.history import Undo
from tests.play.shogun.phone_numbers import SALT, A, B, both, declared, opened, sealed, thrown, true
from tests.play.shogun.test_game import in_action
from tests.table.games import attack, revolt


def test_all_three_numbers_and_the_seed_make_the_throw() -> None:
    seen = set()
    for number in range(9):
        begun = declared(attack("blue=6", "yellow=6"))
        step = both(begun, f"{number:032x}")
        seen.add(tuple(step.event.result["out"]))
        assert true(begun)
    begun = declared(attack("blue=6", "yellow=6"))
    seen.add(tuple(both(begun, f"{0:032x}", "c" * 32).event.result["out"]))
    for other in ({"seed": "naginata"}, {"salt": "1" * 32}):
        begun = declared(attack("blue=6", "yellow=6"), **other)
        seen.add(tuple(both(begun, f"{0:032x}").event.result["out"]))
    assert len(seen) == 12


def test_a_number_that_does_not_fit_its_seal_is_refused_and_named() -> None:
    begun = declared()
    sealed(begun, "blue", A)
    sealed(begun, "yellow", B)
    opened(begun, "blue", A)
    for number, salt in (("c" * 32, SALT), (B, "6" * 32), (A, SALT)):
        with pytest.raises(Refused, match="number Yellow opened does not fit its seal"):
            opened(begun, "yellow", number, salt)
    assert begun.steps[-1].event.kind == "disclose"
    assert begun.state.attempt.unopened == ("yellow",)


def test_nothing_is_opened_before_all_is_sealed_and_nothing_thrown_before_all_is_open() -> None:
    begun = declared()
    sealed(begun, "blue", A)
    with pytest.raises(Refused, match="opened when all are sealed; missing is that of Yellow"):
        opened(begun, "blue", A)
    with pytest.raises(Refused, match="thrown when all sealed numbers are opened"):
        thrown(begun)
    with pytest.raises(Refused, match="sealed a number for this fight already"):
        sealed(begun, "blue", B)
    with pytest.raises(Refused, match="Red does not fight here"):
        sealed(begun, "red", B)
    sealed(begun, "yellow", B)
    opened(begun, "blue", A)
    with pytest.raises(Refused, match="opened the number already"):
        opened(begun, "blue", A)
    with pytest.raises(Refused, match="thrown when all sealed numbers are opened"):
        thrown(begun)
    with pytest.raises(InputError):
        begun.do(OpenNumber("yellow", "yes", SALT))


@pytest.mark.parametrize(
    "request_",
    [
        lambda: attack("blue=5"),
        lambda: revolt(),
        lambda: ThrowCubes({"blue": 1}),
        lambda: CorrectTray({"blue": 1}),
        lambda: TellFight(attack("blue=5")),
        lambda: GiveNumber(3, "red"),
        lambda: attack(out={"blue": 3}),
        lambda: RevealSeed(),
    ],
)
def test_nothing_else_happens_while_a_fight_waits_for_its_numbers(request_) -> None:
    begun = declared()
    with pytest.raises((Refused, InputError)):
        begun.do(request_())


def test_a_seal_cannot_be_copied_from_the_other_player() -> None:
    begun = declared()
    seal = sealed(begun, "blue", A).request.seal
    begun.do(SealNumber("yellow", seal))
    opened(begun, "blue", A)
    with pytest.raises(Refused, match="does not fit"):
        opened(begun, "yellow", A)


@pytest.mark.parametrize(
    ("fight", "phones"),
    [
        (attack("red=2", "neutral"), ["red", "blue"]),
        (revolt("yellow=4"), ["yellow", "red"]),
        (attack("red=3", "blue=2"), ["red", "blue"]),
    ],
)
def test_whose_phones_are_asked(fight, phones) -> None:
    begun = declared(fight)
    assert begun.steps[-1].event.result["phones"] == phones
    both(begun, players=phones)
    assert true(begun)


def test_a_typed_number_is_told_as_typed() -> None:
    begun = declared()
    begun.do(GiveNumber(17, "blue"))
    sealed(begun, "yellow", B)
    with pytest.raises(Refused, match="does not fit"):
        begun.do(GiveNumber(18, "blue"))
    begun.do(GiveNumber(17, "blue"))
    opened(begun, "yellow", B)
    assert "blue 17 yellow" in thrown(begun).event.result["label"]
    assert [each.kind for each in remarks(begun)] == ["typed"]
    with pytest.raises(InputError):
        declared().do(GiveNumber(-1, "blue"))
    assert true(begun)


def test_a_turn_on_a_kept_board_is_thrown_from_the_phones_too() -> None:
    begun = in_action(trust="phones")
    game = begun.state.game
    source, target = next(
        (source, target)
        for source in game.realm.owned("blue")
        for target in game.realm.neighbours(source)
        if game.realm.lands[source].armies > 1
        and target in game.realm.lands
        and game.realm.lands[target].owner != "blue"
    )
    turn = TakeTurn(Order("blue", "combat-a", source, target, 1))
    declared(turn, begun)
    fight = begun.state.declared
    begun.do(Undo())
    with pytest.raises(Refused, match="declared first"):
        begun.do(fight)
    declared(turn, begun)
    assert begun.state.game == game
    both(begun, players=begun.state.attempt.phones)
    assert begun.state.game != game
    assert true(begun)
