"""Which tests meet which lines: a plugin of pytest that notes it, and the map it writes.

What a fixture for several tests meets counts for each of them, and so does what a cache keeps.
"""

from __future__ import annotations

import gzip
import json
import os
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mutating import probes
from mutating.orphans import die_with_parent
from mutating.probes import Lines, merged
from mutating.steadiness import steady

Metlines = dict[str, set[int]]


@dataclass(frozen=True, slots=True)
class Met:
    """One run of tests.

    Attributes:
        seconds: Of the processor, for each test that passed, with the fixtures it needs.
        lines: Of each module and line, the tests that met it, by their place in ``seconds``.
        loaded: Of each module, the lines that were met while tests were gathered.
        failed: Tests that fail without any change.
    """

    seconds: dict[str, float]
    lines: dict[str, dict[int, list[int]]]
    loaded: dict[str, set[int]]
    failed: list[str]

    def save(self, file: Path) -> None:
        shape = {
            "seconds": self.seconds,
            "lines": {
                module: {line: f"{sum(1 << test for test in tests):x}" for line, tests in lines.items()}
                for module, lines in self.lines.items()
            },
            "loaded": {module: sorted(lines) for module, lines in self.loaded.items()},
            "failed": self.failed,
        }
        file.parent.mkdir(parents=True, exist_ok=True)
        with gzip.open(file, "wt", encoding="utf-8", compresslevel=3) as out:
            json.dump(shape, out)

    @classmethod
    def load(cls, file: Path) -> Met:
        with gzip.open(file, "rt", encoding="utf-8") as kept:
            shape = json.load(kept)
        lines = {
            module: {int(line): _places(int(tests, 16)) for line, tests in lines.items()}
            for module, lines in shape["lines"].items()
        }
        loaded = {module: set(lines) for module, lines in shape["loaded"].items()}
        return cls(shape["seconds"], lines, loaded, shape["failed"])


def _places(bits: int) -> list[int]:
    return [place for place, bit in enumerate(reversed(f"{bits:b}")) if bit == "1"]


def spent_so_far() -> float:
    """Seconds of the processor, of this process and the programs it started; no other load changes them."""
    return time.process_time() + sum(os.times()[2:4])


class Mapping:
    """The plugin: it notes what each test meets, and writes it down at the end."""

    def __init__(self, root: Path, package: str, file: Path, children: Path) -> None:
        self.root, self.package, self.file, self.children = root, package, file, children
        self.loaded: Lines = {}
        self.fixtures: dict[int, tuple[Lines, float]] = {}
        self.within = 0.0
        self.met: dict[str, tuple[float, Lines]] = {}
        self.passed: dict[str, bool] = {}

    def pytest_collection_finish(self) -> None:
        self.loaded = probes.taken()
        os.environ["MUTANTS_MET"], os.environ["MUTANTS_PACKAGE"] = str(self.children / "met"), self.package

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        if fixturedef.scope == "function":
            return (yield)
        outside, begun = probes.taken(), spent_so_far()
        try:
            return (yield)
        finally:
            spent = spent_so_far() - begun
            self.fixtures[id(fixturedef)] = probes.taken(), spent
            self.within += spent
            probes.put(outside)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        probes.begin_round()
        self.within, begun = 0.0, spent_so_far()
        done = yield
        seconds = spent_so_far() - begun - self.within
        known = getattr(item, "_fixtureinfo", None)
        needed = [
            self.fixtures[id(each)]
            for several in (known.name2fixturedefs.values() if known else ())
            for each in several
            if id(each) in self.fixtures
        ]
        lines = merged([probes.taken(), self._of_children(), *(lines for lines, _ in needed)])
        self.met[item.nodeid] = seconds + sum(spent for _, spent in needed), lines
        return done

    def _of_children(self) -> Lines:
        """What programs met that the test started, as far as they have ended."""
        found = []
        for file in self.children.glob("met.*"):
            try:
                marks = json.loads(file.read_text(encoding="utf-8"))
            except ValueError:
                continue  # still being written: it counts for the next test
            file.unlink()
            for path, lines in marks.items():
                met = bytearray(max(lines) + 1)
                for line in lines:
                    met[line] = 1
                found.append({path: bytes(met)})
        return merged(found)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        ran = report.when == "call" or not report.passed
        self.passed[report.nodeid] = self.passed.get(report.nodeid, True) and not report.failed
        if ran and report.skipped:
            self.passed.pop(report.nodeid)

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            return  # stopped on the way
        good = [name for name in self.met if self.passed.get(name)]
        tests: dict[str, dict[int, list[int]]] = {}
        for place, name in enumerate(good):
            for path, lines in self._relative(self.met[name][1]).items():
                for line in lines:
                    tests.setdefault(path, {}).setdefault(line, []).append(place)
        failed = [name for name, passed in self.passed.items() if not passed]
        seconds = {name: round(self.met[name][0], 4) for name in good}
        Met(seconds, tests, self._relative(self.loaded), failed).save(self.file)

    def _relative(self, lines: Lines) -> Metlines:
        return {
            Path(path).relative_to(self.root).as_posix(): {line for line, met in enumerate(marks) if met}
            for path, marks in lines.items()
        }


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Loaded with ``-p mutating.meeting``; everything it must know stands in the environment.

    Before any ``conftest.py``, as these load modules too.
    """
    die_with_parent()
    steady()
    known = json.loads(os.environ.pop("MUTANTS_MAP"))
    probes.install(known["package"])
    children = Path(known["children"])
    early_config.pluginmanager.register(
        Mapping(Path(known["root"]), known["package"], Path(known["file"]), children), "mapping"
    )
