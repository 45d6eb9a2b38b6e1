"""A light game of Shogun through its pages: plans, bids, actions, winter, points; and what they refuse."""

import re

import pytest

from companion.play.shogun.set_up import KeepGame, SetUp
from companion.play.shogun.views import view
from companion.play.shogun.winter import DrawWinter, Hand
from companion.service.playing import play
from companion.web.app import all_pages
from tests.web.browser.moments import light_end
from tests.web.shogun_rounds import SEATS, Phone, act, seated, words

# What tells the number or the hash of the last event differs, and is looked through beside.
TELLS_THE_LOG = ("history", "undo", "live", "save", "verify", "records", "about", "result", "curtain")
HASH = re.compile("[0-9a-f]{64}")
"""Of a log in which a sealed plan stands; it tells nothing of the plan."""

PATHS = [
    *("/t/harvest/round?look=1", "/t/harvest/cards?of=yellow"),
    *(
        page.path.replace("{table}", "harvest")
        for page in all_pages()
        if page.show is not None and page.game in ("", "shogun") and page.path.count("{") == 1
        if page.path.startswith("/t/{table}/") and page.path.split("/")[3] not in TELLS_THE_LOG
    ),
]
"""Every page of a table of Shogun."""


@pytest.fixture
def phones(browser, house, harvest, tables) -> dict[str, Phone]:
    return seated(browser, house, tables.open("harvest"))


def players(phones: dict[str, Phone]) -> list[Phone]:
    return [phones[name] for name in ("Aya", "Bo", "Chen")]


def plan_all(phones: dict[str, Phone], **bids: str) -> None:
    phones["Aya"].post("/round", "/round/lay")
    for phone in players(phones):
        phone.post("/plan", "/plan", **phone.proposed(), bid=bids.get(phone.name, "1"))


def choose_all(phones: dict[str, Phone]) -> None:
    while act(phones, r'name="special" value="(\w+)"', "/round/take", lambda special: {"special": special}):
        pass


def play_all(phones: dict[str, Phone]) -> int:
    """Play a round to its end; how many taps it took all together."""
    taps = 0
    while act(phones, r'<button class="[^"]*" form="turn"()', "/round", lambda _: {"alone": "1"}):
        taps += 1
    return taps


def test_a_round_goes_from_plan_to_plan(phones: dict[str, Phone], tables) -> None:
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
    for path in ("/t/harvest/history", "/t/harvest/round", "/"):
        told = words(phones["Aya"].client.get(path))
        assert "Aya" in told
        assert not re.search("Blue|Yellow|Red", told)  # all have told their names
    assert play_all(phones) <= 12
    assert view(here.state).calendar.season == "summer"
    phones["Bo"].post("/round", "/round/lay")
    again = phones["Bo"].proposed("earlier")
    assert len(again) == 9


def test_who_has_a_plan_to_make_is_led_to_it_and_nobody_sees_anothers(phones: dict[str, Phone]) -> None:
    phones["Aya"].post("/round", "/round/lay")
    page = phones["Bo"].get("/round")
    assert page.url.path.endswith("/plan")
    assert page.headers["cache-control"] == "no-store"
    plan = phones["Bo"].proposed()
    hidden = {**plan, "card-castle": plan["card-tax"], "card-tax": plan["card-castle"]}
    pages = []
    for sent in (plan, hidden):
        phones["Bo"].post("/plan", "/plan", **sent, bid="4" if sent is plan else "0")
        seen = {name: phones[name].client for name in ("Aya", "Chen", "screen")}
        pages.append(
            {(name, path): HASH.sub("", words(one.get(path))) for name, one in seen.items() for path in PATHS}
        )
        told = words(phones["Aya"].get("/history"))
        assert not [name for name in plan.values() if name in told]
        phones["Bo"].post("/round", "/round/back")
    assert pages[0] == pages[1]
    assert "sealed" in pages[0]["Aya", "/t/harvest/round?look=1"]


def test_a_plan_that_cannot_be_laid_comes_back_as_it_was_sent(phones: dict[str, Phone]) -> None:
    phones["Aya"].post("/round", "/round/lay")
    plan = phones["Aya"].proposed()
    twice = {**plan, "card-castle": plan["card-tax"]}
    came = phones["Aya"].post("/plan", "/plan", 422, **twice, bid="2")
    assert "is laid twice" in words(came)
    name = re.escape(plan["card-tax"])
    assert len(re.findall(rf'value="{name}" selected', came.text)) == 2
    assert re.search(r'name="bid" value="2" checked', came.text)
    for bid, province in (("9", ""), ("province", "Nowhere"), ("province", "")):
        phones["Aya"].post("/plan", "/plan", 422, **plan, bid=bid, **{"bid-province": province})


