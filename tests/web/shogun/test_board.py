"""The board on phones: provinces are touched, and everything that can be done leads to the rules."""

import re
from html import unescape

import pypdfium2
import pytest
from httpx2 import Response

from companion.data.shogun.facts import Side
from companion.play.shogun.corrections import Amounts, ChooseTower, CorrectBoard
from companion.play.shogun.standing import find_next_action
from companion.play.shogun.start import SetUp
from companion.rules.shogun.realm import Land
from companion.rules.shogun.stages import Stage
from companion.service.playing import play
from companion.service.shogun.session import ShogunSession
from tests.service.shogun.boards import ACTIONS, COLOURS, begin_board, pass_rounds, play_to_actions
from tests.web.app_browser import AppBrowser
from tests.web.conftest import read_fields, send_form


@pytest.fixture
def spring(shelf) -> ShogunSession:
    session = begin_board(shelf, "spring")
    lands = {"Mino": Land("blue", 9), "Sagami": Land("blue", 3, ("castle", "theatre"), 1)}
    assert play(session, CorrectBoard(lands)).yes
    play_to_actions(session)
    return session


def list_links(page: Response) -> dict[str, str]:
    """Where touching each province on the map leads."""
    found = re.findall(r'<a href="([^"]+)" class="b-[^>]*aria-label="([^,"]+),', page.text)
    return {name: str(page.url.join(unescape(href))) for href, name in found}


def send_and_stay(phone: AppBrowser, page: str, address: str, **sent: object) -> Response:
    return send_form(phone, page, address, lead=False, **sent)


def read_problem(html: str) -> str:
    found = re.search(r'<div id="problem".*?<p>(.*?)</p>', html, re.S)
    return unescape(found[1]) if found else ""


def test_the_board_page_is_small_and_describes_every_province_in_words(browser, spring) -> None:
    page = (shown := browser("watcher").get("/t/spring/board")).text
    board = page[page.index('<svg class="board"') : page.index("</svg>")]
    assert len(board) < 25_000
    assert len(list_links(shown)) == 45
    assert 'aria-label="Sagami, yellow region: 3 blue armies, 1 castle, 1 Nô theatre, 1 revolt marker"' in board
    assert 'aria-label="Mutsu, brown region: out with three players"' in board
    assert not re.search(r"\sstyle=|\son\w+=|<style|<script(?! src)", page)


def test_a_battle_on_the_board_takes_four_taps(browser, spring) -> None:
    phone, screen = browser("host"), browser("watcher")
    there = list_links(phone.get(list_links(phone.get("/t/spring/board"))["Mino"]))["Omi"]
    assert "Attack Omi with 8" in phone.get(there).text
    page = phone.get(f"{there}&armies-is=3").text
    assert "Attack Omi with 3" in page
    before = len(spring.history)
    sent = {**read_fields(page), "province": "Mino", "to": "Omi", "armies": "3"}
    answer = phone.post("/t/spring/board", data=sent, follow_redirects=False)
    assert answer.status_code == 303
    spring.catch_up()
    assert len(spring.history) == before + 1
    step = spring.history.steps[-1]
    assert (step.request.order.province, step.request.order.armies) == ("Mino", 3)
    assert "Blue attacks Omi from Mino with 3 armies." in screen.get("/t/spring/board").text
    again = phone.post("/t/spring/board", data=sent, follow_redirects=False)
    assert again.status_code == 303
    spring.catch_up()
    assert len(spring.history) == before + 1  # the same tap once more is the same event
    assert spring.state.tower.throws == 1


def test_only_the_player_on_turn_can_act_on_the_board(browser, spring, seated_browser) -> None:
    bo, chen = seated_browser("spring", "blue", "Bo"), seated_browser("spring", "red", "Chen")
    assert "Tap a province first" not in chen.get("/t/spring/board").text
    answer = send_and_stay(chen, "/t/spring/correct", "/t/spring/board", province="Mino", blank="1")
    assert answer.status_code == 422
    assert read_problem(answer.text) == "It is the turn of Bo, on another phone."
    assert "Bo" in chen.get("/t/spring/board").text
    assert send_and_stay(bo, "/t/spring/board", "/t/spring/board", blank="1").status_code == 303
    spring.catch_up()
    assert find_next_action(spring.state).player == "yellow"
    assert "Tap a province first" in chen.get("/t/spring/board").text  # nobody sits on yellow's seat
    watcher = browser("watcher")
    assert watcher.post("/t/spring/board", data={"blank": "1"}).status_code == 403


