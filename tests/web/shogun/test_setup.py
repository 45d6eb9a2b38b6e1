"""A table of Shogun made on a phone, in every way its game can be kept, with cards and sea routes of one's own."""

import re

import pytest

from companion.data.shogun.facts import facts
from companion.data.shogun.towers import get_preset
from companion.play.shogun.round import BeginWinter, LayCards
from companion.play.shogun.start import SetUp
from companion.rules.shogun.bids import SPECIALS
from companion.rules.shogun.realm import Land
from companion.service.kept_tables import OpenTables
from companion.service.playing import play
from companion.service.shogun.session import begin_table, has_own_events
from companion.table.history import Undo
from tests.service.shogun.boards import ACTIONS, begin_board, lay_plans, pass_rounds
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
        ({"name": "x", "way": "fixed", "side": "moon"}, "Sun side only"),
        ({"name": "x", "way": "fixed", "letters": "AAA"}, "each player"),
        ({"name": "x", "preset": "paper bag"}, "Choose one"),
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


OPEN = ["1", "4", "8", "9"]


def name_spaces(actions, specials=()) -> dict[str, str]:
    found = {f"action-{place}": card for place, card in enumerate(actions, 1)}
    return found | {f"special-{place}": card for place, card in enumerate(specials, 1)}


def test_own_action_and_special_cards_are_laid_as_entered(browser, shelf) -> None:
    session, phone, actions = begin_board(shelf, "own", SetUp("fixed")), browser("host"), ACTIONS
    assert "/t/own/own-cards" in phone.get("/t/own/round").text
    wrong = send_and_stay(
        phone, "/t/own/own-cards", "/t/own/own-cards", **name_spaces((*actions[:-1], actions[0]), SPECIALS)
    )
    assert wrong.status_code == 422
    assert "Give every card once" in read_problem(wrong.text)
    assert len(re.findall(rf'value="{actions[0]}" selected', wrong.text)) == 2
    sent = name_spaces(actions, SPECIALS[::-1])
    assert send_and_stay(phone, "/t/own/own-cards", "/t/own/own-cards", **sent).status_code == 303
    session.catch_up()
    assert session.state.calendar.actions == actions
    assert session.state.calendar.specials == SPECIALS[::-1]
    assert phone.get("/t/own/own-cards").url.path != "/t/own/own-cards"


def test_the_own_event_card_is_entered_after_all_have_planned(browser, shelf) -> None:
    session, phone = begin_board(shelf, "own", SetUp("fixed", open=(4, 9, 8, 1), letters="ABC")), browser("host")
    assert play(session, LayCards(ACTIONS, SPECIALS)).yes
    lay_plans(session, *"000")
    assert session.state.calendar.stage == "event"  # nothing is drawn that lies in the players' own pile
    page = phone.get("/t/own/round?look=1").text
    assert re.findall(r'name="event" value="(\d*)"', page) == ["4", "9", "8", "1"]
    wrong = send_and_stay(phone, "/t/own/round?look=1", "/t/own/round/open")
    assert "which event card you drew" in read_problem(wrong.text)
    assert send_and_stay(phone, "/t/own/round?look=1", "/t/own/round/open", event="9").status_code == 303
    session.catch_up()
    assert (session.state.calendar.stage, session.state.calendar.event) == ("choice", 9)


def test_own_event_cards_and_sea_routes_are_entered_in_the_set_up(browser, tables) -> None:
    route = {"sea-0": "Aki", "to-sea-0": "Kai"}
    phone = browser("host")
    half = send_new_table(phone, name="own", way="fixed", open=OPEN, **{"sea-0": "Aki"})
    assert "joins two provinces" in read_problem(half.text)
    assert "<option selected>Aki</option>" in half.text
    assert len(re.findall(r'name="open" value="\d+" checked', half.text)) == 4
    assert "different event cards" in read_problem(send_new_table(phone, name="own", way="fixed", open=OPEN[:3]).text)
    assert send_new_table(phone, name="own", way="fixed", open=OPEN, **route).status_code == 303
    game = tables.open("own").state.game
    assert sorted(game.calendar.open_events) == [1, 4, 8, 9]
    assert "Kai" in game.realm.list_neighbours("Aki")


def test_winter_and_new_year_use_the_players_own_cards(browser, shelf) -> None:
    session = begin_board(shelf, "cold", SetUp("fixed", letters="ABC", open=(4, 9, 8, 1)))
    pass_rounds(session)
    phone = browser("host")
    wrong = send_and_stay(phone, "/t/cold/board", "/t/cold/cold", drawn=["Izu"])
    assert "Different provinces to draw for" in read_problem(wrong.text)
    assert re.search(r'name="drawn" value="Izu" checked', wrong.text)
    assert play(session, BeginWinter()).yes  # what Companion would draw, taken back
    how_many = {player: len(names) for player, names in session.history.steps[-1].event.result["drawn"].items()}
    play(session, Undo())
    drawn = [
        name for player, count in how_many.items() for name in session.state.game.realm.list_provinces(player)[:count]
    ]
    assert send_and_stay(phone, "/t/cold/board", "/t/cold/cold", drawn=drawn).status_code == 303
    session.catch_up()
    assert sorted(name for names, _ in session.state.game.revolts.values() for name in names) == sorted(drawn)
    while (waiting := session.state.game.revolting_player) is not None:
        province = session.state.game.revolts[waiting][0][0]
        assert send_and_stay(phone, "/t/cold/board", "/t/cold/cold", province=province).status_code == 303
        session.catch_up()
    left = [str(each) for each in session.state.calendar.pile[4:8]]
    none = send_and_stay(phone, "/t/cold/board", "/t/cold/cold", open=[*left, "4"])
    assert "different event cards" in read_problem(none.text)
    assert send_and_stay(phone, "/t/cold/board", "/t/cold/cold", open=left).status_code == 303
    session.catch_up()
    assert sorted(map(str, session.state.calendar.open_events)) == sorted(left)
    assert has_own_events(session)


def test_the_seed_is_revealed_by_the_host_or_when_the_game_is_over(browser, seated_browser, shelf) -> None:
    session, phone, host = (
        begin_board(shelf, "end", SetUp("fixed")),
        seated_browser("end", "blue", "Aya"),
        browser("host"),
    )
    early = send_and_stay(phone, "/t/end/correct", "/t/end/verify", sure="1")
    assert "While the game goes on" in read_problem(early.text)
    unsure = send_and_stay(host, "/t/end/verify", "/t/end/verify")
    assert "Say that the throwing is over" in read_problem(unsure.text)
    assert ">kabuto<" not in phone.get("/t/end/verify").text
    assert send_and_stay(host, "/t/end/verify", "/t/end/verify", sure="1").status_code == 303
    session.catch_up()
    assert session.state.seal.is_revealed
    assert ">kabuto<" in phone.get("/t/end/verify").text
