"""What pages show of the games: the winner once, whose land it is, the keep, the signs of each game."""

import re

import pytest

from companion.play.games import GAMES, get_game
from companion.service.kept_tables import OpenTables
from companion.table.shelf import MemoryShelf
from tests.play.honshu import moves
from tests.web.browser import moments
from tests.web.browser.examples import make_samurai, make_tower_alone, make_whole_board
from tests.web.conftest import Browser

SEATS = {"shogun": "kabuto", "hogen": "banner", "honshu": "sail"}


def test_the_score_page_names_the_shogun_once_or_all_who_share_the_win(browser: Browser, shelf: MemoryShelf) -> None:
    moments.make_board_end(shelf, "end")
    page = browser("watcher").get("/t/end/score").text
    panel = page.partition('<div class="victor" data-seat="yellow">')[2].partition("</div>\n")[0]
    assert "<span>将</span><span>軍</span>" in panel
    assert "Yellow is the Shogun." in panel
    assert panel.count("kabuto-yellow.svg") == 1
    moments.make_shared_end(shelf, "shared")
    shared = browser("watcher").get("/t/shared/score").text.partition('<div class="victor"')[2].partition("</h1>")[0]
    assert sorted(re.findall(r"kabuto-(\w+)\.svg", shared)) == ["blue", "red"]
    assert "Blue and Red share the win." in shared
    others = page.partition('<ol class="totals">')[2].partition("</ol>")[0]
    assert re.findall(r'<li data-seat="(\w+)">', others) == ["blue", "red"]


def test_the_map_knows_whose_each_province_is(browser: Browser, shelf: MemoryShelf) -> None:
    make_whole_board(shelf, "spring")
    page = browser("watcher").get("/t/spring/board").text
    lands = OpenTables(shelf).open("spring").state.game.realm.lands
    owners = [each.owner for each in lands.values() if each.owner]
    assert len(owners) == 27
    assert sorted(re.findall(r'data-seat="(\w+)"[^>]*><use href="[^"]*#p-', page)) == sorted(owners)


def test_a_plan_has_the_map_of_ones_own_provinces(seated: Browser, shelf: MemoryShelf) -> None:
    moments.MOMENTS["full-planning"].make(shelf, "friday")
    page = seated("friday", "blue", "Aya").get("/t/friday/plan").text
    cards = re.findall(r'<path d="M[^"]+" data-card="([^"]+)"/>', page)
    (offered, *_) = re.findall(r'<select id="card-[^>]+><option value="">[^<]*</option>(.*?)</select>', page)
    assert cards == re.findall(r'<option value="([^"]+)"', offered)
    assert len(cards) == 9


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_its_own_seat_emblem(browser: Browser, shelf: MemoryShelf, game: str) -> None:
    if game == "honshu":
        moves.begin(shelf, "table", {"blue": "Aya", "red": "Bo"}, 5)
    else:
        {"shogun": make_tower_alone, "hogen": make_samurai}[game](shelf, "table")
    page = browser("player").get("/t/table/seat").text
    assert get_game(game).emblem == SEATS[game]
    assert set(re.findall(r"/img/(kabuto|banner|sail)-", page)) == {SEATS[game]}
    assert f"/img/game-{game}.webp" in browser("player").get("/").text
