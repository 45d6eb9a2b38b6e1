"""The table by keys alone: joining, opening a table, a battle, a plan, a print; and what is heard of it."""

import re

from playwright.sync_api import Page, expect

from tests.choice import pick
from tests.web.browser.examples import make_tower_alone
from tests.web.browser.keys import choose_by_arrows, stops, tab_to
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


def test_somebody_joins_by_keys(phones: Phones, evening: Evening) -> None:
    evening.lay("by-keys", make_tower_alone, {})
    page = phones(None, width=1280, height=800)
    page.goto("/join")
    tab_to(page, "input[name='code']")
    page.keyboard.type(evening.here.code)
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile("/join"))
    page.goto("/t/by-keys/seat")
    tab_to(page, "input[name='name']")
    page.keyboard.press("Control+a")
    page.keyboard.type("Dai")
    tab_to(page, "details.more > summary")
    page.keyboard.press("Enter")
    choose_by_arrows(page, "seat", "red")
    tab_to(page, "button.act")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/t/by-keys(/tower)?$"))


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


def test_focus_stays_where_it_was_when_others_play(phones: Phones, evening: Evening) -> None:
    evening.lay("moved", make_tower_alone, {"Aya": "blue", "Bo": "yellow"})
    aya, bo = phones("Aya"), phones("Bo")
    bo.goto("/t/moved/tower?attacker=4&defender=3&who-attacks=yellow&who-defends=red")
    bo.locator(".act").click()
    bo.wait_for_url("**/thrown*")
    aya.goto("/t/moved/tower")
    tab_to(aya, "button[name='attacker-is'][value='3']")
    before = str(aya.locator("body").get_attribute("data-version"))
    bo.locator(".thumb .undo").click()  # a throw would lead her to its cubes
    expect(aya.locator("body")).not_to_have_attribute("data-version", before)
    assert aya.evaluate("() => [document.activeElement.name, document.activeElement.value]") == ["attacker-is", "3"]


def round_about(page: Page, path: str) -> None:
    page.goto(path)
    there = stops(page)
    assert there == sorted(there), "the keys jump about"
    assert sorted(stops(page, "Shift+Tab")) == there
    assert page.locator("[tabindex]:not([tabindex='0']):not([tabindex='-1'])").count() == 0


PATHS = (
    "/",
    "/print?game=hogen&part=summaries",
    "/settings",
    "/t/harvest/tower",
    "/t/kabuto/board",
    "/t/sunday/score",
    "/t/biwa/call",
)


def test_tab_goes_round_every_page_without_getting_trapped(phones: Phones) -> None:
    """Round two pages; in ``make test-all`` round all."""
    page = phones("Aya", width=1280, height=800)
    for path in pick(PATHS, 2):
        round_about(page, path)
