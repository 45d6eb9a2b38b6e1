"""Logs of older programs, which took back what was opened: a fight undone, declared anew, without a phone.

Nobody got another throw than the one that was due, as far as those programs could hold it.
"""

from functools import partial

import pytest

from companion.errors import Refused
from companion.play.shogun.by_hand import CorrectTray
from companion.play.shogun.fights.fight import ThrowCubes
from companion.play.shogun.telling.remarks import remarks
from companion.play.shogun.trust.numbers import LeaveOut, OpenNumber, SealNumber
from companion.table.history import Redo, Undo
from tests.play.shogun.phone_numbers import SALT, A, B, both, declared, opened, sealed, thrown, true
from tests.table.games import attack

declared = partial(declared, older=True)


def test_undo_throws_nothing_anew_and_forgets_no_number() -> None:
    begun = declared()
    first = both(begun)
    after = begun.state
    begun.do(Undo())
    begun.do(Redo())
    assert begun.state == after
    begun.do(Undo())
    begun.do(Undo())
    declared(begun=begun)
    for request in (SealNumber("blue", "0" * 64), OpenNumber("blue", A, SALT), LeaveOut("blue")):
        with pytest.raises(Refused):
            begun.do(request)
    again = thrown(begun)
    assert again.event.result["out"] == first.event.result["out"]
    assert again.event.result["label"] == first.event.result["label"]
    assert [each.kind for each in remarks(begun)] == ["undone", "undone"]
    assert true(begun)


def test_what_was_only_sealed_stays_with_the_fight_too() -> None:
    """Who dislikes his own number, or the other's seal, gets no other by declaring anew."""
    begun = declared()
    sealed(begun, "blue", A)
    begun.do(Undo())
    declared(attack("blue=5"), begun)
    assert begun.state.attempt.number == 1
    with pytest.raises(Refused, match="it stays"):
        sealed(begun, "blue", B)
    sealed(begun, "yellow", B)
    opened(begun, "blue", A)
    opened(begun, "yellow", B)
    thrown(begun)
    assert true(begun)


def test_declaring_anew_with_other_cubes_needs_new_numbers_so_nothing_can_be_fished() -> None:
    """The laptop's owner has seen all numbers, and could reckon what five armies would have done."""
    begun = declared()
    first = both(begun)
    begun.do(Undo())
    begun.do(Undo())
    declared(attack("blue=5"), begun)
    assert begun.state.attempt.number == 2
    assert begun.state.attempt.own_seal != begun.step(2).event.result["own"]
    with pytest.raises(Refused, match="opened when all are sealed"):
        opened(begun, "blue", A)
    begun.do(Undo())
    # The same cubes have the same numbers, also after another attempt.
    declared(begun=begun)
    assert thrown(begun).event.result["out"] == first.event.result["out"]
    assert [each.kind for each in remarks(begun)] == ["undone", "undone", "again", "undone"]
    assert true(begun)


@pytest.mark.parametrize("between", [lambda: ThrowCubes({"red": 1}), lambda: CorrectTray({"red": 1})])
def test_an_inside_or_tray_that_was_changed_needs_new_numbers_too(between) -> None:
    begun = declared()
    both(begun)
    begun.do(Undo())
    begun.do(Undo())
    begun.do(between())
    declared(begun=begun)
    assert begun.state.attempt.number == 2


def test_who_opens_last_and_refuses_gets_a_throw_nobody_could_foresee() -> None:
    begun = declared()
    sealed(begun, "blue", A)
    sealed(begun, "yellow", B)
    opened(begun, "blue", A)
    with pytest.raises(Refused, match="Blue has opened the number already"):
        begun.do(LeaveOut("blue"))
    begun.do(LeaveOut("yellow"))
    assert begun.state.attempt.number == 2
    with pytest.raises(Refused, match="thrown when all"):
        thrown(begun)
    with pytest.raises(Refused, match="goes on without the phone of Yellow"):
        opened(begun, "yellow", B)
    with pytest.raises(Refused):
        opened(begun, "blue", A)
    # Undone and declared again, it is no more the throw that was refused.
    begun.do(Undo())
    declared(begun=begun)
    assert begun.state.attempt.without == ("yellow",)
    sealed(begun, "blue", "c" * 32)
    opened(begun, "blue", "c" * 32)
    result = thrown(begun).event.result
    assert f"phones 2 blue {'c' * 32} yellow none own" in result["label"]
    assert "without" in [each.kind for each in remarks(begun)]
    assert true(begun)


def test_a_phone_that_never_comes_is_left_out_for_all_to_see() -> None:
    begun = declared()
    sealed(begun, "blue", A)
    begun.do(LeaveOut("yellow"))
    assert begun.state.attempt.number == 1
    opened(begun, "blue", A)
    thrown(begun)
    begun.do(Undo())
    begun.do(Undo())
    declared(begun=begun)
    with pytest.raises(Refused, match="goes on without the phone of Yellow"):
        sealed(begun, "yellow", B)
    assert true(begun)


def test_without_any_phone_the_numbers_of_a_seen_throw_are_not_used_for_another() -> None:
    begun = declared()
    for player in ("blue", "yellow"):
        begun.do(LeaveOut(player))
    thrown(begun)
    begun.do(Undo())
    begun.do(Undo())
    declared(attack("blue=5"), begun)
    assert begun.state.attempt.number == 2
    assert begun.state.attempt.unsealed == ("blue", "yellow")
