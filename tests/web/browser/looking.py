"""What is looked for on every page: what shuts people out, what does not fit, what our own policy forbids."""

import re
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

NARROW, USUAL, BROAD = 320, 390, 1280

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE = Axe()
SCRIPT = (Path(__file__).parent / "looking.js").read_text(encoding="utf-8")
INLINE = re.compile(r"<[a-z][^>]*\s(style|on[a-z]+)\s*=|<style|<script(?![^>]*\ssrc=)|javascript:", re.I)

OPEN = """([where, open]) => {
  document.querySelectorAll(`${where} details`).forEach((each) => { each.open = open; });
}"""
LOOK = """([where, tags]) => axe.run(where, { runOnly: tags, resultTypes: ['violations'] })
  .then((all) => all.violations)"""


def _looked(page: Page, what: str) -> list[str]:
    if not page.evaluate("() => 'looking' in window"):
        page.evaluate(SCRIPT)
    found: list[str] = page.evaluate(f"() => looking.{what}()")
    return found


def opened(page: Page) -> list[str]:
    """Open all that can be opened on a page, and go to its end; nothing is amiss with that."""
    page.evaluate(OPEN, ["main", True])
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")  # there nothing lies under the next step
    return []


def at_fault(page: Page, menu: bool = True) -> list[str]:
    """What axe-core finds on a page as it is drawn now: with all opened, then with its menu open."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.axe_script)
    opened(page)
    found: list[dict[str, Any]] = page.evaluate(LOOK, ["html", TAGS])
    if menu and page.locator(".menu").count():
        page.evaluate(OPEN, [".top", True])
        found += page.evaluate(LOOK, [".menu", TAGS])
        page.evaluate(OPEN, [".top", False])
    return [
        f"{fault['id']}: {fault['help']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for fault in found
        for node in fault["nodes"][:3]
    ]


def too_wide(page: Page) -> list[str]:
    """What reaches beyond the right edge of the screen, if the page can be moved sideways."""
    return _looked(page, "wide")


def too_small(page: Page) -> list[str]:
    """What a finger may miss on a page."""
    return _looked(page, "small")


def untold(page: Page) -> list[str]:
    """What is chosen and looks as what is not, where the system draws all in its own few colours."""
    return _looked(page, "alike")


def big_type(page: Page, size: int = 32) -> None:
    """Have the browser begin with type of this size, as people set it who need it; 16 is usual."""
    sizes = {"fontSizes": {"standard": size, "fixed": size}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", sizes)


def cut(page: Page) -> list[str]:
    """Words that are cut off, or that cannot be reached."""
    return _looked(page, "cut")


def forbidden(html: str) -> list[str]:
    """Inline style and script in a page as it was sent."""
    return [html[max(0, found.start() - 20) : found.end() + 60] for found in INLINE.finditer(html)]


def looked_over(page: Page, axe: bool = True, night: bool = False) -> dict[str, list[str]]:
    """What is wrong with a page: on a phone by day and by night, narrow, in big type, in few colours.

    Args:
        page: As it is shown now.
        axe: Whether axe-core looks too, which is most of the work.
        night: Whether the phone is dark where it is looked at most closely, and light where it is narrow.
    """
    close: Literal["light", "dark"] = "dark" if night else "light"
    other: Literal["light", "dark"] = "light" if night else "dark"

    def seen(width: int, scheme: Literal["light", "dark"], height: int = 844) -> None:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)

    seen(BROAD, close)
    found = {"broad": too_wide(page)}
    seen(NARROW, other)
    found["narrow"] = too_wide(page) + cut(page)
    seen(NARROW, close, height=640)
    looks = page.evaluate("() => document.documentElement.dataset.look")
    page.evaluate("() => { document.documentElement.dataset.look = 'big'; }")
    found["big"] = too_wide(page)
    page.evaluate("(looks) => { document.documentElement.dataset.look = looks; }", looks)
    seen(USUAL, close)
    found["usual"] = (at_fault(page) if axe else opened(page)) + too_wide(page) + too_small(page)
    big_type(page)
    found["big type"] = too_wide(page) + cut(page)
    big_type(page, 16)
    page.emulate_media(forced_colors="active")
    found["few colours"] = untold(page)
    page.emulate_media(forced_colors="none")
    return {name: faults for name, faults in found.items() if faults}
