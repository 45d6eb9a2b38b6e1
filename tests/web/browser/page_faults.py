"""What is looked for on every page: what shuts people out, what does not fit, what our own policy forbids."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

NARROW, USUAL, BROAD = 320, 390, 1280

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE = Axe()
SCRIPT = (Path(__file__).parent / "page_faults.js").read_text(encoding="utf-8")
INLINE = re.compile(r"<[a-z][^>]*\s(style|on[a-z]+)\s*=|<style|<script(?![^>]*\ssrc=)|javascript:", re.I)

LOOK = "(names) => {\n" + SCRIPT + "return names.flatMap((name) => looking[name]()); }"
RUN = """async ([tags, known]) => {
  const run = async (where) =>
    (await axe.run(where, { runOnly: tags, resultTypes: ['violations'] })).violations;
  const found = await run('html'), menu = looking.menu();
  if (menu && !known.includes(menu)) {
    const open = (is) => document.querySelectorAll('.top details').forEach((each) => { each.open = is; });
    open(true);
    found.push(...await run('.menu'));
    open(false);
  }
  return [found, menu];
}"""
DRESSED = "() => [...document.querySelectorAll('link[rel=stylesheet]')].every((each) => each.sheet)"
"""True when every style sheet is there; a page that is drawn in place of another may come before its own."""
MENUS: set[str] = set()
"""Every menu in which axe-core has found nothing, as it is drawn by day or by night."""


def run_looks(page: Page, *whats: str) -> list[str]:
    """Run these checks of page_faults.js on the page, one after the other, and list what they find."""
    found: list[str] = page.evaluate(LOOK, whats)
    return found


def find_axe_faults(page: Page) -> list[str]:
    """List the faults axe-core finds with all details opened; each menu is opened once."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.axe_script)
    run_looks(page, "opened")
    found: list[dict[str, Any]]
    found, menu = page.evaluate(RUN, [TAGS, sorted(MENUS)])
    if not found:
        MENUS.add(menu)
    return [
        f"{fault['id']}: {fault['help']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for fault in found
        for node in fault["nodes"][:3]
    ]


@contextmanager
def enlarge_type(page: Page) -> Iterator[None]:
    """Have the browser begin with type twice the usual size for a while, as people set it who need it."""
    browser = page.context.new_cdp_session(page)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 32}})
    yield
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 16}})
    browser.detach()


def find_inline_code(html: str) -> list[str]:
    """List inline styles and scripts in a page as it was sent."""
    return [html[max(0, found.start() - 20) : found.end() + 60] for found in INLINE.finditer(html)]


def find_page_faults(page: Page, axe: bool = True, night: bool = False) -> dict[str, list[str]]:
    """What is wrong with a page: on a phone by day and by night, narrow, in big type, in few colours.

    It begins at the width that the page has already, for each change has it drawn anew.

    Args:
        page: As it is shown now.
        axe: Whether axe-core looks too, which is most of the work.
        night: Whether the phone is dark where it is looked at most closely, and light where it is narrow.
    """
    close: Literal["light", "dark"] = "dark" if night else "light"
    other: Literal["light", "dark"] = "light" if night else "dark"
    found: dict[str, list[str]] = {}

    def check_usual() -> None:
        found["usual"] = find_axe_faults(page) if axe else []
        found["usual"] += run_looks(page, "opened", "below", "wide", "small", "long")
        with enlarge_type(page):
            found["big type"] = run_looks(page, "wide", "cut", "long")
        if run_looks(page, "chosen"):
            page.emulate_media(forced_colors="active")
            found["few colours"] = run_looks(page, "alike")
            page.emulate_media(forced_colors="none")

    def check_narrow() -> None:
        found["narrow"] = run_looks(page, "below", "wide", "cut", "big", "torn", "long")
        with enlarge_type(page):
            found["narrow in big type"] = run_looks(page, "opened", "wide", "cut", "torn", "long")

    def check_wide() -> None:
        found["broad"] = run_looks(page, "below", "wide")

    screens = {USUAL: (844, close, check_usual), NARROW: (640, other, check_narrow), BROAD: (844, close, check_wide)}
    page.wait_for_function(DRESSED)
    now = page.viewport_size
    for width in sorted(screens, key=lambda width: now is None or width != now["width"]):
        height, scheme, look = screens[width]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        look()
    return {name: faults for name, faults in found.items() if faults}
