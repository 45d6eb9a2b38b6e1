"""A finished map laid at random by the rules, and how its cards lie on a real table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import cos, radians, sin
from typing import Any

import numpy as np

from companion.data.honshu.cards import MapCard, Terrain, load_cards
from companion.data.honshu.map import get_symbol
from companion.data.honshu.placements import BOTTOM, TURNS, Placement
from companion.rules.honshu.board import RULINGS, Position
from companion.rules.honshu.laying import Pile, lay_card
from companion.rules.rulings import Rulings
from tests.vision.photos.faces import CARD, SIDE

STRICT = Rulings(RULINGS, {"covering": "strict"})
"""Every card stays in sight: a card that is covered wholly cannot be read from any photo."""
PLACE = (18.0, 18.0)
"""Where a cube stands in an upright square, mm from its upper left."""
TRIES, CHOICES = 400, 10
"""Random placements tried for a card, and how many legal ones a player would choose the tidiest of."""


@dataclass(frozen=True)
class LyingCard:
    """A card on the table."""

    card: MapCard  # the card
    row: int  # of the top left corner of the turned card, in the map's rows
    column: int  # of that corner
    turn: int  # degrees clockwise
    plane: np.ndarray  # 3 x 3, from mm of the upright card to mm of the table

    def list_squares(self) -> dict[Position, int]:
        lying = np.rot90(np.arange(6).reshape(3, 2), -self.turn // 90)
        return {(self.row + r, self.column + c): int(k) for (r, c), k in np.ndenumerate(lying)}


@dataclass(frozen=True)
class LyingMap:
    """A map on the table."""

    cards: tuple[LyingCard, ...]  # from the bottom to the top
    seen: dict[Position, tuple[int, int]]  # what is in sight: the level of its card, and the square
    cubes: frozenset[Position]  # where cubes stand


def choose_placements(
    random: np.random.Generator, cards: int, without: Collection[MapCard] = ()
) -> tuple[tuple[Placement, ...], Pile]:
    """A start province and map cards, each laid by the rules, tidily as people do; and the pile they make."""
    series = random.choice(["startA", "startB"])
    starts = [card for card in load_cards() if card.series == series and card not in without]
    deck = [card for card in load_cards() if card.series == "map" and card not in without]
    start = starts[random.integers(len(starts))]
    hand = [start, *(deck[at] for at in random.permutation(len(deck))[: cards - 1])]
    pile, laid = Pile(), list[Placement]()
    for card in hand:
        placement, pile = _choose_placement(random, pile, card)
        laid.append(placement)
    return tuple(laid), pile


def _choose_placement(random: np.random.Generator, pile: Pile, card: MapCard) -> tuple[Placement, Pile]:
    if not pile.cards:
        first = Placement(card, 0, 0, int(random.choice(TURNS)))
        return first, lay_card(pile, first, STRICT).pile
    places = np.array([place for laid in pile.cards for place in laid.squares])
    (top, left), (bottom, right) = places.min(0), places.max(0)
    found: list[tuple[float, Placement, Pile]] = []
    for _ in range(TRIES):
        under = None
        if random.random() < 0.25:
            under = str(random.choice([BOTTOM, *(laid.card.name for laid in pile.cards[1:])]))
        row, column = random.integers(top - 2, bottom + 2), random.integers(left - 2, right + 2)
        placement = Placement(card, int(row), int(column), int(random.choice(TURNS)), under)
        step = lay_card(pile, placement, STRICT)
        if not step.legal:
            continue
        seen = np.array(list(step.pile.find_visible_squares()))
        across = float(np.ptp(seen, axis=0).max())
        gained = len(seen) - len(pile.find_visible_squares())
        found.append((across - 0.7 * gained + random.uniform(0, 2.5), placement, step.pile))
        if len(found) == CHOICES:
            break
    _, placement, pile = min(found, key=lambda each: each[0])
    return placement, pile


def lay_map(
    random: np.random.Generator,
    cards: int,
    jitter: tuple[float, float],
    spent: float,
    without: Collection[MapCard] = (),
) -> LyingMap:
    laid, pile = choose_placements(random, cards, without)
    by_name = {placement.card.name: placement for placement in laid}
    top, left = pile.origin
    lying = []
    for each in pile.cards:
        placement = by_name[each.card.name]
        row, column = placement.row - top, placement.column - left
        plane = compute_plane(row, column, placement.turn, *random.uniform(-1, 1, 3) * [*[jitter[0]] * 2, jitter[1]])
        lying.append(LyingCard(placement.card, row, column, placement.turn, plane))
    seen = {place: (level, k) for level, card in enumerate(lying) for place, k in card.list_squares().items()}
    cubes = frozenset((row - top, column - left) for row, column in sorted(pile.cubes) if random.random() >= spent)
    return LyingMap(tuple(lying), seen, cubes)


def place_beside(random: np.random.Generator, first: LyingMap, second: LyingMap) -> tuple[LyingMap, LyingMap]:
    """The second map to the right of the first or below it, a little turned, and both as one."""
    extent = [list_corners(each) for each in (first, second)]
    way = int(random.integers(2))
    shift = np.eye(3)
    angle = radians(random.uniform(-6, 6))
    shift[:2, :2] = [[cos(angle), -sin(angle)], [sin(angle), cos(angle)]]
    low = map_points(shift, extent[1]).min(0)
    shift[:2, 2] = (extent[0].min(0) - low) + np.eye(2)[way] * (np.ptp(extent[0][:, way]) + 25)
    return join_maps(first, second, shift)


def join_maps(first: LyingMap, second: LyingMap, shift: np.ndarray) -> tuple[LyingMap, LyingMap]:
    cards = tuple(replace(card, plane=shift @ card.plane) for card in second.cards)
    far = max(max(place) for place in first.seen) + 5
    there = {
        (row + far, column + far): (level + len(first.cards), k) for (row, column), (level, k) in second.seen.items()
    }
    cubes = first.cubes | {(row + far, column + far) for row, column in second.cubes}
    return replace(second, cards=cards), LyingMap(first.cards + cards, first.seen | there, cubes)


def list_corners(lying: LyingMap) -> np.ndarray:
    """The corners of all squares of all cards on the table, n x 2 mm."""
    return np.concatenate([compute_corners(card, k) for card in lying.cards for k in range(6)])


def compute_plane(row: int, column: int, turn: int, across: float, down: float, degrees: float) -> np.ndarray:
    """From the upright card to the table, where the card is so far off its place on the lattice."""
    width, height = CARD if turn % 180 == 0 else CARD[::-1]
    angle = radians(turn + degrees)
    turned = np.array([[cos(angle), -sin(angle)], [sin(angle), cos(angle)]])
    middle = np.array([column * SIDE + width / 2 + across, row * SIDE + height / 2 + down])
    plane = np.eye(3)
    plane[:2, :2] = turned
    plane[:2, 2] = middle - turned @ (np.array(CARD) / 2)
    return plane


def compute_corners(card: LyingCard, k: int) -> np.ndarray:
    """The corners of a square on the table, 4 x 2 mm: the map's upper left, upper right, and on clockwise."""
    x, y = k % 2 * SIDE, k // 2 * SIDE
    square = np.array([[x, y], [x + SIDE, y], [x + SIDE, y + SIDE], [x, y + SIDE]])
    return np.roll(map_points(card.plane, square), card.turn // 90, axis=0)


def map_points(matrix: np.ndarray, points: Sequence[Any] | np.ndarray) -> np.ndarray:
    homogeneous = np.c_[np.asarray(points, float), np.ones(len(points))] @ matrix.T
    return homogeneous[:, :2] / homogeneous[:, 2:]


def describe_squares(lying: LyingMap) -> dict[str, Any]:
    """What is in sight, square by square, and how the cards lie."""
    cells = []
    for (row, column), (level, k) in sorted(lying.seen.items()):
        card = lying.cards[level]
        square = card.card.squares[k // 2][k % 2]
        cube = (row, column) in lying.cubes if square.terrain is Terrain.PRODUCTION else False
        cells.append(
            {"r": row, "c": column, "card": card.card.name, "square": k, "terrain": get_symbol(square), "cube": cube}
        )
    cards = [
        {"card": card.card.name, "r": card.row, "c": card.column, "turn": card.turn, "order": level}
        for level, card in enumerate(lying.cards)
    ]
    return {"cells": cells, "cards": cards}
