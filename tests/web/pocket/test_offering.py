"""The laptop's table hands the one for a phone alone on: files for anybody, fetched when the host says so."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect
from starlette.testclient import TestClient

from companion.errors import CompanionError
from companion.service.kept_tables import OpenTables
from companion.table.shelf import MemoryShelf
from companion.web.app import make_app
from companion.web.app_state import Settings
from companion.web.people import HOST, PLAYER, WATCHER
from companion.web.pocket import offering
from tests.vision.photos import generate
from tests.web.conftest import read_fields
from tests.web.pocket.hosts import OPENING, Handset, Host, open_pocket, wait_until_kept
from tests.web.pocket.pocket_pages import go_to
from tests.web.pocket.test_own_decks import encode_photo, print_by_phone, take_in, wait_for_deck
from tests.web.pocket.test_photos import READ, begin_table, send_photo
from tests.web.serving.laptop import start_laptop


class FakeParcels:
    """Parcels that are here, or cannot be had."""

    is_complete = True
    problem: CompanionError | None = None

    def fetch(self):
        yield 1
        if self.problem is not None:
            raise self.problem


@pytest.fixture
def parcels(monkeypatch: pytest.MonkeyPatch) -> FakeParcels:
    """Nothing is fetched; what is built is one page and its style."""
    parcels = FakeParcels()

    def publish(folder: Path, overwrite: bool) -> None:
        (folder / "b1").mkdir(parents=True, exist_ok=True)
        (folder / "b1" / "x.css").write_text("{}")
        (folder / "index.html").write_text("<p>the pocket")
        (folder / "diary.txt").write_text("not built")
        (folder / "companion-pocket.json").write_text('{"files": {"index.html": "", "b1/x.css": ""}}')

    monkeypatch.setattr(offering, "open_parcels", lambda: parcels)
    monkeypatch.setattr(offering, "publish", publish)
    return parcels


class Laptop:
    """The pages of a laptop that offers a pocket."""

    def __init__(self, folder: Path | None) -> None:
        self.app = make_app(OpenTables(MemoryShelf()), Settings(pockets=folder))

    def open_browser(self, role: str | None) -> TestClient:
        client = TestClient(self.app, base_url="http://127.0.0.1:8642")
        if role is not None:
            client.get(f"/join/{self.app.state.app_state.codes[role]}")
        return client


@pytest.fixture
def laptop(parcels: FakeParcels, tmp_path: Path) -> Laptop:
    return Laptop(tmp_path / "pocket")


def fetch_pocket(client: TestClient) -> str:
    with client:  # what runs beside the pages has one loop
        client.post("/pocket", data=read_fields(client.get("/pocket").text))
        return client.get("/pocket").text


def test_the_host_alone_fetches_the_pocket_and_every_phone_can_open_it(laptop: Laptop) -> None:
    host, player = laptop.open_browser(HOST), laptop.open_browser(PLAYER)
    assert "Fetch it now" in host.get("/pocket").text
    text = player.get("/pocket").text
    assert "Fetch it now" not in text
    assert "Whoever opened the tables can do that, on the laptop." in text
    refused = player.post("/pocket", data=read_fields(player.get("/settings").text))
    assert (refused.status_code, "Only whoever opened the tables may do that" in refused.text) == (422, True)
    assert player.get("/pocket/").status_code == 404
    assert "Open it here" in fetch_pocket(host)
    for client in (player, laptop.open_browser(WATCHER), laptop.open_browser(None)):
        assert client.get("/pocket/").text == "<p>the pocket"
    assert 'href="/pocket"' in player.get("/").text
    assert laptop.open_browser(None).get("/pocket/", headers={"host": "evil.example"}).status_code == 421


def test_a_failed_fetch_is_reported_and_can_be_tried_again(laptop: Laptop, parcels: FakeParcels) -> None:
    parcels.problem = CompanionError("{name} cannot be fetched: {why}", name="python.tgz", why="gone")
    host = laptop.open_browser(HOST)
    assert "python.tgz cannot be fetched: gone" in fetch_pocket(host)
    parcels.problem = None
    assert "Open it here" in fetch_pocket(host)


def test_the_pocket_address_serves_only_built_files_with_their_headers(
    laptop: Laptop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    host = laptop.open_browser(HOST)
    fetch_pocket(host)
    for path in ("diary.txt", "../secret.txt", "%2e%2e/secret.txt", "b1/../diary.txt", "/etc/passwd", "b1/", "%00"):
        assert host.get(f"/pocket/{path}").status_code == 404, path
    page, style = host.get("/pocket/"), host.get("/pocket/b1/x.css")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    assert style.headers["content-type"] == "text/css; charset=utf-8"
    assert "immutable" in style.headers["cache-control"]
    for answer in (page, style):
        assert "'wasm-unsafe-eval'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert "wasm" not in host.get("/pocket").headers["content-security-policy"]
    permitted = [each.headers["permissions-policy"] for each in (page, style, host.get("/pocket"))]
    assert ["camera=(self)" in each for each in permitted] == [True, False, False]
    monkeypatch.setattr(offering, "list_files", lambda folder: {"b1/gone.css": ""})  # a newer build removed it just now
    assert host.get("/pocket/b1/gone.css").status_code == 404


@pytest.mark.parametrize(
    ("url", "kept"),
    [("http://192.168.1.20:8642", False), ("http://127.0.0.1:8642", True), ("https://192.168.1.20:8642", True)],
)
def test_the_pocket_page_says_when_a_browser_may_not_keep_it(laptop: Laptop, url: str, kept: bool) -> None:
    fetch_pocket(laptop.open_browser(HOST))
    phone = TestClient(laptop.app, base_url=url)
    phone.get(f"/join/{laptop.app.state.app_state.codes[PLAYER]}")
    assert ("your browser may not keep it" in phone.get("/pocket").text) != kept


def test_without_a_pocket_folder_there_is_no_pocket_page() -> None:
    host = Laptop(None).open_browser(HOST)
    assert host.get("/pocket").status_code == host.get("/pocket/").status_code == 404
    assert 'href="/pocket"' not in host.get("/").text


def test_a_phone_opens_the_pocket_from_the_laptop_prints_and_reads_a_photo(
    phone_elsewhere: Callable[[str], Handset], host: Host, pocket_folder: Path, tmp_path: Path
) -> None:
    """No host says which scripts may run, but the laptop does."""
    shutil.copytree(pocket_folder, tmp_path / "companion" / "pocket")
    phone, picture = phone_elsewhere("pocket/"), tmp_path / "fox.png"
    picture.write_bytes(encode_photo((744, 1039), "orange", "PNG"))
    host.stop()  # the laptop stands where it stood: what a phone keeps is kept for an address
    with start_laptop(tmp_path, "--port", str(host.port)) as laptop:
        page = phone.open_tab()
        page.goto(f"{laptop.url}/join/{laptop.code}")
        page.goto(f"{laptop.url}/pocket")
        page.get_by_role("link", name="Open it here").click()
        page.wait_for_url(f"{laptop.url}/pocket/")
        open_pocket(page, f"{laptop.url}/pocket/", "/import?take=/t/none/save")
        expect(page.locator("#problem")).to_contain_text("was not handed on")
        wait_until_kept(page, pocket_folder)
        page.goto(f"{laptop.url}/new/shogun")
        page.locator("#name").fill("../evening")
        page.locator("button.act").click()
        page.wait_for_url("**/t/**")
        table = page.url.split("/t/")[1].split("/")[0]
        page.goto(f"{laptop.url}/t/{table}/about")
        page.get_by_role("link", name="Put a copy into your pocket").click()
        page.wait_for_url(f"**/pocket/?/t/{table}/about", timeout=OPENING)
        expect(page.get_by_role("heading", level=1)).to_have_text("../evening")
        take_in(page, picture)
        assert list(print_by_phone(page, wait_for_deck(page))) == ["fox-en-a4.pdf"]
        begin_table(page, "friday")
        go_to(page, "/t/friday/photo")
        send_photo(page, generate(50, "easy", megapixels=1.5).jpeg)
        expect(page.locator(".top-where")).to_contain_text("squares", timeout=READ)
