"""Tables of Hogen: dealt by Companion, or with real cards and Companion as referee."""

from random import Random

import pytest

from companion.data.hogen import parse_log
from companion.errors import InputError, TableError
from companion.play.hogen import GAME as HOGEN
from companion.play.hogen.moves import BeginTable
from companion.play.hogen.views import format_seat_log
from companion.rules.hogen.deduction import deduce
from companion.table.archive import verify_log
from companion.table.history import GENESIS, History, build_event
from tests.play.hogen.random_play import NAMES, begin_table, deal_table, do_request, play_at_random


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
