"""A secret never leaves: what a seat sees and hears is the same whatever is hidden from it."""

import json
from dataclasses import asdict, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.answers import Answer
from companion.data.hogen import CALLS, CARDS, Accused, parse_log
from companion.errors import Refused
from companion.play.game import describe_outcome
from companion.play.hogen import GAME as HOGEN
from companion.play.hogen.moves import AnswerCall, CallCards, LayRallied
from companion.play.hogen.state import HogenState
from companion.play.hogen.views import CALLING, format_seat_log, view
from companion.rules.hogen.deduction import deduce
from companion.rules.hogen.game import NOT_IN_HAND, NOT_OPEN
from companion.table.history import History, Snapshot, Undo
from tests.play.hogen.random_play import NAMES, begin_table, deal_table, do_request, list_requests, play_at_random
from tests.rules.hogen.world_lists import list_worlds
from tests.service.answer_text import format_answer

games = st.tuples(st.integers(3, 4), st.randoms(use_true_random=False), st.integers(0, 40))


def list_other_worlds(course: History[HogenState], seat: str, chance: Random, count: int) -> list[HogenState]:
    """The same table as far as a seat can know it, with the hidden cards laid otherwise."""
    state = course.state
    worlds = deduce(parse_log(format_seat_log(state, seat), "log")).worlds
    return [
        replace(state, game=replace(state.game, rallied=dict(rallied), hands=dict(hands)))
        for rallied, hands in list_worlds(worlds, chance, count)
    ]


def judge_request(state: HogenState, kind: str, asked: dict) -> str:
    """What a player reads after a request: the refusal, or "done"."""
    try:
        HOGEN.by_name[kind].apply(state, HOGEN.by_name[kind].request(**asked), None)
    except Refused as refused:
        return str(refused)
    return "done"


@settings(deadline=None, max_examples=40)
@given(games)
def test_no_view_depends_on_hidden_cards(game: tuple[int, Random, int]) -> None:
    players, chance, steps = game
    course = play_at_random(players, chance, players + steps)
    for seat in course.state.seats:
        mine = json.dumps(asdict(view(course.state, seat)))
        for other in list_other_worlds(course, seat, chance, 4):
            assert json.dumps(asdict(view(other, seat))) == mine
            assert view(other) == view(course.state)


@settings(deadline=None, max_examples=25)
@given(games)
def test_no_refusal_depends_on_hidden_cards(game: tuple[int, Random, int]) -> None:
    """Every call and answer, from every seat, is judged in the same words in every other world; no refusal is kept."""
    players, chance, steps = game
    course = play_at_random(players, chance, players + steps)
    before = (len(course), course.head, course.state)
    for seat in course.state.seats:
        answers = {
            number: judge_request(course.state, *asked)
            for number, asked in enumerate(list_requests(course.state, seat))
        }
        for other in list_other_worlds(course, seat, chance, 2):
            for number, (kind, asked) in enumerate(list_requests(course.state, seat)):
                assert judge_request(other, kind, asked) == answers[number]
        for number, (kind, asked) in enumerate(list_requests(course.state, seat)):
            if answers[number] != "done":
                with pytest.raises(Refused):
                    do_request(course, kind, **asked)
    assert (len(course), course.head, course.state) == before


def find_names(said: str) -> set[str]:
    return {str(card) for card in CARDS if str(card) in said}


def test_no_answer_of_a_whole_game_names_a_hidden_samurai() -> None:
    """Every answer, refusal and line of the history names what lies open or was said aloud."""
    course, chance = play_at_random(3, Random(4), 3), Random(4)
    snapshot = Snapshot("friday", course)
    for _ in range(60):
        seat, (lays, takes) = chance.choice("ABC"), map(str, chance.sample(CARDS, 2))
        for act in (CallCards(seat, str(chance.choice(CALLS))), AnswerCall(seat, lays, takes), LayRallied(seat, lays)):
            aloud = {str(card) for card in course.state.game.turn.palace or ()} | find_names(str(act))
            try:
                answer = describe_outcome(snapshot, course.do(act))
            except Refused as no:
                answer = Answer(refused=no.sentence)
            aloud |= {str(card) for card in course.state.game.turn.palace or ()}
            aloud |= find_names(" ".join(map(str, course.state.events)))
            text = format_answer(answer) + "".join(str(HOGEN.line(course, each)) for each in course)
            assert find_names(text) <= aloud


def test_all_calls_not_open_are_refused_in_one_sentence() -> None:
    state = play_at_random(3, Random(5), 3).state
    for seat in state.seats:
        answers = [judge_request(state, kind, asked) for kind, asked in list_requests(state, seat) if kind == "call"]
        named, active = state.players[seat], state.players[str(state.game.turn.active)]
        if named == active:
            assert answers.count("done") == 12
            assert set(answers) == {"done", str(NOT_OPEN)}
        else:
            assert set(answers) == {f"It is {active}'s turn to call or accuse, not {named}'s."}


def test_a_samurai_not_in_hand_is_refused_in_one_sentence() -> None:
    course = deal_table(3, "hands")
    answers = {
        judge_request(course.state, "rally", asked)
        for kind, asked in list_requests(course.state, "A")
        if kind == "rally"
    }
    palace = course.state.game.turn.palace
    assert palace is not None
    assert answers == {"done", str(NOT_IN_HAND), *(f"{card} is already in the palace." for card in palace)}


def test_rallying_cannot_be_used_to_find_others_samurai() -> None:
    """With real cards: whoever tells theirs last cannot take it back and try another till two clash."""
    course: History[HogenState] = History(HOGEN)
    course.do(begin_table(NAMES[:3], "real", real=True))
    do_request(course, "rally", seat="A", card="Taira1")
    do_request(course, "rally", seat="B", card="Taira4")
    course.do(Undo())
    do_request(course, "rally", seat="B", card="Taira2")
    do_request(course, "rally", seat="C", card="Taira2")
    assert view(course.state).has_clashed
    with pytest.raises(Refused, match="nothing to undo"):
        course.do(Undo())
    for seat, card in zip("ABC", ("Taira1", "Taira2", "Taira3"), strict=True):
        do_request(course, "rally", seat=seat, card=card)
    assert view(course.state).phase == CALLING
    with pytest.raises(Refused, match="nothing to undo"):
        course.do(Undo())


def test_only_the_accuser_sees_the_cards() -> None:
    course = play_at_random(3, Random(3), 3)
    active, rallied = str(course.state.game.turn.active), course.state.game.rallied
    others = [seat for seat in course.state.seats if seat != active]
    wrong = dict(zip(others, [str(rallied[others[1]]), str(rallied[others[0]])], strict=True))
    state = do_request(course, "accuse", seat=active, named=wrong)
    assert isinstance(state.events[-1], Accused)
    for seat in state.seats:
        own = view(state, seat).private
        assert own is not None
        assert own.seen_cards == ({o: str(rallied[o]) for o in others} if seat == active else {})
    assert view(state).shown_cards == {}
