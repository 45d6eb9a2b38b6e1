"""Whatever is sent to any page: no page fails, screens change nothing, and every log holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from urllib.parse import urlencode

import pytest

from companion.play.games import get_game
from companion.table.history import History
from companion.web.access import quote_table_name
from companion.web.app import list_pages
from tests.choice import pick
from tests.play.hogen import random_play as hogen_tables
from tests.play.shogun.plans.planned_tables import begin_planning, lay_plans, open_round, play_round
from tests.web.app_browser import AppBrowser, House
from tests.web.attacks.vandals import fill_in_forms, mutate_form
from tests.web.conftest import keep_log, read_fields

PHONES = ("host", "one", "two", "three", "nobody", "screen")
"""Whoever opened the tables; three who sit at each; a player without a seat; a screen that looks on."""


def build_plan_log(*steps: Callable[[History], object]) -> History:
    history = begin_planning()
    for step in steps:
        step(history)
    return history


TABLES: dict[str, Callable[[], History]] = {
    "planning": build_plan_log,
    "deciding": lambda: build_plan_log(lay_plans, open_round),
    "winter": lambda: build_plan_log(lay_plans, open_round, play_round),
    "rallying": lambda: hogen_tables.play_at_random(3, Random(1), 0, 0),
    "calling": lambda: hogen_tables.play_at_random(3, Random(1), 7, 0),
}
"""Games by the phase they are in."""


class World(House):
    """A house full of tables, and phones at them."""

    def count_events(self) -> dict[str, int]:
        """The events of each table, but looks: a page of a seat that another screen shows is one."""
        tables = {name: self.tables.open(name).history for name in self.tables.names()}
        return {name: sum(step.event.kind != "look" for step in log) for name, log in tables.items()}

    def __init__(self) -> None:
        super().__init__()
        self.tables = self.app_state.tables
        self.phones: dict[str, AppBrowser] = {}
        for phone in PHONES:
            role = {"host": "host", "screen": "watcher"}.get(phone, "player")
            self.phones[phone] = self.join(role, follow_redirects=False)
        host = self.phones["host"]
        for game, more in (("honshu", {"blue": "Aya", "red": "Bo"}), ("shogun", {}), ("hogen", {})):
            page = host.get(f"/new/{game}")
            filled = next(fields for _, posts, fields in fill_in_forms(page.text, Random(2)) if posts)
            host.post(f"/new/{game}", data={**dict(filled), "name": game, **more})
        for name, make in TABLES.items():
            keep_log(self.shelf, name, make())
        for name in self.tables.names():
            self.take_seats(name)

    def take_seats(self, name: str) -> None:
        page = self.phones["host"].get(f"/t/{quote_table_name(name)}/seat").text
        seats = dict.fromkeys(re.findall(r'name="seat"[^>]*value="([^"]+)"', page))
        for seat, player in zip(seats, ("one", "two", "three"), strict=False):
            self.phones[player].sit(name, seat, player)


@pytest.fixture(scope="module")
def world() -> World:
    return World()


def list_addresses(world: World, chance: Random) -> Iterator[str]:
    """Every page, at every table of its game, in some order."""
    found = []
    for page in list_pages():
        # What prints goes on between two pages, and here every page has a loop of its own.
        if page.show is None or page.path.startswith("/print") or page.path.endswith(("/live", ".pdf")):
            continue
        for name in world.tables.names() if "{table}" in page.path else ("",):
            if not name or page.game in ("", world.tables.open(name).history.game.name):
                path = page.path.replace("{table}", quote_table_name(name))
                found.append(re.sub(r"\{[^}]*\}", lambda _: chance.choice(("WRONG", "1", "blue", "A")), path))
    chance.shuffle(found)
    yield from found


@pytest.mark.parametrize("seed", pick(range(2), 1))
def test_no_mutated_form_makes_a_page_fail(world: World, seed: int) -> None:
    chance, sent = Random(seed), 0
    taps: list[str] = []
    for path in list_addresses(world, chance):
        phone = chance.choice(PHONES)
        page = world.phones[phone].get(path)
        if page.status_code == 303:
            path = page.headers["location"]
            page = world.phones[phone].get(path)
        assert page.status_code < 500, path
        for action, posts, filled in chance.sample(found := fill_in_forms(page.text, chance), min(2, len(found))):
            target = action or path
            if target.endswith(("/delete", "/rename")):
                continue
            sender = world.phones[chance.choice((phone, phone, *PHONES))]
            token = read_fields(sender.get("/settings").text).get("token", "")
            own = [(name, token if name == "token" else value) for name, value in filled]
            if taps and chance.random() < 0.2:
                own = [(name, chance.choice(taps) if name == "tap" else value) for name, value in own]
            taps += [value for name, value in own if name == "tap"]
            body = urlencode(mutate_form(own, chance), errors="replace")
            for _ in range(2):
                events = world.count_events()
                if not posts:
                    answer = sender.get(f"{target.partition('?')[0]}?{body[:32_000]}")
                else:
                    kind = {"content-type": "application/x-www-form-urlencoded"}
                    answer = sender.post(target, content=body, headers=kind)
                assert answer.status_code < 500, (target, body)
                if sender is world.phones["screen"] or answer.status_code != 303:
                    assert world.count_events() == events, (target, body)
                sent += answer.status_code == 303
                if "location" in answer.headers:
                    assert sender.get(answer.headers["location"]).status_code < 500, (target, body)
    assert sent > 10
    for header in world.tables.shelf.list_tables():
        log = History(get_game(header.game))
        for event in world.tables.shelf.list_events(header.name):
            log.replay_event(event)  # raises where it does not hold


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "ODD"])
def test_http_methods_other_than_get_and_post_are_refused(world: World, method: str) -> None:
    for path in ("/", "/t/calling", "/t/calling/live", "/static/x/live.js", "/join"):
        assert world.phones["host"].request(method, path).status_code == 405
