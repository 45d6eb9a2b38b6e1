"""The end of a game as everybody sees it: who has won, the points by part, what was remarkable."""

import re

import pytest

from companion.service.kept_tables import OpenTables
from companion.table.shelf import MemoryShelf
from tests.service.test_remembered import take_in_table
from tests.web.browser import moments
from tests.web.browser.examples import make_whole_board
from tests.web.conftest import Browser


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
