"""The luck sheet: exact odds for every fight, the undone ones as well."""

from companion.play.shogun.fights import compute_forces
from companion.play.shogun.start import RevealSeed
from companion.play.shogun.throws import compute_odds, get_known_contents
from companion.service.shogun.throws import compute_luck
from tests.table.games import begin_history, build_attack


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
