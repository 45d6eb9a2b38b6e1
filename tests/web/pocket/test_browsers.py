"""Whatever browser, address or folder: a page of ours, or a sentence; and nothing goes elsewhere."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.day import todays
from tests.web.evening import ARGUMENTS, CHROMIUM, PATIENCE
from tests.web.pocket.inside import BATTLE, begin_tower, events, hands, patch, rows, tap
from tests.web.pocket.served import OPENING, Handset, Host, open_pocket

WITHOUT = {
    "WebAssembly": "delete window.WebAssembly",
    "a place to keep games": "Object.defineProperty(window, 'indexedDB', { value: undefined })",
    "unpacking": "delete window.DecompressionStream",
    "workers": "delete window.Worker",
    "workers of today": "window.Worker = function () { this.terminate = () => {}; }",
}


@pytest.mark.parametrize("lacking", WITHOUT)
@pytest.mark.parametrize(("language", "words"), [("en", "too old"), ("fr", "trop ancien")])
def test_an_old_browser_gets_a_sentence(
    handsets: Callable[..., Handset], lacking: str, language: str, words: str
) -> None:
    handset = handsets(language=language)
    page = handset.page()
    page.add_init_script(WITHOUT[lacking])
    page.goto(handset.host.url)
    expect(page.locator("#sentence")).to_contain_text(words)
    expect(page.locator("progress")).to_be_hidden()


def test_a_browser_that_does_not_know_the_script_gets_the_sentence_all_the_same(handset: Handset) -> None:
    page = handset.page()
    page.route(
        "**/boot.js", lambda route: route.fulfill(body="this is no script", content_type="text/javascript")
    )
    handset.context.service_workers  # noqa: B018
    page.goto(handset.host.url)
    old = page.locator("script[nomodule]").get_attribute("src")
    page.add_script_tag(url=f"{handset.host.url}{old}")
    expect(page.locator("#sentence")).to_contain_text("too old")
    handset.wrong.clear()  # "this is no script"


def test_without_scripts_a_sentence_says_so_in_every_language(pocket_folder: Path) -> None:
    page = (pocket_folder / "index.html").read_text("utf-8")
    said = page.split("<noscript>")[1].split("</noscript>")[0]
    assert "needs JavaScript" in said
    assert "a besoin de JavaScript" in said


PRIVATE = 'IDBFactory.prototype.open = () => { throw new DOMException("private", "InvalidStateError"); };\n'
NO_CACHES = "CacheStorage.prototype.open = async () => { throw new Error('private'); };\n"


@pytest.mark.parametrize(("script", "words"), [("keeper.js", PRIVATE), ("core.js", NO_CACHES)])
def test_a_private_window_gets_a_sentence_or_a_table(
    handset: Handset, tmp_path: Path, script: str, words: str
) -> None:
    patch(handset.host, tmp_path, script, words)
    page = handset.page()
    page.goto(handset.host.url)
    if script == "keeper.js":
        expect(page.locator("#sentence")).to_contain_text("ordinary window")
    else:
        begin_after(page)


def begin_after(page: Page) -> None:
    """Play a little."""
    page.locator("#pocket").wait_for(state="detached", timeout=OPENING)
    begin_tower(page, "moon")
    assert tap(page, "/t/moon/tower", BATTLE)[0] == 200
    assert events(page, "moon") == 2


def test_plain_http_plays_without_keeping_files(playing: Playwright, host: Host) -> None:
    browser = playing.chromium.launch(
        executable_path=CHROMIUM, args=[*ARGUMENTS, "--host-resolver-rules=MAP table.example 127.0.0.1"]
    )
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(host.url.replace("127.0.0.1", "table.example"))
    assert page.evaluate("[isSecureContext, 'caches' in window]") == [False, False]
    begin_after(page)
    browser.close()


@pytest.fixture
def moon(ready: Handset) -> Page:
    """A page of a phone with a table."""
    page = ready.open()
    begin_tower(page, "moon")
    return page


ODD = (
    "/%5Cevil.example",
    "/\\evil.example",
    "https://evil.example/",
    "utm_source=x",
    "/t/..%2f",
    "/t/moon/live",
    "/t/moon/",
    "/static/x/live.js",
    "/t/%00",
    "/?%ff",
    "/t/moon/tower?x=[",
)
"""Of these a few are opened each day; what the program answers to them is asked in test_inside.py."""


def test_every_odd_address_is_a_page_of_ours(ready: Handset, moon: Page) -> None:
    for asked in ("//evil.example", *todays(ODD, 3)):
        moon.goto(f"{ready.host.url}?{asked}")
        moon.locator("#pocket").wait_for(state="detached")
        expect(moon.get_by_role("heading", level=1)).to_be_visible()
        assert moon.url.startswith(ready.host.url)


def test_back_forward_reload_and_anchors_stay_in_the_pocket(ready: Handset, moon: Page) -> None:
    open_pocket(moon, ready.host.url, "/t/moon/tower")
    moon.locator(".skip").focus()
    moon.keyboard.press("Enter")
    assert moon.url.endswith("?/t/moon/tower#main")
    expect(moon.locator("form").first).to_be_visible()
    hands(moon)
    moon.locator("summary").first.click()
    moon.get_by_role("link", name="History").first.click()
    moon.wait_for_url("**/?/t/moon/history")
    moon.go_back()
    moon.wait_for_url("**/?/t/moon/tower*")
    expect(moon.get_by_role("button", name="Throw").first).to_be_visible()
    moon.go_forward()
    moon.wait_for_url("**/?/t/moon/history")
    moon.reload()
    expect(moon.get_by_role("heading", level=1)).to_have_text("What happened")


def test_a_link_opens_in_another_tab(ready: Handset, moon: Page) -> None:
    open_pocket(moon, ready.host.url)
    with ready.context.expect_page() as opened:
        moon.get_by_role("link", name="Go on").click(modifiers=["ControlOrMeta"])
    expect(opened.value.get_by_role("button", name="Throw").first).to_be_visible()
    moon.get_by_role("link", name="Go on").click()
    expect(moon.get_by_role("button", name="Throw").first).to_be_visible()


def test_a_saved_table_is_a_safe_file_and_is_taken_in_again(ready: Handset, tmp_path: Path) -> None:
    page = ready.open()
    name = '..%2f "<b>moon'
    status, _, html = tap(
        page, "/new/shogun", [["name", name], ["way", "tower"], ["seat", "blue"], ["seat", "red"]]
    )
    assert status == 200, html
    open_pocket(page, ready.host.url)
    page.get_by_role("link", name="Rename, save, delete").click()
    with page.expect_download() as begun:
        page.get_by_role("link", name="Save a copy").click()
    file = begun.value.suggested_filename
    assert "/" not in file
    assert file.endswith(".json")
    saved = tmp_path / "moon.json"
    begun.value.save_as(saved)
    assert json.loads(saved.read_text("utf-8"))
    open_pocket(page, ready.host.url, "/import")
    page.locator("input[type=file]").set_input_files(saved)
    page.locator(".act").click()
    page.wait_for_url("**/about")
    assert sum(kind == "table" for (kind, _, _), _ in rows(page)) == 2


HOSTILE = '<img src="https://evil.example/x" onerror="document.title=1"><script src="https://evil.example/y"></script>'


def test_nothing_leaves_the_origin_whatever_a_table_is_called(ready: Handset) -> None:
    handset, page = ready, ready.open()
    name = HOSTILE[:58]
    tap(page, "/new/honshu", [["name", "field"], ["seat-1", HOSTILE[:24]], ["blue", HOSTILE[:24]]])
    status, _, html = tap(
        page, "/new/shogun", [["name", name], ["way", "tower"], ["seat", "blue"], ["seat", "red"]]
    )
    assert status == 200, html
    open_pocket(page, handset.host.url)
    expect(page.get_by_text(name).first).to_be_visible()
    assert page.locator("img[src*=evil], script[src*=evil]").count() == 0
    blocked = page.evaluate("""async () => {
        const told = new Promise(done => { document.onsecuritypolicyviolation = done; });
        const picture = new Image();
        picture.src = "https://evil.example/x";
        document.body.append(picture);
        return (await told).effectiveDirective;
    }""")
    assert blocked == "img-src"
    handset.wrong.clear()  # that one was wanted
    asked = {url.removeprefix("blob:") for url in handset.asked}
    assert {url for url in asked if not url.startswith(handset.host.url)} <= {"https://evil.example/x"}


def test_it_works_and_installs_from_a_folder_below(handset: Handset, tmp_path: Path) -> None:
    host = handset.host
    shutil.copytree(host.folder, tmp_path / "site" / "some" / "folder")
    host.folder = tmp_path / "site"
    url, page = f"{host.url}some/folder/", handset.page()
    open_pocket(page, url)
    begin_after(page)
    assert page.url.startswith(url)
    page.evaluate("navigator.serviceWorker.ready")
    open_pocket(page, url, "/t/moon/history")
    expect(page.get_by_role("heading", level=1)).to_have_text("What happened")
    look = handset.context.new_cdp_session(page)
    manifest = look.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"] == f"{url}manifest.webmanifest"
    assert look.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    assert [asked for asked in host.asked if not asked.startswith(("/some/folder/", "/favicon.ico"))] == []


@pytest.mark.parametrize("granted", [True, False])
def test_it_is_asked_once_to_keep_for_good_and_told_where_it_may_not(ready: Handset, granted: bool) -> None:
    handset, page = ready, ready.page()
    page.add_init_script(f"""
        window.asked = 0;
        StorageManager.prototype.persist = async () => {{ window.asked += 1; return {json.dumps(granted)}; }};
        StorageManager.prototype.persisted = async () => {json.dumps(granted)};
    """)
    open_pocket(page, handset.host.url)
    note = page.get_by_text("may clear what it keeps")
    assert page.evaluate("window.asked") == 0
    begin_tower(page, "moon")
    begin_tower(page, "sun")
    assert page.evaluate("window.asked") == 1
    open_pocket(page, handset.host.url)
    expect(page.get_by_role("listitem")).to_have_count(2)
    expect(note).to_have_count(0 if granted else 1)
    begin_tower(page, "star")
    assert page.evaluate("window.asked") == 0
