"""Another program that writes to the tables for long: the pages answer soon, and keep what was typed."""

import pytest

from companion.data.shogun.towers import load_presets
from companion.service.kept_tables import OpenTables
from companion.service.shogun.session import begin_table
from companion.table.store import Store
from companion.web.app import make_app
from tests.web.app_browser import AppBrowser
from tests.web.conftest import read_fields

BATTLE = {"kind": "battle", "who-attacks": "blue", "who-defends": "red", "attacker": "7", "defender": "3"}


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "tables.sqlite") as store:
        begin_table(store, "harvest", ["blue", "red"], next(iter(load_presets().values())))
        store.set_wait(0.01)
        yield store


@pytest.fixture
def phone(store) -> AppBrowser:
    return AppBrowser(make_app(OpenTables(store))).join()


def test_a_tap_refused_while_another_program_writes_works_once_later(store, phone) -> None:
    form = {**read_fields(phone.get("/t/harvest/tower").text), **BATTLE, "throw": "1"}
    with Store(store.path) as other, other.transaction():
        assert phone.get("/t/harvest/tower").status_code == 200
        kept = phone.post("/t/harvest/tower", data=form)
        assert kept.status_code == 503
        assert "Another program is writing to the tables" in kept.text
        assert "Throw 7 against 3" in kept.text
        assert AppBrowser(phone.app).get(f"/join/{phone.app.state.app_state.join_code}").status_code == 503
    for _ in range(2):
        assert phone.post("/t/harvest/tower", data=form, follow_redirects=False).status_code == 303
    assert len(store.list_events("harvest")) == 2
