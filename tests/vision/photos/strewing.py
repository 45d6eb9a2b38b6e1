"""Things strewn over a map: on its places for cubes, on its seals, on its cards, and beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from companion.data.honshu.cards import Terrain
from companion.rules.honshu.board import Position
from tests.vision.photos.around import compute_quad
from tests.vision.photos.camera import Camera
from tests.vision.photos.faces import SIDE
from tests.vision.photos.hand import Hand
from tests.vision.photos.laying import PLACE, LyingMap, map_points
from tests.vision.photos.pieces import Piece
from tests.vision.photos.reaching import HANDS, Reaching, place_at_edge, point_hand
from tests.vision.photos.things import THINGS, build_cable

SEAL = (7.0, 7.0)
"""The middle of a seal in an upright square, mm."""
CUBE = 6.0
"""A thing nearer than this to the middle of a place for a cube, mm, lies on it."""


@dataclass
class Strewn:
    """What lies on a map."""

    pieces: list[Piece] = field(default_factory=list)  # the things
    hands: list[Reaching] = field(default_factory=list)  # hands over it
    on: dict[Position, str] = field(default_factory=dict)  # places for cubes on which a thing lies instead, and what
    hidden: set[Position] = field(default_factory=set)  # squares whose seals things lie on

    def paint(self, random: np.random.Generator, photo: np.ndarray, held: Camera) -> np.ndarray:
        """Paint hands into a photo, over all else; tells where they hide it, 255 there."""
        hidden = np.zeros(photo.shape[:2], np.uint8)
        for each in self.hands:
            hand = Hand(random)
            hand.fist = each.bent
            hidden |= hand.paint(photo, held, each.palm, each.degrees)
        for piece in self.pieces:
            if piece.kind == "cup":  # so high that it hides what does not lie under it
                edges = [np.c_[piece.foot, np.full(len(piece.foot), high)] for high in (0.0, -piece.height)]
                hull = cv2.convexHull(held.project(np.concatenate(edges)).astype(np.float32))
                cv2.fillConvexPoly(hidden, np.round(hull).astype(np.int32), 255)
        return hidden

    def note(self, cells: Sequence[dict[str, Any]], lying: LyingMap, held: Camera, mask: np.ndarray) -> None:
        """Put into the truth what things and hands do: ``thing`` on a place, ``hidden`` seals.

        A place with a thing on it has no cube; whether one stands behind a hand or a cup nobody can tell.
        """
        places = set(list_production(lying))
        for cell in cells:
            place = (cell["r"], cell["c"])
            if place in self.on:
                cell["thing"], cell["cube"] = self.on[place], False
            elif place in places and _measure_cover(mask, held, find_spot(lying, place, PLACE), 5.0) > 0.3:
                cell["thing"], cell["cube"] = "behind", None
            if place in self.hidden or _measure_cover(mask, held, find_spot(lying, place, SEAL), 3.0) > 0.1:
                cell["hidden"] = True


def find_spot(lying: LyingMap, place: Position, at: tuple[float, float]) -> np.ndarray:
    """Where a point of an upright square, mm, lies on the table."""
    level, k = lying.seen[place]
    return np.asarray(map_points(lying.cards[level].plane, [(k % 2 * SIDE + at[0], k // 2 * SIDE + at[1])])[0])


def list_production(lying: LyingMap) -> list[Position]:
    found = []
    for place, (level, k) in sorted(lying.seen.items()):
        if lying.cards[level].card.squares[k // 2][k % 2].terrain is Terrain.PRODUCTION:
            found.append(place)
    return found


def strew_things(
    random: np.random.Generator,
    lying: LyingMap,
    on_places: Sequence[str] = (),
    anywhere: Sequence[str] = (),
    unseen: int = 0,
) -> Strewn:
    strewn = Strewn()
    places = list_production(lying)
    for kind, at in zip(on_places, random.permutation(len(places)), strict=False):
        place = places[at]
        middle = find_spot(lying, place, PLACE) + random.normal(0, 1.5, 2)
        if kind == "finger":
            strewn.hands.append(point_hand(random, lying, middle))
        else:
            strewn.pieces += THINGS[kind](random, middle)
        strewn.on[place] = kind
    squares = {
        level: [p for p, (on, _) in sorted(lying.seen.items()) if on == level] for level in range(len(lying.cards))
    }
    fewest = sorted((level for level in squares if squares[level]), key=lambda level: len(squares[level]))
    for place in (place for level in fewest[:unseen] for place in squares[level]):
        strewn.pieces += THINGS["coin"](random, find_spot(lying, place, SEAL) + random.normal(0, 0.7, 2))
    for kind in anywhere:
        _strew_anywhere(random, lying, strewn, kind)
    _note_hidden(lying, strewn)
    return strewn


def _strew_anywhere(random: np.random.Generator, lying: LyingMap, strewn: Strewn, kind: str) -> None:
    points = np.concatenate([compute_quad(card) for card in lying.cards])
    low, high = points.min(0), points.max(0)
    if kind in HANDS:
        strewn.hands.append(place_at_edge(random, lying, kind))
    elif kind == "cable":
        ends = [
            np.array([low[0] - 60, random.uniform(low[1], high[1])]),
            np.array([random.uniform(low[0], high[0]), high[1] + 60]),
        ]
        strewn.pieces += build_cable(random, *ends)
    elif kind in ("cup", "glass"):
        turn = random.uniform(0, 2 * np.pi)
        away = (high - low) / 2 * np.clip(1.25 * np.array([np.cos(turn), np.sin(turn)]), -1, 1)
        strewn.pieces += THINGS[kind](random, (low + high) / 2 + away * random.uniform(1.0, 1.2))
    elif kind == "seal coin":
        chosen = sorted(lying.seen)[random.integers(len(lying.seen))]
        strewn.pieces += THINGS["coin"](random, find_spot(lying, chosen, SEAL) + random.normal(0, 1.0, 2))
    else:
        strewn.pieces += THINGS[kind](random, random.uniform(low - 10, high + 10))


def _note_hidden(lying: LyingMap, strewn: Strewn) -> None:
    """Note which places and which seals the things hide that chance laid there."""
    for piece in strewn.pieces:
        for place in lying.seen:
            if _is_near(piece, find_spot(lying, place, SEAL), 2.0):
                strewn.hidden.add(place)
        for place in list_production(lying):
            if place not in strewn.on and _is_near(piece, find_spot(lying, place, PLACE), CUBE):
                strewn.on[place] = piece.kind


def _is_near(piece: Piece, point: np.ndarray, near: float) -> bool:
    hull = cv2.convexHull(piece.foot.astype(np.float32))
    return cv2.pointPolygonTest(hull, tuple(map(float, point)), True) > -near


def _measure_cover(mask: np.ndarray, held: Camera, point: np.ndarray, half: float) -> float:
    """How much of a small square about a point of the table a mask hides."""
    around = map_points(held.plane, point + half * np.array([(-1, -1), (1, 1), (-1, 1), (1, -1)]))
    (left, top), (right, bottom) = (np.clip(f(around, 0), 0, mask.shape[1::-1]).astype(int) for f in (np.min, np.max))
    part = mask[top : bottom + 1, left : right + 1]
    return float((part > 127).mean()) if part.size else 0.0
