"""Points of a board, as they are told and as they stand at a table."""

from pathlib import Path

import pytest

from companion.data.shogun import Side
from companion.data.shogun.towers import preset_named
from companion.play.shogun.bids import RevealBids
from companion.play.shogun.plans.planning import TellHoldings
from companion.play.shogun.round import DrawEvent, EndRound, LayCards
from companion.play.shogun.set_up import KeepGame, SetUp
from companion.play.shogun.winter import BeginWinter, CountPoints, Hand
from companion.rules.shogun.game.holdings import Holding
from companion.rules.shogun.realm import Land
from companion.rules.shogun.round.stages import Season
from companion.rules.shogun.score.finished_board import FinishedBoard
from companion.service.playing import play
from companion.service.shogun.session import ShogunSession, begin_table
from companion.service.shogun.shown import last_winter, score_finished_board, score_so_far, side_of
from companion.table.history import Undo
from tests.goldens import kept
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
        }
    )
    assert told == kept("shogun-score.txt", told)


def in_winter(tmp_path: Path, **more: object) -> ShogunSession:
    """A light table at the end of its autumn, whose players told their cards."""
    here = begin_table(tmp_path / "store", "friday", PLAYERS, preset_named("shogun"), seed="kabuto")
    play(here, KeepGame(SetUp("light", season=Season.AUTUMN, open=(2, 7), **more)))
    hands = {"blue": ("Kai", "Omi"), "yellow": ("Kii",), "red": ("Noto", "Kaga", "Hida")}
    play(here, TellHoldings({player: Holding(cards, 5) for player, cards in hands.items()}))
    play(here, LayCards(("tax", "castle", "combat-a", "five", "rice")))
    play(here, DrawEvent(2))
    play(here, RevealBids({"blue": "1", "yellow": "0", "red": "2"}))
    assert play(here, EndRound()).yes
    assert play(here, BeginWinter({player: Hand(cards, 9) for player, cards in hands.items()})).yes
    return here


@pytest.mark.parametrize(("blue", "told"), [(2, True), (3, False)])
def test_points_are_told_line_by_line_where_they_are_those_of_the_board(
    blue: int, told: bool, tmp_path: Path
) -> None:
    with in_winter(tmp_path) as here:
        points = {"blue": blue, "yellow": 1, "red": 3}
        assert play(here, CountPoints((1, 3, 4, 5), points)).yes
        page = last_winter(here)
    assert page is not None
    assert page.points == points
    assert (page.score is not None) == told


def test_the_side_is_that_of_the_last_set_up(tmp_path: Path) -> None:
    with begin_table(tmp_path / "store", "friday", PLAYERS, preset_named("shogun"), seed="a") as here:
        assert side_of(here) == Side.SUN
        play(here, KeepGame(SetUp("light", Side.MOON)))
        assert side_of(here) == Side.MOON
        play(here, TellHoldings({player: Holding((), 1) for player in PLAYERS}))
        assert score_so_far(here).data["side"] == "moon"
        play(here, Undo())
        play(here, Undo())
        assert side_of(here) == Side.SUN
