"""Nothing that was answered is lost, whoever kills the program when; two programs at once take turns."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.play.shogun import GAME as SHOGUN
from companion.table.archive import verify_log
from companion.table.shelf import Table
from companion.table.store import Store
from tests.choice import SEED
from tests.table import games
from tests.waiting import wait_until

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
