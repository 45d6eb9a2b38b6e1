"""Nothing that was answered is lost, whoever kills the program when, and where disks are full or cannot be written."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import OutputError
from companion.play.hogen import GAME as HOGEN
from companion.play.shogun import GAME as SHOGUN
from companion.service.kept_tables import restore_store
from companion.table.archive import verify_log
from companion.table.shelf import Table
from companion.table.store import Store, back_up
from tests.choice import SEED
from tests.play.hogen.random_play import begin_table
from tests.required_programs import skip_or_fail
from tests.table import games
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.deep

ROOT = Path(__file__).parents[2]
KILLS = 40
"""With each seed at other moments."""
A_TABLE_EACH = 10


def start_player(*arguments: object, **rest: object) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.table.player", *map(str, arguments)], cwd=ROOT, text=True, **rest
    )


def count_lines(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork to start processes quickly")
def test_kills_at_any_moment_lose_nothing_and_leave_no_half_throw(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    chance = random.Random(SEED)
    throws = answered = awaited = 0
    with start_player(path, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as players:
        assert players.stdin is not None
        assert players.stdout is not None
        for kill in range(KILLS):
            name = f"table-{kill // A_TABLE_EACH}"
            if kill % A_TABLE_EACH == 0:
                games.open_friday(path, name).store.close()
            acknowledged = tmp_path / f"acknowledged-{kill}"
            print(name, acknowledged, file=players.stdin, flush=True)
            pid = int(players.stdout.readline())
            # Killed somewhere after so many answers, however long those take on this computer.
            seen = chance.randint(0, 3)
            awaited += seen
            wait_until(lambda: count_lines(acknowledged) >= seen, f"{seen} are answered", pause=0.001)  # noqa: B023
            time.sleep(chance.uniform(0.0, 0.005))
            os.kill(pid, signal.SIGKILL)
            assert players.stdout.readline() == "dead\n"
            lines = acknowledged.read_text().split() if acknowledged.exists() else []
            with Store(path) as store:
                friday = Table(store, name, SHOGUN)
                # At most the throw that was being answered is there beside those that were.
                if lines:
                    assert int(lines[-1]) <= len(friday.history) <= int(lines[-1]) + 1
                assert friday.state.tower.throws == len(friday.history) - 1
                # And the table is played on at once.
                friday.do(games.build_attack())
            answered += len(lines)
        players.stdin.close()
        assert players.wait() == 0
    with Store(path) as store:
        assert store.is_sound()
        for header in store.list_tables():
            assert verify_log(store.list_events(header.name), SHOGUN).is_valid
            throws += header.events - 1
    assert throws >= answered + KILLS
    assert answered >= awaited > KILLS


def test_two_programs_at_one_table_take_turns(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    games.open_friday(path).store.close()
    both = [start_player(path, "friday", 100) for _ in range(2)]
    assert [each.wait() for each in both] == [0, 0]
    with Store(path) as store:
        events = store.list_events("friday")
    assert [event.result.get("throw") for event in events[1:]] == list(range(1, 201))
    assert verify_log(events, SHOGUN).is_valid


def test_of_programs_that_make_the_store_and_begin_tables_at_once_one_begins_each(tmp_path: Path) -> None:
    path = tmp_path / "new" / "tables.sqlite"
    programs = [start_player(path, name, "new", stderr=subprocess.PIPE) for name in ("friday", "friday", "sunday")]
    said = [each.communicate()[1] for each in programs]
    assert sorted(each.returncode for each in programs) == [0, 0, 1]
    assert "There is a table 'friday' already" in "".join(said)
    with Store(path) as store:
        assert [(header.name, header.events) for header in store.list_tables()] == [("friday", 1), ("sunday", 1)]


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
    with pytest.raises(OutputError, match="the disk is full"):
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
