"""Files spoilt by chance: every command that reads one does what it can or says one sentence; never a traceback."""

import contextlib
import io
import os
import shlex
from pathlib import Path
from random import Random

import pytest

from companion.cli.main import run
from tests.choice import pick, pick_seeds
from tests.fuzz.subjects import SUBJECTS, Subject

pytestmark = pytest.mark.deep

CHANCES = [*pick(range(16), 4), *pick_seeds(0, 8)]
"""Four of sixteen ways to spoil each file; in ``make test-all`` all, and eight of the seed of the run."""
COMMANDS = 4
"""Of those that read a file."""
WRITING = (" attack ", " undo ", " new ")


def attempt(line: str) -> tuple[int, str]:
    """Run a command in this process: what it left with, and said of errors."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            run(shlex.split(line))
        except SystemExit as left:
            return int(left.code or 0), err.getvalue()
    return 0, err.getvalue()


def find_faults(subject: Subject, folder: Path, chance: Random) -> list[str]:
    """Spoil a file, give it to some of its commands, and tell what should not have happened."""
    file = folder / subject.name
    subject.spoil(file, chance)
    refused = ""
    found = []
    for line in chance.sample(subject.commands, min(COMMANDS, len(subject.commands))):
        code, said = attempt(f"--ui-lang en {line.format(file=file)}")
        if code not in (0, 1, 2) or (code == 2) != (said.count("Error: ") == 1):
            found.append(f"{line}: left with {code}: {said[:500]}")
        if "table check" in line and code and "--file" not in line:
            # A lie in a mended chain is for the check to find; damage is found before anything is written.
            refused = said or "no" if code == 2 or subject.name == "tables.sqlite" else ""
        elif refused and code == 0 and any(word in f"{line} " for word in WRITING):
            found.append(f"{line}: written, where the check said {refused}")
        if "restore" in line and code == 0:
            refused = ""
    return found


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_damaged_files_give_no_traceback(subject: Subject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_STORE", str(tmp_path / "other.sqlite"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    for seed in CHANCES:
        folder = tmp_path / str(seed)
        folder.mkdir()
        assert find_faults(subject, folder, Random(f"{subject.name} {seed}")) == [], seed
