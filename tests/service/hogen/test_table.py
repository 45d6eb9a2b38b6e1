"""A table of Hogen word by word: what all are told, what a seat is told, and what follows of it."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from companion.answers import Answer
from companion.data.hogen import parse_log
from companion.errors import Refused
from companion.play.hogen.moves import AnswerCall, LayRallied, list_calls
from companion.play.hogen.views import OVER, format_seat_log, phase_of
from companion.rules.hogen.deduction import deduce
from companion.rules.hogen.game import RULINGS
from companion.service.hogen import (
    HogenSession,
    Shares,
    begin,
    deal_next_game,
    deduce_for_seat,
    deduce_log,
    describe_heard_events,
    find_next_table,
    format_percent,
    view_table,
)
from companion.service.kept_tables import open_table
from companion.service.playing import play
from companion.service.session import StoreOrShelf
from companion.table.history import Undo
from companion.table.shelf import MemoryShelf
from tests.data.test_hogen import OPENING
from tests.goldens import read_golden
from tests.play.hogen.moves import accuse, call, rally_all
from tests.service.answer_text import format_answers

NAMES = ("Aya", "Bo", "Chen")


def begin_friday(store: StoreOrShelf, name: str = "friday", **more: object) -> HogenSession:
    return begin(store, name, NAMES, {}, **{"seed": "sheet", **more})  # type: ignore[arg-type]


@pytest.fixture
def session() -> HogenSession:
    return begin_friday(MemoryShelf())


def play_step(session: HogenSession, chance: Random) -> None:
    now = view_table(session)
    own = view_table(session, now.asked_seat or now.active).private
    assert own is not None
    if now.asked_seat is None:
        call(session, chance.choice(own.open_calls))
    else:
        play(session, AnswerCall(now.asked_seat, own.cards_to_lay[0], own.cards_to_take[0]))


def play_story(session: HogenSession) -> Iterator[tuple[str, Answer]]:
    yield "no sheet yet", deduce_for_seat(session, "Aya")
    rally_all(session)
    yield "the sheet", deduce_for_seat(session, "Aya")
    chance = Random(2)
    for _ in range(5):
        play_step(session, chance)
    yield "the sheet of Bo", deduce_for_seat(session, "B")
    while view_table(session).call is not None:
        play_step(session, chance)
    accuser = str(view_table(session).active)
    yield "a wrong accusation", accuse(session, right=False)
    yield "the sheet of the accuser", deduce_for_seat(session, accuser)
    while view_table(session).call is not None:
        play_step(session, chance)
    yield "a right accusation", accuse(session)
    yield "the last words", Answer([str(line) for line in describe_heard_events(session, 1)])
    assert [*map(str, describe_heard_events(session))][-1:] == [*map(str, describe_heard_events(session, 1))]


def test_a_whole_game_is_described_as_in_the_golden_file(session: HogenSession) -> None:
    text = format_answers(dict(play_story(session)), whole={"the sheet of Bo"})
    assert text == read_golden("hogen-answers.txt", text)


def test_deductions_from_a_log_match_the_golden_file() -> None:
    answers = {
        "at the start": deduce_log(parse_log(OPENING, "log"), {}),
        "later": deduce_log(
            parse_log(f"{OPENING}call A rank 2\npass B\npass C\ncall A clan Minamoto\npass B\n", "log"), {}
        ),
        "who has rallied what is certain": deduce_log(
            parse_log(f"{OPENING}call A rank 1\npass B\npass C\n", "log"), {}
        ),
    }
    for name, each in answers.items():
        shares = [line.seat for line in each.lines if isinstance(line, Shares)]
        assert shares == ["B", "C"]
        shown = tuple(line for line in each.lines if not isinstance(line, Shares))
        answers[name] = replace(each, lines=shown)
    text = format_answers(answers, whole={"later"})
    assert text == read_golden("hogen-answers-deduced.txt", text)


@pytest.mark.parametrize(
    ("share", "said"), [(0.0049, "<1%"), (0.005, "1%"), (0.016, "2%"), (0.9949, "99%"), (0.995, ">99%"), (1.0, "100%")]
)
def test_a_chance_is_never_rounded_to_certainty(share: float, said: str) -> None:
    assert str(format_percent(share)) == said


def test_the_next_game_is_dealt_as_agreed_when_one_is_over() -> None:
    ruling = next(each for each in RULINGS if len(each.options) > 1)
    agreed = {ruling.name: ruling.options[1][0]}
    session = begin(MemoryShelf(), "friday", NAMES, agreed, seed="sheet", deduction=False)
    rally_all(session)
    with pytest.raises(Refused, match="dealt when this one is over"):
        deal_next_game(session)
    accuse(session)
    assert find_next_table(session) is None
    assert deal_next_game(session) == find_next_table(session) == deal_next_game(session) == "friday 2"
    second: HogenSession = open_table(session.store, "friday 2")
    begun = second.history.get_transition(1).request
    assert (begun.players, begun.rulings[ruling.name]) == (NAMES, ruling.options[1][0])
    assert (second.state.deduction, len(begun.seed)) == (False, 32)
    rally_all(second)
    accuse(second)
    assert deal_next_game(second) == "friday 3"
    session.store.rename_table("friday 2", "moon")
    assert find_next_table(session) is None
    assert deal_next_game(session) == "friday 2"


def test_the_next_game_has_a_name_of_its_own() -> None:
    for name, others, expected in (
        ("friday", ("Friday 2",), "friday 3"),
        ("game 1999", (), "game 2000"),
        ("game 19999", (), "game 19999 2"),
        ("2", (), "2 2"),
        ("game 1", (), "game 1 2"),
    ):
        shelf = MemoryShelf()
        session = begin_friday(shelf, name)
        for other in others:
            begin_friday(shelf, other)
        rally_all(session)
        accuse(session)
        assert deal_next_game(session) == expected


def test_real_cards_are_dealt_by_hand() -> None:
    session = begin_friday(MemoryShelf(), real=True, starts="Chen")
    assert session.history.get_transition(1).request.starts == "C"
    for seat, card in zip("ABC", ("Taira4", "Fujiwara1", "Minamoto3"), strict=True):
        play(session, LayRallied(seat, card))
    accuse(session)
    assert phase_of(session.state) == OVER
    with pytest.raises(Refused, match="dealt when this one is over"):
        deal_next_game(session)


def test_the_sheet_is_what_follows_from_the_seats_own_log(session: HogenSession) -> None:
    rally_all(session)
    chance = Random(2)
    for _ in range(6):
        for seat in "ABC":
            known = deduce(parse_log(format_seat_log(session.state, seat), "log"))
            answer = deduce_for_seat(session, seat)
            assert answer.data["worlds"] == len(known.worlds)
            for other in known.other_seats:
                shares = {str(card): share for card, share in known.compute_rallied_shares(other).items()}
                assert answer.data["rallied"][other] == shares
                assert shares[str(session.state.game.rallied[other])] > 0
            assert [call["call"] for call in answer.data["calls"]] == [str(split.call) for split in known.rank_calls()]
        play_step(session, chance)


def test_every_call_says_why_to_the_caller_alone(session: HogenSession) -> None:
    rally_all(session)
    active = str(view_table(session).active)
    for seat in (None, *(seat for seat in "ABC" if seat != active)):
        assert list_calls(view_table(session, seat)) == []
    for choice in list_calls(view_table(session, active)):
        if choice.legal:
            call(session, str(choice.call))
            if view_table(session).failed_calls:
                break
            play(session, Undo())
    (failed,) = (each for each in list_calls(view_table(session, active)) if "since the last swap" in str(each.reason))
    assert (str(failed.call), failed.legal) == (view_table(session).failed_calls[0].split(" ", 1)[1], False)
