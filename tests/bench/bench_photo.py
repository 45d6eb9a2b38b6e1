"""Reading maps from photos measured: whole maps, squares, cubes, time on one core, memory.

``python -m tests.bench photo`` reads 40 photos of each level, then some of other kinds, such as grey prints;
``PHOTO_SEEDS=100-139`` takes other seeds, ``PHOTO_LEVELS=hard`` some levels only (``PHOTO_LEVELS=`` none) and
``PHOTO_KINDS=6`` other numbers of other kinds. Seeds are told with what they gave.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import cv2

from companion.errors import InputError
from companion.rules.honshu.board import DEFAULT_RULINGS
from companion.service.honshu.seen_map import find_deciding_squares
from companion.vision.honshu.map_reading import read_map_photo
from companion.vision.honshu.reading import Reading
from companion.vision.photo import open_photo
from tests.bench.fresh_process import run_fresh
from tests.vision.judgement import Judgement, judge
from tests.vision.photos import KINDS, LEVELS, generate

AIMS = {"easy": 99, "mixed": 95, "hard": 70}
"""Maps read whole and right, per cent."""
SEEDS = "100-139"


def list_seeds(name: str = "PHOTO_SEEDS", others: str = SEEDS) -> range:
    """Those asked for in the environment, such as 100-139."""
    first, _, last = os.environ.get(name, others).partition("-")
    return range(int(first), int(last or first) + 1)


def main() -> None:
    """Print a line a level, and the seeds that did not come out right."""
    cv2.setNumThreads(1)
    generate(0, "easy")  # faces are drawn once
    levels = os.environ.get("PHOTO_LEVELS", " ".join(LEVELS)).split()
    for level in levels:
        results: dict[int, Judgement] = {}
        taken: list[float] = []
        for seed in list_seeds():
            made = generate(seed, level)
            start = time.process_time()
            reading = read_jpeg(made.jpeg)
            taken.append(time.process_time() - start)
            results[seed] = judge(reading, made.truth)
        _print_level(level, results, taken)
    each = int(os.environ.get("PHOTO_KINDS", "6"))
    for kind, options in KINDS.items():
        _print_kind(kind, options, list_seeds()[:each])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "photo.jpg"
        file.write_bytes(generate(0, "easy", megapixels=12).jpeg)
        cpu, peak = run_fresh(["honshu", "photo", str(file)])
        print(f"fresh command, 12 megapixels: {cpu:.2f} s CPU, {peak:.0f} MB peak (aim 600)")


def read_jpeg(jpeg: bytes) -> Reading | None:
    try:
        return read_map_photo(open_photo(jpeg, "photo.jpg"))
    except InputError:
        return None


def _print_kind(kind: str, options: dict[str, Any], chosen: range) -> None:
    """What a few photos of another kind gave; a sentence instead of a map is right for some."""
    made = (generate(seed, "easy", **options) for seed in chosen)
    judged = [judge(read_jpeg(each.jpeg), each.truth) for each in made]
    print(
        f"{kind}, {len(chosen)} easy photos from seed {chosen.start}: "
        f"{sum(each.exact for each in judged)} exact, {sum(not each.found for each in judged)} refused, "
        f"{sum(each.lie for each in judged)} with something wrong and no doubt"
    )


def needs_answers(reading: Reading) -> bool:
    return bool(reading.remarks or reading.rivals or find_deciding_squares(reading, {}, None, DEFAULT_RULINGS))


def _print_level(level: str, results: dict[int, Judgement], taken: list[float]) -> None:
    every = list(results.values())
    count = len(every)
    exact = sum(each.exact for each in every)
    cubes = [sum(each.cubes[at] for each in every) for at in range(3)]
    places = sum(cubes) or 1
    aim = f"aim {AIMS[level]}"
    print(
        f"{level}, seeds {min(results)} to {max(results)}: {100 * exact / count:.0f} % exact ({aim}), "
        f"{sum(each.lie for each in every)} of {count} with something wrong and no doubt (aim 1 in 100), "
        f"cubes {100 * cubes[0] / places:.1f} % right, {100 * cubes[1] / places:.1f} % wrong, "
        f"{100 * cubes[2] / places:.1f} % in doubt (aim 99), "
        f"{statistics.median(taken):.2f} s a photo, the longest {max(taken):.2f} (aim 2)"
        + list_amiss(results, {seed for seed, each in results.items() if each.lie})
    )


def list_amiss(results: Mapping[int, Judgement], silent: Collection[int]) -> str:
    """A line with the seeds that did not come out right; nothing where all did."""
    amiss = [
        f"{seed}{'!' if seed in silent else '' if each.found else ' refused'}"
        for seed, each in results.items()
        if seed in silent or not each.exact
    ]
    return f"\n  amiss (! silent): {', '.join(amiss)}" if amiss else ""
