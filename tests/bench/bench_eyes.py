"""The eyes of a browser held against those of this computer on photos: squares, silent faults, whole maps.

``python -m tests.bench eyes`` reads sixty, OpenCV.js in Node; ``EYES_PHOTOS=6`` fewer.
"""

import os
import tempfile
import time
from pathlib import Path

from tests.vision.two_eyes import PHOTOS, Agreed, browser_eyes, read_twice


def main() -> None:
    """Print how far both agree."""
    chosen = PHOTOS[: int(os.environ.get("EYES_PHOTOS", len(PHOTOS)))]
    agreed, start = Agreed(), time.monotonic()
    with tempfile.TemporaryDirectory() as folder, browser_eyes(Path(folder)) as (there, asked):
        for level, seed in chosen:
            read_twice(asked, there, level, seed, agreed)
    taken = time.monotonic() - start
    here, also = agreed.exact
    print(
        f"{len(chosen)} photos: {agreed.same} of {agreed.squares} squares agree "
        f"({1000 * agreed.same / agreed.squares:.1f} of 1,000, aim 995), "
        f"{len(agreed.silent)} silently wrong in one alone (aim 0), "
        f"whole maps {here} here and {also} in a browser, {taken / len(chosen):.1f} s a photo with its making"
    )
    for each in agreed.silent:
        print(f"  {each}")
