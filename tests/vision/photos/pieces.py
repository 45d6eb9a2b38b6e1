"""Solid things on a table, standing straight on it: their shadows, and what a camera sees of their sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tests.vision.photos.camera import Camera

PLAIN = np.full((1, 1, 3), 255, np.uint8)
SHADOW = 0.5
"""How dark one is."""


@dataclass(frozen=True)
class Piece:
    """A prism, or a part of a thing made of several."""

    foot: np.ndarray  # its outline, n x 2 mm, on the table or above it
    height: float  # mm
    paint: tuple[float, float, float]  # its colour, which top and side are shades of
    top: np.ndarray  # a picture of the rectangle frame, RGB, where 255 is the paint
    side: np.ndarray  # likewise of each side
    frame: np.ndarray  # the rectangle about its outline, 4 x 2 mm, from which top is cut
    base: float = 0.0  # how high above the table it begins, mm
    kind: str = "cube"  # what it is
    ground: float = 0.0  # how high above the table is what it stands on, mm
    clear: float = 0.0  # how much of what is behind it is seen through it, 0 to 1

    @property
    def low(self) -> float:
        """The third coordinate of its foot, mm."""
        return -self.ground - self.base

    @property
    def middle(self) -> np.ndarray:
        return np.asarray(self.frame.mean(0))


def _find_box(points: np.ndarray, shape: tuple[int, ...], edge: float) -> tuple[slice, slice] | None:
    """The part of a photo that holds points, and so many pixels more."""
    low = np.clip(np.floor(points.min(0) - edge).astype(int), 0, shape[1::-1])
    high = np.clip(np.ceil(points.max(0) + edge).astype(int) + 1, 0, shape[1::-1])
    return (slice(low[1], high[1]), slice(low[0], high[0])) if (high > low).all() else None


def draw_mask(polygons: Sequence[np.ndarray], shape: tuple[int, ...]) -> np.ndarray:
    """255 within any of some polygons of pixels, of which each may be hollow at its edge."""
    mask = np.zeros(shape[:2], np.uint8)
    for each in polygons:
        cv2.fillPoly(mask, [np.round(each * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask


def _cast_shadow(piece: Piece, light: np.ndarray) -> list[np.ndarray]:
    """The shadow of a piece on the table: its foot, its top, and what each side sweeps over; mm."""
    low, high = (piece.foot + light * at for at in (piece.base, piece.base + piece.height))
    ahead = np.roll(low, -1, 0), np.roll(high, -1, 0)
    sides = [np.array([low[n], ahead[0][n], ahead[1][n], high[n]]) for n in range(len(low))]
    return [low, high, *sides]


def shade_table(photo: np.ndarray, held: Camera, pieces: Sequence[Piece], light: np.ndarray) -> None:
    for piece in pieces:
        scale = held.measure_scale(piece.middle)
        seen = [held.project(np.c_[each, np.full(len(each), -piece.ground)]) for each in _cast_shadow(piece, light)]
        if (box := _find_box(np.concatenate(seen), photo.shape, 3 * scale)) is None:
            continue
        part = photo[box]
        begin = (box[1].start, box[0].start)
        mask = draw_mask([each - begin for each in seen], part.shape)
        soft = cv2.GaussianBlur(mask, (0, 0), max(0.6 * scale, 0.5)).astype(np.float32)
        part[...] = part * (1 - SHADOW * (1 - piece.clear) / 255 * soft[..., None])


def draw_pieces(photo: np.ndarray, held: Camera, pieces: Sequence[Piece], light: np.ndarray) -> None:
    """Paint pieces with their shadows into a photo, the farthest first; ``light`` as of cubes."""
    shade_table(photo, held, pieces, light)
    toward = np.array([*-light, -1.0])
    toward /= np.linalg.norm(toward)
    centre = held.eye

    def measure_distance(piece: Piece) -> float:
        return -float(np.linalg.norm(np.array([*piece.middle, piece.low - piece.height / 2]) - centre))

    for piece in sorted(pieces, key=measure_distance):
        _draw_sides(photo, held, piece, toward, centre)
        level = np.full(len(piece.foot), piece.low - piece.height)
        top = held.project(np.c_[piece.foot, level])
        frame = held.project(np.c_[piece.frame, np.full(4, level[0])])
        _paint(photo, top, frame, piece.top, piece, 0.55 + 0.5 * float(-toward[2]))


def _draw_sides(photo: np.ndarray, held: Camera, piece: Piece, toward: np.ndarray, centre: np.ndarray) -> None:
    foot, ahead = piece.foot, np.roll(piece.foot, -1, 0)
    x, y = foot.T
    way = np.sign(float(x @ np.roll(y, -1) - y @ np.roll(x, -1)))  # whether its outline runs clockwise
    low, high = piece.low, piece.low - piece.height
    edges = np.argsort([-float(np.linalg.norm((a + b) / 2 - centre[:2])) for a, b in zip(foot, ahead, strict=True)])
    for a, b in ((foot[n], ahead[n]) for n in edges):
        outward = np.array([(b - a)[1], -(b - a)[0], 0.0]) * way
        outward /= np.linalg.norm(outward) or 1.0
        if outward @ (centre - np.array([*(a + b) / 2, low])) <= 0:
            continue
        corners = np.array([[*a, high], [*b, high], [*b, low], [*a, low]])
        seen = held.project(corners)
        _paint(photo, seen, seen, piece.side, piece, 0.5 + 0.5 * max(0.0, float(outward @ toward)))


def _paint(
    photo: np.ndarray, outline: np.ndarray, frame: np.ndarray, picture: np.ndarray, piece: Piece, bright: float
) -> None:
    """Paint an outline with what a picture shows in a frame of pixels; its edges a little darker."""
    if (box := _find_box(outline, photo.shape, 2)) is None:
        return
    part, begin = photo[box], (box[1].start, box[0].start)
    share = draw_mask([outline - begin], part.shape)[..., None].astype(np.float32) * ((1 - piece.clear) / 255)
    colour = np.array(piece.paint, np.float32) * bright
    if picture is PLAIN:
        part[...] = part * (1 - share) + np.minimum(colour, 255) * share
        return
    high, wide = picture.shape[:2]
    edges = np.array([(-0.5, -0.5), (wide - 0.5, -0.5), (wide - 0.5, high - 0.5), (-0.5, high - 0.5)], np.float32)
    where = cv2.getPerspectiveTransform(edges, (frame - begin).astype(np.float32))
    shown = cv2.warpPerspective(
        picture, where, part.shape[1::-1], flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    part[...] = part * (1 - share) + np.minimum(shown * (colour / 255), 255) * share
