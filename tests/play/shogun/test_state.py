"""A state that cannot be is never written down: cubes made, doubled or lost, on the board or in the tower."""

from dataclasses import replace

import pytest

from companion.errors import TableError
from companion.play.shogun.start import SetUp
from companion.play.shogun.state import ShogunState, check_state
from companion.rules.shogun.campaign import Campaign
from companion.rules.shogun.realm import Cube, Land
from tests.table.games import begin_history


@pytest.fixture
def kept_state() -> ShogunState:
    """A table that keeps its board, as its players set it up."""
    history = begin_history()
    history.do(SetUp("fixed"))
    check_state(history.state)
    return history.state


def replace_tray(state: ShogunState, *cubes: Cube) -> ShogunState:
    return replace(state, tower=replace(state.tower, tray=cubes))


def test_a_board_without_a_province_that_was_owned_is_refused(kept_state: ShogunState) -> None:
    game = kept_state.game
    assert isinstance(game, Campaign)
    name, land = next((name, land) for name, land in game.realm.lands.items() if land.owner == "blue")
    with pytest.raises(
        TableError, match=f"^The board does not add up: Blue has {62 - land.armies} armies instead of 62"
    ):
        check_state(replace(kept_state, game=replace(game, realm=game.realm.with_land(name, Land()))))


def test_a_cube_in_two_places_or_of_no_box_is_refused(kept_state: ShogunState) -> None:
    inside = kept_state.tower.lodged_cubes[0]
    with pytest.raises(TableError, match=r"^A cube is in two places"):
        check_state(replace_tray(kept_state, inside))
    with pytest.raises(TableError, match=r"^The cube black-1 is not in this game's box\.$"):
        check_state(replace_tray(kept_state, *(Cube("black", number) for number in range(9, 0, -1))))
    light = replace_tray(replace(kept_state, game=None), Cube("green", 21))
    with pytest.raises(TableError, match="green-21 is not in this game's box"):
        check_state(light)
    check_state(replace(light, rulings=light.rulings.with_ruling("green-short", "unlimited")))
