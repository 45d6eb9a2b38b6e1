"""The pages that print, in a phone's browser: in one language, by keys, shared, on a full disk."""

import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Page, expect

from tests.choice import pick
from tests.web.browser.keys import by_arrows, by_tab
from tests.web.browser.looking import looked_over
from tests.web.pocket.inside import go, patch_kept
from tests.web.pocket.served import Handset
from tests.web.pocket.spoken import LANGUAGE, in_chosen_language, said
from tests.web.pocket.test_nothing_lost import ROOM
from tests.web.pocket.test_own_decks import ROWS, take_in, taken
from tests.web.pocket.test_press import MEASURED, SLOW

PDF = "a.act[href^='blob:']"
"""A file that is ready."""


def laid_out(page: Page) -> None:
    """Wait until the sheets are there."""
    expect(page.locator("h2 small")).to_be_visible()


MOVED = {
    "en": "Zürich: backs 0.2 mm right",
    "fr": "Zürich : versos 0,2 mm à droite",
    "de": "Zürich: Rückseiten 0,2 mm nach rechts",
}
"""What a printer that was measured does, in each language."""

WELL = "self.well = true;"
STUCK = SLOW.replace("message.of &&", "message.of && !self.well &&")
"""A press that is never done with what it prints, until it is patched well."""


def test_every_page_that_prints_speaks_one_language(ready: Handset, tmp_path: Path) -> None:
    """With the words of its progress, its faults and the hints of all systems."""
    page = ready.open(f"/language?to={LANGUAGE}&back=/print")
    go(page, "/print?game=hogen&sides=fronts")
    laid_out(page)
    in_chosen_language(page)
    page.locator("a img.sheet-small").first.click()
    expect(page.locator("img.sheet-large")).to_be_visible()
    in_chosen_language(page)
    go(page, "/print?game=hogen&sides=fronts&margin=zz&cards=99")
    number = said("'{value}' is not a number from {least} to {most}.", value="zz", least="0", most="50")
    expect(page.locator("#problem")).to_contain_text(number)
    in_chosen_language(page)
    go(page, "/print?game=hogen&sides=separate&part=samurai")
    laid_out(page)
    page.locator("button.act").click()
    expect(page.locator(PDF)).to_be_visible()
    assert page.locator(".systems li").count() == 5
    in_chosen_language(page)
    go(page, "/print/printers")
    in_chosen_language(page)
    page.locator("button[form=read]").click()
    expect(page.locator("#problem")).to_be_visible()
    in_chosen_language(page)
    for name in ("name", *(each for each in MEASURED if each not in ("name", "paper"))):
        page.locator(f"input[name={name}]").fill({**MEASURED, "name": "Zürich"}[name])
    page.locator("button[form=read]").click()
    expect(page.locator(".leaf")).to_contain_text(MOVED[LANGUAGE])
    in_chosen_language(page)
    go(page, "/print/own")
    in_chosen_language(page)
    (tmp_path / "cards.xlsx").write_bytes(b"PK")
    page.set_input_files("#files", tmp_path / "cards.xlsx")
    page.locator("#own button").click()
    expect(page.locator("#problem")).to_contain_text("cards.xlsx")
    in_chosen_language(page)
    page.locator("button[name=begin][value=plain]").click()
    expect(page.locator("main .note[role=status]")).to_be_visible()
    in_chosen_language(page)
    (tmp_path / "zz.csv").write_text("name\nZz \U0001f600\n", "utf-8")
    page.set_input_files("#files", tmp_path / "zz.csv")
    page.locator("#own button").click()
    expect(page.locator("main .note.bad[role=status]")).to_be_visible()
    in_chosen_language(page)
    go(page, "/print?game=" + re.findall(r"deck=(own-[0-9a-f]+)", page.url)[0])
    laid_out(page)
    page.locator("button.act").click()
    expect(page.locator("main .note.bad")).to_be_visible()
    in_chosen_language(page)


def test_work_and_its_end_are_described_in_one_language(ready: Handset) -> None:
    patch_kept(ready.beside(), "worker.js", SLOW)
    page = ready.open(f"/language?to={LANGUAGE}&back=/print")
    go(page, "/print?game=hogen&sides=fronts")
    laid_out(page)
    page.locator("button.act").click()
    expect(page.locator("progress[value]")).to_be_visible()
    in_chosen_language(page)
    page.reload()
    expect(page.locator("#problem")).to_have_text(said("The press has stopped; try again."))
    in_chosen_language(page)


