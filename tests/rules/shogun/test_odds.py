"""Odds: against every single outcome, against throws of the tower, against the known scale."""

from collections import defaultdict
from collections.abc import Mapping
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.shogun.towers import TowerPreset, get_preset, load_presets
from companion.rules.rulings import Rulings
from companion.rules.shogun.battle import Battle, Revolt, resolve_battle, resolve_revolt
from companion.rules.shogun.odds import (
    Odds,
    PlannedThrow,
    compute_attack_curve,
    compute_battle_odds,
    compute_cubes_out,
    compute_revolt_odds,
    find_fewest_armies,
)
from companion.rules.shogun.realm import COLOURS, NEUTRAL, RULINGS, count_cubes
from companion.rules.shogun.tower import Ages, Guess, Inside, SeededRandomness, fill_tower, list_fill_cubes, throw_cubes

SHOGUN = get_preset("shogun")
BLUE_YELLOW = Battle("blue", "yellow")
Lodged = dict[str, tuple[float, ...]]


def compute_rate(preset: TowerPreset, thrown: int, age: float) -> float:
    """The formula for a lodged cube, written down once more."""
    shaken = (thrown / 9) ** 0.7
    return shaken / (shaken + float(preset.b) + age - 1)


def compute_one_by_one(throwing: PlannedThrow, contents: Ages) -> dict[tuple[tuple[str, int], ...], float]:
    chances: dict[tuple[int, ...], float] = {(0,) * len(COLOURS): 1.0}
    for place, colour in enumerate(COLOURS):
        new = throwing.cubes.get(colour, 0) + throwing.tray.get(colour, 0)
        rates = [float(throwing.preset.p)] * new
        rates += [
            compute_rate(throwing.preset, throwing.cube_count, age)
            for age in contents.ages.get(colour, ())
            if age is not None
        ]
        for rate in rates:
            grown: defaultdict[tuple[int, ...], float] = defaultdict(float)
            for tray, chance in chances.items():
                more = (*tray[:place], tray[place] + 1, *tray[place + 1 :])
                grown[tray] += chance * (1 - rate)
                grown[more] += chance * rate
            chances = dict(grown)
    return {tuple(zip(COLOURS, tray, strict=True)): chance for tray, chance in chances.items()}


def check_survivors(odds: Odds, colour: str, expected: Mapping[int, float]) -> None:
    distribution = odds.survivors[colour]
    assert list(distribution) == pytest.approx([expected.get(n, 0) for n in range(len(distribution))], abs=1e-12)
    mean = sum(count * chance for count, chance in expected.items())
    assert odds.expected_survivors[colour] == pytest.approx(mean, abs=1e-12)


counts = st.dictionaries(st.sampled_from(["blue", "yellow", "green", "red"]), st.integers(0, 2))
ages = st.dictionaries(
    st.sampled_from(["blue", "yellow", "green", "red"]),
    st.lists(st.sampled_from([1.0, 1.0, 2.0, 2.5, 7.0]), max_size=2).map(tuple),
)
presets = st.sampled_from(list(load_presets().values()))
battles = st.one_of(
    st.integers(0, 2).map(lambda markers: Battle("blue", "yellow", markers)), st.just(Battle("blue", NEUTRAL))
)
helps = st.sampled_from(["0", "1"]).map(lambda value: Rulings(RULINGS, {"green-help": value}))


@settings(max_examples=60, deadline=None)
@given(cubes=counts, tray=counts, lodged=ages, preset=presets, battle=battles, rulings=helps)
def test_battles_agree_with_every_outcome_judged(
    cubes: dict[str, int], tray: dict[str, int], lodged: Lodged, preset: TowerPreset, battle: Battle, rulings: Rulings
) -> None:
    contents = Ages(lodged)
    throwing = PlannedThrow(preset, {**cubes, "blue": 2}, tray, contents)
    odds = compute_battle_odds(throwing, battle, rulings)
    expected: defaultdict[str, float] = defaultdict(float)
    survivors: dict[str, defaultdict[int, float]] = {colour: defaultdict(float) for colour in odds.survivors}
    margins: defaultdict[int, float] = defaultdict(float)
    standings: dict[int, float] = {}
    for outcome, chance in compute_one_by_one(throwing, contents).items():
        verdict = resolve_battle(dict(outcome), battle, rulings)
        expected[verdict.winner] += chance
        margin = 0 if verdict.winner == "tie" else verdict.strengths[0] - verdict.strengths[1]
        margins[margin] += chance
        standings[margin] = odds.compute_luck(verdict)
        for colour, found in survivors.items():
            found[verdict.survivors.get(colour, 0)] += chance
    assert [odds.win, odds.tie, odds.lose] == pytest.approx(
        [expected["attacker"], expected["tie"], expected["defender"]], abs=1e-12
    )
    for colour, found in survivors.items():
        check_survivors(odds, colour, found)
    for margin, standing in standings.items():
        below = sum(chance for each, chance in margins.items() if each < margin)
        assert standing == pytest.approx(below + margins[margin] / 2, abs=1e-12)
    assert odds.thrown == throwing.cube_count
    assert odds.preset == preset.name


