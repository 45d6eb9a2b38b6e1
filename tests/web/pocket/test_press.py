"""What is printed in a phone's browser: the bytes of the command, with and without a line."""

import re
from base64 import b64decode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Download, Page, expect
from playwright.sync_api import Error as BrowserError

from tests.bench.memory import open_chromium
from tests.choice import EVERYTHING
from tests.cli.test_main import run_companion
from tests.waiting import wait_until
from tests.web.browser.page_faults import find_page_faults
from tests.web.pocket.engines import wait_until_usable
from tests.web.pocket.hosts import Handset
from tests.web.pocket.orders import GO, order_print
from tests.web.pocket.pocket_pages import go_to, install_helpers, patch_kept, read_rows, tap, watch_workers

MOST_DOCUMENTS = 3 * 3 + 3  # a page, and two or three of its drawings

ORDERS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "all of Honshu, in French": ({"game": "honshu", "language": "fr"}, ("honshu",)),
    "Letter, in French": ({"game": "hogen", "language": "fr", "paper": "letter"}, ("hogen", "--paper", "letter")),
    "large type": (
        {"game": "hogen", "type": "large", "sides": "fold"},
        ("hogen", "--type", "large", "--sides", "fold"),
    ),
    "low ink": ({"game": "honshu", "cards": "17", "ink": "low"}, ("honshu", "--cards", "17", "--ink", "low")),
    "Shogun's board in tiles, its tower and its box": (
        {"game": "shogun", "part": ["board-sun", "tower", "tuckbox"], "paper": "letter"},
        ("shogun", "--paper", "letter", *("--only", "board-sun", "--only", "tower", "--only", "tuckbox")),
    ),
}
"""What a form says, and the command that says the same."""

MEASURED = {
    "name": "office",
    "paper": "a4",
    **{"top": "5.3", "bottom": "5,1", "left": "4.6", "right": "4.8", "across": "99.8", "down": "100"},
}


def ask(page: Page, path: str) -> str:
    """Another page than the one that is shown, once it is answered."""
    install_helpers(page)
    return str(page.evaluate("async path => (await send('GET', path)).html", path))


def download(page: Page, path: str) -> bytes:
    install_helpers(page)
    return b64decode(
        page.evaluate(
            """async path => {
        const { got } = await send("GET", path);
        return btoa(Array.from(got.body, each => String.fromCharCode(each)).join(""));
    }""",
            path,
        )
    )


def print_order(page: Page, form: dict[str, Any]) -> dict[str, bytes]:
    fields = [
        [name, value] for name, values in form.items() for value in (values if isinstance(values, list) else [values])
    ]
    wait_until(lambda: 'name="token"' in ask(page, "/print"), "the page that prints did not come")
    status, shown, html = tap(page, "/print", fields)
    assert status == 200, html
    html = ask(page, shown)  # answered when it is done
    found = dict.fromkeys(re.findall(r'href="(/print/[0-9a-f]+/file/[^"?]+)', html))
    assert found, html
    return {path.rpartition("/")[2]: download(page, path) for path in found}


def compute_file_sum(file: bytes) -> tuple[int, str]:
    """Length and SHA-256 of a file; two files are too long to compare byte by byte in a report."""
    return len(file), sha256(file).hexdigest()


def save_file(page: Page) -> Download:
    with page.expect_download() as saved:
        page.locator("a.act[href^='blob:']").click()
    return saved.value


@pytest.mark.parametrize("order", ORDERS)
def test_the_same_order_gives_the_bytes_of_the_command(home_page: Page, tmp_path: Path, order: str) -> None:
    form, words = ORDERS[order]
    words = ("print", *words, "--lang", form.get("language", "en"), "-o", str(tmp_path))
    done = run_companion(*words)
    assert done.returncode == 0, done.stdout
    expected = {file.name: compute_file_sum(file.read_bytes()) for file in tmp_path.glob("*.pdf")}
    assert expected
    got = print_order(home_page, {"language": "en", **form})
    assert {name: compute_file_sum(file) for name, file in got.items()} == expected


