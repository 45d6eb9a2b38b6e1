"""What lies on a table, seen from straight above: its surface, the cards with their shadows, and sleeves."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import cv2
import numpy as np

from tests.vision.photos.cardstock import render_stock
from tests.vision.photos.curling import Curls
from tests.vision.photos.faces import CARD
from tests.vision.photos.grounds import GROUNDS
from tests.vision.photos.laying import LyingMap, map_points

COARSE = 4
"""Pixels a mm of the bare table."""
SURFACES = ("wood", "planks", "cloth", "slate", "checked", "paper")
SLEEVE = 2.0
"""How far a sleeve stands out beyond its card, mm."""


@dataclass(frozen=True)
class TablePicture:
    """A picture of part of the table."""

    picture: np.ndarray  # RGB
    pixels: int  # of a mm
    left: float  # where it begins on the table, mm
    top: float  # where it begins on the table, mm

    def compute_matrix(self) -> np.ndarray:
        """3 x 3, from mm of the table to pixels of the picture."""
        k = self.pixels
        return np.array([[k, 0, -k * self.left - 0.5], [0, k, -k * self.top - 0.5], [0, 0, 1]], float)


def draw_surface(random: np.random.Generator, kind: str, wide: float, seen: np.ndarray) -> np.ndarray:
    """A bare square table, ``COARSE`` pixels a mm."""
    side = ceil(wide * COARSE)
    if kind in GROUNDS:
        return GROUNDS[kind](random, side, COARSE)

    def draw_noise(across: float, down: float, strength: float) -> np.ndarray:
        """Smooth noise whose grains are so many mm wide and high."""
        small = random.normal(0, strength, (ceil(wide / down) + 3, ceil(wide / across) + 3))
        return cv2.resize(small.astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC)

    bases = {
        "wood": (150, 105, 65),
        "planks": (100, 68, 45),
        "cloth": (40, 85, 60),
        "slate": (62, 64, 68),
        "checked": (225, 222, 215),
        "paper": (205, 198, 188),
    }
    base = np.array(bases[kind], np.float32) * random.uniform(0.75, 1.15)
    if kind in ("wood", "planks"):
        grains = [draw_noise(150, 1.2, 0.07), draw_noise(60, 0.5, 0.06), draw_noise(90, 12, 0.07)]
    else:
        fine = {"cloth": 0.12, "slate": 0.05, "checked": 0.03, "paper": 0.02}[kind]
        grains = [draw_noise(0.6, 0.6, fine), draw_noise(40, 40, 0.05)]
    edges = []
    if kind == "planks":
        edges = [int(at * COARSE) for at in np.arange(random.uniform(10, 90), wide, random.uniform(80, 130))]
    step = random.uniform(12, 25) * COARSE if kind == "checked" else 1.0
    tint = np.array([0.75, 0.28, 0.28], np.float32)
    dark = np.arange(side) % (2 * step) < step
    turned = random.random() < 0.5
    low = np.clip(np.floor(seen.min(0) * COARSE).astype(int), 0, side)
    high = np.clip(np.ceil(seen.max(0) * COARSE).astype(int), 0, side)
    (left, first), (right, last) = (low[::-1], high[::-1]) if turned else (low, high)
    picture = np.zeros((side, side, 3), np.uint8)
    for top in range(first, last, 64):  # a part that stays in the processor's cache
        strip = slice(top, min(top + 64, last)), slice(left, right)
        shade = 1 + grains[0][strip]
        for more in grains[1:]:
            shade += more[strip]
        for edge in edges:
            shade[max(edge - top, 0) : max(edge + 6 - top, 0)] *= 0.45
        part = base * np.clip(shade, 0.2, 1.8)[..., None]
        if kind == "checked":
            part[:, dark[strip[1]]] *= tint
            part[dark[strip[0]]] *= tint
        picture[strip] = np.clip(part, 0, 255, out=part)
    return picture.transpose(1, 0, 2) if turned else picture


def lay_down(
    random: np.random.Generator,
    bare: np.ndarray,
    lying: LyingMap,
    pixels: int,
    way: str,
    sleeves: bool,
    wear: float = 0.0,
    curls: Curls | None = None,
) -> TablePicture:
    """The cards on the table, each with the shadow of its edge."""
    edge = SLEEVE if sleeves else 0.0
    outer = np.array(
        [[-edge, -edge], [CARD[0] + edge, -edge], [CARD[0] + edge, CARD[1] + edge], [-edge, CARD[1] + edge]]
    )
    outlines = [map_points(card.plane, outer) for card in lying.cards]
    low, high = np.min(outlines, (0, 1)) - 8, np.max(outlines, (0, 1)) + 8
    size = np.ceil((high - low) * pixels).astype(int)
    middle = np.array(bare.shape[1::-1]) / 2 / COARSE - (low + high) / 2
    at = np.floor((low + middle) * COARSE).astype(int)
    cut = bare[at[1] : at[1] + ceil(size[1] / pixels * COARSE), at[0] : at[0] + ceil(size[0] / pixels * COARSE)]
    canvas = cv2.resize(cut, tuple(map(int, size)), interpolation=cv2.INTER_LINEAR)
    table = TablePicture(canvas, pixels, low[0], low[1])
    slant = random.uniform(-1, 1, 2) * 0.5
    paper = 255 - random.uniform(0, 1, 3) * (4, 8, 18)
    streak = random.uniform(0, np.pi)
    for card, outline in zip(lying.cards, outlines, strict=True):
        x, y = np.floor((outline.min(0) - low - 2) * pixels).astype(int).clip(0)
        right, bottom = np.ceil((outline.max(0) - low + 2) * pixels).astype(int)
        part = canvas[y:bottom, x:right]
        where = table.compute_matrix()
        where[:2, 2] -= (x, y)
        flat = map_points(where, outline)
        shadow = np.zeros(part.shape[:2], np.uint8)
        cv2.fillConvexPoly(shadow, np.round((flat + slant * pixels) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        soft = cv2.GaussianBlur(shadow, (0, 0), 0.5 * pixels).astype(np.float32) / 255
        lit = part * (1 - 0.45 * soft[..., None])
        picture = render_stock(random, card.card.name, pixels, way, wear) * (paper / 255)
        if sleeves:
            lit, picture = _draw_sleeve(random, lit, picture, flat, streak)
        scaled = where @ card.plane @ np.diag([1 / pixels, 1 / pixels, 1])
        scaled[:2, 2] += scaled[:2, :2] @ (0.5, 0.5)
        shape = part.shape[1::-1]
        if curls:
            laid, share = curls.bend_card(card, picture, where, pixels, part.shape)
            part[...] = np.clip(lit * (1 - share) + laid * share, 0, 255)
            continue
        laid = cv2.warpAffine(picture, scaled[:2], shape, borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros(part.shape[:2], np.uint8)
        inner = map_points(where @ card.plane, [(0, 0), (CARD[0], 0), CARD, (0, CARD[1])])
        cv2.fillConvexPoly(mask, np.round(inner * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        share = (mask.astype(np.float32) / 255)[..., None]
        part[...] = np.clip(lit * (1 - share) + laid * share, 0, 255)
    return table


def _draw_sleeve(
    random: np.random.Generator, below: np.ndarray, picture: np.ndarray, outline: np.ndarray, streak: float
) -> tuple[np.ndarray, np.ndarray]:
    """The clear edge of a sleeve on what lies below, and a card behind foil with a streak of light."""
    edge = np.zeros(below.shape[:2], np.uint8)
    corner = np.round(outline * 16).astype(np.int32)
    cv2.fillConvexPoly(edge, corner, 40, cv2.LINE_AA, 4)
    cv2.polylines(edge, [corner], True, 110, 2, cv2.LINE_AA, 4)
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]] / picture.shape[0]
    angle = streak + random.normal(0, 0.15)
    along = columns * np.cos(angle) + rows * np.sin(angle) - random.uniform(0, 1)
    light = random.uniform(0, 90) * np.exp(-((along / random.uniform(0.04, 0.15)) ** 2))
    veiled = picture * 0.93 + 14 + light[..., None].astype(np.float32)
    return below + edge[..., None], veiled
