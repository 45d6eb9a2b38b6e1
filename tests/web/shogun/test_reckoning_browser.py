"""A winter beside the tower alone, by taps: hunger reckoned, a revolt thrown, points counted."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.examples import COLOURS, Example, tower_alone
from tests.web.evening import Evening, opened


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """A table of three with a tower alone."""
    tables = {"harvest": Example("shogun", tower_alone, COLOURS)}
    with opened(tmp_path_factory.mktemp("evening"), tables=tables) as here:
        yield here


def reckonings(page: Page) -> None:
    page.goto("/t/harvest/tower")
    page.get_by_role("link", name="Turn order, winter, points").click()
    page.wait_for_url("**/reckon")


def own(page: Page, province: str, colour: str) -> None:
    """Tap the cube of a province's owner."""
    row = page.get_by_role("group", name=province, exact=True)
    if not row.is_visible():
        page.locator("summary", has_text=re.compile("region", re.I)).filter(visible=True).evaluate_all(
            "all => all.forEach(each => each.parentElement.open = true)"
        )
    row.locator(f"input[value={colour}]").check()


def test_a_winter_is_reckoned_its_revolt_thrown_and_the_points_counted(phones) -> None:
    page = phones("Aya")
    reckonings(page)
    for province, colour in (("Kai", "blue"), ("Aki", "blue"), ("Omi", "red")):
        own(page, province, colour)
    page.locator("input[name=rice-blue]").fill("6")
    page.locator("input[name=rice-red]").fill("9")
    page.get_by_label("The event card that was left").select_option("1")
    page.get_by_role("button", name="Reckon the winter").click()
    throw = page.get_by_role("link", name=re.compile("Throw (Kai|Aki)"))
    expect(throw).to_be_visible()
    told = page.url
    page.get_by_role("button", name="Count the points").click()
    expect(page.locator(".totals .num").first).to_have_text("2")
    page.goto(told)
    throw.click()
    page.locator("button[name='attacker-is'][value='2']").click()
    page.locator(".act").click()
    page.wait_for_url("**/thrown**")
    expect(page.locator("#verdict")).to_be_visible()


def test_equal_bids_are_drawn_once(phones) -> None:
    page = phones("Aya")
    reckonings(page)
    page.locator("summary", has_text="Turn order from the bids").click()
    for colour, bid in (("blue", "2"), ("red", "2")):
        page.locator(f"select[name=bid-{colour}]").select_option(bid)
    page.get_by_role("button", name="Rank the bids").click()
    bids = page.locator("ol.bids li b")
    expect(bids).to_have_count(3)
    drawn = bids.all_inner_texts()
    page.reload()
    assert bids.all_inner_texts() == drawn
