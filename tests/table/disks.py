"""Commands run where nothing can be written: on a read-only folder, or on a disk that is full."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.needing import missing
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
SMALL = 400
"""Kilobytes of the small disk."""


@dataclass(frozen=True)
class Disk:
    """A folder and what makes it read-only or full for the commands that run on it."""

    folder: Path
    before: str = ""

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command of Companion; it never shows a traceback."""
        answer = self._run("companion.cli.main", *words)
        assert "Traceback" not in answer.stderr, answer.stderr
        return answer

    def run_all(self, lines: Sequence[str]) -> list[subprocess.CompletedProcess[str]]:
        """The same for several, one after the other in one program; every eighth alone."""
        alone = [number % 8 == 0 for number in range(len(lines))]
        together = [line for line, apart in zip(lines, alone, strict=True) if not apart]
        done = self._run("tests.table.answering", *together)
        assert done.returncode == 0, done.stderr
        told = iter(json.loads(done.stdout))
        answers = [
            self.run(*shlex.split(line)) if apart else subprocess.CompletedProcess(line, *next(told))
            for line, apart in zip(lines, alone, strict=True)
        ]
        assert not [answer.stderr for answer in answers if "Traceback" in answer.stderr]
        return answers

    def _run(self, module: str, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", module, *words]
        if self.before:
            command = ["unshare", "--mount", "sh", "-c", f'{self.before}; exec "$@"', "sh", *command]
        return subprocess.run(
            command,
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            env={**os.environ, "LC_ALL": "C.UTF-8", "COMPANION_STORE": str(self.folder)},
        )


def read_only(folder: Path) -> Disk:
    """A folder in which nothing can be changed; for root, who may change anything, a mount of its own."""
    if os.geteuid():
        for path in folder.iterdir():
            path.chmod(0o400)
        folder.chmod(0o500)
        return Disk(folder)
    _can_mount()
    return Disk(folder, f"mount --bind '{folder}' '{folder}' && mount -o remount,bind,ro '{folder}'")


def full(folder: Path) -> Disk:
    """A folder on a disk of its own without a byte left; what is written there is lost with the command."""
    _can_mount()
    fill = "cat /dev/zero > /mnt/rest 2> /dev/null"
    copied = f"mount -t tmpfs -o size={SMALL}k none /mnt && cp -r '{folder}/.' /mnt && {{ {fill} || true; }}"
    return Disk(folder, f"{copied}; mount --bind /mnt '{folder}'")


def _can_mount() -> None:
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode:
        missing("this system lets nobody mount (unshare --mount)")
