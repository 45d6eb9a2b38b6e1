"""Killed between the commit and the answer: what was made is told, and typed again it is not made twice."""

import gzip
import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.play.game import retold
from companion.play.shogun import GAME as SHOGUN
from companion.service.session import Session
from companion.table.history import LogRules
from companion.table.store import Store
from tests.cli.asking import Asking
from tests.cli.here import answered
from tests.table.files import import_archive
from tests.table.test_old_logs import LOGS, TABLES
from tests.waiting import until

ROOT = Path(__file__).parents[2]
NEW = "shogun play --table friday --players blue,yellow,red"
ATTACK = "shogun attack --table friday --attacker blue=4 --defender yellow=3"


class Home:
    """A folder with a store; commands that are killed run in programs of their own, others mostly here."""

    def __init__(self, folder: Path) -> None:
        self.store = folder / "tables.sqlite"
        self.environment = {**os.environ, "COMPANION_STORE": str(self.store), "LC_ALL": "C.UTF-8"}
        self.commands = 0

    def start(self, line: str, **streams: object) -> subprocess.Popen[str]:
        words = [sys.executable, "-m", "companion.cli.main", *shlex.split(line)]
        return subprocess.Popen(words, cwd=ROOT, env=self.environment, text=True, **streams)

    def run(self, line: str) -> str:
        self.commands += 1
        done = answered(self.commands, shlex.split(line), folder=ROOT, environment=self.environment)
        assert done.returncode in (0, 1), done.stderr
        return done.stdout

    def json(self, line: str) -> dict:
        return json.loads(self.run(f"{line} --json"))

    def events(self, table: str) -> int:
        with Store(self.store) as store:
            return next((header.events for header in store.headers() if header.name == table), 0)

    @contextmanager
    def stuck(self, line: str) -> Iterator[subprocess.Popen[str]]:
        """A program that has made its event and cannot say so: nobody reads the pipe it would answer into."""
        words = shlex.split(line)
        table = words[words.index("--table") + 1]
        before = self.events(table) if self.store.exists() else 0
        read, write = os.pipe()
        os.set_blocking(write, False)
        for size in (4096, 1):
            try:
                while os.write(write, b"x" * size):
                    pass
            except BlockingIOError:
                pass
        os.set_blocking(write, True)
        program = self.start(line, stdout=write, stderr=subprocess.DEVNULL)
        os.close(write)
        try:

            def made() -> bool:
                assert program.poll() is None
                return self.store.exists() and self.events(table) != before

            until(made, "the event is made")
            yield program
        finally:
            program.kill()
            program.wait()
            os.close(read)

    def kill(self, line: str) -> None:
        with self.stuck(line) as program:
            program.send_signal(signal.SIGKILL)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def test_a_throw_that_was_made_and_not_shown_is_not_thrown_again(home: Home) -> None:
    home.run(NEW)
    home.kill(ATTACK)
    told = home.run(ATTACK)
    assert told.startswith("Event 2 was made and not shown: here it is.\nThrow 1: Blue attacks Yellow.")
    assert home.events("friday") == 2
    assert "not shown" not in home.run(ATTACK)
    assert home.events("friday") == 3


def test_a_script_gets_the_same_document_with_a_mark(home: Home) -> None:
    home.run(NEW)
    home.kill(f"{ATTACK} --json")
    again = home.json(ATTACK)
    assert again.pop("made_earlier") is True
    assert again["event"] == 2
    with Store(home.store) as store:
        assert again["hash"] == store.events("friday")[1].hash
    assert "made_earlier" not in home.json(ATTACK)


def test_another_request_first_tells_what_was_not_shown(home: Home) -> None:
    home.run(NEW)
    home.kill(ATTACK)
    told = home.run("table undo friday")
    assert told.startswith("Event 2 was made and not shown:\nThrow 1: Blue attacks Yellow.")
    assert "Throw 1 is undone." in told
    assert home.events("friday") == 3
    home.kill("shogun play --table friday 'tray g1'")
    shown = home.json("shogun play --table friday show")
    assert [each["added"] for each in shown["not_shown"]] == [{"green": 1}]
    assert "not_shown" not in home.json("shogun play --table friday show")


