"""Tables that are hard on eyes: patterns that repeat, some of them like seals, and seals themselves."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from companion.data.honshu.cards import load_cards
from tests.vision.photos.faces import SIDE, render_face

PITCH = 10
"""From one seal of a wall of them to the next, mm."""


def _repeat_block(block: np.ndarray, side: int) -> np.ndarray:
    high, wide = block.shape[:2]
    return np.tile(block, (-(-side // high), -(-side // wide), 1))[:side, :side]


def draw_mosaic(random: np.random.Generator, side: int, pixels: int) -> np.ndarray:
    """A table top of glazed tiles, each a pattern of squares within squares, in strong colours."""
    tile = int(random.uniform(14, 24)) * pixels
    colours = np.array([(170, 38, 34), (236, 230, 214), (28, 62, 120), (214, 160, 52), (36, 34, 32), (40, 110, 90)])
    block = np.zeros((8 * tile, 8 * tile, 3), np.uint8)
    for row, column in np.ndindex(8, 8):
        part = np.empty((tile, tile, 3), np.uint8)
        part[:] = colours[random.integers(6)]
        for half in np.sort(random.uniform(0.1, 0.48, 3))[::-1]:
            colour = colours[random.integers(6)].tolist()
            if random.random() < 0.6:
                low, high = round(tile * (0.5 - half)), round(tile * (0.5 + half))
                cv2.rectangle(part, (low, low), (high, high), colour, -1)
            else:
                cv2.circle(part, (tile // 2, tile // 2), round(tile * half), colour, -1, cv2.LINE_AA)
        for x, y in random.integers(0, 6, (random.integers(0, 9), 2)):
            step = tile // 6
            part[y * step : (y + 1) * step, x * step : (x + 1) * step] = colours[random.integers(6)]
        part[:pixels], part[:, :pixels] = 150, 150
        block[row * tile : (row + 1) * tile, column * tile : (column + 1) * tile] = part
    return _repeat_block(block, side)


def draw_parquet(random: np.random.Generator, side: int, pixels: int) -> np.ndarray:
    stave, count = 22 * pixels, 5
    field = stave * count
    block = np.zeros((4 * field, 4 * field, 3), np.uint8)
    for row, column in np.ndindex(4, 4):
        part = np.empty((field, field, 3), np.float32)
        for number in range(count):
            grain = cv2.resize(random.normal(0, 1, (stave, 6)).astype(np.float32), (field, stave))
            tone = np.array([164, 118, 74]) * random.uniform(0.75, 1.2)
            strip = tone * (1 + 0.05 * grain[..., None])
            strip[: pixels // 2] *= 0.5
            part[number * stave : (number + 1) * stave] = strip
        part[:, : pixels // 2] *= 0.5
        turned = part if (row + column) % 2 else part.transpose(1, 0, 2)
        block[row * field : (row + 1) * field, column * field : (column + 1) * field] = np.clip(turned, 0, 255)
    return _repeat_block(block, side)


def draw_seals(random: np.random.Generator, side: int, pixels: int) -> np.ndarray:
    """A sheet full of seals cut from cards, as a child might glue it."""
    step, count, fine = PITCH * pixels, 20, 2 * pixels
    block = np.full((count * step, count * step, 3), 238, np.uint8)
    names = [card.name for card in load_cards()]
    cut = 8 * pixels
    for row, column in np.ndindex(count, count):
        k = int(random.integers(6))
        x, y = (round((at * SIDE + 3) * fine) for at in (k % 2, k // 2))
        seal = render_face(names[random.integers(len(names))], fine)[y : y + 8 * fine, x : x + 8 * fine]
        small = np.rot90(cv2.resize(seal, (cut, cut), interpolation=cv2.INTER_AREA), int(random.integers(4)))
        down, across = (at * step + int(random.integers(0, step - cut)) for at in (row, column))
        block[down : down + cut, across : across + cut] = small
    return _repeat_block(block, side)


GROUNDS: dict[str, Callable[[np.random.Generator, int, int], np.ndarray]] = {
    "mosaic": draw_mosaic,
    "parquet": draw_parquet,
    "seals": draw_seals,
}
"""Patterned tables: so many pixels a side, and of a mm."""
