"""A round of Shogun through its pages: plans and bids; and what they refuse."""

import re
from html import unescape
from typing import Any

import pytest

from companion.play.shogun.start import SetUp
from companion.play.shogun.views import view
from companion.service.playing import play
from tests.web.app_browser import AppBrowser
from tests.web.browser.moments import make_board_end
from tests.web.conftest import read_fields, send_form

SEATS = {"Aya": "blue", "Bo": "yellow", "Chen": "red"}


def read_words(page: Any) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]+>", " ", page.text)))


class Phone:
    """A browser at the table ``harvest``."""

    def __init__(self, client: AppBrowser, name: str = "") -> None:
        self.client, self.name = client, name

    def get(self, page: str = "") -> Any:
        return self.client.get(f"/t/harvest{page}")

    def post(self, at: str, page: str, status: int = 200, **sent: Any) -> Any:
        got = send_form(self.client, f"/t/harvest{at}", f"/t/harvest{page}", **sent)
        assert got.status_code == status, read_words(got)
        return got

    def read_plan(self, source: str = "proposed") -> dict[str, str]:
        page = self.get(f"/plan?as={source}").text
        rows = re.findall(r'<select id="(card-[\w-]+)"[^>]*>(.*?)</select>', page, re.S)
        chosen = {name: re.search(r'value="([^"]+)" selected', row) for name, row in rows}
        return {name: found[1] for name, found in chosen.items() if found}


@pytest.fixture
def phones(browser, seated_browser, harvest) -> dict[str, Phone]:
    """Three phones and a big screen at a whole game."""
    play(harvest, SetUp("fixed"))
    phones = {name: Phone(seated_browser("harvest", seat, name), name) for name, seat in SEATS.items()}
    return {**phones, "screen": Phone(browser("watcher"))}


def plan_all(phones: dict[str, Phone], **bids: str) -> None:
    phones["Aya"].post("/round", "/round/lay")
    for phone in (phones[name] for name in SEATS):
        phone.post("/plan", "/plan", **phone.read_plan(), bid=bids.get(phone.name, "1"))


def choose_all(phones: dict[str, Phone]) -> None:
    """Whoever is offered a special card takes it, until nobody is."""
    while True:
        pages = [(phone, phone.get("/round").text) for phone in phones.values()]
        offered = [(phone, re.findall(r'name="special" value="(\w+)"', page)) for phone, page in pages]
        chooser = next(((phone, cards[0]) for phone, cards in offered if cards), None)
        if chooser is None:
            return
        chooser[0].post("/round", "/round/take", special=chooser[1])


def test_a_shogun_round_leads_from_one_plan_to_the_next(phones: dict[str, Phone], tables) -> None:
    session = tables.open("harvest")
    assert phones["screen"].get().url.path.endswith("/round")
    plan_all(phones, Aya="3", Bo="1", Chen="0")
    assert "The bids are revealed" in read_words(phones["Aya"].get("/round"))
    assert "Aya: take a special card" in read_words(phones["screen"].get("/round"))
    assert "Aya chooses a special card." in read_words(phones["Bo"].get("/round"))
    own = read_words(phones["Aya"].get("/round"))
    assert "You choose a special card." in own
    assert "Aya chooses" not in own
    wrong = phones["Bo"].post("/by-hand", "/round/take", 422, special="rice")
    assert "It is the turn of Aya, on another phone" in read_words(wrong)
    choose_all(phones)
    for phone in phones.values():
        assert phone.get().url.path.endswith("/board")
        assert phone.get("/round").url.path.endswith("/board")
        assert "If winter came now" in read_words(phone.get("/score"))
    for path in ("/t/harvest/history", "/t/harvest/board", "/"):
        page = read_words(phones["Aya"].client.get(path))
        assert "Aya" in page
        assert not re.search("Blue|Yellow|Red", page)  # all have told their names
    phones["Aya"].post("/board", "/board/end", sure="1")
    assert view(session.state).calendar.season == "summer"
    phones["Bo"].post("/round", "/round/lay")
    again = phones["Bo"].read_plan("earlier")
    assert len(again) == 9


def test_who_has_a_plan_to_make_is_led_to_it_and_seals_it_once(phones: dict[str, Phone], tables) -> None:
    phones["Aya"].post("/round", "/round/lay")
    page = phones["Bo"].get("/round")
    assert page.url.path.endswith("/plan")
    assert page.headers["cache-control"] == "no-store"
    plan = phones["Bo"].read_plan()
    phones["Bo"].post("/plan", "/plan", **plan, bid="4")
    words = read_words(phones["Aya"].get("/round?look=1"))
    assert "sealed" in words
    assert not [name for name in plan.values() if name in words + read_words(phones["Aya"].get("/history"))]
    phones["Bo"].post("/round", "/round/back")
    for name in ("Bo", "Chen"):
        phones[name].post("/plan", "/plan", **phones[name].read_plan(), bid="0")
    sent = {**read_fields(phones["Aya"].get("/plan").text), **phones["Aya"].read_plan(), "bid": "2"}
    for _ in range(2):  # the same tap twice
        assert phones["Aya"].client.post("/t/harvest/plan", data=sent).status_code == 200
    assert [step.event.kind for step in tables.open("harvest").history].count("bids") == 1


def test_a_plan_that_cannot_be_laid_comes_back_as_it_was_sent(phones: dict[str, Phone]) -> None:
    phones["Aya"].post("/round", "/round/lay")
    plan = phones["Aya"].read_plan()
    twice = {**plan, "card-castle": plan["card-tax"]}
    came = phones["Aya"].post("/plan", "/plan", 422, **twice, bid="2")
    assert "is laid twice" in read_words(came)
    name = re.escape(plan["card-tax"])
    assert len(re.findall(rf'value="{name}" selected', came.text)) == 2
    assert re.search(r'name="bid" value="2" checked', came.text)
    for bid, province in (("9", ""), ("province", "Nowhere"), ("province", "")):
        phones["Aya"].post("/plan", "/plan", 422, **plan, bid=bid, **{"bid-province": province})


def test_the_bid_of_a_player_without_phone_is_entered_by_others(phones: dict[str, Phone], app_state, tables) -> None:
    session = tables.open("harvest")
    phones["Aya"].post("/round", "/round/lay")
    for phone in (phones["Aya"], phones["Bo"]):
        phone.post("/plan", "/plan", **phone.read_plan(), bid="1")
    refused = phones["Aya"].post("/round", "/round/open", 422, **{"bid-red": "3"})
    assert "Chen is still planning" in read_words(refused)
    app_state.people.free_seat("harvest", "red")
    phones["Aya"].post("/round", "/round/open", 422, **{"bid-red": "province", "province-red": "Nowhere"})
    phones["Aya"].post("/round", "/round/open", **{"bid-red": "province", "province-red": "Omi"})
    assert view(session.state).bids["red"] == "Omi"


def test_the_last_winter_is_shown_on_each_phone_and_the_end_on_a_screen(browser, seated_browser, shelf) -> None:
    make_board_end(shelf, "end")
    phone = seated_browser("end", "blue", "Aya")
    assert phone.get("/t/end/round").url.path == "/t/end/winter"
    assert browser("watcher").get("/t/end/round").url.path == "/t/end/score"
    assert phone.get("/t/end").url.path == "/t/end/score"  # on with the game
