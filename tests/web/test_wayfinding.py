"""Where a phone is led, from the scanned code to the first decision, one page up, and home."""

import re
from collections.abc import Callable
from html import unescape

import pytest

from companion.web.app import list_pages
from companion.web.app_state import AppState
from companion.web.context import WATCHERS
from companion.web.people import PLAYER
from tests.play.honshu import moves as honshu_moves
from tests.web.app_browser import AppBrowser
from tests.web.browser.examples import make_samurai, make_whole_board
from tests.web.browser.moments import MOMENTS
from tests.web.conftest import Browser
from tests.web.plain_browser import PlainBrowser

UP = re.compile(r'<a class="up" href="([^"]*)">')
HOME = '<a class="home" href="/doors">'


@pytest.mark.usefixtures("genpei")
def test_the_list_says_whose_turn_it_is_and_how_many_seats_are_free(browser: Browser, seated_browser: Browser) -> None:
    aya = seated_browser("genpei", "A", "Aya")
    others = browser(PLAYER), browser("watcher")

    def read(phone: AppBrowser) -> str:
        return unescape(phone.get("/").text).replace("\N{NO-BREAK SPACE}", " ")

    assert "<strong>Your turn</strong> · 2 seats free" in read(aya)
    for each in others:
        assert "Your turn" not in read(each)
        assert "2 seats free" in read(each)
    seated_browser("genpei", "B", "Bo")
    assert "1 seat free" in read(aya)


@pytest.mark.usefixtures("harvest", "genpei")
def test_the_only_table_with_a_free_seat_leads_straight_to_it(
    browser: Browser, seated_browser: Browser, app_state: AppState
) -> None:
    code = f"/join/{app_state.codes[PLAYER]}"

    def join() -> str:
        return str(browser().get(code, follow_redirects=False).headers["location"])

    assert join() == "/"  # both have seats
    for seat in ("blue", "yellow", "red"):
        seated_browser("harvest", seat, seat)
    assert join() == "/t/genpei/seat"
    phone = browser(PLAYER)
    assert 'id="door-play" href="/t/genpei/seat"' in phone.get("/doors").text
    phone.sit("genpei", "A", "Aya")
    assert 'id="door-play" href="/"' in phone.get("/doors").text
    assert 'id="door-play" href="/"' in browser("host").get("/doors").text


@pytest.mark.usefixtures("harvest", "genpei")
def test_every_header_leads_home_and_one_page_up(seated_browser: Browser, browser: Browser) -> None:
    aya, screen = seated_browser("harvest", "blue", "Aya").sit("genpei", "A", "Aya"), browser("watcher")
    seen = set()
    for page in list_pages():
        for table in ("harvest", "genpei") if "{table}" in page.path else ("",):
            path = page.path.replace("{table}", table)
            if page.show is None or "{" in path or path.endswith(("/live", "/screen")):
                continue
            answer = aya.get(path)
            if answer.status_code != 200 or not answer.headers["content-type"].startswith("text/html"):
                continue
            path = str(answer.url.path)
            up = UP.findall(answer.text)
            seen.add(path)
            if path == "/doors":
                assert (up, HOME in answer.text) == ([], False)
                continue
            assert HOME in answer.text, path
            assert len(up) == 1, path
            assert up[0] != path, path
            if page.role == WATCHERS:
                watched = screen.get(path).text
                assert HOME not in watched, path
    assert {"/", "/score", "/new", "/print", "/rules", "/settings", "/t/harvest/tower", "/t/genpei"} <= seen
    for path, up in (
        ("/t/harvest/tower", "/"),
        ("/t/harvest/history", "/t/harvest"),
        ("/t/genpei", "/"),
        ("/print?back=/t/genpei", "/t/genpei"),
        ("/print", "/doors"),
        ("/", "/doors"),
    ):
        assert UP.findall(aya.get(path).text) == [up]
    assert UP.findall(screen.get("/t/harvest/history").text) == ["/t/harvest"]
    assert UP.findall(screen.get("/").text) == []


def test_both_ways_are_named_for_who_hears_the_page(browser: Browser) -> None:
    page = browser(PLAYER).get("/rules").text
    assert '<span class="hidden">Back</span></a>' in page
    assert '<span class="hidden">: Print, score, play</span></a>' in page


AT = "/t/friday"
Guest = Callable[[], PlainBrowser]


