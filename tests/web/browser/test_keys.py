"""The table by keys alone: a battle, and what is heard of it; the ways of Tab."""

from playwright.sync_api import Page, expect

from tests.web.browser.examples import make_first_call, make_tower_alone
from tests.web.browser.keys import choose_by_arrows, list_stops, tab_to
from tests.web.evening import Evening, Phones

HEARD = """() => {
  window.heard = [];
  const hear = (changes) => changes.forEach((change) => {
    const node = change.target.nodeType === 1 ? change.target : change.target.parentElement;
    const part = node && node.closest("[role=status], [role=alert], [aria-live]");
    if (part && part.textContent.trim()) window.heard.push(part.textContent.trim().replace(/\\s+/g, " "));
  });
  const all = { childList: true, characterData: true, subtree: true };
  new MutationObserver(hear).observe(document.body, all);
}"""


def throw_by_keys(page: Page, attacker: int, defender: int) -> None:
    page.goto("/t/heard/tower")
    for side, armies in (("attacker", attacker), ("defender", defender)):
        tab_to(page, f"button[name='{side}-is'][value='{armies}']")
        page.keyboard.press("Enter")
        expect(page.locator(f"#n-{side}")).to_have_value(str(armies))
        assert page.evaluate("() => document.activeElement.name") == f"{side}-is"
    tab_to(page, ".act")
    page.keyboard.press("Enter")
    page.wait_for_url("**/thrown")


def test_a_battle_is_thrown_by_keys_and_heard_on_another_phone(phones: Phones, evening: Evening) -> None:
    evening.lay("heard", make_tower_alone, {"Aya": "blue", "Bo": "yellow"})
    aya, bo = phones("Aya", width=1280, height=800), phones("Bo")
    throw_by_keys(aya, 5, 2)
    expect(aya.locator("#verdict[role=status]")).to_be_visible()
    assert aya.evaluate("() => document.activeElement.id") == "main"
    aya.evaluate("() => companion.refresh()")  # as the table's stream does, sooner or later
    assert aya.evaluate("() => document.activeElement.id") == "main"
    bo.goto("/t/heard/thrown")
    bo.evaluate(HEARD)
    throw_by_keys(aya, 1, 4)
    verdict = " ".join(aya.locator("#verdict .say").inner_text().split())
    expect(bo.locator("#verdict .say")).to_have_text(verdict)
    bo.wait_for_function("(verdict) => heard.some((each) => each.includes(verdict))", arg=verdict)
    assert len({each for each in bo.evaluate("() => heard") if verdict in each}) == 1


def test_a_call_is_chosen_by_arrows(phones: Phones, evening: Evening) -> None:
    evening.lay("arrows", make_first_call, {"Aya": "A", "Bo": "B", "Chen": "C"})
    aya, bo = phones("Aya"), phones("Bo")
    aya.goto("/t/arrows")
    bo.goto("/t/arrows")
    choose_by_arrows(aya, "call", str(aya.locator("label.call:not(.shut) input").last.get_attribute("value")))
    tab_to(aya, "button.act.ready")
    aya.keyboard.press("Enter")
    expect(bo.locator("main .told li").first).to_contain_text("Aya calls")


def test_tab_goes_round_every_page_without_getting_trapped(phones: Phones) -> None:
    page = phones("Aya", width=1280, height=800)
    for path in ("/", "/t/kabuto/board"):
        page.goto(path)
        there = list_stops(page)
        assert there == sorted(there), "the keys jump about"
        assert sorted(list_stops(page, "Shift+Tab")) == there
        assert page.locator("[tabindex]:not([tabindex='0']):not([tabindex='-1'])").count() == 0
