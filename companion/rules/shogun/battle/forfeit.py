"""A fight lost without a throw: the one side loses every cube, the other none.

It is no rule of the booklet, but the price of a number that is not opened (docs/table.md, Trust): nobody can
lose more by a throw, so nobody gains by refusing one.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from companion.rules.rulings import Rulings
from companion.rules.shogun.battle.battle import Battle, green_helps, resolve_battle
from companion.rules.shogun.battle.revolt import Revolt, resolve_revolt
from companion.rules.shogun.battle.verdict import Verdict, goes_to, without_none
from companion.rules.shogun.cubes import GREEN, daimyo
from companion.sentences import say


def forfeited(tray: Mapping[str, int], judged: Battle | Revolt, loser: str, rulings: Rulings) -> Verdict:
    """The verdict on a fight that a player loses for not opening a number.

    Args:
        tray: All cubes that would have been thrown, with those that lay in the tray.
        loser: The colour that loses; cubes that helped it go to the supplies with its own.
    """
    helped = isinstance(judged, Battle) and loser == judged.defender and green_helps(judged, rulings)
    gone = {loser, GREEN} if helped else {loser}
    left = {colour: count for colour, count in tray.items() if colour not in gone}
    if isinstance(judged, Revolt):
        verdict = resolve_revolt(left, judged, rulings)
    else:
        verdict = resolve_battle(left, judged, rulings)
    fallen = Counter({colour: count for colour, count in tray.items() if colour in gone})
    lost = without_none(fallen + Counter(verdict.to_supply))
    lines = {
        "result": say("{player} did not open the number and loses the fight.", player=daimyo(loser)),
        "losses": goes_to("supply", lost),
    }
    kept = {name: line for name, line in verdict.lines.items() if name not in ("strength", "green", *lines)}
    return replace(verdict, to_supply=lost, lines={**lines, **kept})
