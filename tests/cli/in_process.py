"""A command carried out in the program that tests run in: starting another costs more than most commands."""

import io
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from subprocess import CompletedProcess
from unittest.mock import patch

from companion.cli import voice
from companion.cli.main import run

ROOT = Path(__file__).parents[2]


def run_in_process(arguments: Sequence[str], *, folder: Path, environment: Mapping[str, str]) -> CompletedProcess[str]:
    """Run a command in this process, in a folder, with these variables and an empty input."""
    out, err, typed = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(3))
    code = 0
    with (
        patch.dict(os.environ, environment, clear=True),
        patch.object(sys, "stdin", typed),
        chdir(folder),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            run([*arguments])
        except SystemExit as left:
            code = int(left.code or 0)
    voice._chosen.clear()
    said, errors = (each.buffer.getvalue().decode() for each in (out, err))
    return CompletedProcess([*arguments], code, said, errors)


def run_or_spawn(
    number: int, arguments: Sequence[str], *, folder: Path, environment: Mapping[str, str]
) -> CompletedProcess[str]:
    """Run a command; every eighth, by ``number``, in a process of its own."""
    if number % 8:
        return run_in_process(arguments, folder=folder, environment=environment)
    return spawn(arguments, folder=folder, environment=environment)


def spawn(arguments: Sequence[str], *, folder: Path | None, environment: Mapping[str, str]) -> CompletedProcess[str]:
    """Run a command in a process of its own, with an empty input."""
    return subprocess.run(
        [sys.executable, "-m", "companion.cli.main", *arguments],
        cwd=folder,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def run_lines(lines: Sequence[str], *, folder: Path, environment: Mapping[str, str]) -> None:
    """Run the commands of a page in order; each must succeed and print something."""
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT), **environment}
    for number, line in enumerate(lines):
        program, *words = shlex.split(line)
        assert program == "companion"
        done = run_or_spawn(number, words, folder=folder, environment=environment)
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
        assert done.stdout.strip(), line
