"""A battle of a light round, thrown with the numbers of two phones while a big screen looks on."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.choice import EVERYTHING
from tests.web.browser.shogun_tables import COLOURS, trusting_round
from tests.web.browser.test_light_round import MOST, Taps, in_step, play_actions
from tests.web.evening import Evening, Phones

MOST_OF_A_BATTLE = 6
NAMES = ("Aya", "Bo", "Chen")


def attack(taps: Taps, page: Page, player: str) -> str:
    """From the round to the tower, a neighbour, armies, and the throw; which province was attacked."""
    taps.tap(player, page.get_by_role("link", name=re.compile("^Attack from")))
    aims = page.locator("label.chip:has(input[name=province])")
    expect(aims.first).to_be_visible()
    owned = aims.filter(has=page.locator(".sign")).first
    province = str(owned.locator("input").get_attribute("value"))
    taps.tap(player, owned)
    taps.tap(player, page.locator("button[name='defender-is'][value='2']"))
    expect(page.locator("button[name='defender-is'][value='2']")).to_have_attribute("aria-pressed", "true")
    taps.tap(player, page.locator("button[name='attacker-is'][value='4']"))
    expect(page.locator(".act")).to_have_text("Throw 4 against 2")
    taps.tap(player, page.locator(".act"))
    return province


def test_a_battle_of_a_light_round_is_thrown_by_both_phones(phones: Phones, evening: Evening) -> None:
    """With some turns after it; in ``make test-all`` with all that are left of the season."""
    evening.lay("trusting", trusting_round, dict(zip(NAMES, COLOURS, strict=True)))
    pages = {name: phones(name) for name in NAMES}
    screen, taps = phones("screen", width=1280, height=800), Taps()
    for page in (*pages.values(), screen):
        page.goto("/t/trusting")
    attacker = re.sub(r"\W", "", screen.locator(".seat.turn b").first.inner_text())
    page = in_step(pages[attacker], screen)
    province = attack(taps, page, attacker)
    page.wait_for_url("**/thrown")  # the other phone has added its number by itself
    expect(page.get_by_text("Nobody chose this throw")).to_be_visible()
    for other in (*pages.values(), screen):  # who was attacked and who was not: the cubes fall for all
        expect(other.locator(".stage.falling")).to_be_attached()
        if other not in (page, screen):
            other.locator(".act").click()
            expect(other.locator("main .note").first).to_contain_text(f"Throw 1, {province}:")
    screen.goto("/t/trusting")
    expect(screen.locator(".screen .note")).to_contain_text(f"Throw 1, {province}:")
    taps.tap(attacker, page.locator(".act"))
    page.wait_for_url("**/round")
    assert taps[attacker] <= MOST_OF_A_BATTLE, taps
    assert not any(taps[name] for name in NAMES if name != attacker)

    taps.clear()
    whole = EVERYTHING
    play_actions(taps, pages, screen, most=99 if whole else 3)
    if whole:
        expect(screen.locator("h1").first).to_have_text("Year 1, summer")
    assert max(taps.values()) <= MOST, taps
    screen.goto("/t/trusting/verify")
    expect(screen.get_by_role("heading", name="Yes: every record is true.")).to_be_visible()


def test_without_script_the_numbers_of_a_light_battle_are_typed(phones: Phones, evening: Evening) -> None:
    evening.lay("typed", trusting_round, dict(zip(NAMES, COLOURS, strict=True)))
    pages = {name: phones(name, script=False) for name in NAMES}
    for page in pages.values():
        page.goto("/t/typed")
    attacker = re.sub(r"\W", "", pages["Aya"].locator(".seat.turn b").first.inner_text())
    first = pages[attacker]
    attack(Taps(), first, attacker)
    first.wait_for_url("**/trust")
    envelopes = first.locator(".sealed b").all_inner_texts()
    sides = [re.sub(r"\W", "", each) for each in envelopes]
    for button in ("Seal it", "Open it"):
        for name in sides:
            page = pages[name]
            page.goto("/t/typed")  # the game leads to where it waits
            page.wait_for_url("**/trust")
            if button == "Seal it":
                page.locator("summary", has_text=f"Type the number of {name}").click()
            page.get_by_label(f"The number of {name}").fill("17")
            page.get_by_role("button", name=button).click()
    pages[sides[-1]].wait_for_url("**/thrown")
    for page in pages.values():
        page.goto("/t/typed")
        page.wait_for_url("**/round")
        expect(page.locator("main")).to_contain_text("Throw 1, ")
