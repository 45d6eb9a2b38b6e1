"""What one looks at: cubes that fall through the tower, and the shore at the end of a short page."""

import re

from playwright.sync_api import Page, expect

AT = "(moment) => document.getAnimations().forEach((each) => { each.currentTime = moment; each.pause(); })"
BOX = "(node) => node.getBoundingClientRect().height"


def throw_cubes(page: Page) -> None:
    page.goto("/t/harvest/tower?attacker=5&defender=4")
    page.locator(".act").first.click()
    page.wait_for_url(re.compile("thrown"))
    expect(page.locator("#verdict")).to_be_attached()


def test_cubes_fall_through_a_tower_that_fills_the_screen(phones) -> None:
    page = phones("Bo", still=False)
    throw_cubes(page)
    page.wait_for_function("() => companionThrows.fell() !== null", timeout=20_000)
    page.evaluate(AT, 900)
    ledger = page.locator(".ledger tbody tr").all()
    rows = [[int(each.text_content() or 0) for each in row.locator("td").all()] for row in ledger]
    falling = page.locator(".shaft .cube")
    assert falling.count() == sum(went + loose for went, _, loose, _ in rows)  # every cube that moves is seen
    assert page.locator(".shaft .stays").count() == sum(inside for _, inside, _, _ in rows)
    assert page.locator(".shaft .loose").count() == sum(loose for _, _, loose, _ in rows)
    assert page.locator(".stage").evaluate(BOX) > 844 * 0.4
    for each in (".odds-words", ".holds", ".stage"):
        expect(page.locator(each).first).to_be_in_viewport()
    seen = "(node) => getComputedStyle(node).opacity"
    assert page.locator("#verdict").evaluate(seen) == "0"
    page.locator(".skip-fall").tap(position={"x": 20, "y": 200})  # anywhere on the tower
    page.wait_for_function(
        "() => document.getAnimations().every((each) => !each.animationName || each.playState === 'finished')"
    )
    assert page.locator(".stage").evaluate(BOX) < 844 * 0.27
    expect(page.locator("#verdict")).to_be_in_viewport()
    assert page.locator("#verdict").evaluate(seen) == "1"


def test_with_reduced_motion_the_tray_appears_at_once(phones) -> None:
    page = phones("Chen")
    throw_cubes(page)
    expect(page.locator(".skip-fall")).to_be_hidden()
    expect(page.locator("#verdict")).to_be_in_viewport()
    assert page.locator(".stage").evaluate(BOX) < 844 * 0.27
    assert page.evaluate("() => document.getAnimations().length") == 0
