"""What is told of every event where the board lies on the table, word by word."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from companion.data.shogun import Side
from companion.play.shogun.bids import RevealBids
from companion.play.shogun.fights.fight import TellFight, ThrowCubes
from companion.play.shogun.plans.planning import LaidPlan, LayPlan, TellHoldings
from companion.play.shogun.plans.turns import EndTurns
from companion.play.shogun.round import (
    DrawEvent,
    EndAction,
    EndRound,
    FinishRound,
    LayCards,
    NextAction,
    TakeSpecial,
)
from companion.play.shogun.set_up import KeepGame, SetUp
from companion.play.shogun.winter import BeginWinter, CountBoard, CountPoints, DrawWinter, Hand
from companion.rules.shogun.battle.muster import CASTLE_EVENT, TEMPLE_EVENT
from companion.rules.shogun.game.holdings import Holding
from companion.rules.shogun.realm import Land
from companion.rules.shogun.round.plans import Plan
from companion.rules.shogun.round.stages import Season
from companion.rules.shogun.score.finished_board import FinishedBoard
from companion.table.history import Undo
from tests.goldens import kept
from tests.play.shogun.plans.planned_tables import CARDS, proposal
from tests.play.shogun.told_tables import LAID, SPECIALS, at_table, choosing
from tests.table.games import PLAYERS, attack, history, revolt


def a_light_round() -> Iterator[str]:
    """Cards and seasons alone: plans, bids, cards turned over, fights in between, and the end of turns."""
    at = at_table(history())
    cards = {player: tuple(sorted(CARDS))[place::6][:9] for place, player in enumerate(PLAYERS)}
    blue, yellow, red = cards.values()
    yield from at.play(
        KeepGame(SetUp("light", open=(4, 5, 6, 7))),
        LayPlan("blue", Plan()),
        TellHoldings({"blue": Holding((*blue, blue[0]), 5)}),
        TellHoldings({"blue": Holding(("Nowhere",), 5)}),
        TellHoldings({"blue": Holding(blue, 1000)}),
        TellHoldings({"blue": Holding(blue, 5, 100)}),
        TellHoldings({"blue": Holding(blue, -1)}),
        TellHoldings({"blue": Holding(blue, 5, 1), "yellow": Holding(yellow, 7)}),
        TellHoldings({"red": Holding(red, 1)}, {red[0]: ("castle", "temple")}),
        TellHoldings({}, {red[0]: ("tower",)}),
        TellHoldings({}, {"Nowhere": ("castle",)}),
        LayCards(LAID[:5], SPECIALS),
    )
    plans = {player: proposal(at.history, player) for player in PLAYERS}
    yield from at.play(
        LaidPlan("blue", ""),
        LayPlan("blue", plans["blue"]),
        LaidPlan("blue", ""),
        LayPlan("blue", replace(plans["blue"], bid="3")),
        LayPlan("yellow", plans["yellow"]),
        LayPlan("red", replace(plans["red"], bid="1")),
        RevealBids({"blue": "1"}),
        DrawEvent(4),
        LayPlan("red", plans["red"]),
        RevealBids({"blue": "1"}),
        RevealBids({}),
    )
    yield from choosing(at)
    first, second, _ = at.state.calendar.order
    tax, rice = (
        {player: plans[player].cards.get(action, "") for player in PLAYERS} for action in ("tax", "rice")
    )
    fight = attack(f"{first}=3", f"{second}=2", province=tax[second])
    yield from at.play(
        EndTurns(second),
        EndTurns(first, lost=(second,)),
        EndTurns(None, lost=(first,)),
        EndAction(),
        TellFight(fight),
        TellFight(fight, bare=True),
        EndAction(),
        TellFight(revolt(f"{second}=2", 1, province=rice[second])),
        EndTurns(None, cards={first: tax[first]}),
        EndAction(),
        EndAction("tax"),
        EndAction("one"),
    )
    for turned in ("theatre", "three", "temple", None, None, None, None, None, None):
        yield from at.play(EndAction(turned))
    yield from at.end()


def a_light_year() -> Iterator[str]:
    """Cards that players shuffle themselves; what is not told is passed over; winters and points are told."""
    at = at_table(history())
    yield from at.play(
        SetUp("light", open=(4, 9, 6, 7), season=Season.AUTUMN),
        SetUp("light", open=(4, 9), season=Season.AUTUMN),
        NextAction(),
        LayCards(LAID[:4]),
        LayCards(("tax", "tax", "rice", "one", "five")),
        LayCards(specials=SPECIALS),
        DrawEvent(9),
        Undo(),
        DrawEvent(4),
        RevealBids({"blue": "1"}),
        RevealBids({"blue": "1", "yellow": "Kai", "black": "2"}),
        RevealBids({"blue": "1", "yellow": "Kai", "red": "none"}),
        TakeSpecial("blue", "attack"),
        TakeSpecial("yellow", "attack"),
        NextAction(),
        Undo(),
        TakeSpecial("yellow", "defence"),
        TakeSpecial("red", "rice"),
        EndTurns(),
        NextAction(),
        NextAction("tax"),
        NextAction("temple"),
    )
    castle = attack("blue=3", "yellow=2", event=TEMPLE_EVENT)
    yield from at.play(
        TellFight(castle),
        TellFight(attack("blue=3", "yellow=2")),
        TellFight(attack("blue=3", "yellow=2", castle=True)),
        TellFight(attack("red=3", "yellow=2", attack_card=True)),
        TellFight(attack("red=3", "blue=2", defence_card=True), bare=True),
        TellFight(attack("red=3", "neutral")),
        TellFight(revolt("red=2", 1)),
        TellFight(revolt("blue=2", 1, event=CASTLE_EVENT, province="Kai")),
        TellFight(attack("red=3", "yellow=2", attack_card=True, province="Kai")),
        TellFight(ThrowCubes({"blue": 2})),
        EndRound(),
        Undo(),
        EndRound(),
        FinishRound(False),
    )
    hands = {"blue": Hand(("Kai", "Aki", "Omi"), 0), "yellow": Hand(9, 30), "red": Hand(9, 5)}
    yield from at.play(
        BeginWinter(hands, None, 4),
        BeginWinter({"blue": hands["blue"]}),
        DrawWinter(hands, ("Izu", "Aki")),
        DrawWinter(hands, ("Kai", "Aki")),
        Undo(),
        BeginWinter({**hands, "blue": Hand(3, 30), "red": Hand(9, 30)}),
        Undo(),
        BeginWinter(hands),
        TellFight(revolt("blue=3", 1, province="Izu")),
        TellFight(revolt("blue=3", 1, province=at.state.hungry.get("blue", ("Kai",))[0])),
    )
    drawn = at.state.hungry["blue"]
    yield from at.play(
        TellFight(revolt("blue=3", 1, province=drawn[0])),
        TellFight(revolt("blue=3", 1, winter=9)),
        TellFight(revolt("yellow=3", 1)),
        CountPoints((1, 2, 3, 3), {"blue": 5, "yellow": 5, "red": 2}),
        CountPoints(None, {"blue": 5, "yellow": 5}),
        CountPoints(None, {"blue": 5, "yellow": 5, "red": 2}, {"blue": 5, "yellow": 5}),
        CountPoints(None, {"blue": 5, "yellow": 5, "red": 2}),
        Undo(),
        CountPoints((1, 2, 3, 10), {"blue": 5, "yellow": 5, "red": 2}, {"blue": 4, "yellow": 4, "red": 9}),
    )
    for _ in range(3):
        yield from at.play(LayCards(), EndRound())
    lands = {
        "Kai": Land("blue", 3, ("castle",)),
        "Aki": Land("yellow", 2, ("castle",)),
        "Omi": Land("red", 6),
    }
    board = FinishedBoard(lands, PLAYERS, {}, {"blue": 3, "yellow": 3, "red": 1})
    winter = BeginWinter(dict.fromkeys(PLAYERS, Hand(3, 30)), None, 1)
    yield from at.play(
        winter, CountPoints(), Undo(), CountBoard(board, Side.SUN, CountPoints()), NextAction()
    )
    yield from at.end()


def the_end_untold() -> Iterator[str]:
    """A light game over two years of which only one winter's points were told, and no chests."""
    at = at_table(history())
    hands = dict.fromkeys(PLAYERS, Hand(3, 30))
    points = {"blue": 5, "yellow": 5, "red": 2}
    for request in (
        SetUp("light", year=2, season=Season.AUTUMN),
        LayCards(),
        DrawEvent(),
        EndRound(),
        BeginWinter(hands),
    ):
        at.history.do(request)
    yield from at.play(CountPoints(points=points))
    yield from at.end()


@pytest.mark.parametrize("story", [a_light_round, a_light_year, the_end_untold])
def test_what_is_told_at_a_table(story: Callable[[], Iterator[str]]) -> None:
    told, what = "\n".join(story()), story.__name__.replace("_", "-")
    assert told == kept(f"told-{what}.txt", told)
