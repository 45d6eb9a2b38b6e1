"""The page of what was played: asked once, drawn, handed on as files; names go out of it."""

import re

import pytest

from companion.play.honshu.ending import EndGame
from companion.play.honshu.working import LayCard
from companion.service.kept_tables import OpenTables
from companion.service.playing import play
from companion.service.remembered import DAY, ScoredPlayer, TakenScore, record_consent, remember_score
from companion.table.shelf import MemoryShelf
from companion.web.app import list_pages, make_app
from companion.web.app_state import AppState, Settings
from companion.web.people import HOST, Visitor, hash_cookie
from tests.play.honshu.moves import begin
from tests.service.test_remembered import take_in_table
from tests.web.asking import Asking
from tests.web.conftest import Browser, fields

QUESTION = "Remember results on this laptop?"
AGREE = 'name="remember" value="yes"'


@pytest.fixture
def friday(shelf: MemoryShelf):
    """An evening of Honshu that is over."""
    here = begin(shelf, "friday", {"blue": "Aya", "red": "Bo <b>"}, 5)
    play(here, LayCard("blue", "A1", 0, 0))
    play(here, LayCard("red", "B3", 0, 0))
    play(here, EndGame())
    return here


def send(browser: Asking, **data: str):
    return browser.post("/played", data={**fields(browser.get("/played").text), **data})


def score(number: int) -> TakenScore:
    parts = {"forest": 20 + number % 7, "town": 5 + number % 15, "factory": 12, "lake": 9, "bonus": number % 5}
    players = (
        ScoredPlayer(name, rank, sum(parts.values()) - rank, parts)
        for rank, name in enumerate(("Aya", "Mathilde", "Bo", "Chen", "Dai"), 1)
    )
    day = f"20{10 + number // 300:02}-{1 + number // 25 % 12:02}-{1 + number % 25:02}"
    return TakenScore("honshu", day, tuple(players))


@pytest.mark.usefixtures("friday")
def test_whoever_opened_the_tables_is_asked_and_nobody_else(browser: Browser, shelf: MemoryShelf) -> None:
    host, player = browser("host"), browser("player")
    for page in ("/played", "/t/friday", "/t/friday/result"):
        assert QUESTION in host.get(page).text
        assert QUESTION not in player.get(page).text
    assert "Nothing is remembered yet" in player.get("/played").text
    assert send(player, remember="yes").status_code == 422
    assert not {"remember results", DAY} & {*shelf.list_notes(""), *shelf.list_notes("friday")}
    assert AGREE in host.get("/t/friday").text
    assert send(host, remember="yes", table="friday").status_code in (200, 303)
    assert shelf.read_note("friday", DAY) is not None
    for page in ("/played", "/t/friday", "/t/friday/result"):  # those that are kept too
        assert QUESTION not in host.get(page).text
    assert "Who has won" in player.get("/played").text


@pytest.mark.usefixtures("friday")
def test_a_no_is_kept_and_can_be_a_yes_later(browser: Browser) -> None:
    host = browser("host")
    send(host, remember="no")
    page = host.get("/played").text
    assert QUESTION not in page
    assert "friday" not in page
    assert "Remember them from now on" in page
    send(host, remember="yes")
    assert "friday" in host.get("/played").text
    assert browser("player").get("/played/file?as=csv").status_code == 200
    send(host, remember="no")
    assert browser("player").get("/played/file?as=csv").status_code == 422


def test_the_end_of_a_game_asks_in_hogen_and_shogun(browser: Browser, app_state: AppState, shelf: MemoryShelf) -> None:
    host = browser("host")
    for table in ("full", "hogen-dealt"):
        take_in_table(shelf, table)
    app_state.people.sit("hogen-dealt", "A", app_state.people.find_visitor(host.cookies["companion"]), "Aya")
    for page in ("full/score", "hogen-dealt"):
        assert QUESTION in host.get(f"/t/{page}").text


@pytest.mark.usefixtures("friday")
def test_names_are_told_as_text_and_lead_to_their_evenings(browser: Browser, shelf: MemoryShelf) -> None:
    record_consent(shelf, True)
    remember_score(shelf, score(1))
    phone = browser("player")
    page = phone.get("/played").text
    assert "Bo &lt;b&gt;" in page
    assert "<b>&lt;" not in page
    assert re.search(r'href="/played\?player=Bo%20%3Cb%3E"', page)
    alone = phone.get("/played?player=bo%20%3Cb%3E").text
    assert "Mathilde" not in alone
    assert "friday" in alone


@pytest.mark.usefixtures("friday")
def test_a_name_is_taken_out_by_whoever_opened_the_tables(
    browser: Browser, app_state: AppState, shelf: MemoryShelf
) -> None:
    record_consent(shelf, True)
    host, phone = browser("host"), browser("player")
    app_state.people.sit("friday", "blue", app_state.people.find_visitor(phone.cookies["companion"]), "aya")
    assert set(re.findall(r"<option>(.*?)</option>", host.get("/played").text)) == {"aya", "Bo &lt;b&gt;"}
    assert "<option>" not in phone.get("/played").text
    assert send(phone, take_out="aya").status_code == 422
    assert send(host, take_out="nobody").status_code == 422
    told = send(host, take_out="aya").text
    assert "removed from 1 evening" in told
    assert "friday" in told
    page = phone.get("/played").text
    assert "aya" not in page.casefold().replace("player", "")
    assert "somebody" in page
    assert {who.name for who in app_state.people.sittings("friday").values()} == {""}
    assert app_state.people.find_visitor(phone.cookies["companion"]).name == ""


def test_remaining_tables_are_read_after_the_results_page_is_sent(shelf: MemoryShelf, monkeypatch) -> None:
    monkeypatch.setattr("companion.web.tables._PLAYED_AT_ONCE", 1)
    record_consent(shelf, True)
    for table in ("full", "honshu", "hogen-dealt"):
        take_in_table(shelf, table)
    app = make_app(OpenTables(shelf))
    phone = Asking(app)
    phone.get(f"/join/{app.state.app_state.codes['player']}")
    assert "2 tables are still to be read" in phone.get("/played").text
    assert "still to be read" not in phone.get("/played").text


def test_the_pocket_has_the_results_page_and_reads_tables_on_request(shelf: MemoryShelf, monkeypatch) -> None:
    assert {"/played", "/played/file"} <= {page.path for page in list_pages(pocket=True)}
    monkeypatch.setattr("companion.web.tables._EVENTS_ALONE", 1)
    for table in ("full", "honshu"):
        take_in_table(shelf, table)
    app = make_app(OpenTables(shelf), Settings(pocket=True))
    app.state.app_state.people.save_visitor(Visitor(hash_cookie("pocket"), HOST))
    phone = Asking(app)
    phone.cookies["companion"] = "pocket"
    assert "Remember results on this phone?" in phone.get("/played").text
    assert "still to be read" in send(phone, remember="yes").text  # a phone alone reads while somebody waits
    assert "still to be read" not in phone.get("/played").text


@pytest.mark.usefixtures("friday")
def test_deleting_a_table_says_that_its_result_goes(browser: Browser, shelf: MemoryShelf) -> None:
    assert "goes out of what was played" not in browser("host").get("/t/friday/delete").text
    record_consent(shelf, True)
    assert "goes out of what was played" in browser("host").get("/t/friday/delete").text
