"""Tables of Shogun in the middle of a light game, to look at and to play on."""

from collections.abc import Callable
from dataclasses import replace

from companion.data.shogun.towers import shipped_presets
from companion.play.shogun.by_hand import Amounts, CorrectBoard
from companion.play.shogun.plans.planning import TellHoldings
from companion.play.shogun.plans.turns import EndTurns
from companion.play.shogun.round import FinishRound, LayCards, TakeSpecial
from companion.play.shogun.set_up import KeepGame, SetUp
from companion.play.shogun.views import view
from companion.play.shogun.winter import DrawWinter, Hand
from companion.rules.shogun.game.holdings import Holding
from companion.rules.shogun.round.plans import Plan
from companion.service.playing import play
from companion.service.shogun.plans import PROPOSED, fixed_cards, lay_plan, plan_begun
from companion.service.shogun.session import ShogunSession, begin_table
from companion.table.shelf import Shelf

COLOURS = ("blue", "yellow", "red")


def light_table(shelf: Shelf, name: str) -> ShogunSession:
    """A light game whose players have told their cards, before the first spring."""
    tower = next(iter(shipped_presets().values()))
    here = begin_table(shelf, name, COLOURS, tower, seed="spring rain")
    play(here, KeepGame(SetUp("light")))
    hands = zip(COLOURS, fixed_cards(here).values(), strict=True)
    play(here, TellHoldings({player: Holding(hand, 18) for player, hand in hands}))
    return here


def light_summer(shelf: Shelf, name: str) -> None:
    """A light game after its first round."""
    here = light_table(shelf, name)
    _chosen(here)
    assert play(here, FinishRound(blanks=True)).yes


def full_autumn(shelf: Shelf, name: str) -> ShogunSession:
    """A kept board before its first autumn.

    A tax of everybody's plan brings a revolt, and winter a few others; Blue cannot pay for a thing.
    """
    tower = next(iter(shipped_presets().values()))
    here = begin_table(shelf, name, COLOURS, tower, seed="spring rain")
    play(here, KeepGame(SetUp("fixed", letters="ABC")))
    for _ in range(2):
        _chosen(here)
        play(here, FinishRound(blanks=True))
    lands = view(here.state).game.realm.lands
    taxed = [plan_begun(here, each, PROPOSED).cards["tax"] for each in COLOURS]
    righted = {name: replace(lands[name], markers=1) for name in taxed}
    stores = {"blue": Amounts(chests=0, rice=6), "yellow": Amounts(rice=6), "red": Amounts(rice=3)}
    play(here, CorrectBoard(righted, stores))
    return here


def full_winter(shelf: Shelf, name: str) -> None:
    """A kept board before its first winter, which leaves one player two revolts."""
    here = full_autumn(shelf, name)
    _chosen(here)
    play(here, FinishRound(blanks=True))
    play(
        here,
        CorrectBoard(seats={"blue": Amounts(rice=11), "yellow": Amounts(rice=11), "red": Amounts(rice=8)}),
    )


def _planned(here: ShogunSession) -> None:
    play(here, LayCards())
    for player in COLOURS:
        plan = plan_begun(here, player, PROPOSED)
        lay_plan(here, player, Plan(plan.cards, str(COLOURS.index(player))))


def _chosen(here: ShogunSession) -> None:
    _planned(here)
    for place in range(len(COLOURS)):
        calendar = view(here.state).calendar
        assert calendar is not None
        play(here, TakeSpecial(str(calendar.player), calendar.specials[place]))


def _acting(shelf: Shelf, name: str) -> None:
    _chosen(light_table(shelf, name))


def _fighting(shelf: Shelf, name: str) -> None:
    here = light_table(shelf, name)
    _chosen(here)
    while len(view(here.state).due) > 1:
        play(here, EndTurns())


def _choosing(shelf: Shelf, name: str) -> None:
    _planned(light_table(shelf, name))


def _planning(shelf: Shelf, name: str) -> None:
    play(light_table(shelf, name), LayCards())


def _sealing(shelf: Shelf, name: str) -> None:
    here = light_table(shelf, name)
    play(here, LayCards())
    lay_plan(here, "blue", Plan(plan_begun(here, "blue", PROPOSED).cards, "1"))


def wintry(here: ShogunSession) -> ShogunSession:
    """Three rounds gone, in which nobody did anything: the winter is next."""
    for _ in range(3):
        _chosen(here)
        play(here, FinishRound(blanks=True))
    return here


def winter_drawn(here: ShogunSession) -> None:
    """Everybody's rice told, and the provinces drawn that revolt."""
    hands = {player: Hand(each.provinces, 4) for player, each in view(here.state).holdings.items()}
    assert play(here, DrawWinter(hands)).yes


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
