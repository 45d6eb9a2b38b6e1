"""A round of Shogun through its pages: plans and bids; and what they refuse."""

import re

import pytest

from companion.play.shogun.views import view
from companion.web.app import list_pages
from tests.web.browser.moments import make_board_end
from tests.web.shogun_rounds import Phone, act, seat_phones, words

# What tells the number or the hash of the last event differs, and is looked through beside.
TELLS_THE_LOG = ("history", "undo", "live", "save", "verify", "records", "about", "result", "curtain")
HASH = re.compile("[0-9a-f]{64}")
"""Of a log in which a sealed plan stands; it tells nothing of the plan."""

PATHS = [
    "/t/harvest/round?look=1",
    *(
        page.path.replace("{table}", "harvest")
        for page in list_pages()
        if page.show is not None and page.game in ("", "shogun") and page.path.count("{") == 1
        if page.path.startswith("/t/{table}/") and page.path.split("/")[3] not in TELLS_THE_LOG
    ),
]
"""Every page of a table of Shogun."""


@pytest.fixture
def phones(browser, app_state, harvest, tables) -> dict[str, Phone]:
    return seat_phones(browser, app_state, tables.open("harvest"))


def players(phones: dict[str, Phone]) -> list[Phone]:
    return [phones[name] for name in ("Aya", "Bo", "Chen")]


def plan_all(phones: dict[str, Phone], **bids: str) -> None:
    phones["Aya"].post("/round", "/round/lay")
    for phone in players(phones):
        phone.post("/plan", "/plan", **phone.read_proposed_plan(), bid=bids.get(phone.name, "1"))


def choose_all(phones: dict[str, Phone]) -> None:
    while act(phones, r'name="special" value="(\w+)"', "/round/take", lambda special: {"special": special}):
        pass


def test_a_shogun_round_leads_from_one_plan_to_the_next(phones: dict[str, Phone], tables) -> None:
    here = tables.open("harvest")
    assert phones["screen"].get().url.path.endswith("/round")
    plan_all(phones, Aya="3", Bo="1", Chen="0")
    assert "The bids are open" in words(phones["Aya"].get("/round"))
    assert "Aya: take a special card" in words(phones["screen"].get("/round"))
    assert "Aya chooses a special card." in words(phones["Bo"].get("/round"))
    own = words(phones["Aya"].get("/round"))
    assert "You choose a special card." in own
    assert "Aya chooses" not in own
    choose_all(phones)
    for path in ("/t/harvest/history", "/t/harvest/board", "/"):
        told = words(phones["Aya"].client.get(path))
        assert "Aya" in told
        assert not re.search("Blue|Yellow|Red", told)  # all have told their names
    phones["Aya"].post("/board", "/board/end", sure="1")
    assert view(here.state).calendar.season == "summer"
    phones["Bo"].post("/round", "/round/lay")
    again = phones["Bo"].read_proposed_plan("earlier")
    assert len(again) == 9


def test_who_has_a_plan_to_make_is_led_to_it_and_nobody_sees_anothers(phones: dict[str, Phone]) -> None:
    phones["Aya"].post("/round", "/round/lay")
    page = phones["Bo"].get("/round")
    assert page.url.path.endswith("/plan")
    assert page.headers["cache-control"] == "no-store"
    plan = phones["Bo"].read_proposed_plan()
    hidden = {**plan, "card-castle": plan["card-tax"], "card-tax": plan["card-castle"]}
    pages = []
    for sent in (plan, hidden):
        phones["Bo"].post("/plan", "/plan", **sent, bid="4" if sent is plan else "0")
        seen = {name: phones[name].client for name in ("Aya", "Chen", "screen")}
        pages.append({(name, path): HASH.sub("", words(one.get(path))) for name, one in seen.items() for path in PATHS})
        told = words(phones["Aya"].get("/history"))
        assert not [name for name in plan.values() if name in told]
        phones["Bo"].post("/round", "/round/back")
    assert pages[0] == pages[1]
    assert "sealed" in pages[0]["Aya", "/t/harvest/round?look=1"]


def test_a_plan_that_cannot_be_laid_comes_back_as_it_was_sent(phones: dict[str, Phone]) -> None:
    phones["Aya"].post("/round", "/round/lay")
    plan = phones["Aya"].read_proposed_plan()
    twice = {**plan, "card-castle": plan["card-tax"]}
    came = phones["Aya"].post("/plan", "/plan", 422, **twice, bid="2")
    assert "is laid twice" in words(came)
    name = re.escape(plan["card-tax"])
    assert len(re.findall(rf'value="{name}" selected', came.text)) == 2
    assert re.search(r'name="bid" value="2" checked', came.text)
    for bid, province in (("9", ""), ("province", "Nowhere"), ("province", "")):
        phones["Aya"].post("/plan", "/plan", 422, **plan, bid=bid, **{"bid-province": province})


def test_repeated_taps_seal_open_and_take_a_turn_only_once(phones: dict[str, Phone], tables) -> None:
    here, aya = tables.open("harvest"), phones["Aya"]
    aya.post("/round", "/round/lay")
    for phone in (phones["Bo"], phones["Chen"]):
        phone.post("/plan", "/plan", **phone.read_proposed_plan(), bid="0")
    page = aya.get("/plan").text
    form = {n: re.search(rf'name="{n}" value="([^"]*)"', page)[1] for n in ("token", "tap", "seen")}
    plan = aya.read_proposed_plan()
    for _ in range(2):
        sent = aya.client.post(
            "/t/harvest/plan", data={**form, **plan, "bid": "2"}, headers={"origin": "http://127.0.0.1:8642"}
        )
        assert sent.status_code == 200
    assert [step.event.kind for step in here.history].count("bids") == 1


def test_the_bid_of_a_player_without_phone_is_entered_by_others(phones: dict[str, Phone], app_state, tables) -> None:
    here = tables.open("harvest")
    phones["Aya"].post("/round", "/round/lay")
    for phone in (phones["Aya"], phones["Bo"]):
        phone.post("/plan", "/plan", **phone.read_proposed_plan(), bid="1")
    refused = phones["Aya"].post("/round", "/round/open", 422, **{"bid-red": "3"})
    assert "Chen is still planning" in words(refused)
    app_state.people.free_seat("harvest", "red")
    phones["Aya"].post("/round", "/round/open", 422, **{"bid-red": "province", "province-red": "Nowhere"})
    phones["Aya"].post("/round", "/round/open", **{"bid-red": "province", "province-red": "Omi"})
    assert view(here.state).bids["red"] == "Omi"


def test_after_planning_every_phone_shows_the_board(phones: dict[str, Phone]) -> None:
    plan_all(phones, Aya="3")
    wrong = phones["Bo"].post("/by-hand", "/round/take", 422, special="rice")
    assert "It is the turn of Aya, on another phone" in words(wrong)
    choose_all(phones)
    for phone in phones.values():
        assert phone.get().url.path.endswith("/board")
        assert phone.get("/round").url.path.endswith("/board")
        assert "If winter came now" in words(phone.get("/score"))


def test_the_last_winter_is_told_on_each_phone_and_the_end_on_a_screen(browser, app_state, shelf) -> None:
    make_board_end(shelf, "end")
    phone = browser("player")
    app_state.people.sit("end", "blue", app_state.people.find_visitor(phone.cookies["companion"]), "Aya")
    assert phone.get("/t/end/round").url.path == "/t/end/winter"
    assert browser("watcher").get("/t/end/round").url.path == "/t/end/score"
    assert phone.get("/t/end").url.path == "/t/end/score"  # on with the game
