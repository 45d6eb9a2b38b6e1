"""The pages that print, in a phone's browser: in one language, by keys, shared, on a full disk."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Page, expect

from tests.choice import pick
from tests.web.browser.looking import find_page_faults
from tests.web.pocket.inside import go, patch_kept
from tests.web.pocket.served import Handset
from tests.web.pocket.test_nothing_lost import ROOM
from tests.web.pocket.test_own_decks import ROWS, take_in, wait_for_deck
from tests.web.pocket.test_press import MEASURED, SLOW

PDF = "a.act[href^='blob:']"
"""A file that is ready."""


def wait_for_sheets(page: Page) -> None:
    """Wait until the sheets are there."""
    expect(page.locator("h2 small")).to_be_visible()


WELL = "self.well = true;"
STUCK = SLOW.replace("message.of &&", "message.of && !self.well &&")
"""A press that is never done with what it prints, until it is patched well."""


SHARES = """refused => {
    window.shared = null;
    navigator.canShare = ({ files }) => files.every(each => each.type === "application/pdf");
    navigator.share = async ({ files }) => {
        window.shared = await Promise.all(
            files.map(async (file) => [file.name, file.type, (await file.text()).slice(0, 5)]));
        if (refused) throw new DOMException("not now", refused);
    };
}"""


def test_a_file_is_shared_where_a_phone_can_and_saved_where_that_is_refused(home: Page) -> None:
    page, kept = home, list[str]()
    expected = ["hogen-samurai-en-a4.pdf", "application/pdf", "%PDF-"]
    go(page, "/print?game=hogen&part=samurai")
    wait_for_sheets(page)
    page.locator("button.act").click()
    expect(page.locator(PDF)).to_be_visible()
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
    assert Path(saved.value.path()).read_bytes().startswith(b"%PDF-")


@contextmanager
def expect_downloads(page: Page, names: Iterable[str]) -> Iterator[None]:
    """What is done here saves all of these files."""
    with ExitStack() as coming:
        for name in names:
            coming.enter_context(page.expect_download(lambda file, name=name: file.suggested_filename == name))
        yield


def test_a_full_disk_keeps_no_printer_but_the_typed_values_stay(ready: Handset) -> None:
    """What needs no room is printed all the same."""
    patch_kept(ready.open_plain_tab(), "keeper.js", ROOM)
    page = ready.open()
    go(page, "/print/printers")
    page.evaluate("() => { new BroadcastChannel('room').postMessage(false); }")
    for name in ("name", "top", "bottom", "left", "right"):
        page.locator(f"input[name={name}]").fill(MEASURED[name])
    keep = page.get_by_role("button", name="Save the readings")
    keep.click()
    expect(page.get_by_role("alert").filter(has_text="could not keep that")).to_be_visible()
    expect(page.locator("input[name=bottom]")).to_have_value("5,1")
    go(page, "/print?game=hogen&sides=fronts")
    wait_for_sheets(page)
    expect(page.locator("input[name=printer]")).to_have_count(0)
    page.locator("button.act").click()
    expect(page.locator(PDF)).to_be_visible()
    go(page, "/print/printers")
    page.evaluate("() => { new BroadcastChannel('room').postMessage(true); }")
    for name in ("name", "top", "bottom", "left", "right"):
        page.locator(f"input[name={name}]").fill(MEASURED[name])
    keep.click()
    expect(page.locator(".leaf")).to_contain_text("office: backs 0.2 mm right")


@pytest.mark.parametrize("how", pick(["closed", "crashed"], 1))
def test_a_tab_that_dies_while_it_prints_loses_nothing(ready: Handset, tmp_path: Path, how: str) -> None:
    beside = ready.open_plain_tab()
    patch_kept(beside, "worker.js", STUCK)
    page = ready.open()
    (tmp_path / "pieces.csv").write_text(ROWS, "utf-8")
    take_in(page, tmp_path / "pieces.csv")
    deck = wait_for_deck(page)
    go(page, "/print/printers")
    for name in ("name", "top", "bottom", "left", "right"):
        page.locator(f"input[name={name}]").fill(MEASURED[name])
    page.get_by_role("button", name="Save the readings").click()
    expect(page.locator(".leaf")).to_contain_text("office")
    go(page, f"/print?game={deck}&sides=fronts&printer=office")
    wait_for_sheets(page)
    page.locator("button.act").click()
    expect(page.locator("progress[value]")).to_be_visible()
    assert find_page_faults(page, night=True) == {}
    url = page.url
    if how == "crashed":
        with pytest.raises(BrowserError, match="crash"):
            page.goto("chrome://crash")
    page.close()
    patch_kept(beside, "worker.js", WELL)
    again = ready.page()
    again.goto(url)
    expect(again.locator("#problem")).to_have_text("The press has stopped; try again.")
    for field, value in (("game", deck), ("sides", "fronts"), ("printer", "office")):
        expect(again.locator(f"input[name={field}][value={value}]")).to_be_checked()
    again.locator("button.act").click()
    expect(again.locator(PDF)).to_be_visible()
    assert str(again.locator(PDF).get_attribute("download")).startswith("pieces-")
