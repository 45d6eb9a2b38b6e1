"""The front page: three doors for whoever arrives, before any Python, and out of the way of who returns."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.data.catalogue import LANGUAGES, language
from companion.sentences import say
from tests.choice import EVERYTHING
from tests.web.browser.page_faults import NARROW, find_inline_code, find_page_faults
from tests.web.pocket.hosts import OPENING, Handset, Host
from tests.web.pocket.pocket_pages import begin_tower, go_to, patch

DOORS = {"print": "/print", "score": "/score", "play": "/new"}
NEVER = "await new Promise(() => {});\n"
"""A worker that begins with it never stands."""

ASKED = {"en": "What do you need?", "fr": "Que vous faut-il ?"}


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
def waiting_host(host: Host, tmp_path: Path) -> Host:
    """A host whose Python never stands."""
    patch(host, tmp_path, "worker.js", NEVER)
    return host


def test_the_front_page_works_before_python_is_loaded_and_keeps_what_is_chosen(
    handset: Handset, waiting_host: Host
) -> None:
    page = handset.open_tab()
    page.goto(waiting_host.url)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(ASKED["en"], use_inner_text=True)
    expect(page.locator(".scene")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_be_visible()
    for picture in page.locator(".door img").all():
        expect(picture).to_be_visible()
        assert picture.evaluate("async each => { await each.decode(); return each.naturalWidth; }") == 240
    assert find_page_faults(page, night=EVERYTHING) == {}
    page.get_by_role("link", name="En français").focus()
    page.keyboard.press("Enter")
    expect(heading).to_have_text(ASKED["fr"], use_inner_text=True)
    assert page.evaluate("document.documentElement.lang") == "fr"
    for door, words in (("print", "Imprimer"), ("score", "Compter")):  # the last one counts
        page.locator(f"#door-{door}").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#chosen")).to_contain_text(f"{words} : cela s’ouvre")
        expect(page.locator(".door[aria-current]")).to_have_id(f"door-{door}")
    assert page.url == waiting_host.url
    assert page.evaluate("companionFront.chosen()") == "/language?to=fr&back=%2Fscore"
    page.set_viewport_size({"width": NARROW, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW
    page.goto(f"{waiting_host.url}?/t/moon/tower")
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator(".door").first).to_be_hidden()


def wait_for_python(page: Page) -> None:
    page.locator("#pocket").wait_for(state="detached", timeout=OPENING)


STAND = """() => [...document.querySelectorAll(".top, .top img, .tongue, h1, .lead, .door")].map(
    each => Object.values(each.getBoundingClientRect().toJSON()).map(Math.round)).filter(each => each[2])"""
TAP = """() => {
    document.getElementById("door-play").click();
    const said = document.getElementById("chosen");
    return said.checkVisibility() && said.getBoundingClientRect().bottom <= innerHeight && said.textContent;
}"""


@pytest.mark.parametrize("size", [(NARROW, 640), (1280, 800)])
def test_the_front_page_keeps_its_place_and_answers_a_tap_at_once(ready_phone: Handset, size: tuple[int, int]) -> None:
    page = ready_phone.open_tab()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(ready_phone.host.url)
    before = page.evaluate(STAND)
    assert page.locator("#pocket").count() == 1
    wait_for_python(page)
    assert page.evaluate(STAND) == before
    assert page.evaluate(TAP) == "Play: this opens in a moment."


def test_the_front_page_stays_until_a_door_is_tapped(ready_phone: Handset) -> None:
    page = ready_phone.open_tab()
    page.goto(ready_phone.host.url)
    wait_for_python(page)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(ASKED["en"], use_inner_text=True)
    assert page.url == ready_phone.host.url
    page.locator("#door-score").click()
    page.wait_for_url("**/?/score")
    expect(heading).to_have_text("What to score?")
    page.go_back()
    expect(heading).to_have_text(ASKED["en"], use_inner_text=True)
    page.get_by_role("link", name="En français").click()
    expect(heading).to_have_text(ASKED["fr"], use_inner_text=True)
    page.locator("#door-play").click()
    page.wait_for_url("**/?/new")
    page.reload()  # its language is that of the page before Python too
    assert page.evaluate("document.documentElement.lang") == "fr"


def test_the_tapped_door_opens_once_python_is_loaded(ready_phone: Handset) -> None:
    """In the language that was chosen; what prints is a Python of its own, which the first one leads to."""
    page = ready_phone.open_tab()
    page.goto(ready_phone.host.url, wait_until="commit")
    page.locator("[hreflang=fr]").click()
    page.locator("#door-print").click()
    expect(page.locator("#opening-press")).to_be_visible(timeout=OPENING)  # at once, before the press is there
    page.wait_for_url("**/?/print", timeout=OPENING)
    expect(page.get_by_role("heading", level=1)).to_have_text("Imprimer", timeout=OPENING)
    expect(page.locator("#opening-press")).to_have_count(0, timeout=OPENING)
    expect(page.locator("[name=game]")).not_to_have_count(0)


def test_a_phone_with_tables_opens_their_list_instead_of_the_front_page(ready_phone: Handset) -> None:
    page, heading = ready_phone.open(), "All tables"
    begin_tower(page, "moon")
    go_to(page, "/t/moon")
    for _ in range(2):
        page.goto(ready_phone.host.url)
        wait_for_python(page)
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        expect(page.get_by_role("link", name="Go on moon")).to_be_visible()
    page.reload(wait_until="commit")
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator(".door").first).to_be_hidden()
    wait_for_python(page)
    go_to(page, "/t/moon/delete")
    page.locator(".act").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("No table yet")
    page.goto(ready_phone.host.url)
    expect(page.locator(".door").first).to_be_visible()


def test_scores_leave_the_front_page_and_are_listed_behind_its_door(ready_phone: Handset) -> None:
    page, heading = ready_phone.open(), ASKED["en"]
    for number in (1, 2):
        go_to(page, "/score")
        page.get_by_role("button", name="Tap the map").click()
        page.wait_for_url("**/squares")
        expect(page.locator(".due")).to_have_count(0)
        page.goto(ready_phone.host.url)
        wait_for_python(page)
        expect(page.get_by_role("heading", level=1)).to_have_text(heading, use_inner_text=True)
        page.locator("#door-score").click()
        expect(page.locator("main .rows > li")).to_have_count(number)


OFFER = """() => {
    const offer = new Event("beforeinstallprompt", { cancelable: true });
    offer.prompt = () => { document.documentElement.dataset.prompted = "yes"; };
    window.dispatchEvent(offer);
}"""


def test_the_page_of_settings_offers_to_install_where_the_browser_does(ready_phone: Handset) -> None:
    page = ready_phone.open_tab()
    page.goto(f"{ready_phone.host.url}?/settings")
    wait_for_python(page)
    page.evaluate("Object.defineProperty(navigator, 'userAgent', { get: () => 'X11; Linux' })")
    page.evaluate(OFFER)
    button = page.get_by_role("button", name="Put it on the home screen")
    expect(button).to_be_visible()
    page.get_by_role("button", name="Not now").click()
    expect(button).to_be_visible()
    go_to(page, "/doors")
    expect(page.locator("#install")).to_be_hidden()
    go_to(page, "/settings")
    button.click()
    assert page.evaluate("document.documentElement.dataset.prompted") == "yes"
