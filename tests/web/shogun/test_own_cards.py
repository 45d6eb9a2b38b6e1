"""Cards of one's own, other sea routes, told on a phone as in a terminal."""

import re

from companion.play.shogun.round import BeginWinter, EndRound, LayCards
from companion.play.shogun.start import SetUp
from companion.rules.shogun.bids import SPECIALS
from companion.service.playing import play
from companion.service.shogun.session import has_own_events
from companion.table.history import Undo
from tests.service.shogun.boards import ACTIONS, begin_board, lay_plans, play_to_actions
from tests.web.shogun.test_board import read_problem, send_and_stay
from tests.web.shogun.test_setup import send_new_table

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
    for _ in range(3):
        play_to_actions(session)
        assert play(session, EndRound(True)).yes
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
