"""A deck kept on a phone is edited there: its table beside the card, offline, and taken along."""

import io
import zipfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.browser.page_faults import find_axe_faults
from tests.web.pocket.hosts import Handset, Host, wait_until_kept
from tests.web.pocket.test_own_decks import EXAMPLES, take_in, wait_for_deck, zip_folder
from tests.web.pocket.test_press import download

KEY = """() => { window.took = []; let at = 0;
  addEventListener("keydown", () => { at = performance.now(); }, true);
  new MutationObserver(() => { if (at) window.took.push(performance.now() - at); at = 0; })
    .observe(document.getElementById("stage"), { childList: true }); }"""


def read_deck(page: Page, path: str) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(download(page, path))) as packed:
        return {each: packed.read(each) for each in packed.namelist() if not each.endswith("/")}


def type_letters(page: Page, letters: str) -> list[float]:
    """Type, each letter once the card shows the one before; how long each took, in ms."""
    page.evaluate(KEY)
    for at, letter in enumerate(letters, 1):
        page.keyboard.press(letter)
        page.wait_for_function(f"() => window.took.length === {at}")
    took: list[float] = page.evaluate("window.took")
    return took


def test_a_kept_deck_is_edited_offline_and_a_new_one_begun(ready_phone: Handset, host: Host, tmp_path: Path) -> None:
    """A key measured TODO ms; the limit leaves room for tests side by side."""
    page = ready_phone.open()
    wait_until_kept(page, host.folder)
    take_in(page, zip_folder(EXAMPLES / "seasons", tmp_path / "seasons.zip"))
    wait_for_deck(page)
    ready_phone.go_offline()
    page.get_by_role("button", name="Edit seasons").click()
    expect(page.locator(".side img")).to_have_count(2)
    home = page.url.partition("?")[2].removesuffix("/edit")
    before: dict[str, Any] = read_deck(page, f"{home}/file")
    page.locator(".grid-cell[data-row='0'][data-column='1']").click()
    took = type_letters(page, "Hello")
    print("a key, ms:", took)
    page.keyboard.press("Enter")
    expect(page.locator("#edit-name")).not_to_have_text("")
