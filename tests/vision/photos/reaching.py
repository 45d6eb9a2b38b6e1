"""Hands that reach over a map: with the palm, with fingertips at its edge, or pointing at a place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.vision.photos.around import compute_quad
from tests.vision.photos.hand import FINGERS
from tests.vision.photos.laying import LyingMap

HANDS = ("hand", "fingertips")


@dataclass
class Reaching:
    """A hand in the photo: its palm, mm, how it is turned, and which fingers are bent."""

    palm: np.ndarray
    degrees: float
    bent: tuple[bool, ...]


def point_hand(random: np.random.Generator, lying: LyingMap, at: np.ndarray) -> Reaching:
    """A hand whose first finger points at a place from the nearer side of the map."""
    middle = np.concatenate([compute_quad(card) for card in lying.cards]).mean(0)
    away = at - middle
    degrees = float(np.degrees(np.arctan2(away[1], away[0]))) - 90 + random.uniform(-25, 25)
    return Reaching(
        at - _turn_point(np.array(FINGERS[1][1]) * (1, 0.96), degrees), degrees, (True, False, True, True, True)
    )


def _turn_point(point: np.ndarray, degrees: float) -> np.ndarray:
    angle = np.radians(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ point


def place_at_edge(random: np.random.Generator, lying: LyingMap, kind: str) -> Reaching:
    """A hand over the edge of a map as far as its palm, or only with its fingertips."""
    points = np.concatenate([compute_quad(card) for card in lying.cards])
    centre = (points.min(0) + points.max(0)) / 2
    degrees = float(random.uniform(-100, 100))
    inward = _turn_point(np.array([0.0, -1.0]), degrees)
    aside = np.array([-inward[1], inward[0]])
    along = (points - centre) @ aside
    near = abs(along - along[random.integers(len(along))]) < 30
    reach = float(((points[near] - centre) @ -inward).max())  # to the edge where the hand comes in
    over = random.uniform(8, 22) if kind == "fingertips" else random.uniform(45, 90)
    palm = centre - inward * (reach + 118 - over) + aside * along[near].mean()
    bent = tuple(bool(each) for each in random.random(5) < 0.15)
    return Reaching(palm, degrees, bent)
