"""A log of Shogun holds only what can be: tampering is found, no state is made up, and the seed is mixed with words."""

import copy
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.errors import InputError, Refused, TableError
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.corrections import CorrectTray
from companion.play.shogun.start import MixWords, RevealSeed, SetUp
from companion.play.shogun.state import ShogunState, check_state
from companion.rules.shogun.campaign import Campaign
from companion.rules.shogun.realm import Cube, Land
from companion.rules.shogun.tower import compute_commitment
from companion.table.archive import verify_log
from companion.table.history import Event, Undo, build_event
from tests.play.shogun.playthrough import Game
from tests.table.games import begin_history, begin_real_tower, build_attack, build_revolt
from tests.table.test_archive import mend_chain


@pytest.fixture(scope="module")
def events() -> list[Event]:
    begun = begin_history()
    begun.do(MixWords((("blue", "tea"),)))
    begun.do(build_attack())
    begun.do(build_revolt())
    begun.do(Undo())
    begun.do(CorrectTray({"green": 3}))
    begun.do(build_attack("red=5", "neutral"))
    begun.do(build_attack("yellow=4", "blue=2", markers=1))
    return [step.event for step in begun]


def change_event(events: list[Event], number: int, change: object) -> list[Event]:
    """The log with one event changed, and the chain mended after it."""
    changed = copy.deepcopy(events)
    for event in changed:
        if event.number == number:
            change(event.request, event.result)
    return mend_chain(changed)


def come_out_more(asked: dict, result: dict) -> None:
    cube = next(name for name in result["lodged"] if name.startswith("red"))
    del result["lodged"][cube]
    result["out"] = sorted([*result["out"], cube])
    result["tray"] = sorted([*result["tray"], cube])


def seal_another_seed(asked: dict, result: dict) -> None:
    asked["seed"] = "another"
    result["commitment"] = compute_commitment("another", asked["salt"])


@pytest.mark.parametrize(
    ("number", "change", "found"),
    [
        (0, None, None),
        (2, lambda asked, result: asked.update(words=[["blue", "sake"]]), 2),
        (3, lambda asked, result: result.update(winner="nobody"), 3),
        (3, come_out_more, 3),
        (3, lambda asked, result: asked["attack"].update(armies=5), 3),
        (1, lambda asked, result: result["lodged"].pop(next(iter(result["lodged"]))), 1),
        (1, lambda asked, result: asked.update(seed="another"), 1),
        (1, lambda asked, result: asked.update(salt="another"), 1),
        (1, lambda asked, result: asked["preset"]["parameters"].update(p_fill="0.9"), 1),
        (1, lambda asked, result: asked["preset"]["parameters"].update(p="0.3"), 3),
        (1, seal_another_seed, 1),
    ],
)
def test_a_change_is_found_at_its_event(events: list[Event], number: int, change: object, found: int | None) -> None:
    verdict = verify_log(change_event(events, number, change), SHOGUN)
    assert [fault.event for fault in verdict.faults][:1] == ([] if found is None else [found])


@pytest.mark.parametrize(
    ("kind", "key", "value"),
    [
        ("lay", "specials", ["six", "chest", "rice", "attack", "defence"]),
        ("event", "event", 4),
        ("bids", "order", ["red", "blue", "yellow"]),
        ("draft", "province", "Aki"),
    ],
)
def test_a_changed_result_of_a_whole_game_is_found(kind: str, key: str, value: object) -> None:
    game = Game(3, "golden 3")
    list(game.play())
    events = [step.event for step in game.log][:42]
    number = next(each.number for each in events if each.kind == kind and each.result[key] != value)
    forged = change_event(events, number, lambda asked, result: result.update({key: value}))
    assert not verify_log(forged, SHOGUN).is_valid


