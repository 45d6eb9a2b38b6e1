"""Somebody who plays by keys alone, and sees at each of them where they are."""

from playwright.sync_api import Page

PRESSED = """(what) => {
  const here = document.activeElement;
  const drawn = [here, ...(here?.parentElement ? here.parentElement.children : [])];
  // what lies after a link may be as large as its row
  const styles = (each) => [getComputedStyle(each), getComputedStyle(each, "::after")];
  const shown = !here || here === document.body || drawn.flatMap(styles).some((style, at) => {
    const each = drawn[at >> 1];
    return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2)
      || (each.closest("svg") && each === here && parseFloat(style.strokeWidth) >= 9);
  });
  const place = [...document.querySelectorAll("*")].indexOf(here);
  return [shown, here.outerHTML.slice(0, 200), !!here?.matches(what), here === document.body, place];
}"""
"""Where the keys are: whether that is shown, its HTML, whether it is sought, or the page; its place."""


def _tab(page: Page, key: str = "Tab", selector: str = "body") -> tuple[bool, bool, int, str]:
    page.keyboard.press(key)
    shown, focused, found, outside, place = page.evaluate(PRESSED, selector)
    assert shown, f"nothing shows where the keys are: {focused}"
    return found, outside, place, focused


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the element with this selector has the focus."""
    for _ in range(200):
        found, *_ = _tab(page, selector=selector)
        if found:
            return
    raise AssertionError(f"{selector} is not reached with Tab")


def choose_by_arrows(page: Page, field: str, value: str = "") -> None:
    """Go to a group of choices with Tab and choose one by arrow keys; any, if no value is given."""
    group = f"input[name='{field}']"
    tab_to(page, group)
    page.keyboard.press("Space")
    wanted = f"{group}[value='{value}']:checked" if value else f"{group}:checked"
    for _ in range(60):
        if page.locator(wanted).count():
            return
        if not page.evaluate("(group) => document.activeElement.matches(group)", group):
            tab_to(page, group)  # the page was renewed meanwhile: another player's event came
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"{wanted} is not reached with arrows")


def list_stops(page: Page, key: str = "Tab") -> list[int]:
    page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
    found: list[int] = []
    focused = ""
    for _ in range(400):
        _, outside, place, focused = _tab(page, key)
        if found and (place == found[0] or outside):
            return found
        found.append(place)
    raise AssertionError(f"Tab does not come out of {focused}")
