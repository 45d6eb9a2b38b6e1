"""What happened is there for all to read; one takes back the last thing of one's own, the host any."""

import json
import re
from collections import Counter
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from companion.play.game import game_of
from companion.play.hogen.views import RALLYING, view
from companion.play.honshu.hands import PlayTrick
from companion.play.honshu.views import view as view_of_honshu
from companion.play.shogun.fights import ThrowCubes
from companion.service.hogen.table import begin
from companion.service.playing import play
from companion.service.remembered import describe_result
from companion.service.session import Session
from companion.table.shelf import MemoryShelf
from companion.web.app_state import AppState
from tests.play.hogen.played import do, step
from tests.play.honshu import moves
from tests.play.honshu.phones import game
from tests.web.conftest import Browser, fields


def sit_down(
    browser: Browser, app_state: AppState, seat: str, name: str, role: str = "player"
) -> tuple[TestClient, str]:
    """A browser on a seat of the harvest, and who it is."""
    phone = browser(role)
    visitor = app_state.people.find_visitor(phone.cookies["companion"])
    app_state.people.sit("harvest", seat, visitor, name)
    return phone, visitor.id


def throw_by(here: Session, who: str, blue: int = 1) -> None:
    with here.group_under_tap(f"tap {len(here.history)}", who):
        play(here, ThrowCubes({"blue": blue}))


def buttons(page: str) -> dict[str, str]:
    """The buttons of the page by name: the event they are about."""
    return dict(re.findall(r'<button class="btn[^"]*" name="(\w+)" value="(\d+)"', page))


def test_the_history_tells_who_did_what_newest_first(browser: Browser, app_state: AppState, harvest) -> None:
    phone, aya = sit_down(browser, app_state, "blue", "Aya")
    throw_by(harvest, aya, 3)
    play(harvest, ThrowCubes({"red": 1}))
    for each in (phone, browser("watcher"), browser("player", **{"accept-language": "fr"})):
        page = each.get("/t/harvest/history").text
        assert page.index(">3</span>") < page.index(">2</span>") < page.index(">1</span>")
        assert "Aya" in page
        assert aya not in page
        assert "spring rain" not in page
        assert 'class="act wide" href="/t/harvest"' in page  # the way back to the game
    assert buttons(browser("watcher").get("/t/harvest/history").text) == {}


def test_the_history_is_parted_by_rounds_and_shows_what_each_event_was(
    browser: Browser, app_state: AppState, shelf
) -> None:
    here = moves.begin(shelf, "friday", {"blue": "Aya", "red": "Bo"}, 5)
    for cards in (("12", "40", "5", "33"), ("13", "41", "6", "34")):
        assert play(here, PlayTrick(cards, ("blue", "red") if cards[0] == "12" else None)).yes
    page = browser("watcher").get("/t/friday/history").text
    assert re.findall(r"<h2>.*</span>([^<]+)</h2>|data-key=\"event (\d)", page) == [
        ("Round 2 of 12", ""),
        ("", "3"),
        ("Round 1 of 12", ""),
        ("", "2"),
        ("", "1"),
    ]
    drawn = re.findall(r'/img/([\w-]+)\.svg" alt="" width="32"[^>]*></span><span><b', page)
    assert drawn == []  # what is nobody's own has the picture of the game
    assert page.count("/img/game-honshu") == page.count('data-key="event') == 3


def test_the_cubes_that_came_out_are_drawn_and_told(browser: Browser, harvest) -> None:
    throw_by(harvest, "aya", 5)
    came = Counter(cube.partition("-")[0] for cube in harvest.history.steps[-1].event.result["out"])
    assert came
    page = browser("watcher").get("/t/harvest/history").text
    drawn = re.findall(r'<i class="(\w+)" aria-hidden="true">(·+)</i>', page)
    assert {colour: len(points) for colour, points in drawn} == came
    told = re.findall(r'class="came"><span class="hidden">(.*?)</span>', page)
    assert sum(map(int, re.findall(r"\d+", told[0]))) == came.total()


def test_the_honshu_history_shows_each_seats_sail_and_cards_side_by_side(browser: Browser, shelf) -> None:
    names = {"blue": "Aya", "red": "Bo", "yellow": "Chen"}
    here = moves.begin(shelf, "friday", names, 5)
    requests = game(here, tuple(names), Random(2))
    while not view_of_honshu(here.state).to_take:
        assert play(here, next(requests)).yes
    page = browser("watcher").get("/t/friday/history").text
    laid = re.findall(
        r'class="tile lay"[^>]* data-seat="(\w+)">.*?>(\w+) lays .*?#c(\d+)"/></svg><b>\d+</b>(<img)?', page
    )
    plays = [(play.player, str(play.card), "<img" * len(play.cubes)) for play in here.state.tricks[-1]]
    assert laid == [(seat, names[seat], card, cube) for seat, card, cube in plays]
    assert all(page.count(f'<g id="c{card}">') == 1 for _, card, _ in plays)
    for seat, name in names.items():
        assert re.search(rf'class="tile card"[^>]* data-seat="{seat}"', page)
        assert re.search(rf"{name} puts card A\d on the map\.", page)
    assert play(here, next(requests)).yes  # a card is taken: the sail of whoever took it lies below it
    took, card = here.state.taken[-1].seat, here.state.taken[-1].card
    page = browser("watcher").get("/t/friday/history").text
    (below,) = re.findall(rf'<b>{card}</b>(?:<img[^>]*>)?</span><span class="takes" data-seat="(\w+)">', page)
    assert below == took
    assert f"{names[took]} takes card {card}." in page
    assert "ico-castle" not in page  # which is of another game
    other = moves.begin(shelf, "sunday", {"blue": "Aya", "red": "Bo"})
    for seat in ("blue", "red"):
        assert moves.take_in(other, seat, "F F\nT L").yes
    page = browser("watcher").get("/t/sunday/history").text
    assert re.findall(r"/img/(sail-\w+)\.svg", page) == ["sail-red", "sail-blue"]


