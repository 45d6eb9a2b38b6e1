"""Every kind of tampering with a log of Shogun is found, also by someone who mends the chain."""

import copy
import json
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.by_hand import CorrectTray
from companion.play.shogun.start import MixWords
from companion.rules.shogun.tower import compute_commitment
from companion.table.archive import build_archive, verify_log
from companion.table.history import GENESIS, Event, Undo, build_event
from companion.table.store import Store
from companion.table.table import Table
from tests.table import games
from tests.table.files import import_archive
from tests.table.games import attack, history, revolt


@pytest.fixture(scope="module")
def events() -> list[Event]:
    begun = history()
    begun.do(attack())
    begun.do(revolt())
    begun.do(Undo())
    begun.do(CorrectTray({"green": 3}))
    begun.do(attack("red=5", "neutral"))
    begun.do(attack("yellow=4", "blue=2", markers=1))
    return [step.event for step in begun]


def change_event(events: list[Event], number: int, change: object) -> list[Event]:
    """The log with one event changed, and the chain mended after it."""
    mended, head = [], GENESIS
    for event in events:
        asked, result = copy.deepcopy(event.asked), copy.deepcopy(event.result)
        if event.number == number:
            change(asked, result)
        mended.append(build_event(event.number, event.kind, asked, result, head))
        head = mended[-1].hash
    return mended


def test_a_true_log_verifies(events: list[Event]) -> None:
    assert verify_log(events, SHOGUN).is_valid


def test_a_changed_winner_is_found(events: list[Event]) -> None:
    verdict = verify_log(change_event(events, 2, lambda asked, result: result.update(winner="nobody")), SHOGUN)
    assert [fault.event for fault in verdict.faults] == [2]


def test_one_cube_more_that_came_out_is_found(events: list[Event]) -> None:
    def one_more(asked: dict, result: dict) -> None:
        cube = next(name for name in result["lodged"] if name.startswith("red"))
        del result["lodged"][cube]
        result["out"] = sorted([*result["out"], cube])
        result["tray"] = sorted([*result["tray"], cube])

    assert verify_log(change_event(events, 2, one_more), SHOGUN).faults[0].event == 2


def test_more_armies_than_were_declared_are_found(events: list[Event]) -> None:
    more = change_event(events, 2, lambda asked, result: asked["attack"].update(armies=5))
    assert verify_log(more, SHOGUN).faults[0].event == 2


def test_a_changed_filling_is_found(events: list[Event]) -> None:
    def older(asked: dict, result: dict) -> None:
        result["lodged"].pop(next(iter(result["lodged"])))

    assert verify_log(change_event(events, 1, older), SHOGUN).faults[0].event == 1


@pytest.mark.parametrize("key", ["seed", "salt"])
def test_a_changed_seed_or_salt_is_found(events: list[Event], key: str) -> None:
    verdict = verify_log(change_event(events, 1, lambda asked, result: asked.update({key: "another"})), SHOGUN)
    assert verdict.faults[0].event == 1


def test_a_changed_seed_with_its_own_commitment_is_found_at_the_throws(events: list[Event]) -> None:
    def another(asked: dict, result: dict) -> None:
        asked["seed"] = "another"
        result["commitment"] = compute_commitment("another", asked["salt"])

    assert not verify_log(change_event(events, 1, another), SHOGUN).is_valid


def test_a_game_made_anew_from_another_seed_is_found_against_a_hash_that_was_shown(events: list[Event]) -> None:
    begun = history(seed="another")
    begun.do(attack())
    anew = [step.event for step in begun]
    assert verify_log(anew, SHOGUN).is_valid
    assert not verify_log(anew, SHOGUN, events[0].hash[:16]).is_valid


def test_a_changed_word_is_found() -> None:
    begun = history()
    begun.do(MixWords((("blue", "tea"),)))
    events = [step.event for step in begun]
    assert verify_log(events, SHOGUN).is_valid
    another = change_event(events, 2, lambda asked, result: asked.update(words=[["blue", "sake"]]))
    assert not verify_log(another, SHOGUN).is_valid


def test_changed_parameters_are_found(events: list[Event]) -> None:
    for change in (
        lambda asked, result: asked["preset"]["parameters"].update(p_fill="0.9"),
        lambda asked, result: asked["preset"]["parameters"].update(p="0.3"),
    ):
        assert not verify_log(change_event(events, 1, change), SHOGUN).is_valid


def test_import_of_export_is_the_same_game(tmp_path: Path) -> None:
    table = games.table(tmp_path / "one.sqlite")
    table.do(MixWords((("blue", "thé"),)))
    table.do(attack())
    table.do(Undo())
    table.do(revolt())
    document = build_archive(table.store.get_header("friday"), table.store.list_events("friday"))
    (tmp_path / "friday.json").write_text(json.dumps(document, ensure_ascii=False))
    with Store(tmp_path / "two.sqlite") as store:
        import_archive(store, tmp_path / "friday.json", SHOGUN)
        again = Table(store, "friday", SHOGUN)
        assert again.state == table.state
        assert again.head == table.head
        assert build_archive(store.get_header("friday"), store.list_events("friday")) == document
        # The game goes on alike on both.
        assert again.do(attack()).event.record == table.do(attack()).event.record
    table.store.close()


def leaves(value: object, path: tuple = ()) -> list[tuple]:
    """The way to every single value in an event."""
    if isinstance(value, dict):
        return [way for key, inner in value.items() for way in leaves(inner, (*path, key))]
    if isinstance(value, list):
        return [way for index, inner in enumerate(value) for way in leaves(inner, (*path, index))]
    return [path]


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 70),
    st.just(10**12),
    st.floats(-1, 1),
    st.sampled_from(["", "blue", "black", "green", "blue-1", "blue-0", "x", "red-62", "\ud800", "1/0", "tie"]),
    st.just([]),
    st.just({}),
    st.just({"green": -1}),
    st.just(["blue-1", "blue-1"]),
)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_value_changed_to_anything_is_found_and_never_trips_the_program(
    events: list[Event], data: st.DataObject
) -> None:
    event = data.draw(st.sampled_from(events), label="event")
    way = data.draw(st.sampled_from(leaves({"asked": event.asked, "result": event.result})), label="way")
    value = data.draw(VALUES, label="value")
    content = copy.deepcopy({"asked": event.asked, "result": event.result})
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