def test_a_printer_that_was_measured_is_kept_and_corrects_the_sheets(ready_phone: Handset, tmp_path: Path) -> None:
    """Also after the phone was shut down; its file is the laptop's, and the bytes are the command's."""
    page = ready_phone.open()
    status, _, html = tap(page, "/print/printers", [*MEASURED.items()])
    assert (status, "office: backs 0.2 mm right" in html.replace("\u00a0", " ")) == (200, True)
    ready_phone.shut_down()
    ready_phone.start()
    page = ready_phone.open("/print/printers")
    expect(page.locator(".leaf")).to_contain_text("office: backs 0.2 mm right")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the file").click()
    profiles = tmp_path / "printers.toml"
    saved.value.save_as(profiles)
    words = ("print", "hogen", "--lang", "en", "--printer", "office", "--config", str(profiles))
    done = run_companion(*words, "-o", str(tmp_path / "out"))
    assert done.returncode == 0, done.stdout + done.stderr
    got = print_order(page, {"game": "hogen", "language": "en", "printer": "office"})
    assert got == {file.name: file.read_bytes() for file in (tmp_path / "out").glob("*.pdf")}


def test_a_phone_prints_offline_and_shows_each_sheet(ready_phone: Handset) -> None:
    """From the menu to the file, by its own parcel that came after the first page."""
    ready_phone.go_offline()
    page = ready_phone.open()
    page.locator("details.menu summary").click()
    page.get_by_role("link", name="Print", exact=True).click()
    page.get_by_role("radio", name="Hogen").check()
    expect(page.locator("h2 small")).to_contain_text("pieces to cut out: about")
    pictures = page.locator("a img.sheet-small")
    expect(pictures).to_have_count(6)
    page.wait_for_function("() => [...document.querySelectorAll('.thumbs img')].every(each => each.naturalWidth)")
    assert find_page_faults(page) == {}
    pictures.nth(1).click()
    page.wait_for_function("() => document.querySelector('img.sheet-large')?.naturalWidth")
    assert find_page_faults(page, axe=EVERYTHING) == {}
    page.get_by_role("link", name="All sheets").click()
    page.get_by_role("button", name="Make the file").click()
    expect(page.get_by_role("heading", name="Ready to print")).to_be_visible()
    page.wait_for_selector("a.act[href^='blob:']")
    assert find_page_faults(page) == {}
    saved = save_file(page)
    assert saved.suggested_filename == "hogen-en-a4.pdf"
    assert Path(saved.path()).read_bytes().startswith(b"%PDF-")


SLOW = """const begun = self.postMessage.bind(self);
self.postMessage = (message, ...more) => {
    begun(message, ...more);
    while (message.kind === "printing" && message.of && !self.well && !message.svg) { /* it works */ }
};
"""
"""A worker that is never done with what it prints, until it is patched well."""

TIMELESS = """
const beat = window.setInterval;
window.setInterval = (on, after, ...more) => (after === 1000 ? 0 : beat(on, after, ...more));
"""
"""Seconds do not pass on a page: no worker is let go for being idle, however slow this machine is."""


def test_a_print_is_stopped_and_a_tap_at_the_table_is_quick_meanwhile(ready_phone: Handset) -> None:
    beside = ready_phone.open_plain_tab()
    patch_kept(beside, "worker.js", SLOW)
    beside.close()
    page = ready_phone.open_tab()
    page.add_init_script(TIMELESS)
    watch_workers(page)
    page.goto(f"{ready_phone.host.url}?/print?game=hogen&sides=fronts")
    page.get_by_role("button", name="Make the file").click()
    expect(page.locator("progress[value]")).to_be_visible()
    assert ask(page, "/").count("<h1") == 1, "the tables answer meanwhile"
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("heading", name="Print", exact=True)).to_be_visible()
    expect(page.get_by_role("radio", name="fronts only")).to_be_checked()
    expect(page.locator("#problem")).to_have_count(0)
    assert page.evaluate("workers.length") == 3, "the tables' own, one that was stopped, and one more"


