"""A hand over a table, with its shadow, as it comes out in a photo."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

import cv2
import numpy as np

from tests.vision.photos.camera import Camera
from tests.vision.photos.laying import map_points

COARSE = 4
"""Shadow and bulge of a hand are worked out at one pixel in so many a side."""
FINGERS = (
    ((-30.0, 4.0), (-66.0, -34.0), 10.0),
    ((-28.0, -30.0), (-36.0, -104.0), 9.0),
    ((-9.0, -34.0), (-11.0, -118.0), 9.5),
    ((10.0, -32.0), (14.0, -108.0), 9.0),
    ((27.0, -26.0), (38.0, -84.0), 8.0),
)
"""Of a right hand that points up, from the middle of its palm: root and tip, mm, and half its width."""
SKINS = ((232, 190, 165), (205, 150, 115), (150, 100, 70), (95, 62, 45))


class Hand:
    """A hand of some skin, all of its fingers stretched unless others are told."""

    def __init__(self, random: np.random.Generator) -> None:
        self.colour = np.array(SKINS[random.integers(len(SKINS))], float) * random.uniform(0.9, 1.05)
        self.fist: Sequence[bool] = (False,) * len(FINGERS)

    def paint(self, photo: np.ndarray, held: Camera, palm: np.ndarray, degrees: float) -> np.ndarray:
        """Paint it, its palm there (mm), turned clockwise, with its shadow; 255 where it hides the photo."""
        angle = radians(degrees)
        to_table = np.array([[cos(angle), -sin(angle), palm[0]], [sin(angle), cos(angle), palm[1]], [0, 0, 1]])
        shape = self._draw_shape(held.plane @ to_table, photo.shape[:2])
        if not shape.any():
            return shape
        size, width = photo.shape[1::-1], 9 * held.measure_scale(palm) / COARSE  # pixels of half a finger
        small = cv2.resize(shape, None, fx=1 / COARSE, fy=1 / COARSE, interpolation=cv2.INTER_AREA)
        away = np.array([[1, 0, 1.5 * width], [0, 1, width]])
        thrown = cv2.GaussianBlur(cv2.warpAffine(small, away, small.shape[1::-1]), (0, 0), width)
        inside = cv2.distanceTransform((small > 127).astype(np.uint8), cv2.DIST_L2, 3) / width
        bulge = cv2.GaussianBlur(np.minimum(inside, 1), (0, 0), width / 4)
        dark, bright = (cv2.resize(each.astype(np.float32), size)[..., None] for each in (thrown / 255, bulge))
        share = shape[..., None] / np.float32(255)
        photo[...] = photo * (1 - 0.5 * dark) * (1 - share) + self.colour * (0.6 + 0.4 * bright) * share
        return shape

    def _draw_shape(self, plane: np.ndarray, size: tuple[int, int]) -> np.ndarray:
        """255 where it is in a photo, by the plane from mm of the hand to pixels."""
        shape = np.zeros(size, np.uint8)
        limbs = [((0.0, 20.0), (0.0, 400.0), 30.0), ((0.0, 5.0), (0.0, -5.0), 42.0)]
        for (root, tip, half), bent in zip(FINGERS, self.fist, strict=True):
            limbs.append((root, tuple(np.array(root) + 0.45 * (np.array(tip) - root)) if bent else tip, half))
        for root, tip, half in limbs:
            round_ = [half * np.array([cos(turn), sin(turn)]) for turn in np.arange(24) * np.pi / 12]
            around = np.array([np.array(end) + each for end in (root, tip) for each in round_])
            ahead = np.c_[around, np.ones(len(around))] @ plane[2]
            around = around[ahead > 0.2 * float(plane[2] @ (0, 0, 1))]  # what the camera has before it
            hull = cv2.convexHull(map_points(plane, around).astype(np.float32))
            cv2.fillConvexPoly(shape, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        return shape
