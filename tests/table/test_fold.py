"""State is a fold of the log; undo takes back the last event as if it had never been."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import InputError, TableError
from companion.table.fold import REDO, START, UNDO, Course
from companion.table.log import link
from tests.table.tally import TALLY


def begun() -> Course:
    course = Course(TALLY)
    course.follow(course.next(START, {"from": 10}))
    return course


def do(course: Course, kind: str, **asked: int) -> None:
    course.follow(course.next(kind, asked))


def test_undo_restores_the_state_before() -> None:
    course = begun()
    do(course, "add", by=5)
    do(course, "add", by=6)
    do(course, UNDO)
    assert course.state == 15
    assert course.steps[-1].event.asked == {"event": 3}
    do(course, UNDO)
    assert course.state == 10
    assert len(course) == 5


def test_undo_never_takes_back_the_start_or_a_sealed_event() -> None:
    course = begun()
    with pytest.raises(InputError, match="nothing to undo"):
        course.next(UNDO, {})
    do(course, "add", by=5)
    do(course, "seal")
    with pytest.raises(InputError, match="nothing to undo"):
        course.next(UNDO, {})


def test_redo_takes_back_the_last_undo_first() -> None:
    course = begun()
    do(course, "add", by=5)
    do(course, "add", by=6)
    do(course, UNDO)
    do(course, UNDO)
    do(course, REDO)
    assert course.state == 15
    do(course, REDO)
    assert course.state == 21
    assert course.standing == {1, 2, 3}
    with pytest.raises(InputError, match="no undo"):
        course.next(REDO, {})


def test_redo_is_over_once_something_else_has_happened() -> None:
    course = begun()
    do(course, "add", by=5)
    do(course, UNDO)
    do(course, "add", by=1)
    with pytest.raises(InputError, match="something else"):
        course.next(REDO, {})


def test_only_the_last_event_can_be_named() -> None:
    course = begun()
    do(course, "add", by=5)
    do(course, "add", by=6)
    with pytest.raises(InputError, match="event 3, not 2"):
        course.next(UNDO, {"event": 2})


def test_a_log_that_undoes_something_else_is_refused() -> None:
    course = begun()
    do(course, "add", by=5)
    with pytest.raises(TableError, match="undoes"):
        course.follow(link(3, UNDO, {"event": 1}, {}, course.head))
    with pytest.raises(TableError, match="takes back"):
        course.follow(link(3, REDO, {"event": 1}, {}, course.head))


def test_an_unknown_kind_was_written_by_a_newer_companion() -> None:
    course = begun()
    with pytest.raises(TableError, match="newer"):
        course.follow(link(2, "fly", {}, {}, course.head))


def test_a_log_must_begin_with_a_start() -> None:
    with pytest.raises(TableError, match="begin"):
        Course(TALLY).follow(link(1, "add", {"by": 1}, {"sum": 1}, "0"))
    with pytest.raises(TableError, match="begin"):
        Course(TALLY).next("add", {"by": 1})
    with pytest.raises(TableError, match="empty"):
        _ = Course(TALLY).state


@given(st.lists(st.one_of(st.integers(1, 9), st.sampled_from([UNDO, REDO])), max_size=30))
def test_a_game_with_undo_and_redo_is_the_game_that_remains(moves: list) -> None:
    course = begun()
    done, undone = [], []
    for move in moves:
        if move == UNDO:
            if done:
                do(course, UNDO)
                undone.append(done.pop())
        elif move == REDO:
            if undone:
                do(course, REDO)
                done.append(undone.pop())
        else:
            do(course, "add", by=move)
            done.append(move)
            undone.clear()
    assert course.state == 10 + sum(done)
    again = Course(TALLY)
    for step in course:
        again.follow(step.event)
    assert again.state == course.state
    assert again.standing == course.standing
