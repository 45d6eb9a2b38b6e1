"""An event that was made and perhaps never shown, because its program was killed before it answered.

It is noted in the transaction that makes it, and the note goes when the answer has left. While the program
that made it still runs, the answer is on its way.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from companion.table.codec import encode
from companion.table.log import canonical


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A note of an event that was made.

    Attributes:
        number: Its number.
        request: What was asked, as ``asked_for`` writes it.
        maker: The program that made it.
    """

    number: int
    request: str
    maker: str

    @property
    def lost(self) -> bool:
        """Whether nobody will show it any more."""
        pid, _, _ = self.maker.partition(" ")
        return not (pid.isdecimal() and _program(int(pid)) == self.maker)


def asked_for(request: object) -> str:
    """A request as it was made, so that the same one can be known again."""
    return canonical([type(request).__name__, encode(request)])


def this_program() -> str:
    """A name for the program that is running."""
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
    """When a program began, where the system tells it."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    state, *fields = status.rpartition(")")[2].split()
    return "" if state in "ZX" else fields[18]  # a dead one that nobody has buried yet
