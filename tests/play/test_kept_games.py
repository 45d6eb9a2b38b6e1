"""The verdict on a log, and what is told of a game that is over, word by word."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.answers import Answer
from companion.play.game import Game, game_of
from companion.play.games import get_game
from companion.play.hogen import GAME as HOGEN
from companion.play.hogen.views import view as hogen_view
from companion.play.honshu import GAME as HONSHU
from companion.play.honshu.changes import LayCard, TakeBack
from companion.play.honshu.ending import BeginTable, EndGame, SitDown
from companion.play.honshu.views import view
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.corrections import Amounts, CorrectBoard, CorrectTray
from companion.play.shogun.start import RevealSeed, SetUp
from companion.service.honshu.scoring import score_seat
from companion.service.kept_tables import OpenTables
from companion.service.playing import play
from companion.table.history import Event, History, Snapshot, Undo, build_event, remove_seed
from companion.table.shelf import Header, MemoryShelf
from tests.goldens import name_case, read_golden
from tests.play.hogen.random_play import deal_table, do_request, play_at_random
from tests.play.hogen.random_play import play_at_random as play_hogen
from tests.play.honshu.moves import begin
from tests.service.answer_text import format_answers
from tests.service.test_remembered import take_in_table
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


def open_kept_table(table: str):
    shelf = MemoryShelf()
    take_in_table(shelf, table)
    return OpenTables(shelf).open(table)


def list_remarks(table) -> list[str]:
    return [str(each) for each in game_of(table).list_highlights(table)]


def play_hogen_to_end(seed: int) -> Snapshot:
    chance = Random(seed)
    while True:
        course = play_hogen(3, chance, 60, accuse=0.2)
        if get_game("hogen").final_ranks(Snapshot("some", course)) and course.state.first is not None:
            return Snapshot("some", course)


KEPT = ["full", "honshu", "hogen-dealt", "hogen-real"]


def test_remarks_on_kept_games_match_the_golden_file() -> None:
    text = "".join(f"{table}\n  " + "\n  ".join(list_remarks(open_kept_table(table))) + "\n" for table in KEPT)
    for seed in (1, 2, 3):
        text += f"hogen {seed}\n  " + "\n  ".join(list_remarks(play_hogen_to_end(seed))) + "\n"
    assert text == read_golden("remarkable.txt", text)


@pytest.mark.parametrize("table", KEPT)
def test_a_game_has_at_most_five_remarks_and_none_before_its_end(table: str) -> None:
    session = open_kept_table(table)
    game = game_of(session)
    assert len(list_remarks(session)) <= 5
    early = Snapshot(table, session.history.copy_until(len(session.history) // 2))
    assert not game.final_ranks(early)
    assert not game.list_highlights(early)


def test_a_lucky_accusation_before_any_call_was_known_by_nobody() -> None:
    course = deal_table(3, "luck")
    for seat in course.state.seats:
        do_request(course, "rally", seat=seat, card=hogen_view(course.state, seat).private.hand[0])
    active = hogen_view(course.state).active
    named = {seat: str(card) for seat, card in course.state.game.rallied.items() if seat != active}
    do_request(course, "accuse", seat=active, named=named)
    snapshot = Snapshot("some", course)
    assert get_game("hogen").final_ranks(snapshot)
    assert not list_remarks(snapshot)


def test_undone_moves_are_remarked_on_and_the_margin_is_to_the_second() -> None:
    session = begin(MemoryShelf(), "some", {"blue": "Aya", "red": "Bo"}, 5)
    laid = [LayCard("blue", "A1", 0, 0), TakeBack("blue"), LayCard("blue", "A2", 0, 0), LayCard("red", "B2", 0, 0)]
    for asked in (*laid, EndGame()):
        play(session, asked)
    lines = list_remarks(session)
    assert "Aya had the most second thoughts: 1 move undone." in lines
    assert not any("card A1" in line for line in lines)
    lower, higher = sorted(score_seat(view(session.state), seat).score.total for seat in session.state.maps)
    assert higher > lower
    assert f"The winner was {higher - lower} points ahead." in lines


@pytest.mark.parametrize(("points", "remarks"), [(None, []), ({"red": 90, "yellow": 80}, ["Red was"])])
def test_a_winner_who_was_behind_after_the_first_winter_is_remarked_on(
    points: dict[str, int] | None, remarks: list[str]
) -> None:
    """The points of the last winter are put right, so that another wins."""
    session = open_kept_table("full")
    if points is not None:
        play(session, CorrectBoard({}, {seat: Amounts(points=all_) for seat, all_ in points.items()}))
    assert [line[:7] for line in list_remarks(session) if "points behind after the first winter" in line] == remarks
