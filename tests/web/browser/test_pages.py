"""Every page, as everybody sees it: day and night, in every language, narrow, wide, big, without script."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx2 import Client
from playwright.sync_api import Browser, Response, Route
from playwright.sync_api import Page as Screen

from companion.data.catalogue import LANGUAGES
from companion.web.app import list_pages
from companion.web.context import ANYONE, HOST_ONLY, WebPage
from tests.choice import EVERYTHING
from tests.waiting import PATIENCE
from tests.web.browser.examples import EXAMPLES, NO_PAGE, WAYS, Way
from tests.web.browser.moments import MOMENTS
from tests.web.browser.moments import WAYS as MOMENT_WAYS
from tests.web.browser.page_faults import USUAL, find_inline_code, find_page_faults
from tests.web.evening import Evening, Phones, open_evening
from tests.web.plain_browser import ReadPage


def get_game(table: str) -> str:
    return {**EXAMPLES, **MOMENTS}[table].game


def list_ways() -> Iterator[tuple[WebPage, Way]]:
    for page in list_pages():
        if page.show is not None and page.path not in NO_PAGE:
            tables = [name for name, each in EXAMPLES.items() if page.game in (each.game, "") and each.seats]
            usual = tuple(Way(name) for name in tables) if "{table}" in page.path else (Way(),)
            usual = usual if page.game else usual[:1]
            found = MOMENT_WAYS.get(page.path, ())
            fitting = [way for way in found if page.game in (get_game(way.table), "")]
            yield from ((page, way) for way in (*WAYS.get(page.path, usual), *fitting))


CASES = list(list_ways())
NAMES = [f"{page.path}{way.after} {way.table} {way.who}".strip() for page, way in CASES]


def list_looks(number: int) -> tuple[str, ...]:
    """The languages in which a way to a page is gone: by day in English, in others by night.

    Each page once, some in every language; ``make test-all`` goes every way in every language.
    """
    page, _ = CASES[number]
    first = number == 0 or CASES[number - 1][0] is not page
    if EVERYTHING or (first and page.path in ("/", "/t/{table}")):
        return LANGUAGES
    return LANGUAGES[:1] if first else ()


LOOKS = [(number, language) for number in range(len(CASES)) for language in list_looks(number)]


def choose_reader(page: WebPage, way: Way) -> str:
    return way.who or {ANYONE: "stranger", HOST_ONLY: "host"}.get(page.role, "Aya")


def format_address(page: WebPage, way: Way) -> str:
    parts = {"table": way.table, **(way.parts or {})}
    missing = set(re.findall(r"{(\w+)", page.path)) - parts.keys()
    assert not missing, f"say in tests/web/browser/examples.py how to come to {page.path}: {missing}"
    return re.sub(r"{(\w+)(:\w+)?}", lambda name: parts[name[1]], page.path) + way.after


class StillEvening:
    """An evening where nobody plays: pages are found as they were."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.spoken: dict[str, str] = {}
        self.readers: dict[str, Client] = {}
        self.pages: dict[tuple[str, str], ReadPage] = {}

    def set_language(self, reader: str, language: str) -> None:
        """Have somebody answered in a language; it goes with the person, not the phone."""
        if reader != "stranger" and self.spoken.get(reader) != language:
            self.open_reader(reader).get(f"/language?to={language}")
            self.spoken[reader] = language

    def open_reader(self, reader: str) -> Client:
        """Somebody who asks for pages without a browser."""
        if reader not in self.readers:
            cookies = {} if reader == "stranger" else {"companion": self.evening.cookies[reader]}
            self.readers[reader] = Client(base_url=self.evening.url, cookies=cookies, timeout=PATIENCE)
        return self.readers[reader]

    def fetch_page(self, page: WebPage, way: Way) -> ReadPage:
        """A page as the laptop sends it, asked for once."""
        reader, path = choose_reader(page, way), format_address(page, way)
        if (reader, path) not in self.pages:
            self.set_language(reader, "en")
            answer = self.open_reader(reader).get(path, follow_redirects=True)
            assert answer.status_code in (200, 422), answer.text  # what cannot be done has a page too
            assert find_inline_code(answer.text) == []
            self.pages[reader, path] = ReadPage(answer.text, str(answer.url))
        return self.pages[reader, path]


def answer_without_refresh(route: Route) -> None:
    answer = route.fetch()
    headers = {name: value for name, value in answer.headers.items() if name != "refresh"}
    route.fulfill(response=answer, headers=headers)


