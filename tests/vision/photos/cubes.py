"""Wooden cubes on a map: their shadows on the table, and their sides as a camera sees them."""

from __future__ import annotations

import cv2
import numpy as np

from companion.data.honshu.cards import Colour
from tests.vision.photos.camera import Camera
from tests.vision.photos.faces import TOKEN, render_token
from tests.vision.photos.laying import PLACE, SIDE, LyingMap, map_points
from tests.vision.photos.table import TablePicture

PAINT = {
    Colour.BLUE: (35, 80, 165),
    Colour.BROWN: (105, 62, 35),
    Colour.GREY: (125, 125, 125),
    Colour.YELLOW: (240, 195, 40),
}
FACES = ((0, 1, 2, 3), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
"""Corners of the top and of the four sides; 0 to 3 are above, 4 to 7 on the table."""


def stand_cubes(
    random: np.random.Generator, lying: LyingMap, edge: float, off: float
) -> list[tuple[np.ndarray, Colour]]:
    """Where cubes stand.

    Returns:
        For each its eight corners in mm of space, and its colour.
    """
    cubes = []
    for place in sorted(lying.cubes):
        level, k = lying.seen[place]
        card = lying.cards[level]
        x, y = k % 2 * SIDE + PLACE[0], k // 2 * SIDE + PLACE[1]
        middle = map_points(card.plane, [(x, y)])[0] + np.clip(random.normal(0, off, 2), -2 * off, 2 * off)
        angle = random.uniform(0, np.pi / 2) + np.arange(4) * np.pi / 2
        foot = middle + edge / 2**0.5 * np.c_[np.cos(angle), np.sin(angle)]
        corners = np.r_[np.c_[foot, np.full(4, -edge)], np.c_[foot, np.zeros(4)]]
        colour = card.card.squares[k // 2][k % 2].colour
        assert colour is not None
        cubes.append((corners, colour))
    return cubes


def shade_cubes(pictured: TablePicture, cubes: list[tuple[np.ndarray, Colour]], light: np.ndarray) -> None:
    shadow = np.zeros(pictured.picture.shape[:2], np.uint8)
    for corners, _ in cubes:
        thrown = corners[:, :2] - corners[:, 2:] * light
        hull = cv2.convexHull(map_points(pictured.compute_matrix(), thrown).astype(np.float32))
        cv2.fillConvexPoly(shadow, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(shadow, (0, 0), 0.8 * pictured.pixels)
    for rows in np.array_split(np.arange(len(soft)), 8):
        part = slice(rows[0], rows[-1] + 1)
        pictured.picture[part] = pictured.picture[part] * (1 - soft[part, :, None] / np.float32(255 / 0.55))


def lay_tokens(pictured: TablePicture, cubes: list[tuple[np.ndarray, Colour]]) -> None:
    """Lay printed tokens where cubes would stand, turned as they would be."""
    for corners, colour in cubes:
        picture = render_token(colour, pictured.pixels)
        side, middle = len(picture), corners[:4, :2].mean(0)
        foot = middle + (corners[:4, :2] - middle) * TOKEN / np.linalg.norm(corners[0] - corners[1])
        edges = np.array([(-0.5, -0.5), (side - 0.5, -0.5), (side - 0.5, side - 0.5), (-0.5, side - 0.5)])
        goal = map_points(pictured.compute_matrix(), foot).astype(np.float32)
        where = cv2.getPerspectiveTransform(edges.astype(np.float32), goal)
        size = pictured.picture.shape[1::-1]
        cv2.warpPerspective(picture, where, size, pictured.picture, borderMode=cv2.BORDER_TRANSPARENT)


def draw_cubes(photo: np.ndarray, camera: Camera, cubes: list[tuple[np.ndarray, Colour]], light: np.ndarray) -> None:
    """Paint cubes into a photo, the farthest first."""
    toward = np.array([*-light, -1.0])
    toward /= np.linalg.norm(toward)
    centre = camera.eye
    for corners, colour in sorted(cubes, key=lambda cube: -float(np.linalg.norm(cube[0].mean(0) - centre))):
        seen, body = camera.project(corners), corners.mean(0)
        for sides in FACES:
            middle = corners[list(sides)].mean(0)
            outward = (middle - body) / np.linalg.norm(middle - body)
            if outward @ (centre - middle) <= 0:
                continue
            bright = 0.55 + 0.5 * max(0.0, float(outward @ toward))
            paint = [float(min(255, channel * bright)) for channel in PAINT[colour]]
            outline = np.round(seen[list(sides)] * 16).astype(np.int32)
            cv2.fillConvexPoly(photo, outline, paint, cv2.LINE_AA, 4)
            cv2.polylines(photo, [outline], True, [0.85 * channel for channel in paint], 1, cv2.LINE_AA, 4)
