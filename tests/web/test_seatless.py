"""A phone that has no seat yet looks on: each page offers it one, and nothing that it may not do."""

import re

import pytest

from companion.web.app import list_pages
from companion.web.context import PLAYERS, WATCHERS
from tests.web.browser.examples import EXAMPLES, NO_PAGE
from tests.web.browser.moments import MOMENTS
from tests.web.conftest import Browser
from tests.web.plain_browser import ReadPage

GAMES = {**EXAMPLES, **MOMENTS}
TABLES = [name for name, each in GAMES.items() if each.seats and name not in ("harvest", "worded")]
"""Where a tower alone is thrown, anybody may throw it."""


@pytest.mark.few(5)
@pytest.mark.parametrize("table", TABLES)
def test_a_phone_without_a_seat_is_offered_one_and_the_game_and_no_form(table: str, shelf, browser: Browser) -> None:
    GAMES[table].make(shelf, table)
    phone, games = browser("player"), (GAMES[table].game, "")
    pages = [
        page.path.replace("{table}", table)
        for page in list_pages()
        if page.show and page.path.startswith("/t/{table}") and page.path not in NO_PAGE
        if not page.path.endswith("/file")  # which a phone keeps, and no page of the table
        if page.game in games and page.role in (PLAYERS, WATCHERS)
    ]
    assert f"/t/{table}" in pages
    for path in pages:
        answer = phone.get(path, follow_redirects=True)
        if answer.url.path.endswith("/seat"):
            continue
        asked = [form for form in ReadPage(answer.text).forms.values() if form.posts and form.buttons]
        assert (path, asked) == (path, [])
        assert f'href="/t/{table}"' in answer.text, path
        without_menu = re.sub('<details class="menu">.*?</details>', "", answer.text, flags=re.S)
        assert f'href="/t/{table}/seat"' in without_menu, path
