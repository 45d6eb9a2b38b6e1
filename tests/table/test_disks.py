"""Who only looks at a table is answered on any disk; who would write is told why not, and loses nothing."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from companion.errors import OutputError
from companion.play.hogen import GAME as HOGEN
from companion.play.shogun import GAME as SHOGUN
from companion.service.table_files import restore
from companion.table.backup import back_up
from companion.table.store import Store
from companion.table.table import Table
from tests.cli.here import answered
from tests.play.hogen.played import begin_table
from tests.table import games
from tests.table.disks import ROOT, Disk, full, read_only

pytestmark = pytest.mark.deep

LOOKS = (
    "shogun play --table friday show",
    "shogun play --table friday show --json",
    "table check friday",
    "table export friday",
    "shogun play --table friday luck",
    "table list",
    "table log heike",
)
WRITES = (
    "shogun attack --table friday --attacker blue=4 --defender yellow=3",
    "table undo friday",
    "shogun play --table saturday --players blue,yellow,red",
    "table undo heike",
    r"shogun play --table friday throw\ b2",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store in a folder of its own, closed."""
    path = tmp_path / "kept" / "tables.sqlite"
    friday = games.table(path)
    friday.do(games.attack())
    Table(friday.store, "heike", HOGEN, begin_table(["Aya", "Bo", "Chen"], "disk"))
    friday.store.close()
    return path.parent


@pytest.fixture
def killed(folder: Path, tmp_path: Path) -> Path:
    """The same with one more throw, left by a program that was killed: in the log written ahead."""
    with Store(folder) as store:
        Table(store, "friday", SHOGUN).do(games.attack())
        left = tmp_path / "killed"
        left.mkdir()
        for suffix in ("", "-wal"):
            shutil.copy(store.path.with_name(store.path.name + suffix), left)
    return left


def looked_at(disk: Disk, throws: int) -> None:
    before = {path.name: path.read_bytes() for path in disk.folder.iterdir() if path.is_file()}
    answers = dict(zip((*LOOKS, *WRITES), disk.run_all((*LOOKS, *WRITES)), strict=True))
    for line in LOOKS:
        assert answers[line].returncode == 0, (line, answers[line].stderr)
    assert f'"throw": {throws},' in answers["shogun play --table friday show --json"].stdout
    for line in WRITES:
        answer = answers[line]
        assert (answer.returncode, answer.stdout) == (2, ""), line
        sentence, *more = answer.stderr.splitlines()
        assert sentence.startswith("Error: ")
        assert not more or more == ["Option --store keeps the tables in another place."]
    assert {path.name: path.read_bytes() for path in disk.folder.iterdir() if path.is_file()} == before


def test_tables_are_looked_at_in_a_folder_that_cannot_be_written(folder: Path) -> None:
    looked_at(read_only(folder), 1)


def test_the_last_throw_before_a_kill_is_there_on_a_read_only_disk(killed: Path) -> None:
    looked_at(read_only(killed), 2)


def test_tables_are_looked_at_on_a_full_disk(folder: Path) -> None:
    disk = full(folder)
    looked_at(disk, 1)
    assert "the disk is full" in disk.run("table", "undo", "friday").stderr


def test_the_last_throw_before_a_kill_is_there_on_a_full_disk(killed: Path) -> None:
    looked_at(full(killed), 2)


def test_half_a_transaction_that_nobody_may_take_back_is_not_shown_as_whole(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a file must be put right before it is read, and here nobody may: no answer, not a wrong one."""
    (folder / "tables.sqlite-journal").write_bytes(b"half")
    connect = sqlite3.connect

    def refuse(file: str, *rest: object, **named: object) -> sqlite3.Connection:
        if "immutable" in file:
            return connect(file, *rest, **named)
        raise failure

    failure = sqlite3.OperationalError("unable to open database file")
    failure.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
    monkeypatch.setattr(sqlite3, "connect", refuse)
    with pytest.raises(OutputError, match="cannot be opened for writing"):
        Store(folder)


def test_a_restore_without_room_leaves_the_store_where_it_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "tables.sqlite"
    back_up(path)
    path.write_bytes(b"damaged" * 100)

    def fill(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fill)
    with pytest.raises(OutputError, match="No space left"):
        restore(path)
    assert sorted(each.name for each in folder.iterdir()) == ["backups", "tables.sqlite"]
    assert path.read_bytes() == b"damaged" * 100


def test_a_store_that_is_no_file_is_refused(tmp_path: Path) -> None:
    make: dict[str, Callable[[Path], object]] = {
        "pipe": os.mkfifo,
        "folder": lambda p: (p / "tables.sqlite").mkdir(parents=True),
    }
    for name, made in make.items():
        made(tmp_path / name)
    lines = (
        "shogun play --table friday show",
        "shogun play --table friday --players blue,red,yellow",
        "table list",
    )
    stores = [tmp_path / store for store in (*make, "/dev/null", "/dev/zero")]
    for number, (store, line) in enumerate(product(stores, lines)):
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "COMPANION_STORE": str(store)}
        answer = answered(number, line.split(), folder=ROOT, environment=environment)
        assert answer.returncode == 2
        assert "is not a file that can keep tables" in answer.stderr
