"""The verdict on a log, word by word: true ones, changed ones, cut ones, and what may not be told of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.answers import Answer
from companion.play.game import Game
from companion.play.hogen import GAME as HOGEN
from companion.play.honshu import GAME as HONSHU
from companion.play.honshu.ending import BeginTable, SitDown
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.corrections import CorrectTray
from companion.play.shogun.start import RevealSeed, SetUp
from companion.table.history import Event, History, Undo, build_event, remove_seed
from companion.table.shelf import Header
from tests.goldens import name_case, read_golden
from tests.play.hogen.random_play import play_at_random
from tests.service.answer_text import format_answers
from tests.table.games import begin_history, build_attack, build_revolt

SAID_BY_LINES = ("remarks", "findings")

Case = tuple[str, Game[Any], Sequence[Event], str | None, str | None]


def list_events(history: History[Any]) -> list[Event]:
    return [step.event for step in history]


def replace_last_result(events: Sequence[Event], **result: object) -> list[Event]:
    """A log whose last event has another result, and a hash that fits it."""
    *others, last = events
    return [*others, build_event(last.number, last.kind, last.request, {**last.result, **result}, last.previous)]


def list_honshu_cases() -> Iterator[Case]:
    """Nothing is hidden in it."""
    history: History[Any] = History(HONSHU)
    history.do(BeginTable({"blue": "Aya"}))
    yield "of one event", HONSHU, list_events(history), None, None
    history.do(SitDown("red", "Bo"))
    history.do(SitDown("red", "Bob"))
    events = list_events(history)
    yield "true, with the last hash", HONSHU, events, events[-1].hash[:16], None
    yield "changed", HONSHU, replace_last_result(events, name="Dai"), None, None
    yield "begun under another hash", HONSHU, events, None, " 0123456789abcdef "
    yield "nothing", HONSHU, [], None, "0123456789abcdef"


def list_hogen_cases() -> Iterator[Case]:
    """Hands lie face down until the end; so no hash is told before, or looked for."""
    going_on, over = play_at_random(3, Random(1), 12, accuse=0.0), play_at_random(3, Random(2), 60, accuse=0.5)
    yield "going on, with any hash", HOGEN, list_events(going_on), "0123 4567 89ab", "0123456789abcdef"
    yield "going on, changed", HOGEN, replace_last_result(list_events(going_on), passed=["A"]), "0123 4567 89ab", None
    yield "over", HOGEN, list_events(over), None, None


def list_shogun_cases() -> Iterator[Case]:
    """Throws come from the sealed seed; what could not be prevented is told with the verdict."""
    history = begin_history(chosen=True)
    history.do(build_attack())
    history.do(build_revolt())
    history.do(Undo())
    history.do(CorrectTray({"green": 3}))
    events = list_events(history)
    seal = events[0].result["commitment"]
    yield "true, with both hashes", SHOGUN, events, events[-1].hash, seal[:16]
    yield "true, with an earlier hash", SHOGUN, events, events[2].hash[:12], seal
    yield "with a hash of another log", SHOGUN, events, "0123 4567 89ab", None
    yield "without its seed", SHOGUN, [remove_seed(events[0]), *events[1:]], None, None
    yield "of one event, without its seed", SHOGUN, [remove_seed(events[0])], None, None
    yield "changed", SHOGUN, replace_last_result(events, tray=[]), None, None
    cut = events[:2] + events[3:]
    yield "one event taken out", SHOGUN, cut, events[2].hash, None
    history.do(RevealSeed())
    yield "revealed", SHOGUN, list_events(history), None, None
    fixed, bare = begin_history(), list[Event]()
    fixed.do(SetUp("fixed"))
    for each in list_events(fixed):
        last = bare[-1].hash if bare else each.previous
        bare.append(build_event(each.number, each.kind, each.request, each.result, last))
    yield "with cards that a hash without salt could tell", SHOGUN, bare, "0123 4567", None


@pytest.mark.parametrize("cases", [list_honshu_cases, list_hogen_cases, list_shogun_cases])
def test_verdicts_on_logs_match_the_golden_files(cases: Callable[[], Iterator[Case]]) -> None:
    answers: dict[str, Answer] = {}
    for name, game, events, head, commitment in cases():
        header = Header("friday", game.name, game.version, len(events))
        answer = game.verify(game, header, events, head, commitment)
        answers[name] = replace(
            answer, outcome={name: each for name, each in answer.data.items() if name not in SAID_BY_LINES}
        )
    text = format_answers(answers)
    assert text == read_golden(f"verdict-{name_case(cases)}.txt", text)
