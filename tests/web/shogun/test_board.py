"""The board on phones: provinces are touched, and everything that can be done leads to the rules."""

import re
from html import unescape

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from companion.data.shogun import Side
from companion.data.shogun.towers import load_presets
from companion.play.shogun import fights
from companion.play.shogun.by_hand import Amounts, ChooseTower, CorrectBoard
from companion.play.shogun.descriptions.standing import find_next_action
from companion.play.shogun.round import DrawEvent, EndRound, LayCards, RevealBids, TakeSpecial
from companion.play.shogun.start import SetUp
from companion.rules.shogun import tower
from companion.rules.shogun.bids import Bid
from companion.rules.shogun.realm import Land
from companion.rules.shogun.stages import Stage
from companion.rules.shogun.tower import Throw
from companion.service.playing import play
from companion.service.shogun.session import ShogunSession, begin_table
from tests.web.conftest import fields

PLAYERS = ("blue", "yellow", "red")
SPECIALS = ("chest", "attack", "defence", "six", "rice")
ACTIONS = ("combat-a", "tax", "castle", "five", "rice", "temple", "combat-b", "three", "one", "theatre")


def begin_board(shelf, name: str, request: SetUp | None, **more: object) -> ShogunSession:
    here = begin_table(shelf, name, PLAYERS, load_presets()["shogun"], seed="kabuto", **more)
    assert request is None or play(here, request).yes
    return here


def play_to_actions(here: ShogunSession, actions: tuple[str, ...] = ACTIONS) -> None:
    """Play on to the actions of the next round, in which Blue, Yellow and Red act in this order."""
    assert play(here, LayCards(actions, SPECIALS)).yes
    assert play(here, DrawEvent()).yes
    assert play(
        here,
        RevealBids({player: str(bid) for player, bid in {"blue": Bid(3), "yellow": Bid(2), "red": Bid(0)}.items()}),
    ).yes
    for player, special in zip(PLAYERS, SPECIALS, strict=False):
        assert play(here, TakeSpecial(player, special)).yes


@pytest.fixture
def spring(shelf) -> ShogunSession:
    """A kept board in its first actions."""
    here = begin_board(shelf, "spring", SetUp("fixed", letters="ABC"))
    lands = {"Mino": Land("blue", 9), "Sagami": Land("blue", 3, ("castle", "theatre"), 1)}
    assert play(here, CorrectBoard(lands)).yes
    play_to_actions(here)
    return here


