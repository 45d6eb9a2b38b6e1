"""The page of what was played: asked once, drawn, handed on as files; names go out of it."""

import re

import pytest

from companion.play.honshu.changes import LayCard
from companion.play.honshu.ending import EndGame
from companion.service.playing import play
from companion.service.results import DAY, record_consent
from companion.table.shelf import MemoryShelf
from companion.web.app_state import AppState
from tests.play.honshu.moves import begin
from tests.web.conftest import Browser, send_form

QUESTION = "Remember results on this laptop?"
AGREE = 'name="remember" value="yes"'


@pytest.fixture
def friday(shelf: MemoryShelf):
    session = begin(shelf, "friday", {"blue": "Aya", "red": "Bo <b>"}, 5)
    play(session, LayCard("blue", "A1", 0, 0))
    play(session, LayCard("red", "B3", 0, 0))
    play(session, EndGame())
    return session


@pytest.mark.usefixtures("friday")
def test_whoever_opened_the_tables_is_asked_and_nobody_else(browser: Browser, shelf: MemoryShelf) -> None:
    host, player = browser("host"), browser("player")
    for page in ("/played", "/t/friday", "/t/friday/result"):
        assert QUESTION in host.get(page).text
        assert QUESTION not in player.get(page).text
    assert "Nothing is remembered yet" in player.get("/played").text
    assert send_form(player, "/played", remember="yes").status_code == 422
    assert not {"remember results", DAY} & {*shelf.list_notes(""), *shelf.list_notes("friday")}
    assert AGREE in host.get("/t/friday").text
    assert send_form(host, "/played", remember="yes", table="friday").status_code in (200, 303)
    assert shelf.read_note("friday", DAY) is not None
    for page in ("/played", "/t/friday", "/t/friday/result"):  # those that are kept too
        assert QUESTION not in host.get(page).text
    assert "Who has won" in player.get("/played").text


@pytest.mark.usefixtures("friday")
def test_a_no_is_kept_and_can_be_a_yes_later(browser: Browser) -> None:
    host = browser("host")
    assert "goes out of what was played" not in host.get("/t/friday/delete").text
    send_form(host, "/played", remember="no")
    page = host.get("/played").text
    assert QUESTION not in page
    assert "friday" not in page
    assert "Remember them from now on" in page
    send_form(host, "/played", remember="yes")
    assert "goes out of what was played" in host.get("/t/friday/delete").text
    page = host.get("/played").text
    assert "Bo &lt;b&gt;" in page
    assert re.search(r'href="/played\?player=Bo%20%3Cb%3E"', page)
    assert "friday" in host.get("/played?player=bo%20%3Cb%3E").text
    assert browser("player").get("/played/file?as=csv").status_code == 200
    send_form(host, "/played", remember="no")
    assert browser("player").get("/played/file?as=csv").status_code == 422


@pytest.mark.usefixtures("friday")
def test_a_name_is_taken_out_by_whoever_opened_the_tables(
    browser: Browser, seated_browser: Browser, app_state: AppState, shelf: MemoryShelf
) -> None:
    record_consent(shelf, True)
    host, phone = browser("host"), seated_browser("friday", "blue", "aya")
    assert set(re.findall(r"<option>(.*?)</option>", host.get("/played").text)) == {"aya", "Bo &lt;b&gt;"}
    assert "<option>" not in phone.get("/played").text
    assert send_form(phone, "/played", take_out="aya").status_code == 422
    assert send_form(host, "/played", take_out="nobody").status_code == 422
    answer = send_form(host, "/played", take_out="aya").text
    assert "removed from 1 evening" in answer
    assert "friday" in answer
    page = phone.get("/played").text
    assert "aya" not in page.casefold().replace("player", "")
    assert "somebody" in page
    assert {sitting.name for sitting in app_state.people.sittings("friday").values()} == {""}
    assert phone.visitor.name == ""
