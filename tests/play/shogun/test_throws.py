"""Throws at a table, and a real tower put right by hand: no cube vanishes, and undo never throws again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import InputError, Refused, TableError
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.corrections import ChooseTower, CorrectInside, CorrectTray
from companion.play.shogun.fights import TakeTurn, ThrowCubes, compute_forces
from companion.play.shogun.start import RevealSeed
from companion.play.shogun.state import ShogunState
from companion.play.shogun.story import list_remarks
from companion.play.shogun.throws import compute_odds, get_known_contents
from companion.rules.shogun.campaign import Order
from companion.rules.shogun.realm import GREEN, count_cubes, get_supply_size
from companion.service.shogun.throws import compute_luck
from companion.table.archive import verify_log
from companion.table.history import History, Redo, Undo, build_event
from tests.play.shogun.test_game import begin_actions
from tests.table import games
from tests.table.games import begin_history, begin_real_tower, build_attack, build_revolt


def check_cubes(state: ShogunState) -> None:
    """Check that every cube is there: inside, in the tray or outside."""
    inside, tray, outside = state.tower.count_lodged(), count_cubes(state.tower.tray), state.count_outside()
    for colour in (*state.players, GREEN):
        assert inside.get(colour, 0) + tray.get(colour, 0) + outside[colour] == get_supply_size(colour)


def test_a_throw_records_everything() -> None:
    begun = begin_history()
    begun.do(CorrectTray({"red": 2}))
    result = begun.do(build_attack()).event.result
    assert result["throw"] == 1
    assert len(result["in"]) == 9  # with what stayed in the tray
    assert sum(cube.startswith("red") for cube in result["in"]) == 2
    inside = {str(cube) for cube in begun.steps[-1].before.tower.lodged_cubes}
    after = [*result["tray"], *result["lodged"], *result["survivors"], *result["to_supply"]]
    assert sorted(after) == sorted([*inside, *result["in"]])
    assert set(result["out"]) == {*result["tray"], *result["survivors"], *result["to_supply"]}


@settings(max_examples=60, deadline=None)
@given(games.moves)
def test_cubes_are_conserved_and_undo_leaves_no_trace(moves: list) -> None:
    begun = begin_history()
    done, undone = [], []
    for move in moves:
        if isinstance(move, Undo):
            if done:
                begun.do(move)
                undone.append(done.pop())
            continue
        if isinstance(move, Redo):
            if undone:
                begun.do(move)
                done.append(undone.pop())
            continue
        try:
            begun.do(move)
        except (InputError, Refused):
            continue
        done.append(move)
        undone.clear()
        check_cubes(begun.state)
    without = begin_history()
    for move in done:
        without.do(move)
    assert begun.state == without.state
    again = History(SHOGUN)
    for step in begun:
        again.replay_event(step.event)
    assert again.steps == begun.steps
    assert verify_log([step.event for step in begun], SHOGUN).is_valid


def test_a_larger_throw_after_undo_holds_the_same_cubes_with_the_same_fate() -> None:
    begun = begin_history()
    begun.do(ThrowCubes({"blue": 4}))
    few = begun.steps[-1].event.result
    begun.do(Undo())
    begun.do(ThrowCubes({"blue": 6}))
    more = begun.steps[-1].event.result
    assert more["in"][:4] == few["in"]
    assert {c for c in few["in"] if c in few["out"]} == {c for c in few["in"] if c in more["out"]}


@pytest.mark.parametrize(
    ("asked", "match"),
    [
        (lambda: build_attack("blue=63"), "1 to 62"),
        (lambda: build_attack("blue=62"), "One army must stay behind: you do not have enough left"),
        (lambda: build_attack("black=3"), "does not play"),
        (lambda: build_attack(defender="black=3"), "does not play"),
        (lambda: build_attack(markers=43), "revolt markers"),
        (lambda: build_attack(out={"black": 1}), "does not play"),
        (lambda: build_revolt("black=3"), "does not play"),
        (lambda: ThrowCubes({"black": 1}), "does not play"),
        (lambda: ThrowCubes({}), "at least one cube"),
    ],
)
def test_bad_throws_are_refused_in_one_sentence(asked: object, match: str) -> None:
    with pytest.raises((InputError, Refused), match=match):
        begin_history().do(asked())


def replay_forged(begun: History, result: dict) -> None:
    event = begun.steps[-1].event
    again = History(SHOGUN)
    for step in begun.steps[:-1]:
        again.replay_event(step.event)
    again.replay_event(build_event(event.number, event.kind, event.request, {**event.result, **result}, event.previous))


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(["tray", "lodged", "survivors", "to_supply", "in"]), st.data())
def test_no_event_makes_or_loses_a_cube(key: str, data: st.DataObject) -> None:
    begun = begin_history()
    begun.do(CorrectTray({"red": 2}))
    begun.do(build_attack())
    cubes = dict(begun.steps[-1].event.result)[key]
    names = sorted(cubes)
    if data.draw(st.booleans()) and names:
        names.remove(data.draw(st.sampled_from(names)))
    else:
        names.append("blue-61")
    changed = {name: cubes.get(name, 1) for name in names} if key == "lodged" else names
    with pytest.raises(TableError, match="appeared or vanished|two places"):
        replay_forged(begun, {key: changed})


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


def test_luck_reveals_no_more_of_the_inside_than_chosen_until_the_end() -> None:
    shown, kept_back = begin_history(), begin_history(inside="hidden")
    for begun in (shown, kept_back):
        begun.do(build_attack())
    state = kept_back.steps[-1].before
    (line,), (exact,) = compute_luck(kept_back)[0].throws, compute_luck(shown)[0].throws
    odds = compute_odds(state, *compute_forces(state, build_attack()), get_known_contents(state))
    assert line.chance == odds.win
    assert line.chance != exact.chance
    kept_back.do(RevealSeed())
    assert compute_luck(kept_back)[0].throws == (exact,)


INSIDE = {"blue": 3, "yellow": 2, "red": 3, "green": 4}


def check_replay(begun: History[ShogunState]) -> None:
    """Check that every cube is there, that the log verifies and that replaying it gives the same table."""
    check_cubes(begun.state)
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
