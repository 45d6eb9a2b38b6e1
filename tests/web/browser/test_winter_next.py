"""A winter that is thrown from phones: the red button is the next revolt of one's own, and then the count."""

from playwright.sync_api import expect

from tests.web.browser.examples import COLOURS, PLAYERS
from tests.web.browser.moments import MOMENTS
from tests.web.evening import Evening, Phones


def test_one_s_own_revolts_come_before_the_count(phones: Phones, evening: Evening) -> None:
    evening.lay("cold", MOMENTS["light-revolts"].make, dict(zip(PLAYERS, COLOURS, strict=True)))
    page = phones("Aya")
    page.goto("/t/cold/round")
    own = page.locator("li[data-seat=blue] li", has=page.get_by_role("link", name="Throw"))
    expect(own.last).to_be_visible()
    waiting = own.count()
    assert waiting
    for _ in range(waiting):
        province = own.first.locator("b").inner_text().split(" (")[0]
        act = page.locator(".thumb .act:visible")
        expect(act).to_have_text(f"Throw {province}")
        act.click()
        page.wait_for_url("**/tower*")
        page.locator("button.slot").first.click()
        expect(page.locator(".thumb .act")).to_be_enabled()
        page.locator(".thumb .act").click()
        page.wait_for_url("**/thrown*")
        page.goto("/t/cold/round")
    expect(page.locator(".thumb .act:visible")).to_have_count(0)  # the others throw first
    expect(page.get_by_role("link", name="Count the points")).to_be_visible()
