"""What is looked for on every page: what shuts people out, what does not fit, what our own policy forbids."""

import re
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

__all__ = ["at_fault", "forbidden", "looked_over", "too_wide"]

NARROW, USUAL, BROAD = 320, 390, 1280

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE = Axe()
INLINE = re.compile(r"<[a-z][^>]*\s(style|on[a-z]+)\s*=|<style|<script(?![^>]*\ssrc=)|javascript:", re.I)

WIDE = """() => {
  const room = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= room) return [];
  return [...document.body.querySelectorAll("*")]
    .filter((each) => each.getBoundingClientRect().right > room + 1)
    .slice(-4).map((each) => each.outerHTML.slice(0, 120));
}"""


OPEN = """([where, open]) => {
  document.querySelectorAll(`${where} details`).forEach((each) => { each.open = open; });
}"""
LOOK = """([where, tags]) => axe.run(where, { runOnly: tags, resultTypes: ['violations'] })
  .then((all) => all.violations)"""


def at_fault(page: Page, menu: bool = True) -> list[str]:
    """What axe-core finds on a page as it is drawn now: with all opened, then with its menu open."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.axe_script)
    page.evaluate(OPEN, ["main", True])
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
    wide: list[str] = page.evaluate(WIDE)
    return wide


def forbidden(html: str) -> list[str]:
    """Inline style and script in a page as it was sent."""
    return [html[max(0, found.start() - 20) : found.end() + 60] for found in INLINE.finditer(html)]


def looked_over(page: Page) -> dict[str, list[str]]:
    """What is wrong with a page: on a phone by day and by night, narrow, in big type, on a wide screen."""
    found = {}
    for width, scheme in ((USUAL, "light"), (NARROW, "dark"), (BROAD, "light")):
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        found[f"{width} {scheme}"] = at_fault(page, menu=width == USUAL) + too_wide(page)
    page.set_viewport_size({"width": NARROW, "height": 640})
    looks = page.evaluate("() => document.documentElement.dataset.look")
    page.evaluate("() => { document.documentElement.dataset.look = 'big'; }")
    found["big"] = too_wide(page)
    page.evaluate("(looks) => { document.documentElement.dataset.look = looks; }", looks)
    page.set_viewport_size({"width": USUAL, "height": 844})
    page.emulate_media(color_scheme="light")
    return {name: faults for name, faults in found.items() if faults}
