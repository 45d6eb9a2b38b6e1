"""Reading maps under the conditions of real tables: what is exact, what is silently wrong, what is asked.

``python -m tests.bench eye`` reads three photos of each condition, ``EYE_SEEDS=500-529`` thirty;
``EYE_CONDITIONS="low ink; trick"`` some conditions only.
"""

import os
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

import cv2

from tests.bench.bench_photo import list_amiss, list_seeds, needs_answers, read_jpeg
from tests.vision.judgement import Judgement, judge, list_doubts
from tests.vision.photos import CONDITIONS, Generated, generate

SEEDS = "500-502"


@dataclass(frozen=True)
class Seen:
    """What the photo of a map gave."""

    seed: int
    judged: Judgement
    asked: bool  # anything: which map it is, or a doubt on which the score hangs
    silent: bool  # a square, a cube or the set of cards is wrong without a doubt
    taken: float  # seconds of CPU


def main() -> None:
    """Print a line a condition, and the seeds that did not come out right."""
    cv2.setNumThreads(1)
    chosen = [each.strip() for each in os.environ.get("EYE_CONDITIONS", ";".join(CONDITIONS)).split(";")]
    for condition in chosen:
        every = [judge_photo(seed, generate(seed, **CONDITIONS[condition])) for seed in list_seeds("EYE_SEEDS", SEEDS)]
        print(format_condition(condition, every), flush=True)


def judge_photo(seed: int, photo: Generated) -> Seen:
    """Read a photo of a map; nobody says how many cards lie there, and of two maps either may be told."""
    start = time.process_time()
    reading = read_jpeg(photo.jpeg)
    taken = time.process_time() - start
    made = photo.truth
    truths = [made, *([made["beside"]] if "beside" in made else [])]
    judged, truth = min(((judge(reading, each), each) for each in truths), key=lambda both: both[0].wrong)
    names = {card["card"] for card in truth["cards"]}
    asked = reading is None or needs_answers(reading)
    others = reading is not None and not list_doubts(reading) and {card.card for card in reading.cards} != names
    silent = judged.lie or judged.cubes[1] > 0 or others
    return Seen(seed, judged, asked, silent, taken)


def format_condition(condition: str, every: Sequence[Seen]) -> str:
    judged = [each.judged for each in every]
    doubts = [each.doubts for each in judged if each.found]
    cubes = [sum(each.cubes[at] for each in judged) for at in range(3)]
    mean = statistics.mean(doubts or [0])
    free = sum(each.judged.exact and not each.asked and not each.silent for each in every)
    line = (
        f"{condition}, {every[0].seed} to {every[-1].seed}: "
        f"{sum(each.exact for each in judged)} of {len(every)} exact, "
        f"{sum(each.silent for each in every)} silent ({sum(each.wrong for each in judged)} squares, "
        f"{cubes[1]} cubes), doubts a map {statistics.median(doubts or [0]):g} (mean {mean:.1f}), "
        f"{free} read without asking, {sum(not each.found for each in judged)} refused, "
        f"cubes {cubes[0]} right, {cubes[1]} wrong, {cubes[2]} in doubt, "
        f"{statistics.median(each.taken for each in every):.2f} s CPU a map"
    )
    return line + list_amiss({each.seed: each.judged for each in every}, {each.seed for each in every if each.silent})
