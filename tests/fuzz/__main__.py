"""``python -m tests.fuzz COUNT [SEED [NAME]]``: so many spoilt files, each within 5 seconds and 300 MB.

Every file is tried in a process of its own, whose seconds of computing and memory are limited. What went
wrong is told with the seed that makes the same file again.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random

from tests.fuzz.attempts import faults
from tests.fuzz.subjects import SUBJECTS, Subject

SECONDS = 5
MEGABYTES = 300
HANGS = 60


def tried(subject: Subject, seed: str, report: Path) -> tuple[str, float, float]:
    """Try one file in a child; what went wrong, its seconds and its megabytes."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS * len(subject.commands), SECONDS * 20))
        signal.alarm(HANGS)
        told = "killed"
        try:
            with tempfile.TemporaryDirectory() as folder:
                os.environ["COMPANION_STORE"] = f"{folder}/other.sqlite"
                os.environ["XDG_CONFIG_HOME"] = folder
                told = "\n".join(faults(subject, Path(folder), Random(seed)))
        except BaseException:
            told = traceback.format_exc()
        report.write_text(told, errors="replace")
        os._exit(0)
    _, status, used = os.wait4(child, 0)
    told = report.read_text(errors="replace") if status == 0 else f"ended by signal {status & 127}"
    return told, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main(count: int, seed: str = "1", name: str = "") -> int:
    """Try files of every kind in turn; the exit code is whether anything went wrong."""
    subjects = [subject for subject in SUBJECTS if name in ("", subject.name)]
    wrong, slowest, largest = 0, 0.0, 0.0
    began = time.monotonic()
    os.fsync = lambda handle: None  # nobody cuts the power here
    with tempfile.TemporaryDirectory() as folder:
        for subject in subjects:  # what this loads, no child loads again
            faults(subject, Path(folder), Random("warm"))
        for number in range(count):
            subject = subjects[number % len(subjects)]
            told, seconds, megabytes = tried(subject, f"{seed}-{number}", Path(folder) / "report")
            if megabytes > MEGABYTES:
                told += f"\n{megabytes:.0f} MB"
            if told.strip():
                wrong += 1
                print(f"{subject.name} {seed}-{number}: {told[-1500:]}", flush=True)
            slowest, largest = max(slowest, seconds), max(largest, megabytes)
    print(
        f"{count} files, {wrong} wrong; slowest {slowest:.1f} s for all commands, largest {largest:.0f} MB; "
        f"{time.monotonic() - began:.0f} s"
    )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), *sys.argv[2:4]))
