"""A throw falls on every screen at one moment, by the laptop's clock."""

import re
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page, Route

ODD_CLOCK = """(([ahead, hour]) => {
  const origin = performance.timeOrigin, now = performance.now.bind(performance), wall = Date.now;
  performance.now = () => now() + ahead;
  Object.defineProperty(performance, "timeOrigin", { get: () => origin - 3 * ahead });
  Date.now = () => wall() - 2 * ahead;
  const start = Object.getOwnPropertyDescriptor(Animation.prototype, "startTime");
  Object.defineProperty(Animation.prototype, "startTime", {
    get() { const at = start.get.call(this); return at === null ? null : at + ahead; },
    set(at) { start.set.call(this, at === null ? null : at - ahead); },
  });
  window.true_start = (motion) => origin + start.get.call(motion);
  Date.prototype.getHours = () => hour;
})"""
"""A clock of its own."""

BEGAN = """() => true_start(document.querySelector(".shaft .cube").getAnimations()[0])"""
"""The moment at which cubes began to fall, by the clock of the machine on which all these browsers run."""


CHOSEN = "?who-attacks=blue&who-defends=yellow&attacker=5&defender=4"


@pytest.fixture
def tower_phones(phones):
    """Makes phones that look at the tower, each with a clock of its own."""

    def open_page(name: str, ahead: int = 0, hour: int = 15, **device: Any) -> Page:
        page = phones(name, still=False, **device)
        page.add_init_script(f"{ODD_CLOCK}([{ahead}, {hour}])")
        page.goto(f"/t/harvest/tower{CHOSEN if name == 'Aya' else ''}")
        page.wait_for_function("() => companionThrows.ahead() !== null")
        page.evaluate("companionThrows.measure()")
        return page

    return open_page


def throw(page: Page) -> None:
    page.locator(".act").first.click()
    page.wait_for_url(re.compile("thrown"))


def wait_for_fall(page: Page) -> None:
    page.wait_for_function("() => companionThrows.fell() !== null", timeout=20_000)


def test_cubes_fall_at_the_same_moment_on_screens_with_different_clocks(tower_phones) -> None:
    """To what they know of the laptop's clock: half of the way there and back that took them least."""
    first, second = tower_phones("Aya", 3_000_000), tower_phones("Bo", -40_000)
    screen = tower_phones("screen", 77_000, width=1280, height=720)

    def delay(route: Route) -> None:
        second.wait_for_timeout(400)
        route.continue_()

    second.route("**/thrown*", delay)  # a slow line
    throw(first)
    seen = []
    for page in (first, second, screen):
        wait_for_fall(page)
        seen.append((page.evaluate(BEGAN), page.evaluate("companionThrows.doubt()")))
    for (one, known), (other, as_well) in combinations(seen, 2):
        assert abs(one - other) < known + as_well + 2