def test_a_repeated_tap_seals_opens_and_turns_once(phones: dict[str, Phone], tables) -> None:
    here, aya = tables.open("harvest"), phones["Aya"]
    aya.post("/round", "/round/lay")
    for phone in (phones["Bo"], phones["Chen"]):
        phone.post("/plan", "/plan", **phone.proposed(), bid="0")
    page = aya.get("/plan").text
    form = {n: re.search(rf'name="{n}" value="([^"]*)"', page)[1] for n in ("token", "tap", "seen")}
    plan = aya.proposed()
    for _ in range(2):
        sent = aya.client.post(
            "/t/harvest/plan", data={**form, **plan, "bid": "2"}, headers={"origin": "http://127.0.0.1:8642"}
        )
        assert sent.status_code == 200
    assert [step.event.kind for step in here.history].count("bids") == 1


def test_who_plans_on_the_mat_tells_the_bid_and_the_cards(phones: dict[str, Phone], house, tables) -> None:
    here = tables.open("harvest")
    phones["Aya"].post("/round", "/round/lay")
    for phone in (phones["Aya"], phones["Bo"]):
        phone.post("/plan", "/plan", **phone.proposed(), bid="1")
    refused = phones["Aya"].post("/round", "/round/open", 422, **{"bid-red": "3"})
    assert "Chen is still planning" in words(refused)
    house.people.stand_up("harvest", "red")
    phones["Aya"].post("/round", "/round/open", 422, **{"bid-red": "province", "province-red": "Nowhere"})
    phones["Aya"].post("/round", "/round/open", **{"bid-red": "province", "province-red": "Omi"})
    assert view(here.state).bids["red"] == "Omi"
    two = {name: phones[name] for name in ("Aya", "Bo")}
    choose_all(two)
    page = phones["Aya"].get("/round").text
    assert 'name="card-red"' in page or view(here.state).due != ("red",)
    while view(here.state).calendar.action not in ("tax", "rice"):
        assert act(two, r'<button class="[^"]*" form="turn"()', "/round", lambda _: {"alone": "1"})
    before = view(here.state).holdings["red"]
    phones["Aya"].post("/round", "/round", **{"card-red": "Etchu"})
    assert view(here.state).holdings["red"] != before


def test_only_who_is_on_turn_acts_and_a_screen_never(phones: dict[str, Phone], tables) -> None:
    here = tables.open("harvest")
    plan_all(phones, Aya="3", Bo="1", Chen="0")
    wrong = phones["Bo"].post("/cards", "/round/take", 422, special="rice")
    assert "It is the turn of Aya, on another phone" in words(wrong)
    choose_all(phones)
    while not str(view(here.state).calendar.action).startswith("combat"):
        phones["Aya"].post("/round", "/round")
    (on_turn,) = view(here.state).due
    other = next(phone for phone in players(phones) if on_turn not in house_seats(phone))
    assert "on another phone" in words(other.post("/cards", "/round", 422, alone="1"))
    assert phones["screen"].client.post("/t/harvest/round", data={}).status_code == 403
    assert phones["screen"].get("/plan", 403)
    page = next(phone for phone in players(phones) if on_turn in house_seats(phone)).get("/round").text
    assert f"who-attacks={on_turn}" in page
    names = {colour: name for name, (colour, _) in SEATS.items()}
    for name, phone in phones.items():
        page = phone.get("/round").text
        if name == "screen":  # the card says the action, and a row whose turn it is
            assert re.findall(r'class="seat turn" data-seat="(\w+)"', page) == [on_turn]
            continue
        told = re.search(r'<section class="due.*?<p.*?>(.*?)</p>', page, re.S)
        assert told is not None
        whose = "Your turn" if name == names[on_turn] else names[on_turn]
        assert re.sub("<.*?>", "", told[1]).strip() == f"{whose}: combat or move A"


def house_seats(phone: Phone) -> tuple[str, ...]:
    return phone.house.people.seats("harvest", phone.visitor)


