"""A laptop that has the table open, as a program of its own, and phones that ask it for pages."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[3]


class Laptop:
    """The program while it runs."""

    def __init__(self, folder: Path, *words: str, command: str = "table") -> None:
        # What it shows comes through a pipe without a buffer of its own, line by line.
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "COMPANION_STORE": str(folder / "tables.sqlite")}
        environment |= {"LC_ALL": "C.UTF-8", "XDG_DATA_HOME": str(folder), "HOME": str(folder)}
        environment.pop("DISPLAY", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion.cli.main", command, *words],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        assert self.process.stdout is not None
        self.shown: list[str] = []
        for line in self.process.stdout:
            self.shown.append(line.rstrip("\n"))
            if "Ctrl-C" in line:
                break

    @property
    def host_url(self) -> str:
        """The laptop's own page."""
        return next(line.strip() for line in self.shown if "/join/" in line)

    @property
    def url(self) -> str:
        """Where the pages begin, without a slash at the end."""
        return self.host_url.partition("/join/")[0]

    @property
    def code(self) -> str:
        return next(found[1] for line in self.shown if (found := re.search(r"the code ([\w-]+)\.", line)))

    def end(self, sign: signal.Signals = signal.SIGINT) -> int:
        self.process.send_signal(sign)
        return self.process.wait(PATIENCE)

    def read_rest(self, stream: IO[str] | None) -> str:
        assert stream is not None
        return stream.read()


@contextmanager
def start_laptop(folder: Path, *words: str, command: str = "table") -> Iterator[Laptop]:
    laptop = Laptop(folder, *words, command=command)
    try:
        yield laptop
    finally:
        if laptop.process.poll() is None:
            laptop.process.kill()
        laptop.process.wait(PATIENCE)
        for stream in (laptop.process.stdout, laptop.process.stderr):
            assert stream is not None
            stream.close()
