"""Whatever browser, address or folder: a page of ours, or a sentence; and nothing goes elsewhere."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.pocket.hosts import Handset, Host, open_pocket, wait_until_kept
from tests.web.pocket.pocket_pages import begin_tower, follow, go_to, patch, tap

WITHOUT = (
    "delete window.WebAssembly",
    "Object.defineProperty(window, 'indexedDB', { value: undefined })",
    "delete window.DecompressionStream",
    "window.Worker = function () { this.terminate = () => {}; }",
)


def test_an_old_browser_is_refused_as_too_old(handsets: Callable[..., Handset]) -> None:
    handset = handsets(language="fr")
    for lacking in WITHOUT:
        page = handset.open_tab()
        page.add_init_script(lacking)
        page.goto(handset.host.url)
        expect(page.locator("#sentence")).to_contain_text("trop ancien")
        expect(page.locator("progress")).to_be_hidden()
        page.close()


PRIVATE = 'IDBFactory.prototype.open = () => { throw new DOMException("private", "InvalidStateError"); };\n'


def test_a_private_window_and_a_host_that_sends_scripts_as_text_get_a_sentence(
    handsets: Callable[..., Handset], host: Host, tmp_path: Path
) -> None:
    patch(host, tmp_path, "keeper.js", PRIVATE)
    for said in ("ordinary window", "This host sends scripts as text/plain"):
        page = handsets().open_tab()
        page.goto(host.url)
        expect(page.locator("#sentence")).to_contain_text(said)
        host.kinds[".js"] = "text/plain"


SLOW_SERVICE = """
    const register = ServiceWorkerContainer.prototype.register;
    ServiceWorkerContainer.prototype.register = async function (...all) {
        while (!document.documentElement.dataset.remembered) await new Promise(on => setTimeout(on, 20));
        return register.apply(this, all);
    };
"""


def test_the_pocket_works_and_installs_from_a_subfolder_of_a_host(
    phone_elsewhere: Callable[[str], Handset], host: Host, tmp_path: Path
) -> None:
    """All files are kept, though what keeps them is there only when the pocket has long been open.

    Before the phone that is shared is switched on: that one asks the host for newer versions at times.
    """
    shutil.copytree(host.folder, tmp_path / "site" / "some" / "folder")
    handset = phone_elsewhere("some/folder/")
    host.folder = tmp_path / "site"
    host.asked.clear()
    url, page = f"{host.url}some/folder/", handset.open_tab()
    page.add_init_script(SLOW_SERVICE)
    open_pocket(page, url)
    begin_tower(page, "moon")
    assert page.url.startswith(url)
    wait_until_kept(page, tmp_path / "site" / "some" / "folder")
    open_pocket(page, url, "/t/moon/history")
    expect(page.get_by_role("heading", level=1)).to_have_text("What happened")
    look = handset.context.new_cdp_session(page)
    manifest = look.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"] == f"{url}manifest.webmanifest"
    assert look.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    assert [asked for asked in host.asked if not asked.startswith(("/some/folder/", "/favicon.ico"))] == []


@pytest.fixture
def moon(home_page: Page) -> Page:
    if not home_page.get_by_text("moon", exact=True).count():
        begin_tower(home_page, "moon")
        go_to(home_page, "/")
    return home_page


def test_back_forward_reload_anchors_and_tabs_stay_in_the_pocket(shared_phone: Handset, moon: Page) -> None:
    row = moon.get_by_role("listitem").filter(has=moon.get_by_text("moon", exact=True))
    with shared_phone.context.expect_page() as opened:
        row.get_by_role("link", name="Go on").click(modifiers=["ControlOrMeta"])
    expect(opened.value.get_by_role("button", name="Throw").first).to_be_visible()
    opened.value.close()
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


HOSTILE = '<img src="https://evil.example/x" onerror="document.title=1"><script src="https://evil.example/y"></script>'


def test_nothing_leaves_the_origin_whatever_a_table_is_called(shared_phone: Handset, home_page: Page) -> None:
    handset, page = shared_phone, home_page
    name = HOSTILE[:58]
    status, _, html = tap(page, "/new/shogun", [["name", name], ["way", "tower"], ["seat", "blue"], ["seat", "red"]])
    assert status == 200, html
    go_to(page, "/")
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
    elsewhere = [url for url in handset.asked if not url.removeprefix("blob:").startswith(handset.host.url)]
    assert {*elsewhere} <= {"https://evil.example/x"}


def test_the_browser_is_asked_once_for_lasting_storage(ready_phone: Handset) -> None:
    page = ready_phone.open_tab()
    page.add_init_script("""
        window.asked = 0;
        StorageManager.prototype.persist = async () => { window.asked += 1; return false; };
        StorageManager.prototype.persisted = async () => false;
    """)
    open_pocket(page, ready_phone.host.url)
    assert page.evaluate("window.asked") == 0
    begin_tower(page, "moon")
    begin_tower(page, "sun")
    assert page.evaluate("window.asked") == 1
    open_pocket(page, ready_phone.host.url)
    expect(page.get_by_text("may clear what it keeps")).to_be_visible()
    begin_tower(page, "star")
    assert page.evaluate("window.asked") == 0
