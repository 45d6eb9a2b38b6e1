"""Tables of Shogun in the middle of a whole game, to look at and to play on."""

from collections.abc import Callable

from companion.play.shogun.round import LayCards
from companion.rules.shogun.bids import Plan
from companion.service.playing import play
from companion.service.shogun.session import PROPOSED, ShogunSession, begin_plan, lay_plan
from companion.table.shelf import Shelf
from tests.service.shogun.boards import begin_board, lay_plans


def make_full_table(shelf: Shelf, name: str) -> ShogunSession:
    return begin_board(shelf, name, seed="spring rain")


def _plan_all(session: ShogunSession) -> None:
    play(session, LayCards())
    lay_plans(session, "0", "1", "2")


def _make_choosing_stage(shelf: Shelf, name: str) -> None:
    _plan_all(make_full_table(shelf, name))


def _make_planning_stage(shelf: Shelf, name: str) -> None:
    play(make_full_table(shelf, name), LayCards())


def _make_sealing_stage(shelf: Shelf, name: str) -> None:
    session = make_full_table(shelf, name)
    play(session, LayCards())
    lay_plan(session, "blue", Plan(begin_plan(session, "blue", PROPOSED).cards, "1"))


STAGES: dict[str, Callable[[Shelf, str], object]] = {
    "laying": make_full_table,
    "planning": _make_planning_stage,
    "sealing": _make_sealing_stage,
    "choosing": _make_choosing_stage,
}
"""A table for each stage of a round before its actions, by the name it has."""
