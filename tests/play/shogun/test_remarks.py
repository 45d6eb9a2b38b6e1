"""Undo re-rolls nothing, whatever is thrown in between, and what cannot be prevented is shown to all."""

import pytest

from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.corrections import CorrectTray
from companion.play.shogun.fights import ThrowCubes
from companion.play.shogun.story import list_remarks
from companion.table.archive import verify_log
from companion.table.history import Redo, Undo
from tests.table.games import begin_history, build_attack


def list_fates(step: object, colour: str) -> list[int]:
    """Which of the cubes of a colour that went in from the hand came out: the first, the second."""
    result, before = step.event.result, step.before
    tray = {str(cube) for cube in before.tower.tray}
    hand = [cube for cube in result["in"] if cube.startswith(colour) and cube not in tray]
    return [number for number, cube in enumerate(hand, 1) if cube in result["out"]]


def list_kinds(begun: object) -> list[tuple[str, int]]:
    return [(each.kind, each.step.event.number) for each in list_remarks(begun)]


@pytest.mark.parametrize("seed", ["kabuto", "tanto"])
@pytest.mark.parametrize(
    "between",
    [
        lambda: ThrowCubes({"blue": 4, "yellow": 3}),
        lambda: CorrectTray({"blue": 2}),
        lambda: build_attack("blue=2", "neutral"),
        lambda: build_attack("blue=1", "yellow=1", out={"blue": 1}),
    ],
)
def test_other_events_between_do_not_change_a_repeated_battle(seed: str, between: object) -> None:
    begun = begin_history(seed=seed)
    first = begun.do(build_attack("blue=5", "yellow=4"))
    begun.do(Undo())
    begun.do(between())
    again = begun.do(build_attack("blue=5", "yellow=4"))
    for colour in ("blue", "yellow"):
        assert list_fates(again, colour) == list_fates(first, colour)
    assert verify_log([step.event for step in begun], SHOGUN).is_valid


def test_an_undone_throw_stays_with_its_outcome_and_a_redo_takes_that_back() -> None:
    begun = begin_history()
    begun.do(build_attack())
    begun.do(Undo())
    assert list_kinds(begun) == [("undone", 2)]
    begun.do(Redo())
    assert list_kinds(begun) == []
    begun.do(Undo())
    begun.do(build_attack())
    assert list_kinds(begun) == [("undone", 2)], "the same throw again is nothing to tell"
    begun.do(Undo())
    begun.do(build_attack("blue=3"))
    assert ("otherwise", 8) in list_kinds(begun)
