"""Odds: against every single outcome, against throws of the tower, against the known scale."""

from collections import defaultdict
from collections.abc import Mapping
from itertools import product
from math import comb, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.shogun.towers import TowerPreset, get_preset, load_presets
from companion.errors import InputError
from companion.rules.rulings import Rulings
from companion.rules.shogun.battle import Battle, Revolt, resolve_battle, resolve_revolt
from companion.rules.shogun.odds import Odds, PlannedThrow, compute_battle_odds, compute_cubes_out, compute_revolt_odds
from companion.rules.shogun.realm import COLOURS, NEUTRAL, count_cubes
from companion.rules.shogun.rulings import RULINGS
from companion.rules.shogun.tower import (
    Ages,
    Contents,
    Guess,
    SeededRandomness,
    fill_tower,
    list_fill_cubes,
    throw_cubes,
)

SHOGUN = get_preset("shogun")
BLUE_YELLOW = Battle("blue", "yellow")
Lodged = dict[str, tuple[float, ...]]


def rate_of(preset: TowerPreset, thrown: int, age: float) -> float:
    """The formula for a lodged cube, written down once more."""
    shaken = (thrown / 9) ** 0.7
    return shaken / (shaken + float(preset.b) + age - 1)


def one_by_one(throwing: PlannedThrow, contents: Ages) -> dict[tuple[tuple[str, int], ...], float]:
    """The probability of every tray, from cube after cube."""
    chances: dict[tuple[int, ...], float] = {(0,) * len(COLOURS): 1.0}
    for place, colour in enumerate(COLOURS):
        new = throwing.cubes.get(colour, 0) + throwing.tray.get(colour, 0)
        rates = [float(throwing.preset.p)] * new
        rates += [
            rate_of(throwing.preset, throwing.cube_count, age)
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


def check_survivors(odds: Odds, colour: str, told: Mapping[int, float]) -> None:
    distribution = odds.survivors[colour]
    assert list(distribution) == pytest.approx([told.get(n, 0) for n in range(len(distribution))], abs=1e-12)
    mean = sum(count * chance for count, chance in told.items())
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
    told: defaultdict[str, float] = defaultdict(float)
    survivors: dict[str, defaultdict[int, float]] = {colour: defaultdict(float) for colour in odds.survivors}
    margins: defaultdict[int, float] = defaultdict(float)
    standings: dict[int, float] = {}
    for outcome, chance in one_by_one(throwing, contents).items():
        verdict = resolve_battle(dict(outcome), battle, rulings)
        told[verdict.winner] += chance
        margin = 0 if verdict.winner == "tie" else verdict.strengths[0] - verdict.strengths[1]
        margins[margin] += chance
        standings[margin] = odds.compute_luck(verdict)
        for colour, found in survivors.items():
            found[verdict.survivors.get(colour, 0)] += chance
    assert [odds.win, odds.tie, odds.lose] == pytest.approx(
        [told["attacker"], told["tie"], told["defender"]], abs=1e-12
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
    told: defaultdict[str, float] = defaultdict(float)
    left: defaultdict[int, float] = defaultdict(float)
    for outcome, chance in one_by_one(throwing, contents).items():
        verdict = resolve_revolt(dict(outcome), revolt, rulings)
        told[verdict.winner] += chance
        left[verdict.survivors.get("blue", 0)] += chance
    check_survivors(odds, "blue", left)
    assert [odds.win, odds.tie, odds.lose] == pytest.approx([told["owner"], told["tie"], told["revolt"]], abs=1e-12)
    lost = pytest.approx(told["tie"] + told["revolt"], abs=1e-12)
    assert [odds.lost, odds.get_chance("tie"), odds.get_chance("revolt")] == [lost] * 3


def test_odds_of_an_empty_tower_match_a_hand_count() -> None:
    """2 against 1, nothing inside: win 2:0 1:0 2:1, tie 0:0 1:1."""
    p = 0.73
    odds = compute_battle_odds(PlannedThrow(SHOGUN, {"blue": 2, "yellow": 1}), BLUE_YELLOW)
    q = 1 - p
    assert odds.win == pytest.approx(p**2 + 2 * p * q * q)
    assert odds.tie == pytest.approx(q**3 + 2 * p * q * p)
    assert odds.lose == pytest.approx(q**2 * p)
    assert odds.expected_survivors["blue"] == pytest.approx(2 * p**2 * q + p**2 * p + 2 * p * q * q)


def test_only_green_is_a_tie_not_a_loss() -> None:
    odds = compute_battle_odds(PlannedThrow(SHOGUN, {"blue": 1, "yellow": 1}, {"green": 2}), BLUE_YELLOW)
    p, q = 0.73, 0.27
    no_yellow_and_more_green = q * (q * (1 - q**2) + p * p**2)
    assert odds.only_green == pytest.approx(no_yellow_and_more_green)
    neutral = compute_battle_odds(PlannedThrow(SHOGUN, {"blue": 1}, {"green": 2}), Battle("blue", NEUTRAL))
    assert neutral.only_green == 0
    assert neutral.lose == pytest.approx(q * (1 - q**2) + p * p**2)


def test_a_marker_takes_the_green_out() -> None:
    throwing = PlannedThrow(SHOGUN, {"blue": 3, "yellow": 2}, {"green": 2})
    with_marker = compute_battle_odds(throwing, Battle("blue", "yellow", 1))
    assert with_marker.win > compute_battle_odds(throwing, BLUE_YELLOW).win
    assert "green" not in with_marker.out
    helped = compute_battle_odds(throwing, Battle("blue", "yellow", 1), Rulings(RULINGS, {"green-help": "1"}))
    assert helped.win == compute_battle_odds(throwing, BLUE_YELLOW).win


def test_other_colours_count_only_by_their_number() -> None:
    inside = Ages({"blue": (1.0,), "red": (1.0, 2.0)})
    quiet = compute_battle_odds(PlannedThrow(SHOGUN, {"blue": 3, "yellow": 3}, {}, inside), BLUE_YELLOW)
    crowd = compute_battle_odds(PlannedThrow(SHOGUN, {"blue": 3, "yellow": 3}, {"red": 9}, inside), BLUE_YELLOW)
    assert crowd.win > quiet.win
    empty = [
        compute_battle_odds(PlannedThrow(SHOGUN, {"blue": 3, "yellow": 3}, {"red": red}), BLUE_YELLOW).win
        for red in (0, 9)
    ]
    assert empty[0] == pytest.approx(empty[1])
    without_red = Ages({"blue": (1.0,)})
    assert compute_battle_odds(
        PlannedThrow(SHOGUN, {"blue": 3, "yellow": 3}, {}, without_red), BLUE_YELLOW
    ).win == pytest.approx(quiet.win)


@settings(max_examples=40, deadline=None)
@given(cubes=counts, lodged=ages, preset=presets)
def test_colours_are_neutral(cubes: dict[str, int], lodged: dict[str, tuple[float, ...]], preset: TowerPreset) -> None:
    swap = {"blue": "black", "yellow": "purple", "red": "blue", "green": "green"}
    throwing = PlannedThrow(preset, {**cubes, "blue": 2}, {}, Ages(lodged))
    swapped = PlannedThrow(
        preset,
        {swap[colour]: count for colour, count in throwing.cubes.items()},
        {},
        Ages({swap[colour]: each for colour, each in lodged.items()}),
    )
    one, two = (compute_battle_odds(throwing, BLUE_YELLOW), compute_battle_odds(swapped, Battle("black", "purple")))
    assert (one.win, one.tie, one.lose) == (two.win, two.tie, two.lose)


@pytest.mark.parametrize(
    ("attackers", "defenders", "win", "tie"),
    [(2, 1, 59, 29), (3, 2, 57, 26), (4, 3, 55, 23), (5, 3, 72, 16), (5, 5, 38, 23), (6, 3, 84, 10), (7, 5, 68, 16)],
)
def test_odds_in_mid_game_match_simulated_games(attackers: int, defenders: int, win: int, tie: int) -> None:
    """Odds of the middle of a game, as measured over whole simulated games: within three points."""
    throwing = PlannedThrow(SHOGUN, {"blue": attackers, "yellow": defenders}, {}, Guess())
    odds = compute_battle_odds(throwing, BLUE_YELLOW)
    assert 100 * odds.win == pytest.approx(win, abs=3)
    assert 100 * odds.tie == pytest.approx(tie, abs=3)


@pytest.mark.parametrize("name", ["shogun", "amerigo", "deep"])
def test_the_estimated_contents_match_the_preset(name: str) -> None:
    preset = get_preset(name)
    assert preset.lodged is not None
    mean, spread = preset.lodged
    assert Guess().estimate_lodged(preset) == pytest.approx(mean, abs=spread)


def test_what_is_lodged_moves_the_odds() -> None:
    """Persistence is felt: some points either way."""
    cubes = {"blue": 4, "yellow": 3}
    wins = [
        compute_battle_odds(PlannedThrow(SHOGUN, cubes, {}, inside), BLUE_YELLOW).win
        for inside in (Ages({"yellow": (1.0,) * 3}), Ages({}), Ages({"blue": (1.0,) * 3}))
    ]
    assert wins[0] < wins[1] - 0.08 < wins[2] - 0.16


@pytest.mark.parametrize("name", ["shogun", "deep"])
def test_throws_agree_with_the_odds(name: str) -> None:
    """Sampling against exact odds: games are played, and before each throw the odds are taken."""
    preset = get_preset(name)
    expected: defaultdict[str, float] = defaultdict(float)
    variance: defaultdict[str, float] = defaultdict(float)
    happened: defaultdict[str, int] = defaultdict(int)
    survived, hoped, spread = 0, 0.0, 0.0
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
            verdict = resolve_battle(count_cubes(made.out), battle)
            for winner in ("attacker", "tie", "defender"):
                chance = odds.get_chance(winner)
                expected[winner] += chance
                variance[winner] += chance * (1 - chance)
                happened[winner] += verdict.winner == winner
            pmf = odds.survivors[battle.attacker]
            mean = odds.expected_survivors[battle.attacker]
            survived += verdict.survivors.get(battle.attacker, 0)
            hoped += mean
            spread += sum(float(chance) * (count - mean) ** 2 for count, chance in enumerate(pmf))
            tower = made.tower.with_tray(cube for cube in made.out if cube.colour in verdict.stays_in_tray)
    for winner, count in happened.items():
        assert abs(count - expected[winner]) < 4 * sqrt(variance[winner]), winner
    assert abs(survived - hoped) < 4 * sqrt(spread)


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
    contents: Contents = Guess() if unknown else Ages({colour: tuple(each) for colour, each in inside.items()})
    odds = compute_battle_odds(PlannedThrow(preset, {"blue": blue, "yellow": yellow}, {}, contents), BLUE_YELLOW)
    assert odds.win + odds.tie + odds.lose == pytest.approx(1, abs=1e-9)
    assert min(odds.win, odds.tie, odds.lose, odds.only_green) >= 0
    assert odds.win == pytest.approx(1 - float(odds.survivors["blue"][0]), abs=1e-9)
    for pmf in (*odds.out.values(), *odds.survivors.values()):
        assert sum(pmf) == pytest.approx(1, abs=1e-9)
        assert min(pmf) >= 0


def kozuke() -> Odds:
    return compute_battle_odds(PlannedThrow(SHOGUN, {"blue": 4, "yellow": 3}, {"green": 1}), BLUE_YELLOW)


def test_the_chance_of_each_tray_is_computed() -> None:
    odds = kozuke()
    p, q = 0.73, 0.27
    assert odds.compute_tray_chance({"blue": 3, "yellow": 1, "green": 1}) == pytest.approx(
        4 * p**3 * q * 3 * p * q**2 * p
    )
    assert odds.compute_tray_chance({"blue": 5}) == 0
    total = sum(
        odds.compute_tray_chance({"blue": b, "yellow": y, "green": g})
        for b, y, g in product(range(5), range(4), range(2))
    )
    assert total == pytest.approx(1)


def test_luck_rises_from_the_worst_throw_to_the_best() -> None:
    odds = kozuke()
    standings = [
        odds.compute_luck(resolve_battle(tray, BLUE_YELLOW))
        for tray in ({"yellow": 3, "green": 1}, {"blue": 1, "yellow": 1}, {"blue": 4})
    ]
    assert standings == sorted(standings)
    assert standings[0] < 0.01
    assert standings[2] > 0.99
    mean = sum(
        odds.compute_tray_chance(tray) * odds.compute_luck(resolve_battle(tray, BLUE_YELLOW))
        for b, y, g in product(range(5), range(4), range(2))
        for tray in [{"blue": b, "yellow": y, "green": g}]
    )
    assert mean == pytest.approx(0.5)


def test_nothing_but_green_stands_above_a_province_that_was_held() -> None:
    odds = kozuke()
    only_green, held, plain_tie = (
        odds.compute_luck(resolve_battle(tray, BLUE_YELLOW))
        for tray in ({"green": 1}, {"yellow": 1}, {"blue": 1, "yellow": 1})
    )
    assert held < only_green == plain_tie


def test_the_standing_of_a_revolt_is_the_owners() -> None:
    odds = compute_revolt_odds(PlannedThrow(SHOGUN, {"blue": 4, "green": 2}), Revolt("blue", 2))
    good = odds.compute_luck(resolve_revolt({"blue": 4}, Revolt("blue", 2)))
    bad = odds.compute_luck(resolve_revolt({"green": 2}, Revolt("blue", 2)))
    assert bad < 0.01 < 0.8 < good


def test_an_age_nobody_knows_lies_between_young_and_old() -> None:
    def mean(*inside: float | None) -> float:
        pmf = compute_cubes_out(PlannedThrow(SHOGUN, {"blue": 4}, {}, Ages({"blue": inside})), "blue")
        return float(sum(count * chance for count, chance in enumerate(pmf)))

    assert mean(60, 60) < mean(None, None) < mean(1, 1)
    assert mean(None, 1) == pytest.approx((mean(None, None) + mean(1, 1)) / 2)


def test_unknown_contents_are_the_average_over_games() -> None:
    """Numbers that come out of a guessed tower against those of towers filled and thrown into."""
    times, total = 300, 0
    for seed in range(times):
        randomness = SeededRandomness(f"guess {seed}")
        players = ("black", "blue", "purple", "red")
        tower = fill_tower(SHOGUN, list_fill_cubes(players), randomness).tower
        for number in range(30):
            mix = {colour: 2 for colour in players}
            mix["green"] = number % 2
            mix[players[number % 4]] += 1 - number % 2
            tower = throw_cubes(tower, tower.pick_cubes(mix), randomness).tower.with_tray(())
        made = throw_cubes(tower, tower.pick_cubes({"blue": 4, "red": 5}), randomness)
        total += count_cubes(made.out).get("blue", 0)
    pmf = compute_cubes_out(PlannedThrow(SHOGUN, {"blue": 4, "red": 5}, {}, Guess()), "blue")
    mean = float(sum(count * chance for count, chance in enumerate(pmf)))
    assert total / times == pytest.approx(mean, abs=0.25)


def test_an_estimate_needs_2_to_5_players() -> None:
    with pytest.raises(InputError, match="2 to 5 players, not 6"):
        Guess(6)


def test_cubes_out_of_an_empty_tower_are_binomial() -> None:
    pmf = compute_cubes_out(PlannedThrow(SHOGUN, {"blue": 62}), "blue")
    assert list(pmf) == pytest.approx([comb(62, k) * 0.73**k * 0.27 ** (62 - k) for k in range(63)], rel=1e-9)
    assert compute_cubes_out(PlannedThrow(SHOGUN, {}), "blue") == (1.0,)
