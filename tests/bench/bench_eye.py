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

from companion.errors import InputError
from companion.rules.honshu.board import DEFAULT_RULINGS
from companion.service.honshu.seen_map import find_deciding_squares
from companion.vision.honshu.map_reading import read_map_photo
from companion.vision.honshu.reading import Reading
from companion.vision.photo import open_photo
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
    first, _, last = os.environ.get("EYE_SEEDS", SEEDS).partition("-")
    for condition in os.environ.get("EYE_CONDITIONS", ";".join(CONDITIONS)).split(";"):
        options = CONDITIONS[condition.strip()]
        seeds = range(int(first), int(last or first) + 1)
        seen = [judge_photo(seed, generate(seed, **options)) for seed in seeds]
        print(format_condition(condition.strip(), seen), flush=True)


def judge_photo(seed: int, photo: Generated) -> Seen:
    """Read a photo of a map; nobody says how many cards lie there, and of two maps either may be read."""
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


def read_jpeg(jpeg: bytes) -> Reading | None:
    try:
        return read_map_photo(open_photo(jpeg, "photo.jpg"))
    except InputError:
        return None


def needs_answers(reading: Reading) -> bool:
    return bool(reading.remarks or reading.rivals or find_deciding_squares(reading, {}, None, DEFAULT_RULINGS))


def format_condition(condition: str, every: Sequence[Seen]) -> str:
    judged = [each.judged for each in every]
    doubts = [each.doubts for each in judged if each.found]
    cubes = [sum(each.cubes[at] for each in judged) for at in range(3)]
    mean = statistics.mean(doubts or [0])
    free = sum(each.judged.exact and not each.asked and not each.silent for each in every)
    amiss = [
        f"{each.seed}{'!' if each.silent else '' if each.judged.found else ' refused'}"
        for each in every
        if each.silent or not each.judged.exact
    ]
    return (
        f"{condition}, {every[0].seed} to {every[-1].seed}: "
        f"{sum(each.exact for each in judged)} of {len(every)} exact, "
        f"{sum(each.silent for each in every)} silent ({sum(each.wrong for each in judged)} squares, "
        f"{cubes[1]} cubes), doubts a map {statistics.median(doubts or [0]):g} (mean {mean:.1f}), "
        f"{free} read without asking, {sum(not each.found for each in judged)} refused, "
        f"cubes {cubes[0]} right, {cubes[1]} wrong, {cubes[2]} in doubt, "
        f"{statistics.median(each.taken for each in every):.2f} s CPU a map"
        + (f"\n  amiss (! silent): {', '.join(amiss)}" if amiss else "")
    )
