"""Whatever browser, address or folder: a page of ours, or a sentence; and nothing goes elsewhere."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.choice import pick
from tests.web.pocket.inside import BATTLE, begin_tower, events, follow, go, patch, rows, tap
from tests.web.pocket.served import OPENING, Handset, Host, open_pocket, until_kept

WITHOUT = {
    "WebAssembly": "delete window.WebAssembly",
    "a place to keep games": "Object.defineProperty(window, 'indexedDB', { value: undefined })",
    "unpacking": "delete window.DecompressionStream",
    "workers": "delete window.Worker",
    "workers of now": "window.Worker = function () { this.terminate = () => {}; }",
}


TOO_OLD = {"en": "too old", "fr": "trop ancien"}


@pytest.mark.parametrize("language", pick(list(TOO_OLD), 1))
def test_an_old_browser_is_told_that_it_is_too_old(handsets: Callable[..., Handset], language: str) -> None:
    handset = handsets(language=language)
    for lacking in WITHOUT.values():
        page = handset.page()
        page.add_init_script(lacking)
        page.goto(handset.host.url)
        expect(page.locator("#sentence")).to_contain_text(TOO_OLD[language])
        expect(page.locator("progress")).to_be_hidden()
        page.close()


def test_a_host_that_sends_scripts_as_text_is_named_on_the_page(handset: Handset) -> None:
    handset.host.kinds[".js"] = "text/plain"
    page = handset.page()
    page.goto(handset.host.url)
    expect(page.locator("#sentence")).to_contain_text("This host sends scripts as text/plain")


def test_without_scripts_a_sentence_says_so_in_every_language(pocket_folder: Path) -> None:
    page = (pocket_folder / "index.html").read_text("utf-8")
    said = page.split("<noscript>")[1].split("</noscript>")[0]
    assert "needs JavaScript" in said
    assert "a besoin de JavaScript" in said


PRIVATE = 'IDBFactory.prototype.open = () => { throw new DOMException("private", "InvalidStateError"); };\n'


def test_a_private_window_that_keeps_nothing_gets_a_sentence(handset: Handset, tmp_path: Path) -> None:
    patch(handset.host, tmp_path, "keeper.js", PRIVATE)
    page = handset.page()
    page.goto(handset.host.url)
    expect(page.locator("#sentence")).to_contain_text("ordinary window")


def begin_after(page: Page) -> None:
    """Play a little."""
    begin_tower(page, "moon")
    assert tap(page, "/t/moon/tower", BATTLE)[0] == 200
    assert events(page, "moon") == 2


SLOW_SERVICE = """
    const register = ServiceWorkerContainer.prototype.register;
    ServiceWorkerContainer.prototype.register = async function (...all) {
        while (!document.documentElement.dataset.remembered) await new Promise(on => setTimeout(on, 20));
        return register.apply(this, all);
    };
