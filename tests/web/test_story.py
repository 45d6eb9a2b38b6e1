"""What happened is there for all to read; one takes back the last thing of one's own, the host any."""

import re
from collections import Counter
from random import Random

import pytest

from companion.play.hogen.views import RALLYING, view
from companion.play.shogun.fights import ThrowCubes
from companion.service.hogen import begin
from companion.service.playing import play
from companion.service.session import Session
from companion.web.app_state import AppState
from tests.play.hogen.random_play import do_request, play_step
from tests.web.conftest import Browser, read_fields, send_form


def throw_by(session: Session, visitor: str, blue: int = 1) -> None:
    with session.group_under_tap(f"tap {len(session.history)}", visitor):
        play(session, ThrowCubes({"blue": blue}))


def list_buttons(page: str) -> dict[str, str]:
    return dict(re.findall(r'<button class="btn[^"]*" name="(\w+)" value="(\d+)"', page))


def test_the_history_lists_who_did_what_newest_first(
    browser: Browser, seated_browser: Browser, app_state, harvest
) -> None:
    phone, aya = seated_browser("harvest", "blue", "Aya"), app_state.people.sittings("harvest")["blue"].visitor
    throw_by(harvest, aya, 3)
    play(harvest, ThrowCubes({"red": 1}))
    for each in (phone, browser("watcher"), browser("player", **{"accept-language": "fr"})):
        page = each.get("/t/harvest/history").text
        assert page.index(">3</span>") < page.index(">2</span>") < page.index(">1</span>")
        assert "Aya" in page
        assert aya not in page
        assert "spring rain" not in page
        assert 'class="act wide" href="/t/harvest"' in page  # the way back to the game
    page = browser("watcher").get("/t/harvest/history").text
    assert list_buttons(page) == {}
    came = Counter(cube.partition("-")[0] for cube in harvest.history.steps[1].event.result["out"])
    drawn = re.findall(r'<i class="(\w+)" aria-hidden="true">(·+)</i>', page.partition('data-key="event 2"')[2])
    assert {colour: len(points) for colour, points in drawn} == came
    lines = re.findall(r'class="came"><span class="hidden">(.*?)</span>', page)
    assert sum(map(int, re.findall(r"\d+", lines[-1]))) == came.total()


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
    for strange in ("0", "x", "99999999999"):
        assert screen.get(f"/t/harvest/history?before={strange}").status_code == 422


def test_players_undo_their_own_events_and_the_host_any(
    browser: Browser, seated_browser: Browser, app_state, harvest
) -> None:
    phone, aya = seated_browser("harvest", "blue", "Aya"), app_state.people.sittings("harvest")["blue"].visitor
    other, bo = seated_browser("harvest", "yellow", "Bo"), app_state.people.sittings("harvest")["yellow"].visitor
    throw_by(harvest, aya, 3)
    assert list_buttons(other.get("/t/harvest/history").text) == {}
    assert "somebody else&#39;s" in other.get("/t/harvest/history").text
    data = {**read_fields(other.get("/t/harvest/tower").text), "undo": "2"}
    refused = other.post("/t/harvest/undo", data=data)
    assert (refused.status_code, "Somebody else did this" in refused.text) == (422, True)
    assert len(app_state.tables.open("harvest").history) == 2

    page = phone.get("/t/harvest/history").text
    assert "Undo: Throw 1." in page
    data = {**read_fields(page), **list_buttons(page)}
    for _ in range(3):  # a tap sent again takes nothing more back
        undone = phone.post("/t/harvest/undo", data=data)
        assert undone.url.path == "/t/harvest/history"
        assert "Event 2 is undone." in undone.text
    assert app_state.tables.open("harvest").state.tower.throws == 0
    assert list_buttons(undone.text) == {"redo": "2"}
    assert list_buttons(other.get("/t/harvest/history").text) == {}

    host = browser("host")
    data = {**read_fields(host.get("/t/harvest/history").text), "redo": "2", "back": "/t/harvest/about"}
    assert host.post("/t/harvest/undo", data=data).url.path == "/t/harvest/about"
    assert app_state.tables.open("harvest").state.tower.throws == 1
    send_form(host, "/t/harvest/history", "/t/harvest/undo", undo="2")
    assert list_buttons(other.get("/t/harvest/history").text) == {}
    page = phone.get("/t/harvest/history").text
    assert list_buttons(page) == {"redo": "2"}  # it was Aya's, though the host undid it
    assert re.findall(r'data-key="event (\d+)" class="gone"', page) == ["2"]
    send_form(phone, "/t/harvest/history", "/t/harvest/undo", redo="2")
    throw_by(harvest, bo, 4)
    page = phone.get("/t/harvest/history").text
    assert list_buttons(page) == {}
    assert list_buttons(other.get("/t/harvest/history").text) == {"undo": "7"}
    assert list_buttons(browser("host").get("/t/harvest/history").text) == {"undo": "7"}


def test_a_finished_game_of_hogen_has_a_result_text_and_a_link_that_keeps_it(browser: Browser, shelf) -> None:
    session = begin(shelf, "genpei", ["Aya", "Bo", "Chen"], {}, seed="7")
    phone = browser("player")
    refused = phone.get("/t/genpei/result")
    assert (refused.status_code, "no result yet" in refused.text) == (422, True)
    while view(session.state).phase == RALLYING:
        play_step(session, Random(7))
    active = view(session.state).active
    rallied = {seat: str(card) for seat, card in session.state.game.rallied.items() if seat != active}
    do_request(session, "accuse", seat=active, named=rallied)
    page = phone.get("/t/genpei/result").text
    assert f"1. {view(session.state).names[active]}\n" in page
    assert 'href="https://app.bgstatsapp.com/createPlay.html?data=' in page
    assert phone.get("/t/genpei/save").status_code == 200  # nothing is hidden any more


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"undo": "1"}, "the last is event 2"),
        ({}, "a whole number from"),
        ({"redo": "2"}, "Nothing can be undone now"),
        ({"undo": "2", "seen": "1"}, "Somebody was quicker"),
        ({"undo": "2", "tap": "x" * 70}, "This tap cannot be identified"),
    ],
)
def test_what_cannot_be_taken_back_is_refused(
    browser: Browser, app_state: AppState, harvest, data: dict[str, str], message: str
) -> None:
    throw_by(harvest, "aya", 3)
    host = browser("host")
    refused = host.post("/t/harvest/undo", data={**read_fields(host.get("/t/harvest/history").text), **data})
    assert (refused.status_code, message in refused.text) == (422, True)
    assert len(app_state.tables.open("harvest").history) == 2
