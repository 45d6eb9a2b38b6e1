"""Programs on this machine, known again while they run."""

import os
from pathlib import Path


def is_running(name: str) -> bool:
    """True while the program of a name, as ``this_program`` gives it, still runs."""
    pid, _, _ = name.partition(" ")
    return pid.isdecimal() and _program(int(pid)) == name


def this_program() -> str:
    """The name of the program that is running."""
    return _program(os.getpid())


def _program(pid: int) -> str:
    """A program by its number and when it began, for numbers are given again; empty for none that runs."""
    if pid == os.getpid() or os.name != "posix":
        return f"{pid} {_began(pid)}" if pid == os.getpid() else ""
    try:
        os.kill(pid, 0)
    except PermissionError:  # somebody else's, and running
        pass
    except (OSError, OverflowError):
        return ""
    return f"{pid} {_began(pid)}"


def _began(pid: int) -> str:
    """The time at which a program began, as the system counts it; empty where it does not tell."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    state, *fields = status.rpartition(")")[2].split()
    return "" if state in "ZX" else fields[18]  # a dead one that nobody has buried yet
