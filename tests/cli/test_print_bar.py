"""What a terminal shows while ``companion print`` works: one bar on one line, whatever its width."""

import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import click._termui_impl
import pytest

from companion.cli.printed import NARROW, progress
from companion.sentences import say
from companion.service.press.printing import Work
from tests.choice import SEED
from tests.cli.test_print import COMMAND, HERE, MANY, read_terminal
from tests.press.decks import write_deck

WIDTHS = (20, 80)


@pytest.mark.parametrize("columns", WIDTHS)
def test_the_bar_stays_on_one_line(tmp_path: Path, columns: int) -> None:
    """Each width is looked at in one of two languages, with another seed in the other."""
    language = ("fr", "en")[(WIDTHS.index(columns) + SEED) % 2]
    deck = write_deck(tmp_path / "tiny")
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    command = [*COMMAND, "--ui-lang", language, "print", str(deck), "--only", "cards", *MANY]
    environment = {**HERE, "TERM": "xterm"}
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdin=theirs, stdout=subprocess.DEVNULL, stderr=theirs
    ) as process:
        os.close(theirs)
        shown = b"".join(iter(lambda: read_terminal(ours), b""))
    os.close(ours)
    assert process.returncode == 0
    plain = re.sub(r"\x1b\[[?0-9;]*[a-zA-Z]", "", shown.decode())
    lines = [line for line in re.split(r"[\r\n]+", plain) if line]
    assert len(lines) > 4
    assert max(map(len, lines)) < columns
    assert any("100%" in line for line in lines)
    assert plain.count("\n") == 2  # one for laying out, one for composing
    assert any("tiny-cards" in line for line in lines) is (columns >= 80)


class Screen(io.StringIO):
    """A terminal that keeps what it shows."""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 2


@pytest.mark.parametrize("columns", [NARROW - 1, NARROW])
def test_what_is_done_and_the_time_left_are_told_where_there_is_room(
    monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    screen, clock = Screen(), count(step=2)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((columns, 24)))
    monkeypatch.setattr(click._termui_impl, "time", SimpleNamespace(time=lambda: next(clock)))
    with progress(Work(say("Laying out"), 500, 1, 1)) as step:
        for _ in range(9):
            step(50, "")
    assert ("Laying out" in screen.getvalue(), bool(re.search(r"\d\d:\d\d", screen.getvalue()))) == (
        columns >= NARROW,
        columns >= NARROW,
    )
