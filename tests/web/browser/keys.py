"""Somebody who plays by keys alone, and sees at each of them where they are."""

from playwright.sync_api import Page

SHOWN = """() => {
  const here = document.activeElement;
  if (!here || here === document.body) return true;
  const drawn = [here, ...(here.parentElement ? here.parentElement.children : [])];
  return drawn.some((each) => {
    const style = getComputedStyle(each);
    return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2)
      || (each.closest("svg") && each === here && parseFloat(style.strokeWidth) >= 9);
  });
}"""
HERE = "() => document.activeElement.outerHTML.slice(0, 200)"


def _tab(page: Page, key: str = "Tab") -> None:
    page.keyboard.press(key)
    assert page.evaluate(SHOWN), f"nothing shows where the keys are: {page.evaluate(HERE)}"


def by_tab(page: Page, what: str) -> None:
    """Go on with Tab until there."""
    for _ in range(200):
        _tab(page)
        if page.evaluate("(what) => !!document.activeElement?.matches(what)", what):
            return
    raise AssertionError(f"{what} is not reached with Tab")


def by_arrows(page: Page, field: str, value: str = "") -> None:
    """Go to a choice with Tab, and to one of its answers with arrows; any, where none is named."""
    group = f"input[name='{field}']"
    by_tab(page, group)
    page.keyboard.press("Space")
    wanted = f"{group}[value='{value}']:checked" if value else f"{group}:checked"
    for _ in range(30):
        if page.locator(wanted).count():
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"{wanted} is not reached with arrows")


def stops(page: Page, key: str = "Tab") -> list[int]:
    """All places where Tab stops, once round the page."""
    place = "() => [...document.querySelectorAll('*')].indexOf(document.activeElement)"
    page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
    found: list[int] = []
    for _ in range(400):
        _tab(page, key)
        at: int = page.evaluate(place)
        if found and (at == found[0] or page.evaluate("() => document.activeElement === document.body")):
            return found
        found.append(at)
    raise AssertionError(f"Tab does not come out of {page.evaluate(HERE)}")
