"""Programs that end with the one that started them; Linux knows how, elsewhere this does nothing."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

DEATH_SIGNAL, SUBREAPER = 1, 36
"""Of ``prctl``."""


def die_with_parent() -> None:
    """This process is killed when its parent ends."""
    _prctl(DEATH_SIGNAL, signal.SIGKILL)


def adopt_orphans() -> None:
    """What is left of this process's children becomes its own child."""
    _prctl(SUBREAPER, 1)


def kill_children() -> None:
    """Every child of this process ends, and those that become its children by that."""
    while children := _children():
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(child, 0)


def _children() -> list[int]:
    found = []
    for listed in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):
            found += [int(each) for each in listed.read_text(encoding="ascii").split()]
    return found


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