def test_a_game_made_anew_from_another_seed_is_found_against_a_hash_that_was_shown(events: list[Event]) -> None:
    begun = begin_history(seed="another")
    begun.do(build_attack())
    anew = [step.event for step in begun]
    assert verify_log(anew, SHOGUN).is_valid
    assert not verify_log(anew, SHOGUN, events[0].hash[:16]).is_valid


def list_paths(value: object, path: tuple = ()) -> list[tuple]:
    if isinstance(value, dict):
        return [way for key, inner in value.items() for way in list_paths(inner, (*path, key))]
    if isinstance(value, list):
        return [way for index, inner in enumerate(value) for way in list_paths(inner, (*path, index))]
    return [path]


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 70),
    st.just(10**12),
    st.floats(-1, 1),
    st.sampled_from(["", "blue", "black", "green", "blue-1", "blue-0", "x", "red-62", "\ud800", "1/0", "tie"]),
    st.sampled_from([[], {}, {"green": -1}, ["blue-1", "blue-1"]]),
)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_changed_value_is_found_without_a_crash(events: list[Event], data: st.DataObject) -> None:
    event = data.draw(st.sampled_from(events), label="event")
    way = data.draw(st.sampled_from(list_paths({"asked": event.request, "result": event.result})), label="way")
    value = data.draw(VALUES, label="value")
    content = copy.deepcopy({"asked": event.request, "result": event.result})
    place = content
    for key in way[:-1]:
        place = place[key]
    assume(place[way[-1]] != value or type(place[way[-1]]) is not type(value))
    place[way[-1]] = value
    forged = build_event(event.number, event.kind, content["asked"], content["result"], event.previous)
    plain = [forged if each is event else each for each in events]
    if event is not events[-1]:
        assert verify_log(plain, SHOGUN).faults
    # With the chain mended, whatever bears on a throw is found; a label such as the province is not.
    mended = verify_log(change_event(plain, 0, None), SHOGUN, events[-1].hash)
    assert mended.faults
    if way[0] == "result":
        assert event.number in [fault.event for fault in mended.faults]


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


WORDS = (("blue", "thé"), ("yellow", "plum"), ("red", "rain"))


@pytest.mark.parametrize(
    "request_",
    [build_attack(out={"blue": 3}), CorrectTray({"blue": 2}), SetUp("fixed"), SetUp("draft")],
    ids=["real throw", "tray", "fixed", "draft"],
)
def test_words_are_accepted_until_the_first_throw_or_shuffle(request_: object) -> None:
    begun = begin_history()
    begun.do(request_)
    with pytest.raises(Refused, match="before anything is thrown or shuffled"):
        begun.do(MixWords(WORDS))


def test_a_word_leaves_a_real_filling_alone() -> None:
    begun = begin_real_tower({"blue": 3, "yellow": 7, "red": 7, "green": 4})
    before = begun.state.tower
    begun.do(MixWords((("blue", "tea"),)))
    assert begun.state.tower == before


@pytest.mark.parametrize("seen", [SetUp("fixed"), build_attack()])
def test_an_undone_throw_or_shuffle_still_ends_the_words(seen: object) -> None:
    begun = begin_history()
    begun.do(seen)
    begun.do(Undo())
    with pytest.raises(Refused, match="redraw what was seen"):
        begun.do(MixWords(WORDS))


def test_no_word_is_taken_back_or_said_twice() -> None:
    begun = begin_history()
    begun.do(MixWords(WORDS[:2]))
    with pytest.raises(Refused, match="nothing to undo"):
        begun.do(Undo())
    with pytest.raises(Refused, match="Blue has said a word already"):
        begun.do(MixWords((("blue", "tea"),)))
    bad = {(): "No words were given", (("black", "rain"),): "does not play", (("red", "a\nb"),): "visible"}
    for words, message in bad.items():
        with pytest.raises((InputError, Refused), match=message):
            begun.do(MixWords(words))
    begun.do(RevealSeed())
    with pytest.raises(Refused, match="has been revealed"):
        begun.do(MixWords(WORDS[2:]))
