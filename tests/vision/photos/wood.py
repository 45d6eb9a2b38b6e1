"""Wooden cubes and cylinders as the shops sell them: painted or bare wood with grain, set down by a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.data.honshu.cards import Colour, Terrain
from companion.rules.honshu.board import Position
from tests.vision.photos.around import BESIDE
from tests.vision.photos.curling import Curls
from tests.vision.photos.faces import SIDE
from tests.vision.photos.laying import PLACE, LyingMap, map_points
from tests.vision.photos.pieces import PLAIN, Piece

DYES = {
    Colour.BLUE: ((40, 84, 160), (28, 66, 128), (66, 110, 178)),
    Colour.BROWN: ((118, 74, 42), (92, 56, 34), (188, 142, 92)),
    Colour.GREY: ((128, 126, 124), (98, 98, 100), (160, 156, 150)),
    Colour.YELLOW: ((236, 190, 50), (214, 160, 40), (244, 212, 96)),
}
"""What makers dye the wood of each colour with; the last of brown is bare wood."""


@dataclass
class Standing:
    """The cubes on a map."""

    pieces: list[Piece] = field(default_factory=list)  # they
    fallen: list[Position] = field(default_factory=list)  # squares of the map that no cube may stand on and one lies on
    gone: set[Position] = field(default_factory=set)  # places that such a cube has left


def draw_grain(random: np.random.Generator, side: int = 48) -> np.ndarray:
    """The grain of a face of wood, as shades of its paint."""
    rings = cv2.resize(random.normal(0, 1, (side, 4)).astype(np.float32), (side, side)) * 0.05
    spots = cv2.GaussianBlur(random.normal(0, 1, (side, side)).astype(np.float32), (0, 0), 1.5) * 0.10
    rows, columns = np.mgrid[:side, :side] / side - 0.5
    worn = 0.16 * np.clip(2 * np.maximum(abs(rows), abs(columns)) - 0.86, 0, 1) / 0.14  # edges take less paint
    shade = np.clip(0.92 + rings + spots - worn * random.uniform(-0.6, 1.0), 0.3, 1.0)
    return np.repeat((255 * shade).astype(np.uint8)[..., None], 3, 2)


def build_block(
    random: np.random.Generator, middle: np.ndarray, angle: float, edge: float, colour: Colour, way: str
) -> Piece:
    """A wooden cube, a cylinder, or a cube of plain paint (``way`` ``""``), its middle there, turned."""
    tones = DYES[colour]
    lot = np.array(tones[random.integers(len(tones))] if way else tones[0]) * random.uniform(0.9, 1.08)
    tone = np.clip(lot + random.normal(0, 4, 3) * bool(way), 0, 255)
    turns = angle + np.arange(4) * np.pi / 2
    frame = middle + edge / 2**0.5 * np.c_[np.cos(turns), np.sin(turns)]
    foot = frame
    if way == "cylinders":
        foot = middle + edge / 2 * np.c_[np.cos(CIRCLE), np.sin(CIRCLE)]
    grain = (draw_grain(random), draw_grain(random)) if way else (PLAIN, PLAIN)
    side = PLAIN if way == "cylinders" else grain[1]
    return Piece(foot, edge * random.uniform(0.96, 1.04), tuple(tone), grain[0], side, frame)


CIRCLE = np.arange(32) * np.pi / 16


def stand_blocks(
    random: np.random.Generator,
    lying: LyingMap,
    edge: float,
    wander: float,
    way: str,
    strays: str,
    blocked: Sequence[Piece] = (),
    curls: Curls | None = None,
) -> Standing:
    """The cubes of a map, set down anywhere on their squares, as far as their edges."""
    standing, chosen = Standing(), sorted(lying.cubes)
    odd = {chosen[at] for at in random.permutation(len(chosen))[:2]} if strays else set[Position]()

    def put(place: Position, angle: float, there: np.ndarray | None = None) -> None:
        """Set a cube down on a point of its upright square, mm, or where a hand does."""
        level, k = lying.seen[place]
        card = lying.cards[level]
        colour = card.card.squares[k // 2][k % 2].colour
        assert colour is not None
        reach = edge / 2 if way == "cylinders" else edge / 2 * (abs(np.cos(angle)) + abs(np.sin(angle)))
        for _ in range(20):
            off = np.array(PLACE) + random.normal(0, wander, 2) if there is None else there
            if there is None:
                off = np.clip(off, reach + 0.2, SIDE - reach - 0.2)
            middle = map_points(card.plane, [np.array([k % 2, k // 2]) * SIDE + off])[0]
            if not any(overlaps(middle, edge, each) for each in blocked):
                break
        else:
            standing.gone.add(place)
            return
        lean = np.arctan2(card.plane[1, 0], card.plane[0, 0])
        ground = float(curls.measure_height_at(card, middle[None])[0]) if curls else 0.0
        cube = build_block(random, middle, angle + lean + np.pi / 4, edge, colour, way)
        standing.pieces.append(replace(cube, ground=ground))

    for place in chosen:
        angle = random.uniform(0, np.pi / 2)
        to = _find_free_side(random, lying, place) if place in odd and strays != "two" else None
        if to is None:
            put(place, angle)
            if place in odd and strays == "two" and place not in standing.gone:
                put(place, angle, _place_next_to(lying, place, standing.pieces[-1].middle, edge))
            continue
        knocked = strays == "knocked"
        far = random.uniform(0.85, 1.1) * SIDE if knocked else SIDE / 2 - random.uniform(0.5, 2.5)
        put(place, angle, SIDE / 2 + _turn_to_card(lying, place, to) * far)
        if knocked:
            standing.fallen.append((place[0] + to[0], place[1] + to[1]))
            standing.gone.add(place)
    return standing


def _turn_to_card(lying: LyingMap, place: Position, way: Position) -> np.ndarray:
    """A direction down and across a map as one across and down a square's upright card."""
    turn = np.deg2rad(-lying.cards[lying.seen[place][0]].turn)
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(turned @ np.array(way[::-1]))


def overlaps(middle: np.ndarray, edge: float, piece: Piece) -> bool:
    hull = cv2.convexHull(piece.foot.astype(np.float32))
    return bool(cv2.pointPolygonTest(hull, tuple(map(float, middle)), True) > -0.6 * edge)


def _place_next_to(lying: LyingMap, place: Position, first: np.ndarray, edge: float) -> np.ndarray:
    """The place of a second cube on a square, beside the first: on the side with more room."""
    level, k = lying.seen[place]
    (own,) = map_points(np.linalg.inv(lying.cards[level].plane), [first])
    own = own - np.array([k % 2, k // 2]) * SIDE
    step = (np.full(2, SIDE / 2) - own) / max(float(np.linalg.norm(np.full(2, SIDE / 2) - own)), 0.1)
    return own + step * (2**0.5 * edge + 0.3)


def _find_free_side(random: np.random.Generator, lying: LyingMap, place: Position) -> Position | None:
    """The direction of a neighbouring square without a place for a cube; ``None`` if there is none."""
    ways = []
    for down, across in BESIDE:
        if (there := lying.seen.get((place[0] + down, place[1] + across))) is not None:
            level, k = there
            if lying.cards[level].card.squares[k // 2][k % 2].terrain is not Terrain.PRODUCTION:
                ways.append((down, across))
    return ways[random.integers(len(ways))] if ways else None
