"""A cheat with a seat does nothing that is another's; whatever is sent, no page fails and every log holds."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Callable, Iterator
from random import Random
from urllib.parse import urlencode

import pytest

from companion.play.games import get_game
from companion.play.shogun.fights import ThrowCubes
from companion.service.session import Session
from companion.table.history import History
from companion.table.shelf import MemoryShelf
from companion.web.access import quote_table_name
from companion.web.app import list_pages
from companion.web.app_state import AppState
from tests.choice import pick
from tests.play.hogen import random_play as hogen_tables
from tests.play.shogun.plans.planned_tables import begin_planning, lay_plans, open_round, play_round
from tests.web.app_browser import AppBrowser, House, make_scope
from tests.web.attacks.vandals import fill_in_forms, mutate_form
from tests.web.conftest import keep_log, read_fields, send_form


class Evening(House):
    """A table of Hogen at which everybody has still to rally; Aya and Bo sit there."""

    def __init__(self) -> None:
        super().__init__()
        keep_log(self.shelf, "genpei", hogen_tables.play_at_random(3, Random(1), 0, 0))
        self.session: Session = self.app_state.open_table("genpei")
        self.aya, self.bo, self.guest = (self.join(follow_redirects=False) for _ in range(3))
        for seat, phone in (("A", self.aya), ("B", self.bo)):
            phone.sit("genpei", seat, seat)

    def send(self, phone: AppBrowser, page: str, **data: str) -> int:
        """What comes of a form that is as fresh as one can be."""
        now = {"seen": str(len(self.session.history)), "tap": secrets.token_hex(8)}
        form = {**read_fields(phone.get("/settings").text), **now, **data}
        return phone.post(f"/t/genpei/{page}", data=form).status_code

    def list_hand(self, seat: str) -> list[str]:
        return [str(card) for card in self.session.state.game.hands[seat]]


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_nobody_acts_for_another_seat(evening: Evening) -> None:
    card = evening.list_hand("A")[0]
    for forged in ({"seat": "A"}, {}):
        assert evening.send(evening.bo, "rally", card=card, **forged) == 422
        evening.send(evening.guest, "rally", card=card, **forged)  # goes on to the seats
    assert len(evening.session.history) == 1
    assert evening.send(evening.aya, "rally", card=card, seat="B") == 303
    assert evening.session.history.steps[-1].event.request["seat"] == "A"


def test_nobody_frees_or_takes_another_seat(evening: Evening) -> None:
    people = evening.app_state.people
    before = dict(people.sittings("genpei"))
    for phone in (evening.bo, evening.guest):
        assert evening.send(phone, "seat/free", seat="A") == 422
        assert evening.send(phone, "seat", seat="A", name="Aya", language="en") == 422
        assert evening.send(phone, "seat", seat="A", name="x", language="en", several="1") == 422
        assert evening.send(phone, "curtain", seat="A") in (303, 422)
    assert people.sittings("genpei") == before
    assert people.find_seat_in_view("genpei", evening.bo.visitor) == "B"


def test_a_used_tap_number_carries_out_no_other_request(evening: Evening) -> None:
    first, second = evening.list_hand("A")[:2]
    assert evening.send(evening.aya, "rally", card=first, tap="mine") == 303
    assert evening.send(evening.aya, "rally", card=second, tap="mine") == 303  # it is done already
    assert evening.send(evening.aya, "call", call=second, tap="mine") == 422
    assert evening.send(evening.aya, "accuse", seat="B", card=second, tap="mine") == 422
    assert len(evening.session.history) == 2
    assert evening.session.history.steps[-1].event.request["card"] == first


def test_a_form_with_a_wrong_event_count_changes_nothing(evening: Evening) -> None:
    for seen in ("0", "2", "", "-1", "01", "\u0661", "1e0"):
        evening.send(evening.aya, "call", call="Taira", seen=seen)
        assert len(evening.session.history) == 1


def test_pages_show_no_access_code_except_the_join_code(evening: Evening) -> None:
    codes = evening.app_state.codes
    host = evening.join("host")
    for phone in (evening.aya, evening.guest, evening.join("watcher"), host):
        for page in ("/", "/settings", "/t/genpei", "/t/genpei/history", "/t/genpei/lobby", "/lobby"):
            got = phone.get(page)
            assert codes["host"] not in got.text
            if got.status_code == 200:
                assert codes["player"] not in got.text.partition("</title>")[0]
    assert codes["player"] not in evening.join("watcher").get("/lobby").text
    assert evening.app_state.join_code not in evening.join("watcher").get("/t/genpei/lobby").text


def test_a_phone_that_disconnects_while_sending_a_form_raises_no_error(app) -> None:
    parts = iter([{"type": "http.request", "body": b"code=", "more_body": True}, {"type": "http.disconnect"}])
    statuses: list[int] = []

    async def receive():
        return next(parts)

    async def send(message) -> None:
        statuses.append(message.get("status", 0))

    form = (b"content-type", b"application/x-www-form-urlencoded")
    asyncio.run(app(make_scope("POST", "/join", form), receive, send))
    assert statuses[0] == 422


@pytest.mark.usefixtures("harvest")
def test_a_screen_with_two_hundred_streams_is_served_on_eight(app, app_state: AppState) -> None:
    visitor, cookie = app_state.people.admit("player")
    other, own = app_state.people.admit("player")
    heard: list[list[str]] = []

    async def listen(cookie: str | None) -> None:
        received: list[str] = []
        heard.append(received)

        async def receive():
            await asyncio.sleep(30)
            return {"type": "http.disconnect"}

        async def send(message) -> None:
            received.append(str(message.get("status", "")) or message.get("body", b"").decode())

        await app(make_scope("GET", "/t/harvest/live", (b"cookie", f"companion={cookie}".encode())), receive, send)

    async def open_streams() -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(200):
                group.create_task(listen(cookie))
            group.create_task(listen(own))
            while len(heard) < 201 or not all(heard):
                await asyncio.sleep(0)
            app_state.open_table("harvest").do(ThrowCubes({"blue": 2}))
            while not any("data: 2." in line for line in heard[-1]):
                await asyncio.sleep(0)
            app_state.forget_table("harvest")  # as when it is deleted

    asyncio.run(open_streams())
    assert sum(parts[0] == "200" for parts in heard[:-1]) <= 8
    assert any("event: gone" in line for line in heard[-1])
    assert app_state.people.count_streams(visitor) == app_state.people.count_streams(other) == 0


@pytest.mark.usefixtures("harvest")
def test_a_phone_without_a_seat_changes_no_game_but_throws_at_a_tower_alone(
    browser, seated_browser, shelf: MemoryShelf, app_state: AppState
) -> None:
    keep_log(shelf, "game", begin_planning())
    game, guest = app_state.open_table("game"), browser("player")

    def correct(phone: AppBrowser, chests: int) -> int:
        now = {"seen": str(len(game.history)), "tap": secrets.token_hex(8), "chests-red": str(chests)}
        return send_form(phone, "/settings", "/t/game/correct", lead=False, **now).status_code

    assert correct(guest, 7) == 422  # though nobody sits there
    bo = seated_browser("game", "yellow", "Bo")
    assert correct(guest, 7) == 422
    assert guest.get("/t/game/correct", follow_redirects=False).headers["location"] == "/t/game"
    assert len(game.history) == 3
    for number, phone in enumerate((bo, browser("host")), 4):
        assert correct(phone, number) == 303
        assert len(game.history) == number
    send_form(guest, "/t/harvest/tower", attacker="3", defender="2", throw="1")
    assert len(app_state.open_table("harvest").history) == 2


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
