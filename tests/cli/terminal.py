"""A real terminal for a program: what it shows, and lines typed into it."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from types import TracebackType

from tests.waiting import PATIENCE


def _take_terminal() -> None:
    """Take the terminal as controlling one, for only then Ctrl-C interrupts; tests in the background ignore
    it.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """A program running in a terminal of its own.

    Attributes:
        shown: Everything it has shown so far.
    """

    def __init__(
        self, arguments: list[str], columns: int = 80, *, below: list[str] | None = None, **environment: str
    ) -> None:
        """Start a program.

        Args:
            arguments: What is typed after ``companion``.
            columns: How wide the terminal is.
            below: A program that starts this one, as a shell does; by itself it owns the terminal, which
                is then gone with it.
            environment: Its variables.
        """
        self.shown = ""
        self._read = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._screen, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self._program = subprocess.Popen(
            [*(below or []), sys.executable, "-m", "companion.cli.main", *arguments],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            start_new_session=True,
            env={"PATH": os.environ["PATH"], "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", **environment},
            preexec_fn=_take_terminal,
        )
        os.close(inside)
        self.status: int | None = None

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.status is None:
            self._program.kill()
            self._program.wait()
        os.close(self._screen)

    def wait_for(self, text: str, seconds: float = PATIENCE) -> str:
        """What is shown up to and with a text, since the last time."""
        end = time.monotonic() + seconds
        while (found := self.shown.find(text, self._read)) < 0:
            if time.monotonic() > end or not self._read_more():
                raise AssertionError(f"{text!r} was not shown; but\n{self.shown[self._read :]}")
        part = self.shown[self._read : found + len(text)]
        self._read = found + len(text)
        return part

    def type(self, line: str) -> None:
        self.press(f"{line}\n")

    def press(self, keys: str) -> None:
        """Press keys, Enter only where it is one of them."""
        os.write(self._screen, keys.encode())

    def end(self) -> str:
        """What is shown until the program ends; its exit code is then ``status``."""
        while self._read_more():
            pass
        self.status = self._program.wait(timeout=PATIENCE)
        part = self.shown[self._read :]
        self._read = len(self.shown)
        return part

    def _read_more(self) -> bool:
        if not select.select([self._screen], [], [], PATIENCE)[0]:
            return False
        try:
            raw = os.read(self._screen, 65536)
        except OSError:
            return False
        self.shown += self._decoder.decode(raw)
        return bool(raw)