def test_the_board_says_beforehand_what_an_action_brings(browser, shelf) -> None:
    session = begin_board(shelf, "taxes")
    play_to_actions(
        session, ("castle", "tax", "one", *(each for each in ACTIONS if each not in ("castle", "tax", "one")))
    )
    phone = browser("host")
    assert "Blue builds a castle in Mino for 3 chests." in phone.get("/t/taxes/board?province=Mino").text
    assert send_and_stay(phone, "/t/taxes/board", "/t/taxes/board", province="Mino").status_code == 303
    for number in range(5):
        if number == 2:
            assert re.search(r"Blue takes \d chests from Izu", phone.get("/t/taxes/board?province=Izu").text)
        assert send_and_stay(phone, "/t/taxes/board", "/t/taxes/board", blank="1").status_code == 303
    page = phone.get("/t/taxes/board?province=Suruga&to=Sagami&armies-is=2").text
    assert "Place 1, move 2 to Sagami" in page
    answer = send_and_stay(phone, "/t/taxes/board", "/t/taxes/board", province="Suruga", to="Sagami", armies="2")
    assert answer.status_code == 303
    session.catch_up()
    assert session.state.game.realm.lands["Sagami"].armies > 2


def test_a_real_tower_is_asked_for_its_tray_and_a_defender_for_what_is_thrown(browser, shelf) -> None:
    session = begin_board(shelf, "wood", rulings={"defender-throws-all": "chooses"})
    assert play(session, ChooseTower(True)).yes
    play_to_actions(session)
    phone = browser("host")
    lands = session.state.game.realm.lands
    source, target, _ = next(
        each
        for each in find_next_action(session.state).marches
        if lands[each[1]].owner not in (None, "blue") and lands[each[1]].armies > 1
    )
    page = f"/t/wood/board?province={source}&to={target}&armies=1"
    assert 'name="out-blue"' in phone.get(page).text
    assert 'name="defending"' in phone.get(page).text
    sent = {"province": source, "to": target, "armies": "1", "defending": "1"}
    forgotten = send_and_stay(phone, page, "/t/wood/board", **sent)
    assert "what lies in its tray" in read_problem(forgotten.text)
    done = send_and_stay(phone, page, "/t/wood/board", **sent, **{"out": "1", "out-blue": "1"})
    assert done.status_code == 303
    session.catch_up()
    request = session.history.steps[-1].request
    assert (request.out, request.attack.thrown_by_defender) == ({"blue": 1}, 1)


def test_an_impossible_or_outdated_move_on_the_board_is_refused_with_why(browser, spring) -> None:
    phone = browser("host")
    answer = send_and_stay(phone, "/t/spring/board", "/t/spring/board", province="Kai", to="Aki", armies="2")
    assert (answer.status_code, bool(read_problem(answer.text))) == (422, True)
    stale = read_fields(phone.get("/t/spring/board").text)
    assert send_and_stay(phone, "/t/spring/board", "/t/spring/board", blank="1").status_code == 303
    late = phone.post("/t/spring/board", data={**stale, "tap": "another", "blank": "1"})
    assert late.status_code == 422
    assert "Somebody was quicker" in read_problem(late.text)


def test_a_draft_is_played_to_its_end(browser, shelf) -> None:
    session = begin_board(shelf, "draft", SetUp("draft", Side.MOON))
    phone = browser("host")
    turn = 0
    while (waiting := find_next_action(session.state)).stage == "draft":
        turn += 1
        card = "pile" if turn % 3 == 2 else waiting.provinces[turn % len(waiting.provinces)]
        group = session.state.game.draft.groups[waiting.player][0]
        page = phone.get("/t/draft/board").text
        assert all(f"{name}</b>" in page for name in waiting.provinces)
        assert send_and_stay(phone, "/t/draft/board", "/t/draft/draft", province=card, group=group).status_code == 303
        session.catch_up()
    assert find_next_action(session.state).stage == "lay"
    refused = send_and_stay(phone, "/t/draft/board", "/t/draft/draft", province="Kai", group=3)
    assert refused.status_code == 422


