"""A season of the whole game on a kept board is planned and begun on phones."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.browser.shogun_tables import COLOURS, make_full_autumn
from tests.web.browser.test_board import touch_province
from tests.web.evening import Evening, Phones

NAMES = ("Aya", "Bo", "Chen")
MOST_OF_A_PLAN, MOST_OF_A_TURN = 12, 4
VERSION = "document.body.dataset.version"
"""Waited for frame by frame: ``expect`` looks again only after a tenth of a second, then ever later."""


def find_next_player(pages: dict[str, Page], screen: Page, due: Locator) -> str:
    """Who is named on the big screen, once that phone shows the same version."""
    name = str(due.inner_text()).split(":")[0].split()[-1]  # behind the sign of the colour, or alone
    pages[name].wait_for_function(f"(version) => {VERSION} === version", arg=screen.evaluate(VERSION))
    return name


def test_a_season_of_the_whole_game_is_planned_and_begun_on_phones(phones: Phones, evening: Evening) -> None:
    evening.lay("whole", make_full_autumn, dict(zip(NAMES, COLOURS, strict=True)))
    pages, taps = {name: phones(name) for name in NAMES}, dict.fromkeys(NAMES, 0)
    screen = phones("screen", width=1280, height=800)
    for page in (*pages.values(), screen):
        page.goto("/t/whole")

    def tap(name: str, target: Locator) -> None:
        taps[name] += 1
        target.click()

    tap("Aya", pages["Aya"].get_by_role("button", name=re.compile("Deal the cards")))
    for bid, (name, page) in enumerate(pages.items()):
        page.wait_for_url("**/plan*")
        tap(name, page.get_by_role("link", name="As last round"))
        expect(page.get_by_role("link", name="As last round")).to_have_attribute("aria-current", "true")
        tap(name, page.locator(f"label.chip:has(input[name=bid][value='{bid}'])"))
        tap(name, page.get_by_role("button", name="Seal my plan"))
        page.wait_for_url("**/round*")
    expect(screen.locator(".bid")).to_have_count(3)
    assert max(taps.values()) <= MOST_OF_A_PLAN
    for _ in NAMES:
        name = find_next_player(pages, screen, screen.locator(".due"))
        pages[name].get_by_role("button", name=re.compile("^Take ")).first.click()
        expect(screen.locator(".due", has_text=f"{name}: take")).to_have_count(0)

    name = find_next_player(pages, screen, screen.locator("h1").first)
    page, before = pages[name], taps[name]
    act = page.locator(".thumb .act")
    expect(act).to_be_enabled()  # the card was turned over by itself
    target = page.locator(".b-target").first
    if target.count() and "nothing moves" in act.inner_text():
        province = str(target.get_attribute("data-name"))
        taps[name] += 1
        touch_province(page, province)
        expect(act).to_contain_text(province)
    said = act.inner_text()
    tap(name, act)
    if re.search("Attack|revolt", said):
        page.wait_for_url("**/thrown*")
    assert taps[name] - before <= MOST_OF_A_TURN
