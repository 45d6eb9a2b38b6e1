"""What a page hears of its table: that something is new, and never what; what it says while others write for long."""

import asyncio
from threading import Thread

import pytest

from companion.data.shogun.towers import load_presets
from companion.play.shogun.fights import ThrowCubes
from companion.service.hogen import begin
from companion.service.kept_tables import OpenTables
from companion.service.shogun.session import begin_table, open_table
from companion.table.history import Undo
from companion.table.store import Store
from companion.web.app import make_app
from companion.web.app_state import AppState
from companion.web.people import Visitor
from tests.web.app_browser import AppBrowser
from tests.web.conftest import read_fields, send_form


async def collect_news(app_state: AppState, doing: list, name: str = "harvest") -> list[str | None]:
    """The versions a page receives while these things happen one after the other."""
    news, heard = app_state.stream_versions(name), []
    heard.append(await anext(news))
    for each in doing:
        waiting = asyncio.ensure_future(anext(news, "end"))
        await asyncio.sleep(0)
        each()
        heard.append(await asyncio.wait_for(waiting, 5))
    await news.aclose()
    return heard


ANNA = Visitor("a" * 32, "player")


def sit(app_state: AppState) -> None:
    app_state.people.sit("harvest", "blue", ANNA, "Aya")
    app_state.notify_pages("harvest")


@pytest.mark.usefixtures("harvest")
def test_a_page_hears_of_events_and_of_people(app_state: AppState) -> None:
    session = app_state.open_table("harvest")

    def throw() -> None:
        with session.group_under_tap("tap", ANNA.id):
            session.do(ThrowCubes({"blue": 2}))

    heard = asyncio.run(collect_news(app_state, [throw, lambda: sit(app_state), lambda: session.do(Undo())]))
    assert heard == ["1.0", "2.0", "2.1", "3.1"]


@pytest.mark.usefixtures("harvest")
def test_what_another_program_writes_is_news_until_it_takes_the_table_away(app_state: AppState, shelf) -> None:
    app_state.open_table("harvest")

    def throw_elsewhere() -> None:
        open_table(shelf, "harvest").do(ThrowCubes({"red": 1}))
        app_state.catch_up()

    def remove_elsewhere() -> None:
        with shelf.transaction():
            shelf.remove_table("harvest")
        app_state.catch_up()

    assert asyncio.run(collect_news(app_state, [throw_elsewhere, remove_elsewhere])) == ["1.0", "2.0", "end"]


@pytest.mark.usefixtures("harvest")
def test_the_list_hears_of_tables_and_of_who_sits_at_them(app_state: AppState, shelf, browser) -> None:
    phone, host = browser("player"), browser("host")
    made = {"table": "genpei", "player-A": "Aya", "player-B": "Bo", "player-C": "Chen"}

    def begin_elsewhere() -> None:  # a program that no page goes through
        begin(shelf, "alone", ["Aya", "Bo", "Chen"], {})
        app_state.catch_up()

    asked = [
        lambda: sit(app_state),
        begin_elsewhere,
        lambda: _run_in_thread(lambda: send_form(phone, "/new/hogen", **made)),
        lambda: _run_in_thread(lambda: send_form(host, "/t/harvest/about", "/t/harvest/rename", name="spring")),
        lambda: app_state.notify_pages("harvest"),  # somebody has only woken up
        app_state.close_streams,
    ]
    *heard, awake, end = asyncio.run(collect_news(app_state, asked, ""))
    assert app_state.tables.names() == ("alone", "genpei", "spring")
    assert len({*heard}) == len(heard) == 5
    assert None not in heard
    assert (awake, end) == (None, "end")
    assert heard[-1] == app_state.compute_list_version()
    assert not app_state.can_listen(0)


def _run_in_thread(ask) -> None:
    thread = Thread(target=ask)
    thread.start()
    thread.join()


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
