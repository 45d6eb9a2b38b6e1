"""A fight lost for a number that was not opened: one side loses all that fought for it, the other nothing."""

from collections import Counter

import pytest

from companion.rules.shogun.battle.battle import Battle, Revolt, forfeited
from companion.rules.shogun.realm import NEUTRAL
from companion.rules.shogun.rulings import DEFAULTS

TRAY = {"blue": 3, "yellow": 1, "red": 2, "green": 2}
OWNED, MARKED, WILD = Battle("blue", "yellow"), Battle("blue", "yellow", markers=1), Battle("blue", NEUTRAL)


@pytest.mark.parametrize(
    ("judged", "loser", "winner", "survivors", "to_supply", "stays"),
    [
        (OWNED, "yellow", "attacker", {"blue": 3}, {"yellow": 1, "green": 2}, {"red": 2}),
        (OWNED, "blue", "defender", {"yellow": 1}, {"blue": 3, "green": 2}, {"red": 2}),
        (MARKED, "yellow", "attacker", {"blue": 3}, {"yellow": 1}, {"red": 2, "green": 2}),
        (MARKED, "blue", "defender", {"yellow": 1}, {"blue": 3}, {"red": 2, "green": 2}),
        (WILD, "blue", "defender", {}, {"blue": 3, "green": 2}, {"yellow": 1, "red": 2}),
        (Revolt("blue"), "blue", "revolt", {}, {"blue": 3, "green": 2}, {"yellow": 1, "red": 2}),
    ],
)
def test_who_does_not_open_loses_all_and_the_other_nothing(
    judged: Battle | Revolt,
    loser: str,
    winner: str,
    survivors: dict[str, int],
    to_supply: dict[str, int],
    stays: dict[str, int],
) -> None:
    verdict = forfeited(TRAY, judged, loser, DEFAULTS)
    assert (verdict.winner, verdict.survivors) == (winner, survivors)
    assert (verdict.to_supply, verdict.stays_in_tray) == (to_supply, stays)
    counts = Counter(verdict.survivors) + Counter(verdict.to_supply) + Counter(verdict.stays_in_tray)
    assert counts == TRAY
    told = [line.said() for name, line in verdict.lines.items() if name in ("result", "strength", "green")]
    assert told == [f"{loser.capitalize()} did not open the number and loses the fight."]
