"""Looks of squares of a map, by OpenCV: how much of each is green, blue or pale, and how busy it is."""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.eyes import AROUND, FIGURES, SQUARE, Look

_RIM, _PARTS, _PAPER = (FIGURES[each] for each in ("rim", "parts", "paper"))


def looks(
    photo: NDArray[np.uint8], plane: NDArray[np.float64], rows: int, columns: int, scale: float
) -> list[list[Look]]:
    """The looks of squares and of those round them, as ``Eyes.looks`` says."""
    flat, inside = _laid_flat(photo, plane, rows, columns, scale)
    pairs = zip(inside.tolist(), looks_of(flat, inside).tolist(), strict=True)
    return [
        [Look(shown, tuple(seen)) for shown, seen in zip(in_row, seen_in_row, strict=True)]
        for in_row, seen_in_row in pairs
    ]


def _laid_flat(
    photo: NDArray[np.uint8], plane: NDArray[np.float64], rows: int, columns: int, scale: float
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """The map seen from above: by row and column its squares, those round the grid with them.

    Pictures (rows + 2, columns + 2, side, side, 3), and which of them the photo shows.
    """
    if scale < 1:
        photo = np.asarray(
            cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    size = ((columns + 2 * AROUND) * SQUARE, (rows + 2 * AROUND) * SQUARE)
    square = np.array([[1 / SQUARE, 0, -AROUND], [0, 1 / SQUARE, -AROUND], [0, 0, 1]])
    lifted = np.diag([scale, scale, 1]) @ plane @ square
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(photo, lifted, size, flags=flags)
    there = cv2.warpPerspective(np.full(photo.shape[:2], 255, np.uint8), lifted, size, flags=flags)
    shown = _cut(np.asarray(there, np.uint8)[..., None]).mean((2, 3, 4)) > 127
    return _cut(np.asarray(flat, np.uint8)), shown


def _cut(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    high, wide, channels = picture.shape
    return picture.reshape(high // SQUARE, SQUARE, wide // SQUARE, SQUARE, channels).swapaxes(1, 2)


def looks_of(flat: NDArray[np.uint8], inside: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Measure squares: ``LOOKS`` of each (rows, columns, looks), all about 0 to 1.

    ``flat`` are their pictures (rows, columns, side, side, 3), RGB; the outermost lie round the map.
    ``inside`` says which of them the photo shows (rows, columns).
    """
    map_ = flat[1:-1, 1:-1][inside[1:-1, 1:-1]].reshape(-1, 3)
    brightest = np.percentile(map_, 95, axis=0) if len(map_) else np.full(3, _PAPER)
    square = flat[:, :, _RIM:-_RIM, _RIM:-_RIM] * (_PAPER / np.maximum(brightest, _PAPER / 4))
    picture = np.ascontiguousarray(np.clip(square, 0, 255).astype(np.uint8))
    rows, columns, high, wide = picture.shape[:4]
    strip = picture.reshape(-1, wide, 3)
    hue, tint, value = np.moveaxis(np.asarray(cv2.cvtColor(strip, cv2.COLOR_RGB2HSV)), -1, 0)
    dark = value < 75
    coloured = (tint > 70) & ~dark
    shares = [
        coloured & (hue >= 34) & (hue < 85),
        coloured & (hue >= 85) & (hue < 135),
        coloured & (hue >= 20) & (hue < 34) & (tint > 110),
        coloured & ((hue < 20) | (hue >= 160)) & (value < 200),
    ]
    rest = ~np.any([dark, *shares], axis=0)
    shares += [rest & (value < 165), rest & (value >= 165), dark]
    grey = np.asarray(cv2.cvtColor(strip, cv2.COLOR_RGB2GRAY), np.float64).reshape(rows, columns, high, wide)
    edges = sum(np.abs(np.diff(grey, axis=axis)).mean((2, 3)) for axis in (2, 3)) / 20
    lab = np.asarray(cv2.cvtColor(np.asarray(strip / 255, np.float32), cv2.COLOR_RGB2LAB), np.float64) / 100
    lab = lab.reshape(rows, columns, high, wide, 3)
    parts = lab.reshape(rows, columns, _PARTS, high // _PARTS, _PARTS, wide // _PARTS, 3).mean((3, 5))
    apart = np.sqrt(((parts - parts.mean((2, 3), keepdims=True)) ** 2).sum(-1).mean((2, 3)))
    shape = (rows, columns, high * wide)
    return np.stack(
        [share.reshape(shape).mean(2) for share in shares]
        + [edges, grey.std((2, 3)) / 60, apart * 5]
        + list(np.moveaxis(lab.mean((2, 3)), -1, 0)),
        axis=-1,
    )