class PageChecker:
    """One phone each language that looks at page after page."""

    def __init__(self, phones: Phones, still: StillEvening) -> None:
        self.phones, self.still = phones, still
        self.screens: dict[tuple[str, str], Screen] = {}
        self.seen: set[tuple[str, str, str]] = set()

    def get_screen(self, reader: str, language: str = "en") -> Screen:
        """The phone of somebody, as it was left."""
        if (reader, language) not in self.screens:
            cookie = None if reader == "stranger" else reader
            self.screens[reader, language] = self.phones(cookie, width=USUAL, language=language)
            # A screen not yet admitted loads itself again every 5 s, and might break off what comes next.
            self.screens[reader, language].route("**/screen", answer_without_refresh)
            self.still.spoken[reader] = language
        return self.screens[reader, language]

    def open_page(self, page: WebPage, way: Way, language: str) -> Screen:
        reader = choose_reader(page, way)
        screen = self.get_screen(reader, language)
        self.still.set_language(reader, language)
        answer = screen.goto(format_address(page, way))
        assert isinstance(answer, Response)
        assert answer.status in (200, 422)
        return screen

    def check_known(self, page: WebPage, way: Way, language: str) -> bool:
        """Whether the page to which this leads has been looked at before, for the same eyes."""
        visit = (choose_reader(page, way), language, self.still.fetch_page(page, way).url)
        known = visit in self.seen
        self.seen.add(visit)
        return known


@pytest.fixture(scope="module")
def still_evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StillEvening]:
    with open_evening(tmp_path_factory.mktemp("still"), tables={**EXAMPLES, **MOMENTS}) as evening:
        still = StillEvening(evening)
        yield still
        for reader in still.readers.values():
            reader.close()


@pytest.fixture(scope="module")
def checker(chromium: Browser, still_evening: StillEvening) -> Iterator[PageChecker]:
    phones = Phones(chromium, still_evening.evening)
    yield PageChecker(phones, still_evening)
    phones.close()


@pytest.mark.parametrize(("number", "language"), LOOKS, ids=[f"{NAMES[at]} {language}" for at, language in LOOKS])
def test_every_page_passes_the_accessibility_checks(number: int, language: str, checker: PageChecker) -> None:
    page, way = CASES[number]
    if not checker.check_known(page, way, language):  # else another page has led here already
        screen = checker.open_page(page, way, language)
        assert screen.url == checker.still.fetch_page(page, way).url
        assert screen.locator("html").get_attribute("lang") == language
        assert find_page_faults(screen, night=language != "en") == {}
    assert checker.phones.wrong == []


REFUSED = (
    ("stranger", "/join", "code", "WRONG"),
    ("Aya", "/new/hogen", "player-B", "Aya"),
    ("Aya", "/t/kabuto/correct?province=Kai", "armies-Kai", "99"),
)
"""Who sends from which page what cannot be done."""
SEND = """([name, value]) => {
  const field = document.getElementsByName(name)[0];
  field.type = "text";
  field.value = value;
  field.form.submit();
}"""


@pytest.mark.parametrize(("reader", "path", "field", "value"), REFUSED, ids=[each[1] for each in REFUSED])
def test_pages_of_refused_forms_pass_the_accessibility_checks(
    reader: str, path: str, field: str, value: str, checker: PageChecker
) -> None:
    screen = checker.get_screen(reader)
    screen.goto(path)
    with screen.expect_navigation() as coming:
        screen.evaluate(SEND, [field, value])
    assert coming.value.status == 422
    assert screen.locator("#problem").inner_text().strip().endswith(".")
    assert screen.locator(f"[name='{field}']").first.input_value() == value
    assert find_page_faults(screen, axe=reader == "Aya") == {}


def test_pages_without_any_table_pass_the_accessibility_checks(chromium: Browser, tmp_path: Path) -> None:
    with open_evening(tmp_path, tables={}) as evening:
        phones = Phones(chromium, evening)
        for reader in ("host", "Aya", "screen"):
            screen = phones(reader)
            screen.goto("/")
            assert find_page_faults(screen, axe=reader == "host") == {}
        phones.close()
        assert phones.wrong == []


@pytest.mark.parametrize(("page", "way"), CASES, ids=NAMES)
def test_a_page_works_without_script(page: WebPage, way: Way, still_evening: StillEvening) -> None:
    sent = still_evening.fetch_page(page, way)
    assert (sent.language, sent.headings) == ("en", 1)
    assert [form for form in sent.forms.values() if form.posts and "token" not in form.fields] == []
    assert [form for form in sent.forms.values() if not form.buttons] == []
