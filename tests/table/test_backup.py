"""Backups are made while people play, looked over, and put back when the file is damaged."""

import os
import time
from datetime import datetime
from pathlib import Path

import pytest

from companion.errors import TableError
from companion.table.backup_files import list_backups
from companion.table.shelf import Table
from companion.table.store import BACKUP_INTERVAL, BACKUPS_KEPT, Store, back_up, is_backup_due, restore
from tests.table.tally import TALLY, Add, Begin


def play(path: Path, events: int) -> None:
    """Play in two halves, with a backup at the start and one between them."""
    with Store(path) as store:
        table = Table(store, "friday", TALLY, Begin(0))
        back_up(path)
        for _ in range(events // 2 - 1):
            table.do(Add(1))
        back_up(path)
        for _ in range(events // 2):
            table.do(Add(1))


def count_events(path: Path) -> list[int]:
    found = []
    for backup in list_backups(path):
        with Store(backup) as store:
            found.append(store.get_header("friday").events)
    return found


def test_a_backup_is_due_when_the_newest_is_old(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    assert is_backup_due(path)
    play(path, 20)
    assert count_events(path) == [1, 10]
    assert not is_backup_due(path)
    for moved in (-BACKUP_INTERVAL - 1, 10 * BACKUP_INTERVAL):
        os.utime(list_backups(path)[-1], (time.time() + moved,) * 2)
        assert is_backup_due(path)


def test_only_the_newest_are_kept_though_a_clock_is_set_back(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    play(path, 4)
    with Store(path) as store, store.transaction():  # made while others write
        made = [back_up(path, datetime(year, 1, 1)) for year in range(2040, 2020, -2)]
    assert list_backups(path) == made[-BACKUPS_KEPT:]
    assert count_events(path)[-1] == 4
    assert {each.suffix for each in (tmp_path / "backups").iterdir()} == {".sqlite"}


def test_backups_of_another_store_beside_it_are_left_alone(tmp_path: Path) -> None:
    play(tmp_path / "tables.sqlite", 4)
    play(tmp_path / "tables-000001.sqlite", 4)
    assert len(list_backups(tmp_path / "tables.sqlite")) == 2
    assert len(list_backups(tmp_path / "tables-000001.sqlite")) == 2


def test_leftovers_of_a_killed_backup_or_restore_are_removed_by_the_next(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    play(path, 4)
    left = [folder / ".companion-01234567.part" for folder in (tmp_path, tmp_path / "backups")]
    for half in left:
        half.write_bytes(b"half")
        os.utime(half, (0, 0))
    back_up(path)
    assert [half.exists() for half in left] == [True, False]
    restore(path)
    assert [half.exists() for half in left] == [False, False]


def test_a_backup_is_put_back(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    play(path, 20)
    path.write_bytes(b"\x00" * 4096)
    used, aside = restore(path)
    assert used == list_backups(path)[-1]
    assert aside is not None
    assert aside.read_bytes() == b"\x00" * 4096
    with Store(path) as store:
        table = Table(store, "friday", TALLY)
        assert len(table.history) == 10
        table.do(Add(1))
    list_backups(path)[-1].write_bytes(b"SQLite format 3\x00" + b"\x07" * 3000)
    restore(path)  # and a damaged backup is passed over
    with Store(path) as store:
        assert len(Table(store, "friday", TALLY).history) == 1


def test_without_a_sound_backup_nothing_is_moved(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    path.write_bytes(b"gone")
    with pytest.raises(TableError, match="no sound backup"):
        restore(path)
    assert path.read_bytes() == b"gone"
