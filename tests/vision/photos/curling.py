"""Cards that a damp room has bent to parts of cylinders, as a camera sees them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from tests.vision.photos.faces import CARD
from tests.vision.photos.laying import LyingCard, LyingMap, map_points

COARSE = 8
"""How a card bends is worked out at one pixel in so many a side."""


@dataclass(frozen=True)
class Curls:
    """How cards are bent to cylinders, and from where that is seen."""

    # by the names of cards how high the edges are, mm, or below 0 the middle; and along which side
    bends: dict[str, tuple[float, int]]
    eye: np.ndarray  # where the camera is, mm; the third is below 0

    def measure_height(self, card: LyingCard, points: np.ndarray) -> np.ndarray:
        high, way = self.bends[card.card.name]
        along = (2 * points[..., way] / CARD[way] - 1) ** 2
        return np.asarray(high * along if high > 0 else -high * (1 - along))

    def measure_height_at(self, card: LyingCard, points: np.ndarray) -> np.ndarray:
        """How high points of a card are that lie, were it flat, there on the table, mm."""
        return self.measure_height(card, map_points(np.linalg.inv(card.plane), points))

    def bend_card(
        self, card: LyingCard, picture: np.ndarray, where: np.ndarray, pixels: int, shape: tuple[int, ...]
    ) -> tuple[np.ndarray, np.ndarray]:
        """A card as it is seen on a part of the table, and where it covers that."""
        size = [-(-side // COARSE) for side in shape[:2]]
        rows, columns = np.mgrid[: size[0], : size[1]] * float(COARSE) + (COARSE - 1) / 2
        seen = map_points(np.linalg.inv(where), np.c_[columns.ravel(), rows.ravel()])
        back, eye, far = np.linalg.inv(card.plane), self.eye[:2], -self.eye[2]
        few = map_points(back, seen)
        for _ in range(4):
            high = self.measure_height(card, np.clip(few, 0, CARD))[:, None]
            few = map_points(back, eye + (seen - eye) * (far - high) / far)
        whole = (size[1] * COARSE, size[0] * COARSE)
        there = cv2.resize(few.reshape(*size, 2).astype(np.float32), whole)[: shape[0], : shape[1]]
        inside = np.minimum(there, np.array(CARD, np.float32) - there).min(-1)
        share = np.clip(inside * pixels + 0.5, 0, 1)[..., None].astype(np.float32)
        at = there * pixels - 0.5
        bent = cv2.remap(picture.astype(np.float32), at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        high, way = self.bends[card.card.name]
        slope = 4 * high / CARD[way] * (2 * there[..., way] / CARD[way] - 1)
        return bent * (1 + 0.5 * slope[..., None]).astype(np.float32), share


def curl_cards(random: np.random.Generator, lying: LyingMap, most: float, eye: np.ndarray) -> Curls:
    """The cards of a map bent by up to so many mm, by a third of that at least, along either side."""
    bends = dict[str, tuple[float, int]]()
    for card in lying.cards:
        high = random.uniform(most / 3, most) * random.choice([-1, 1, 1])
        bends[card.card.name] = (float(high), int(random.integers(2)))
    return Curls(bends, eye)
