"""A table of Shogun made on a phone, in every way its game can be kept."""

import re

import pytest

from companion.data.shogun.facts import facts
from companion.data.shogun.towers import get_preset
from companion.rules.shogun.realm import Land
from companion.service.kept_tables import OpenTables
from companion.service.shogun.session import begin_table
from tests.web.conftest import read_fields, send_form
from tests.web.shogun.test_board import read_problem, send_and_stay

THREE = ["blue", "yellow", "red", "", ""]


def send_new_table(phone, **sent: object):
    return send_form(phone, "/new/shogun", lead=False, **{"seat": THREE, **sent})


@pytest.mark.parametrize(
    ("sent", "stage"),
    [
        ({"way": "tower"}, None),
        ({"way": "fixed", "letters": "bac"}, "lay"),
        ({"way": "draft", "side": "moon", "first": "red"}, "draft"),
        ({"way": "board"}, None),
    ],
)
def test_a_table_of_every_kind_is_made_by_one_form(browser, tables: OpenTables, sent, stage) -> None:
    phone = browser("player")
    assert send_new_table(phone, name="Friday night", **sent).status_code == 303
    assert "already" in read_problem(send_new_table(phone, name="Friday night").text)
    session = tables.open("Friday night")
    assert session.state.players == ("blue", "yellow", "red")
    if stage == "draft":
        assert session.state.game.draft.player == "red"
    else:
        assert (session.state.calendar.stage if session.state.calendar else None) == stage
    if sent.get("letters"):
        fixed = facts().get_fixed_setup(3)
        second = next(each.province for each in fixed if each.player == "B")
        assert session.state.game.realm.lands[second].owner == "blue"


def test_tower_rulings_and_unconfirmed_sea_routes_are_chosen(browser, tables: OpenTables) -> None:
    every = [f"{each.a}/{each.b}" for each in facts().borders if each.kind == "sea" and not each.moon_confirmed]
    sent = {"way": "draft", "side": "moon", "routes": "1", "route": every[1:]}
    odd = {"inside": "hidden", "six-armies": "4", "preset": "deep", "seed": "the same again"}
    assert send_new_table(browser("player"), name="moon", **sent, **odd).status_code == 303
    state = tables.open("moon").state
    assert (state.inside_view, state.rulings["six-armies"]) == ("hidden", "4")
    assert (state.tower.preset.name, state.seal.is_chosen) == ("deep", True)
    routes = [f"{each.a}/{each.b}" for each in state.game.board.borders if each.kind == "sea"]
    assert every[0] not in routes
    assert {*every[1:]} <= {*routes}


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({"name": ""}, "is not a name"),
        ({"name": "x", "seat": ["blue"]}, "at least two players"),
        ({"name": "x", "seat": ["blue", "blue"]}, "a colour of their own"),
        ({"name": "x", "seat": ["blue", "red"], "way": "fixed"}, "3, 4 or 5 players"),
        ({"name": "x", "way": "fixed", "side": "moon"}, "Sun side only"),
        ({"name": "x", "way": "fixed", "letters": "AAA"}, "each player"),
        ({"name": "x", "preset": "paper bag"}, "Choose one"),
        ({"name": "x", "way": "quickly"}, "Choose one"),
    ],
)
def test_an_impossible_set_up_is_refused_and_opens_no_table(browser, tables: OpenTables, sent, message) -> None:
    answer = send_new_table(browser("player"), **sent)
    assert answer.status_code == 422
    assert message in read_problem(answer.text)
    assert tables.names() == ()
    assert not sent["name"] or 'value="x"' in answer.text


def test_a_board_in_play_is_entered_province_by_province(browser, shelf) -> None:
    session = begin_table(shelf, "late", THREE[:3], get_preset("shogun"), seed="kabuto")
    phone = browser("player")
    board = {"owner-Kai": "blue", "armies-Kai": "4", "castle-Kai": "1", "markers-Kai": "1", "owner-Aki": "red"}
    board["armies-Aki"] = "2"
    owned = {f"chests-{player}": "6" for player in ("blue", "yellow")}
    chosen = {"way": "board", "year": "2", "season": "autumn", "open": ["3", "5"], "sea-0": "Kai", "to-sea-0": "Aki"}
    first = send_and_stay(phone, "/t/late/setup", "/t/late/setup", **chosen)
    assert session.state.game is None  # what stands on the board is asked for on the next page
    form = phone.get(first.headers["location"]).text
    went = re.findall(r'type="hidden" name="([\w-]+)" value="([^"]*)"', form)
    assert {*went} >= {("way", "board"), ("year", "2"), ("open", "3"), ("open", "5"), ("to-sea-0", "Aki")}
    sent = {**chosen, "told": "1", **board, **owned, "points-red": "30"}
    missing = send_and_stay(phone, "/t/late/setup", "/t/late/setup", **sent)
    assert missing.status_code == 422
    assert "chests of Red are missing" in read_problem(missing.text)
    assert re.search(r'name=armies-Kai [^>]*value="4"', missing.text)
    whole = send_and_stay(phone, "/t/late/setup", "/t/late/setup", **sent, **{"chests-red": "3"})
    assert whole.status_code == 303
    session.catch_up()
    realm = session.state.game.realm
    assert realm.lands["Kai"] == Land("blue", 4, ("castle",), 1)
    assert (realm.seats["red"].chests, realm.seats["red"].points) == (3, 30)
    assert (session.state.calendar.year, session.state.calendar.season) == (2, "autumn")
    assert {"Kai", "Aki"} in ({each.a, each.b} for each in realm.board.borders)


@pytest.mark.parametrize("way", ["fixed", "board"])
def test_players_words_are_asked_for_before_the_cards_are_shuffled(browser, tables: OpenTables, way: str) -> None:
    phone = browser("player")
    answer = send_new_table(phone, name="said", way=way, words="1", letters="ABC" if way == "fixed" else "")
    asked = answer.headers["location"]
    assert asked.startswith("/t/said/words?")
    assert tables.open("said").state.game is None
    page = phone.get(asked).text
    assert "write its hash down" in page
    carried = dict(re.findall('type="hidden" name="([a-z0-9-]+)" value="([^"]*)"', page))
    form = {**read_fields(page), **carried, "word-blue": "tea", "word-red": "rain"}
    began = phone.post("/t/said/words", data=form, follow_redirects=False)
    assert began.headers["location"] == ("/t/said/setup" if way == "board" else "/t/said/seat")
    state = tables.open("said").state
    assert state.seal.words == (("blue", "tea"), ("red", "rain"))
    assert (state.game is None) == (way == "board")
