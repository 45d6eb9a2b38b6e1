"""A house with tables in memory and browsers that ask it for pages; a laptop, and phones in Chromium."""

from collections.abc import Callable, Iterator
from re import search
from typing import Any

import httpx2 as httpx
import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page

from companion.data.shogun.towers import load_presets
from companion.service import hogen
from companion.service.kept_tables import OpenTables
from companion.service.shogun.session import begin_table
from companion.table.history import History
from companion.table.shelf import MemoryShelf, Shelf
from companion.web.app import make_app
from companion.web.app_state import AppState
from tests.play.honshu import moves as honshu_moves
from tests.web.app_browser import AppBrowser
from tests.web.evening import Evening, Phones, open_chromium, open_evening

Browser = Callable[..., AppBrowser]


@pytest.fixture
def shelf() -> MemoryShelf:
    return MemoryShelf()


@pytest.fixture
def tables(shelf: MemoryShelf) -> OpenTables:
    return OpenTables(shelf)


@pytest.fixture
def app(tables: OpenTables):
    return make_app(tables)


@pytest.fixture
def app_state(app) -> AppState:
    return app.state.app_state


@pytest.fixture
def browser(app) -> Browser:
    """Makes a browser; with the code of a role it has come in."""

    def make_client(role: str | None = None, **headers: str) -> AppBrowser:
        client = AppBrowser(app, headers=headers)
        return client if role is None else client.join(role)

    return make_client


@pytest.fixture
def friday(shelf: MemoryShelf):
    return honshu_moves.begin(shelf, "friday", {"blue": "Aya", "red": "Bo"}, 5)


@pytest.fixture
def harvest(shelf: MemoryShelf):
    preset = next(iter(load_presets().values()))
    return begin_table(shelf, "harvest", ["blue", "yellow", "red"], preset, seed="spring rain")


@pytest.fixture
def genpei(shelf: MemoryShelf):
    return hogen.begin(shelf, "genpei", ["Aya", "Bo", "Chen"], {})


PLAYED = (
    "browser/test_board.py::test_a_spring_is_played_on_the_board",
    "browser/test_editing.py::test_a_tapped_text_opens_its_cell_and_a_chosen_element_is_moved",
    "browser/test_editing.py::test_a_row_is_written_by_keys_alone_and_is_on_the_card_as_it_is_typed",
    "browser/test_fall.py::test_cubes_fall_through_a_tower_that_fills_the_screen",
    "browser/test_honshu.py::test_two_phones_and_a_big_screen_play_a_scoring",
    "browser/test_honshu_hands.py::test_card_depth_and_best_place_stand_above_the_thumb_bar",
    "browser/test_keys.py::test_a_battle_is_thrown_by_keys",
    "browser/test_keys.py::test_tab_goes_round_every_page_without_getting_trapped",
    "browser/test_offline.py::test_a_throw_made_offline_is_sent_when_the_network_is_back",
    "browser/test_pages.py",
    "browser/test_photo.py::test_a_photo_becomes_a_score_by_a_few_taps",
    "browser/test_print.py::test_a_deck_is_printed_from_a_phone",
    "browser/test_offline.py::test_two_quick_taps_both_take_effect",
    "browser/test_replay.py::test_the_replay_file_plays_the_game_without_any_request",
    "browser/test_screen.py::test_the_big_screen_goes_by_itself_from_join_code_to_throw_and_on",
    "browser/test_tapped_map.py::test_no_square_moves_when_the_map_grows",
    "browser/test_watch.py::test_a_save_changes_the_one_card_it_touches",
    "browser/test_keys.py::test_a_call_is_chosen_by_arrows",
    "pocket/test_front.py::test_the_front_page_works_before_python_is_loaded",
    "pocket/test_nothing_lost.py::test_a_tab_that_crashes_in_the_middle_of_taps",
    "pocket/test_offline.py",
    "pocket/test_own_decks.py::test_a_folder_with_kanji",
    "pocket/test_photos.py::test_a_photo_becomes_a_score_without_a_line",
    "pocket/test_press.py::test_a_phone_prints_offline_and_shows_each_sheet",
    "pocket/test_update.py::test_a_newer_version_opens",
)
"""What ``make test`` plays in a browser, below this folder, and all else is deep: each page once, one game a
game, the pocket opened, offline, updated, with one deck."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if {"chromium", "playwright"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)
            if not item.nodeid.startswith(tuple(f"tests/web/{name}" for name in PLAYED)):
                item.add_marker(pytest.mark.deep)


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """An evening to play at, with every example table."""
    with open_evening(tmp_path_factory.mktemp("evening")) as evening:
        yield evening


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    """One for each module: Playwright's loop has to end before other tests run one of their own."""
    with open_chromium() as browser:
        yield browser


@pytest.fixture
def phones(chromium: Chromium, evening: Evening) -> Iterator[Phones]:
    """Makes phones for one test; nothing may have gone wrong on any of their pages."""
    made = Phones(chromium, evening)
    yield made
    made.close()
    assert made.wrong == []


@pytest.fixture
def phone(phones: Phones) -> Page:
    return phones("Aya")


@pytest.fixture
def seated_browser(browser: Browser) -> Browser:
    """Makes the browser of somebody who sits at a seat of a table."""

    def sit(table: str, seat: str, name: str = "", role: str = "player", **headers: str) -> AppBrowser:
        return browser(role, **headers).sit(table, seat, name or seat.capitalize())

    return sit


def keep_log(shelf: Shelf, name: str, log: History[Any]) -> None:
    """Put a table that was played elsewhere onto a shelf."""
    with shelf.transaction():
        shelf.add_table(name, log.game.name, log.game.version)
        for step in log:
            shelf.append_event(name, step.event)


def send_form(client: httpx.Client, page: str, path: str = "", /, *, lead: Any = True, **sent: Any) -> httpx.Response:
    """Send the form of a page, to that page or another, as a browser without a script does.

    What is sent as ``None`` is left out; with ``lead`` the browser goes where the answer leads.
    """
    body: dict[str, Any] = {**read_fields(client.get(page).text), **sent}
    whole = {name: each for name, each in body.items() if each is not None}
    return client.post(path or page.partition("?")[0], data=whole, follow_redirects=lead)


def read_fields(html: str) -> dict[str, str]:
    found = {}
    for name in ("token", "tap", "seen"):
        value = search(rf'name="{name}" value="([^"]*)"', html)
        if value:
            found[name] = value[1]
    return found
