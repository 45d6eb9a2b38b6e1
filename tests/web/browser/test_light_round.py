"""Phones and a big screen play a whole light round of Shogun as fast as a table does; taps are counted."""

from __future__ import annotations

import re
from collections import Counter

from playwright.sync_api import Locator, Page, expect

from tests.choice import EVERYTHING, SEED
from tests.web.browser.shogun_tables import COLOURS, light_summer, light_table
from tests.web.evening import Evening, Phones

MOST = 12
"""Taps of a player in a light round, beside the battles."""

VERSION = "document.body.dataset.version"
"""Waited for frame by frame: ``expect`` looks again only after a tenth of a second, then ever later."""


class Taps(Counter[str]):
    """Counts what each player taps."""

    def tap(self, player: str, what: Locator) -> None:
        self[player] += 1
        what.click()


def seal(taps: Taps, page: Page, player: str, begin: str, bid: int) -> None:
    """A plan begun with a tap; a bid, or a card laid elsewhere; and the seal."""
    page.wait_for_url("**/plan*")
    taps.tap(player, page.get_by_role("link", name=begin))
    expect(page.get_by_role("link", name=begin)).to_have_attribute("aria-current", "true")
    if bid:
        taps.tap(player, page.locator("label.chip", has=page.locator(f"input[name=bid][value='{bid}']")))
    else:
        taps.tap(player, page.locator("[data-space=tax] label"))
        taps.tap(player, page.locator("#put [data-card]").last)
    taps.tap(player, page.get_by_role("button", name="Seal my plan"))
    page.wait_for_url("**/round")


def in_step(page: Page, screen: Page) -> Page:
    """A phone, once it shows what the big screen shows; whoever taps what is gone is only told so."""
    page.wait_for_function(f"(version) => {VERSION} === version", arg=screen.evaluate(VERSION))
    return page


def choose(taps: Taps, pages: dict[str, Page], screen: Page) -> None:
    """Everybody takes a special card."""
    for _ in COLOURS:
        chooser = str(screen.locator(".due").inner_text()).strip().split(":")[0]
        page = in_step(pages[chooser], screen)
        taps.tap(chooser, page.get_by_role("button", name=re.compile("^Take ")).first)
        expect(screen.locator(".due", has_text=f"{chooser}: take")).to_have_count(0)


def play_actions(taps: Taps, pages: dict[str, Page], screen: Page, most: int = 99) -> None:
    """All actions that are left, or so many turns of them, nobody fighting."""
    turn, names = 0, list(pages)
    while screen.locator(".dots").count() and turn < most:
        before = screen.evaluate(VERSION)
        alone = screen.locator(".seat.turn")
        whose = re.sub(r"\W", "", alone.locator("b").first.inner_text()) if alone.count() == 1 else ""
        player = whose if whose in pages else names[turn % len(names)]
        act = in_step(pages[player], screen).locator("button[form=turn]").first
        expect(act).to_be_enabled()
        taps.tap(player, act)
        turn += player == names[turn % len(names)]
        screen.wait_for_function(f"(before) => {VERSION} !== before", arg=before)


def test_a_light_round_takes_twelve_taps_a_player(phones: Phones, evening: Evening) -> None:
    """The first round of a game; with another seed one whose plans are begun as last season's.

    For some turns; in ``make test-all`` for a season.
    """
    begin = ("Propose a plan", "As last season")[SEED % 2]
    make, season = (light_table, "summer") if begin == "Propose a plan" else (light_summer, "autumn")
    evening.lay("spring", make, dict(zip(("Aya", "Bo", "Chen"), COLOURS, strict=True)))
    pages = {name: phones(name) for name in ("Aya", "Bo", "Chen")}
    screen, taps = phones("screen", width=1280, height=800), Taps()
    for page in (*pages.values(), screen):
        page.goto("/t/spring")
    taps.tap("Aya", pages["Aya"].get_by_role("button", name=re.compile("Deal the cards")))
    for bid, (name, page) in enumerate(pages.items()):
        seal(taps, page, name, begin, bid)
    expect(screen.locator(".bid")).to_have_count(3)
    whole = EVERYTHING
    choose(taps, pages, screen)
    play_actions(taps, pages, screen, most=99 if whole else 4)
    assert max(taps.values()) <= MOST, taps
    if whole:
        expect(screen.locator("h1").first).to_have_text(f"Year 1, {season}")


def test_two_phones_and_a_big_screen_play_on_with_a_third_player_at_the_mat(
    phones: Phones, evening: Evening
) -> None:
    """For some turns; in ``make test-all`` for a season."""
    evening.lay("mat", light_table, {"Aya": "blue", "Bo": "yellow"})
    aya, bo, screen, taps = phones("Aya"), phones("Bo"), phones("screen", width=1280, height=800), Taps()
    for page in (aya, bo, screen):
        page.goto("/t/mat")
    taps.tap("Aya", aya.get_by_role("button", name=re.compile("Deal the cards")))
    seal(taps, aya, "Aya", "Propose a plan", 2)
    expect(screen.locator(".lies").first).to_contain_text("sealed")
    seal(taps, bo, "Bo", "Propose a plan", 1)
    taps.tap("Bo", bo.locator("label.chip", has=bo.locator("input[name=bid-red][value='3']")))
    taps.tap("Bo", bo.get_by_role("button", name="Draw the event and open the bids"))
    expect(screen.locator(".bid")).to_have_count(3)
    pages, whole = {"Aya": aya, "Bo": bo, "Red": bo}, EVERYTHING
    choose(taps, pages, screen)
    play_actions(taps, pages, screen, most=99 if whole else 4)
    if whole:
        expect(screen.locator("h1").first).to_have_text("Year 1, summer")
    assert max(taps.values()) <= MOST, taps


