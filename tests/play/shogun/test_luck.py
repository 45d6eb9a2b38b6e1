"""The luck sheet: exact odds for every fight, the undone ones as well."""

import pytest

from companion.play.shogun.fights import ThrowCubes, compute_forces
from companion.play.shogun.start import RevealSeed
from companion.play.shogun.throws import compute_odds, get_known_contents
from companion.rules.shogun.realm import NEUTRAL
from companion.service.shogun.throws import compute_luck
from companion.table.history import Undo
from tests.table.games import begin_history, build_attack, build_revolt


def test_every_fight_counts_in_the_luck_of_both_players() -> None:
    begun = begin_history()
    begun.do(build_attack(province="Kozuke", out={"blue": 3, "yellow": 1}))
    begun.do(build_revolt("yellow=3", 1))
    begun.do(ThrowCubes({"red": 2}))
    begun.do(build_attack("red=2", "neutral"))
    begun.do(Undo())
    begun.do(build_revolt("red=3", 1, out={"red": 1, "green": 1}))
    blue, yellow, red = compute_luck(begun)
    (line,) = blue.throws
    assert (line.part, line.against, line.province, line.outcome, line.entered) == (
        "attacker",
        "yellow",
        "Kozuke",
        "win",
        True,
    )
    assert [each.part for each in yellow.throws] == ["defender", "owner"]
    first = yellow.throws[0]
    assert first.outcome == "lose"
    assert first.luck == pytest.approx(1 - line.luck)
    assert line.chance + line.chance_of_tie + first.chance == pytest.approx(1)
    assert line.likelihood == first.likelihood == line.chance
    undone, tied = red.throws
    assert undone.undone
    assert undone.against == NEUTRAL
    assert red.standing_fights == (tied,)
    assert (tied.outcome, tied.tied, red.won) == ("lose", True, 0)
    assert tied.likelihood == pytest.approx(1 - tied.chance)
    assert (blue.won, blue.expected, blue.luck) == (1, line.chance, line.luck)


def test_luck_reveals_no_more_of_the_inside_than_chosen_until_the_end() -> None:
    shown, kept_back = begin_history(), begin_history(inside="hidden")
    for begun in (shown, kept_back):
        begun.do(build_attack())
    state = kept_back.steps[-1].before
    (line,), (exact,) = compute_luck(kept_back)[0].throws, compute_luck(shown)[0].throws
    odds = compute_odds(state, *compute_forces(state, build_attack()), get_known_contents(state))
    assert line.chance == odds.win
    assert line.chance != exact.chance
    kept_back.do(RevealSeed())
    assert compute_luck(kept_back)[0].throws == (exact,)
