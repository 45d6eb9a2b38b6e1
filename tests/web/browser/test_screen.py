"""The big screen in a browser: it leads itself without a tap, fits, and is read from three metres."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.play.shogun.fights import TakeTurn
from companion.play.shogun.standing import find_next_action
from companion.rules.shogun.campaign import Order
from companion.service.kept_tables import OpenTables
from companion.service.playing import play
from companion.table.store import Store
from tests.web.browser.examples import make_whole_board
from tests.web.browser.moments import make_board_end
from tests.web.evening import Evening, Phones, open_evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """A laptop of this test's own: what stands open elsewhere would be shown too."""
    with open_evening(tmp_path, tables={}) as evening:
        yield evening


def test_the_big_screen_goes_by_itself_from_join_code_to_throw_and_on(phones: Phones, evening: Evening) -> None:
    screen = phones("host", width=1920, height=1080)
    screen.goto("/screen")
    expect(screen.get_by_role("heading", name="Point your camera here")).to_be_visible()
    evening.lay("kabuto", make_whole_board, {})
    expect(screen.locator(".top-seat")).to_have_text("kabuto")
    expect(screen.locator(".qr")).to_be_visible()  # seats are free and nobody has played yet
    with Store(evening.store) as shelf:
        tables = OpenTables(shelf)
        session = tables.open("kabuto")
        waiting = find_next_action(session.state)
        source, target, most = next(
            each for each in waiting.marches if session.state.game.realm.lands[each[1]].owner != waiting.player
        )
        attack = Order(waiting.player, waiting.action, source, target, most, None)
        play(session, TakeTurn(attack, None, blanks=False))
        expect(screen.locator("#verdict")).to_be_visible()
        blank = Order(find_next_action(session.state).player, waiting.action, None, None, 0, None)
        play(session, TakeTurn(blank, None, blanks=False))
        expect(screen.locator(".board-page")).to_be_visible()
        tables.delete("kabuto")
    expect(screen.get_by_role("heading", name="Point your camera here")).to_be_visible()
    assert screen.url.endswith("/screen")


def test_the_end_belongs_to_the_winner_in_one_view_without_buttons(phones: Phones, evening: Evening) -> None:
    evening.lay("kabuto", make_board_end, {})
    screen = phones("host", width=1280, height=720)
    screen.goto("/screen?drawn=1.kabuto/")
    expect(screen.get_by_text("The luckiest throw")).to_be_visible()
    assert screen.locator(".victor").evaluate("(each) => each.offsetWidth") >= 1240
    assert screen.evaluate("() => document.documentElement.scrollHeight") <= 720
    assert screen.locator("main, .thumb").locator(":is(button, a, summary):visible").count() == 0
