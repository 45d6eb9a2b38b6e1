"""A real tower put right by hand: a cube that fell out, an inside counted again."""

import pytest

from companion.errors import InputError, Refused
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.by_hand import ChooseTower, CorrectInside, CorrectTray
from companion.play.shogun.descriptions.story import list_remarks
from companion.play.shogun.fights import TakeTurn, ThrowCubes
from companion.play.shogun.start import RevealSeed
from companion.play.shogun.state import ShogunState
from companion.rules.shogun.campaign import Order
from companion.rules.shogun.realm import GREEN, count_cubes, get_supply_size
from companion.table.archive import verify_log
from companion.table.history import History, Undo
from tests.play.shogun.test_game import begin_actions
from tests.table.games import attack, history, real_tower, revolt

INSIDE = {"blue": 3, "yellow": 2, "red": 3, "green": 4}


def real(**more: object) -> History[ShogunState]:
    return real_tower(INSIDE, **more)


def whole(state: ShogunState) -> bool:
    """Whether every cube of the box is inside, in the tray or outside."""
    inside, tray, outside = state.tower.count_lodged(), count_cubes(state.tower.tray), state.count_outside()
    return all(
        inside.get(colour, 0) + tray.get(colour, 0) + outside[colour] == get_supply_size(colour)
        for colour in (*state.players, GREEN)
    )


def check_replay(begun: History[ShogunState]) -> None:
    """Check that the log verifies and that replaying it gives the same table."""
    events = [step.event for step in begun]
    assert verify_log(events, SHOGUN).is_valid
    for anew in (False, True):
        again = History(SHOGUN)
        for event in events:
            again.replay_event(event, anew=anew)
        assert again.state == begun.state


@pytest.mark.parametrize("fight", [attack(), revolt(), ThrowCubes({"red": 2})])
def test_a_real_tower_is_not_thrown_by_the_companion_unasked(fight: object) -> None:
    begun = real()
    with pytest.raises(Refused, match="throws a real tower") as refused:
        begun.do(fight)  # type: ignore[arg-type]
    assert refused.value.remedy == "out"
    begun.do(ChooseTower(False))
    assert begun.do(fight).event.result["out"]  # type: ignore[arg-type]
    with pytest.raises(Refused, match="Companion's tower already"):
        begun.do(ChooseTower(False))
    assert ("tower", 2) in [(each.kind, each.step.event.number) for each in list_remarks(begun)]
    begun.do(Undo())
    begun.do(Undo())
    with pytest.raises(Refused, match="throws a real tower"):
        begun.do(fight)  # type: ignore[arg-type]
    check_replay(begun)


def test_a_turn_with_a_real_tower_needs_its_cubes_entered() -> None:
    begun = begin_actions()
    begun.do(ChooseTower(True))
    order = Order("blue", "combat-a", "Suruga", "Kai", 4)
    with pytest.raises(Refused, match="throws a real tower"):
        begun.do(TakeTurn(order))
    begun.do(TakeTurn(order, out={"blue": 3}))
    check_replay(begun)


def test_a_cube_that_fell_out_lies_in_the_tray() -> None:
    begun = real()
    before = begun.state
    begun.do(CorrectInside(changes={"blue": ("-", 1)}, fell=True))
    after = begun.state
    assert after.tower.count_lodged()["blue"] == before.tower.count_lodged()["blue"] - 1
    assert count_cubes(after.tower.tray) == {"blue": 1}
    assert after.count_outside() == before.count_outside()
    begun.do(Undo())
    assert begun.state == before
    check_replay(begun)


def test_an_inside_counted_again_conserves_every_cube() -> None:
    begun = real()
    begun.do(attack(out={"blue": 3, "yellow": 1}))
    begun.do(CorrectInside(changes={"blue": ("", 6), "yellow": ("", 1)}))
    state = begun.state
    assert state.tower.count_lodged() == {"blue": 6, "red": 3, "yellow": 1, "green": 4}
    assert whole(state)
    assert "inside" in [each.kind for each in list_remarks(begun)]
    # The yellow cubes of the last throw are taken out, that of the filling stays.
    assert [each.from_fill for each in state.tower.lodged if each.cube.colour == "yellow"] == [True]
    begun.do(CorrectInside({}))
    assert begun.state.tower.lodged_cubes == ()
    assert whole(begun.state)
    check_replay(begun)


def test_a_kept_board_follows_the_inside() -> None:
    begun = begin_actions()
    begun.do(ChooseTower(True))
    begun.do(CorrectInside(changes={"blue": ("+", 2)}))
    begun.do(CorrectInside(changes={"red": ("", 0)}))
    check_replay(begun)


def test_impossible_corrections_are_refused() -> None:
    with pytest.raises(Refused, match="nobody counts its inside") as refused:
        history().do(CorrectInside(changes={"blue": ("", 1)}))
    assert refused.value.remedy == "tower"
    begun = real()
    with pytest.raises(Refused, match="There are not 9 blue cubes inside"):
        begun.do(CorrectInside(changes={"blue": ("-", 9)}))
    with pytest.raises(InputError, match="'63' is not a number of blue armies here"):
        begun.do(CorrectInside(changes={"blue": ("+", 60)}))
    with pytest.raises(InputError, match="Black does not play"):
        begun.do(CorrectInside(changes={"black": ("+", 1)}))
    inside = begun.state.tower.count_lodged()
    with pytest.raises(Refused, match="already holds exactly that"):
        begun.do(CorrectInside(changes={colour: ("", count) for colour, count in inside.items()}))
    with pytest.raises(Refused, match="a real tower already"):
        begun.do(ChooseTower(True))
    assert len(begun) == 3


def test_after_the_seed_is_revealed_a_real_tower_goes_on() -> None:
    begun = real()
    begun.do(RevealSeed())
    begun.do(attack(out={"blue": 3}))
    begun.do(CorrectInside(changes={"green": ("-", 1)}, fell=True))
    begun.do(CorrectTray({}))
    check_replay(begun)
