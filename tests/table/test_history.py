"""State is a fold of the log; undo takes back the last event as if it had never been."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import Refused, TableError
from companion.table.history import (
    REDO,
    UNDO,
    Applied,
    EventKind,
    History,
    Redo,
    Undo,
    build_event,
    find_reversed_transition,
)
from tests.table.tally import TALLY, Add, Begin, Seal


def begin_tally() -> History:
    history = History(TALLY)
    history.do(Begin(10))
    return history


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
    added = history.do(Add(6))
    with pytest.raises(Refused, match="event 3, not 2"):
        history.do(Undo(2))
    undo = history.do(Undo())
    assert (undo.event.request, find_reversed_transition(history, undo.event)) == ({"event": 3}, added)
    assert [history.is_undone(step.event) for step in history] == [False, False, True, False]
    history.do(Undo())
    assert (history.state, history.last_undo) == (10, (5, 2))
    with pytest.raises(Refused, match="event 5, not 4"):
        history.do(Redo(4))
    history.do(Redo())
    assert history.last_undo == (4, 3)
    assert history.state == 15
    redo = history.do(Redo())
    assert (history.state, find_reversed_transition(history, redo.event)) == (21, added)
    assert find_reversed_transition(history, added.event) is None
    assert history.last_undo is None
    assert history.standing_numbers == {1, 2, 3}
    assert not any(history.is_undone(step.event) for step in history)
    with pytest.raises(Refused, match="nothing to redo"):
        history.do(Redo())
    for request in (Undo(), Add(1)):
        history.do(request)
    with pytest.raises(Refused, match="something else"):
        history.do(Redo())


UNREAD = r"event 2 cannot have happened: the request cannot be read"


@pytest.mark.parametrize(
    ("kind", "asked", "result", "message"),
    [
        *(("add", asked, {"sum": 11}, UNREAD) for asked in ({}, {"by": "five"}, {"by": None}, {"by": True})),
        *(("add", asked, {"sum": 11}, UNREAD) for asked in ({"by": 1, "to": 2}, {"by": 1, "who": []})),
        ("add", {"by": 1, "who": ""}, {}, "event 2 cannot have happened: it cannot be read"),
        ("add", {"by": 1, "who": ""}, {"sum": "many"}, "event 2 cannot have happened: it cannot be read"),
        ("fly", {}, {}, "newer"),
        (UNDO, {"event": 1}, {}, "event 2 cannot have happened: There is nothing to undo"),
        (REDO, {"event": 1}, {}, "event 2 cannot have happened: There is nothing to redo"),
    ],
)
def test_an_event_that_cannot_have_happened_is_refused(kind: str, asked: dict, result: dict, message: str) -> None:
    history = begin_tally()
    with pytest.raises(TableError, match=message):
        history.replay_event(build_event(2, kind, asked, result, history.head))


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
    assert again.steps == history.steps
    assert again.standing_numbers == history.standing_numbers


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
    history = begin_resting_tally(restore=lambda state, now: max(state, now - 1))
    history.do(Add(5))
    history.do(Undo())
    assert history.state == 14
    history.do(Redo())
    assert history.state == 15


@pytest.mark.parametrize("salt", ["", "pepper"])
def test_events_guessable_from_their_hashes_are_marked_with_all_that_follow(salt: str) -> None:
    history = begin_resting_tally(is_secret=lambda state, kind: kind == "seal", salt=lambda state, number: salt)
    for request in (Add(1), Seal(), Add(1)):
        history.do(request)
    assert [step.guessable for step in history] == [False, False, not salt, not salt]
    assert [step.event.salt for step in history] == ["", "", salt, ""]


def test_what_would_be_drawn_anew_is_refused_ever_after_an_undo() -> None:
    drawing = EventKind("seal", Seal, TALLY.by_name["seal"].apply, changes_draws=True)
    history = History(replace(TALLY, kinds=(*TALLY.kinds[:2], drawing)))
    for request in (Begin(10), Seal(), Add(5), Undo(), Add(6)):
        history.do(request)
    with pytest.raises(Refused, match="must not redraw what was seen"):
        history.do(Seal())
