"""What is told of a game that is over, of kept games to the letter."""

from random import Random

import pytest

from companion.play.game import game_of
from companion.play.games import get_game
from companion.play.hogen.views import view as hogen_view
from companion.play.honshu.changes import LayCard, TakeBack
from companion.play.honshu.ending import EndGame
from companion.play.honshu.views import view
from companion.play.shogun.corrections import Amounts, CorrectBoard
from companion.service.honshu.scoring import score_seat
from companion.service.kept_tables import OpenTables
from companion.service.playing import play
from companion.table.history import Snapshot
from companion.table.shelf import MemoryShelf
from tests.goldens import read_golden
from tests.play.hogen.random_play import deal_table, do_request
from tests.play.hogen.random_play import play_at_random as play_hogen
from tests.play.honshu.moves import begin
from tests.service.test_remembered import take_in_table


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
