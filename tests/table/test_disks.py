"""Disks that are full or cannot be written: one sentence says so, and nothing is lost."""

import os
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from companion.errors import OutputError
from companion.play.hogen import GAME as HOGEN
from companion.service.kept_tables import restore_store
from companion.table.store import back_up
from companion.table.table import Table
from tests.cli.here import run_or_spawn
from tests.play.hogen.played import begin_table
from tests.table import games
from tests.table.disks import ROOT, Disk, full, read_only

pytestmark = pytest.mark.deep

LINES = ("table log friday", "shogun attack --table friday --attacker blue=4 --defender yellow=3")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store in a folder of its own, closed."""
    path = tmp_path / "kept" / "tables.sqlite"
    friday = games.table(path)
    friday.do(games.attack())
    Table(friday.store, "heike", HOGEN, begin_table(["Aya", "Bo", "Chen"], "disk"))
    friday.store.close()
    return path.parent


@pytest.mark.parametrize(("disk", "why"), [(read_only, "cannot be opened for writing"), (full, "the disk is full")])
def test_a_disk_that_cannot_be_written_is_named_and_left_as_it_is(
    folder: Path, disk: Callable[[Path], Disk], why: str
) -> None:
    there = disk(folder)
    before = {path.name: path.read_bytes() for path in there.folder.iterdir() if path.is_file()}
    for answer in there.run_all(LINES):
        assert (answer.returncode, answer.stdout) == (2, "")
        assert why in answer.stderr
        assert "Traceback" not in answer.stderr
    assert {path.name: path.read_bytes() for path in there.folder.iterdir() if path.is_file()} == before


def test_a_restore_without_room_leaves_the_store_where_it_is(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "tables.sqlite"
    back_up(path)
    path.write_bytes(b"damaged" * 100)

    def fill(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fill)
    with pytest.raises(OutputError, match="No space left"):
        restore_store(path)
    assert sorted(each.name for each in folder.iterdir()) == ["backups", "tables.sqlite"]
    assert path.read_bytes() == b"damaged" * 100


def test_a_store_that_is_no_file_is_refused(tmp_path: Path) -> None:
    make: dict[str, Callable[[Path], object]] = {
        "pipe": os.mkfifo,
        "folder": lambda p: (p / "tables.sqlite").mkdir(parents=True),
    }
    for name, made in make.items():
        made(tmp_path / name)
    lines = ("table log friday", "shogun play --players blue,red,yellow", "table list")
    stores = [tmp_path / store for store in (*make, "/dev/null", "/dev/zero")]
    for number, (store, line) in enumerate(product(stores, lines)):
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "COMPANION_STORE": str(store)}
        answer = run_or_spawn(number, line.split(), folder=ROOT, environment=environment)
        assert answer.returncode == 2
        assert "is not a file that can keep tables" in answer.stderr