def test_an_order_is_made_printed_and_saved_by_keys_alone(home: Page) -> None:
    page = home
    go(page, "/print")
    laid_out(page)
    for field, value in (("game", "hogen"), ("sides", "fronts")):
        by_arrows(page, field, value)
        expect(page.locator(f"input[name={field}][value={value}]")).to_be_checked()
    laid_out(page)
    by_tab(page, "button.act")
    page.keyboard.press("Enter")
    expect(page.locator(PDF)).to_be_visible()
    by_tab(page, PDF)
    with page.expect_download() as saved:
        page.keyboard.press("Enter")
    assert saved.value.suggested_filename == "hogen-en-a4-fronts.pdf"
    assert Path(saved.value.path()).read_bytes().startswith(b"%PDF-")


def test_a_printer_is_measured_by_keys_alone(home: Page) -> None:
    page = home
    go(page, "/print/printers")
    by_tab(page, "input[name=name]")
    page.keyboard.type("office")
    for name in ("top", "bottom", "left", "right"):
        by_tab(page, f"input[name={name}]")
        page.keyboard.type(MEASURED[name])
    by_tab(page, "button[form=read]")
    page.keyboard.press("Space")
    expect(page.locator(".leaf")).to_contain_text("office: backs 0.2 mm right")
    by_tab(page, ".thumb a.btn")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Print", exact=True)).to_be_visible()
    go(page, "/print/printers")
    assert looked_over(page, night=True) == {}


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
    laid_out(page)
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
def saved(page: Page, names: Iterable[str]) -> Iterator[None]:
    """What is done here saves all of these files."""
    with ExitStack() as coming:
        for name in names:
            coming.enter_context(
                page.expect_download(lambda file, name=name: file.suggested_filename == name)
            )
        yield


def test_an_order_of_two_files_is_saved_opened_and_shared_whole(home: Page) -> None:
    page, kept = home, list[str]()
    names = [f"hogen-samurai-en-a4-separate-{part}.pdf" for part in ("fronts", "backs")]
    go(page, "/print?game=hogen&part=samurai&sides=separate")
    laid_out(page)
    page.locator("button.act").click()
    save = page.get_by_role("link", name="Save all")
    expect(save).to_be_visible()
    with saved(page, names):
        save.click()
    for number, name in enumerate(names, 1):
        link = page.get_by_role("link", name=f"Open and print {number} of 2")
        expect(link).to_have_attribute("href", re.compile("^blob:"))
        expect(link).to_have_attribute("data-file", name)
    page.on("download", lambda file: kept.append(file.suggested_filename))
    page.evaluate(SHARES, "")
    page.evaluate("() => companion.refresh()")
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("() => window.shared")
    assert page.evaluate("window.shared") == [[name, "application/pdf", "%PDF-"] for name in names]
    assert kept == []
    page.evaluate(SHARES, "NotAllowedError")
    with saved(page, names):
        page.get_by_role("button", name="Share").click()


def test_a_disk_that_is_full_keeps_no_printer_and_what_was_typed_stays(ready: Handset) -> None:
    """What needs no room is printed all the same."""
    patch_kept(ready.beside(), "keeper.js", ROOM)
    page = ready.open()
    go(page, "/print/printers")
    page.evaluate("() => { new BroadcastChannel('room').postMessage(false); }")
    for name in ("name", "top", "bottom", "left", "right"):
        page.locator(f"input[name={name}]").fill(MEASURED[name])
    keep = page.get_by_role("button", name="Keep what was read")
    keep.click()
    expect(page.get_by_role("alert").filter(has_text="could not keep that")).to_be_visible()
    expect(page.locator("input[name=bottom]")).to_have_value("5,1")
    go(page, "/print?game=hogen&sides=fronts")
    laid_out(page)
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
    beside = ready.beside()
    patch_kept(beside, "worker.js", STUCK)
    page = ready.open()
    (tmp_path / "pieces.csv").write_text(ROWS, "utf-8")
    take_in(page, tmp_path / "pieces.csv")
    deck = taken(page)
    go(page, "/print/printers")
    for name in ("name", "top", "bottom", "left", "right"):
        page.locator(f"input[name={name}]").fill(MEASURED[name])
    page.get_by_role("button", name="Keep what was read").click()
    expect(page.locator(".leaf")).to_contain_text("office")
    go(page, f"/print?game={deck}&sides=fronts&printer=office")
    laid_out(page)
    page.locator("button.act").click()
    expect(page.locator("progress[value]")).to_be_visible()
    assert looked_over(page, night=True) == {}
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
