"""Disks that are full or cannot be written: one sentence says so, and nothing is lost."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import OutputError
from companion.play.hogen import GAME as HOGEN
from companion.service.kept_tables import restore_store
from companion.table.shelf import Table
from companion.table.store import back_up
from tests.play.hogen.random_play import begin_table
from tests.required_programs import skip_or_fail
from tests.table import games
from tests.waiting import PATIENCE

pytestmark = pytest.mark.deep

ROOT = Path(__file__).parents[2]
LOG, THROW = "table log friday", "shogun attack --table friday --attacker blue=4 --defender yellow=3"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store in a folder of its own, closed."""
    path = tmp_path / "kept" / "tables.sqlite"
    friday = games.open_friday(path)
    friday.do(games.build_attack())
    Table(friday.store, "heike", HOGEN, begin_table(["Aya", "Bo", "Chen"], "disk"))
    friday.store.close()
    return path.parent


def run(line: str, store: Path, before: str = "") -> subprocess.CompletedProcess[str]:
    """A command of Companion, after what makes its disk read-only or full."""
    command = [sys.executable, "-m", "companion.cli.main", *line.split()]
    if before:
        command = ["unshare", "--mount", "sh", "-c", f'{before}; exec "$@"', "sh", *command]
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "COMPANION_STORE": str(store)}
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, env=environment)


def can_mount() -> None:
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode:
        skip_or_fail("this system lets nobody mount (unshare --mount)")


def mount_read_only(folder: Path) -> str:
    """Nothing can be changed in it; for root, who may change anything, by a mount of its own."""
    if os.geteuid():
        for path in folder.iterdir():
            path.chmod(0o400)
        folder.chmod(0o500)
        return ""
    can_mount()
    return f"mount --bind '{folder}' '{folder}' && mount -o remount,bind,ro '{folder}'"


def fill_disk(folder: Path) -> str:
    """It lies on a disk of its own without a byte left; what is written there is lost with the command."""
    can_mount()
    fill = "cat /dev/zero > /mnt/rest 2> /dev/null"
    copied = f"mount -t tmpfs -o size=400k none /mnt && cp -r '{folder}/.' /mnt && {{ {fill} || true; }}"
    return f"{copied}; mount --bind /mnt '{folder}'"


@pytest.mark.parametrize(
    ("disk", "message"), [(mount_read_only, "cannot be opened for writing"), (fill_disk, "the disk is full")]
)
def test_a_disk_that_cannot_be_written_is_named_and_left_as_it_is(
    folder: Path, disk: Callable[[Path], str], message: str
) -> None:
    before = disk(folder)
    there = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    for line in (LOG, THROW):
        answer = run(line, folder, before)
        assert (answer.returncode, answer.stdout) == (2, "")
        assert message in answer.stderr
        assert "Traceback" not in answer.stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == there


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
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder" / "tables.sqlite").mkdir(parents=True)
    for store in (tmp_path / "pipe", tmp_path / "folder", Path("/dev/null"), Path("/dev/zero")):
        answer = run("shogun play --players blue,red,yellow", store)
        assert answer.returncode == 2
        assert "is not a file that can keep tables" in answer.stderr
