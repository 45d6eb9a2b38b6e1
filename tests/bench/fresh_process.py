"""A command in a process of its own: ``python -m tests.bench.fresh_process MODULE ARGUMENTS`` tells its CPU and peak.

A child begins with the peak of the process that starts it, so one started from a large process seems
large. This one is small: it imports nothing of Companion and starts the command itself.
"""

import os
import subprocess
import sys

COMPANION = "companion.cli.main"


def run_fresh(arguments: list[str], module: str = COMPANION) -> tuple[float, float]:
    """CPU seconds and peak MB of a fresh command, or of another program's module."""
    command = [sys.executable, "-m", "tests.bench.fresh_process", module, *arguments]
    output = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    seconds, peak = output.split()
    return float(seconds), float(peak)


def main(module: str, *arguments: str) -> None:
    command = [sys.executable, "-m", module, *arguments]
    quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=quiet)
    _, status, usage = os.wait4(pid, 0)
    assert os.waitstatus_to_exitcode(status) in (0, 1), arguments  # 1: an answer that is a no
    print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


if __name__ == "__main__":
    main(*sys.argv[1:])
