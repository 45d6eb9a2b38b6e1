"""Tables of Shogun in the middle of a light game, to look at and to play on."""

from collections.abc import Callable
from dataclasses import replace

from companion.data.shogun.towers import shipped_presets
from companion.play.shogun.requests import (
    PHONES,
    SEED,
    Amounts,
    CorrectBoard,
    DrawWinter,
    FinishRound,
    Hand,
    LayCards,
    SetUp,
    TakeSpecial,
)
from companion.play.shogun.views import view
from companion.rules.shogun.game.holdings import Holding
from companion.service.shogun.table.opening import ShogunSession, begin_table
from companion.service.shogun.table.plans import planning, turns
from companion.service.shogun.table.rounds import correct_board, play_round, set_up, take_special
from companion.service.shogun.table.winters import begin_winter
from companion.table.shelf import Shelf

__all__ = ["COLOURS", "STAGES", "full_autumn", "light_table", "trusting_round", "winter_drawn", "wintry"]

COLOURS = ("blue", "yellow", "red")


def light_table(shelf: Shelf, name: str, trust: str = SEED) -> ShogunSession:
    """A light game whose players have told their cards, before the first spring."""
    tower = next(iter(shipped_presets().values()))
    here = begin_table(shelf, name, COLOURS, tower, seed="spring rain", trust=trust)
    set_up(here, SetUp("light"))
    hands = zip(COLOURS, planning.fixed_cards(here).values(), strict=True)
    planning.tell_holdings(here, {player: Holding(hand, 18) for player, hand in hands})
    return here


def trusting_round(shelf: Shelf, name: str) -> None:
    """A light round in its first combat, at a table that throws with numbers of both sides' phones."""
    here = light_table(shelf, name, PHONES)
    _chosen(here)
    while len(view(here.state).due) > 1:
        turns.end_turns(here)


def full_autumn(shelf: Shelf, name: str) -> None:
    """A kept board before its first autumn, with the phones' numbers in every throw.

    A tax of everybody's plan brings a revolt, and winter will bring others; Blue cannot pay for a thing.
    """
    tower = next(iter(shipped_presets().values()))
    here = begin_table(shelf, name, COLOURS, tower, seed="spring rain", trust=PHONES)
    set_up(here, SetUp("fixed", letters="ABC"))
    for _ in range(2):
        _chosen(here)
        play_round(here, FinishRound(blanks=True))
    lands = view(here.state).game.realm.lands
    taxed = [planning.plan_begun(here, each, planning.PROPOSED).cards["tax"] for each in COLOURS]
    righted = {name: replace(lands[name], markers=1) for name in taxed}
    correct_board(here, CorrectBoard(righted, {"blue": Amounts(chests=0)}))


def _planned(here: ShogunSession) -> None:
    play_round(here, LayCards())
    for player in COLOURS:
        plan = planning.plan_begun(here, player, planning.PROPOSED)
        planning.lay_plan(here, player, plan.cards, str(COLOURS.index(player)))


def _chosen(here: ShogunSession) -> None:
    _planned(here)
    for place in range(len(COLOURS)):
        calendar = view(here.state).calendar
        assert calendar is not None
        take_special(here, TakeSpecial(str(calendar.player), calendar.specials[place]))


def _acting(shelf: Shelf, name: str) -> None:
    _chosen(light_table(shelf, name))


def _fighting(shelf: Shelf, name: str) -> None:
    here = light_table(shelf, name)
    _chosen(here)
    while len(view(here.state).due) > 1:
        turns.end_turns(here)


def _choosing(shelf: Shelf, name: str) -> None:
    _planned(light_table(shelf, name))


def _planning(shelf: Shelf, name: str) -> None:
    play_round(light_table(shelf, name), LayCards())


def _sealing(shelf: Shelf, name: str) -> None:
    here = light_table(shelf, name)
    play_round(here, LayCards())
    planning.lay_plan(here, "blue", planning.plan_begun(here, "blue", planning.PROPOSED).cards, "1")


def wintry(here: ShogunSession) -> ShogunSession:
    """Three rounds gone, in which nobody did anything: the winter is next."""
    for _ in range(3):
        _chosen(here)
        play_round(here, FinishRound(blanks=True))
    return here


def winter_drawn(here: ShogunSession) -> None:
    """Everybody's rice told, and the provinces drawn that revolt."""
    hands = {player: Hand(each.provinces, 4) for player, each in view(here.state).holdings.items()}
    assert begin_winter(here, DrawWinter(hands)).yes


def _winter(shelf: Shelf, name: str) -> None:
    wintry(light_table(shelf, name))


def _revolts(shelf: Shelf, name: str) -> None:
    winter_drawn(wintry(light_table(shelf, name)))


def _light(shelf: Shelf, name: str) -> None:
    light_table(shelf, name)


STAGES: dict[str, Callable[[Shelf, str], None]] = {
    "light": _light,
    "planning": _planning,
    "sealing": _sealing,
    "choosing": _choosing,
    "acting": _acting,
    "fighting": _fighting,
    "winter": _winter,
    "revolts": _revolts,
}
"""A table for each stage of a light game, by the name it has."""
