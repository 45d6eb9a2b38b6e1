"""One laptop with tables on it, one Chromium, and phones of every kind that ask it for pages.

Where Chromium or the letters of pages are missing these tests are skipped with a sentence; a machine that
sets CI may not skip them.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, expect, sync_playwright

from companion.paths import assets
from companion.service.kept_tables import OpenTables
from companion.service.results import ScoredPlayer, TakenScore, record_consent, remember_score
from companion.table.shelf import Shelf
from companion.table.store import Store
from companion.web.app_state import AppState, Settings
from companion.web.people import HOST, PLAYER, WATCHER
from tests.ports import find_free_port
from tests.required_programs import skip_or_fail
from tests.web.browser.examples import EXAMPLES, Example
from tests.web.serving.laptop import Laptop, start_laptop

PATIENCE = 20_000
"""Milliseconds a page is waited for, on a machine that has much else to do."""

expect.set_options(timeout=PATIENCE)
WHOLE_CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
"""The browser with its windows, for what only those know, such as installing a page."""

CHROMIUM = os.environ.get("COMPANION_CHROMIUM") or shutil.which("chromium-headless-shell") or WHOLE_CHROMIUM
"""The same browser without its windows where Debian's is there: a page costs it a quarter of the work."""

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
STYLES = assets() / "web" / "companion.css"
HAS_ONE_OF = """families => {
    const pen = document.createElement("canvas").getContext("2d");
    const width = font => { pen.font = `40px ${font}`; return pen.measureText("Will it fit?").width; };
    return width(`${families}, monospace`) !== width("monospace");
}"""
"""Whether one of these families is here; else the last is taken, in which all letters are as wide."""

PEOPLE = {"Aya": PLAYER, "Bo": PLAYER, "Chen": PLAYER, "family": PLAYER, "host": HOST, "screen": WATCHER}
"""Who is at the tables, and what they may do: three with a seat each, a family that hands one device on."""


class Evening:
    """A laptop that has the table open, and the cookies of everybody who is there."""

    def __init__(self, laptop: Laptop, cookies: dict[str, str], store: Path) -> None:
        self.laptop, self.cookies, self.store = laptop, cookies, store

    @property
    def url(self) -> str:
        return self.laptop.url

    def lay(self, table: str, make: Callable[[Shelf, str], object], seats: Mapping[str, str]) -> None:
        """Begin another table while the laptop is there, and sit people down, each on a seat."""
        with Store(self.store) as shelf:
            make(shelf, table)
            people = AppState(OpenTables(shelf), Settings()).people
            for name, seat in seats.items():
                visitor = people.find_visitor(self.cookies[name])
                assert visitor is not None
                people.sit(table, seat, visitor, name)


def furnish_store(store: Path, tables: Mapping[str, Example]) -> dict[str, str]:
    """Open tables in a store, admit everybody and seat them; return their cookies."""
    with Store(store) as shelf:
        app_state = AppState(OpenTables(shelf), Settings())
        cookies: dict[str, str] = {}
        for name, role in PEOPLE.items():
            _, cookie = app_state.people.admit(role)
            assert cookie is not None
            cookies[name] = cookie
        record_consent(shelf, True)
        for day in ("2026-02-01", "2026-02-08"):
            best, other = ({"forest": 20, "town": 19, "lake": 12}, {"forest": 9, "town": 17, "bonus": 6})
            rows = [(name, sum(parts.values()), parts) for name, parts in (("Aya", best), ("Bo", other))]
            placed = tuple(ScoredPlayer(name, rank, *row) for rank, (name, *row) in enumerate(rows, 1))
            remember_score(shelf, TakenScore("honshu", day, placed))
        for table, example in tables.items():
            example.make(shelf, table)
            sitting = [*zip(PEOPLE, example.seats, strict=False), *(("family", seat) for seat in example.shared)]
            for name, seat in sitting:
                visitor = app_state.people.find_visitor(cookies[name])
                assert visitor is not None
                called = seat.capitalize() if name == "family" else name
                app_state.people.sit(table, seat, visitor, called, keep=name == "family")
    return cookies