def test_a_plan_is_laid_card_by_card_and_kept_while_others_seal(phones: Phones, evening: Evening) -> None:
    evening.lay("cards", light_table, {"Aya": "blue", "Bo": "yellow", "Chen": "red"})
    aya, bo = phones("Aya"), phones("Bo")
    aya.goto("/t/cards")
    aya.get_by_role("button", name=re.compile("Deal the cards")).click()
    aya.wait_for_url("**/plan")
    cards = aya.locator("#put [data-card]")
    for place in (1, 2, 3):
        cards.nth(place).click()
    laid = aya.locator("select[name^=card-]").evaluate_all("(all) => all.map((each) => each.value)")
    assert [bool(card) for card in laid] == [True] * 3 + [False] * 7
    aya.locator("[data-space]").nth(4).click()
    aya.locator(f"#put [data-card='{laid[0]}']").click()
    assert aya.locator("select[name^=card-]").nth(4).input_value() == laid[0]
    assert aya.locator("select[name^=card-]").nth(0).input_value() == ""
    bo.goto("/t/cards")
    seal(Taps(), bo, "Bo", "Propose a plan", 0)
    expect(aya.locator("main")).to_contain_text("Still planning with you: 1.")
    assert aya.locator("select[name^=card-]").nth(4).input_value() == laid[0]
    expect(aya.locator("[data-space][aria-current]")).to_have_count(1)


def test_a_half_laid_plan_is_kept_on_the_phone_until_it_is_sealed(phones: Phones, evening: Evening) -> None:
    evening.lay("half", light_table, {"Aya": "blue", "Bo": "yellow"})
    evening.lay("other", light_table, {"Aya": "blue"})
    aya, bid = phones("Aya"), "input[name=bid][value='3']"
    aya.goto("/t/half")
    aya.get_by_role("button", name=re.compile("Deal the cards")).click()
    aya.wait_for_url("**/plan")

    def laid() -> list[str]:
        expect(aya.locator("#put")).to_be_attached()
        return list(aya.locator("select[name^=card-]").evaluate_all("(all) => all.map((each) => each.value)"))

    for place in (1, 2, 3):
        aya.locator("#put [data-card]").nth(place).click()
    aya.locator("label.chip", has=aya.locator(bid)).click()
    before = laid()
    assert [bool(card) for card in before] == [True] * 3 + [False] * 7
    aya.reload()
    aya.wait_for_function("() => document.querySelector('[data-space][aria-current], #put[hidden]')")
    assert laid() == before
    expect(aya.locator(bid)).to_be_checked()
    aya.locator(".menu summary").click()
    aya.get_by_role("link", name="History").click()
    aya.get_by_role("link", name="Back to the table").click()
    aya.wait_for_url("**/plan")
    assert laid() == before
    aya.get_by_role("link", name="Propose a plan").click()
    expect(aya.get_by_role("link", name="Propose a plan")).to_have_attribute("aria-current", "true")
    proposed = laid()
    assert all(proposed[:3])
    assert proposed != before
    aya.locator("[data-space=tax] label").click()
    aya.locator("#put [data-card='']").click()
    changed = laid()
    aya.reload()
    aya.wait_for_function("() => document.querySelector('[data-space][aria-current], #put[hidden]')")
    assert laid() == changed != proposed
    kept = "() => Object.keys(localStorage).filter((each) => each.startsWith('companion-plan'))"
    assert len(aya.evaluate(kept)) == 1

    aya.goto("/t/other")
    aya.get_by_role("button", name=re.compile("Deal the cards")).click()
    aya.wait_for_url("**/t/other/plan")
    assert not any(laid())
    aya.goto("/t/half/plan")
    aya.get_by_role("button", name="Seal my plan").click()
    aya.wait_for_url("**/round")
    assert aya.evaluate(kept) == []
    aya.get_by_role("button", name="Change my plan").click()
    aya.wait_for_url("**/plan")
    assert laid() == changed  # as it was sealed


def test_a_plan_is_sealed_without_script(phones: Phones, evening: Evening) -> None:
    evening.lay("plain", light_table, {"Aya": "blue"})
    aya = phones("Aya", script=False)
    aya.goto("/t/plain")
    aya.get_by_role("button", name=re.compile("Deal the cards")).click()
    aya.wait_for_url("**/plan")
    for place, chosen in enumerate(aya.locator("select[name^=card-]").all()[:7]):
        chosen.select_option(index=place + 1)
    aya.locator("input[name=bid][value='2']").check(force=True)
    aya.get_by_role("button", name="Seal my plan").click()
    expect(aya.locator(".sealed")).to_contain_text("sealed")
