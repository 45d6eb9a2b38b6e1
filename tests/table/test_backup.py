"""Backups are made while people play, looked over, and put back when the file is damaged."""

from pathlib import Path

import pytest

from companion.errors import TableError
from companion.table.backup import EVERY, KEPT, backups, restore
from companion.table.store import Store
from companion.table.table import join_table, start_table
from tests.table.tally import TALLY


def play(path: Path, events: int) -> None:
    with Store(path) as store:
        table = start_table(store, "friday", TALLY, {"from": 0})
        for _ in range(events - 1):
            table.do("add", {"by": 1})
        assert table.notices == []


def test_a_backup_is_made_at_the_start_and_every_so_many_events(tmp_path: Path) -> None:
    play(tmp_path / "tables.sqlite", 2 * EVERY + 3)
    kept = backups(tmp_path / "tables.sqlite")
    lengths = []
    for backup in kept:
        with Store(backup) as store:
            lengths.append(store.header("friday").events)
    assert lengths == [1, EVERY, 2 * EVERY]


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    play(tmp_path / "tables.sqlite", (KEPT + 2) * EVERY)
    assert len(backups(tmp_path / "tables.sqlite")) == KEPT
    assert {path.suffix for path in (tmp_path / "backups").iterdir()} == {".sqlite"}


def test_a_backup_is_put_back(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    play(path, EVERY + 2)
    path.write_bytes(b"\x00" * 4096)
    used, aside = restore(path)
    assert used == backups(path)[-1]
    assert aside is not None
    assert aside.read_bytes() == b"\x00" * 4096
    with Store(path) as store:
        table = join_table(store, "friday", TALLY)
        assert len(table.course) == EVERY
        table.do("add", {"by": 1})


def test_a_damaged_backup_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    play(path, EVERY + 2)
    backups(path)[-1].write_bytes(b"SQLite format 3\x00" + b"\x07" * 3000)
    restore(path)
    with Store(path) as store:
        assert len(join_table(store, "friday", TALLY).course) == 1


def test_without_a_sound_backup_nothing_is_moved(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    path.write_bytes(b"gone")
    with pytest.raises(TableError, match="no sound backup"):
        restore(path)
    assert path.read_bytes() == b"gone"


def test_a_backup_that_fails_is_told_and_the_event_stands(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    (tmp_path / "backups").write_text("in the way")
    with Store(path) as store:
        table = start_table(store, "friday", TALLY, {"from": 0})
        assert "No backup" in str(table.notices[0])
        assert len(store.events("friday")) == 1
