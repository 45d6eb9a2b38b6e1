"""A house with tables in memory and browsers that ask it for pages; a laptop, and phones in Chromium."""

from collections.abc import Callable, Iterator
from re import search

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page

from companion.data.shogun.towers import shipped_presets
from companion.service.opened_tables import OpenTables
from companion.service.shogun.session import begin_table
from companion.table.shelf import MemoryShelf
from companion.web.app import make_app
from companion.web.house import House
from tests.web.asking import Asking
from tests.web.evening import Evening, Phones, browsing, opened

Browser = Callable[..., Asking]


@pytest.fixture
def shelf() -> MemoryShelf:
    return MemoryShelf()


@pytest.fixture
def tables(shelf: MemoryShelf) -> OpenTables:
    return OpenTables(shelf)


@pytest.fixture
def app(tables: OpenTables):
    return make_app(tables)


@pytest.fixture
def house(app) -> House:
    return app.state.house


@pytest.fixture
def browser(app) -> Browser:
    """Makes a browser; with the code of a role it has come in."""

    def made(role: str | None = None, **headers: str) -> Asking:
        client = Asking(app, headers=headers)
        if role is not None:
            code = app.state.house.codes[role]
            assert client.get(f"/join/{code}", follow_redirects=False).status_code == 303
        return client

    return made


@pytest.fixture
def harvest(shelf: MemoryShelf):
    """A table of Shogun, just begun."""
    preset = next(iter(shipped_presets().values()))
    return begin_table(shelf, "harvest", ["blue", "yellow", "red"], preset, seed="spring rain")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if {"chromium", "playing"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """An evening to play at, with every example table."""
    with opened(tmp_path_factory.mktemp("evening")) as here:
        yield here


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    """One for each module: Playwright's loop has to end before other tests run one of their own."""
    with browsing() as browser:
        yield browser


@pytest.fixture
def phones(chromium: Chromium, evening: Evening) -> Iterator[Phones]:
    """Makes phones for one test; nothing may have gone wrong on any of their pages."""
    made = Phones(chromium, evening)
    yield made
    made.close()
    assert made.wrong == []


@pytest.fixture
def phone(phones: Phones) -> Page:
    """Aya's phone."""
    return phones("Aya")


@pytest.fixture
def second_phone(phones: Phones) -> Page:
    """Bo's phone."""
    return phones("Bo")


@pytest.fixture
def big_screen(phones: Phones) -> Page:
    """A screen on the wall that only looks on."""
    return phones("screen", width=1280, height=800)


def fields(html: str) -> dict[str, str]:
    """What every form of a page carries."""
    found = {}
    for name in ("token", "tap", "seen"):
        value = search(rf'name="{name}" value="([^"]*)"', html)
        if value:
            found[name] = value[1]
    return found
