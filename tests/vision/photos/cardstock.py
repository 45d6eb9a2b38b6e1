"""Cards as printers and hands leave them: inks, streaks and wear."""

from __future__ import annotations

import cv2
import numpy as np

from tests.vision.photos.faces import CARD, render_face

INKS = ("low", "no seals", "red seals")
"""Ways to print that have faces of their own."""


def print_face(picture: np.ndarray, way: str) -> np.ndarray:
    """A face as a printer prints it: ``plain``, ``grey``, ``pale``, ``warm`` or with ``streaks``."""
    if way == "plain":
        return picture
    if way == "grey":
        return cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    if way == "streaks":
        return _add_streaks(picture)
    inks = 255 - picture.astype(np.float32)
    if way == "pale":  # toner runs out: less of everything, magenta least
        inks *= (0.62, 0.5, 0.6)
    else:  # too much yellow and magenta, and dark tones run together
        inks = 255 * (inks / 255) ** 0.85 * (0.9, 1.0, 1.1)
    return np.clip(255 - inks, 0, 255).astype(np.uint8)


def _add_streaks(picture: np.ndarray) -> np.ndarray:
    """A face whose printer skips lines and has a clogged nozzle: bands of less of one ink, and pale lines."""
    random = np.random.default_rng(int(picture[::7, ::7].sum()))
    high = len(picture)
    inks = 255 - picture.astype(np.float32)
    banded = 1 - 0.22 * (np.sin(np.arange(high) / high * random.uniform(60, 120)) > 0.55)
    inks *= banded[:, None, None].astype(np.float32)
    for at in random.uniform(0, 1, 5):
        row, wide = int(at * high), max(1, round(high * random.uniform(0.003, 0.012)))
        channel = int(random.integers(4))
        if channel == 3:
            inks[row : row + wide] *= 0.25
        else:
            inks[row : row + 3 * wide, :, channel] *= 0.4
    return np.clip(255 - inks, 0, 255).astype(np.uint8)


def render_stock(random: np.random.Generator, card: str, pixels: int, way: str, wear: float) -> np.ndarray:
    picture = render_face(card, pixels, way) if way in INKS else print_face(render_face(card, pixels), way)
    shown = picture.astype(np.float32)
    return _add_wear(random, shown, pixels, wear) if wear else shown


def _add_wear(random: np.random.Generator, picture: np.ndarray, pixels: int, wear: float) -> np.ndarray:
    """Edges rubbed white, scratches, a crease, dirt of fingers, and a stain."""
    high, wide = picture.shape[:2]
    rows, columns = np.mgrid[:high, :wide].astype(np.float32) / pixels
    edge = np.minimum(np.minimum(rows, high / pixels - rows), np.minimum(columns, wide / pixels - columns))
    rough = cv2.resize(random.uniform(0, 1, (high // 8 + 1, wide // 8 + 1)).astype(np.float32), (wide, high))
    rubbed = np.clip(1 - edge / (0.4 + 1.8 * wear * rough), 0, 1)
    marks = np.zeros((high, wide), np.uint8)
    for _ in range(int(14 * wear)):
        start = random.uniform((0, 0), (wide, high))
        end = start + random.normal(0, 12 * pixels, 2)
        cv2.line(
            marks, start.astype(int).tolist(), end.astype(int).tolist(), int(random.uniform(60, 160)), 1, cv2.LINE_AA
        )
    if random.random() < wear:
        corner, along = random.uniform(5, 25, 2) * pixels
        cv2.line(marks, (0, int(corner)), (int(along), 0), 220, max(1, pixels // 4), cv2.LINE_AA)
    white = np.maximum(rubbed, marks.astype(np.float32) / 255 * wear)[..., None]
    dirt = cv2.resize(random.uniform(0, 1, (5, 4)).astype(np.float32), (wide, high), interpolation=cv2.INTER_CUBIC)
    picture = picture * (1 - 0.22 * wear * np.clip(dirt, 0, 1)[..., None] * np.array([0.6, 0.8, 1.2], np.float32))
    if random.random() < 0.3 * wear:
        at, half = random.uniform((10, 10), CARD) * 0.9, random.uniform(6, 14)
        off = abs(np.hypot(columns - at[0], rows - at[1]) - half)
        picture = picture * (1 - 0.35 * np.exp(-((off / 1.2) ** 2))[..., None])
    return np.asarray(picture * (1 - 0.75 * white) + 238 * 0.75 * white, np.float32)
