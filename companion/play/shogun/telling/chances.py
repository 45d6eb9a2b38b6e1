"""The exact odds of a throw, from what the table chose to be told of the inside."""

from companion.play.shogun.state import ShogunState
from companion.play.shogun.views import ages_told
from companion.rules.shogun.battle.battle import Battle, Revolt
from companion.rules.shogun.battle.muster import Muster
from companion.rules.shogun.odds.odds import Odds, Throwing, battle_odds, revolt_odds
from companion.rules.shogun.realm import counted
from companion.rules.shogun.tower.contents import Ages, Contents, Guess


def contents_told(state: ShogunState) -> Contents:
    """The inside as the players know it, by the choice of the table."""
    ages = ages_told(state)
    return Guess(len(state.players), state.tower.throws) if ages is None else Ages(ages)


def odds_of(
    state: ShogunState, muster: Muster, judged: Battle | Revolt | None, contents: Contents
) -> Odds | None:
    """The odds before a throw from a state; ``None`` for a throw nobody judges."""
    throwing = Throwing(state.tower.preset, muster.cubes, counted(state.tower.tray), contents)
    if isinstance(judged, Battle):
        return battle_odds(throwing, judged, state.rulings)
    return None if judged is None else revolt_odds(throwing, judged, state.rulings)
