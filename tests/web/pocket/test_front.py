"""The front page: three doors for whoever arrives, before any Python, and out of the way of who returns."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.data.catalogue import LANGUAGES, language
from companion.sentences import say
from tests.choice import EVERYTHING, pick
from tests.web.browser.looking import NARROW, find_inline_code, find_page_faults
from tests.web.pocket.inside import begin_tower, go, patch
from tests.web.pocket.served import OPENING, Handset, Host

DOORS = {"print": "/print", "score": "/score", "play": "/new"}
NEVER = "await new Promise(() => {});\n"
"""A worker that begins with it never stands."""

ASKED = {"en": "What do you need?", "fr": "Que vous faut-il ?", "de": "Was brauchst du?"}


def test_the_front_page_holds_every_language_without_a_script(pocket_folder: Path) -> None:
    """The doors lead on by themselves, and what is seen needs no other host."""
    page = (pocket_folder / "index.html").read_text("utf-8")
    assert re.findall(r'class="door" id="door-(\w+)" href="\?([^"]+)"', page) == [*DOORS.items()]
    for code in LANGUAGES:
        spoken = language(code)
        for sentence in (say("What do you need?"), say("Print"), say("Score"), say("Play")):
            assert f'<span lang="{code}" data-said{" hidden" * (code != "en")}>{sentence.translate(spoken)}<' in page
        assert f'lang="{code}" hreflang="{code}"' in page
        assert say("The table in your pocket needs JavaScript.").translate(spoken) in page.split("<noscript>")[1]
    for picture in re.findall(r'<img src="([^"]+)"', page):
        assert (pocket_folder / picture).is_file()
    assert "//" not in re.sub(r"https?://www.w3.org/[\w/]*", "", page)
    assert find_inline_code(page) == []


@pytest.fixture
def waiting(host: Host, tmp_path: Path) -> Host:
    """A host whose Python never stands."""
    patch(host, tmp_path, "worker.js", NEVER)
    return host


@pytest.mark.parametrize("spoken", pick([*ASKED], 1))
def test_the_front_page_works_before_python_is_loaded(
    handsets: Callable[..., Handset], waiting: Host, spoken: str
) -> None:
    handset = handsets(language=spoken)
    page = handset.page()
    page.goto(waiting.url)
    expect(page.get_by_role("heading", level=1)).to_have_text(ASKED[spoken], use_inner_text=True)
    expect(page.locator(".scene")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_be_visible()
    for number in range(3):
        picture = page.locator(".door img").nth(number)
        expect(picture).to_be_visible()
        assert picture.evaluate("async each => { await each.decode(); return each.naturalWidth; }") == 240
    assert find_page_faults(page, night=EVERYTHING) == {}
    page.set_viewport_size({"width": NARROW, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW


def test_a_door_tapped_before_python_loads_opens_in_the_chosen_language(handset: Handset, waiting: Host) -> None:
    page = handset.page()
    page.goto(waiting.url)
    page.get_by_role("link", name="En français").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(ASKED["fr"], use_inner_text=True)
    assert page.evaluate("document.documentElement.lang") == "fr"
    expect(page.get_by_role("link", name="In English")).to_be_visible()
    for door, words in (("print", "Imprimer"), ("score", "Compter")):  # the last one counts
        page.locator(f"#door-{door}").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#chosen")).to_contain_text(f"{words} : cela s’ouvre")
        expect(page.locator(".door[aria-current]")).to_have_id(f"door-{door}")
    assert page.url == waiting.url
    assert page.evaluate("companionFront.chosen()") == "/language?to=fr&back=%2Fscore"
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(ASKED["fr"], use_inner_text=True)


def test_an_address_with_a_page_does_not_show_the_front_page(handset: Handset, waiting: Host) -> None:
    page = handset.page()
    page.goto(f"{waiting.url}?/t/moon/tower")
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator(".door").first).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_have_text("Companion")


def test_a_door_tries_again_when_python_failed_to_load(handset: Handset, tmp_path: Path) -> None:
    patch(handset.host, tmp_path, "worker.js", "throw new Error('no Python here');\n")
    page = handset.page()
    page.goto(handset.host.url)
    expect(page.locator("#sentence")).to_contain_text("could not be opened")
    expect(page.locator("#door-print")).to_be_visible()
    page.locator("#door-print").click()
    page.wait_for_url("**/?/print")
    expect(page.locator("#sentence")).to_contain_text("could not be opened")


def stands(page: Page) -> None:
    """Wait until Python does."""
    page.locator("#pocket").wait_for(state="detached", timeout=OPENING)


def test_the_front_page_stays_until_a_door_is_tapped(ready: Handset) -> None:
    page = ready.page()
    page.goto(ready.host.url)
    stands(page)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(ASKED["en"], use_inner_text=True)
    assert page.url == ready.host.url
    assert page.evaluate(
        "[...document.querySelectorAll('.door img')].every(each => each.complete && each.naturalWidth)"
    )
    page.locator("#door-score").click()
    page.wait_for_url("**/?/score")
    expect(heading).to_have_text("What to score?")
    page.go_back()
    expect(heading).to_have_text(ASKED["en"], use_inner_text=True)
    page.locator("#door-print").click()
    page.wait_for_url("**/?/print")
    page.go_back()
    page.get_by_role("link", name="En français").click()
    expect(heading).to_have_text(ASKED["fr"], use_inner_text=True)
    page.locator("#door-play").click()
    page.wait_for_url("**/?/new")
    go(page, "/score")
    page.get_by_role("button", name="D’après une photo").click()
    page.wait_for_url("**/?/t/Honshu/photo", timeout=OPENING)
    expect(page.locator("input[type=file]").first).to_be_attached()
    page.reload()  # its language is that of the page before Python too
    assert page.evaluate("document.documentElement.lang") == "fr"


@pytest.mark.parametrize(("door", "words"), [("score", "Que faut-il compter ?"), ("print", "Imprimer")])
def test_the_tapped_door_opens_once_python_is_loaded(ready: Handset, door: str, words: str) -> None:
    """In the language that was chosen; what prints is a Python of its own, which the first one leads to."""
    page = ready.page()
    page.goto(ready.host.url, wait_until="commit")
    page.locator("[hreflang=fr]").click()
    page.locator(f"#door-{door}").click()
    page.wait_for_url(f"**/?/{door}", timeout=OPENING)
    expect(page.get_by_role("heading", level=1)).to_have_text(words, timeout=OPENING)


def test_a_phone_with_tables_opens_their_list_instead_of_the_front_page(ready: Handset) -> None:
    page, heading = ready.open(), "All tables"
    begin_tower(page, "moon")
    for known in (False, True):  # of a table that was begun before its being there was noted down, too
        assert page.evaluate("Object.keys(localStorage).some(each => each.startsWith('companion-tables'))") == known
        page.goto(ready.host.url)
        stands(page)
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        expect(page.get_by_role("link", name="Go on moon")).to_be_visible()
    page.reload(wait_until="commit")
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator(".door").first).to_be_hidden()
    stands(page)
    page.locator("header a.home").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(ASKED["en"], use_inner_text=True)
    page.locator("#door-play").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    page.locator(".menu summary").first.click()
    page.get_by_role("link", name="Print, score, play").click()
    expect(page.locator(".door")).to_have_count(3)
    go(page, "/t/moon/delete")
    page.locator(".act").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("No table yet")
    page.goto(ready.host.url)
    expect(page.locator(".door").first).to_be_visible()