@pytest.fixture
def falls(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the throws of Companion's tower, each time it is thrown."""
    found: list[int] = []

    def throw(*values: object) -> Throw:
        thrown = tower.throw_cubes(*values)
        found.append(thrown.number)
        return thrown

    monkeypatch.setattr(fights, "throw_cubes", throw)
    return found


def links(page: Response) -> dict[str, str]:
    """Where touching each province on the map leads."""
    found = re.findall(r'<a href="([^"]+)" class="b-[^>]*aria-label="([^,"]+),', page.text)
    return {name: str(page.url.join(unescape(href))) for href, name in found}


def read_list_links(page: Response) -> dict[str, str]:
    """Where the list beside the map leads for each province."""
    rows = re.findall(r'<li class="\w*"[^>]*><a href="([^"]+?)[?&;]*list=1"[^>]*>.*?<b>([^<]+)</b>', page.text)
    return {name: str(page.url.join(unescape(href).rstrip("?&"))) for href, name in rows}


def send(phone: TestClient, page: str, address: str, **sent: object):
    """Send the form of a page as it stands there, with some fields."""
    shown = phone.get(page).text
    return phone.post(address, data={**fields(shown), **sent}, follow_redirects=False)


def problem(html: str) -> str:
    found = re.search(r'<div id="problem".*?<p>(.*?)</p>', html, re.S)
    return unescape(found[1]) if found else ""


def test_the_board_page_is_small_and_describes_every_province_in_words(browser, spring) -> None:
    page = (shown := browser("watcher").get("/t/spring/board")).text
    board = page[page.index('<svg class="board"') : page.index("</svg>")]
    assert len(board) < 25_000
    assert len(links(shown)) == 45
    assert 'aria-label="Sagami, yellow region: 3 blue armies, 1 castle, 1 Nô theatre, 1 revolt marker"' in board
    assert 'aria-label="Mutsu, brown region: out with three players"' in board
    assert not re.search(r"\sstyle=|\son\w+=|<style|<script(?! src)", page)


def test_the_province_list_has_the_same_links_as_the_map(browser, spring) -> None:
    for address in ("/t/spring/board", "/t/spring/board?province=Mino"):
        shown = (phone := browser("player")).get(address)
        (way,) = re.findall(r'href="([^"]*list=1)"', shown.text)
        page, there = phone.get(unescape(way)), links(shown)
        assert '<svg class="board"' not in page.text
        assert read_list_links(page) == {n: href for n, href in there.items() if n in spring.state.game.realm.lands}


def test_a_battle_on_the_board_takes_four_taps(browser, spring, falls) -> None:
    """Own province, target, number, throw; then everybody sees what came of it, and it was thrown once."""
    phone, screen = browser("host"), browser("watcher")
    there = links(phone.get(links(phone.get("/t/spring/board"))["Mino"]))["Omi"]
    assert "Attack Omi with 8" in phone.get(there).text
    page = phone.get(f"{there}&armies-is=3").text
    assert "Attack Omi with 3" in page
    before = len(spring.history)
    sent = {**fields(page), "province": "Mino", "to": "Omi", "armies": "3"}
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
    assert falls == [1]


def test_only_the_player_on_turn_can_act_on_the_board(browser, spring, app_state) -> None:
    bo, chen = browser("player"), browser("player")
    for phone, seat in ((bo, "blue"), (chen, "red")):
        visitor = app_state.people.find_visitor(phone.cookies["companion"])
        app_state.people.sit("spring", seat, visitor, {"blue": "Bo", "red": "Chen"}[seat])
    assert "Tap a province first" not in chen.get("/t/spring/board").text
    answer = send(chen, "/t/spring/correct", "/t/spring/board", province="Mino", blank="1")
    assert answer.status_code == 422
    assert problem(answer.text) == "It is the turn of Bo, on another phone."
    assert "Bo" in chen.get("/t/spring/board").text
    assert send(bo, "/t/spring/board", "/t/spring/board", blank="1").status_code == 303
    spring.catch_up()
    assert find_next_action(spring.state).player == "yellow"
    assert "Tap a province first" in chen.get("/t/spring/board").text  # nobody sits on yellow's seat
    watcher = browser("watcher")
    assert watcher.post("/t/spring/board", data={"blank": "1"}).status_code == 403


def test_the_board_says_beforehand_what_an_action_brings(browser, shelf) -> None:
    here = begin_board(shelf, "taxes", SetUp("fixed", letters="ABC"))
    play_to_actions(here, ("castle", "tax", "one", *(each for each in ACTIONS if each not in ("castle", "tax", "one"))))
    phone = browser("host")
    assert "Blue builds a castle in Mino for 3 chests." in phone.get("/t/taxes/board?province=Mino").text
    assert send(phone, "/t/taxes/board", "/t/taxes/board", province="Mino").status_code == 303
    for _ in range(2):
        assert send(phone, "/t/taxes/board", "/t/taxes/board", blank="1").status_code == 303
    here.catch_up()
    assert find_next_action(here.state).action == "tax"
    assert "Mino" not in find_next_action(here.state).provinces  # its card has been played
    told = phone.get("/t/taxes/board?province=Izu").text
    assert re.search(r"Blue takes \d chests from Izu", told)
    for each in ("Izu", "", ""):
        sent = {"province": each} if each else {"blank": "1"}
        assert send(phone, "/t/taxes/board", "/t/taxes/board", **sent).status_code == 303
    page = phone.get("/t/taxes/board?province=Suruga&to=Sagami&armies-is=2").text
    assert "Place 1, move 2 to Sagami" in page
    answer = send(phone, "/t/taxes/board", "/t/taxes/board", province="Suruga", to="Sagami", armies="2")
    assert answer.status_code == 303
    here.catch_up()
    assert here.state.game.realm.lands["Sagami"].armies > 2


def test_a_real_tower_is_asked_for_its_tray(browser, shelf) -> None:
    here = begin_board(shelf, "wood", SetUp("fixed", letters="ABC"))
    assert play(here, ChooseTower(True)).yes
    play_to_actions(here)
    phone = browser("host")
    source, target, _ = next(
        each for each in find_next_action(here.state).marches if here.state.game.realm.lands[each[1]].owner == "red"
    )
    page = f"/t/wood/board?province={source}&to={target}&armies=1"
    assert 'name="out-blue"' in phone.get(page).text
    sent = {"province": source, "to": target, "armies": "1"}
    forgotten = send(phone, page, "/t/wood/board", **sent)
    assert "tray was not said" in problem(forgotten.text)
    done = send(phone, page, "/t/wood/board", **sent, **{"out": "1", "out-blue": "1"})
    assert done.status_code == 303
    here.catch_up()
    assert here.history.steps[-1].request.out == {"blue": 1}


def test_a_defender_may_choose_how_many_armies_are_thrown(browser, shelf) -> None:
    here = begin_board(shelf, "odd", SetUp("fixed", letters="ABC"), rulings={"defender-throws-all": "chooses"})
    play_to_actions(here)
    lands = here.state.game.realm.lands
    source, target, _ = next(
        each
        for each in find_next_action(here.state).marches
        if lands[each[1]].owner not in (None, "blue") and lands[each[1]].armies > 1
    )
    phone = browser("host")
    page = phone.get(f"/t/odd/board?province={source}&to={target}&armies=1").text
    assert 'name="defending"' in page
    sent = {**fields(page), "province": source, "to": target, "armies": "1", "defending": "1"}
    assert phone.post("/t/odd/board", data=sent, follow_redirects=False).status_code == 303
    here.catch_up()
    assert here.history.steps[-1].request.attack.thrown_by_defender == 1


def test_an_impossible_or_outdated_move_on_the_board_is_refused_with_why(browser, spring) -> None:
    phone = browser("host")
    answer = send(phone, "/t/spring/board", "/t/spring/board", province="Kai", to="Aki", armies="2")
    assert answer.status_code == 422
    assert problem(answer.text)
    shown = phone.get("/t/spring/board").text
    stale = fields(shown)
    assert send(phone, "/t/spring/board", "/t/spring/board", blank="1").status_code == 303
    late = phone.post("/t/spring/board", data={**stale, "tap": "another", "blank": "1"})
    assert late.status_code == 422
    assert "Somebody was quicker" in problem(late.text)


def test_a_draft_is_played_to_its_end(browser, shelf) -> None:
    here = begin_board(shelf, "draft", SetUp("draft", Side.MOON))
    phone = browser("host")
    for turn in range(60):
        here.catch_up()
        waiting = find_next_action(here.state)
        if waiting.stage != "draft":
            break
        card = "pile" if turn % 3 == 2 else waiting.provinces[turn % len(waiting.provinces)]
        group = here.state.game.draft.groups[waiting.player][0]
        page = phone.get("/t/draft/board").text
        assert all(f"{name}</b>" in page for name in waiting.provinces)
        assert send(phone, "/t/draft/board", "/t/draft/draft", province=card, group=group).status_code == 303
    assert find_next_action(here.state).stage == "lay"
    refused = send(phone, "/t/draft/board", "/t/draft/draft", province="Kai", group=3)
    assert refused.status_code == 422


def test_a_winter_is_played_by_touching_what_revolts(browser, shelf, falls) -> None:
    here = begin_board(shelf, "winter", SetUp("fixed", letters="ABC"))
    for _ in range(3):
        play_to_actions(here)
        assert play(here, EndRound(True)).yes
    phone, other = browser("host"), browser("player")
    assert "Start winter" in phone.get("/t/winter/board").text
    begun = send(phone, "/t/winter/board", "/t/winter/cold")
    assert (begun.status_code, begun.headers["location"]) == (303, "/t/winter/winter")
    assert "<dt>winter</dt><dd>–</dd>" in other.get("/t/winter/winter").text  # it took no rice
    assert 'href="/t/winter/winter?look=1"' in other.get("/t/winter/board").text
    revolts = 0
    while True:
        here.catch_up()
        waiting = find_next_action(here.state)
        if waiting.player is None:
            break
        page = phone.get(links(phone.get("/t/winter/board"))[waiting.provinces[0]]).text
        assert f"Throw {waiting.provinces[0]}" in page
        done = send(phone, "/t/winter/board", "/t/winter/cold", province=waiting.provinces[0])
        assert done.status_code == 303
        revolts += 1
    assert revolts
    assert falls == [*range(1, 1 + revolts)]  # each was thrown once
    assert "Count the points" in phone.get("/t/winter/board").text
    assert other.get("/t/winter/winter").url.path == "/t/winter/board"  # the last thing was a revolt
    counted = send(phone, "/t/winter/board", "/t/winter/cold")
    assert (counted.status_code, counted.headers["location"]) == (303, "/t/winter/winter")
    here.catch_up()
    assert here.state.calendar.year == 2
    tale = other.get("/t/winter")
    assert tale.url.path == "/t/winter/winter"
    assert re.findall(r"<span[^>]*>Throw (\d+), ", tale.text) == [str(number) for number in range(1, 1 + revolts)]
    points = {player: seat.points for player, seat in here.state.game.realm.seats.items()}
    for player, total in points.items():
        assert re.search(rf"{player.capitalize()}: <[^>]*>{total}</", tale.text), player


def test_the_board_is_put_right_by_hand(browser, spring) -> None:
    phone = browser("host")
    page = phone.get("/t/spring/correct?province=Sagami").text
    ticked = re.findall(r'name="(\w+)-Sagami" value="1" checked', page)
    assert ticked == ["castle", "theatre"]  # what stands there is not taken away unseen
    assert "Correct Kai" in phone.get(links(phone.get("/t/spring/correct"))["Kai"]).text
    sent = {"province": "Kai", "owner-Kai": "red", "armies-Kai": "4", "castle-Kai": "1", "markers-Kai": "2"}
    there = ("/t/spring/correct?province=Kai", "/t/spring/correct")
    answer = send(phone, *there, **sent, **{"chests-blue": "7"})
    assert answer.status_code == 303
    spring.catch_up()
    assert spring.state.game.realm.lands["Kai"] == Land("red", 4, ("castle",), 2)
    assert spring.state.game.realm.seats["blue"].chests == 7
    nothing = send(phone, *there, **sent)
    assert problem(nothing.text) == "Nothing is changed yet."
    worse = {**sent, "armies-Kai": "99"}
    answer = send(phone, *there, **worse)
    assert answer.status_code == 422
    assert 'value="99"' in answer.text  # what was typed is still there
    worse["step"] = "armies-Kai-1"  # a tap on a stepper, without script
    more = send(phone, *there, **worse)
    assert 'id="n-armies-Kai" value="62"' in phone.get(more.headers["location"]).text
    assert send(phone, *there, **{**sent, "owner-Kai": ""}).status_code == 303
    spring.catch_up()
    assert spring.state.game.realm.lands["Kai"] == Land()


def test_a_table_without_a_board_leads_to_its_set_up(browser, shelf) -> None:
    begin_board(shelf, "bare", None)
    answer = browser("player").get("/t/bare/board", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/bare/setup")


def test_redrawn_board_pages_lead_to_the_winter_on_each_phone(browser, app_state, shelf) -> None:
    """A page that was drawn before it is led to it by its script; who asks for the board has the board."""
    here = begin_board(shelf, "cold", SetUp("fixed", letters="ABC"))
    aya, bo, screen = browser("player"), browser("player"), browser("watcher")
    for phone, seat in ((aya, "blue"), (bo, "yellow")):
        app_state.people.sit("cold", seat, app_state.people.find_visitor(phone.cookies["companion"]), seat)

    def fetch_redrawn(phone, drawn: int):
        return phone.get("/t/cold/board", headers={"x-companion-drawn": f"{drawn}.0"})

    for year in (1, 2):
        for _ in range(3):
            play_to_actions(here)
            assert play(here, EndRound(blanks=True)).yes
        assert play(here, CorrectBoard(seats={player: Amounts(rice=18) for player in PLAYERS})).yes
        before = len(here.history)
        assert send(aya, "/t/cold/board", "/t/cold/cold").headers["location"] == "/t/cold/winter"
        for phone in (bo, screen):
            assert fetch_redrawn(phone, before).url.path == "/t/cold/winter"
            assert "nobody revolts" in fetch_redrawn(phone, before).text
            assert fetch_redrawn(phone, before + 1).url.path == "/t/cold/board"
        assert send(aya, "/t/cold/board", "/t/cold/cold").headers["location"] == "/t/cold/winter"
        for phone in (bo, screen):
            assert fetch_redrawn(phone, before + 1).url.path == "/t/cold/winter"
        goes_on = 'data-then="/t/cold/score"' in fetch_redrawn(screen, before + 1).text
        assert goes_on == (year == 2), "a screen shows who has won after the count"
    here.catch_up()
    assert find_next_action(here.state).stage == Stage.OVER
    assert "points, line by line" in bo.get("/t/cold/winter").text
