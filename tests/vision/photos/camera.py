"""A phone held over a table: where it stands, and where points of table and cubes come out in its photo.

Table: mm, across to the right and down towards the player; the third axis points into the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin, tan

import numpy as np

from tests.vision.photos.laying import map_points

FIELD = 66.0
"""Degrees a phone sees along the longer side of its photo."""


@dataclass(frozen=True)
class Camera:
    """A camera over the table."""

    columns: int  # of its photo, pixels
    rows: int  # of its photo, pixels
    projection: np.ndarray  # 3 x 4, from mm of space to pixels

    @property
    def plane(self) -> np.ndarray:
        """3 x 3, from mm of the table to pixels."""
        return self.projection[:, [0, 1, 3]]

    @property
    def eye(self) -> np.ndarray:
        """Where it is in space, mm."""
        return -np.linalg.solve(self.projection[:, :3], self.projection[:, 3])

    def project(self, points: np.ndarray) -> np.ndarray:
        seen = np.c_[points, np.ones(len(points))] @ self.projection.T
        return seen[:, :2] / seen[:, 2:]

    def measure_scale(self, point: np.ndarray) -> float:
        """Pixels of a mm about a point of the table, in the direction in which they are fewest."""
        step = map_points(self.plane, point + np.array([[0, 0], [1, 0], [0, 1]]))
        return float(np.linalg.svd(step[1:] - step[0])[1].min())


def hold_camera(megapixels: float, tilt: float, side: float, roll: float, points: np.ndarray, fill: float) -> Camera:
    """A camera that stands so that some points fill its photo."""
    longer, shorter = (megapixels * 1e6 * 4 / 3) ** 0.5, (megapixels * 1e6 * 3 / 4) ** 0.5
    extent = np.ptp(points, axis=0) * (1, cos(radians(tilt)))
    size = (longer, shorter) if extent[0] >= extent[1] else (shorter, longer)
    columns, rows = (int(each) // 2 * 2 for each in size)
    return aim_camera((columns, rows), tilt, side, roll, points, fill)


def aim_camera(size: tuple[int, int], tilt: float, side: float, roll: float, points: np.ndarray, fill: float) -> Camera:
    """A camera whose photo has so many columns and rows, else as ``hold_camera``."""
    columns, rows = size
    middle, distance = points.mean(0), 500.0
    for _ in range(40):
        camera = _build_camera(columns, rows, tilt, side, roll, middle, distance)
        seen = map_points(camera.plane, points)
        low, high = seen.min(0), seen.max(0)
        middle = map_points(
            np.linalg.inv(camera.plane),
            [map_points(camera.plane, [middle])[0] + 0.7 * ((low + high) / 2 - np.array([columns, rows]) / 2)],
        )[0]
        distance *= float(((high - low) / (columns * fill, rows * fill)).max()) ** 0.7
    return camera


def _build_camera(
    columns: int, rows: int, tilt: float, side: float, roll: float, middle: np.ndarray, distance: float
) -> Camera:
    lean, round_, turn = radians(tilt), radians(side), radians(roll)
    away = np.array([sin(lean) * sin(round_), sin(lean) * cos(round_), -cos(lean)])
    ahead = -away
    right = np.cross([0.0, 1.0, 0.0], ahead)
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    right, down = cos(turn) * right + sin(turn) * down, cos(turn) * down - sin(turn) * right
    facing = np.stack([right, down, ahead])
    stands = np.array([*middle, 0.0]) + distance * away
    focus = max(columns, rows) / 2 / tan(radians(FIELD / 2))
    lens = np.array([[focus, 0, columns / 2], [0, focus, rows / 2], [0, 0, 1]])
    return Camera(columns, rows, lens @ np.c_[facing, -facing @ stands])
