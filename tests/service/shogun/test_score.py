"""Points of a board, as they are told and as they stand at a table."""

from pathlib import Path

from companion.data.shogun import Side
from companion.data.shogun.towers import get_preset
from companion.play.shogun.start import SetUp
from companion.rules.shogun.realm import Land
from companion.rules.shogun.score import FinishedBoard
from companion.service.playing import play
from companion.service.shogun.session import begin_table, get_side, score_finished_board
from companion.table.history import Undo
from tests.goldens import read_golden
from tests.service.page import pages
from tests.table.games import PLAYERS

BUILT = FinishedBoard(
    {
        "Kai": Land("blue", 1, ("castle", "theatre")),
        "Omi": Land("blue", 2, ("castle",)),
        "Aki": Land("red", 1, ("temple",)),
        "Noto": Land(None, 0, ("temple",)),
    },
    ("blue", "red"),
    {"blue": 11, "red": 15},
    {"blue": 2},
)


def test_points_are_told_line_by_line() -> None:
    told = pages(
        {
            "a board": score_finished_board(BUILT, Side.SUN, {}, {}),
            "with points and chests that are told": score_finished_board(
                BUILT, Side.MOON, {"red": 14, "black": 9}, {"blue": 3, "red": 3, "yellow": 1}
            ),
        },
        whole={"a board"},
    )
    assert told == read_golden("shogun-score.txt", told)


def test_the_side_is_that_of_the_last_set_up(tmp_path: Path) -> None:
    with begin_table(tmp_path / "store", "friday", PLAYERS, get_preset("shogun"), seed="a") as here:
        assert get_side(here) == Side.SUN
        play(here, SetUp("draft", Side.MOON))
        assert get_side(here) == Side.MOON
        play(here, Undo())
        assert get_side(here) == Side.SUN
