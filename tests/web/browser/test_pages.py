"""Every page, as everybody sees it: light, dark, in French, narrow and wide, in big type, without script."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Response
from playwright.sync_api import Page as Screen

from companion.web.app import all_pages
from companion.web.pages import ANYONE, HOST_ONLY, Page
from tests.day import is_todays
from tests.web.browser.examples import EXAMPLES, NO_PAGE, WAYS, Way
from tests.web.browser.looking import (
    USUAL,
    at_fault,
    cut,
    forbidden,
    looked_over,
    too_small,
    too_wide,
    untold,
)
from tests.web.browser.moments import MOMENTS
from tests.web.browser.moments import WAYS as MOMENT_WAYS
from tests.web.evening import Evening, Phones, opened


def game_of(table: str) -> str:
    return {**EXAMPLES, **MOMENTS}[table].game


def ways() -> Iterator[tuple[Page, Way]]:
    """Every page that can be looked at, each way to it."""
    for page in all_pages():
        if page.show is not None and page.path not in NO_PAGE:
            tables = [name for name, each in EXAMPLES.items() if page.game in (each.game, "") and each.seats]
            usual = tuple(Way(name) for name in tables) if "{table}" in page.path else (Way(),)
            usual = usual if page.game else usual[:1]
            found = MOMENT_WAYS.get(page.path, ())
            fitting = [way for way in found if page.game in (game_of(way.table), "")]
            yield from ((page, way) for way in (*WAYS.get(page.path, usual), *fitting))


CASES = list(ways())
NAMES = [f"{page.path}{way.after} {way.table} {way.who}".strip() for page, way in CASES]


CORE = ("/", "/t/{table}")
"""Paths of pages that are looked at in both languages every day, by axe-core too."""


def looks(page: Page, way: Way) -> list[tuple[str, bool]]:
    """The languages in which a page is looked at today, and whether axe-core looks too.

    Every page is looked at every day, in English by day or in French by night; two days see it in both. To
    axe-core, which is most of the work, each path is shown every day, a further way to it every third day.
    """
    number = CASES.index((page, way))
    first = number == 0 or CASES[number - 1][0].path != page.path
    if first and page.path in CORE:
        return [("en", True), ("fr", True)]
    return [("fr" if is_todays(number, 2) else "en", first or is_todays(number, 3))]


def address(page: Page, way: Way) -> str:
    """Where a page is asked for."""
    parts = {"table": way.table, **(way.parts or {})}
    missing = set(re.findall(r"{(\w+)", page.path)) - parts.keys()
    assert not missing, f"say in tests/web/browser/examples.py how to come to {page.path}: {missing}"
    return re.sub(r"{(\w+)(:\w+)?}", lambda name: parts[name[1]], page.path) + way.after


class Looker:
    """One phone each language, and one without script, that look at page after page."""

    def __init__(self, phones: Phones) -> None:
        self.phones = phones
        self.screens: dict[tuple[str, str, bool], Screen] = {}
        self.spoken: dict[str, str] = {}
        self.seen: set[tuple[str, str, str]] = set()

    def of(self, who: str, language: str = "en", script: bool = True) -> Screen:
        """The phone of somebody, as it was left."""
        key = (who, language, script)
        if key not in self.screens:
            cookie = None if who == "stranger" else who
            self.screens[key] = self.phones(cookie, width=USUAL, language=language, script=script)
            self.spoken[who] = language
        return self.screens[key]

    def at(self, page: Page, way: Way, language: str = "en", script: bool = True) -> Screen:
        who = way.who or {ANYONE: "stranger", HOST_ONLY: "host"}.get(page.who, "Aya")
        screen = self.of(who, language, script)
        if who != "stranger" and self.spoken[who] != language:  # it goes with the person, not the phone
            screen.context.request.get(f"/language?to={language}", max_redirects=0)
            self.spoken[who] = language
        screen.set_viewport_size({"width": USUAL, "height": 844})
        screen.emulate_media(color_scheme="light")
        answer = screen.goto(address(page, way))
        assert isinstance(answer, Response)
        assert answer.status in (200, 422), answer.text()  # what cannot be done has a page too
        assert forbidden(answer.text()) == []
        return screen

    def known(self, screen: Screen, way: Way, language: str) -> bool:
        """Whether what is shown now has been looked at before, for the same eyes."""
        here = (way.who, language, screen.url)
        known = here in self.seen
        self.seen.add(here)
        return known


@pytest.fixture(scope="module")
def looker(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Looker]:
    """Looks on at an evening where nobody plays: pages are found as they were."""
    with opened(tmp_path_factory.mktemp("still"), tables={**EXAMPLES, **MOMENTS}) as still:
        phones = Phones(chromium, still)
        yield Looker(phones)
        phones.close()


@pytest.mark.parametrize(("page", "way"), CASES, ids=NAMES)
def test_a_page_shuts_nobody_out(page: Page, way: Way, looker: Looker) -> None:
    for language, axe in looks(page, way):
        screen = looker.at(page, way, language)
        if looker.known(screen, way, language):
            continue  # another page has led here already
        assert screen.locator("html").get_attribute("lang") == language
        assert looked_over(screen, axe=axe, night=language == "fr") == {}
    assert looker.phones.wrong == []


REFUSED = (
    ("stranger", "/join", "code", "WRONG"),
    ("Aya", "/new/hogen", "player-B", "Aya"),
    ("Aya", "/t/light-winter/round", "rice-blue", "99"),
    ("Aya", "/t/light-revolts/count", "chests-red", "9999"),
    ("Aya", "/t/kabuto/correct?province=Kai", "armies-Kai", "99"),
    ("Aya", "/t/ranking/tricks", "card-blue", "99"),
)
"""Who sends from which page what cannot be done."""
SEND = """([name, value]) => {
  const field = document.getElementsByName(name)[0];
  field.type = "text";
  field.value = value;
  field.form.submit();
}"""


@pytest.mark.parametrize(("who", "path", "field", "value"), REFUSED, ids=[each[1] for each in REFUSED])
def test_what_cannot_be_done_shuts_nobody_out(
    who: str, path: str, field: str, value: str, looker: Looker
) -> None:
    screen = looker.of(who)
    screen.goto(path)
    with screen.expect_navigation() as coming:
        screen.evaluate(SEND, [field, value])
    assert coming.value.status == 422
    assert screen.locator("#problem").inner_text().strip().endswith(".")
    assert screen.locator(f"[name='{field}']").first.input_value() == value
    assert looked_over(screen) == {}


def test_a_house_without_tables_shuts_nobody_out(chromium: Browser, tmp_path: Path) -> None:
    with opened(tmp_path, tables={}) as evening:
        phones = Phones(chromium, evening)
        for who in ("host", "Aya", "screen"):
            screen = phones(who)
            screen.goto("/")
            assert looked_over(screen) == {}
        phones.close()
        assert phones.wrong == []


@pytest.mark.parametrize(("page", "way"), CASES, ids=NAMES)
def test_a_page_works_without_script(page: Page, way: Way, looker: Looker) -> None:
    screen = looker.at(page, way, script=False)
    assert screen.locator("h1").count() == 1
    for form in screen.locator("form[method=post]").all():
        assert form.locator("input[name=token]").count() >= 1
    for form in screen.locator("form").all():
        name = form.get_attribute("id")
        pressed = "button:not([type=button])"
        assert form.locator(pressed).count() or (name and screen.locator(f"{pressed}[form={name}]").count())
    idle = screen.locator("button[type=button]:visible, a[href='#']:visible, main form:not([method]):visible")
    assert [each.evaluate("(node) => node.outerHTML") for each in idle.all()] == []


def test_every_page_is_looked_at() -> None:
    assert {*WAYS, *NO_PAGE} <= {page.path for page in all_pages()}


def test_what_shuts_people_out_is_found(phone: Screen) -> None:
    phone.goto("/settings")
    assert at_fault(phone) + too_wide(phone) == []
    phone.evaluate("""() => {
      document.querySelector(".chip input").removeAttribute("name");
      document.querySelector("h1").outerHTML = "<img src='/x.png'><h4>A</h4>";
      document.querySelector("legend").textContent = "x".repeat(2000);
      document.querySelector("legend").style.whiteSpace = "nowrap";
    }""")
    found = " ".join(at_fault(phone))
    assert "image-alt" in found
    assert "heading" in found
    assert too_wide(phone)
    phone.evaluate("""() => {
      document.querySelector(".act").style.cssText =
        "min-height: 0; height: 20px; padding: 0; overflow: hidden; position: relative; left: -9em";
      document.querySelectorAll(".chip span").forEach((each) => { each.style.cssText = "all: initial"; });
    }""")
    assert [len(found) > 0 for found in (too_small(phone), cut(phone), untold(phone))] == [True] * 3
    assert len(forbidden("<p style='x'><a onclick=y><script>1</script><style></style>")) == 4
    assert (
        forbidden('<script src="/static/live.js" defer></script><p class="style" data-one="1">on = 1</p>')
        == []
    )


def test_a_page_that_breaks_our_policy_is_heard(chromium: Browser, evening: Evening) -> None:
    phones = Phones(chromium, evening)
    phones("Aya").goto("/settings")
    assert phones.wrong == []
    page = phones.contexts[0].pages[0]
    with page.expect_console_message(lambda told: "Content Security Policy" in told.text):
        page.evaluate("() => { document.body.innerHTML += '<p style=\"color: red\">x</p>'; }")
    phones.close()
    assert "Content Security Policy" in " ".join(phones.wrong)
