"""The odds for each number of armies: they rise, and name how many are enough."""

from companion.data.shogun.towers import get_preset
from companion.rules.shogun.battle import Battle
from companion.rules.shogun.odds import PlannedThrow, compute_attack_curve, compute_battle_odds, find_fewest_armies
from companion.rules.shogun.tower import Guess

SHOGUN = get_preset("shogun")
BLUE_YELLOW = Battle("blue", "yellow")


def test_the_curve_rises_and_names_enough() -> None:
    throwing = PlannedThrow(SHOGUN, {"blue": 1, "yellow": 3}, {}, Guess())
    points = compute_attack_curve(throwing, BLUE_YELLOW)
    assert [point.armies for point in points] == list(range(1, len(points) + 1))
    wins = [point.win for point in points]
    assert wins == sorted(wins)
    assert wins[-1] >= 0.995
    four = find_fewest_armies(points, 0.5)
    assert four == 4
    assert (
        points[3].win
        == compute_battle_odds(PlannedThrow(SHOGUN, {"blue": 4, "yellow": 3}, {}, Guess()), BLUE_YELLOW).win
    )
    assert find_fewest_armies(points, 1.1) is None


def test_the_curve_counts_a_cards_army_on_top() -> None:
    plain = compute_attack_curve(PlannedThrow(SHOGUN, {"yellow": 3}), BLUE_YELLOW)
    helped = compute_attack_curve(PlannedThrow(SHOGUN, {"yellow": 3}), BLUE_YELLOW, extra=1)
    assert helped[2].win == plain[3].win


def test_a_hopeless_curve_ends_with_the_armies() -> None:
    points = compute_attack_curve(PlannedThrow(SHOGUN, {"yellow": 62}), BLUE_YELLOW)
    assert points[-1].armies == 62
    assert find_fewest_armies(points, 0.9) is None
