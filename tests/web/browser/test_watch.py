"""A watched deck in Chromium: a save is on the page by itself; Ctrl-C ends the program."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.press.watched_deck import write_watched_deck
from tests.web.browser.page_faults import NARROW, find_axe_faults, find_inline_code, run_looks
from tests.web.evening import PATIENCE, describe_screen
from tests.web.serving.laptop import Laptop, start_laptop

CARDS = 9


class WatchedDeck:
    """A deck of nine cards, and the program that watches it."""

    def __init__(self, folder: Path, program: Laptop) -> None:
        self.folder, self.program = folder, program
        self.url = next(line.strip() for line in program.shown if "http://" in line)
        self.faces: list[str] = []
        """The pictures of the deck as it was at first."""

    def reset_deck(self) -> None:
        write_watched_deck(self.folder, CARDS)

    def change(self, name: str, old: str, new: str) -> None:
        """Save a file as editors do: beside it, then renamed onto it."""
        file = self.folder / name
        text = file.read_text("utf-8")
        assert old in text
        beside = file.with_name(f".{file.name}.new")
        beside.write_text(text.replace(old, new), encoding="utf-8")
        beside.replace(file)


@pytest.fixture(scope="module")
def watched_deck(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WatchedDeck]:
    home = tmp_path_factory.mktemp("watched")
    folder = write_watched_deck(home / "tiny", CARDS)
    with start_laptop(home, str(folder), command="watch") as program:
        yield WatchedDeck(folder, program)


@pytest.fixture
def page(chromium: Browser, watched_deck: WatchedDeck) -> Iterator[Page]:
    """A page that shows the deck as it was at first, whatever was done to it before."""
    context = chromium.new_context(base_url=watched_deck.url, **describe_screen(width=1280, height=800))
    wrong: list[str] = []
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    watched_deck.reset_deck()
    page.goto("/")
    expect(page.locator(".one")).to_have_count(CARDS)
    watched_deck.faces = watched_deck.faces or page.evaluate(FACES)
    page.wait_for_function(f"(faces) => String(({FACES})()) === String(faces)", arg=watched_deck.faces)
    expect(page.locator("#mistakes li")).to_have_count(0)
    yield page
    context.close()
    assert [each for each in wrong if "ERR_" not in each and "404" not in each] == []


FACES = "() => [...document.querySelectorAll('.face')].map((each) => each.getAttribute('src'))"


def test_a_save_changes_the_one_card_it_touches(page: Page, watched_deck: WatchedDeck) -> None:
    expect(page.locator(".face").last).to_be_visible()
    page.locator(".face").last.scroll_into_view_if_needed()
    page.wait_for_function("() => [...document.querySelectorAll('.face')].every((each) => each.complete)")
    found, third = list[str](), page.locator(".face").nth(2)
    page.on("request", lambda each: found.append(each.url) if "/picture/" in each.url else None)
    before = third.get_attribute("src")
    watched_deck.change("cards.csv", "3,forest", "3,vermilion")
    expect(third).not_to_have_attribute("src", before or "")
    expect(page.locator(".new")).to_have_count(1)
    page.wait_for_function("() => [...document.querySelectorAll('.face')].every((each) => each.complete)")
    assert len(found) == 1
    assert page.evaluate("() => [...document.querySelectorAll('.face')].every((each) => each.naturalWidth)")


def test_watch_pages_pass_the_accessibility_checks_and_work_without_script(
    chromium: Browser, watched_deck: WatchedDeck
) -> None:
    watched_deck.reset_deck()
    watched_deck.change("cards.csv", "2,indigo", "2,nothing")
    for script in (True, False):
        how = describe_screen(width=NARROW, height=640, language="fr", dark=True, script=script)
        context = chromium.new_context(base_url=watched_deck.url, **how)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        for address in ("/card?of=cards/1", "/?size=large", "/?side=both"):
            page.goto(address)
            expect(page.locator(".face").first).to_be_visible()
            assert find_inline_code(page.inner_html("html")) == []  # scripts keep the height of a row on it
            assert not script or run_looks(page, "wide", "small", "cut") == []
        expect(page.locator(".one").first.locator(".face")).to_have_count(2)
        assert not script or find_axe_faults(page) == []
        context.close()


def test_ctrl_c_ends_the_watch_and_the_page_says_so(page: Page, watched_deck: WatchedDeck) -> None:
    """The last of all, for it ends what they look at."""
    program = watched_deck.program
    assert program.end() == 0
    assert program.read_rest(program.process.stdout) == "The watch has ended.\n"
    assert program.read_rest(program.process.stderr) == ""
    expect(page.locator("#line")).to_contain_text("The watch has ended")
    expect(page.locator("#line")).to_be_visible()