def test_a_phone_without_the_press_says_so(ready_phone: Handset) -> None:
    beside = ready_phone.open_plain_tab()
    beside.evaluate("""async () => {
        for (const name of await caches.keys()) for (const key of await (await caches.open(name)).keys())
            if (key.url.endsWith("/press.bin")) await (await caches.open(name)).delete(key);
    }""")
    beside.close()
    ready_phone.go_offline()
    page = ready_phone.open()
    page.locator("details.menu summary").click()
    page.get_by_role("link", name="Print", exact=True).click()
    expect(page.locator("#problem")).to_contain_text("The printing part is not on this phone yet.")
    go_to(page, "/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert read_rows(page)


HANDED = """window.handed = [];
const hold = each => { handed.push(new WeakRef(each)); return each; };
const send = companion.send, name = URL.createObjectURL;
companion.send = async (...all) => {
    const answer = await send(...all);
    if (!answer.html) hold(answer.got.body);
    return answer;
};
URL.createObjectURL = content => name.call(URL, hold(content));
document.addEventListener("companion:printing", ({ detail }) => { hold(detail); });"""
"""From now on a page knows of every file and sheet that is handed to it, and holds none."""

STILL_HELD = "gc(); return [handed.length, handed.filter(each => each.deref()).length];"


def test_a_page_releases_every_file_and_sheet_it_has_shown(ready_phone: Handset, tmp_path: Path) -> None:
    """Of the next order's too: a list that grew by one of them with each order would be found here.

    A large sheet is gone before the next one is drawn: each is three documents to a browser, with its letters.
    """
    ready_phone.shut_down()
    (tmp_path / "alone").mkdir()
    ready_phone.profile.rename(tmp_path / "alone" / "chromium")
    with open_chromium(tmp_path / "alone", "--js-flags=--expose-gc") as browser:
        browser.go(ready_phone.host.url)
        wait_until_usable(browser)
        browser.run(HANDED)
        sheets, there = 0, list[int]()
        for margin in "56":
            order_print(
                browser, f"game=hogen&language=en&margin={margin}", lambda: there.append(browser.count_documents())
            )
            handed, held = browser.run(STILL_HELD)
            assert handed - sheets >= 6 * 3, "six sheets, each small and large, and the file"
            assert held > 0, "the file is shown"
            sheets = handed
            browser.run(GO, "/")
            wait_until(lambda: browser.run(STILL_HELD)[1] <= 1, "all but the last that was drawn", pause=0.3)
    assert max(there) <= MOST_DOCUMENTS, there


SHARES = """refused => {
    window.shared = null;
    navigator.canShare = ({ files }) => files.every(each => each.type === "application/pdf");
    navigator.share = async ({ files }) => {
        window.shared = await Promise.all(
            files.map(async (file) => [file.name, file.type, (await file.text()).slice(0, 5)]));
        if (refused) throw new DOMException("not now", refused);
    };
}"""


def test_a_file_is_shared_where_a_phone_can_and_saved_where_that_is_refused(home_page: Page) -> None:
    page, kept = home_page, list[str]()
    expected = ["hogen-samurai-en-a4.pdf", "application/pdf", "%PDF-"]
    go_to(page, "/print?game=hogen&part=samurai")
    expect(page.locator("h2 small")).to_be_visible()
    page.locator("button.act").click()
    expect(page.locator("a.act[href^='blob:']")).to_be_visible()
    expect(page.locator("#share")).to_be_hidden()  # Chromium on Linux shares nothing
    page.on("download", lambda file: kept.append(file.suggested_filename))
    for refused in ("AbortError", ""):  # whoever thought better of it wants no file either
        page.evaluate(SHARES, refused)
        page.evaluate("() => companion.refresh()")
        page.get_by_role("button", name="Share").click()
        page.wait_for_function("() => window.shared")
        assert page.evaluate("window.shared") == [expected]
    assert kept == []
    page.evaluate(SHARES, "NotAllowedError")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Share").click()
    assert saved.value.suggested_filename == expected[0]


def test_a_tab_that_crashes_while_it_prints_loses_nothing(ready_phone: Handset) -> None:
    beside = ready_phone.open_plain_tab()
    patch_kept(beside, "worker.js", SLOW)
    page = ready_phone.open()
    assert tap(page, "/print/printers", [*MEASURED.items()])[0] == 200
    go_to(page, "/print?game=hogen&sides=fronts&printer=office")
    expect(page.locator("h2 small")).to_be_visible()
    page.locator("button.act").click()
    expect(page.locator("progress[value]")).to_be_visible()
    assert find_page_faults(page, night=True) == {}
    url = page.url
    with pytest.raises(BrowserError, match="crash"):
        page.goto("chrome://crash")
    page.close()
    patch_kept(beside, "worker.js", "self.well = true;")
    again = ready_phone.open_tab()
    again.goto(url)
    expect(again.locator("#problem")).to_have_text("The press has stopped; try again.")
    for field, value in (("game", "hogen"), ("sides", "fronts"), ("printer", "office")):
        expect(again.locator(f"input[name={field}][value={value}]")).to_be_checked()
    again.locator("button.act").click()
    expect(again.locator("a.act[href^='blob:']")).to_be_visible()
