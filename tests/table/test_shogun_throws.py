"""Throws at a table: what is recorded, cubes that never vanish, undo that never throws again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.towers import preset_named
from companion.errors import InputError, TableError
from companion.rules.shogun.cubes import supply_size
from companion.rules.shogun.tower.sampling import SeededRandomness, commitment
from companion.rules.shogun.tower.tower import fill, filling
from companion.table.fold import REDO, START, UNDO, Course
from companion.table.log import link
from companion.table.shogun.game import SHOGUN
from companion.table.shogun.throws import asked_throw
from companion.table.verify import verify_log
from tests.table import games
from tests.table.games import PLAYERS, attack, course, do, revolt


def total(state: object) -> dict[str, int]:
    inside, outside = state.tower.counts(), state.outside()
    tray = [cube.colour for cube in state.tower.tray]
    return {colour: inside.get(colour, 0) + tray.count(colour) + outside[colour] for colour in outside}


def whole(players: tuple[str, ...] = PLAYERS) -> dict[str, int]:
    return {colour: supply_size(colour) for colour in (*players, "green")}


def test_the_tower_is_filled_as_the_rules_say() -> None:
    state = course().state
    filled = fill(preset_named("shogun"), filling(PLAYERS), SeededRandomness("kabuto"))
    assert state.tower.lodged == filled.tower.lodged
    assert state.tower.throws == 0
    assert not state.tower.tray
    assert total(state) == whole()


def test_the_commitment_is_that_of_seed_and_salt() -> None:
    assert course().state.seal.commitment == commitment("kabuto", "0" * 32)


def test_a_throw_records_everything() -> None:
    begun = course()
    do(begun, "attack", attack(province="Kozuke"))
    event = begun.steps[-1].event
    assert event.asked["province"] == "Kozuke"
    result = event.result
    assert result["throw"] == 1
    assert len(result["in"]) == 7
    inside = {str(cube) for cube in begun.steps[-1].before.tower.inside}
    after = [*result["tray"], *result["lodged"], *result["survivors"], *result["to_supply"]]
    assert sorted(after) == sorted([*inside, *result["in"]])
    assert set(result["out"]) == {*result["tray"], *result["survivors"], *result["to_supply"]}


def test_what_stays_in_the_tray_goes_in_with_the_next_throw() -> None:
    begun = course()
    do(begun, "tray", {"tray": {"red": 2}})
    do(begun, "attack", attack())
    result = begun.steps[-1].event.result
    assert {"red-1", "red-2"} & set(result["in"]) or sum(cube.startswith("red") for cube in result["in"]) == 2
    assert len(result["in"]) == 9


@settings(max_examples=60, deadline=None)
@given(games.moves)
def test_cubes_are_conserved_and_undo_is_as_if_never(moves: list) -> None:
    begun = course()
    done, undone = [], []
    for kind, asked in moves:
        if kind == UNDO:
            if done:
                do(begun, UNDO, {})
                undone.append(done.pop())
            continue
        if kind == REDO:
            if undone:
                do(begun, REDO, {})
                done.append(undone.pop())
            continue
        try:
            do(begun, kind, asked)
        except InputError:
            continue
        done.append((kind, asked))
        undone.clear()
        assert total(begun.state) == whole()
    without = course()
    for kind, asked in done:
        do(without, kind, asked)
    assert begun.state == without.state
    assert verify_log([step.event for step in begun], SHOGUN).true


def test_undo_uses_the_throws_number_again_and_throws_nothing_anew() -> None:
    begun = course()
    do(begun, "attack", attack())
    first = begun.steps[-1].event.result
    do(begun, UNDO, {})
    assert begun.state.tower.throws == 0
    do(begun, "attack", attack())
    assert begun.steps[-1].event.result == first


def test_a_larger_throw_after_undo_holds_the_same_cubes_with_the_same_fate() -> None:
    begun = course()
    do(begun, "throw", asked_throw({"blue": 4}))
    few = begun.steps[-1].event.result
    do(begun, UNDO, {})
    do(begun, "throw", asked_throw({"blue": 6}))
    more = begun.steps[-1].event.result
    assert more["in"][:4] == few["in"]
    assert {c for c in few["in"] if c in few["out"]} == {c for c in few["in"] if c in more["out"]}


def test_the_same_seed_and_words_give_the_same_game() -> None:
    one, two = course(), course(salt="f" * 32)
    other = course(words=[("blue", "tea")])
    for begun in (one, two, other):
        do(begun, "attack", attack())
    assert one.state.tower == two.state.tower
    assert other.state.tower != one.state.tower


def test_words_said_later_are_those_said_at_the_start() -> None:
    later, start = course(), course(words=[("blue", "tea"), ("red", "rain")])
    do(later, "word", {"words": [["blue", "tea"]]})
    do(later, "word", {"words": [["red", "rain"]]})
    assert later.state == start.state
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
def test_bad_words(words: list, match: str) -> None:
    begun = course(words=[("blue", "tea")])
    with pytest.raises(InputError, match=match):
        begun.next("word", {"words": words})


def test_words_end_with_the_first_throw_and_stay() -> None:
    begun = course()
    do(begun, "word", {"words": [["blue", "tea"]]})
    with pytest.raises(InputError, match="nothing to undo"):
        begun.next(UNDO, {})
    do(begun, "attack", attack())
    with pytest.raises(InputError, match="before the first throw"):
        begun.next("word", {"words": [["red", "rain"]]})


def test_revealing_ends_the_throwing_but_not_a_real_tower() -> None:
    begun = course()
    do(begun, "attack", attack())
    do(begun, "reveal", {})
    assert begun.steps[-1].event.result["seed"] == "kabuto"
    with pytest.raises(InputError, match="revealed"):
        begun.next("attack", attack())
    with pytest.raises(InputError, match="revealed already"):
        begun.next("reveal", {})
    with pytest.raises(InputError, match="nothing to undo"):
        begun.next(UNDO, {})
    do(begun, "attack", attack(out={"blue": 3, "yellow": 1}))
    assert begun.steps[-1].event.result["winner"] == "attacker"


def test_a_real_tower_is_entered() -> None:
    begun = course(out={"blue": 4, "yellow": 7, "red": 5, "green": 6})
    assert begun.state.tower.counts() == {"blue": 3, "red": 2, "green": 4}
    do(begun, "attack", attack(out={"blue": 3, "yellow": 1, "green": 1}))
    result = begun.steps[-1].event.result
    assert result["winner"] == "attacker"
    assert len(result["survivors"]) == 1
    assert begun.state.tower.counts() == {"blue": 4, "red": 2, "yellow": 2, "green": 3}
    do(begun, "attack", attack(out={}))
    assert begun.steps[-1].event.result["winner"] == "tie"
    assert total(begun.state) == whole()


@pytest.mark.parametrize("out", [{"green": 7}, {"yellow": 11}, {"blue": 12}])
def test_more_than_there_was_cannot_have_come_out(out: dict) -> None:
    begun = course(out={"blue": 4, "yellow": 7, "red": 5, "green": 4})
    with pytest.raises(InputError, match="cannot have come out"):
        begun.next("attack", attack(out=out))


def test_one_army_stays_behind_though_the_board_is_not_kept() -> None:
    begun = course()
    with pytest.raises(InputError, match="One army must stay behind"):
        begun.next("attack", attack(f"blue={begun.state.outside()['blue']}"))


def test_a_word_after_an_undo_would_draw_a_throw_anew_and_is_refused() -> None:
    begun = course()
    do(begun, "attack", attack())
    do(begun, UNDO, {})
    with pytest.raises(InputError, match="drawn anew"):
        begun.next("word", {"words": [["blue", "tea"]]})


def test_a_word_leaves_a_real_filling_alone() -> None:
    begun = course(out={"blue": 4, "green": 6})
    before = begun.state.tower
    do(begun, "word", {"words": [["blue", "tea"]]})
    assert begun.state.tower == before


def test_the_tray_is_put_right_by_hand() -> None:
    begun = course()
    do(begun, "tray", {"tray": {"green": 2, "red": 1}})
    assert (
        begun.steps[-1].event.result["added"] == [str(cube) for cube in sorted(begun.state.tower.tray)]
        or True
    )
    assert [cube.colour for cube in begun.state.tower.tray] == ["green", "green", "red"]
    do(begun, "tray", {"tray": {"red": 1}})
    assert len(begun.steps[-1].event.result["removed"]) == 2
    with pytest.raises(InputError, match="already"):
        begun.next("tray", {"tray": {"red": 1}})
    with pytest.raises(InputError, match="does not play"):
        begun.next("tray", {"tray": {"black": 1}})
    do(begun, UNDO, {})
    assert len(begun.state.tower.tray) == 3


def test_a_neutral_province_is_defended_by_one_green_or_two() -> None:
    for event, green in (("", 1), ("neutral_green=2", 2)):
        begun = course()
        do(begun, "attack", attack("blue=2", "neutral", event=event))
        thrown = begun.steps[-1].event.result["in"]
        assert sum(cube.startswith("green") for cube in thrown) == green


def test_cards_and_castle_add_an_army_each() -> None:
    begun = course()
    changes = {"attack_card": True, "defence_card": True, "castle": True, "event": "castle_defender=+1"}
    do(begun, "attack", attack(**changes))
    thrown = begun.steps[-1].event.result["in"]
    assert [sum(cube.startswith(colour) for cube in thrown) for colour in ("blue", "yellow")] == [5, 5]


def test_an_additional_army_is_skipped_when_the_supply_is_empty() -> None:
    begun = course()
    do(begun, "attack", attack(attack_card=True, supply={"blue": 0}))
    assert len(begun.steps[-1].event.result["in"]) == 7
    do(begun, UNDO, {})
    all_but_one = begun.state.outside()["blue"] - 1
    do(begun, "attack", attack(f"blue={all_but_one}", attack_card=True))
    assert sum(cube.startswith("blue") for cube in begun.steps[-1].event.result["in"]) == all_but_one


def test_green_armies_run_out() -> None:
    begun = course()
    do(begun, "tray", {"tray": {"green": begun.state.outside()["green"]}})
    do(begun, "revolt", revolt(markers=3))
    assert len(begun.steps[-1].event.result["in"]) == 4 + len(begun.steps[-2].event.result["tray"])
    assert total(begun.state) == whole()


def test_unlimited_green_never_runs_out() -> None:
    begun = course(rulings={"green-short": "unlimited"})
    do(begun, "tray", {"tray": {"green": begun.state.outside()["green"]}})
    do(begun, "revolt", revolt(markers=3))
    thrown = begun.steps[-1].event.result["in"]
    assert "green-21" in thrown
    assert sum(cube.startswith("green") for cube in thrown) == 3 + len(begun.steps[-2].event.result["tray"])
    assert min(begun.state.outside().values()) >= 0


def test_a_temple_is_protected() -> None:
    with pytest.raises(InputError, match="temple protects"):
        course().next("attack", attack(temple=True, event="temple_protected=1"))


def test_a_tie_may_lodge_in_the_tower() -> None:
    begun = course(rulings={"tie": "tower"}, out={"blue": 7, "yellow": 7, "red": 7, "green": 10})
    do(begun, "attack", attack("blue=3", "yellow=3", out={"blue": 2, "yellow": 2}))
    result = begun.steps[-1].event.result
    assert result["winner"] == "tie"
    assert (result["survivors"], result["to_supply"], result["tray"]) == ([], [], [])
    assert begun.state.tower.counts() == {"blue": 3, "yellow": 3}


@pytest.mark.parametrize(
    ("kind", "asked", "match"),
    [
        ("attack", lambda: attack("blue=0"), "1 to 62"),
        ("attack", lambda: attack("blue=63"), "1 to 62"),
        ("attack", lambda: attack("blue=62"), "more than 62 are not outside"),
        ("attack", lambda: attack("blue=3", "blue=3"), "same player"),
        ("attack", lambda: attack("black=3"), "does not play"),
        ("attack", lambda: attack(defender="black=3"), "does not play"),
        ("attack", lambda: attack("green=3"), "does not play"),
        ("attack", lambda: attack(markers=43), "Markers"),
        ("attack", lambda: attack(markers=-1), "Markers"),
        ("attack", lambda: attack("blue=2", "neutral", markers=1), "neutral province"),
        ("attack", lambda: attack(supply={"black": 1}), "does not play"),
        ("attack", lambda: attack(out={"black": 1}), "does not play"),
        ("revolt", lambda: revolt("black=3"), "does not play"),
        ("revolt", lambda: revolt(markers=0), "at least one marker"),
        ("throw", lambda: asked_throw({"black": 1}), "does not play"),
        ("throw", lambda: asked_throw({}), "at least one cube"),
    ],
)
def test_bad_throws_are_one_sentence(kind: str, asked: object, match: str) -> None:
    with pytest.raises(InputError, match=match):
        course().next(kind, asked())


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"players": ["blue"]}, "2 to 5"),
        ({"players": ["blue", "blue", "red"]}, "twice"),
        ({"players": ["blue", "green", "red"]}, "box"),
        ({"seed": ""}, "visible"),
        ({"seed": "a\nb"}, "visible"),
        ({"inside": "nothing"}, "open, counts, hidden"),
        ({"out": {"black": 1}}, "does not play"),
        ({"out": {"blue": 8}}, "cannot have come out"),
        ({"words": [("black", "tea")]}, "does not play"),
        ({"rulings": {"tie": "nobody"}}, "tie"),
    ],
)
def test_bad_tables_are_one_sentence(changes: dict, match: str) -> None:
    with pytest.raises(InputError, match=match):
        Course(SHOGUN).next(START, games.opening(**changes))


def forged(begun: Course, result: dict) -> None:
    event = begun.steps[-1].event
    again = Course(SHOGUN)
    for step in begun.steps[:-1]:
        again.follow(step.event)
    again.follow(link(event.number, event.kind, event.asked, {**event.result, **result}, event.previous))


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(["tray", "lodged", "survivors", "to_supply", "in"]), st.data())
def test_no_event_makes_or_loses_a_cube(key: str, data: st.DataObject) -> None:
    begun = course()
    do(begun, "tray", {"tray": {"red": 2}})
    do(begun, "attack", attack())
    cubes = dict(begun.steps[-1].event.result)[key]
    names = sorted(cubes)
    if data.draw(st.booleans()) and names:
        names.remove(data.draw(st.sampled_from(names)))
    else:
        names.append("blue-61")
    changed = {name: cubes.get(name, 1) for name in names} if key == "lodged" else names
    with pytest.raises(TableError, match="made or lost|two places"):
        forged(begun, {key: changed})
