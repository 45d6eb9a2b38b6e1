"""Tables of Hogen, dealt by Companion or refereed, and what is told of every event, to all and to each seat alone."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from companion.answers import Answer
from companion.data.hogen import parse_log
from companion.errors import InputError, TableError
from companion.play.hogen import GAME as HOGEN
from companion.play.hogen.moves import (
    Accuse,
    AnswerCall,
    BeginTable,
    CallCards,
    LayRallied,
    LookAtCards,
    PassAll,
    describe_looks,
    list_calls,
)
from companion.play.hogen.state import HogenState
from companion.play.hogen.views import describe_next_move, describe_standing, format_seat_log, view
from companion.rules.hogen.deduction import deduce
from companion.table.archive import verify_log
from companion.table.history import GENESIS, History, Redo, Undo, build_event
from tests.goldens import name_case, read_golden
from tests.play.hogen.random_play import NAMES, begin_table, deal_table, do_request, play_at_random, play_step
from tests.play.recorder import Recorder
from tests.service.answer_text import format_answer


def test_random_games_verify_and_deduction_from_a_seats_log_is_true() -> None:
    for seed in range(12):
        course = play_at_random(3 + seed % 2, Random(f"log {seed}"), 30, **{"take-back": "yes" if seed % 3 else "no"})
        assert verify_log([each.event for each in course], HOGEN).is_valid
        for seat in course.state.seats:
            now = deduce(parse_log(format_seat_log(course.state, seat), "log"))
            for other, card in now.find_certain_rallied().items():
                assert course.state.game.rallied[other] == card
            if seat in course.state.game.turn.wrong_seats:
                assert now.find_certain_rallied() == course.state.game.list_revealed_to(seat)
            assert now.turn.active == course.state.game.turn.active or not course.state.events


PALACE = ["Minamoto2", "Taira1", "Fujiwara4", "Tachibana3"]


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (begin_table(["A", "B"], "s"), "Hogen takes 3 or 4 players, not 2."),
        (begin_table(["Aya", "aya", "Bo"], "s"), "Two players are named 'aya'"),
        (begin_table(["Aya", "", "Bo"], "s"), "'' is not a name for a player"),
        (begin_table(["b", "Aya", "Bo"], "s"), "'b' cannot sit at seat A"),
        (begin_table(NAMES, "s", real=True, palace=[*PALACE[:3], "Taira3"]), "four different clans"),
        (begin_table(NAMES[:3], "s", real=True, starts="D"), "'D' is not a seat; expected A, B, C."),
    ],
)
def test_a_table_with_bad_players_cannot_begin(asked: BeginTable, says: str) -> None:
    with pytest.raises(InputError, match=says):
        History(HOGEN).do(asked)


def test_initials_are_a_name_though_their_letters_are_seats() -> None:
    course = History(HOGEN)
    course.do(begin_table(["CD", "Aya", "bc", "D"], "s"))
    assert course.state.players == {"A": "CD", "B": "Aya", "C": "bc", "D": "D"}


@pytest.mark.parametrize("kind", ["rally", "look"])
@pytest.mark.parametrize("seat", ["D", "", "AB"])
def test_a_request_from_an_unknown_seat_is_refused(kind: str, seat: str) -> None:
    """As a log may say that somebody has made up; with real cards no hand is there to be wrong."""
    course = History(HOGEN)
    course.do(begin_table(("Aya", "Bo", "Chen"), "x", real=True))
    asked = {"seat": seat, "card": "Taira2"} if kind == "rally" else {"seat": seat}
    with pytest.raises(InputError, match="is not a seat"):
        do_request(course, kind, **asked)


@pytest.mark.parametrize("starts", ["D", None])
def test_a_made_up_log_in_which_nobody_begins_is_refused(starts: object) -> None:
    course = deal_table(3, "x")
    begun = course.get_transition(1).event
    made_up = build_event(1, begun.kind, begun.request, {**begun.result, "starts": starts}, GENESIS)
    with pytest.raises(TableError, match="cannot have happened"):
        History(HOGEN).replay_event(made_up)


def test_all_hands_are_out_only_when_all_were_looked_at() -> None:
    course = deal_table(3, "x")
    for seat in "ABC":
        assert not HOGEN.is_exposed(course)
        do_request(course, "look", seat=seat)
    assert HOGEN.is_exposed(course)


def describe_standing_to_all(state: HogenState) -> dict[str, Any]:
    now = view(state)
    return {"all": [*describe_standing(now), describe_next_move(now)]}


def describe_views(state: HogenState) -> dict[str, Any]:
    own = {seat: asdict(seen) for seat in state.seats if (seen := view(state, seat).private) is not None}
    alone = {
        seat: {name: ", ".join(each) if isinstance(each, tuple) else each for name, each in seen.items() if each}
        for seat, seen in own.items()
    }
    return {**describe_standing_to_all(state), "palace": view(state).palace, **alone}


def explain_closed_calls(state: HogenState) -> Iterator[str]:
    active = state.game.turn.active
    assert active is not None
    closed = [each for each in list_calls(view(state, active)) if not each.legal]
    yield f"=== closed to {active}\n{format_answer(Answer([(str(each.call), each.reason) for each in closed]))}"


def play_dealt_cards() -> Iterator[str]:
    """A game that Companion deals, with a wrong accusation and cards that were looked at."""
    history, chance = deal_table(3, "golden", **{"take-back": "yes"}), Random("golden 0")
    at = Recorder(history, describe_views)
    yield from at.play(CallCards("A", "rank 1"), PassAll(), LookAtCards("B"), LookAtCards("A"), LookAtCards("D"))
    while history.state.game.turn.call is None:
        play_step(history, chance, accuse=0.0)
    yield from at.play(PassAll(), Undo(), Redo(), Undo())
    yield from explain_closed_calls(history.state)
    rallied = {seat: str(card) for seat, card in history.state.game.rallied.items()}
    first = str(history.state.game.turn.active)
    others = [seat for seat in history.state.seats if seat != first]
    wrong = {others[0]: rallied[others[1]], others[1]: rallied[others[0]]}
    yield from at.play(Accuse(first, wrong), Accuse(first, wrong), Undo())
    second = str(history.state.game.turn.active)
    yield from at.play(CallCards(second, view(history.state, second).private.open_calls[0]))  # type: ignore[union-attr]
    asked_now = str(history.state.game.turn.asked_seat)
    own = view(history.state, asked_now).private
    assert own is not None
    yield from at.play(
        AnswerCall(asked_now),
        AnswerCall(asked_now, own.cards_to_lay[0], own.cards_to_lay[0]),
        Undo(),
        AnswerCall(asked_now, own.cards_to_lay[0], own.cards_to_take[0]),
        Undo(),
        Redo(),
    )
    winner = str(history.state.game.turn.active)
    right = {seat: card for seat, card in rallied.items() if seat != winner}
    yield from at.play(Accuse(winner, right), CallCards(winner, "rank 1"))
    yield f"=== looked at\n{format_answer(Answer(lines=tuple(describe_looks(history, view(history.state)))))}"
    yield from at.describe_end()


def play_real_cards() -> Iterator[str]:
    """Players with real cards, where Companion judges and keeps account of the palace."""
    history: History[HogenState] = History(HOGEN)
    at = Recorder(history, describe_standing_to_all)
    begun = begin_table(NAMES[:3], "seed", real=True, palace=PALACE, starts="A")
    rallied = [("A", "Taira4"), ("B", "Taira4"), ("C", "Minamoto3"), ("A", "Taira4"), ("B", "Fujiwara1")]
    yield from at.play(begun, *(LayRallied(*each) for each in (*rallied, ("B", "Taira2"), ("C", "Minamoto3"))))
    yield from at.play(
        LayRallied("A", "Taira3"),
        CallCards("A", "clan Taira"),
        CallCards("A", "rank 2"),
        CallCards("B", "rank 2"),
        AnswerCall("A", "Taira2", "Taira1"),
        AnswerCall("C"),
        AnswerCall("C", "Taira2"),
        AnswerCall("C", "Taira2", "Taira1"),
        Undo(),
        PassAll(),
        PassAll(),
        CallCards("A", "rank 2"),
        CallCards("A", "rank 3"),
        AnswerCall("B", "Taira3", "Minamoto2"),
    )
    names = {"A": "Taira4", "C": "Minamoto3"}
    yield from at.play(Accuse("B", names | {"B": "Taira1"}), Accuse("B", {"A": "Taira4"}), Accuse("B", names))
    yield from at.describe_end()


def play_without_winner() -> Iterator[str]:
    history = play_at_random(4, Random(3), 4)
    at, cards = Recorder(history, describe_standing_to_all), history.state.game.rallied
    while (active := history.state.game.turn.active) is not None:
        others = [seat for seat in history.state.seats if seat != active]
        turned = dict(zip(others, (str(cards[seat]) for seat in (*others[1:], others[0])), strict=True))
        yield from at.play(Accuse(active, turned))
    yield from at.describe_end()


@pytest.mark.parametrize("story", [play_dealt_cards, play_real_cards, play_without_winner])
def test_hogen_tables_are_described_as_in_the_golden_files(story: Callable[[], Iterator[str]]) -> None:
    text, name = "\n".join(story()), name_case(story)
    assert text == read_golden(f"described-{name}.txt", text)
