"""Printing from a phone: choose, look at the sheets, wait, download; the table goes on meanwhile."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.choice import EVERYTHING
from tests.web.browser.page_faults import find_page_faults
from tests.web.evening import Evening, Phones

FEW = "/print?game=honshu&part="
"""Where choosing begins with a part of another game, for its sheets are laid out before the page is shown."""


def test_a_deck_is_printed_from_a_phone(phone: Page) -> None:
    """axe-core looks every other time, at one page or the other."""
    phone.goto(f"{FEW}order-cards")  # which Hogen does not have
    phone.get_by_label("Hogen", exact=True).check()
    expect(phone.locator(".thumbs img").nth(3)).to_be_visible()
    phone.wait_for_function("() => document.querySelector('.thumbs img').naturalWidth > 0")
    assert find_page_faults(phone) == {}
    phone.get_by_role("button", name="Make the file").click()
    expect(phone.get_by_role("heading", name="Ready to print")).to_be_visible()
    assert find_page_faults(phone, axe=EVERYTHING) == {}
    with phone.expect_download() as coming:
        phone.locator(".act", has_text="Download").click()
    assert coming.value.suggested_filename == "hogen-en-a4.pdf"
    assert coming.value.path().read_bytes().startswith(b"%PDF-")


@contextmanager
def pause_press(laptop: int) -> Iterator[None]:
    """Stop the press process of a laptop for a while, as if its sheets took long."""
    (press,) = Path(f"/proc/{laptop}/task/{laptop}/children").read_text("ascii").split()
    os.kill(int(press), signal.SIGSTOP)
    yield
    with suppress(ProcessLookupError):  # it was stopped for good
        os.kill(int(press), signal.SIGCONT)


def test_a_table_goes_on_while_a_large_deck_is_printed(phones: Phones, evening: Evening) -> None:
    """The press works in a program of its own: all this while the pages of the table are answered."""
    printer, player = phones("Bo"), phones("Aya")
    printer.goto("/print?game=shogun&paper=letter&part=province-cards")
    printer.get_by_role("button", name="Make the file").click()
    expect(printer.locator("progress")).to_be_visible()
    with pause_press(evening.laptop.process.pid):
        assert find_page_faults(printer) == {}
        player.goto("/settings")
        for _ in range(20):
            assert player.evaluate("() => fetch('/settings').then((got) => got.status)") == 200
        expect(printer.locator("progress")).to_be_visible()
        printer.get_by_role("button", name="Stop").click()
        expect(printer.get_by_role("heading", name="Print", exact=True)).to_be_visible()
