"""Films of a finished map: a phone wanders over it, so does a hand, and so does glare.

``film(seed)`` gives the same frames for the same seed. A frame is a photo with its truth; what lies where is
the same in all of them. Frames are as hard as hard photos, and smaller; in many of them the map is cut off.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from io import BytesIO
from typing import Any

import numpy as np
from PIL import Image

from tests.vision.photos import (
    Generated,
    Look,
    Scene,
    camera,
    describe_truth,
    generate,
    laying,
    light,
    set_up,
    table,
    take_photo,
)
from tests.vision.photos import render_scene as bare_frame
from tests.vision.photos.hand import Hand

SIZE = (1280, 720)
FRAMES = 20


def look(random: np.random.Generator) -> Look:
    """How a film looks, but for what its camera does meanwhile."""
    chance, pick = random.uniform, random.choice
    return Look(
        spent=chance(0.1, 0.6),
        cube=float(pick([8, 8, 10])),
        surface=str(pick(table.SURFACES)),
        exposure=chance(0.8, 1.05),
        slope=chance(0.2, 0.5),
        shadows=float(pick([0, chance(0.3, 0.6)])),
        spots=int(random.integers(1, 4)),
        glare=chance(0.6, 1.2),
        noise=chance(4, 9),
        white=0.15,
        quality=int(random.integers(60, 86)),
        sleeves=bool(random.random() < 0.15),
    )


def film(seed: int, frames: int = FRAMES, **options: Any) -> Iterator[Generated]:
    """A film of a map, seven seconds of it, frame by frame.

    Args:
        seed: The same gives the same film.
        frames: How many are taken of it, one as long after another.
        options: Of its ``Look``, in place of what chance gives.
    """
    random = np.random.default_rng([seed, 7])
    seen = replace(look(random), **options)
    lying = laying.lie(random, seen.cards, seen.jitter, seen.spent)
    points = laying.outlines(lying)
    reach = float(np.ptp(points, axis=0).max()) / 2
    sway = [_Sway(random) for _ in range(9)]
    hand = _Hand(random, points.mean(0), reach)
    times = [at / max(frames - 1, 1) for at in range(frames)]
    cameras = [_aim_phone(sway, time, points, reach) for time in times]
    scene = set_up(random, lying, seen, cameras)
    steady = int(random.integers(2**32))
    for number, (time, held) in enumerate(zip(times, cameras, strict=True)):
        photo = bare_frame(scene, held)
        hand.reach_into(photo, held, time)
        photo = _light_frame(
            steady, photo, held, scene, seen, np.array([sway[6].compute_position(time), sway[7].compute_position(time)])
        )
        moved = abs(sway[8].compute_position(time)) > 0.75
        here = replace(seen, blur=random.uniform(0.6, 1.0), shake=random.uniform(3, 9) if moved else 0.0)
        told = describe_truth(lying, held) | {"seed": seed, "frame": number, "look": asdict(here)}
        yield take_photo(random, photo, here, told)


class _Sway:
    """What goes to and fro in a film, between -1 and 1."""

    def __init__(self, random: np.random.Generator) -> None:
        self.beats = random.uniform(0.4, 2.2, 2) * 2 * np.pi
        self.starts = random.uniform(0, 2 * np.pi, 2)

    def compute_position(self, time: float) -> float:
        """Position from 0, the beginning of a film, to 1, its end."""
        return float(np.sin(self.beats * time + self.starts) @ (0.6, 0.4))


def _aim_phone(sway: list[_Sway], time: float, points: np.ndarray, reach: float) -> camera.Camera:
    """The phone at a time of the film: nearer or farther, over one part of the map or another."""
    tilt, side, roll, near, across, down = (each.compute_position(time) for each in sway[:6])
    aside = np.array([across, down]) * reach * 0.3
    return camera.aim(SIZE, 20 + 15 * tilt, 30 * side, 12 * roll, points + aside, 1.25 + 0.35 * near)


def _light_frame(
    steady: int, photo: np.ndarray, held: camera.Camera, scene: Scene, seen: Look, wandered: np.ndarray
) -> np.ndarray:
    """Shadows stay on the table, and glare wanders over it."""
    still = light.light_photo(
        np.random.default_rng(steady),
        photo,
        held.plane,
        scene.middle,
        scene.reach,
        slope=seen.slope,
        shadows=seen.shadows,
        glare=(0, 0),
    )
    return light.light_photo(
        np.random.default_rng(steady + 1),
        still,
        held.plane,
        scene.middle + 0.6 * scene.reach * wandered,
        scene.reach,
        slope=0,
        shadows=0,
        glare=(seen.spots, seen.glare),
    )


class _Hand(Hand):
    """A hand that comes from the player's side, moves over the map and goes."""

    def __init__(self, random: np.random.Generator, middle: np.ndarray, reach: float) -> None:
        super().__init__(random)
        self.middle, self.reach = middle, reach
        self.way, self.lean = [_Sway(random) for _ in range(3)], random.uniform(-25, 25)
        self.comes, self.goes = random.uniform(-0.3, 0.3), random.uniform(0.7, 1.3)
        self.bend(random)

    def reach_into(self, photo: np.ndarray, held: camera.Camera, time: float) -> None:
        """Paint it, with its shadow, where it is at a time."""
        if not self.comes < time < self.goes:
            return
        across, down, turn = (each.compute_position(time) for each in self.way)
        palm = self.middle + self.reach * np.array([0.8 * across, 0.35 + 0.75 * down])
        self.paint(photo, held, palm, self.lean + 20 * turn)


def render_still_frame(cards: int = 13) -> bytes:
    """A frame of a map of that many cards, shown so well that no square is in doubt."""
    frame, content = Image.new("RGB", SIZE), BytesIO()
    photo = Image.open(BytesIO(generate(50, "easy", megapixels=3, cards=cards).jpeg))
    photo.thumbnail(frame.size)
    frame.paste(photo, ((frame.width - photo.width) // 2, (frame.height - photo.height) // 2))
    frame.save(content, "JPEG", quality=92)
    return content.getvalue()
