"""With a player more or fewer, and without a seat: nobody’s page comes to a dead end, or does what it may not."""

from __future__ import annotations

import re
from html import unescape

import pytest

from companion.play.game import game_of
from companion.web.app import list_pages
from companion.web.context import PLAYERS, WATCHERS
from tests.choice import EVERYTHING
from tests.web.app_browser import AppBrowser, House
from tests.web.browser.examples import EXAMPLES, NO_PAGE, Example, make_honshu_until
from tests.web.browser.moments import MOMENTS
from tests.web.conftest import Browser
from tests.web.plain_browser import ReadPage

AT = "/t/evening"
NAMES = ("Aya", "Bo", "Chen", "Dan", "Eri")


def _make_honshu(reached) -> Example:  # type: ignore[no-untyped-def]
    return Example("honshu", make_honshu_until(reached), ("blue", "red", "yellow"))


STAGES = {
    **EXAMPLES,
    **MOMENTS,
    "gathering": _make_honshu(lambda now: True),
    "told": _make_honshu(lambda now: now.private.hand is not None),
    "laying": _make_honshu(lambda now: len(now.laid_plays) == 1),
    "taking": _make_honshu(lambda now: bool(now.takers)),
    "neighbours": _make_honshu(lambda now: now.private.asks_neighbour),
}
SOME = STAGES if EVERYTHING else [*STAGES][::4]


class Evening(House):
    """A table, and a phone for each of its seats."""

    def __init__(self, example: Example) -> None:
        super().__init__()
        example.make(self.shelf, "evening")
        self.session = self.app_state.open_table("evening")
        self.phones: dict[str, AppBrowser] = {}
        for number, seat in enumerate(self.seats):
            self.phones[seat] = self.join()
            self.sit(self.phones[seat], seat, NAMES[number])

    @property
    def seats(self) -> list[str]:
        there = game_of(self.session).seats(self.session.state)
        return [each.id for each in there if each.name] or [each.id for each in there]

    def sit(self, phone: AppBrowser, seat: str, name: str) -> int:
        return phone.submit(f"{AT}/seat", seat=seat, name=name, language="en").status_code

    def list_names(self) -> list[str]:
        """Everybody a page can wait for: those who sit there, else by their seats."""
        sitting = self.app_state.people.sittings("evening")
        there = game_of(self.session).seats(self.session.state)
        known = [each.name or each.colour.capitalize() for each in there]
        return [*known, *(person.name for person in sitting.values() if person.name)]

    @property
    def is_over(self) -> bool:
        return bool(game_of(self.session).final_ranks(self.session))

    def check(self, reader: str, phone: AppBrowser) -> None:
        """A page has something to do, or names whom it waits for."""
        answer = phone.get(AT)
        assert answer.status_code == 200, reader
        if self.is_over:
            return
        page = answer.text
        now = re.search(r'<section class="now".*?</section>', page, re.S)
        due = re.search(r'<section class="due([^"]*)"[^>]*>.*?<p role="status">(.*?)</p>', page, re.S)
        heading = re.search(r"<h1[^>]*>(.*?)</h1>", page, re.S)
        assert heading is not None, reader
        if now is not None:
            words, acts = heading[1], "<form" in now[0] or 'class="mapcard pick"' in now[0]
        elif due is not None:
            words, acts = due[2], "mine" in due[1]
        else:
            forms = ReadPage(page[page.index("<main") :]).forms.values()
            words, acts = heading[1], any(each.posts and each.buttons for each in forms)
            acts = acts or 'class="act' in page
        onlooker = "You are watching" in page  # whom others wait for is told to those
        text = unescape(re.sub("<[^>]+>", "", words)).replace("\u00a0", " ")
        named = any(name in text for name in self.list_names())
        assert named or ((acts or onlooker) and "Wait for" not in text), (reader, str(answer.url), text)

    def check_all(self, **others: AppBrowser) -> None:
        for seat, phone in (self.phones | others).items():
            self.check(seat, phone)


@pytest.mark.parametrize("stage", SOME)
def test_with_one_player_more_the_game_goes_on_and_the_late_one_watches(stage: str) -> None:
    evening = Evening(STAGES[stage])
    late, before = evening.join(), evening.seats
    free = [each.id for each in game_of(evening.session).seats(evening.session.state) if each.id not in before]
    assert (evening.sit(late, (free or before)[0], "Zoe") == 303) == bool(free)
    if not free:
        assert "Every seat is taken" in late.get(f"{AT}/seat").text
        assert evening.seats == before
        assert ("You are watching" in late.get(AT).text) or evening.is_over
    evening.check_all(late=late)
    if free:  # and goes again: nobody waits for a seat without cards
        late.submit(f"{AT}/seat/free", seat=free[0])
        evening.check_all()
        assert "Zoe" not in evening.phones[before[0]].get(AT).text


@pytest.mark.parametrize("stage", SOME)
def test_with_one_player_fewer_the_game_goes_on_or_names_who_is_missing(stage: str) -> None:
    evening = Evening(STAGES[stage])
    for name, seat in zip(NAMES, evening.seats, strict=False):
        leaving = evening.phones.pop(seat)
        assert leaving.submit(f"{AT}/seat/free", seat=seat).status_code == 303
        evening.check_all()
        if seat in evening.seats:
            offered = leaving.get(f"{AT}/seat").text
            assert re.search(rf'name="seat" value="{seat}"(?![^>]*disabled)', offered), offered
        assert evening.sit(leaving, seat, name) == 303, seat
        evening.phones[seat] = leaving
    evening.check_all()


@pytest.mark.parametrize("stage", SOME)
def test_a_player_who_changes_seats_and_returns_holds_up_nobody(stage: str) -> None:
    evening = Evening(STAGES[stage])
    first, second, *_ = evening.seats
    evening.phones.pop(second).submit(f"{AT}/seat/free", seat=second)
    for seat in (second, first):  # and goes back to their own
        sat = evening.sit(evening.phones[first], seat, NAMES[0]) == 303
        assert sat or stage == "sunday"  # whose finished map stays under that name
        evening.check_all()


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