def test_a_long_history_is_read_page_by_page(browser: Browser, harvest) -> None:
    for _ in range(59):
        throw_by(harvest, "aya")
    screen = browser("watcher")
    first = screen.get("/t/harvest/history").text
    assert re.findall(r'data-key="event (\d+)"', first) == [str(n) for n in range(60, 10, -1)]
    (earlier,) = re.findall(r'href="(/t/harvest/history\?before=11)"', first)
    second = screen.get(earlier).text
    assert re.findall(r'data-key="event (\d+)"', second) == [str(n) for n in range(10, 0, -1)]
    assert "before=" not in second
    for strange in ("0", "x", "-1", "99999999999"):
        assert screen.get(f"/t/harvest/history?before={strange}").status_code == 422


def test_players_undo_their_own_events_and_the_host_any(browser: Browser, app_state: AppState, harvest) -> None:
    phone, aya = sit_down(browser, app_state, "blue", "Aya")
    other, bo = sit_down(browser, app_state, "yellow", "Bo")
    throw_by(harvest, aya, 3)
    assert buttons(other.get("/t/harvest/history").text) == {}
    assert "somebody else&#39;s" in other.get("/t/harvest/history").text
    data = {**fields(other.get("/t/harvest/tower").text), "undo": "2"}
    refused = other.post("/t/harvest/undo", data=data)
    assert (refused.status_code, "Somebody else did this" in refused.text) == (422, True)
    assert len(app_state.tables.open("harvest").history) == 2

    page = phone.get("/t/harvest/history").text
    assert "Undo: Throw 1." in page
    data = {**fields(page), **buttons(page)}
    for _ in range(3):  # a tap sent again takes nothing more back
        undone = phone.post("/t/harvest/undo", data=data)
        assert undone.url.path == "/t/harvest/history"
        assert "Event 2 is undone." in undone.text
    assert app_state.tables.open("harvest").state.tower.throws == 0
    assert buttons(undone.text) == {"redo": "2"}
    assert buttons(other.get("/t/harvest/history").text) == {}

    host = browser("host")
    data = {**fields(host.get("/t/harvest/history").text), "redo": "2", "back": "/t/harvest/about"}
    assert host.post("/t/harvest/undo", data=data).url.path == "/t/harvest/about"
    assert app_state.tables.open("harvest").state.tower.throws == 1
    throw_by(harvest, bo, 4)
    page = phone.get("/t/harvest/history").text
    assert buttons(page) == {}
    assert buttons(other.get("/t/harvest/history").text) == {"undo": "5"}
    assert buttons(browser("host").get("/t/harvest/history").text) == {"undo": "5"}


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"undo": "1"}, "the last is event 2"),
        ({"undo": "x"}, "it is a whole number"),
        ({}, "it is a whole number"),
        ({"redo": "2"}, "Nothing can be undone now"),
        ({"undo": "2", "seen": "1"}, "Somebody was quicker"),
        ({"undo": "2", "tap": "x" * 70}, "This tap cannot be identified"),
    ],
)
def test_what_cannot_be_taken_back_is_refused(
    browser: Browser, app_state: AppState, harvest, data: dict[str, str], why: str
) -> None:
    throw_by(harvest, "aya", 3)
    host = browser("host")
    refused = host.post("/t/harvest/undo", data={**fields(host.get("/t/harvest/history").text), **data})
    assert (refused.status_code, why in refused.text) == (422, True)
    assert len(app_state.tables.open("harvest").history) == 2


def play_of(link: str) -> dict:
    address = urlsplit(link)
    assert (address.scheme, address.netloc, address.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    return json.loads(parse_qs(address.query)["data"][0])


def test_a_finished_game_of_hogen_has_a_result_text_and_a_record(browser: Browser, shelf: MemoryShelf) -> None:
    here = begin(shelf, "genpei", ["Aya", "Bo", "Chen"], {}, seed="7")
    phone = browser("player")
    refused = phone.get("/t/genpei/result")
    assert (refused.status_code, "no result yet" in refused.text) == (422, True)
    while view(here.state).phase == RALLYING:
        step(here, Random(7))
    active = view(here.state).active
    rallied = {seat: str(card) for seat, card in here.state.game.rallied.items() if seat != active}
    do(here, "accuse", seat=active, named=rallied)
    winner = view(here.state).names[active]
    page = phone.get("/t/genpei/result").text
    assert f"1. {winner}\n" in page
    (link,) = re.findall(r'href="(https://app[^"]*)"', page)
    sent = play_of(link)
    assert sent["game"] == {"name": "Hogen", "sourceGameId": "companion-hogen", "highestWins": True, "noPoints": True}
    assert [each["winner"] for each in sent["players"]] == [True, False, False]
    assert all({"name", "sourcePlayerId", "startPlayer", "winner"} <= each.keys() for each in sent["players"])
    assert "/t/genpei/result" in phone.get("/t/genpei/about").text
    assert phone.get("/t/genpei/save").status_code == 200  # nothing is hidden any more


def test_a_tower_alone_has_no_result(harvest) -> None:
    assert "no result yet" in str(describe_result(harvest, game_of(harvest).final_ranks(harvest), {}).refused)
