"""A process of pytest that has gathered the tests and waits: each mutant is tried in a fork of it.

The driver writes the changed file into the copy; in the fork, loaded functions get their new code.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import select
import shutil
import signal
import socket
import sys
import tempfile
import time
import warnings
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from mutating.orphans import adopt_orphans, die_with_parent, kill_children
from mutating.steadiness import steady

MEMORY, FILE_SIZE = 6 * 2**30, 2**30
DONE = "."
Place = tuple[str, int]
"""Qualified name and first line of a function."""


class ColdError(Exception):
    """A change that cannot be put into what is loaded."""


@dataclass(frozen=True, slots=True)
class Change:
    """Of one file of the copy.

    Attributes:
        before: The whole source.
    """

    path: str
    before: str
    after: str


class Serving:
    """The plugin: it runs no test of its own accord."""

    def __init__(self, driver: socket.socket) -> None:
        self.socket, self.driver = driver, driver.makefile("rw", encoding="utf-8")
        self.functions: dict[str, dict[Place, list[FunctionType]]] = {}
        self.failed = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        self.functions = _loaded_functions()
        gc.freeze()
        adopt_orphans()
        self._answer(ready=not session.testsfailed)
        for line in self.driver:
            asked = json.loads(line)
            change = Change(**asked["change"]) if asked["change"] else None
            several = [items[name] for name in asked["tests"] if name in items]
            self._answer(**self._tried(session, change, several, asked["seconds"], asked["patience"]))
        return True

    def _answer(self, **words: object) -> None:
        self.driver.write(json.dumps(words) + "\n")
        self.driver.flush()

    def _tried(
        self,
        session: pytest.Session,
        change: Change | None,
        items: list[pytest.Item],
        seconds: float,
        patience: float,
    ) -> dict[str, object]:
        """What became of the tests in a fork: of a test that fails, its name and how it ended."""
        folder = tempfile.mkdtemp()
        reading, writing = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of threads: none of theirs is needed here
            child = os.fork()
        if child == 0:
            os.close(reading)
            self._child(session, change, items, folder, writing, seconds)
        os.close(writing)
        answer = _heard(reading, patience)
        os.close(reading)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(child, 0)
        kill_children()
        shutil.rmtree(folder, ignore_errors=True)
        return answer

    def _child(
        self,
        session: pytest.Session,
        change: Change | None,
        items: list[pytest.Item],
        folder: str,
        out: int,
        seconds: float,
    ) -> None:
        """Runs tests until one fails, and ends."""
        try:
            os.setsid()
            die_with_parent()
            _limit(seconds)
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            sys.dont_write_bytecode = True
            os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
            session.config._tmp_path_factory._basetemp = Path(folder)  # type: ignore[attr-defined]
            if change is not None:
                _replace(self.functions.get(change.path, {}), change)
            for item, following in zip(items, [*items[1:], None], strict=True):
                os.write(out, f"{item.nodeid}\n".encode())
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if self.failed:
                    os.write(out, f"{DONE}failed\n".encode())
                    break
            else:
                os.write(out, f"{DONE}passed\n".encode())
        except ColdError:
            os.write(out, f"{DONE}cold\n".encode())
        finally:
            os._exit(0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed


def _limit(seconds: float) -> None:
    for what, most in (
        (resource.RLIMIT_CPU, int(seconds)),
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_FSIZE, FILE_SIZE),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(what)[1]
        resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _heard(reading: int, patience: float) -> dict[str, object]:
    """The test a fork came to, and how it ended."""
    until = time.monotonic() + patience
    heard = b""
    while not heard.endswith(b"\n") or not heard.splitlines()[-1].startswith(DONE.encode()):
        left = until - time.monotonic()
        if left <= 0 or not select.select([reading], [], [], left)[0]:
            return {"how": "endless", "by": _last_test(heard)}
        more = os.read(reading, 65536)
        if not more:
            return {"how": "died", "by": _last_test(heard)}
        heard += more
    return {"how": heard.splitlines()[-1].decode().removeprefix(DONE), "by": _last_test(heard)}


def _last_test(heard: bytes) -> str:
    names = [line for line in heard.decode().splitlines() if not line.startswith(DONE)]
    return names[-1] if names else ""


def _loaded_functions() -> dict[str, dict[Place, list[FunctionType]]]:
    """Every function there is, by its file and place."""
    found: dict[str, dict[Place, list[FunctionType]]] = defaultdict(lambda: defaultdict(list))
    for each in gc.get_objects():
        if type(each) is FunctionType:
            code = each.__code__
            found[code.co_filename][code.co_qualname, code.co_firstlineno].append(each)
    return found


def _replace(functions: dict[Place, list[FunctionType]], change: Change) -> None:
    """Gives loaded functions the code they have in the changed source."""
    before, after = (_codes(source, change.path) for source in (change.before, change.after))
    for place, several in functions.items():
        if before[place] == after[place]:
            continue
        if len(after[place]) != 1:
            raise ColdError
        for function in several:
            try:
                function.__code__ = after[place][0]
            except ValueError as wrong:  # it closes over other names than it did
                raise ColdError from wrong


def _codes(source: str, path: str) -> dict[Place, list[CodeType]]:
    found: dict[Place, list[CodeType]] = defaultdict(list)
    for code in _inner(compile(source, path, "exec", dont_inherit=True)):
        found[code.co_qualname, code.co_firstlineno].append(code)
    return found


def _inner(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _inner(each)


def pytest_configure(config: pytest.Config) -> None:
    """Loaded with ``-p mutating.serving``; the way to the driver is a socket that it left open."""
    die_with_parent()
    steady()
    driver: Any = socket.socket(fileno=int(os.environ.pop("MUTANTS_DRIVER")))
    config.pluginmanager.register(Serving(driver), "serving")
