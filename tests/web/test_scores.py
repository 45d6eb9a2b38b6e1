"""Scores are a list of their own: no table, no banner of a game, and the front page stays."""

from html import unescape
from re import search

from companion.web.app_state import AppState
from companion.web.people import PLAYER
from tests.web.app_browser import House
from tests.web.conftest import Browser, send_form

BOARD = {"way": "board", "then": "score", "side": "sun", "seat": ["blue", "yellow", "red"]}


def take_scores(phone) -> None:
    """A map, the maps of a whole game, and a board, as the page of scores offers them."""
    for table in ("map", "map 2"):
        send_form(phone, "/score", "/new/honshu", table=table, then="squares", **{"player-blue": "Aya"})
    send_form(phone, "/score", "/new/honshu", table="maps", then="counts", players="Aya, Bo")
    send_form(phone, "/score", "/new/shogun", name="board", **BOARD)


def test_scores_are_listed_where_one_scores_and_are_no_tables(browser: Browser) -> None:
    phone = browser(PLAYER)
    assert "Scores so far" not in phone.get("/score").text
    take_scores(phone)
    page, tables = phone.get("/score").text, unescape(phone.get("/").text)
    assert "Scores so far" in page
    assert "No table yet" in tables
    for name in ("map", "map~202", "maps", "board"):
        assert f'href="/t/{name}"' in page
        assert f'href="/t/{name}"' not in tables


def test_a_map_scored_by_me_names_nobody_at_another_game(browser: Browser) -> None:
    phone = browser(PLAYER)
    name = search('name="player-blue" value="([^"]*)"', phone.get("/score").text)
    assert name
    send_form(phone, "/score", "/new/honshu", table="map", then="squares", **{"player-blue": name[1]})
    assert 'name="player-A" value=""' in phone.get("/new/hogen").text


def test_a_score_shows_no_banner_of_a_game_and_takes_nobody_from_the_front_page(
    browser: Browser, app_state: AppState
) -> None:
    phone, host, other = browser(PLAYER), browser("host"), browser(PLAYER)
    take_scores(phone)
    for path in ("/t/map/squares", "/t/maps/counts", "/t/board/setup?then=score"):
        page = phone.get(path).text
        assert 'class="due' not in page, path
        assert '<a class="up" href="/score">' in page
        looked = other.get(path)
        assert looked.status_code == 200
        assert "Take a seat" not in looked.text
    for page in (phone.get("/new").text, host.get("/lobby").text):
        assert "open already" not in page
    assert 'id="door-play" href="/new"' in phone.get("/doors").text
    assert app_state.list_running_tables() == []
    joined = browser().get(f"/join/{app_state.codes[PLAYER]}", follow_redirects=False)
    assert joined.headers["location"] == "/"


def test_a_score_that_was_renamed_or_brought_back_stays_one(browser: Browser) -> None:
    host = browser("host")
    take_scores(host)
    send_form(host, "/t/map/about", "/t/map/rename", name="forest")
    send_form(host, "/t/forest/delete")
    send_form(host, "/", "/bring-back", table="forest")
    assert 'href="/t/forest"' in host.get("/score").text
    assert 'href="/t/forest"' not in host.get("/").text


def test_one_device_handed_round_keeps_its_scores_from_its_tables() -> None:
    house = House(one_screen=True)
    phone = house.join("host")
    take_scores(phone)
    assert 'href="/t/maps"' not in phone.get("/").text
    assert 'href="/t/maps"' in phone.get("/score").text
