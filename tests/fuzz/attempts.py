"""A command on a spoilt file: it is done, answers no, or says one sentence; never a traceback."""

from __future__ import annotations

import contextlib
import io
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion.cli.main import run
from tests.fuzz.subjects import Subject

_WRITING = (" attack ", " undo ", " new ")


@dataclass(frozen=True)
class Attempt:
    """What a command left with."""

    line: str
    code: int
    said: str


def attempt(line: str) -> Attempt:
    """Run a command in this process."""
    out, err = io.StringIO(), io.StringIO()
    code = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            run(shlex.split(line))
        except SystemExit as left:
            code = int(left.code or 0)
    return Attempt(line, code, err.getvalue())


def faults(subject: Subject, folder: Path, chance: Random, commands: int | None = None) -> list[str]:
    """Spoil a file, give it to its commands, and tell what should not have happened."""
    file = folder / subject.name
    subject.spoil(file, chance)
    lines: Sequence[str] = subject.commands
    if commands is not None:
        lines = chance.sample(lines, min(commands, len(lines)))
    refused = ""
    found = []
    for line in lines:
        made = attempt(f"--ui-lang en {line.format(file=file)}")
        sentences = made.said.count("Error: ")
        if made.code not in (0, 1, 2) or (made.code == 2) != (sentences == 1):
            found.append(f"{made.line}: left with {made.code}: {made.said[:500]}")
        if "verify" in made.line and made.code and "--file" not in made.line:
            # A lie in a mended chain is verify's to find; damage is found before anything is written.
            refused = made.said or "no" if made.code == 2 or subject.name == "tables.sqlite" else ""
        elif refused and made.code == 0 and any(word in f"{line} " for word in _WRITING):
            found.append(f"{made.line}: written, where verify said {refused}")
        if "restore" in made.line and made.code == 0:
            refused = ""
    return found
