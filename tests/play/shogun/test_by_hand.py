"""A real tower put right by hand: a cube that fell out, an inside counted again."""

import pytest

from companion.errors import Refused
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.corrections import ChooseTower, CorrectInside
from companion.play.shogun.fights import TakeTurn, ThrowCubes
from companion.play.shogun.state import ShogunState
from companion.play.shogun.story import list_remarks
from companion.rules.shogun.campaign import Order
from companion.rules.shogun.realm import GREEN, count_cubes, get_supply_size
from companion.table.archive import verify_log
from companion.table.history import History, Undo
from tests.play.shogun.test_game import begin_actions
from tests.table.games import begin_real_tower, build_attack, build_revolt

INSIDE = {"blue": 3, "yellow": 2, "red": 3, "green": 4}


def check_replay(begun: History[ShogunState]) -> None:
    """Check that every cube is there, that the log verifies and that replaying it gives the same table."""
    inside, tray, outside = (
        begun.state.tower.count_lodged(),
        count_cubes(begun.state.tower.tray),
        begun.state.count_outside(),
    )
    for colour in (*begun.state.players, GREEN):
        assert inside.get(colour, 0) + tray.get(colour, 0) + outside[colour] == get_supply_size(colour)
    events = [step.event for step in begun]
    assert verify_log(events, SHOGUN).is_valid
    for anew in (False, True):
        again = History(SHOGUN)
        for event in events:
            again.replay_event(event, redo=anew)
        assert again.state == begun.state


@pytest.mark.parametrize("fight", [build_attack(), build_revolt(), ThrowCubes({"red": 2})])
def test_a_real_tower_is_not_thrown_by_the_companion_unasked(fight: object) -> None:
    begun = begin_real_tower(INSIDE)
    with pytest.raises(Refused, match="uses a real tower") as refused:
        begun.do(fight)  # type: ignore[arg-type]
    assert refused.value.remedy == "out"
    begun.do(ChooseTower(False))
    assert begun.do(fight).event.result["out"]  # type: ignore[arg-type]
    with pytest.raises(Refused, match="already uses Companion's tower"):
        begun.do(ChooseTower(False))
    assert ("tower", 2) in [(each.kind, each.step.event.number) for each in list_remarks(begun)]
    begun.do(Undo())
    begun.do(Undo())
    with pytest.raises(Refused, match="uses a real tower"):
        begun.do(fight)  # type: ignore[arg-type]
    check_replay(begun)


def test_a_turn_with_a_real_tower_needs_its_cubes_entered_and_the_board_follows_the_inside() -> None:
    begun = begin_actions()
    begun.do(ChooseTower(True))
    order = Order("blue", "combat-a", "Suruga", "Kai", 4)
    with pytest.raises(Refused, match="uses a real tower"):
        begun.do(TakeTurn(order))
    begun.do(TakeTurn(order, out={"blue": 3}))
    begun.do(CorrectInside(changes={"red": ("", 0)}))
    check_replay(begun)


def test_an_inside_counted_again_conserves_every_cube() -> None:
    begun = begin_real_tower(INSIDE)
    begun.do(build_attack(out={"blue": 3, "yellow": 1}))
    begun.do(CorrectInside(changes={"blue": ("", 6), "yellow": ("", 1)}))
    state = begun.state
    assert state.tower.count_lodged() == {"blue": 6, "red": 3, "yellow": 1, "green": 4}
    assert "inside" in [each.kind for each in list_remarks(begun)]
    # The yellow cubes of the last throw are taken out, that of the filling stays.
    assert [each.from_fill for each in state.tower.lodged if each.cube.colour == "yellow"] == [True]
    begun.do(CorrectInside({}))
    assert begun.state.tower.lodged_cubes == ()
    check_replay(begun)
