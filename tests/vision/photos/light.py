"""What light and a phone do to a picture: shade, shadows, glare, blur, noise and JPEG."""

from __future__ import annotations

import cv2
import numpy as np

from tests.vision.photos.laying import map_points

STRIP = 64
"""Rows that are worked on at a time: they stay in the processor's cache."""
COARSEST = 8
"""Light is worked out at one pixel in so many a side."""


def light_photo(
    random: np.random.Generator,
    photo: np.ndarray,
    plane: np.ndarray,
    middle: np.ndarray,
    reach: float,
    *,
    slope: float,
    shadows: float,
    glare: tuple[int, float],
) -> np.ndarray:
    """A photo under uneven light.

    Returns:
        32-bit floats, not cut off at 255.
    """
    rows, columns = (-(-side // COARSEST) for side in photo.shape[:2])
    y, x = np.mgrid[:rows, :columns] * float(COARSEST)
    table = map_points(np.linalg.inv(plane), np.c_[x.ravel(), y.ravel()]).reshape(rows, columns, 2) - middle
    angle = random.uniform(0, 2 * np.pi)
    along = np.clip((table @ (np.cos(angle), np.sin(angle))) / reach, -1.5, 1.5)
    bright = 1 - slope * (0.5 + along / 3)
    off = np.hypot(x / photo.shape[1] - 0.5, y / photo.shape[0] - 0.5)
    bright *= 1 - 0.35 * slope * off**2 * 2
    if shadows:
        bright *= 1 - shadows * _draw_shadow(random, table, reach)
    added = np.zeros_like(bright)
    for _ in range(glare[0]):
        spot = table - random.uniform(-0.8, 0.8, 2) * reach
        turn = random.uniform(0, np.pi)
        long, short = random.uniform(15, 38), random.uniform(7, 20)
        a = (spot @ (np.cos(turn), np.sin(turn))) / long
        b = (spot @ (-np.sin(turn), np.cos(turn))) / short
        added += glare[1] * random.uniform(0.5, 1) * np.exp(-((a**2 + b**2) ** 0.8))
    size = photo.shape[1::-1]
    light = cv2.resize(bright.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    result = photo.astype(np.float32)
    result *= light[..., None]
    if glare[0]:
        result += 255 * cv2.resize(added.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)[..., None]
    return result


def _draw_shadow(random: np.random.Generator, table: np.ndarray, reach: float) -> np.ndarray:
    """The soft shadow of an arm or a head that reaches over the map: 0 in light, 1 within."""
    angle = random.uniform(0, 2 * np.pi)
    along = table @ (np.cos(angle), np.sin(angle))
    across = table @ (-np.sin(angle), np.cos(angle)) - random.uniform(-0.6, 0.6) * reach
    half, soft = random.uniform(0.2, 0.7) * reach, random.uniform(3, 25)
    end = random.uniform(-0.5, 0.8) * reach
    inside = np.minimum(half - np.abs(across), end - along)
    return 1 / (1 + np.exp(np.clip(-inside / soft * 2, -30, 30)))


def expose_photo(
    random: np.random.Generator,
    photo: np.ndarray,
    *,
    blur: float,
    shake: float,
    noise: float,
    white: np.ndarray,
    exposure: float,
    quality: int,
) -> bytes:
    photo = cv2.GaussianBlur(photo, (0, 0), blur)
    if shake >= 1:
        photo = cv2.filter2D(photo, -1, _draw_path(random, shake))
    gain = (white * exposure).astype(np.float32)
    grain = random.standard_normal(photo.shape, np.float32)
    blotches = cv2.GaussianBlur(grain, (0, 0), 1.0)
    done = np.empty(photo.shape, np.uint8)
    for top in range(0, len(photo), STRIP):
        strip = slice(top, top + STRIP)
        part, fine, coarse = photo[strip], grain[strip], blotches[strip]
        part *= gain
        np.clip(part, 0, 255, out=part)
        strength = noise * np.sqrt(cv2.cvtColor(part, cv2.COLOR_RGB2GRAY) / 128 + 0.15)
        coarse *= 2.2
        coarse *= 0.4
        coarse += (0.6 * ((fine[..., 0] + fine[..., 1] + fine[..., 2]) / 3) * 3**0.5)[..., None]
        coarse *= strength[..., None]
        part += coarse
        done[strip] = np.clip(part, 0, 255, out=part)
    return encode_jpeg(done, quality)


def encode_jpeg(photo: np.ndarray, quality: int) -> bytes:
    bgr = cv2.cvtColor(photo, cv2.COLOR_RGB2BGR)
    return cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def _draw_path(random: np.random.Generator, length: float) -> np.ndarray:
    """A straight line of light as a kernel."""
    side = int(np.ceil(length)) // 2 * 2 + 3
    angle, centre = random.uniform(0, np.pi), np.array([side / 2 - 0.5] * 2)
    half = length / 2 * np.array([np.cos(angle), np.sin(angle)])
    kernel = np.zeros((side, side), np.uint8)
    ends = [tuple(round(each * 16) for each in centre + sign * half) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 255, 1, cv2.LINE_AA, 4)
    return kernel.astype(np.float32) / float(kernel.sum())
