"""Calibration: forms that are read, and towers whose p and B are found again."""

from fractions import Fraction
from math import exp, inf, sqrt

import pytest

from companion.data.shogun.throws import Observation, read_throws
from companion.data.shogun.towers import TowerPreset, preset_named
from companion.errors import InputError
from companion.rules.shogun.realm import DAIMYO, counted
from companion.rules.shogun.tower.calibration import (
    Calibration,
    Estimate,
    Way,
    _spreads,
    calibrate,
    likelihood,
)
from companion.rules.shogun.tower.sampling import SeededRandomness
from companion.rules.shogun.tower.tower import Tower, throw
from tests.choice import pick


def measured(preset: TowerPreset, seed: str, throws: int = 40, cubes: int = 8) -> list[Observation]:
    """A form filled in at a tower of ours."""
    tower, form = Tower(preset), []
    for number in range(throws):
        colour = DAIMYO[number % len(DAIMYO)]
        made = throw(tower, tower.take({colour: cubes}), SeededRandomness(seed))
        form.append(Observation({colour: cubes}, counted(made.out)))
        tower = made.tower.with_tray(())
    return form


@pytest.mark.parametrize("name", pick(["shogun", "amerigo", "deep"], 1))
def test_a_tower_is_found_again(name: str) -> None:
    """Six forms of 40 throws: p to some hundredths, B inside its interval nearly always."""
    preset = preset_named(name)
    assert preset.b is not None
    found = [calibrate(measured(preset, f"form {number}")) for number in range(6)]
    assert sum(each.p.low <= preset.p <= each.p.high for each in found) >= 4
    assert sum(each.b.low <= preset.b <= each.b.high for each in found) >= 4
    mean = sum(each.p.value for each in found) / len(found)
    assert mean == pytest.approx(float(preset.p), abs=0.02)
    for each in found:
        assert each.p.low < each.p.value < each.p.high
        assert each.b.low < each.b.value < each.b.high
        assert each.p.high - each.p.low < 0.15
        assert not each.only_thrown


def test_the_estimate_is_the_top() -> None:
    form = measured(preset_named("shogun"), "top")
    found = calibrate(form)
    for p, b in ((0.01, 0.0), (-0.01, 0.0), (0.0, 0.1), (0.0, -0.1)):
        assert likelihood(form, found.p.value + p, found.b.value + b) < found.likelihood


def test_a_form_with_only_the_thrown_colour_is_recognised() -> None:
    form = [
        Observation(each.thrown, {c: n for c, n in each.out.items() if c in each.thrown})
        for each in measured(preset_named("shogun"), "thrown", throws=15)
    ]
    found = calibrate(form)
    assert found.only_thrown
    assert found.p.low < 0.73 < found.p.high


def test_a_tower_that_lets_everything_through_is_told_from_one_that_might_not() -> None:
    """40 cubes in and out: p is above 0.95 (0.95 ** 40 is 0.13, 0.92 ** 40 is 0.04); B remains open."""
    found = calibrate(read_throws("8 blue in, 8 blue out, 8 red in, 8 red out, " * 2 + "8 red in, 8 red out"))
    assert found.p.value > 0.999
    assert exp(-1.93 / 40) - 0.002 < found.p.low < exp(-1.91 / 40) + 0.002
    assert found.p.high == 1
    assert (found.b.low, found.b.high) == (pytest.approx(0, abs=1e-9), 100)


def test_a_tower_that_keeps_everything_has_the_least_p() -> None:
    found = calibrate(read_throws("8 blue in, 0 out, 8 red in, 0 out, " * 3))
    assert (found.p.low, found.p.high) == (0.05, 0.05)
    assert found.b.high == 100


def test_one_colour_alone_is_no_such_form() -> None:
    form = read_throws("8 blue in, 5 blue out, " * 5)
    assert not calibrate(form).only_thrown


def test_throws_that_say_nothing_of_b_give_a_wide_interval() -> None:
    found = calibrate(read_throws("8 blue in, 8 blue out, " * 6))
    assert found.p.value > 0.95
    assert found.b.high / found.b.low > 100


def test_too_few_throws() -> None:
    with pytest.raises(InputError, match="Too few throws to measure a tower: 2;"):
        calibrate(read_throws("8 blue in, 5 blue out, 8 blue in, 7 blue out"))


def test_a_result_becomes_a_preset() -> None:
    found = Calibration(Estimate(0.8, 0.7, 0.9), Estimate(1.234, 0.5, 3.0), 40, False, -1.0)
    preset = found.preset("attic", preset_named("shogun"))
    assert (preset.p, preset.b) == (Fraction("0.8"), Fraction("1.23"))
    assert preset.p_fill == Fraction("0.668")
    assert preset.a_fill == Fraction("1.5")


def hill(x: float, y: float, both: float = 0.0):  # type: ignore[no-untyped-def]
    """A hill 90 below zero, its top at (1, 2), that bends so much along either way, and across."""

    def fit(at: Way) -> float:
        across, along = at[0] - 1, at[1] - 2
        return (x * across**2 + 2 * both * across * along + y * along**2) / 2 - 90

    return fit


@pytest.mark.parametrize(
    ("bends", "expected"),
    [
        ((-4, -0.25), (0.5, 2)),
        ((-0.5, -0.5, 0.25), (sqrt(0.5 / 0.1875), sqrt(0.5 / 0.1875))),  # the two go together
        ((-2, -0.5, -0.5), (sqrt(0.5 / 0.75), sqrt(2 / 0.75))),
        ((-1, -0.25, 0.5), (1, 2)),  # a ridge: each alone
        ((-1, -0.25, 2), (1, 2)),  # a saddle
        ((0, -0.25), (inf, 2)),
        ((-0.25, 0), (2, inf)),
        ((0.5, 0.5), (inf, inf)),  # a valley
        ((0.5, -0.25), (inf, 2)),
        ((-0.25, 0.5), (2, inf)),
    ],
)
def test_the_spread_of_an_estimate_is_how_the_hill_bends(bends: tuple[float, ...], expected: Way) -> None:
    assert _spreads(hill(*bends), (1, 2), 0.5) == pytest.approx(expected)


def test_the_bend_is_looked_at_near_the_top() -> None:
    found = _spreads(lambda at: -(at[0] ** 2) / 2 - 10 * at[0] ** 4 - at[1] ** 2 / 2, (0, 0))
    assert found == pytest.approx((1 / sqrt(1.05), 1))
