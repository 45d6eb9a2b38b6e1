"""An open table is used from many threads and programs; nothing is lost, doubled or told out of order."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.errors import CompanionError, TableError
from companion.service.session import Session
from companion.table.archive import verify_log
from companion.table.backup_files import list_backups
from companion.table.history import Undo
from companion.table.store import BACKUP_INTERVAL, Store
from tests.table.tally import TALLY, Add, Begin
from tests.table.test_backup import count_events
from tests.waiting import PATIENCE

EACH = 40


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


@pytest.fixture
def friday(path: Path) -> Iterator[Session[int]]:
    with Session(path, "friday", TALLY, Begin(0)) as begun:
        yield begun


def play_at_once(*players: Callable[[], object]) -> None:
    failed: list[BaseException] = []

    def play(player: Callable[[], object]) -> None:
        try:
            for _ in range(EACH):
                player()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=play, args=(player,)) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def check_log(path: Path, events: int) -> None:
    with Store(path) as store:
        log = store.list_events("friday")
    assert len(log) == events
    assert verify_log(log, TALLY).is_valid


def test_two_sessions_on_one_file_make_one_log_and_both_hear_all_of_it(friday: Session[int], path: Path) -> None:
    with Session(path, "friday", TALLY) as there:
        heard: tuple[list[int], list[int]] = [], []
        friday.listen(lambda step: heard[0].append(step.event.number))
        there.listen(lambda step: heard[1].append(step.event.number))

        def play(at: Session[int]) -> None:
            step = at.do(Add(1))
            assert step.after == step.before + 1  # nobody else's event lies between
            assert at.state >= step.after

        play_at_once(*[partial(play, at) for at in (friday, there)] * 2)
        friday.catch_up()
        there.catch_up()
        assert friday.head == there.head
        assert friday.state == there.state == 4 * EACH
    assert heard[0] == heard[1] == list(range(2, 4 * EACH + 2))
    check_log(path, 4 * EACH + 1)


def test_readers_see_only_committed_events(friday: Session[int]) -> None:
    over = threading.Event()
    seen: list[int] = []

    def read() -> None:
        while not over.is_set():
            seen.append(friday.state)

    reader = threading.Thread(target=read)
    reader.start()
    for _ in range(EACH):
        friday.do(Add(1))
        with pytest.raises(TableError, match="limit"):
            friday.do(Add(1_000_000))
    over.set()
    reader.join()
    assert seen == sorted(seen)
    assert set(seen) <= set(range(EACH + 1))


def test_listeners_hear_every_event_once_in_order_whoever_writes(friday: Session[int], path: Path) -> None:
    heard: list[tuple[int, int | None, int]] = []

    def listen(step: object) -> None:
        heard.append((step.event.number, step.before, step.after))

    friday.listen(listen)
    friday.do(Add(1))
    with Session(path, "friday", TALLY) as there:
        there.do(Add(1))
        there.do(Undo())
    assert len(heard) == 1
    friday.catch_up()
    friday.catch_up()
    assert heard == [(2, 0, 1), (3, 1, 2), (4, 2, 1)]
    with Session(path, "friday", TALLY) as there:
        there.do(Add(5))
    with pytest.raises(CompanionError):
        friday.do(Add(0))  # refused here, and yet what another has written is news
    assert heard[-1] == (5, 1, 6)
    friday.stop_listening(listen)
    friday.do(Add(1))
    assert len(heard) == 4


def test_a_listener_that_plays_is_heard_after_what_it_heard(friday: Session[int]) -> None:
    heard: list[int] = []

    def answer(step: object) -> None:
        if step.event.number < 5:
            friday.do(Add(1))

    friday.listen(answer)
    friday.listen(lambda step: heard.append(step.event.number))
    friday.do(Add(1))
    assert heard == [2, 3, 4, 5]


def test_a_listener_that_fails_spoils_no_answer(friday: Session[int]) -> None:
    heard: list[int] = []

    def fail(step: object) -> None:
        raise OSError("the phone has gone")

    friday.listen(fail)
    friday.listen(lambda step: heard.append(step.event.number))
    assert friday.do(Add(1)).after == 1
    friday.do(Add(1))
    assert heard == [2, 3]
    assert [str(notice) for notice in friday.take_notices()] == ["A screen could not be updated; it is out of date."]
    assert friday.take_notices() == []
    friday.stop_listening(fail)  # though it is told no more


def test_a_backup_is_made_at_the_start_and_when_the_newest_is_old(path: Path) -> None:
    with Session(path, "friday", TALLY, Begin(0)):
        pass
    assert len(list_backups(path)) == 1
    with Session(path, "friday", TALLY) as friday:
        friday.do(Add(1))
    assert len(list_backups(path)) == 1
    os.utime(list_backups(path)[-1], (time.time() - BACKUP_INTERVAL - 1,) * 2)
    with Session(path, "friday", TALLY) as friday:
        friday.do(Add(1))
    assert count_events(path) == [1, 3]
    assert friday.take_notices() == []


def test_a_backup_that_fails_is_reported_and_the_event_stands(path: Path) -> None:
    (path.parent / "backups").write_text("in the way")
    with Session(path, "friday", TALLY, Begin(0)) as friday:
        pass
    assert "No backup" in str(friday.take_notices()[0])
    check_log(path, 1)


def test_a_table_used_when_it_is_closed_is_not_called_damaged(path: Path) -> None:
    with Session(path, "friday", TALLY, Begin(0)) as friday:
        pass
    with pytest.raises(TableError, match="have been closed"):
        friday.do(Add(1))
    assert friday.state == 0


def test_a_locked_session_lets_nobody_play_in_between(friday: Session[int]) -> None:
    with friday.lock():
        other = threading.Thread(target=friday.do, args=(Add(10),))
        other.start()
        other.join(0.05)
        assert friday.state == 0
        assert friday.do(Add(1)).before == 0
    other.join(PATIENCE)
    assert friday.state == 11
