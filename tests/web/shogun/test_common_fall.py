"""A throw falls on every screen at one moment, by the laptop's clock."""

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from playwright.sync_api import Page, Route

from tests.web.evening import Phones

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


def open_odd_page(phones: Phones, name: str, address: str, ahead: int = 0, **device: Any) -> Page:
    """A page on a device whose clock is ahead by so many milliseconds, once it knows the laptop's."""
    page = phones(name, **{"still": False, **device})
    page.add_init_script(f"{ODD_CLOCK}([{ahead}, 15])")
    page.goto(address)
    page.wait_for_function("() => companionThrows.ahead() !== null")
    return page


def check_same_moment(pages: Iterable[Page], began: str) -> None:
    """To what they know of the laptop's clock: half of the way there and back that took them least."""
    seen = []
    for page in pages:
        page.wait_for_function("() => companionThrows.fell() !== null")
        seen.append((page.evaluate(began), page.evaluate("companionThrows.doubt()")))
    for (one, known), (other, as_well) in combinations(seen, 2):
        assert abs(one - other) < known + as_well + 2


def test_cubes_fall_at_the_same_moment_on_screens_with_different_clocks(phones: Phones) -> None:
    chosen = "?who-attacks=blue&who-defends=yellow&attacker=5&defender=4"
    first = open_odd_page(phones, "Aya", f"/t/harvest/tower{chosen}", 3_000_000)
    second = open_odd_page(phones, "Bo", "/t/harvest/tower", -40_000)
    screen = open_odd_page(phones, "screen", "/t/harvest/tower", 77_000, width=1280, height=720)

    def delay(route: Route) -> None:
        second.wait_for_timeout(400)
        route.continue_()

    second.route("**/thrown*", delay)  # a slow line
    first.locator(".act").first.click()
    check_same_moment((first, second, screen), BEGAN)