def test_a_winter_is_played_by_touching_what_revolts(browser, shelf) -> None:
    session = begin_board(shelf, "winter")
    pass_rounds(session)
    phone, other = browser("host"), browser("player")
    assert "Start winter" in phone.get("/t/winter/board").text
    begun = send_and_stay(phone, "/t/winter/board", "/t/winter/cold")
    assert (begun.status_code, begun.headers["location"]) == (303, "/t/winter/winter")
    session.catch_up()
    assert "<dt>winter</dt><dd>–</dd>" in other.get("/t/winter/winter").text  # it took no rice
    assert 'href="/t/winter/winter?look=1"' in other.get("/t/winter/board").text
    revolts = 0
    while (waiting := find_next_action(session.state)).player is not None:
        page = phone.get(list_links(phone.get("/t/winter/board"))[waiting.provinces[0]]).text
        assert f"Throw {waiting.provinces[0]}" in page
        done = send_and_stay(phone, "/t/winter/board", "/t/winter/cold", province=waiting.provinces[0])
        assert done.status_code == 303
        revolts += 1
        session.catch_up()
    assert revolts
    assert session.state.tower.throws == revolts  # each was thrown once
    assert "Count the points" in phone.get("/t/winter/board").text
    assert other.get("/t/winter/winter").url.path == "/t/winter/board"  # the last thing was a revolt
    counted = send_and_stay(phone, "/t/winter/board", "/t/winter/cold")
    assert (counted.status_code, counted.headers["location"]) == (303, "/t/winter/winter")
    session.catch_up()
    assert session.state.calendar.year == 2
    tale = other.get("/t/winter")
    assert tale.url.path == "/t/winter/winter"
    points = {player: seat.points for player, seat in session.state.game.realm.seats.items()}
    for player, total in points.items():
        assert re.search(rf"{player.capitalize()}: <[^>]*>{total}</", tale.text), player
    pad = pypdfium2.PdfDocument(other.get("/t/winter/pad.pdf").content)[0].get_textpage().get_text_bounded()
    cells = pad.split()[pad.split().index("Blue") :]  # three players, row by row
    assert cells[:3] == ["Blue", "Yellow", "Red"]
    assert cells[18:21] == [*map(str, points.values())]  # below the five rows of the first year
    assert 'href="/t/winter/pad.pdf"' in other.get("/t/winter/score").text


def test_the_board_is_corrected_by_hand(browser, spring) -> None:
    phone = browser("host")
    page = phone.get("/t/spring/correct?province=Sagami").text
    ticked = re.findall(r'name="(\w+)-Sagami" value="1" checked', page)
    assert ticked == ["castle", "theatre"]  # what stands there is not taken away unseen
    assert "Correct Kai" in phone.get(list_links(phone.get("/t/spring/correct"))["Kai"]).text
    sent = {"province": "Kai", "owner-Kai": "red", "armies-Kai": "4", "castle-Kai": "1", "markers-Kai": "2"}
    there = ("/t/spring/correct?province=Kai", "/t/spring/correct")
    answer = send_and_stay(phone, *there, **sent, **{"chests-blue": "7"})
    assert answer.status_code == 303
    spring.catch_up()
    assert spring.state.game.realm.lands["Kai"] == Land("red", 4, ("castle",), 2)
    assert spring.state.game.realm.seats["blue"].chests == 7
    assert read_problem(send_and_stay(phone, *there, **sent).text) == "Nothing is changed yet."
    worse = {**sent, "armies-Kai": "99"}
    assert 'value="99"' in send_and_stay(phone, *there, **worse).text  # what was typed is still there
    more = send_and_stay(phone, *there, **worse, step="armies-Kai-1")  # a tap on a stepper, without script
    assert 'id="n-armies-Kai" value="62"' in phone.get(more.headers["location"]).text
    assert send_and_stay(phone, *there, **{**sent, "owner-Kai": ""}).status_code == 303
    spring.catch_up()
    assert spring.state.game.realm.lands["Kai"] == Land()


def test_redrawn_board_pages_lead_to_the_winter_on_each_phone(browser, seated_browser, shelf) -> None:
    session = begin_board(shelf, "cold")
    aya, bo, screen = seated_browser("cold", "blue"), seated_browser("cold", "yellow"), browser("watcher")

    def fetch_redrawn(phone, drawn: int):
        return phone.get("/t/cold/board", headers={"x-companion-drawn": f"{drawn}.0"})

    for year in (1, 2):
        pass_rounds(session)
        assert play(session, CorrectBoard(seats={player: Amounts(rice=18) for player in COLOURS})).yes
        before = len(session.history)
        assert send_and_stay(aya, "/t/cold/board", "/t/cold/cold").headers["location"] == "/t/cold/winter"
        for phone in (bo, screen):
            assert fetch_redrawn(phone, before).url.path == "/t/cold/winter"
            assert "nobody revolts" in fetch_redrawn(phone, before).text
            assert fetch_redrawn(phone, before + 1).url.path == "/t/cold/board"
        assert send_and_stay(aya, "/t/cold/board", "/t/cold/cold").headers["location"] == "/t/cold/winter"
        for phone in (bo, screen):
            assert fetch_redrawn(phone, before + 1).url.path == "/t/cold/winter"
        goes_on = 'data-then="/t/cold/score"' in fetch_redrawn(screen, before + 1).text
        assert goes_on == (year == 2), "a screen shows who has won after the count"
    session.catch_up()
    assert find_next_action(session.state).stage == Stage.OVER
    assert "points, line by line" in bo.get("/t/cold/winter").text
