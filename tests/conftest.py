"""Shared by all tests: modules beside the tests are imported from the top; each begins in English."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Generator, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.day import DAY, NAME, is_drawn
from tests.waiting import LONGEST, at_most

if TYPE_CHECKING:
    from companion.table.shelf import Shelf

# Where Python is told to keep nothing that it compiled, as in many containers, each command that a test
# starts would compile the whole program anew: half a second instead of a tenth.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    sys.dont_write_bytecode = False

MEMORY = Path("/dev/shm")
"""Thousands of tables are begun, and each waits for its disk event by event; files in memory do not."""
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 4e9:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

settings.register_profile("default", deadline=None, print_blob=True)
settings.register_profile("deep", settings.get_profile("default"), max_examples=2000)
settings.load_profile("default")


POCKET = {"first", "pocket_folder"}
"""Fixtures that are made once for all tests of the pocket."""

DEAREST = ("tests/web/pocket", "tests/web/browser/test_pages.py", "tests/web", "tests/cli", "tests/press")
"""What takes longest, and so is begun first: in the end both workers are done at about the same time."""


BROWSERS = {"chromium", "playing"}
"""Fixtures of what is played in a browser, which is dear."""

OWN_TURNS = "tests/web/browser/test_pages.py"
"""Looks at some pages each day, and at each of them every few days."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what ``make test`` asks for; a test that somebody names is run on any day."""
    parser.addoption(
        "--by-turns",
        action="store_true",
        help="play in a browser every other day, and what is slow every third, by lot",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give each worker a whole module, for its tests share what is dear to make; the pocket is one module.

    What takes longest is begun first. By lot, half of what is played in a browser is left out, and
    of modules with slow tests two of three.
    """

    def uses(item: pytest.Item, fixtures: set[str]) -> bool:
        return bool(fixtures & set(getattr(item, "fixturenames", ())))

    def turn(item: pytest.Item) -> tuple[bool, int]:
        rank = next((at for at, name in enumerate(DEAREST) if item.nodeid.startswith(name)), len(DEAREST))
        return not uses(item, POCKET), rank

    def left_out(item: pytest.Item) -> bool:
        if item.get_closest_marker("slow") is not None:
            return not is_drawn(item.path.name, 3)
        own = item.nodeid.startswith(OWN_TURNS)
        return uses(item, BROWSERS) and not own and not is_drawn(item.nodeid, 2)

    if config.getoption("by_turns"):
        config.hook.pytest_deselected(items=[item for item in items if left_out(item)])
        items[:] = [item for item in items if not left_out(item)]
    items.sort(key=turn)
    for item in items:
        item.add_marker(pytest.mark.xdist_group("pocket" if uses(item, POCKET) else item.path.stem))


def _limited(item: pytest.Item) -> Generator[None]:
    """What is played in a browser may wait for ever; it ends with a sentence, and the next test begins."""
    with at_most(LONGEST) if item.get_closest_marker("browser") else nullcontext():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    return (yield from _limited(item))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    return (yield from _limited(item))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    return (yield from _limited(item))


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


def pytest_sessionstart(session: pytest.Session) -> None:
    """Say once which day it is, also where tests are told little about."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and not hasattr(session.config, "workerinput"):
        reporter.write_line(f"day {DAY}: what is looked at by turns is the same again with {NAME}={DAY}")


@pytest.fixture(scope="session")
def pocket_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What ``companion pocket build`` makes; who changes it, copies it before."""
    from tests.web.pocket.served import built

    return built(tmp_path_factory.mktemp("pocket") / "site")


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


@pytest.fixture
def quick_seals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words are sealed at once, where how long it takes to guess one is not the matter."""
    monkeypatch.setattr("companion.play.shogun.trust.sealed_words._COST", 2**8)


@pytest.fixture(autouse=True)
def _streams_stay_as_they_are() -> Iterator[None]:
    """The program has its streams write what is near to what they cannot; pytest reads its own with these."""
    before = {stream: stream.errors for stream in (sys.stdout, sys.stderr) if hasattr(stream, "reconfigure")}
    yield
    for stream, errors in before.items():
        if not stream.closed and stream.errors != errors:
            stream.reconfigure(errors=errors)


@pytest.fixture(autouse=True)
def _no_language_is_left_behind() -> Iterator[None]:
    """What a test chose with ``--ui-lang`` ends with it; most tests never load the command line."""
    yield
    voice = sys.modules.get("companion.cli.voice")
    if voice is not None:
        voice._chosen.clear()
