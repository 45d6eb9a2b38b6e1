"""No page is larger than a phone is sent at once, at any moment of a game with all seats taken."""

from collections.abc import Iterator
from itertools import cycle, islice
from random import Random
from typing import Any

import pytest

from companion.data.catalogue import LANGUAGES
from companion.data.shogun import Side
from companion.data.shogun.towers import load_presets
from companion.play.hogen import GAME as HOGEN
from companion.play.honshu.state import SEATS
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.start import SetUp, begin_table
from companion.service.playing import play
from companion.service.session import Session
from companion.table.shelf import Shelf
from companion.web.access import quote_table_name
from companion.web.app import list_pages
from companion.web.app_state import AppState
from tests.play.hogen.played import play as played_hogen
from tests.play.honshu import moves, phones
from tests.rules.shogun.playthrough import Game
from tests.web.asking import Asking
from tests.web.browser.examples import NO_PAGE, WAYS, make_tower_alone
from tests.web.browser.moments import MOMENTS
from tests.web.browser.moments import WAYS as MOMENT_WAYS

pytestmark = pytest.mark.deep

MOST_BYTES = 40_000
NAMES = ("Maximiliane von Ōsaka", "Wilhelmine", "Bartholomäus", "Ferdinand-Karl", "Konstantinopel")
TABLE = "Samstag Abend in Hakodate"
Play = Iterator[tuple[Session[Any], int]]
"""A table again and again as its game goes on, and in how many languages it is looked at then."""


def honshu(shelf: Shelf) -> Play:
    here = moves.begin(shelf, TABLE, dict(zip(SEATS, NAMES, strict=True)), 4)
    for number, request in enumerate(phones.game(here, SEATS, Random(3))):
        yield here, number % 24 == 0
        assert play(here, request).yes
    yield here, len(LANGUAGES)


def shogun(shelf: Shelf) -> Play:
    """Both years on the side of the board that has most sea routes."""
    game = Game(5, "golden 5", Side.MOON)
    list(game.play())
    began = begin_table(game.players, load_presets()["shogun"], "golden 5", "0" * 32)
    here = Session(shelf, TABLE, SHOGUN, began)
    for number, request in enumerate((SetUp("draft", Side.MOON), *game.requests)):
        yield here, number % 40 == 0
        assert play(here, request).yes
    yield here, len(LANGUAGES)


def hogen(shelf: Shelf) -> Play:
    course = [step.request for step in played_hogen(4, Random(5), 50)]
    here = Session(shelf, TABLE, HOGEN, course[0])
    for number, request in enumerate(course[1:]):
        yield here, number % 5 == 0
        assert play(here, request).refused is None
    yield here, len(LANGUAGES)


def stages(shelf: Shelf) -> Play:
    """Each stage of a round before its actions, and a tower alone."""
    makers = [moment.make for name, moment in MOMENTS.items() if name.startswith("full-")]
    for number, make in enumerate((make_tower_alone, *makers)):
        make(shelf, f"{TABLE} {number}")
        yield Session(shelf, f"{TABLE} {number}", SHOGUN), 1


def addresses(table: str, game: str) -> Iterator[str]:
    """Every page of a table, and each further way to it."""
    for page in list_pages():
        if page.show is None or page.path in NO_PAGE or page.game not in (game, ""):
            continue
        if "{" not in (path := page.path.replace("{table}", quote_table_name(table))):
            ways = (*WAYS.get(page.path, ()), *MOMENT_WAYS.get(page.path, ()))
            yield from {path, *(path + way.after for way in ways)} if path != page.path else ()
    yield "/screen"


@pytest.mark.parametrize("course", [honshu, shogun, hogen, stages])
def test_every_page_is_small_at_every_moment(course, shelf, app_state: AppState, browser) -> None:
    people: dict[str, Asking] = {role: browser(role) for role in ("player", "host", "watcher")}
    who = app_state.people.find_visitor(people["player"].cookies["companion"])
    large: dict[str, tuple[int, str, str]] = {}
    seen, sat = 0, set[str]()
    spoken = cycle(LANGUAGES)
    for here, languages in course(shelf):
        if not languages:
            continue
        game = here.history.game
        seats = [seat.id for seat in game.seats(here.state)]
        for at, (seat, name) in enumerate(zip(seats, NAMES, strict=False) if here.name not in sat else ()):
            there = who if at == 0 else app_state.people.admit("player")[0]
            app_state.people.sit(here.name, seat, there, name)
        sat.add(here.name)
        for language in islice(spoken, languages):
            for role, asks in people.items():
                asks.get("/language", params={"to": language}, follow_redirects=False)
                for address in addresses(here.name, game.name):
                    page = asks.get(address)
                    if page.headers["content-type"].startswith("text/html"):
                        assert page.status_code < 500
                        seen += page.status_code == 200
                        most = large.get(address, (0, "", ""))
                        large[address] = max(most, (len(page.content), role, language))
    assert seen > 100
    assert {address: each for address, each in large.items() if each[0] >= MOST_BYTES} == {}