@settings(max_examples=30, deadline=None)
@given(cubes=counts, tray=counts, lodged=ages, preset=presets, put_down=st.sampled_from(["less", "all"]))
def test_revolts_agree_with_every_outcome_judged(
    cubes: dict[str, int], tray: dict[str, int], lodged: Lodged, preset: TowerPreset, put_down: str
) -> None:
    contents = Ages(lodged)
    throwing = PlannedThrow(preset, {**cubes, "blue": 2, "green": 2}, tray, contents)
    revolt = Revolt("blue", 2)
    rulings = Rulings(RULINGS, {"put-down": put_down})
    odds = compute_revolt_odds(throwing, revolt, rulings)
    expected: defaultdict[str, float] = defaultdict(float)
    left: defaultdict[int, float] = defaultdict(float)
    for outcome, chance in compute_one_by_one(throwing, contents).items():
        verdict = resolve_revolt(dict(outcome), revolt, rulings)
        expected[verdict.winner] += chance
        left[verdict.survivors.get("blue", 0)] += chance
    check_survivors(odds, "blue", left)
    assert [odds.win, odds.tie, odds.lose] == pytest.approx(
        [expected["owner"], expected["tie"], expected["revolt"]], abs=1e-12
    )
    lost = pytest.approx(expected["tie"] + expected["revolt"], abs=1e-12)
    assert [odds.lost, odds.get_chance("tie"), odds.get_chance("revolt")] == [lost] * 3


def test_the_chance_of_the_booklets_tray_is_computed() -> None:
    odds = compute_battle_odds(PlannedThrow(SHOGUN, {"blue": 4, "yellow": 3}, {"green": 1}), BLUE_YELLOW)
    p, q = 0.73, 0.27
    chance = odds.compute_tray_chance({"blue": 3, "yellow": 1, "green": 1})
    assert chance == pytest.approx(4 * p**3 * q * 3 * p * q**2 * p)
    assert odds.compute_tray_chance({"blue": 5}) == 0


def test_odds_of_an_empty_tower_match_a_hand_count() -> None:
    """2 against 1, nothing inside: win 2:0 1:0 2:1, tie 0:0 1:1."""
    p = 0.73
    odds = compute_battle_odds(PlannedThrow(SHOGUN, {"blue": 2, "yellow": 1}), BLUE_YELLOW)
    q = 1 - p
    assert odds.win == pytest.approx(p**2 + 2 * p * q * q)
    assert odds.tie == pytest.approx(q**3 + 2 * p * q * p)
    assert odds.lose == pytest.approx(q**2 * p)
    assert odds.expected_survivors["blue"] == pytest.approx(2 * p**2 * q + p**2 * p + 2 * p * q * q)


def test_only_green_in_the_tray_is_a_tie_not_a_loss() -> None:
    odds = compute_battle_odds(PlannedThrow(SHOGUN, {"blue": 1, "yellow": 1}, {"green": 2}), BLUE_YELLOW)
    p, q = 0.73, 0.27
    no_yellow_and_more_green = q * (q * (1 - q**2) + p * p**2)
    assert odds.only_green == pytest.approx(no_yellow_and_more_green)
    neutral = compute_battle_odds(PlannedThrow(SHOGUN, {"blue": 1}, {"green": 2}), Battle("blue", NEUTRAL))
    assert neutral.only_green == 0
    assert neutral.lose == pytest.approx(q * (1 - q**2) + p * p**2)


@pytest.mark.parametrize(
    ("attackers", "defenders", "win", "tie"), [(2, 1, 59, 29), (4, 3, 55, 23), (5, 5, 38, 23), (7, 5, 68, 16)]
)
def test_odds_in_mid_game_match_simulated_games(attackers: int, defenders: int, win: int, tie: int) -> None:
    """Odds of the middle of a game, as measured over whole simulated games: within three points."""
    throwing = PlannedThrow(SHOGUN, {"blue": attackers, "yellow": defenders}, {}, Guess())
    odds = compute_battle_odds(throwing, BLUE_YELLOW)
    assert 100 * odds.win == pytest.approx(win, abs=3)
    assert 100 * odds.tie == pytest.approx(tie, abs=3)


