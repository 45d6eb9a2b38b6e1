"""What is chosen before it is sent: cards in the order in which they lie; what cannot be taken back, last of all."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.examples import COLOURS, EXAMPLES, PLAYERS
from tests.web.browser.moments import MOMENTS
from tests.web.evening import Evening, Phones


def test_own_cards_are_entered_by_tapping_in_order_and_can_be_removed(phones: Phones, evening: Evening) -> None:
    evening.lay("shuffled", MOMENTS["full-laying"].make, dict(zip(PLAYERS, COLOURS, strict=True)))
    page = phones("Aya")
    page.goto("/t/shuffled/own-cards")
    first, second = page.locator("#action-1"), page.locator("#action-2")
    cards = page.locator("[data-in-order]").first.get_by_role("button")
    expect(cards).to_have_count(10)
    expect(first).to_be_hidden()  # nothing lies there yet
    act = page.get_by_role("button", name="Save order")
    expect(act).to_be_disabled()
    fourth, other = (str(cards.nth(place).get_attribute("value")) for place in (3, 0))
    cards.nth(3).tap()
    cards.nth(0).tap()
    expect(first).to_have_value(fourth)
    expect(second).to_have_value(other)
    expect(cards.nth(0).locator("b")).to_have_text("2")
    expect(second).to_be_visible()
    expect(act).to_be_enabled()
    cards.nth(3).tap()
    expect(first).to_have_value("")
    expect(cards.nth(3)).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize(("table", "page", "act"), [("hogen-call", "call", "Call"), ("genpei", "rally", "Lay it face")])
def test_the_main_button_is_disabled_until_everything_is_chosen(
    table: str, page: str, act: str, phones: Phones, evening: Evening
) -> None:
    seats = dict(zip(PLAYERS, "ABC", strict=True))
    evening.lay(f"first-{page}", {**EXAMPLES, **MOMENTS}[table].make, seats)
    phone = phones("Aya")
    phone.goto(f"/t/first-{page}/{page}")
    sends, waits = (phone.locator(".thumb .act", has_text=act), phone.get_by_role("button", name="Choose first"))
    names = phone.locator("main input").evaluate_all("all => [...new Set(all.map(each => each.name))]")
    assert names
    for name in names:
        expect(sends).to_be_hidden()
        expect(waits).to_be_disabled()
        phone.locator(f"main label:not(.shut) input[name='{name}']:enabled").first.check(force=True)
    expect(waits).to_be_hidden()
    expect(sends).to_be_visible()
