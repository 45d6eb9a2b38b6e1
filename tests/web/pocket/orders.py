"""An order as a person gives it in any browser: each sheet is looked at, and then it is printed."""

from collections.abc import Callable

from tests.waiting import wait_until
from tests.web.pocket.engines import Engine

GO = """history.replaceState(null, "", `?${given[0]}`);
await companion.ask({ method: "GET", url: companionPocket.here(), body: null });"""

ACROSS = """return Math.max(...[...document.querySelectorAll(".thumbs a img")].map(each => each.naturalWidth));"""
"""Dots across the widest of the small sheets."""

SEEN = """const all = [...document.querySelectorAll(".thumbs a img")];
return all.length > 0 && all.every(each => each.naturalWidth);"""

LARGE = "return Boolean(document.querySelector('img.sheet-large')?.naturalWidth);"

TAP = """const [words] = given, all = [...document.querySelectorAll("a, button")];
const found = all.find(each => each.textContent.startsWith(words));
if (found) found.click();
return Boolean(found);"""

WHERE = "return location.href;"

READY = """return Boolean(document.querySelector("a.act[href^='blob:']"));"""


def order_print(browser: Engine, query: str, large: Callable[[], object] = lambda: None) -> int:
    """Look at every sheet of a wish, small and large, and have its file made.

    `large` is called at each large one. Gives the dots across the widest of the small ones.
    """
    browser.run(GO, f"/print?{query}")
    wait_until(lambda: browser.run(SEEN), "the small sheets", patience=60)
    across = int(browser.run(ACROSS))
    browser.run("document.querySelector('.thumbs a').click();")
    more = True
    while more:
        wait_until(lambda: browser.run(LARGE), "a large sheet")
        large()
        sheet = browser.run(WHERE)
        if more := browser.run(TAP, "Next sheet"):
            wait_until(lambda sheet=sheet: browser.run(WHERE) != sheet, "the next sheet")
    browser.run(TAP, "All sheets")
    wait_until(lambda: browser.run(TAP, "Make the file"), "all sheets")
    wait_until(lambda: browser.run(READY), "the file")
    return across
