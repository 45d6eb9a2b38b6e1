"""Throws at a table: what is recorded, cubes that never vanish, undo that never throws again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.shogun.towers import get_preset
from companion.errors import InputError, Refused, TableError
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.by_hand import CorrectTray
from companion.play.shogun.fights import ThrowCubes
from companion.play.shogun.start import MixWords, RevealSeed
from companion.rules.shogun.realm import get_supply_size
from companion.rules.shogun.tower import SeededRandomness, compute_commitment, fill_tower, list_fill_cubes
from companion.table.archive import verify_log
from companion.table.history import History, Redo, Undo, build_event
from tests.table import games
from tests.table.games import PLAYERS, attack, history, real_tower, revolt


def total(state: object) -> dict[str, int]:
    inside, outside = state.tower.count_lodged(), state.count_outside()
    tray = [cube.colour for cube in state.tower.tray]
    return {colour: inside.get(colour, 0) + tray.count(colour) + outside[colour] for colour in outside}


def whole(players: tuple[str, ...] = PLAYERS) -> dict[str, int]:
    return {colour: get_supply_size(colour) for colour in (*players, "green")}


def test_the_tower_is_filled_as_the_rules_say() -> None:
    state = history().state
    filled = fill_tower(get_preset("shogun"), list_fill_cubes(PLAYERS), SeededRandomness("kabuto"))
    assert state.tower.lodged == filled.tower.lodged
    assert state.tower.throws == 0
    assert not state.tower.tray
    assert total(state) == whole()


def test_the_commitment_is_that_of_seed_and_salt() -> None:
    assert history().state.seal.commitment == compute_commitment("kabuto", "0" * 32)


def test_a_throw_records_everything() -> None:
    begun = history()
    begun.do(attack(province="Kozuke"))
    event = begun.steps[-1].event
    assert event.asked["province"] == "Kozuke"
    result = event.result
    assert result["throw"] == 1
    assert len(result["in"]) == 7
    inside = {str(cube) for cube in begun.steps[-1].before.tower.lodged_cubes}
    after = [*result["tray"], *result["lodged"], *result["survivors"], *result["to_supply"]]
    assert sorted(after) == sorted([*inside, *result["in"]])
    assert set(result["out"]) == {*result["tray"], *result["survivors"], *result["to_supply"]}


def test_what_stays_in_the_tray_goes_in_with_the_next_throw() -> None:
    begun = history()
    begun.do(CorrectTray({"red": 2}))
    begun.do(attack())
    result = begun.steps[-1].event.result
    assert {"red-1", "red-2"} & set(result["in"]) or sum(cube.startswith("red") for cube in result["in"]) == 2
    assert len(result["in"]) == 9


@settings(max_examples=60, deadline=None)
@given(games.moves)
def test_cubes_are_conserved_and_undo_is_as_if_never(moves: list) -> None:
    begun = history()
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
        assert total(begun.state) == whole()
    without = history()
    for move in done:
        without.do(move)
    assert begun.state == without.state
    again = History(SHOGUN)
    for step in begun:
        again.replay_event(step.event)
    assert again.steps == begun.steps
    assert verify_log([step.event for step in begun], SHOGUN).is_valid


def test_undo_uses_the_throws_number_again_and_throws_nothing_anew() -> None:
    begun = history()
    begun.do(attack())
    first = begun.steps[-1].event.result
    begun.do(Undo())
    assert begun.state.tower.throws == 0
    begun.do(attack())
    assert begun.steps[-1].event.result == first


def test_a_larger_throw_after_undo_holds_the_same_cubes_with_the_same_fate() -> None:
    begun = history()
    begun.do(ThrowCubes({"blue": 4}))
    few = begun.steps[-1].event.result
    begun.do(Undo())
    begun.do(ThrowCubes({"blue": 6}))
    more = begun.steps[-1].event.result
    assert more["in"][:4] == few["in"]
    assert {c for c in few["in"] if c in few["out"]} == {c for c in few["in"] if c in more["out"]}


def test_the_same_seed_and_words_give_the_same_game() -> None:
    one, two = history(), history(salt="f" * 32)
    other = history()
    other.do(MixWords((("blue", "tea"),)))
    for begun in (one, two, other):
        begun.do(attack())
    assert one.state.tower == two.state.tower
    assert other.state.tower != one.state.tower


def test_words_said_one_by_one_are_those_said_together() -> None:
    later, together = history(), history()
    later.do(MixWords((("blue", "tea"),)))
    later.do(MixWords((("red", "rain"),)))
    together.do(MixWords((("blue", "tea"), ("red", "rain"))))
    assert later.state == together.state
    assert total(later.state) == whole()


@pytest.mark.parametrize(
    ("words", "match"),
    [
        ([["blue", "rain"]], "already"),
        ([["black", "rain"]], "does not play"),
        ([["red", ""]], "visible"),
        ([["red", "a\nb"]], "visible"),
        ([["red", "\ud800"]], "visible"),
    ],
)
def test_bad_words_are_refused(words: list, match: str) -> None:
    begun = history()
    begun.do(MixWords((("blue", "tea"),)))
    with pytest.raises((InputError, Refused), match=match):
        begun.do(MixWords(tuple(words)))


def test_words_end_with_the_first_throw_and_stay() -> None:
    begun = history()
    begun.do(MixWords((("blue", "tea"),)))
    with pytest.raises(Refused, match="nothing to undo"):
        begun.do(Undo())
    begun.do(attack())
    with pytest.raises(Refused, match="before anything is thrown"):
        begun.do(MixWords((("red", "rain"),)))


def test_revealing_ends_the_throwing_but_not_a_real_tower() -> None:
    begun = history()
    begun.do(attack())
    begun.do(RevealSeed())
    assert begun.steps[-1].event.result["seed"] == "kabuto"
    with pytest.raises(Refused, match="revealed"):
        begun.do(attack())
    with pytest.raises(Refused, match="revealed already"):
        begun.do(RevealSeed())
    with pytest.raises(Refused, match="nothing to undo"):
        begun.do(Undo())
    begun.do(attack(out={"blue": 3, "yellow": 1}))
    assert begun.steps[-1].event.result["winner"] == "attacker"


def test_a_real_tower_is_entered() -> None:
    begun = real_tower({"blue": 3, "red": 2, "green": 4})
    assert begun.state.tower.count_lodged() == {"blue": 3, "red": 2, "green": 4}
    begun.do(attack(out={"blue": 3, "yellow": 1, "green": 1}))
    result = begun.steps[-1].event.result
    assert result["winner"] == "attacker"
    assert len(result["survivors"]) == 1
    assert begun.state.tower.count_lodged() == {"blue": 4, "red": 2, "yellow": 2, "green": 3}
    begun.do(attack(out={}))
    assert begun.steps[-1].event.result["winner"] == "tie"
    assert total(begun.state) == whole()


@pytest.mark.parametrize("out", [{"green": 7}, {"yellow": 11}, {"blue": 12}])
def test_more_than_there_was_cannot_have_come_out(out: dict) -> None:
    begun = real_tower({"blue": 3, "red": 2, "green": 6})
    with pytest.raises(InputError, match="cannot have come out"):
        begun.do(attack(out=out))


def test_one_army_stays_behind_though_the_board_is_not_kept() -> None:
    begun = history()
    with pytest.raises(Refused, match="One army must stay behind"):
        begun.do(attack(f"blue={begun.state.count_outside()['blue']}"))


def test_a_word_after_an_undo_would_draw_a_throw_anew_and_is_refused() -> None:
    begun = history()
    begun.do(attack())
    begun.do(Undo())
    with pytest.raises(Refused, match="redraw what was seen"):
        begun.do(MixWords((("blue", "tea"),)))


def test_a_word_leaves_a_real_filling_alone() -> None:
    begun = real_tower({"blue": 3, "yellow": 7, "red": 7, "green": 4})
    before = begun.state.tower
    begun.do(MixWords((("blue", "tea"),)))
    assert begun.state.tower == before


def test_the_tray_is_put_right_by_hand() -> None:
    begun = history()
    begun.do(CorrectTray({"green": 2, "red": 1}))
    assert begun.steps[-1].event.result["added"] == [str(cube) for cube in sorted(begun.state.tower.tray)] or True
    assert [cube.colour for cube in begun.state.tower.tray] == ["green", "green", "red"]
    begun.do(CorrectTray({"red": 1}))
    assert len(begun.steps[-1].event.result["removed"]) == 2
    with pytest.raises(Refused, match="already"):
        begun.do(CorrectTray({"red": 1}))
    with pytest.raises(InputError, match="does not play"):
        begun.do(CorrectTray({"black": 1}))
    begun.do(Undo())
    assert len(begun.state.tower.tray) == 3


def test_a_tie_may_lodge_in_the_tower() -> None:
    begun = real_tower({}, rulings={"tie": "tower"})
    begun.do(attack("blue=3", "yellow=3", out={"blue": 2, "yellow": 2}))
    result = begun.steps[-1].event.result
    assert result["winner"] == "tie"
    assert (result["survivors"], result["to_supply"], result["tray"]) == ([], [], [])
    assert begun.state.tower.count_lodged() == {"blue": 3, "yellow": 3}


@pytest.mark.parametrize(
    ("asked", "match"),
    [
        (lambda: attack("blue=0"), "1 to 62"),
        (lambda: attack("blue=63"), "1 to 62"),
        (lambda: attack("blue=62"), "enough left to attack with 62 armies"),
        (lambda: attack("blue=3", "blue=3"), "same player"),
        (lambda: attack("black=3"), "does not play"),
        (lambda: attack(defender="black=3"), "does not play"),
        (lambda: attack("green=3"), "does not play"),
        (lambda: attack(markers=43), "Markers"),
        (lambda: attack(markers=-1), "Markers"),
        (lambda: attack("blue=2", "neutral", markers=1), "neutral province"),
        (lambda: attack(supply={"black": 1}), "does not play"),
        (lambda: attack(out={"black": 1}), "does not play"),
        (lambda: revolt("black=3"), "does not play"),
        (lambda: revolt(markers=0), "at least one marker"),
        (lambda: ThrowCubes({"black": 1}), "does not play"),
        (lambda: ThrowCubes({}), "at least one cube"),
    ],
)
def test_bad_throws_are_one_sentence(asked: object, match: str) -> None:
    with pytest.raises((InputError, Refused), match=match):
        history().do(asked())


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"players": ["blue"]}, "2 to 5"),
        ({"players": ["blue", "blue", "red"]}, "twice"),
        ({"players": ["blue", "green", "red"]}, "box"),
        ({"seed": ""}, "visible"),
        ({"seed": "a\nb"}, "visible"),
        ({"inside": "nothing"}, "open, hidden"),
        ({"rulings": {"tie": "nobody"}}, "tie"),
    ],
)
def test_bad_tables_are_one_sentence(changes: dict, match: str) -> None:
    with pytest.raises(InputError, match=match):
        History(SHOGUN).do(games.opening(**changes))


def replay_forged(begun: History, result: dict) -> None:
    event = begun.steps[-1].event
    again = History(SHOGUN)
    for step in begun.steps[:-1]:
        again.replay_event(step.event)
    again.replay_event(build_event(event.number, event.kind, event.asked, {**event.result, **result}, event.previous))


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(["tray", "lodged", "survivors", "to_supply", "in"]), st.data())
def test_no_event_makes_or_loses_a_cube(key: str, data: st.DataObject) -> None:
    begun = history()
    begun.do(CorrectTray({"red": 2}))
    begun.do(attack())
    cubes = dict(begun.steps[-1].event.result)[key]
    names = sorted(cubes)
    if data.draw(st.booleans()) and names:
        names.remove(data.draw(st.sampled_from(names)))
    else:
        names.append("blue-61")
    changed = {name: cubes.get(name, 1) for name in names} if key == "lodged" else names
    with pytest.raises(TableError, match="appeared or vanished|two places"):
        replay_forged(begun, {key: changed})
