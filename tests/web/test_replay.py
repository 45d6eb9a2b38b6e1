"""A game that is over is looked at again: on pages of its table, and as one page that needs no network."""

import json
import re

import pytest

from companion.data.shogun.facts import facts
from companion.play.shogun.state import Drafting
from companion.rules.shogun.bids import parse_bid
from companion.rules.shogun.campaign import Campaign
from companion.service.kept_tables import OpenTables
from companion.table.history import Snapshot
from companion.table.shelf import MemoryShelf
from companion.web.rendering import static_folder
from companion.web.replay import find_drawer
from tests.service.test_remembered import take_in_table
from tests.web.conftest import Browser
from tests.web.pocket.test_inside import Phone

SIGNS = {"blue": "●", "yellow": "★", "red": "▲"}


def test_every_moment_of_a_replay_has_a_page_without_script(browser: Browser, shelf: MemoryShelf) -> None:
    take_in_table(shelf, "full")
    screen = browser("watcher")
    page = screen.get("/t/full/replay?at=1").text
    last = int(re.search(r'max="(\d+)" value="1"', page)[1])
    assert last == len(OpenTables(shelf).open("full").history.standing_numbers)
    for seen in (*range(31, last, 30), last):
        page = screen.get(f"/t/full/replay?at={seen}").text
        assert f'value="{seen}"' in page
        assert ("One step forward" in page) == (seen < last)
    assert screen.get("/t/full/replay?at=9999").text.count(f"{last}/{last}") == 1
    assert len(page.encode()) < 40_000


def test_a_page_shows_the_armies_of_its_moment(browser: Browser, shelf: MemoryShelf) -> None:
    take_in_table(shelf, "full")
    history = OpenTables(shelf).open("full").history
    for at, number in [*enumerate(sorted(history.standing_numbers), 1)][::37]:
        game = history.get_transition(number).after.game
        draft = game.draft.lands if isinstance(game, Drafting) else {}
        lands = game.realm.lands if isinstance(game, Campaign) else draft
        armies = sorted(f"{SIGNS[each.owner]} {each.armies}" for each in lands.values() if each.owner)
        page = browser("player").get(f"/t/full/replay?at={at}").text
        assert sorted(re.findall(r'#b-t\d"/><text>([^<]+)<', page)) == armies


def test_a_game_in_progress_has_no_replay(browser: Browser, shelf: MemoryShelf, harvest) -> None:
    player = browser("player")
    for page in ("replay", "replay/file"):
        answer = player.get(f"/t/harvest/{page}")
        assert answer.status_code == 422
        assert "This game is not over" in answer.text
    for table in ("full", "honshu", "hogen-dealt"):
        take_in_table(shelf, table)
        session = OpenTables(shelf).open(table)
        for number in range(1, len(session.history) - 1):
            early = Snapshot(table, session.history.copy_until(number))
            if session.history.game.final_ranks(early):
                break
            assert find_drawer(early) is None


@pytest.mark.parametrize("table", ["full", "honshu", "hogen-dealt"])
def test_the_replay_file_refers_to_nothing_outside_itself(browser: Browser, shelf: MemoryShelf, table: str) -> None:
    take_in_table(shelf, table)
    answer = browser("player").get(f"/t/{table}/replay/file")
    assert f"''{table}.html" in answer.headers["content-disposition"]
    page = answer.text
    assert len(page.encode()) < 2_000_000
    named = re.findall(r'(?:href|src)="([^"#][^"]*)"|url\(([^#)][^)]*)\)', page)
    assert named
    assert all(each.startswith("data:") for pair in named for each in pair if each)
    frames = json.loads(re.search(r'id="film">(.*?)</script>', page, re.DOTALL)[1])
    assert len(frames) == len(OpenTables(shelf).open(table).history.standing_numbers)
    assert frames[0][2] == []
    french = browser("player", **{"accept-language": "fr"}).get(f"/t/{table}/replay/file").text
    assert '<html lang="fr">' in french


def test_a_replay_shows_the_bids_of_shogun_and_the_hands_of_hogen(browser: Browser, shelf: MemoryShelf) -> None:
    take_in_table(shelf, "full")
    session = OpenTables(shelf).open("full")
    names = {card.province for card in facts().cards}
    for at, number in enumerate(sorted(session.history.standing_numbers), 1):
        step = session.history.get_transition(number)
        if step.event.kind == "bids":
            page = browser("player").get(f"/t/full/replay?at={at}").text
            bids = [str(parse_bid(step.after.bids[player], names).describe()) for player in step.after.players]
            assert re.findall(r"Bid: ([^<]*)<", page) == bids
    take_in_table(shelf, "hogen-dealt")
    page = browser("player").get("/t/hogen-dealt/replay").text
    for part in page.split('class="piece"')[2:]:
        assert part.count('href="#card-') == 3  # a hand of two and the rallied samurai


def test_the_pocket_gives_the_replay_file_without_pictures() -> None:
    """The browser lays it in: Python has no pictures there."""
    phone = Phone()
    phone.tap("/new/honshu", table="friday", **{"player-blue": "Aya", "player-red": "Bo"})
    for seat, text in (("blue", "F F T"), ("red", "F T")):
        phone.tap("/t/friday/curtain", seat=seat)
        phone.tap("/t/friday/text", text=text)
    phone.tap("/t/friday")
    answered = phone.ask("GET", "/t/friday/replay/file")
    assert answered.status == 200
    assert answered.headers["content-type"] == "application/octet-stream"
    page = answered.body.decode()
    beside = re.search(r'<link rel="stylesheet" href="([^"]*)companion\.css"', page)[1]
    assert len(beside) > 1
    named = {each for each in re.findall(r'(?:href|src)="([^"#][^"]*)"', page)}
    assert all(each.startswith(beside) for each in named)
    assert all((static_folder() / each.removeprefix(beside)).is_file() for each in named)
