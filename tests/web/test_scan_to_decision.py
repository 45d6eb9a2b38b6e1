"""From the scanned code to the first decision: taps and letters of phones without a script; what is due."""

import re
from collections.abc import Callable

import pytest

from companion.web.app_state import AppState
from tests.play.honshu import moves as honshu_moves
from tests.web.browser.examples import make_samurai, make_whole_board
from tests.web.browser.moments import MOMENTS
from tests.web.conftest import Browser
from tests.web.plain_browser import PlainBrowser

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
