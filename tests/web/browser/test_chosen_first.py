"""What cannot be taken back is offered once it has been chosen, and not before."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.examples import EXAMPLES, PLAYERS
from tests.web.browser.moments import MOMENTS
from tests.web.evening import Evening, Phones


@pytest.mark.parametrize(
    ("table", "page", "act"),
    [("hogen-call", "accuse", "Accuse"), ("hogen-call", "call", "Call"), ("genpei", "rally", "Lay it face")],
)
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