@pytest.mark.parametrize("name", ["shogun", "deep"])
def test_throws_agree_with_the_odds(name: str) -> None:
    """Sampling against exact odds: games are played, and before each throw the odds are taken."""
    preset = get_preset(name)
    expected: defaultdict[str, float] = defaultdict(float)
    variance: defaultdict[str, float] = defaultdict(float)
    happened: defaultdict[str, int] = defaultdict(int)
    for game in range(40):
        randomness = SeededRandomness(f"battles {game}")
        tower = fill_tower(preset, list_fill_cubes(("blue", "yellow", "red")), randomness).tower
        for number in range(60):
            battle = [BLUE_YELLOW, Battle("yellow", "red", 1), Battle("red", NEUTRAL)][number % 3]
            wanted = {battle.attacker: 2 + number % 5}
            wanted["green" if battle.defender == NEUTRAL else battle.defender] = 1 + number % 4
            odds = compute_battle_odds(
                PlannedThrow(preset, wanted, count_cubes(tower.tray), Ages(tower.list_ages())), battle
            )
            made = throw_cubes(tower, tower.pick_cubes(wanted), randomness)
            verdict = resolve_battle(count_cubes(made.cubes_out), battle)
            for winner in ("attacker", "tie", "defender"):
                chance = odds.get_chance(winner)
                expected[winner] += chance
                variance[winner] += chance * (1 - chance)
                happened[winner] += verdict.winner == winner
            tower = made.tower.with_tray(cube for cube in made.cubes_out if cube.colour in verdict.stays_in_tray)
    for winner, count in happened.items():
        assert abs(count - expected[winner]) < 4 * sqrt(variance[winner]), winner


@settings(max_examples=40, deadline=None)
@given(
    blue=st.integers(1, 62),
    yellow=st.integers(1, 62),
    lodged=st.lists(st.tuples(st.sampled_from(["blue", "yellow", "green"]), st.floats(1, 200)), max_size=80),
    preset=presets,
    unknown=st.booleans(),
)
def test_odds_of_big_battles_add_up_to_one(
    blue: int, yellow: int, lodged: list[tuple[str, float]], preset: TowerPreset, unknown: bool
) -> None:
    inside: defaultdict[str, list[float | None]] = defaultdict(list)
    for colour, age in lodged:
        inside[colour].append(age)
    contents: Inside = Guess() if unknown else Ages({colour: tuple(each) for colour, each in inside.items()})
    odds = compute_battle_odds(PlannedThrow(preset, {"blue": blue, "yellow": yellow}, {}, contents), BLUE_YELLOW)
    assert odds.win + odds.tie + odds.lose == pytest.approx(1, abs=1e-9)
    assert min(odds.win, odds.tie, odds.lose, odds.only_green) >= 0
    assert odds.win == pytest.approx(1 - float(odds.survivors["blue"][0]), abs=1e-9)
    for pmf in (*odds.outcomes.values(), *odds.survivors.values()):
        assert sum(pmf) == pytest.approx(1, abs=1e-9)
        assert min(pmf) >= 0


def test_the_luck_of_a_revolt_is_the_owners() -> None:
    odds = compute_revolt_odds(PlannedThrow(SHOGUN, {"blue": 4, "green": 2}), Revolt("blue", 2))
    good, bad = (odds.compute_luck(resolve_revolt(tray, Revolt("blue", 2))) for tray in ({"blue": 4}, {"green": 2}))
    assert bad < 0.01 < 0.8 < good


def test_an_age_nobody_knows_lies_between_young_and_old() -> None:
    def compute_mean(*inside: float | None) -> float:
        pmf = compute_cubes_out(PlannedThrow(SHOGUN, {"blue": 4}, {}, Ages({"blue": inside})), "blue")
        return float(sum(count * chance for count, chance in enumerate(pmf)))

    assert compute_mean(60, 60) < compute_mean(None, None) < compute_mean(1, 1)
    assert compute_mean(None, 1) == pytest.approx((compute_mean(None, None) + compute_mean(1, 1)) / 2)


def test_the_curve_rises_and_names_how_many_armies_are_enough() -> None:
    points = compute_attack_curve(PlannedThrow(SHOGUN, {"blue": 1, "yellow": 3}, {}, Guess()), BLUE_YELLOW)
    assert [point.armies for point in points] == list(range(1, len(points) + 1))
    wins = [point.win for point in points]
    assert wins == sorted(wins)
    assert wins[-1] >= 0.995
    assert find_fewest_armies(points, 0.5) == 4
    four = compute_battle_odds(PlannedThrow(SHOGUN, {"blue": 4, "yellow": 3}, {}, Guess()), BLUE_YELLOW)
    assert points[3].win == four.win
    helped = compute_attack_curve(PlannedThrow(SHOGUN, {"blue": 1, "yellow": 3}, {}, Guess()), BLUE_YELLOW, extra=1)
    assert helped[2].win == points[3].win


def test_a_hopeless_curve_ends_with_the_armies() -> None:
    points = compute_attack_curve(PlannedThrow(SHOGUN, {"yellow": 62}), BLUE_YELLOW)
    assert points[-1].armies == 62
    assert find_fewest_armies(points, 0.9) is None
