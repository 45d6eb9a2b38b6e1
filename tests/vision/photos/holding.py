"""Six map cards of a hand before a camera: laid in a row, or fanned so that they overlap."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin

import numpy as np

from companion.data.honshu.cards import MapCard, load_cards
from tests.vision import photos
from tests.vision.photos import laying, optics
from tests.vision.photos.faces import CARD
from tests.vision.photos.looks import LEVELS, choose_look


def place_in_fan(random: np.random.Generator, at: int, of: int) -> np.ndarray:
    """The plane of a card of a fan: turned about a thumb below it."""
    angle = radians((at - (of - 1) / 2) * 17 + random.uniform(-2, 2))
    turn = np.array([[cos(angle), -sin(angle), 0], [sin(angle), cos(angle), 0], [0, 0, 1.0]])
    away = np.eye(3)
    away[:2, 2] = -CARD[0] / 2, -CARD[1] * 1.35
    back = np.eye(3)
    back[:2, 2] = 200, 200
    return back @ turn @ away


def place_in_row(random: np.random.Generator, at: int, of: int) -> np.ndarray:
    """The plane of a card of two rows, a little off it; some lie upside down."""
    row, column = divmod(at, (of + 1) // 2)
    plane = laying.compute_plane(0, 0, int(random.choice([0, 180])), *random.uniform(-3, 3, 2), random.uniform(-9, 9))
    move = np.eye(3)
    move[:2, 2] = column * (CARD[0] + 12), row * (CARD[1] + 14)
    return move @ plane


def photograph_hand(
    seed: int, way: str, level: str = "easy", cards: int = 6, megapixels: float = 6.0
) -> tuple[np.ndarray, bytes, set[int]]:
    """A photo of a hand as it comes out of its JPEG, the file, and the numbers of its cards."""
    random = np.random.default_rng([seed, LEVELS.index(level), 31])
    deck: list[MapCard] = [card for card in load_cards() if card.series == "map"]
    held = [deck[at] for at in random.permutation(len(deck))[:cards]]
    plane = {"fan": place_in_fan, "row": place_in_row}[way]
    lying = laying.LyingMap(
        tuple(laying.LyingCard(card, 0, 0, 0, plane(random, at, cards)) for at, card in enumerate(held)),
        {},
        frozenset(),
    )
    seen = replace(choose_look(random, level), megapixels=megapixels)
    points = photos.list_goal_points(lying)
    camera = optics.hold_camera(
        seen.megapixels, seen.tilt, seen.side, seen.roll, points, seen.fill, seen.aspect, seen.scale
    )
    scene = photos.set_up(random, lying, seen, camera)
    lit = photos.light_scene(random, photos.render_scene(scene, camera), scene, camera, seen)
    made = photos.take_photo(random, lit, seen, {})
    return made.photo, made.jpeg, {int(card.name) for card in held}
