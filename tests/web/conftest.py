"""A house with tables in memory, and browsers that ask it for pages."""

from collections.abc import Callable
from re import search

import pytest
from starlette.testclient import TestClient

from companion.data.towers import shipped_presets
from companion.service.open_tables import OpenTables
from companion.service.shogun.table.opening import begin_table
from companion.table.shelf import MemoryShelf
from companion.web.app import make_app
from companion.web.house import House

Browser = Callable[..., TestClient]


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

    def made(role: str | None = None, **headers: str) -> TestClient:
        client = TestClient(
            app, base_url="http://127.0.0.1:8642", headers=headers, raise_server_exceptions=True
        )
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


def fields(html: str) -> dict[str, str]:
    """What every form of a page carries."""
    found = {}
    for name in ("token", "tap", "seen"):
        value = search(rf'name="{name}" value="([^"]*)"', html)
        if value:
            found[name] = value[1]
    return found
