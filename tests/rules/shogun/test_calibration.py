"""Calibration: forms that are read, and towers whose p and B are found again."""

from fractions import Fraction
from math import comb, exp, log

import pytest

from companion.data.towers import TowerPreset, preset_named
from companion.errors import InputError
from companion.rules.shogun.calibration import (
    Calibration,
    Estimate,
    Observation,
    calibrate,
    likelihood,
    read_throws,
)
from companion.rules.shogun.cubes import DAIMYO, counted
from companion.rules.shogun.sampling import SeededRandomness
from companion.rules.shogun.tower import Tower, throw


def measured(preset: TowerPreset, seed: str, throws: int = 40, cubes: int = 8) -> list[Observation]:
    """A form filled in at a tower of ours."""
    tower, form = Tower(preset), []
    for number in range(throws):
        colour = DAIMYO[number % len(DAIMYO)]
        made = throw(tower, tower.take({colour: cubes}), SeededRandomness(seed))
        form.append(Observation({colour: cubes}, counted(made.out)))
        tower = made.tower.with_tray(())
    return form


def test_throws_are_read_from_a_row_or_from_lines() -> None:
    row = read_throws("8 blue in, 5 blue out, 8 red in, 6 red 1 blue out")
    lines = read_throws("8 bleus dedans, 5 bleus dehors\n\n# the red ones\n8 red in; 6 red and 1 blue out\n")
    assert (
        row
        == lines
        == (
            Observation({"blue": 8}, {"blue": 5}),
            Observation({"red": 8}, {"red": 6, "blue": 1}),
        )
    )
    assert read_throws("2 blue in, nothing out, 2 blue in, 0 out") == (Observation({"blue": 2}, {}),) * 2
    assert read_throws("") == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("8 blue", "'8 blue' is no part of a throw"),
        ("8 pink in, 1 pink out", "'pink' is no colour"),
        ("63 blue in, 1 blue out", "'63' is no number of blue armies"),
        ("8 blue in", "not what came out"),
        ("5 blue out", "'5 blue out' is no part"),
        ("8 blue in, 8 red in", "'8 red in' is no part"),
        ("8 blue in, 9 blue out", "'9 blue out': more came out"),
        ("8 blue in, 1 red out", "more came out"),
        ("blue 8 in, 5 blue out", "'blue 8 in' is no part"),
    ],
)
def test_a_form_that_cannot_be_read(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_throws(text)


def test_the_row_of_a_file_is_named() -> None:
    with pytest.raises(InputError) as raised:
        read_throws("8 blue in, 5 blue out\n8 blue in, lots out\n", "form.txt")
    assert str(raised.value).startswith("form.txt, row 2: 'lots out'")


def test_the_likelihood_of_two_throws_by_hand() -> None:
    """Empty tower, 2 blue in, 1 out; 3 red in, 2 red and 1 blue out."""
    p, b = 0.7, 2.0
    form = read_throws("2 blue in, 1 blue out, 3 red in, 2 red 1 blue out")
    shaken = (3 / 9) ** 0.7
    loose = shaken / (shaken + b)
    by_hand = log(2 * p * (1 - p)) + log(comb(3, 2) * p**2 * (1 - p)) + log(loose)
    assert likelihood(form, p, b) == pytest.approx(by_hand)


def test_the_likelihood_when_new_and_old_cannot_be_told_apart() -> None:
    """1 blue in, nothing out; 1 blue in, 1 blue out: the new one or the old one."""
    p, b = 0.7, 2.0
    shaken = (1 / 9) ** 0.7
    loose = shaken / (shaken + b)
    by_hand = log(1 - p) + log(p * (1 - loose) + (1 - p) * loose)
    assert likelihood(read_throws("1 blue in, 0 out, 1 blue in, 1 blue out"), p, b) == pytest.approx(by_hand)


def test_uncounted_colours_are_summed_over() -> None:
    """Only the thrown colour was counted: a blue one may have come out in red's throw, or not."""
    p, b = 0.7, 2.0
    form = read_throws("1 blue in, 0 out, 1 red in, 1 red out, 1 blue in, 2 blue out")
    shaken = (1 / 9) ** 0.7
    first, second = shaken / (shaken + b), shaken / (shaken + b + 1)
    by_hand = log(1 - p) + log(p) + log((1 - first) * second * p)
    assert likelihood(form, p, b, only_thrown=True) == pytest.approx(by_hand)


@pytest.mark.parametrize("name", ["shogun", "amerigo", "deep"])
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
