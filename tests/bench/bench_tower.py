"""The odds of the tower measured: against a millisecond, and against Monte-Carlo."""

from __future__ import annotations

from random import Random
from time import perf_counter

import numpy as np

from companion.data.shogun.towers import get_preset
from companion.rules.shogun.battle import Battle
from companion.rules.shogun.odds import PlannedThrow, compute_battle_odds
from companion.rules.shogun.tower import Ages, Guess, Inside
from tests.bench.clock import measure_median

LIMIT = 1e-3
SAMPLES = 1_000_000


def list_cases() -> list[tuple[str, int, int, Inside]]:
    """From a small battle to 62 against 62 with 80 lodged, no two of one age."""
    random = Random(1)

    def draw_ages(**counts: int) -> Ages:
        return Ages({c: tuple(1 + 60 * random.random() for _ in range(n)) for c, n in counts.items()})

    return [
        ("4 against 3, nothing inside", 4, 3, Ages({})),
        ("4 against 3, 18 inside", 4, 3, draw_ages(blue=7, yellow=7, green=4)),
        ("4 against 3, inside unknown", 4, 3, Guess()),
        ("62 against 62, 80 inside", 62, 62, draw_ages(blue=30, yellow=30, green=20)),
        ("62 against 62, 80 inside of one colour", 62, 62, draw_ages(blue=80)),
        ("62 against 62, inside unknown", 62, 62, Guess()),
    ]


def sample_win_chance(throwing: PlannedThrow) -> float:
    """The chance to win by a million samples, as a peer would estimate it."""
    generator = np.random.default_rng(1)
    out = {}
    for colour in ("blue", "yellow", "green"):
        new = throwing.cubes.get(colour, 0) + throwing.tray.get(colour, 0)
        total = generator.binomial(new, float(throwing.preset.p), SAMPLES)
        for count, rate in throwing.lodged.list_groups(colour, throwing.preset, throwing.cube_count):
            total += generator.binomial(count, rate, SAMPLES)
        out[colour] = total
    return float(np.mean(out["blue"] > out["yellow"] + out["green"]))


def main() -> None:
    preset = get_preset("shogun")
    battle = Battle("blue", "yellow")
    for name, attackers, defenders, contents in list_cases():
        throwing = PlannedThrow(preset, {"blue": attackers, "yellow": defenders}, {"green": 2}, contents)
        median = measure_median(lambda throwing=throwing: compute_battle_odds(throwing, battle).survivors, 200)  # type: ignore[misc]
        clock = perf_counter()
        guess = sample_win_chance(throwing)
        peer = perf_counter() - clock
        apart = abs(guess - compute_battle_odds(throwing, battle).win)
        print(
            f"odds: {name}: {1e3 * median:.3f} ms, {LIMIT / median:.1f} times "
            f"within 1 ms; a million samples {peer / median:.0f} times slower, {100 * apart:.2f} points off"
        )
