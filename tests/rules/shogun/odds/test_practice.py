"""The practice tower: thousands of throws keep to the formulas, and what they are is counted right."""

import pytest

from companion.data.shogun.towers import preset_named, shipped_presets
from companion.errors import InputError
from companion.rules.shogun.odds.practice import Tally, practise
from companion.rules.shogun.tower.sampling import Randomness, SeededRandomness


def seeded(game: int) -> Randomness:
    return SeededRandomness(f"practice {game}")


@pytest.mark.parametrize("name", list(shipped_presets()))
def test_every_line_keeps_to_the_formulas(name: str) -> None:
    seen = practise(preset_named(name), 1500, seeded)
    tallies = [seen.filling, seen.new, seen.wins, *seen.colours.values(), *seen.lodged.values()]
    assert all(abs(tally.deviation) < 4 for tally in tallies)
    assert seen.throws == 1500
    assert seen.new.tries == 1500 * 9 == sum(tally.tries for tally in seen.colours.values())
    assert seen.filling.tries == 25 * (4 * 7 + 10)
    mean, spread = preset_named(name).lodged or (0, 0)
    assert sum(seen.inside) / len(seen.inside) == pytest.approx(mean, abs=1.5 * spread)


def test_a_tower_that_cheats_is_seen() -> None:
    """Numbers that favour one colour a little show up in the statistics."""

    class Cheating(SeededRandomness):
        def number(self, throw: int, cube: object) -> int:
            drawn = super().number(throw, cube)  # type: ignore[arg-type]
            return drawn * 9 // 10 if getattr(cube, "colour", "") == "blue" else drawn

    seen = practise(preset_named("shogun"), 1500, lambda game: Cheating(str(game)))
    assert seen.colours["blue"].deviation > 5
    assert abs(seen.colours["purple"].deviation) < 4


def test_the_same_seed_throws_the_same() -> None:
    one, two = (practise(preset_named("deep"), 130, seeded) for _ in range(2))
    assert one == two


@pytest.mark.parametrize("cubes", [1, 41])
def test_a_throw_has_2_to_40_cubes(cubes: int) -> None:
    with pytest.raises(InputError, match="from 2 to 40"):
        practise(preset_named("shogun"), 10, seeded, cubes)


def test_big_throws_are_fed() -> None:
    assert practise(preset_named("deep"), 120, seeded, 40, 3).throws == 120


def test_a_tower_that_swallows_nearly_everything_is_filled_anew() -> None:
    greedy = preset_named("shogun").changed([("p", "0.05"), ("p_fill", "0.05"), ("B", "100")])
    seen = practise(greedy, 200, seeded, 9, 3)
    assert seen.throws == 200
    assert seen.filling.tries > 4 * (3 * 7 + 10)  # more games than the four that 200 throws make


def test_a_tally_is_in_standard_deviations() -> None:
    tally = Tally()
    tally.add(0.5, 60, 100)
    assert tally.deviation == pytest.approx(2)
    assert Tally().deviation == 0
