"""The big screen: let in by a number, led by itself from the code to join to the end, and never a secret."""

import re
import runpy
from pathlib import Path

import pytest

from companion.play.hogen.moves import LayRallied
from companion.play.hogen.views import view
from companion.service.kept_tables import OpenTables
from companion.service.playing import play
from companion.web.app import make_app
from companion.web.app_state import AppState, Settings, TableAddress
from tests.web.app_browser import AppBrowser
from tests.web.browser.examples import COLOURS, EXAMPLES, make_samurai, make_whole_board
from tests.web.browser.moments import MOMENTS
from tests.web.plain_browser import PlainBrowser

GAMES = {**EXAMPLES, **MOMENTS}


@pytest.fixture
def app(tables: OpenTables):
    return make_app(tables, Settings(addresses=lambda: (TableAddress("http://192.168.1.20:8642"),)))


class Television:
    """A screen that asks for its page again and again, as its script does."""

    def __init__(self, client: AppBrowser) -> None:
        self.client, self.page = client, ""

    def refresh(self) -> str:
        drawn = re.search(r'data-drawn="([^"]*)"', self.page)
        headers = {"x-companion-drawn": drawn[1]} if drawn else {}
        self.page = self.client.get("/screen", headers=headers).text
        return self.page


@pytest.fixture
def screen(app, browser) -> Television:
    tv, host = browser(), PlainBrowser(browser("host"))
    number = re.search(r'<p class="code">(\d{4})</p>', tv.get("/screen").text)
    assert number is not None
    host.scan("/lobby")
    assert "192.168.1.20:8642/screen" in host.page
    host.tap("Let this screen in", number=f"{(int(number[1]) + 1) % 10_000:04}")
    assert "No screen shows that number" in host.page
    assert number[1] in tv.get("/screen").text
    host.scan("/lobby")
    host.tap("Let this screen in", number=number[1])
    assert host.url == "/lobby"
    return Television(tv)


@pytest.mark.parametrize("kind", ["phone", "laptop", "screen"])
def test_no_label_of_the_board_lies_on_another(kind):
    labels = runpy.run_path(str(Path(__file__).parents[2] / ".ci/board_labels.py"))
    assert labels["read_places"](kind).list_overlaps() == []


def read_headline(page: str) -> str:
    found = re.search("<h1.*?</h1>", page, re.S)
    assert found is not None
    return " ".join(re.sub("<.*?>", " ", found[0]).split())


def test_a_stranger_sees_a_number_and_nothing_else(app, browser, shelf) -> None:
    make_whole_board(shelf, "kabuto")
    tv = browser()
    shown = set()
    for _ in range(3):  # it stays the same
        answer = tv.get("/screen")
        assert "kabuto" not in answer.text
        assert answer.headers["refresh"] == "5"
        shown |= {*re.findall(r"\d{4}(?=</p>)", answer.text)}
    assert len(shown) == 1
    assert tv.get("/screen").text.count(app.state.app_state.join_code) == 0


def test_the_screen_follows_join_code_game_end_and_next_game(
    screen: Television, browser, app_state: AppState, shelf, tables: OpenTables
) -> None:
    assert app_state.join_code in screen.refresh()  # no table: one can come in all the same
    make_samurai(shelf, "genpei")
    assert app_state.join_code in screen.refresh()
    for _ in "ABC":
        phone = PlainBrowser(browser())
        phone.scan(f"/join/{app_state.join_code}")
        assert app_state.join_code in screen.refresh()
        phone.tap("Sit down")
    page = screen.refresh()
    assert app_state.join_code not in page
    assert read_headline(page) == "Still to choose a rallied samurai: Aya, Bo, Chen."
    session = app_state.open_table("genpei")
    for seat in "ABC":
        own = view(session.state, seat).private
        assert own is not None
        play(session, LayRallied(seat, str(own.hand[0])))
    assert "calls or accuses" in read_headline(screen.refresh())
    make_whole_board(shelf, "kabuto")  # two are open: it stays where something happened last, and says so
    assert "Also open: kabuto" in screen.refresh()
    for name in ("heiji", "hogen", "jisho", "kamakura"):
        make_samurai(shelf, name)
    also = re.search(r'<p class="also">(.*?)</p>', screen.refresh())
    assert also is not None
    assert (also[1].count(", "), also[1][-11:]) == (2, "And 2 more.")
    for name in ("heiji", "hogen", "jisho", "kamakura", "genpei"):
        tables.delete(name)
    assert "Also open" not in screen.refresh()
    assert "kabuto" in screen.refresh()
    tables.delete("kabuto")
    assert read_headline(screen.refresh()) == "Point your camera here"


def test_the_winner_stays_over_a_new_start_until_something_happens_elsewhere(
    screen: Television, app_state: AppState, shelf
) -> None:
    make_samurai(shelf, "waits")
    MOMENTS["hogen-over"].make(shelf, "genpei")
    assert "has won" not in read_headline(screen.refresh())  # it did not see it
    screen.page = 'data-drawn="1.genpei/"'
    app_state.note_event("waits")
    app_state.note_event("genpei")  # the move that ended it
    assert "has won" in read_headline(screen.refresh())
    assert "Also open: waits" in screen.page
    cookies = screen.client.cookies
    screen.client = AppBrowser(make_app(OpenTables(shelf)))
    screen.client.cookies = cookies
    for _ in range(2):
        assert "has won" in read_headline(screen.refresh())
    after = screen.client.app.state.app_state
    after.note_event("waits")
    assert "has won" not in screen.refresh()


@pytest.mark.parametrize("table", [name for name, each in GAMES.items() if each.seats])
def test_the_screen_page_is_the_same_for_players_and_watchers(table: str, browser, app_state: AppState, shelf) -> None:
    example = GAMES[table]
    example.make(shelf, "friday")
    player, watcher = browser("player"), browser("watcher")
    for seat in example.seats:
        (player if seat == example.seats[0] else browser("player")).sit("friday", seat, seat)
    played, looked = player.get("/screen"), watcher.get("/screen")
    assert played.status_code == looked.status_code == 200
    own, others = (re.sub(r'name="(?:tap|token)" value="[^"]*"', "", each.text) for each in (played, looked))
    if not app_state.list_running_tables():  # a game that was over before anybody looked
        assert "friday" not in own
        return
    assert own == others
    assert "<form" not in own
    assert own.count("<h1") == 1
    assert len(played.content) <= 40_000
    assert 'data-live="/live"' in own
    assert '<noscript><meta http-equiv="refresh"' in own


@pytest.mark.parametrize("drawn", ["0.kabuto/seat?", "x", "9.../", "é.kabuto", "8.kabuto/live"])
def test_the_screen_shows_only_public_pages_whatever_it_claims_drawn(
    drawn: str, screen: Television, browser, app_state: AppState, shelf
) -> None:
    make_whole_board(shelf, "kabuto")
    for seat in COLOURS:
        browser("player").sit("kabuto", seat, seat)
    now = drawn.replace("8", str(len(app_state.open_table("kabuto").history)))
    for answer in (
        screen.client.get("/screen", headers={"x-companion-drawn": now.encode()}),
        screen.client.get("/screen", params={"drawn": now}),
    ):
        assert answer.status_code == 200
        assert 'class="board-page"' in answer.text