@contextmanager
def open_evening(folder: Path, *words: str, tables: Mapping[str, Example] = EXAMPLES) -> Iterator[Evening]:
    """The real program with these tables, on a port of its own."""
    store = folder / "tables.sqlite"
    cookies = furnish_store(store, tables)
    with start_laptop(folder, "--port", str(find_free_port()), *words) as laptop:
        yield Evening(laptop, cookies, store)


@contextmanager
def start_playwright() -> Iterator[Playwright]:
    """What drives browsers; while it is there, no other loop can run."""
    with sync_playwright() as play:
        _launch_browser(play).close()
        yield play


@contextmanager
def open_chromium() -> Iterator[Browser]:
    with sync_playwright() as play:
        browser = _launch_browser(play)
        yield browser
        browser.close()


def _launch_browser(play: Playwright) -> Browser:
    try:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
    except Error:
        if Path(CHROMIUM).is_file():
            raise
        skip_or_fail("chromium is not installed (apt install chromium chromium-headless-shell)")
    if not has_letters(browser):
        browser.close()
        skip_or_fail("the letters in which pages are measured are not installed (apt install fonts-liberation)")
    return browser


def has_letters(browser: Browser) -> bool:
    """True where a browser finds a family of each kind that pages name, and need not take any other."""
    sans, serif = re.findall(r"--(?:sans|serif): (.*), (?:sans-)?serif;", STYLES.read_text("utf-8"))
    page = browser.new_page()
    found = [page.evaluate(HAS_ONE_OF, families) for families in (sans, serif)]
    page.close()
    return all(found)


def describe_screen(
    *,
    width: int = 390,
    height: int = 844,
    language: str = "en",
    dark: bool = False,
    script: bool = True,
    forced: bool = False,
    still: bool = True,
) -> dict[str, Any]:
    """What a browser is told of the device it runs on.

    Args:
        width: Of its screen, as the height in pixels.
        height: Of its screen.
        language: What the browser asks for.
        dark: Whether the phone is set to dark.
        script: Whether JavaScript runs.
        forced: Whether the system draws everything in its own few colours.
        still: Whether the system asks for less motion.
    """
    small = width < 900
    return {
        "viewport": {"width": width, "height": height},
        "java_script_enabled": script,
        "locale": {"en": "en-GB", "fr": "fr-FR", "de": "de-DE"}[language],
        "color_scheme": "dark" if dark else "light",
        "has_touch": small,
        "is_mobile": small,
        "device_scale_factor": 2 if small else 1,
        "reduced_motion": "reduce" if still else "no-preference",
        "forced_colors": "active" if forced else "none",
    }


def note_faults(page: Page, wrong: list[str]) -> None:
    """From now on, put into a list what goes wrong on a page."""

    def note_message(message: Any) -> None:
        if "Content Security Policy" in message.text or "status of 500" in message.text:
            wrong.append(message.text)

    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", note_message)


class Phones:
    """Makes browsers for people; each keeps what went wrong on its pages."""

    def __init__(self, chromium: Browser, evening: Evening) -> None:
        self.chromium, self.evening = chromium, evening
        self.contexts: list[BrowserContext] = []
        self.wrong: list[str] = []

    def __call__(self, name: str | None = "Aya", *, language: str = "en", url: str = "", **device: Any) -> Page:
        """A page of somebody; of a stranger where nobody is named.

        Args:
            who: Whose cookie it has.
            language: What the browser asks for.
            url: Another server than the laptop.
            device: As ``screen``.
        """
        ours = {"base_url": url or self.evening.url, "ignore_https_errors": True}
        settings = describe_screen(language=language, **device) | ours
        context = self.chromium.new_context(**settings)
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        if name is not None:
            cookie = {"name": "companion", "value": self.evening.cookies[name]}
            context.add_cookies([{**cookie, "url": url or self.evening.url}])
            # In another test this person may have sat down with another language.
            context.request.get(f"/language?to={language}", max_redirects=0, max_retries=3)
        page = context.new_page()
        note_faults(page, self.wrong)
        return page

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.contexts.clear()
