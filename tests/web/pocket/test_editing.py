"""A deck kept on a phone is edited there: its table beside the card, offline, and taken along."""

import io
import zipfile
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.waiting import wait_until
from tests.web.browser.page_faults import find_axe_faults
from tests.web.browser.test_editing import KEY, PNG
from tests.web.pocket.hosts import Handset, Host, wait_until_kept
from tests.web.pocket.test_own_decks import (
    EXAMPLES,
    list_deck_names,
    print_by_command,
    print_by_phone,
    take_in,
    wait_for_deck,
    write_folder,
    zip_folder,
)
from tests.web.pocket.test_press import download


def read_deck(page: Page, path: str) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(download(page, path))) as packed:
        return {each: packed.read(each) for each in packed.namelist() if not each.endswith("/")}


def test_a_kept_deck_is_edited_offline_and_a_new_one_begun(ready_phone: Handset, host: Host, tmp_path: Path) -> None:
    """A key measured 90 ms, a change 350 ms on 60 cards; the limit leaves room for tests side by side."""
    page = ready_phone.open()
    wait_until_kept(page, host.folder)
    packed = zip_folder(EXAMPLES / "seasons", tmp_path / "seasons.zip")
    take_in(page, packed)
    wait_for_deck(page)
    (tmp_path / "far.csv").write_text("title,text\n\u72d0,\u304c\u8d70\u308b\n", "utf-16")
    take_in(page, tmp_path / "far.csv")
    wait_for_deck(page)
    expect(page.locator("main .note[role=status]")).to_have_text("far is ready to print.")
    ready_phone.go_offline()
    page.get_by_role("button", name="Edit seasons").click()
    expect(page.locator(".side img")).to_have_count(2)
    home = page.url.partition("?")[2].removesuffix("/edit")
    before = read_deck(page, f"{home}/file")
    page.locator(".grid-cell[data-row='1'][data-column='2']").click()
    page.evaluate(KEY)
    for at, letter in enumerate("Hello", 1):
        page.keyboard.press(letter)
        page.wait_for_function(f"() => window.took.length === {at}")
    assert sorted(page.evaluate("window.took"))[2] < 1_000
    page.keyboard.press("Enter")
    expect(page.locator("#edit-name")).to_have_text("card plum-3")
    page.locator("#edit-element").select_option(index=2)
    page.locator("#stage").press("ArrowRight")
    face = "seasons/faces/card.toml"
    wait_until(lambda: read_deck(page, f"{home}/file")[face] != before[face])
    assert find_axe_faults(page) == []
    page.close()
    page = ready_phone.open(f"{home}/edit")  # what was kept
    expect(page.locator("#counts")).to_have_text("60\u00a0cards, 9\u00a0sheets of A4")
    after = read_deck(page, f"{home}/file")
    assert {name for name in after if after[name] != before[name]} == {"seasons/cards.csv", face}
    assert after["seasons/cards.csv"] == before["seasons/cards.csv"].replace(b"plum,2,\n", b"plum,2,Hello\n")
    assert read_deck(page, f"{home}/edit/file") == before
    write_folder(after, tmp_path / "taken")
    made = print_by_phone(page, home.rpartition("/")[2])
    assert made == print_by_command(tmp_path / "taken/seasons", tmp_path / "out")
    take_in(page, packed)  # the same files stay beside it
    wait_for_deck(page)
    assert list_deck_names(page) == ["seasons (2)", "seasons", "far.csv"]
    page.get_by_role("link", name="New deck").click()
    page.get_by_role("radio", name="a picture all over").check()
    page.get_by_label("Table, pasted").fill("Titel\tText\n" + "\n".join(f"Karte {row}\tEin Text" for row in range(12)))
    page.get_by_role("button", name="Begin the deck").click()
    expect(page.locator("#counts")).to_have_text("12\u00a0cards, 3\u00a0sheets of A4")
    page.locator(".grid-cell[data-row='0'][data-column='1']").dblclick()
    page.keyboard.insert_text("\u72d0")
    expect(page.locator("#edit-faults")).to_contain_text("\u72d0")  # not before the cell is left
    page.keyboard.press("Tab")
    expect(page.locator("#edit-faults")).to_be_empty()
    picture = {"name": "fox.png", "mimeType": "image/png", "buffer": PNG}
    page.locator("#edit-picture").set_input_files(picture)
    expect(page.locator("#counts")).to_have_text("13\u00a0cards, 3\u00a0sheets of A4")
    expect(page.locator("#edit-problem")).to_be_hidden()
    page.get_by_role("link", name="Print", exact=True).click()
    expect(page.get_by_role("heading", name="Print", exact=True)).to_be_visible()
    expect(page.get_by_text("my deck").first).to_be_visible()
