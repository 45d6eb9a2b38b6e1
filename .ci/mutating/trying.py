"""The copy that is changed, and the processes that run tests on it."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from mutating.making import Mutant

CI = Path(__file__).parent.parent
LEFT_OUT = ("tests/web/browser", "tests/bench", "tests/fuzz")
"""They need a browser, or measure."""
PYTEST = (
    ["-m", "pytest", "-p", "no:cacheprovider", "--assert=plain", "--tb=no", "-q"]
    + ["-m", "not browser and not deep"]
    + [f"--ignore={folder}" for folder in LEFT_OUT]
)
START_SECONDS = 600.0
"""Until tests are gathered; more means that the change made loading endless."""


class Copy:
    """A copy of the project that goes when the work is over."""

    def __init__(self, root: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="mutants-"))
        self.tree = self.folder / "tree"
        no_copies = shutil.ignore_patterns(".git", ".venv*", ".*_cache", ".hypothesis")
        shutil.copytree(root, self.tree, ignore=no_copies, symlinks=True)
        for name in ("home", "temporary", "children"):
            (self.folder / name).mkdir()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def environment(self, *paths: Path) -> dict[str, str]:
        """For a process that shall touch nothing outside the copy."""
        not_ours = ("XDG_", "PYTEST", "PYTHONDONTWRITEBYTECODE")
        own = {name: value for name, value in os.environ.items() if not name.startswith(not_ours)}
        paths = (self.tree, CI, *paths)
        return own | {
            "HOME": str(self.folder / "home"),
            "TMPDIR": str(self.folder / "temporary"),
            "PYTHONPATH": os.pathsep.join(map(str, paths)),
            "OPENBLAS_NUM_THREADS": "1",
            "OMP_NUM_THREADS": "1",
        }

    @contextmanager
    def changed(self, mutant: Mutant) -> Iterator[dict[str, str]]:
        """The file with the change, and both sources; the file is as before afterwards."""
        file = self.tree / mutant.module
        before, dated = file.read_bytes(), file.stat()
        after = mutant.applied(before)
        file.write_bytes(after)
        try:
            yield {"path": str(file), "before": before.decode(), "after": after.decode()}
        finally:
            file.write_bytes(before)
            os.utime(file, ns=(dated.st_atime_ns, dated.st_mtime_ns))


def make_map(copy: Copy, package: str, folder: str, file: Path) -> None:
    """Runs the tests of a folder and writes down which lines each meets."""
    known = {"root": str(copy.tree), "package": package, "file": str(file)}
    known["children"] = str(copy.folder / "children")
    environment = copy.environment(CI / "mutating/started") | {"MUTANTS_MAP": json.dumps(known)}
    command = [sys.executable, *PYTEST, "-p", "mutating.meeting", folder]
    done = subprocess.run(
        command, cwd=copy.tree, env=environment, check=False, capture_output=True, text=True, process_group=0
    )
    if not file.exists():
        raise SystemExit(f"no map of {folder}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")


@dataclass(frozen=True, slots=True)
class Ended:
    """How tests ended on a change: ``passed``, ``failed``, ``died``, ``endless`` or ``cold``, and where."""

    how: str
    by: str


class Server:
    """A process that has gathered tests and tries changes in forks of itself."""

    def __init__(self, copy: Copy, paths: Iterable[str], *, cold: bool = False) -> None:
        own, theirs = socket.socketpair()
        environment = copy.environment() | {"MUTANTS_DRIVER": str(theirs.fileno())}
        self.log = (copy.folder / "server.log").open("w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, *(["-B"] if cold else []), *PYTEST, "-s", "-p", "mutating.serving", *paths],
            cwd=copy.tree,
            env=environment,
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=subprocess.STDOUT,
            process_group=0,  # whatever a changed program sends to its group stays there
        )
        theirs.close()
        self.socket = own
        self.lines = own.makefile("rw", encoding="utf-8")
        own.settimeout(START_SECONDS)
        self.ready = bool(self._heard().get("ready"))
        own.settimeout(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.lines.close()
        self.socket.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        self.process.kill()
        self.process.wait()
        self.log.close()

    def said(self) -> str:
        """The end of what it printed."""
        self.log.flush()
        self.log.seek(0)
        return self.log.read()[-3000:]

    def ask(self, change: dict[str, str] | None, tests: list[str], expected: float) -> Ended:
        """How these tests end.

        Args:
            expected: Seconds of the processor they take; several times that long is endless.
        """
        seconds, patience = 10 + 3 * expected, 120 + 20 * expected
        asked = {"change": change, "tests": tests, "seconds": seconds, "patience": patience}
        self.lines.write(json.dumps(asked) + "\n")
        self.lines.flush()
        heard = self._heard()
        if not heard:
            raise RuntimeError(f"the process that runs tests has ended: {self.said()}")
        return Ended(str(heard["how"]), str(heard["by"]))

    def _heard(self) -> dict[str, object]:
        try:
            line = self.lines.readline()
        except TimeoutError:
            line = ""
        return dict(json.loads(line)) if line else {}
