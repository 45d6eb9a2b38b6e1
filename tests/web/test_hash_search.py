"""What lies face down is sought as a cheat would: every way it could lie is hashed, and looked for on pages.

A record without a salt is found like this within seconds: five action cards lie in 120 orders.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest

from companion.data.hogen import parse_card, sort_cards
from companion.play.game import describe_outcome
from companion.play.games import get_game
from companion.play.honshu.changes import LayCard
from companion.play.honshu.ending import BeginTable
from companion.play.honshu.hands import EnterHand
from companion.play.shogun.corrections import CorrectTray
from companion.rules.shogun.realm import HIDDEN
from companion.service.kept_tables import check_open_table
from companion.table.history import Event, History, Snapshot, build_event
from tests.play.hogen import random_play as hogen_tables
from tests.play.shogun.plans.planned_tables import begin_planning, lay_plans, open_round
from tests.table.games import begin_history, build_attack
from tests.web.test_secrets import HASH, SeenTable

pytestmark = pytest.mark.deep

Bodies = tuple[Mapping[str, Any], Mapping[str, Any]]  # what was asked, and what came of it
Search = tuple[History[Any], int, Callable[[Event], Iterable[Bodies]]]
"""A table, the event that hides something, and all that its record could be as far as others know."""


def guess_orders(key: str, known: int) -> Callable[[Event], Iterator[Bodies]]:
    """Every order of the unknown cards of a pile."""

    def list_orders(event: Event) -> Iterator[Bodies]:
        cards = event.result[key]
        for order in permutations(sorted(cards[known:])):
            yield event.request, {**event.result, key: [*cards[:known], *order]}

    return list_orders


def guess_lodged(event: Event) -> Iterator[Bodies]:
    """Every cube that might be inside or not, the truth among them."""
    lodged = event.result["lodged"]
    yield event.request, event.result
    for cube in lodged:
        yield event.request, {**event.result, "lodged": {name: lodged[name] for name in lodged if name != cube}}


def guess_dealt(event: Event) -> Iterator[Bodies]:
    """Every way to divide two hands, for somebody who knows the others; hands are sorted."""
    hands = event.result["hands"]
    one, other = sorted(hands)[:2]
    cards = [str(card) for card in sort_cards(map(parse_card, (*hands[one], *hands[other])))]
    for held in combinations(cards, len(hands[one])):
        rest = [card for card in cards if card not in held]
        yield event.request, {**event.result, "hands": {**hands, one: [*held], other: rest}}


def guess_held(event: Event) -> Iterator[Bodies]:
    """Every hand with one unknown card; all hands are fifty million, which would take minutes."""
    *known, _ = event.request["cards"]
    for card in range(1, 61):
        yield {**event.request, "cards": [*known, card]}, event.result


def play_log(log: History[Any], *steps: Callable[[History[Any]], object]) -> History[Any]:
    for step in steps:
        step(log)
    return log


def build_step(*requests: Any) -> Callable[[History[Any]], object]:
    return lambda log: [log.do(request) for request in requests]


HANDS = (EnterHand("blue", (3, 14, 15, 26, 41, 59)), EnterHand("red", (2, 18, 27, 28, 45, 60)))
SEARCHES: dict[str, Callable[[], Search]] = {
    "shogun: actions": lambda: (play_log(begin_planning(), lay_plans, open_round), 3, guess_orders("actions", 5)),
    "shogun: inside, hidden": lambda: (
        play_log(
            begin_history(inside=HIDDEN),
            build_step(build_attack(), CorrectTray({"red": 1}), build_attack("red=3", "blue=2")),
        ),
        2,
        guess_lodged,
    ),
    "hogen: hands": lambda: (hogen_tables.play_at_random(3, Random(3), 4, 0), 1, guess_dealt),
    "honshu: a hand": lambda: (
        play_log(
            History(get_game("honshu")),
            build_step(BeginTable({"blue": "Aya", "red": "Bo"}), LayCard("blue", "A1", 0, 0), *HANDS),
        ),
        3,
        guess_held,
    ),
}


def strip_salts(log: History[Any]) -> History[Any]:
    """The same log as written by somebody who does not know the seed, without salts."""
    bare = History(log.game)
    for step in log:
        event = step.event
        bare.replay_event(build_event(event.number, event.kind, event.request, event.result, bare.head))
    return bare


def list_shown_hashes(log: History[Any]) -> set[str]:
    """The beginnings of all hashes on any page and in any answer about an event, or about the whole log."""
    seen = SeenTable(log)
    seen.paths = [path for path in seen.paths if path.startswith("/t/")]
    one = next(iter(seen.looking))  # everybody is shown the same hashes; a screen has fewer pages
    said = [content for visitor in (one, "screen") for _, content in seen.fetch_pages(visitor).values()]
    session = seen.session
    then = (Snapshot(session.name, session.history.copy_until(step.event.number)) for step in session.history)
    answers = [describe_outcome(each, step) for each, step in zip(then, session.history, strict=True)]
    for answer in (*answers, check_open_table(session)):
        said.append(json.dumps(answer.document, default=str).encode())
        said += (str(line).encode() for line in answer.lines)
    return {digits.replace(b" ", b"")[:16].decode() for text in said for digits in HASH.findall(text)}


def list_guessed_hashes(search: Search) -> set[str]:
    """The hashes of everything that could lie there, and of the records after it."""
    log, number, guess = search
    found = set()
    for asked, result in guess(log.get_transition(number).event):
        head = log.get_transition(number).event.previous
        for step in log.steps[number - 1 :]:
            event = step.event
            bodies = (asked, result) if event.number == number else (event.request, event.result)
            head = build_event(event.number, event.kind, *bodies, head).hash
            found.add(head[:16])
    return found


@pytest.mark.parametrize("name", SEARCHES)
def test_nothing_hidden_is_found_by_hashing_every_way_it_could_lie(name: str) -> None:
    log, number, guess = SEARCHES[name]()
    for table in (log, strip_salts(log)):
        found, shown = list_guessed_hashes((table, number, guess)), list_shown_hashes(table)
        assert table.get_transition(number).event.salt or table.get_transition(number).event.hash[:16] in found
        assert not found & shown


def test_hashes_of_hidden_cards_cannot_be_probed_in_logs_without_salts() -> None:
    session = SeenTable(strip_salts(begin_planning())).session
    for event in session.store.list_events(session.name)[1:]:
        assert check_open_table(session, event.hash) == check_open_table(session, "0" * 64) == check_open_table(session)
