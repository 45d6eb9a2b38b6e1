"""What was played, at the end of a game and later: who has won, the points, what was remarkable, its files."""

import re

import pytest

from companion.service.kept_tables import OpenTables
from companion.service.results import DAY, record_consent
from companion.table.shelf import MemoryShelf
from companion.web.app_state import AppState
from tests.service.test_remembered import play_evening, take_in_table
from tests.web.browser import moments
from tests.web.browser.examples import make_whole_board
from tests.web.conftest import Browser, send_form

QUESTION = "Remember results on this laptop?"
AGREE = 'name="remember" value="yes"'


@pytest.fixture
def friday(shelf: MemoryShelf):
    return play_evening(shelf, "friday", seats={"blue": "Aya", "red": "Bo <b>"})


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


@pytest.mark.parametrize("table", ["full", "honshu"])
def test_the_result_page_shows_winners_and_points_by_part(
    browser: Browser, seated_browser: Browser, shelf: MemoryShelf, table: str
) -> None:
    take_in_table(shelf, table)
    if table == "full":
        seated_browser(table, "yellow", "Aya <b>")
    page = browser("watcher").get(f"/t/{table}/result").text
    assert ("Aya &lt;b&gt; is the Shogun." in page) == (table == "full")
    alone = "is the Shogun." if table == "full" else "has won."  # as where the game is
    assert (alone in page) != ("share the win." in page)
    text = re.search(r"(?s)<textarea.*?>(.*?)</textarea>", page)
    assert text
    called = re.findall(r"\n\d\. (.+?)(?: \((.+)\))?: \d+", text[1])
    assert len(called) > 1
    assert all(name != seat for name, seat in called)
    assert 'class="victor"' in page
    bars = re.findall(r'<svg class="bar grows".*?</svg>', page)
    ends = [int(points) for points in re.findall(r'class="end num">(\d+)<', page)]
    assert len(bars) == len(ends)
    parts = [sum(map(int, re.findall(r" (\d+)", sub))) for sub in re.findall(r'class="sub">(.*?)</span>', page)]
    assert parts == ends
    widths = [sum(map(float, re.findall(r'width="([\d.]+)%"', bar))) for bar in bars]
    assert widths == pytest.approx([100 * each / max(ends) for each in ends], abs=0.3)
    assert "一" in page


def test_a_game_that_nobody_won_says_so(browser: Browser, shelf: MemoryShelf) -> None:
    take_in_table(shelf, "hogen-dealt")
    page = browser("host").get("/t/hogen-dealt/result").text
    assert "Nobody has won." in page
    assert "The most revealing call: Bo called" in page
    assert 'class="victor"' not in page


def test_the_score_page_names_the_shogun_once_or_all_who_share_the_win(browser: Browser, shelf: MemoryShelf) -> None:
    moments.make_board_end(shelf, "end")
    page = browser("watcher").get("/t/end/score").text
    panel = page.partition('<div class="victor" data-seat="yellow">')[2].partition("</div>\n")[0]
    assert "<span>将</span><span>軍</span>" in panel
    assert "Yellow is the Shogun." in panel
    assert panel.count("kabuto-yellow.svg") == 1
    moments.make_shared_end(shelf, "shared")
    for code, word in (("en", "shared"), ("fr", "à égalité"), ("de", "gleichauf")):
        result = browser("watcher", **{"accept-language": code}).get("/t/shared/result").text
        assert re.findall(r"(\d)\. [^(<]*(?:<[^(]*)?\(([^)]*)\)</span>", result) == [("1", word), ("1", word)]
    shared = browser("watcher").get("/t/shared/score").text.partition('<div class="victor"')[2].partition("</h1>")[0]
    assert sorted(re.findall(r"kabuto-(\w+)\.svg", shared)) == ["blue", "red"]
    assert "Blue and Red share the win." in shared
    others = page.partition('<ol class="totals">')[2].partition("</ol>")[0]
    assert re.findall(r'<li data-seat="(\w+)">', others) == ["blue", "red"]


def test_the_map_shows_the_owner_of_each_province(browser: Browser, shelf: MemoryShelf) -> None:
    make_whole_board(shelf, "spring")
    page = browser("watcher").get("/t/spring/board").text
    lands = OpenTables(shelf).open("spring").state.game.realm.lands
    owners = [each.owner for each in lands.values() if each.owner]
    assert len(owners) == 27
    assert sorted(re.findall(r'data-seat="(\w+)"[^>]*><use href="[^"]*#p-', page)) == sorted(owners)
