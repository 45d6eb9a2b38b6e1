"""A secret never leaves by any page: tables that differ only in what is hidden give the same bytes to a seat.

Random games of Hogen and of Shogun - its cards alone, and the whole board - with plans, with the inside of
the tower hidden; every page there is, asked for by a seat, by a player without one and by a screen. Of the
seats of a table one looks (all in ``make test-all``), and at a third of the pages that are no table's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from companion.play.hogen.views import OVER, RALLYING, view
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.plans import LayPlan
from companion.play.shogun.state import ShogunState
from companion.rules.shogun.bids import Plan
from companion.rules.shogun.realm import HIDDEN, count_cubes
from companion.service.kept_tables import OpenTables
from companion.service.session import Session
from companion.table.history import Event, History, build_event
from companion.table.shelf import MemoryShelf
from companion.web.app import list_pages, make_app
from companion.web.app_state import Settings
from tests.choice import EVERYTHING, pick, pick_seeds
from tests.play.hogen import random_play as hogen_tables
from tests.play.hogen.test_secrets import list_other_worlds
from tests.play.shogun.plans.planned_tables import PLAYERS, begin_planning, lay_plans, open_round, play_round, propose
from tests.play.shogun.test_secrets import build_other_world, mix_game
from tests.table.games import begin_history, build_attack
from tests.web.app_browser import AppBrowser, PressOnce
from tests.web.conftest import keep_log, read_fields

ANY_TAP = re.compile(rb'name="(?:tap|token)" value="[^"]*"')
"""What differs from page to page and from visitor to visitor."""

HASH = re.compile(rb"[0-9a-f]{4}(?: [0-9a-f]{4}){3}|[0-9a-f]{64}")


class SeenTable:
    """One table served to everybody who might look: each seat, a player without one, a screen.

    Attributes:
        visitors: Who looks at all pages.
    """

    def __init__(self, log: History[Any], like: SeenTable | None = None) -> None:
        shelf = MemoryShelf()
        if like is not None:  # with the same codes, which pages show
            for key, value in like.session.store.list_notes("").items():
                if key != "visitors":
                    shelf.write_note("", key, value)
        keep_log(shelf, "genpei", log)
        tables = OpenTables(shelf)
        self.app = make_app(tables, Settings(press=PressOnce()))
        self.session: Session[Any] = tables.open("genpei")
        self.looking: dict[str, AppBrowser] = {}
        state = log.state
        seats = state.players if log.game is SHOGUN else [*(getattr(state, "seats", "") or state.names)]
        for visitor in (*seats, "nobody", "screen"):
            self.looking[visitor] = AppBrowser(self.app).join("watcher" if visitor == "screen" else "player")
            if visitor in seats:
                self.looking[visitor].sit("genpei", visitor, visitor)
        chosen = seats if EVERYTHING else [seats[len(log) % len(seats)]]
        self.visitors = (*chosen, "nobody", "screen")
        self.paths = sorted(
            {
                page.path.replace("{table}", "genpei")
                for page in list_pages()
                if page.show is not None and page.game in ("", log.game.name) and not page.path.endswith("/live")
            }
        )

    @contextmanager
    def replace_state(self, state: Any) -> Iterator[None]:
        """The same table for a while, with what is hidden being something else."""
        now = self.session.history.steps[-1]
        self.session.history.steps[-1] = replace(now, after=state)
        try:
            yield
        finally:  # a form that was refused has left another history
            self.session.history.steps[-1] = now

    def fetch_pages(self, visitor: str) -> dict[str, tuple[int, bytes]]:
        """Every page of the table, and a third of the others, as somebody gets them."""
        got = {}
        at = [*self.looking].index(visitor)
        for number, path in enumerate(self.paths, at):
            if "{" in path or not (path.startswith("/t/genpei") or EVERYTHING or number % 3 == 0):
                continue
            answer = self.looking[visitor].get(path, follow_redirects=False)
            assert answer.status_code < 500, path
            if answer.headers.get("content-type", "").startswith("text/html"):
                assert len(answer.content) < 40_000, path  # more than a phone is sent at once
            got[path] = (answer.status_code, ANY_TAP.sub(b"", answer.content))
        return got

    def send_refused(self, visitor: str, path: str, data: Mapping[str, str]) -> tuple[int, bytes]:
        client = self.looking[visitor]
        whole = {**read_fields(client.get("/settings").text), "seen": str(len(self.session.history)), **data}
        answer = client.post(f"/t/genpei/{path}", data=whole, follow_redirects=False)
        assert answer.status_code < 500
        return answer.status_code, ANY_TAP.sub(b"", answer.content)


def check_pages_same_in_both(seen: SeenTable, other: Callable[[str], Any]) -> None:
    for visitor in seen.visitors:
        before = seen.fetch_pages(visitor)
        assert sum(status == 200 for status, _ in before.values()) >= 3
        with seen.replace_state(other(visitor)):
            for path, page in seen.fetch_pages(visitor).items():
                assert page == before[path], (visitor, path)


@pytest.mark.parametrize("seed", [*pick(range(4), 1), *pick_seeds(0, 1)])
def test_no_page_of_hogen_reveals_another_hand(seed: int) -> None:
    chance = Random(seed)
    players = chance.choice((3, 4))
    log = hogen_tables.play_at_random(players, chance, players + chance.randint(0, 12), 0.05)
    if view(log.state).phase in (RALLYING, OVER):
        log = hogen_tables.play_at_random(players, Random(seed + 100), players + 2, 0)
    seen = SeenTable(log)

    def change_hands(visitor: str) -> Any:
        # Who has no seat knows no more than any seat: a world that one of them cannot tell from this one.
        seat = visitor if visitor in log.state.seats else log.state.seats[0]
        return next(iter(list_other_worlds(log, seat, chance, 1)), log.state)

    check_pages_same_in_both(seen, change_hands)


@pytest.mark.parametrize("seed", range(2))
def test_no_refusal_of_hogen_reveals_another_hand(seed: int) -> None:
    chance = Random(seed)
    log = hogen_tables.play_at_random(3, chance, 5, 0)
    seen, now = SeenTable(log), view(log.state)
    for visitor in sorted(set(log.state.seats) - {now.active if now.asked_seat is None else now.asked_seat}):
        world = next(iter(list_other_worlds(log, visitor, chance, 1)))
        for path, data in (
            ("call", {"call": "Taira", "clan": "Taira", "rank": "2"}),
            ("answer", {"lays": "Taira2", "takes": "Minamoto1"}),
            ("rally", {"card": "Taira1"}),
        ):
            answer = seen.send_refused(visitor, path, data)
            with seen.replace_state(world):
                assert seen.send_refused(visitor, path, data) == answer
            assert len(seen.session.history) == len(log)


def test_no_page_of_the_tower_reveals_its_hidden_inside() -> None:
    chance = Random(HIDDEN)
    history = begin_history(inside=HIDDEN)
    for fight in (("blue=4", "red=3"), ("yellow=2", "blue=4")):
        history.do(build_attack(*fight))
    seen = SeenTable(history)
    check_pages_same_in_both(seen, lambda visitor: build_other_world(history.state, chance))


def test_no_page_reveals_a_card_that_lies_face_down() -> None:
    """Action cards and event cards, and the seed that shuffled them."""
    chance = Random("fixed")
    history = begin_planning()
    lay_plans(history)
    open_round(history)
    seen = SeenTable(history)

    def change_face_down(visitor: str) -> ShogunState:
        state = history.state
        seal = replace(state.seal, seed="another", salt="f" * 32)
        kept = mix_game(state.game, count_cubes((*state.tower.lodged_cubes, *state.tower.tray)), chance)
        return replace(state, seal=seal, game=kept)

    check_pages_same_in_both(seen, change_face_down)
    for advance in (lambda log: None, play_round):  # and at no stage the seed
        advance(history)
        seen = SeenTable(history)
        for visitor in seen.visitors:
            for path, (_, content) in seen.fetch_pages(visitor).items():
                assert b"kabuto" not in re.sub(rb'/img/kabuto|kabuto-|data-of="kabuto"', b"", content), path


def rewrite_log(log: History[Any], change: Callable[[Event], tuple[Any, Any]]) -> History[Any]:
    """The same table with another log, as if other things had been drawn."""
    other = History(log.game)
    for step in log:
        other.replay_event(build_event(step.event.number, step.event.kind, *change(step.event), other.head))
    return other


def check_logs_alike(seen: SeenTable, other: History[Any], but: str = "") -> None:
    """Check that pages differ in nothing but the hashes of the log."""
    twin = SeenTable(other, seen)
    for visitor in (each for each in seen.visitors if each != but):
        one, two = seen.fetch_pages(visitor), twin.fetch_pages(visitor)
        for path, (status, content) in one.items():
            assert (status, HASH.sub(b"", content)) == (two[path][0], HASH.sub(b"", two[path][1])), (visitor, path)


def test_no_page_shows_seed_fill_or_face_down_cards() -> None:
    history = begin_planning(inside=HIDDEN)
    lay_plans(history)
    open_round(history)

    def turn_hidden_cards(by: int, event: Event) -> tuple[Any, Any]:
        """The cards below the open ones, turned by some; both logs then are equally untrue."""
        result = dict(event.result)
        for kind, key, known in (("setup", "events", 6), ("lay", "actions", 5)):
            if event.kind == kind:
                cards = result[key]
                result[key] = [*cards[:known], *cards[known + by :], *cards[known : known + by]]
        return event.request, result

    one, other = (rewrite_log(history, partial(turn_hidden_cards, by)) for by in (1, 2))
    assert other.state != one.state
    check_logs_alike(SeenTable(one), other)


def test_no_page_reveals_which_samurai_was_rallied() -> None:
    log = hogen_tables.play_at_random(3, Random(3), 3, 0)
    rallies = {step.event.request["seat"]: step.event.request["card"] for step in log if step.event.kind == "rally"}
    active, seen = view(log.state).active, SeenTable(log)
    for secret in sorted(set(rallies) - {active}):
        hand = sorted(map(str, log.get_transition(1).after.game.hands[secret]))
        card = next(each for each in hand if each != rallies[secret])

        def change(event: Event, secret: str = secret, card: str = card) -> tuple[Any, Any]:
            mine = event.kind == "rally" and event.request["seat"] == secret
            return ({**event.request, "card": card} if mine else event.request), event.result

        check_logs_alike(seen, rewrite_log(log, change), secret)


def test_no_page_reveals_a_plan_that_is_not_open() -> None:
    chance = Random("fixed")
    history = begin_planning()
    for player in PLAYERS[:2]:
        history.do(LayPlan(player, plan=propose(history, player)))
    seen = SeenTable(history)

    def change_plans(visitor: str) -> ShogunState:
        planning = history.state.planning
        label = history.state.calendar.label
        for player in PLAYERS[:2]:
            plan = planning.get_plans(label)[player]
            if player != visitor:
                cards = list(plan.cards.values())
                chance.shuffle(cards)
                shuffled = Plan(dict(zip(plan.cards, cards, strict=True)), str(chance.randint(1, 4)))
                planning = planning.with_plan(label, player, shuffled)
        return replace(history.state, planning=replace(planning, seals=history.state.planning.seals))

    check_pages_same_in_both(seen, change_plans)