"""


def test_the_pocket_works_and_installs_from_a_subfolder_of_a_host(
    elsewhere: Callable[[str], Handset], host: Host, tmp_path: Path
) -> None:
    """All files are kept, though what keeps them is there only when the pocket has long been open.

    Before the phone that is shared is switched on: that one asks the host for newer versions at times.
    """
    shutil.copytree(host.folder, tmp_path / "site" / "some" / "folder")
    handset = elsewhere("some/folder/")
    host.folder = tmp_path / "site"
    host.asked.clear()
    url, page = f"{host.url}some/folder/", handset.page()
    page.add_init_script(SLOW_SERVICE)
    open_pocket(page, url)
    begin_after(page)
    assert page.url.startswith(url)
    until_kept(page, tmp_path / "site" / "some" / "folder")
    front = handset.page()
    front.goto(f"{url}?/doors")
    front.locator("#pocket").wait_for(state="detached", timeout=OPENING)
    for picture in front.locator(".door img").all():
        assert picture.evaluate("async each => { await each.decode(); return each.src; }").startswith(url)
    front.locator("#door-score").click()
    front.wait_for_url(f"{url}?/score")
    front.close()
    open_pocket(page, url, "/t/moon/history")
    expect(page.get_by_role("heading", level=1)).to_have_text("What happened")
    look = handset.context.new_cdp_session(page)
    manifest = look.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"] == f"{url}manifest.webmanifest"
    assert look.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    assert [asked for asked in host.asked if not asked.startswith(("/some/folder/", "/favicon.ico"))] == []


@pytest.fixture
def moon(home: Page) -> Page:
    """A page of a phone with a table."""
    if not home.get_by_text("moon", exact=True).count():
        begin_tower(home, "moon")
        go(home, "/")
    return home


def test_back_forward_reload_and_anchors_stay_in_the_pocket(moon: Page) -> None:
    follow(moon, "/t/moon/tower")
    expect(moon.get_by_role("button", name="Throw").first).to_be_visible()
    moon.locator(".skip").focus()
    moon.keyboard.press("Enter")
    moon.wait_for_url("**/?/t/moon/tower#main")
    expect(moon.locator("form").first).to_be_visible()
    moon.locator(".menu summary").first.click()
    moon.get_by_role("link", name="History").first.click()
    moon.wait_for_url("**/?/t/moon/history")
    moon.go_back()
    moon.wait_for_url("**/?/t/moon/tower*")
    expect(moon.get_by_role("button", name="Throw").first).to_be_visible()
    moon.go_forward()
    moon.wait_for_url("**/?/t/moon/history")
    moon.reload()
    expect(moon.get_by_role("heading", level=1)).to_have_text("What happened")


def test_a_link_opens_in_another_tab(shared: Handset, moon: Page) -> None:
    row = moon.get_by_role("listitem").filter(has=moon.get_by_text("moon", exact=True))
    with shared.context.expect_page() as opened:
        row.get_by_role("link", name="Go on").click(modifiers=["ControlOrMeta"])
    expect(opened.value.get_by_role("button", name="Throw").first).to_be_visible()
    opened.value.close()
    row.get_by_role("link", name="Go on").click()
    expect(moon.get_by_role("button", name="Throw").first).to_be_visible()


def test_a_saved_table_has_a_safe_file_name_and_can_be_imported_again(home: Page, tmp_path: Path) -> None:
    page = home
    name = '..%2f "<b>moon'
    status, _, html = tap(page, "/new/shogun", [["name", name], ["way", "tower"], ["seat", "blue"], ["seat", "red"]])
    assert status == 200, html
    before = {name for (kind, name, _), _ in rows(page) if kind == "table"}
    go(page, "/")
    row = page.get_by_role("listitem").filter(has_text=name)
    row.get_by_role("link", name="Rename, save, delete").click()
    with page.expect_download() as begun:
        page.get_by_role("link", name="Save a copy").click()
    file = begun.value.suggested_filename
    assert "/" not in file
    assert file.endswith(".json")
    saved = tmp_path / "moon.json"
    begun.value.save_as(saved)
    assert json.loads(saved.read_text("utf-8"))
    go(page, "/import")
    page.locator("input[type=file]").set_input_files(saved)
    page.locator("#name").fill("moon again")  # without a name of its own it is the table that is here
    page.locator(".act").click()
    page.wait_for_url("**/about")
    assert len({name for (kind, name, _), _ in rows(page) if kind == "table"} - before) == 1


HOSTILE = '<img src="https://evil.example/x" onerror="document.title=1"><script src="https://evil.example/y"></script>'


def test_nothing_leaves_the_origin_whatever_a_table_is_called(shared: Handset, home: Page) -> None:
    handset, page = shared, home
    name = HOSTILE[:58]
    tap(page, "/new/honshu", [["name", "field"], ["seat-1", HOSTILE[:24]], ["blue", HOSTILE[:24]]])
    status, _, html = tap(page, "/new/shogun", [["name", name], ["way", "tower"], ["seat", "blue"], ["seat", "red"]])
    assert status == 200, html
    go(page, "/")
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


@pytest.mark.parametrize("granted", pick([True, False], 1))
def test_the_browser_is_asked_once_for_lasting_storage(ready: Handset, granted: bool) -> None:
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
