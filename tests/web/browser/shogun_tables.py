"""Tables of Shogun in the middle of a whole game, to look at and to play on."""

from collections.abc import Callable
from dataclasses import replace

from companion.play.shogun.corrections import Amounts, CorrectBoard
from companion.play.shogun.round import EndRound, LayCards
from companion.play.shogun.views import view
from companion.rules.shogun.bids import Plan
from companion.service.playing import play
from companion.service.shogun.session import PROPOSED, ShogunSession, begin_plan, lay_plan
from companion.table.shelf import Shelf
from tests.service.shogun.boards import COLOURS, begin_board, lay_plans, take_specials


def make_full_table(shelf: Shelf, name: str) -> ShogunSession:
    return begin_board(shelf, name, seed="spring rain")


def make_full_autumn(shelf: Shelf, name: str) -> ShogunSession:
    """A kept board before its first autumn.

    A tax of everybody's plan brings a revolt, and winter a few others; Blue cannot pay for a thing.
    """
    session = make_full_table(shelf, name)
    for _ in range(2):
        _plan_all(session)
        take_specials(session)
        play(session, EndRound(blanks=True))
    lands = view(session.state).game.realm.lands
    taxed = [begin_plan(session, each, PROPOSED).cards["tax"] for each in COLOURS]
    righted = {name: replace(lands[name], markers=1) for name in taxed}
    stores = {"blue": Amounts(chests=0, rice=6), "yellow": Amounts(rice=6), "red": Amounts(rice=3)}
    play(session, CorrectBoard(righted, stores))
    return session


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