def test_winter_and_points_are_counted_from_what_was_told(phones: dict[str, Phone], tables, house) -> None:
    here, aya = tables.open("harvest"), phones["Aya"]
    for _ in range(3):
        plan_all(phones)
        choose_all(phones)
        assert aya.post("/round", "/round/end", 422).status_code == 422
        aya.post("/round", "/round/end", sure="1")
    assert "takes rice from everyone" in words(aya.get("/round"))
    aya.post("/round", "/round/winter", 422, **{"rice-blue": "x", "rice-yellow": "5", "rice-red": "9"})
    aya.post("/round", "/round/winter", **{"rice-blue": "3", "rice-yellow": "5", "rice-red": "9"})
    assert "provinces revolt" in words(phones["screen"].get("/round"))
    page = aya.get("/round").text
    assert "tower?kind=revolt&amp;who-attacks=blue&amp;province=" in page
    assert 'class="act wide" form="count"' in aya.get("/count").text
    chests = {f"chests-{player}": "5" for player in ("blue", "yellow", "red")}
    aya.post("/count", "/count", 422, **{**chests, "chests-red": ""})
    aya.post("/count", "/count", 422, **{**chests, "chests-red": "1000"})
    counted = aya.post("/count", "/count", **chests, **{"built-Izu": "castle"})
    assert counted.url.path == "/t/harvest/winter"
    for phone in (phones["Bo"], phones["screen"]):  # all are led there, until something else happens
        tale = phone.get("/round")
        assert (tale.url.path, words(tale).count("points, line by line")) == ("/t/harvest/winter", 3)
        assert "● Aya had 3 winter −" in words(tale)
        assert "● Aya: 13 points, line by line" in words(tale)
        assert "castle" in words(tale)
    assert "The winter, line by line" in words(aya.get("/round?on=1"))
    assert "Year 1 ● Aya 13" in words(aya.get("/score"))
    assert view(here.state).lands["Izu"].buildings == ("castle",)
    assert view(here.state).calendar.year == 2
    assert "from before" in words(phones["screen"].get("/score"))
    aya.post("/round?on=1", "/round/lay")
    for page in ("/winter", "/round?on=1"):  # and then to their plans
        assert phones["Bo"].get(page).url.path == "/t/harvest/plan"
    assert "Aya: 13 points" in words(phones["Bo"].get("/winter?look=1"))


def test_the_last_winter_is_told_on_each_phone_and_the_end_on_a_screen(browser, house, shelf) -> None:
    light_end(shelf, "end")
    phone = browser("player")
    house.people.sit("end", "blue", house.people.find(phone.cookies["companion"]), "Aya")
    assert phone.get("/t/end/round").url.path == "/t/end/winter"
    assert browser("watcher").get("/t/end/round").url.path == "/t/end/score"
    assert phone.get("/t/end").url.path == "/t/end/score"  # on with the game


def test_where_nobody_told_their_cards_points_are_told(browser, house, harvest, tables) -> None:
    here = tables.open("harvest")
    play(here, KeepGame(SetUp("light")))
    aya = Phone(browser("player"), house, "Aya")
    assert "Nobody told their cards" in words(aya.get("/score"))
    hands = {player: Hand(7, 9) for player in ("blue", "yellow", "red")}
    play(here, DrawWinter(hands, event=view(here.state).calendar.open_events[0]))
    both = {f"{what}-{player}": "7" for what in ("points", "chests") for player in hands}
    tale = words(aya.post("/count", "/count", **both))
    assert "● Aya 7 ▲ Red 7 ★ Yellow 7" in tale
    assert "line by line" not in tale  # nothing is known of what they are made of
    assert "Year 1 ● Aya 7" in words(aya.get("/score"))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("chests", "many"),
        ("chests", "-1"),
        ("rice", "99"),
        ("of", "green"),
        ("of", "Kai"),
        ("province", "Atlantis"),
    ],
)
def test_cards_that_cannot_be_are_refused_and_kept(phones: dict[str, Phone], field: str, value: str) -> None:
    sent = {"of": "blue", "chests": "17", "rice": "2", "province": ["Izu", "Kai"], field: value}
    came = phones["Aya"].post("/cards", "/cards", 422, **sent)
    assert 'value="Izu" checked' in came.text or field in ("province", "of")


def test_a_phone_is_asked_for_its_own_cards_until_they_are_told(browser, house, harvest) -> None:
    play(harvest, KeepGame(SetUp("light")))
    aya, bo = (Phone(browser("player"), house, name) for name in ("Aya", "Bo"))
    asked = "tell first which province cards you have. ● Aya "
    page = aya.get("/round")
    assert asked in words(page)
    assert "ico-rice" not in page.text  # an event card's number is no rice
    aya.post("/cards", "/cards", of="blue", letter="A", chests="18", rice="0")
    assert "tell first" not in words(aya.get("/round"))
    assert "you have. ★ Bo " in words(bo.get("/round"))


def test_nobody_tells_the_cards_of_another_phone(phones: dict[str, Phone]) -> None:
    came = phones["Aya"].post("/cards", "/cards", 422, of="red", chests="1", rice="1")
    assert "on another phone" in words(came)


def test_on_a_kept_board_plans_lead_to_the_board(browser, house, harvest, tables) -> None:
    here = tables.open("harvest")
    play(here, KeepGame(SetUp("fixed")))
    phones = {name: Phone(browser("player"), house, name) for name in SEATS}
    phones["screen"] = Phone(browser("watcher"), house)
    plan_all(phones, Aya="3")
    choose_all(phones)
    for phone in phones.values():
        assert phone.get().url.path.endswith("/board")
        assert phone.get("/round").url.path.endswith("/board")
        assert "If the winter were now" in words(phone.get("/score"))
    assert phones["Aya"].get("/cards").url.path.endswith("/board")