def test_a_refused_request_tells_it_too(home: Home) -> None:
    home.run(NEW)
    home.kill(ATTACK)
    told = home.json("table undo friday --redo")
    assert told["refused"]
    assert [each["throw"] for each in told["not_shown"]] == [1]


def test_a_table_begun_and_not_shown_is_there(home: Home) -> None:
    home.kill(NEW)
    assert home.run(NEW).startswith("Event 1 was made and not shown: here it is.\n")
    assert home.events("friday") == 1
    program = home.start(NEW, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert "There is a table 'friday' already" in program.communicate()[1]
    home.kill("shogun play --table saturday --players blue,yellow,red")
    program = home.start("shogun play --table saturday --players blue,yellow", stderr=subprocess.PIPE)
    assert "There is a table 'saturday' already" in program.communicate()[1]


def test_what_another_program_is_about_to_show_is_its_own(home: Home) -> None:
    home.run(NEW)
    with home.stuck(ATTACK):
        assert "not shown" not in home.run(ATTACK)
        assert home.events("friday") == 3
    assert home.run("shogun play --table friday show").startswith("Event 2 was made and not shown:\n")


def test_a_pipe_that_was_closed_or_a_full_disk_has_shown_nothing(home: Home) -> None:
    home.run(NEW)
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as pipe, open("/dev/full", "wb") as full:
        for event, stream in ((2, pipe), (3, full)):
            home.start(ATTACK, stdout=stream, stderr=subprocess.DEVNULL).wait()
            assert f"Event {event} was made and not shown: here it is." in home.run(ATTACK)
            assert home.events("friday") == event


def test_a_restored_backup_holds_nothing_to_be_shown(home: Home) -> None:
    home.run(NEW)
    home.kill(ATTACK)
    home.run("table restore --force")
    assert "not shown" not in home.run("shogun play --table friday show")


@pytest.fixture
def lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every program is killed before it has answered."""
    monkeypatch.setattr("companion.table.taps.is_running", lambda program: False)
    monkeypatch.setattr(Session, "acknowledge", lambda session: None)


SHOGUN_LINES = (
    "play --table friday --players blue,yellow,red",
    "play --table friday 'word b=tea'",
    "play --table friday 'throw b2'",
    "play --table friday undo",
    "play --table friday redo",
    "play --table friday 'revolt b4 m2'",
    "attack --table friday --attacker blue=4 --defender yellow=3",
    "play --table friday 'tray g+2'",
    "play --table friday 'tray g+1'",
    "play --table friday 'tower real'",
    "play --table friday 'inside b+1'",
    "play --table friday reveal",
)


@pytest.mark.usefixtures("lost")
def test_every_kind_of_request_is_known_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ask = Asking(tmp_path, monkeypatch, capsys)
    for number, line in enumerate(SHOGUN_LINES, start=1):
        first, again = ask(f"{line} --json").json, ask(f"{line} --json").json
        assert again.pop("made_earlier") is True, line
        first.pop("not_shown", None)
        again.pop("not_shown", None)
        assert first == again, line
        with Store(tmp_path) as store:
            assert store.header("friday").events == number, line


@pytest.mark.parametrize(("name", "game"), LOGS.items())
def test_every_event_is_told_as_when_it_was_made(tmp_path: Path, name: str, game: LogRules) -> None:
    (tmp_path / "old.json").write_bytes(gzip.decompress((TABLES / f"{name}.json.gz").read_bytes()))
    with Store(tmp_path) as store:
        import_archive(store, tmp_path / "old.json", game)
    with Session(tmp_path, name, game) as here:
        for step in here.history:
            answer = retold(here, step)
            assert answer.lines, step.event
            if game is SHOGUN and step.event.asked.get("order"):  # a turn, with all a turn tells
                assert answer.document["player"], step.event
            assert answer.document["event" if "event" in answer.document else "table"], step.event
