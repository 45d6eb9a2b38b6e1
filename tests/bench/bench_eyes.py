"""The eyes of a browser held against those of this computer on photos: squares, silent faults, whole maps.

``python -m tests.bench eyes`` reads sixty, OpenCV.js in Node, as far as it comes in ten minutes;
``EYES_PHOTOS=6`` fewer, ``EYES_MINUTES=30`` for longer.
"""

import os
import statistics
import tempfile
import time
from pathlib import Path

from tests.vision.two_eyes import PHOTOS, Agreed, browser_eyes, read_twice


def main() -> None:
    """Print how far both agree."""
    chosen = PHOTOS[: int(os.environ.get("EYES_PHOTOS", len(PHOTOS)))]
    agreed, end, read = Agreed(), time.monotonic() + 60 * float(os.environ.get("EYES_MINUTES", "10")), 0
    with tempfile.TemporaryDirectory() as folder, browser_eyes(Path(folder)) as (there, asked):
        for level, seed in chosen:
            if time.monotonic() > end:
                break
            read_twice(asked, there, level, seed, agreed)
            read += 1
    here, also = agreed.exact
    taken = [statistics.median(each) for each in agreed.taken]
    print(
        f"{read} of {len(chosen)} photos: {agreed.same} of {agreed.squares} squares agree "
        f"({1000 * agreed.same / agreed.squares:.1f} of 1,000, aim 995), "
        f"{len(agreed.silent)} silently wrong in one alone (aim 0), "
        f"whole maps {here} here and {also} in a browser, "
        f"{taken[0]:.2f} s a photo here and {taken[1]:.2f} s in a browser"
    )
    for each in agreed.silent:
        print(f"  {each}")
