"""A watched deck in Chromium: a save is on the page by itself, a mistake too; Ctrl-C ends the program."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.press.watched_deck import write_watched_deck
from tests.web.browser.page_faults import NARROW, find_axe_faults, find_inline_code, run_looks
from tests.web.evening import PATIENCE, describe_screen
from tests.web.serving.laptop import ROOT

CARDS = 9


class WatchedDeck:
    """The program, a deck of nine cards, and a page that looks at it."""

    def __init__(self, folder: Path) -> None:
        self.folder = write_watched_deck(folder / "tiny", CARDS)
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(folder), "LC_ALL": "C.UTF-8"}
        environment.pop("DISPLAY", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion.cli.main", "watch", str(self.folder)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        assert self.process.stdout is not None
        self.url = next(line.strip() for line in self.process.stdout if "http://" in line)
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

    def end(self) -> tuple[int, str]:
        """End it by Ctrl-C; its code, and what it still said."""
        self.process.send_signal(signal.SIGINT)
        said, _ = self.process.communicate(timeout=PATIENCE / 1000)
        return self.process.returncode, said


@pytest.fixture(scope="module")
def watched_deck(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WatchedDeck]:
    watched = WatchedDeck(tmp_path_factory.mktemp("watched"))
    yield watched
    if watched.process.poll() is None:
        watched.process.kill()
        watched.process.communicate(timeout=PATIENCE / 1000)


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


def test_a_mistake_in_a_deck_file_is_shown_until_it_is_corrected(page: Page, watched_deck: WatchedDeck) -> None:
    before = page.locator(".face").first.get_attribute("src")
    watched_deck.change("faces/front.toml", "size = [58, 87]", "size = [58, 87")
    expect(page.locator("#mistakes")).to_contain_text("front.toml")
    expect(page.locator(".face").first).to_have_attribute("src", before or "")
    assert find_axe_faults(page) == []
    watched_deck.change("faces/front.toml", "size = [58, 87", "size = [58, 87]")
    expect(page.locator("#mistakes li")).to_have_count(0)
    shutil.move(watched_deck.folder, watched_deck.folder.with_name("away"))
    expect(page.locator("#mistakes li")).to_have_count(1)
    expect(page.locator(".one")).to_have_count(CARDS)
    shutil.move(watched_deck.folder.with_name("away"), watched_deck.folder)
    expect(page.locator("#mistakes li")).to_have_count(0)


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
            assert find_inline_code(page.content()) == []
            assert not script or run_looks(page, "wide", "small", "cut") == []
        expect(page.locator(".one").first.locator(".face")).to_have_count(2)
        assert not script or find_axe_faults(page) == []
        context.close()


def test_ctrl_c_ends_the_watch_and_the_page_says_so(page: Page, watched_deck: WatchedDeck) -> None:
    """The last of all, for it ends what they look at."""
    code, said = watched_deck.end()
    assert (code, re.findall("Traceback", said)) == (0, [])
    assert "The watch has ended." in said
    expect(page.locator("#line")).to_contain_text("The watch has ended")
    expect(page.locator("#line")).to_be_visible()
