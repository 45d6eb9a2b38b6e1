"""What one looks at: cubes that fall through the tower, and the shore at the end of a short page."""

import re

import pytest
from playwright.sync_api import Page, expect

AT = "(moment) => document.getAnimations().forEach((each) => { each.currentTime = moment; each.pause(); })"
BOX = "(node) => node.getBoundingClientRect().height"
SHORE = """() => {
  const shore = getComputedStyle(document.querySelector("main"), "::after");
  return [parseFloat(shore.height) || 0, shore.content === "none" ? "" : shore.backgroundImage];
}"""

FULL = """(tray) => {
  const [line] = tray.children, cube = line.querySelector(".cube");
  while (line.querySelectorAll(".cube").length < 10) cube.after(cube.cloneNode(true));
  while (tray.children.length < 4) tray.append(line.cloneNode(true));
}"""
"""As many cubes as a large battle lets out, of whatever came out of this one."""


def thrown(page: Page) -> None:
    page.goto("/t/harvest/tower?attacker=5&defender=4")
    page.locator(".act").first.click()
    page.wait_for_url(re.compile("thrown"))
    expect(page.locator("#verdict")).to_be_attached()


def test_cubes_fall_through_a_tower_that_fills_the_screen(phones) -> None:
    page = phones("Bo", still=False)
    thrown(page)
    page.wait_for_function("() => companionThrows.fell() !== null", timeout=20_000)
    page.evaluate(AT, 900)
    told = page.locator(".ledger tbody tr").all()
    rows = [[int(each.text_content() or 0) for each in row.locator("td").all()] for row in told]
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


@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1366, 768), (1920, 1080)])
@pytest.mark.parametrize(("who", "part"), [("screen", 0.45), ("Bo", 0.2)])
def test_tower_tray_and_verdict_fit_on_a_big_screen(phones, who: str, part: float, size) -> None:
    """Nobody scrolls at a television or a laptop: all of it is seen at once, and nothing lies over it."""
    page = phones("Bo")
    page.goto("/t/harvest/tower?who-attacks=blue&who-defends=yellow&attacker=9&defender=8")
    page.locator(".act").first.click()
    page.wait_for_url(re.compile("thrown"))
    for language in ("en", "fr", "de"):
        screen = phones(who, language=language, width=size[0], height=size[1])
        screen.goto("/t/harvest/thrown")
        screen.locator(".tray").evaluate(FULL)
        boxes = {each: screen.locator(each).bounding_box() for each in (".stage", ".tray", "#verdict")}
        # who only looks on has no button that could lie over it
        thumb = screen.locator(".thumb").bounding_box() or {"x": size[0], "y": size[1]}
        for box in boxes.values():
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= size[0]
            assert box["y"] + box["height"] <= size[1]
            beside = box["x"] + box["width"] <= thumb["x"]
            assert beside or box["y"] + box["height"] <= thumb["y"]
        assert boxes[".stage"]["height"] > size[1] * part


@pytest.mark.parametrize("script", [True, False])
def test_who_asks_for_less_motion_sees_the_tray_at_once(phones, script: bool) -> None:
    page = phones("Chen", script=script)
    thrown(page)
    expect(page.locator(".skip-fall")).to_be_hidden()
    expect(page.locator("#verdict")).to_be_in_viewport()
    assert page.locator(".stage").evaluate(BOX) < 844 * 0.27
    assert page.evaluate("() => document.getAnimations().length") == 0


def test_a_short_page_ends_at_the_shore_by_day_and_by_night(phones) -> None:
    for dark, drawing in ((False, "shore."), (True, "shore-night.")):
        page = phones("Aya", dark=dark)
        page.goto("/settings")
        height, image = page.evaluate(SHORE)
        assert height > 200
        assert drawing in image
        assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
        page.goto("/t/sunday/squares")  # a map has no room to spare
        assert page.evaluate(SHORE)[1] == ""
    page = phones("Aya", forced=True)
    page.goto("/settings")
    assert page.evaluate(SHORE)[1] == ""
