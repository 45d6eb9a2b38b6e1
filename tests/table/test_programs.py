"""A program is known while it runs; a number that was given again, or is no program's, is not it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.table.programs import is_running, this_program

ROOT = Path(__file__).parents[2]
SAYS_ITS_NAME = (
    "from companion.table.programs import this_program; print(this_program(), flush=True); input()"
)


def test_this_program_runs_and_one_that_began_at_another_time_does_not() -> None:
    assert is_running(this_program())
    assert not is_running(f"{os.getpid()} 0")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs a system that tells when they began")
def test_another_program_runs_until_it_is_over() -> None:
    words = [sys.executable, "-c", SAYS_ITS_NAME]
    with subprocess.Popen(words, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        name = other.stdout.readline().strip()
        assert name != this_program()
        assert is_running(name)
        other.kill()
        os.waitid(os.P_PID, other.pid, os.WEXITED | os.WNOWAIT)  # dead, and buried by nobody yet
        assert not is_running(name)
    assert not is_running(name)
    assert not is_running(f"{other.pid} ")  # as it is named where nobody tells when it began


@pytest.mark.parametrize("name", ["", "aya", "-1 5", f"{10**30} 5"])
def test_what_is_no_program_does_not_run(name: str) -> None:
    assert not is_running(name)