@pytest.fixture
def guest(browser: Browser, app_state: AppState) -> Guest:
    """Makes a phone that has just scanned the code."""

    def make_guest() -> PlainBrowser:
        phone = PlainBrowser(browser())
        phone.scan(f"/join/{app_state.join_code}")
        return phone

    return make_guest


def read_due(page: str) -> str:
    """What there is to do now, as the page says it first: above everything else, or as its heading."""
    found = re.search(r'<section class="due.*?</section>|<h1.*?</h1>', page, re.S)
    assert found is not None
    return " ".join(re.sub("<.*?>|[●▲■◆★♣]", " ", found[0]).split())


def open_honshu(shelf, players: dict[str, str] | None = None, name: str = "friday") -> None:
    honshu_moves.begin(shelf, name, players or {}, 4)


@pytest.mark.parametrize(
    ("make", "typed", "first"),
    [
        (lambda shelf, name: open_honshu(shelf), "Aya", "Your start province"),
        (MOMENTS["full-planning"].make, "Aya", "Plan your round in secret"),
        (MOMENTS["board-draft"].make, "Aya", "Your turn: take a province"),
        (make_whole_board, "Aya", "Your turn: battle or move A"),
        (make_samurai, "", "Choose your rallied samurai"),
    ],
    ids=["honshu", "plans", "draft", "board", "hogen"],
)
def test_a_name_and_one_tap_lead_to_the_first_decision(make, typed: str, first: str, shelf, guest: Guest) -> None:
    MOMENTS["board-end"].make(shelf, "old")
    make(shelf, "friday")
    phone = guest()
    phone.tap("Sit down", **({"name": typed} if typed else {}))
    assert (phone.taps, read_due(phone.page)) == (1, first)
    assert "<button" in phone.page  # it is decided on this very page
    said = {read_due(phone.client.get(f"{AT}{page}").text) for page in ("/history", "/about", "/rules", "/verify")}
    assert said == {first}  # and stands first on every page


def test_a_seat_with_a_name_is_reserved_for_the_guest_of_that_name(shelf, guest: Guest, app_state: AppState) -> None:
    open_honshu(shelf, {"blue": "Aya", "red": "Bo"})
    phones = [guest() for _ in range(2)]  # both look at the same seat
    for phone, name in zip(phones, ("Dai", "bo"), strict=True):
        phone.tap("Sit down", name=name)
    sat = {seat: sitting.name for seat, sitting in app_state.people.sittings("friday").items()}
    assert sat == {next(seat for seat in sat if seat not in ("blue", "red")): "Dai", "red": "Bo"}


def test_a_guest_at_a_full_table_can_only_watch(shelf, guest: Guest) -> None:
    make_whole_board(shelf, "friday")
    for name in ("Aya", "Bo", "Chen"):
        phone = guest()
        phone.tap("Sit down", name="Aya")
        if name != "Aya":
            assert "Aya sits at this table already" in phone.page
            phone.tap("Sit down", name=name)
    late = guest()
    assert "Every seat is taken" in late.page
    late.tap("Just watch")
    assert read_due(late.page) == "Aya: battle or move A"
    assert '<button class="act' not in late.page


def test_a_phone_that_joins_twice_keeps_its_seat(shelf, guest: Guest, app_state: AppState) -> None:
    open_honshu(shelf)
    phone = guest()
    page = phone.page
    phone.tap("Sit down", name="Aya")
    before = dict(app_state.people.sittings("friday"))
    phone.page = page  # the same page in another tab
    phone.tap("Sit down", name="Aya")
    phone.scan(f"/join/{app_state.join_code}")
    assert phone.url == AT
    assert dict(app_state.people.sittings("friday")) == before


def test_a_phone_that_lost_its_cookie_comes_back_to_its_seat(shelf, guest: Guest, browser: Browser) -> None:
    make_samurai(shelf, "friday")
    guest().tap("Sit down")
    back, host = guest(), PlainBrowser(browser("host"))
    assert "asleep" in back.page  # its own seat, which somebody frees on the laptop
    host.scan(f"{AT}/seat")
    host.tap("Aya: Free the seat")
    back.scan(f"{AT}/seat")
    back.tap("Sit down")
    host.scan(AT)  # the hand was open on another phone: who let that seat be freed lets this one in
    host.tap("Let it in")
    back.scan(AT)
    assert read_due(back.page) == "Choose your rallied samurai"
