"""The eyes of a browser beside those of this computer: OpenCV.js in Node, and how far both agree."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from companion.errors import InputError
from companion.paths import assets
from companion.vision.eyes import Eyes
from companion.vision.honshu.map_reading import build_browser_eyes, get_local_eyes, read_map_photo
from companion.vision.honshu.reading import Reading
from companion.web.pocket.building import open_parcels
from tests.needing import require_program
from tests.vision.judged import judge, silent, squares_in_truth
from tests.vision.photos import LEVELS, generate

PHOTOS = [(level, seed) for seed in range(100, 120) for level in LEVELS]
"""Sixty photos on which both are held against each other: ``make test-all`` all, ``make test`` some."""


@dataclass
class Asked:
    """The eyes of a browser in a process of Node."""

    node: subprocess.Popen[str]
    folder: Path

    def ask(self, text: str) -> str:
        assert self.node.stdin is not None
        assert self.node.stdout is not None
        self.node.stdin.write(f"{text}\n")
        self.node.stdin.flush()
        answer = self.node.stdout.readline()
        assert answer, "the eyes of the browser have gone"
        return answer

    def count_held(self) -> int:
        """The number of OpenCV objects that are not freed yet."""
        return int(self.ask('["held"]'))

    @contextmanager
    def photo(self, photo: np.ndarray) -> Iterator[int]:
        """A photo as those eyes know it."""
        high, wide = photo.shape[:2]
        file = self.folder / "photo.raw"
        file.write_bytes(np.dstack([photo, np.full((high, wide), 255, np.uint8)]).tobytes())
        number = json.loads(self.ask(json.dumps(["take", str(file), wide, high])))
        yield number
        self.ask(json.dumps(["drop", number]))


@contextmanager
def browser_eyes(folder: Path) -> Iterator[tuple[Eyes, Asked]]:
    """Those of a browser, with what they are asked by; a ``CompanionError`` where OpenCV.js cannot be had."""
    code = folder / "opencv.mjs"
    code.write_bytes(open_parcels().unpack_npm("opencv")["lib/opencv_js.js"])
    words = [
        require_program("node"),
        str(Path(__file__).parent / "eyes.mjs"),
        str(assets() / "web/pocket/eyes.js"),
        str(code),
    ]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as node:
        asked = Asked(node, folder)
        yield build_browser_eyes(asked.ask), asked


@dataclass
class Agreed:
    """How far two readings of photos agree."""

    squares: int = 0
    same: int = 0
    silent: list[str] = field(default_factory=list)  # what one tells wrong without a doubt, and the other not
    exact: list[int] = field(default_factory=lambda: [0, 0])
    taken: list[list[float]] = field(default_factory=lambda: [[], []])  # seconds a photo, here and there

    def add(self, name: str, here: Reading | None, there: Reading | None, truth: dict[str, Any]) -> None:
        """Count one photo, read here and in a browser."""
        for at, each in enumerate((here, there)):
            self.exact[at] += judge(each, truth).exact
        told = [{} if each is None else squares_in_truth(each, truth) for each in (here, there)]
        for place in told[0].keys() | told[1].keys():
            one, other = (
                square and (square.card, square.square, square.doubt, square.cube)
                for square in (each.get(place) for each in told)
            )
            self.squares += 1
            self.same += one == other
        wrong = [set() if each is None else silent(each, truth) for each in (here, there)]
        self.silent += [f"{name} {each}" for each in sorted(wrong[0] ^ wrong[1], key=str)]


def read_twice(asked: Asked, there: Eyes, level: str, seed: int, agreed: Agreed) -> None:
    """Read a photo with both eyes."""
    made = generate(seed, level)
    with asked.photo(made.photo) as number:
        read = [
            _read(eyes, photo, taken)
            for eyes, photo, taken in zip((get_local_eyes(), there), (made.photo, number), agreed.taken, strict=True)
        ]
        agreed.add(f"{level} {seed}", *read, made.truth)


def _read(eyes: Eyes, photo: object, taken: list[float]) -> Reading | None:
    start = time.monotonic()
    try:
        return read_map_photo(photo, eyes=eyes)
    except InputError:
        return None
    finally:
        taken.append(time.monotonic() - start)
