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
from tests.play.hogen import played as hogen_tables
from tests.play.shogun.plans.planned_tables import lay, open_round, planning
from tests.table.games import attack, history
from tests.web.test_secrets import HASH, House

pytestmark = pytest.mark.deep

Bodies = tuple[Mapping[str, Any], Mapping[str, Any]]  # what was asked, and what came of it
Search = tuple[History[Any], int, Callable[[Event], Iterable[Bodies]]]
"""A table, the event that hides something, and all that its record could be as far as others know."""


def guess_orders(key: str, known: int) -> Callable[[Event], Iterator[Bodies]]:
    """Every order of the unknown cards of a pile."""

    def orders(event: Event) -> Iterator[Bodies]:
        cards = event.result[key]
        for order in permutations(sorted(cards[known:])):
            yield event.request, {**event.result, key: [*cards[:known], *order]}

    return orders


def lodgings(event: Event) -> Iterator[Bodies]:
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


def do(*requests: Any) -> Callable[[History[Any]], object]:
    """A step of a table: these requests."""
    return lambda log: [log.do(request) for request in requests]


HANDS = (EnterHand("blue", (3, 14, 15, 26, 41, 59)), EnterHand("red", (2, 18, 27, 28, 45, 60)))
SEARCHES: dict[str, Callable[[], Search]] = {
    "shogun: actions": lambda: (play_log(planning(), lay, open_round), 3, guess_orders("actions", 5)),
    "shogun: inside, hidden": lambda: (
        play_log(history(inside=HIDDEN), do(attack(), CorrectTray({"red": 1}), attack("red=3", "blue=2"))),
        2,
        lodgings,
    ),
    "hogen: hands": lambda: (hogen_tables.play(3, Random(3), 4, 0), 1, guess_dealt),
    "honshu: a hand": lambda: (
        play_log(
            History(get_game("honshu")),
            do(BeginTable({"blue": "Aya", "red": "Bo"}), LayCard("blue", "A1", 0, 0), *HANDS),
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
    app_state = House(log)
    app_state.paths = [path for path in app_state.paths if path.startswith("/t/")]
    one = next(iter(app_state.looking))  # everybody is shown the same hashes; a screen has fewer pages
    said = [content for who in (one, "screen") for _, content in app_state.pages(who).values()]
    here = app_state.here
    then = (Snapshot(here.name, here.history.copy_until(step.event.number)) for step in here.history)
    answers = [describe_outcome(each, step) for each, step in zip(then, here.history, strict=True)]
    for answer in (*answers, check_open_table(here)):
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
        found, told = list_guessed_hashes((table, number, guess)), list_shown_hashes(table)
        assert table.get_transition(number).event.salt or table.get_transition(number).event.hash[:16] in found
        assert not found & told


def test_hashes_of_hidden_cards_cannot_be_probed_in_logs_without_salts() -> None:
    here = House(strip_salts(planning())).here
    for event in here.store.list_events(here.name)[1:]:
        assert check_open_table(here, event.hash) == check_open_table(here, "0" * 64) == check_open_table(here)
