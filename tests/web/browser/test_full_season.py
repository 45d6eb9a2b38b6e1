"""A season of the whole game on a kept board, with a winter: planned, fought and counted on phones."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.table.shelf import Shelf
from tests.choice import EVERYTHING
from tests.web.browser.shogun_tables import COLOURS, make_full_autumn
from tests.web.browser.test_board import touch
from tests.web.evening import Evening, Phones

VERSION = "document.body.dataset.version"
"""Waited for frame by frame: ``expect`` looks again only after a tenth of a second, then ever later."""


class Taps(Counter[str]):
    """Counts what each player taps."""

    def tap(self, player: str, what: Locator) -> None:
        self[player] += 1
        what.click()


def wait_for_screen(page: Page, screen: Page) -> Page:
    """Wait until a phone shows the same version as the big screen; return it."""
    page.wait_for_function(f"(version) => {VERSION} === version", arg=screen.evaluate(VERSION))
    return page


def choose(taps: Taps, pages: dict[str, Page], screen: Page) -> None:
    """Everybody takes a special card."""
    for _ in COLOURS:
        chooser = str(screen.locator(".due").inner_text()).strip().split(":")[0]
        page = wait_for_screen(pages[chooser], screen)
        taps.tap(chooser, page.get_by_role("button", name=re.compile("^Take ")).first)
        expect(screen.locator(".due", has_text=f"{chooser}: take")).to_have_count(0)


NAMES = ("Aya", "Bo", "Chen")
MOST_OF_A_PLAN, MOST_OF_A_TURN = 12, 4


ON = """(shown) => {
  const on = document.querySelector("a.act"); // a winter that is gone through has buttons besides
  if (location.href === shown && on && on.offsetParent) on.click();
  return location.href !== shown || Boolean(on && on.offsetParent);
}"""
"""Goes on from a throw or a winter, unless the page has gone on by itself just now."""

CHOOSES = "() => document.querySelector('.b-open') || /(thrown|winter)$/.test(location.pathname)"
"""A revolt can be chosen, or something is looked at first."""


class Season:
    """Three phones at one board; without script each page is loaded again before it is looked at."""

    def __init__(self, phones: Phones, evening: Evening, script: bool) -> None:
        self.evening, self.script, self.taps = evening, script, Taps()
        self.pages = {name: phones(name, script=script) for name in NAMES}
        self.screen = phones("screen", width=1280, height=800, script=script)
        self.begin("whole" if script else "unscripted", make_full_autumn)

    def begin(self, table: str, make: Callable[[Shelf, str], object]) -> None:
        """Everybody sits down at a new table."""
        self.evening.lay(table, make, dict(zip(NAMES, COLOURS, strict=True)))
        self.address = f"/t/{table}"
        for page in (*self.pages.values(), self.screen):
            page.goto(self.address)

    def get_current_page(self, name: str) -> Page:
        """A phone that shows what is going on."""
        page = self.pages[name]
        if not self.script:
            page.goto(self.address)
        while self.script and page.url.rsplit("/", 1)[-1].split("?")[0] in ("thrown", "winter"):
            page.wait_for_url(re.compile("/(thrown|winter)"))
            shown = page.url
            self.taps[name] += 1
            page.wait_for_function(ON, arg=shown)
            page.wait_for_url(lambda url, shown=shown: url != shown)  # from the last fight on to the winter
        return page

    def plan(self) -> None:
        """Everybody plans as last season, but for the bid."""
        self.taps.tap("Aya", self.get_current_page("Aya").get_by_role("button", name=re.compile("Deal the cards")))
        for bid, name in enumerate(NAMES):
            page = self.get_current_page(name)
            page.wait_for_url("**/plan*")
            self.taps.tap(name, page.get_by_role("link", name="As last season"))
            expect(page.get_by_role("link", name="As last season")).to_have_attribute("aria-current", "true")
            self.taps.tap(name, page.locator(f"label.chip:has(input[name=bid][value='{bid}'])"))
            self.taps.tap(name, page.get_by_role("button", name="Seal my plan"))
            page.wait_for_url("**/round*")
        if not self.script:
            self.screen.goto(self.address)
        expect(self.screen.locator(".bid")).to_have_count(3)

    def whose(self) -> str:
        """Who is on turn, as everybody sees it; nobody between two rounds."""
        # A map that is not drawn costs little. A line that was idle may be closed just as it is asked on.
        page = self.screen.request.get(self.address, max_retries=3).text()
        head = page.partition("<h1")[2].partition(">")[2].partition("</h1>")[0]
        found = re.match(r"\W*(\w+):", html.unescape(re.sub("<[^>]*>", "", head)))
        return found[1] if found and found[1] in NAMES else ""

    def turn(self, name: str) -> str:
        """A turn with the card that lies open; what its red button said."""
        page, before = self.get_current_page(name), self.taps[name]
        act = page.locator(".thumb .act")
        expect(act).to_be_enabled()  # the card was turned over by itself
        target = page.locator(".b-target").first
        if target.count() and "nothing moves" in act.inner_text():
            province = str(target.get_attribute("data-name"))
            if self.script:
                self.taps[name] += 1
                touch(page, province)
            else:
                page.get_by_text("All provinces, as a list").click()
                page.locator(".board-list a", has=page.get_by_text(province, exact=True)).click()
            expect(act).to_contain_text(province)
        said = act.inner_text()
        self.taps.tap(name, act)
        if re.search("Attack|revolt", said):
            page.wait_for_url("**/thrown*")
        assert self.taps[name] - before <= MOST_OF_A_TURN
        return said

    def winter(self) -> int:
        """Hunger, every revolt that was drawn, the points; how many revolts there were."""
        self.taps.tap("Aya", self.get_current_page("Aya").get_by_role("button", name="Start winter"))
        revolts = 0
        while name := self.whose():
            page = self.get_current_page(name)
            while self.script and not page.locator(".b-open").count():  # it was just about to be led away
                page.wait_for_function(CHOOSES)
                page = self.get_current_page(name)
            province = str(page.locator(".b-open").first.get_attribute("data-name"))
            page.get_by_text("All provinces, as a list").click()
            page.locator(".board-list a", has=page.get_by_text(province, exact=True)).click()
            expect(page.locator(".thumb .act")).to_have_text(f"Throw {province}")
            page.locator(".thumb .act").click()
            page.wait_for_url("**/thrown*")
            revolts += 1
        self.get_current_page("Bo").get_by_role("button", name="Count the points").click()
        return revolts


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_season_of_the_whole_game_is_played_on_phones(phones: Phones, evening: Evening, script: bool) -> None:
    """Either kind of phones to the first turn; in ``make test-all`` all turns till spring."""
    season = Season(phones, evening, script)
    season.plan()
    assert max(season.taps.values()) <= MOST_OF_A_PLAN, season.taps
    if script:
        choose(season.taps, season.pages, season.screen)
    else:
        for _ in NAMES:
            season.screen.goto(season.address)
            chooser = season.screen.locator(".due").inner_text().split(":")[0].strip()
            season.get_current_page(chooser).get_by_role("button", name=re.compile("^Take ")).first.click()
    said = [season.turn(season.whose())]
    if not EVERYTHING:
        return

    def has_sentence(what: str) -> bool:
        return any(what in each for each in said)

    while name := season.whose():
        said.append(season.turn(name))
    assert has_sentence("Attack"), said
    assert has_sentence("and revolt"), said
    assert len(said) < 30  # ten actions of three: what is forced passes by itself
    assert season.winter() > 0
    season.screen.goto(season.address)
    expect(season.screen.locator("h1").first).to_have_text("The winter of year 1")  # as every phone
    expect(season.screen.locator("main")).to_contain_text("points, line by line")
    expect(season.get_current_page("Chen").locator("h1").first).to_have_text(
        "Year 2, spring" if script else "The winter of year 1"
    )
    season.screen.goto(f"{season.address}/score")
    expect(season.screen.locator(".totals li")).to_have_count(3)
    season.screen.goto(f"{season.address}/verify")
    expect(season.screen.get_by_role("heading", name="Yes: every record is true.")).to_be_visible()


def test_a_phone_that_slept_goes_on_and_another_takes_over_its_seat(phones: Phones, evening: Evening) -> None:
    evening.lay("asleep", make_full_autumn, dict(zip(NAMES, COLOURS, strict=True)))
    aya, bo, host = phones("Aya"), phones("Bo"), phones("host")
    for page in (aya, bo):
        page.goto("/t/asleep")
    bo.context.set_offline(True)
    aya.get_by_role("button", name=re.compile("Deal the cards")).click()
    aya.wait_for_url("**/plan*")
    bo.context.set_offline(False)
    bo.wait_for_url("**/plan*")  # it heals itself, and leads to what is due
    aya.goto("/t/asleep/round?look=1")
    aya.get_by_role("button", name="Undo").click()  # one's own last tap, a stage further on
    expect(aya.get_by_role("button", name=re.compile("Deal the cards"))).to_be_visible()
    aya.get_by_role("button", name=re.compile("Deal the cards")).click()
    bo.goto("/t/asleep/plan")
    bo.get_by_role("link", name="As last season").click()
    expect(bo.get_by_role("link", name="As last season")).to_have_attribute("aria-current", "true")
    bo.get_by_role("button", name="Seal my plan").click()
    bo.wait_for_url("**/round*")

    bo.goto("/t/asleep/seat")
    bo.get_by_text("Stand up").click()
    bo.get_by_role("button", name="Leave my seat").click()  # and goes home
    family = phones("family")
    family.goto("/t/asleep/seat")
    family.get_by_text("Another colour").click()
    family.locator("label.helmet:has(input[value=yellow])").click()
    family.get_by_label("Your name").fill("Dora")
    family.get_by_role("button", name="Sit down").click()
    expect(family.get_by_role("heading", level=1)).to_have_text("Ask the table")  # Bo's plan lies there
    aya.get_by_role("button", name="Let it in").click()
    family.goto("/t/asleep/round?look=1")
    expect(family.locator("main")).to_contain_text("Change my plan")
    host.goto("/t/asleep/history")
    expect(host.locator("main")).to_contain_text("Dora")
