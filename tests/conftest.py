"""Shared by all tests: modules beside the tests are imported from the top; each begins in English."""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion.limit import lift_limit
from tests.choice import EVERYTHING, NAME, SEED
from tests.required_programs import check_program

if TYPE_CHECKING:
    from companion.table.shelf import Shelf

# Where Python is told to keep nothing that it compiled, as in many containers, each command that a test
# starts would compile the whole program anew: half a second instead of a tenth.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    sys.dont_write_bytecode = False

# Whoever runs the tests may live anywhere, speak any language and have a terminal of any width.
for name in [*os.environ]:
    theirs = name in ("COLUMNS", "EDITOR", "FORCE_COLOR", "LANG", "LANGUAGE", "LINES", "NO_COLOR", "VISUAL")
    if theirs or (name.startswith(("COMPANION_", "XDG_")) and name not in (NAME, "COMPANION_CHROMIUM")):
        del os.environ[name]
OWN = tempfile.mkdtemp(prefix="companion-")  # what a print remembers, say, lies in no folder of theirs
atexit.register(shutil.rmtree, OWN, ignore_errors=True)
os.environ |= {"LC_ALL": "C.UTF-8", "TZ": "UTC", "XDG_DATA_HOME": OWN}
time.tzset()

MEMORY = Path("/dev/shm")
"""Thousands of tables are begun, and each waits for its disk event by event; files in memory do not."""
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 4e9:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

settings.register_profile("same every day", deadline=None, print_blob=True, derandomize=True, database=None)
settings.register_profile("everything", deadline=None, print_blob=True, database=None)
settings.register_profile("many", settings.get_profile("everything"), max_examples=2000)
settings.load_profile("everything" if EVERYTHING else "same every day")


_running: list[pytest.Item] = []


def _watch_programs(event: str, given: tuple[Any, ...]) -> None:
    if event in ("subprocess.Popen", "os.posix_spawn", "os.exec") and _running:
        check_program(given[0], given[1])


sys.addaudithook(_watch_programs)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Watch the programs that a test starts, not those of pytest's own plugins."""
    _running.append(item)
    try:
        return (yield)
    finally:
        _running.clear()


POCKET = {"first_opening", "pocket_folder"}
"""Fixtures that are made once for all tests of the pocket."""

DEAREST = ("tests/web/pocket", "tests/web/browser/test_pages.py", "tests/web", "tests/cli", "tests/press")
"""What takes longest, and so is begun first: in the end both workers are done at about the same time."""

LIMIT_IN_A_BROWSER = 120
"""Seconds; any other test has those of ``timeout`` in pyproject.toml."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add an option that shows whether a test hangs on those before it."""
    parser.addoption("--backwards", action="store_true", help="run the files of tests in reverse order")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give each worker a whole module, for its tests share what is dear to make; the pocket is one module.

    What takes longest is begun first.
    """

    def uses_pocket(item: pytest.Item) -> bool:
        return bool(POCKET & set(getattr(item, "fixturenames", ())))

    def rank(item: pytest.Item) -> tuple[bool, int]:
        rank = next((at for at, name in enumerate(DEAREST) if item.nodeid.startswith(name)), len(DEAREST))
        return not uses_pocket(item), rank

    _leave_out_further_cases(items)
    items.sort(key=rank)
    if config.getoption("backwards"):
        files = list(dict.fromkeys(item.path for item in items))
        items.sort(key=lambda item: -files.index(item.path))
    for item in items:
        item.add_marker(pytest.mark.xdist_group("pocket" if uses_pocket(item) else item.path.stem))
        if item.get_closest_marker("browser") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(LIMIT_IN_A_BROWSER))


def _leave_out_further_cases(items: list[pytest.Item]) -> None:
    """Mark as deep the cases of a test after those that its marker ``few`` lets ``make test`` run."""
    cases: Counter[object] = Counter()
    for item in items:
        few = item.get_closest_marker("few")
        if few is not None:
            test = getattr(item, "originalname", item.name), item.path
            cases[test] += 1
            if cases[test] > few.args[0]:
                item.add_marker(pytest.mark.deep)


LONGEST_NAME = 200
"""Characters and bytes that may name a test; each name goes from worker to worker many times."""


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name a test that is given a whole file by the file's length, not by what stands in it.

    Of a text, that is: a workbook holds the time when it was saved, so its length is not the same for two
    workers, and they run nothing where their tests have not the same names.
    """
    if isinstance(val, str | bytes) and len(val) > LONGEST_NAME:
        return f"{argname} of {len(val)}" if isinstance(val, str) else f"{argname} packed"
    return None


def pytest_report_header() -> list[str]:
    """Say how what is random in a whole run can be had again."""
    return [f"random choices begin with {SEED}: make test-all SEED={SEED}"] if EVERYTHING else []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say for each program that is missing how many tests were skipped for it."""
    reasons = Counter(str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", []))
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"{count} skipped: {reason.removeprefix('Skipped: ')}")


@pytest.fixture(scope="session")
def pocket_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What ``companion pocket build`` makes; who changes it, copies it before."""
    from tests.web.pocket.hosts import build_pocket, skip_without_parcels

    with skip_without_parcels():
        return shutil.copytree(build_pocket(), tmp_path_factory.mktemp("pocket") / "site")


@pytest.fixture(params=["file", "memory"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shelf]:
    """The shelves a table can lie on: a file, and the memory of the program."""
    from companion.table.shelf import MemoryShelf
    from companion.table.store import Store

    if request.param == "memory":
        yield MemoryShelf()
        return
    with Store(tmp_path / "tables.sqlite") as store:
        yield store


@pytest.fixture(autouse=True)
def _repeatable_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the program draws by lot is the same in every run, and another number each time it is asked."""
    chance = Random(SEED)
    monkeypatch.setattr(secrets, "token_hex", lambda size=32: chance.randbytes(size).hex())


@pytest.fixture(autouse=True)
def _restored_streams() -> Iterator[None]:
    """The program has its streams write what is near to what they cannot; pytest reads its own with these."""
    before = {stream: stream.errors for stream in (sys.stdout, sys.stderr) if hasattr(stream, "reconfigure")}
    yield
    for stream, errors in before.items():
        if not stream.closed and stream.errors != errors:
            stream.reconfigure(errors=errors)


@pytest.fixture(autouse=True)
def _lifted_limit() -> Iterator[None]:
    """A command that names a stranger's deck limits its process; without its end it would end us all."""
    yield
    lift_limit()


@pytest.fixture(autouse=True)
def _restored_language() -> Iterator[None]:
    """What a test chose with ``--ui-lang`` ends with it; most tests never load the command line."""
    yield
    voice = sys.modules.get("companion.cli.voice")
    if voice is not None:
        voice._chosen.clear()
