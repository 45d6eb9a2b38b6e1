"""What lenses, lamps and messengers do beyond blur and shade: bent lines, a wrong focus, other sizes."""

from __future__ import annotations

from collections.abc import Callable
from math import radians, tan
from typing import Any

import cv2
import numpy as np

from tests.vision.photos import camera
from tests.vision.photos.laying import map_points

Moved = Callable[[np.ndarray], np.ndarray]
"""Where points of a photo (n x 2, pixels) come out in another."""


def hold_camera(
    megapixels: float,
    tilt: float,
    side: float,
    roll: float,
    points: np.ndarray,
    fill: float,
    aspect: float = 0.0,
    scale: float = 0.0,
) -> camera.Camera:
    """A camera as ``camera.hold_camera`` has it, of another shape or farther off."""

    def aim_camera(filled: float) -> camera.Camera:
        if not aspect:
            return camera.hold_camera(megapixels, tilt, side, roll, points, filled)
        longer, shorter = (megapixels * 1e6 * aspect) ** 0.5, (megapixels * 1e6 / aspect) ** 0.5
        return camera.aim_camera((int(longer) // 2 * 2, int(shorter) // 2 * 2), tilt, side, roll, points, filled)

    found = aim_camera(fill)
    for _ in range(4 if scale else 0):
        fill *= scale / found.measure_scale(points.mean(0))
        found = aim_camera(fill)
    return found


def _compute_focus(shape: tuple[int, ...]) -> float:
    return max(shape[:2]) / 2 / tan(radians(camera.FIELD / 2))


def bend_photo(photo: np.ndarray, barrel: float) -> tuple[np.ndarray, Moved]:
    """A photo through a lens that bends straight lines, and where its points come out."""
    rows, columns = photo.shape[:2]
    focus, middle = _compute_focus(photo.shape), np.array([columns, rows]) / 2 - 0.5
    corner = float(np.hypot(*middle)) / focus
    enlarged = 1 / (1 + barrel * corner**2) if barrel < 0 else 1.0

    def bend_points(points: np.ndarray) -> np.ndarray:
        off = (points - middle) / focus
        square = (off**2).sum(-1, keepdims=True)
        return np.asarray(middle + off * (1 + barrel * square) * enlarged * focus)

    known = np.linspace(0, corner * 1.1, 2000)
    bent = known * (1 + barrel * known**2) * enlarged
    step = 16
    y, x = np.mgrid[: -(-rows // step), : -(-columns // step)] * float(step) + step / 2 - 0.5
    off = np.hypot(x - middle[0], y - middle[1]) / focus
    ratio = np.where(off > 1e-6, np.interp(off, bent, known) / np.maximum(off, 1e-6), 1 / enlarged)
    at = np.stack([middle[0] + (x - middle[0]) * ratio, middle[1] + (y - middle[1]) * ratio], -1)
    size = (at.shape[1] * step, at.shape[0] * step)
    where = cv2.resize(at.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)[:rows, :columns]
    seen = cv2.remap(photo, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return seen, bend_points


def defocus_photo(photo: np.ndarray, radius: float) -> np.ndarray:
    """A photo out of focus: each point becomes a disc of so many pixels."""
    side = int(np.ceil(radius)) * 2 + 1
    fine = cv2.circle(np.zeros((side * 16, side * 16), np.uint8), (side * 8, side * 8), round(radius * 16), 255, -1)
    disc = cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
    return cv2.filter2D(photo, -1, disc / disc.sum(), borderType=cv2.BORDER_REFLECT)


def light_by_two_lamps(
    random: np.random.Generator, photo: np.ndarray, plane: np.ndarray, middle: np.ndarray, reach: float
) -> np.ndarray:
    """A photo under two lamps from two sides, the one warm and the other cold."""
    rows, columns = (-(-side // 32) for side in photo.shape[:2])
    y, x = np.mgrid[:rows, :columns] * 32.0
    table = map_points(np.linalg.inv(plane), np.c_[x.ravel(), y.ravel()]).reshape(rows, columns, 2) - middle
    angle = random.uniform(0, 2 * np.pi)
    light = np.zeros((rows, columns, 3))
    for turn, colour in ((0.0, (1.25, 0.95, 0.6)), (random.uniform(2, 4), (0.65, 0.95, 1.3))):
        from_ = np.array([np.cos(angle + turn), np.sin(angle + turn)]) * reach * random.uniform(1.1, 1.8)
        far = ((table - from_) ** 2).sum(-1) / reach**2
        light += np.array(colour) * (1.6 / (1.4 + far))[..., None]
    light *= 0.92 / light[rows // 4 : -rows // 4, columns // 4 : -columns // 4].mean()
    return photo * cv2.resize(light.astype(np.float32), photo.shape[1::-1])


def mirror_photo(photo: np.ndarray) -> tuple[np.ndarray, Moved]:
    wide = photo.shape[1]
    return np.ascontiguousarray(photo[:, ::-1]), lambda points: points * (-1, 1) + (wide - 1, 0)


def resize_photo(photo: np.ndarray, longer: int) -> tuple[np.ndarray, Moved]:
    """A photo whose longer side is made so many pixels, as messengers and phones of 48 megapixels do."""
    factor = longer / max(photo.shape[:2])
    size = tuple(round(side * factor) for side in photo.shape[1::-1])
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return cv2.resize(photo, size, interpolation=way), lambda points: (points + 0.5) * factor - 0.5


def move_truth(truth: dict[str, Any], to: Moved, factor: float = 1.0) -> None:
    """Move the corners of all squares and cards of a truth; ``factor`` is of their scale."""
    squares = truth["cells"] + truth.get("beside", {"cells": []})["cells"]
    for each in squares + truth.get("around", []):
        each["corners"] = np.round(to(np.array(each["corners"])), 2).tolist()
    for cell in squares:
        cell["scale"] = round(cell["scale"] * factor, 3)
