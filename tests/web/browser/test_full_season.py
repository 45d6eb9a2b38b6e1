"""A season of the whole game on a kept board is planned and begun on phones; one that slept goes on."""

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


def test_a_phone_that_slept_goes_on_and_another_takes_over_its_seat(phones: Phones, evening: Evening) -> None:
    evening.lay("asleep", make_full_autumn, dict(zip(NAMES, COLOURS, strict=True)))
    aya, bo, host = phones("Aya"), phones("Bo"), phones("host")
    for page in (aya, bo):
        page.goto("/t/asleep")
    bo.context.set_offline(True)
    aya.get_by_role("button", name=re.compile("Deal the cards")).click()
    aya.wait_for_url("**/plan*")
    bo.context.set_offline(False)
    bo.wait_for_url("**/plan*")  # it heals itself, and leads to what is due
    aya.goto("/t/asleep/round?look=1")
    aya.get_by_role("button", name="Undo").click()  # one's own last tap, a stage further on
    expect(aya.get_by_role("button", name=re.compile("Deal the cards"))).to_be_visible()
    aya.get_by_role("button", name=re.compile("Deal the cards")).click()
    bo.goto("/t/asleep/plan")
    bo.get_by_role("link", name="As last round").click()
    expect(bo.get_by_role("link", name="As last round")).to_have_attribute("aria-current", "true")
    bo.get_by_role("button", name="Seal my plan").click()
    bo.wait_for_url("**/round*")

    bo.goto("/t/asleep/seat")
    bo.get_by_text("Stand up").click()
    bo.get_by_role("button", name="Leave my seat").click()  # and goes home
    family = phones("family")
    family.goto("/t/asleep/seat")
    family.get_by_text("Another colour").click()
    family.locator("label.helmet:has(input[value=yellow])").click()
    family.get_by_label("Your name").fill("Dora")
    family.get_by_role("button", name="Sit down").click()
    expect(family.get_by_role("heading", level=1)).to_have_text("Ask the table")  # Bo's plan lies there
    aya.get_by_role("button", name="Let it in").click()
    family.goto("/t/asleep/round?look=1")
    expect(family.locator("main")).to_contain_text("Change my plan")
    host.goto("/t/asleep/history")
    expect(host.locator("main")).to_contain_text("Dora")
