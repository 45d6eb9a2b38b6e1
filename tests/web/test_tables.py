"""Tables listed, renamed, deleted, brought back, saved and taken in."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from companion.data.shogun.towers import get_preset
from companion.play.shogun.fights import ThrowCubes
from companion.service.kept_tables import export_table
from companion.service.playing import play
from companion.service.shogun.session import begin_table, reveal_seed
from companion.table.shelf import MemoryShelf
from companion.web.app_state import AppState
from tests.web.conftest import Browser, read_fields, send_form


@pytest.mark.usefixtures("harvest", "genpei")
def test_the_list_shows_tables_in_progress_and_those_that_cannot_be_opened(
    browser: Browser, seated_browser: Browser, shelf: MemoryShelf, app_state: AppState
) -> None:
    phone, host = seated_browser("harvest", "blue", "Dee <b>"), browser("host")
    with shelf.transaction():
        shelf.add_table("go", "go", 1)
        shelf.add_table("newer", "shogun", 99)
    page = phone.get("/").text
    assert "plays Go, which this Companion does not know" in page
    assert "written by a newer Companion" in page
    assert page.index("harvest") < page.index("genpei")  # one's own table comes first
    assert "The tower alone; throws so far: 0" in page
    assert "Dee &lt;b&gt;" in page
    assert "Still to choose a rallied samurai: Aya, Bo, Chen." in page
    assert "La tour seule" in phone.get("/", headers={"accept-language": "fr"}).text
    screen = browser("watcher").get("/").text
    assert "Open a table" not in screen
    assert "/about" not in screen
    assert 'href="/t/newer/delete"' in host.get("/").text
    send_form(host, "/t/newer/delete")
    assert "newer" not in app_state.tables.names()


@pytest.mark.usefixtures("harvest")
def test_whoever_opens_a_table_sees_those_opened_meanwhile(browser: Browser) -> None:
    aya, bo = browser("player"), browser("player")
    assert "open already" not in aya.get("/new/honshu").text  # an older table may be anybody's
    send_form(bo, "/new/honshu", table="maps")
    for page in ("/new", "/new/honshu", "/new/shogun", "/new/hogen", "/lobby"):
        assert "maps is open already." in aya.get(page).text
    again = aya.post("/new/honshu", data={**read_fields(aya.get("/new/honshu").text), "table": "maps"})
    assert again.status_code == 422
    assert 'href="/t/maps"' in again.text
    send_form(aya, "/t/maps/seat", seat="blue", name="Aya")
    send_form(aya, "/t/maps/text", text="F T L")
    send_form(aya, "/t/maps")  # it is over
    assert "open already" not in aya.get("/new").text


@pytest.mark.usefixtures("harvest")
def test_the_host_renames_a_table_once(browser: Browser, app_state: AppState) -> None:
    host = browser("host")
    data = {**read_fields(host.get("/t/harvest/about").text), "name": " été/~%? "}
    for _ in range(2):
        sent = host.post("/t/harvest/rename", data=data)
        assert "<h1>été/~%?</h1>" in sent.text
    assert app_state.tables.names() == ("été/~%?",)
    assert "<h1>été/~%?</h1>" in browser("player").get("/t/harvest/about").text  # a phone that was there
    send_form(host, "/t/harvest/about", "/t/harvest/rename", name="harvest")
    assert "<h1>harvest</h1>" in host.get("/t/~C3~A9t~C3~A9~2F~7E~25~3F/about").text
    gone = host.get("/t/sunday/about")
    assert (gone.status_code, "There is no table" in gone.text) == (404, True)


@pytest.mark.usefixtures("harvest", "genpei")
@pytest.mark.parametrize(("name", "message"), [("genpei", "already"), ("x" * 61, "not a name")])
def test_an_impossible_table_name_is_refused_and_stays_in_the_form(
    browser: Browser, app_state: AppState, name: str, message: str
) -> None:
    sent = send_form(browser("host"), "/t/harvest/about", "/t/harvest/rename", name=name)
    assert sent.status_code == 422
    assert message in sent.text
    assert f'value="{name}"' in sent.text
    assert app_state.tables.names() == ("genpei", "harvest")


@pytest.mark.usefixtures("harvest")
def test_a_table_is_deleted_and_brought_back(browser: Browser, app_state: AppState, shelf: MemoryShelf) -> None:
    shelf.write_note("harvest", "seats", "{}")
    log = shelf.list_events("harvest")
    host = browser("host")
    data = read_fields(host.get("/t/harvest/delete").text)
    for _ in range(2):
        sent = host.post("/t/harvest/delete", data=data)
        assert (sent.url.path, "harvest is deleted." in sent.text) == ("/", True)
    assert app_state.tables.names() == ()
    there = browser("player").get("/t/harvest/board")  # a phone still at it
    assert there.status_code == 404
    assert "harvest is deleted." in re.sub("<[^>]*>", " ", there.text)
    assert '<a class="act wide" href="/">' in there.text
    data = {**read_fields(sent.text), "table": "harvest"}
    for _ in range(2):
        assert host.post("/bring-back", data=data, follow_redirects=False).headers["location"] == "/t/harvest"
    assert shelf.list_events("harvest") == log
    assert shelf.list_notes("harvest") == {"seats": "{}"}
    assert "harvest is deleted" not in host.get("/").text
    assert "can no longer be brought back" in send_form(host, "/settings", "/bring-back", table="genji").text


@pytest.mark.usefixtures("harvest")
@pytest.mark.parametrize("path", ["/t/harvest/rename", "/t/harvest/delete", "/import", "/bring-back"])
def test_only_the_host_may_rename_or_delete_a_table(browser: Browser, app_state: AppState, path: str) -> None:
    for role in ("player", "watcher"):
        phone = browser(role)
        assert phone.post(path, data={**read_fields(phone.get("/settings").text), "name": "x"}).status_code == 403
    assert app_state.tables.names() == ("harvest",)
    about = browser("player").get("/t/harvest/about").text
    assert "/delete" not in about
    assert "Rename" not in about


def download_table(browser: TestClient, name: str) -> bytes:
    got = browser.get(f"/t/{name}/save")
    assert got.headers["content-type"] == "application/json"
    assert got.headers["content-disposition"].startswith("attachment")
    return got.content


def take_in(browser: TestClient, content: bytes, name: str = "", data: dict[str, str] | None = None):
    data = {**(data or read_fields(browser.get("/import").text)), "name": name}
    return browser.post("/import", data=data, files={"file": ("saved.json", content, "application/json")})


def test_a_saved_table_is_taken_in_elsewhere(browser: Browser, harvest, app_state: AppState, tmp_path: Path) -> None:
    play(harvest, ThrowCubes({"blue": 3}))
    content = download_table(browser("player"), "harvest")
    assert b"spring rain" not in content  # the seed stays here
    export_table(harvest, tmp_path / "exported.json")
    assert content == (tmp_path / "exported.json").read_bytes()  # whichever way, the file is the same
    host = browser("host")
    for _ in range(2):
        assert "it was not loaded a second time" in take_in(host, content).text
    assert "<h1>sunday</h1>" in take_in(host, content, "sunday").text
    assert app_state.tables.names() == ("harvest", "sunday")
    assert app_state.tables.open("sunday").head == harvest.head


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "Choose the file"),
        (b"\xff\xfe\x00", "is not a saved table"),
        (b"[" * 100_000, "not an exported table"),
        (b"x" * 5_100_000, "too much to send"),
    ],
)
def test_a_file_that_is_no_saved_table_is_refused(
    browser: Browser, app_state: AppState, content: bytes, message: str
) -> None:
    sent = take_in(browser("host"), content, "sunday")
    assert sent.status_code in (404, 422)
    assert message in sent.text
    assert app_state.tables.names() == ()


@pytest.mark.usefixtures("genpei")
def test_no_copy_is_given_while_anything_is_hidden(browser: Browser, shelf: MemoryShelf) -> None:
    session = begin_table(shelf, "dark", ["blue", "red"], get_preset("shogun"), inside="hidden")
    phone = browser("player")
    for table in ("genpei", "dark"):
        refused = phone.get(f"/t/{table}/save")
        assert refused.status_code == 422
        assert "A copy would contain what is hidden" in refused.text
    assert "A copy would contain what is hidden" in phone.get("/t/genpei/about").text
    reveal_seed(session)
    assert phone.get("/t/dark/save").status_code == 200


@pytest.mark.parametrize("name", ["%00", "~ff~fe", "~ED~A0~80", "x" * 3000, "..", "harvest%2f"])
def test_a_malformed_table_address_is_refused(browser: Browser, name: str) -> None:
    for page in ("about", "history", "undo", "save", "delete", "result"):
        assert browser("host").get(f"/t/{name}/{page}").status_code in (404, 422)


def test_no_table_can_be_opened_beyond_the_limit(
    browser: Browser, app_state: AppState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.context.MOST_TABLES", 2)
    phone = browser("player")
    form = {**read_fields(phone.get("/new/honshu").text), "table": "one"}
    for _ in range(2):  # the same tap again is the same table
        phone.post("/new/honshu", data=form)
    page = send_form(phone, "/new/honshu", table="two")
    assert phone.post("/new/honshu", data=form).status_code == 200
    page = send_form(phone, "/new/honshu", table="three <b>")
    assert page.status_code == 422
    assert "keeps 2 tables and no more" in page.text
    assert 'value="three &lt;b&gt;"' in page.text
    assert app_state.tables.names() == ("one", "two")
