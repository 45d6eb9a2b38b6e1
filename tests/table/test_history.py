"""State is a fold of the log; undo takes back the last event as if it had never been."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.codec import decode
from companion.errors import Refused, TableError
from companion.play.shogun.start import MixWords
from companion.table.history import (
    REDO,
    UNDO,
    Applied,
    EventKind,
    History,
    LogRules,
    Redo,
    Undo,
    build_event,
    find_reversed_transition,
)
from tests.table.tally import TALLY, Add, Begin, Seal, check, seal


def begin_tally() -> History:
    history = History(TALLY)
    history.do(Begin(10))
    return history


def test_undo_restores_the_state_before() -> None:
    history = begin_tally()
    history.do(Add(5))
    history.do(Add(6))
    history.do(Undo())
    assert history.state == 15
    assert history.steps[-1].event.asked == {"event": 3}
    history.do(Undo())
    assert history.state == 10
    assert len(history) == 5


def test_undo_never_takes_back_the_start_or_a_sealed_event() -> None:
    history = begin_tally()
    with pytest.raises(Refused, match=r"nothing to undo\.$"):
        history.do(Undo())
    history.do(Seal())
    for _ in range(2):
        assert history.undoable_event is None
        with pytest.raises(Refused, match="nothing to undo: what happened last stays"):
            history.do(Undo())
        history.do(Add(5))
        history.do(Seal())


def test_redo_takes_back_the_last_undo_first() -> None:
    history = begin_tally()
    history.do(Add(5))
    history.do(Add(6))
    history.do(Undo())
    history.do(Undo())
    assert history.last_undo == (5, 2)
    with pytest.raises(Refused, match="event 5, not 4"):
        history.do(Redo(4))
    history.do(Redo())
    assert history.last_undo == (4, 3)
    assert history.state == 15
    history.do(Redo())
    assert history.state == 21
    assert history.last_undo is None
    assert history.standing_numbers == {1, 2, 3}
    with pytest.raises(Refused, match="nothing to redo"):
        history.do(Redo())


def test_redo_is_over_once_something_else_has_happened() -> None:
    history = begin_tally()
    history.do(Add(5))
    history.do(Undo())
    history.do(Add(1))
    with pytest.raises(Refused, match="something else"):
        history.do(Redo())


def test_only_the_last_event_can_be_named() -> None:
    history = begin_tally()
    history.do(Add(5))
    history.do(Add(6))
    with pytest.raises(Refused, match="event 3, not 2"):
        history.do(Undo(2))


def test_a_log_that_undoes_something_else_is_refused() -> None:
    history = begin_tally()
    history.do(Add(5))
    with pytest.raises(TableError, match="event 3 cannot have happened: Only the last event"):
        history.replay_event(build_event(3, UNDO, {"event": 1}, {}, history.head))
    with pytest.raises(TableError, match="event 3 cannot have happened: There is nothing to redo"):
        history.replay_event(build_event(3, REDO, {"event": 1}, {}, history.head))


def test_an_unknown_kind_was_written_by_a_newer_companion() -> None:
    history = begin_tally()
    with pytest.raises(TableError, match="newer"):
        history.replay_event(build_event(2, "fly", {}, {}, history.head))


def test_a_log_must_begin_with_a_start() -> None:
    with pytest.raises(TableError, match="begin"):
        History(TALLY).replay_event(build_event(1, "add", {"by": 1}, {"sum": 1}, "0"))
    with pytest.raises(TableError, match="begin"):
        History(TALLY).do(Add(1))
    with pytest.raises(TableError, match="empty"):
        _ = History(TALLY).state


@given(st.lists(st.one_of(st.integers(1, 9), st.sampled_from([UNDO, REDO])), max_size=30))
def test_a_game_with_undo_and_redo_is_the_game_that_remains(moves: list) -> None:
    history = begin_tally()
    done, undone = [], []
    for move in moves:
        if move == UNDO:
            if done:
                history.do(Undo())
                undone.append(done.pop())
        elif move == REDO:
            if undone:
                history.do(Redo())
                done.append(undone.pop())
        else:
            history.do(Add(move))
            done.append(move)
            undone.clear()
    assert history.state == 10 + sum(done)
    again = History(TALLY)
    for step in history:
        again.replay_event(step.event)
    assert again.state == history.state
    assert again.standing_numbers == history.standing_numbers


def test_an_event_is_as_it_is_read_back() -> None:
    history = begin_tally()
    step = history.do(Add(5))
    assert step.event.asked == {"by": 5, "who": ""}
    again = History(TALLY)
    assert [again.replay_event(each.event).after for each in history] == [10, 15]
    assert again.steps == history.steps


@pytest.mark.parametrize(
    "asked", [{}, {"by": "five"}, {"by": None}, {"by": True}, {"by": 1, "to": 2}, {"by": 1, "who": []}]
)
def test_an_event_with_a_bad_request_is_refused(asked: dict) -> None:
    history = begin_tally()
    with pytest.raises(TableError, match=r"event 2 cannot have happened: what was asked for cannot be read"):
        history.replay_event(build_event(2, "add", asked, {"sum": 11}, history.head))


@pytest.mark.parametrize("result", [{}, {"sum": "many"}, {"sum": None}])
def test_an_event_with_a_bad_result_is_refused(result: dict) -> None:
    history = begin_tally()
    with pytest.raises(TableError, match="event 2 cannot have happened: it cannot be read"):
        history.replay_event(build_event(2, "add", {"by": 1, "who": ""}, result, history.head))


@pytest.mark.parametrize(
    "kind", [EventKind("add", Begin, seal), EventKind("lock", Seal, seal), EventKind(UNDO, int, seal)]
)
def test_a_kind_of_event_has_one_owner(kind: EventKind) -> None:
    with pytest.raises(ValueError, match="one owner"):
        LogRules("tally", 1, (*TALLY.kinds, kind), check)
    with pytest.raises(ValueError, match="one is the start"):
        LogRules("tally", 1, TALLY.kinds[1:], check)


def test_an_undo_and_a_redo_are_told_with_what_they_took_back_and_restored() -> None:
    history = begin_tally()
    added = history.do(Add(5))
    for request in (Undo(), Redo()):
        step = history.do(request)
        assert find_reversed_transition(history, step.event) == added
    assert find_reversed_transition(history, added.event) is None


def test_what_was_taken_back_is_known_as_undone_an_undo_never_is() -> None:
    history = begin_tally()
    for request in (Add(5), Add(6), Undo()):
        history.do(request)
    assert [history.is_undone(step.event) for step in history] == [False, False, True, False]
    history.do(Redo())
    assert not any(history.is_undone(step.event) for step in history)


@dataclass(frozen=True)
class Rest:
    pass


def apply_rest(state: int, request: Rest, recorded: dict | None) -> Applied[int]:
    return Applied({}, state)


def begin_resting_tally(**rules: object) -> History:
    """A tally with rests, which undo skips, and with other rules."""
    game = replace(TALLY, kinds=(*TALLY.kinds, EventKind("rest", Rest, apply_rest, undo_skips=True)), **rules)
    history = History(game)
    history.do(Begin(10))
    return history


def test_undo_and_redo_pass_over_what_changes_nothing() -> None:
    history = begin_resting_tally()
    for request in (Add(5), Rest(), Undo(), Rest()):
        history.do(request)
    assert history.state == 10
    assert not history.is_undone(history.get_transition(3).event)
    history.do(Redo())
    assert history.state == 15


def test_a_game_keeps_what_no_undo_takes_back() -> None:
    history = begin_resting_tally(kept=lambda state, now: max(state, now - 1))
    history.do(Add(5))
    history.do(Undo())
    assert history.state == 14
    history.do(Redo())
    assert history.state == 15


@pytest.mark.parametrize("salt", ["", "pepper"])
def test_what_could_be_guessed_from_a_hash_is_known_with_all_that_follows(salt: str) -> None:
    history = begin_resting_tally(hides=lambda state, kind: kind == "seal", salt=lambda state, number: salt)
    for request in (Add(1), Seal(), Add(1)):
        history.do(request)
    assert [step.guessable for step in history] == [False, False, not salt, not salt]
    assert [step.event.salt for step in history] == ["", "", salt, ""]


@pytest.mark.parametrize(
    ("words", "place"), [(7, "words"), ("ab", "words"), (["ab"], "words.0"), ([["a", 1]], "words.0.1")]
)
def test_the_place_of_what_cannot_be_read_is_named(words: object, place: str) -> None:
    with pytest.raises(TableError, match=rf"cannot be read \({place}\)$"):
        decode(MixWords, {"words": words})
