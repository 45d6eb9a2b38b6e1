"""What else lies on a table of players: coins, dice, meeples, a glass and a cable."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from tests.vision.photos.pieces import PLAIN, Piece
from tests.vision.photos.wood import CIRCLE, DYES, draw_grain

METALS = ((212, 170, 90), (196, 192, 186), (186, 112, 74))
COINS = ((8.1, 1.7), (9.4, 1.7), (8.9, 1.9), (9.9, 1.9), (10.6, 2.1), (11.6, 2.3))
"""Half the width of a coin, and its height, mm."""
OTHERS = ((196, 30, 36), (30, 140, 60), (20, 20, 22), (236, 234, 228), (224, 110, 28), (120, 40, 130))
"""What meeples and dice of other games are coloured."""
PIPS = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
RIGHT = (
    *((2.0, -8.0), (3.0, -5.6), (2.4, -4.2), (7.6, -2.4), (8.2, -0.4), (4.2, 0.6)),
    *((4.6, 3.0), (7.4, 7.2), (6.6, 8.0), (1.6, 8.0), (0.0, 5.2)),
)
FIGURE = ((-2.0, -8.0), *RIGHT, *((-x, y) for x, y in RIGHT[-2:0:-1]))
"""The outline of a meeple, mm."""


def _turn_points(random: np.random.Generator, middle: np.ndarray, points: np.ndarray) -> np.ndarray:
    angle = random.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(middle + points @ turn.T)


def _build_square(half: float) -> np.ndarray:
    return half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)


def build_coin(random: np.random.Generator, middle: np.ndarray) -> list[Piece]:
    """A coin with its rim, a relief and a sheen."""
    half, height = COINS[random.integers(len(COINS))]
    side = 96
    rows, columns = np.mgrid[:side, :side] / (side / 2) - 1
    off = np.hypot(rows, columns)
    relief = cv2.GaussianBlur(random.normal(0, 1, (side, side)).astype(np.float32), (0, 0), 4.0)
    relief = cv2.Sobel(relief / relief.std(), cv2.CV_32F, 1, 1, ksize=3) * 2.5
    head = ((rows / 0.62) ** 2 + (columns / 0.45) ** 2 < 1) * 0.06
    rim = np.where(off > 0.88, 0.10, 0) - np.where(abs(off - 0.86) < 0.03, 0.25, 0)
    sheen = 0.22 * np.cos(2 * np.arctan2(rows, columns) + random.uniform(0, 6)) * off
    shade = np.clip(0.78 + rim + head + sheen + relief * (off < 0.8) * 0.4, 0.25, 1)
    top = np.repeat((255 * shade).astype(np.uint8)[..., None], 3, 2)
    paint = np.array(METALS[random.integers(len(METALS))]) * random.uniform(0.75, 1.15)
    ring = half * np.c_[np.cos(CIRCLE), np.sin(CIRCLE)]
    frame = _turn_points(random, middle, _build_square(half))
    return [Piece(middle + ring, height, tuple(paint), top, PLAIN, frame, kind="coin")]


def build_die(random: np.random.Generator, middle: np.ndarray) -> list[Piece]:
    """A die of some colour, 12 to 16 mm."""
    half, side = random.uniform(6, 8), 48

    def draw_eyes(count: int) -> np.ndarray:
        face = np.full((side, side, 3), 235, np.uint8)
        for pip in PIPS[count]:
            at = (round(side * (0.25 + 0.25 * (pip % 3))), round(side * (0.25 + 0.25 * (pip // 3))))
            cv2.circle(face, at, round(side * 0.085), (30, 30, 30), -1, cv2.LINE_AA)
        return face

    first, second = random.permutation(6)[:2] + 1
    paint = (238, 236, 228) if random.random() < 0.6 else OTHERS[random.integers(len(OTHERS))]
    foot = _turn_points(random, middle, _build_square(float(half)))
    return [Piece(foot, float(2 * half), paint, draw_eyes(int(first)), draw_eyes(int(second)), foot, kind="die")]


def build_meeple(random: np.random.Generator, middle: np.ndarray) -> list[Piece]:
    """A meeple of any game's colour or of one of the cubes', lying or standing."""
    dyes = [tones[0] for tones in DYES.values()]
    paint = np.array((dyes if random.random() < 0.5 else list(OTHERS))[random.integers(4)])
    paint = tuple(paint * random.uniform(0.85, 1.05))
    grain = draw_grain(random)
    if random.random() < 0.5:
        turn = _turn_points(random, middle, np.r_[np.array(FIGURE), _build_square(8.0)])
        return [Piece(turn[:-4], 9.0, paint, grain, PLAIN, turn[-4:], kind="meeple")]
    parts = ((7.2, 4.6, 0.0, 6.0), (8.2, 4.6, 6.0, 4.5), (3.0, 4.6, 10.5, 5.5))
    shapes = np.concatenate([_build_square(1.0) * (wide, deep) for wide, deep, _, _ in parts])
    turned = _turn_points(random, middle, shapes).reshape(3, 4, 2)
    return [
        Piece(foot, high, paint, grain, grain, foot, base, "meeple")
        for foot, (_, _, base, high) in zip(turned, parts, strict=True)
    ]


def build_cable(random: np.random.Generator, start: np.ndarray, end: np.ndarray) -> list[Piece]:
    """A cable from one point to another in a bow, as short pieces."""
    along = end - start
    across = np.array([-along[1], along[0]])
    bow, wave = random.uniform(-0.18, 0.18), random.uniform(-0.06, 0.06)
    at = np.linspace(0, 1, 60)
    line = start + np.outer(at, along) + np.outer(bow * np.sin(np.pi * at) + wave * np.sin(9 * at), across)
    half = float(random.uniform(1.6, 2.6))
    paint = ((26, 26, 28), (232, 232, 230), (150, 150, 152))[random.integers(3)]
    ahead = np.gradient(line, axis=0)
    out = np.c_[-ahead[:, 1], ahead[:, 0]] / np.linalg.norm(ahead, axis=1, keepdims=True) * half
    shade = np.sin(np.linspace(0.3, np.pi - 0.3, 16)) * 255
    top = np.repeat(np.repeat(shade.astype(np.uint8)[:, None, None], 2, 1), 3, 2)
    found = []
    for n in range(len(line) - 1):
        foot = np.array([line[n] - out[n], line[n + 1] - out[n + 1], line[n + 1] + out[n + 1], line[n] + out[n]])
        found.append(Piece(foot, 2 * half, paint, top, PLAIN, foot, kind="cable"))
    return found


def build_cup(random: np.random.Generator, middle: np.ndarray) -> list[Piece]:
    half, height = random.uniform(30, 38), random.uniform(70, 95)
    side = 128
    rows, columns = np.mgrid[:side, :side] / (side / 2) - 1
    off = np.hypot(rows, columns)[..., None]
    drink = np.array(((70, 40, 24), (150, 92, 40), (120, 20, 40), (210, 190, 150))[random.integers(4)])
    glaze = np.array(OTHERS[random.integers(len(OTHERS))]) * 0.9 + 20
    lip = 255 * (0.8 + 0.2 * np.cos(np.arctan2(rows, columns))[..., None]) * np.ones(3)
    top = np.where(off < 0.9, drink / np.maximum(glaze, 1) * 255, lip)
    ring = half * np.c_[np.cos(CIRCLE), np.sin(CIRCLE)]
    frame = middle + _build_square(float(half))
    picture = np.clip(top, 0, 255).astype(np.uint8)
    return [Piece(middle + ring, float(height), tuple(glaze), picture, PLAIN, frame, kind="cup")]


def build_glass(random: np.random.Generator, middle: np.ndarray) -> list[Piece]:
    """A glass with a little water in it, through which the table is seen."""
    half, height = float(random.uniform(28, 36)), float(random.uniform(80, 110))
    ring = np.c_[np.cos(CIRCLE), np.sin(CIRCLE)]
    side = 128
    rows, columns = np.mgrid[:side, :side] / (side / 2) - 1
    off = np.hypot(rows, columns)
    shine = np.where(off > 0.93, 255, 90 + 80 * np.exp(-(((off - 0.6) / 0.1) ** 2)) * (rows < columns))
    top = np.repeat(shine.astype(np.uint8)[..., None], 3, 2)
    frame = middle + _build_square(half)
    tint = (226.0, 236.0, 238.0)
    foot = Piece(middle + 0.95 * half * ring, 6.0, (150, 160, 164), PLAIN, PLAIN, frame, 0.0, "cup", 0.0, 0.6)
    return [foot, Piece(middle + half * ring, height, tint, top, PLAIN, frame, 0.0, "cup", 0.0, 0.8)]


THINGS: dict[str, Callable[[np.random.Generator, np.ndarray], list[Piece]]] = {
    "coin": build_coin,
    "die": build_die,
    "meeple": build_meeple,
    "cup": build_cup,
    "glass": build_glass,
}
