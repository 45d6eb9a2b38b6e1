"""Cards that lie by a map and are none of it: in play, spare, of another player, squarely against it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import cos, radians, sin
from typing import Any

import cv2
import numpy as np

from companion.data.honshu.cards import MapCard, load_cards
from companion.rules.honshu.board import Position
from tests.vision.photos.faces import CARD
from tests.vision.photos.laying import LyingCard, LyingMap, compute_plane, join_maps, lay_map, map_points

Lying = list[LyingCard]
FAR = 60
"""Rows from a map to where its neighbours' squares are counted."""
BESIDE = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Ways down and across to the squares beside one."""
EDGES = np.array([(0, 0), (CARD[0], 0), CARD, (0, CARD[1])], float)


def list_others(random: np.random.Generator, lying: LyingMap, series: str = "map") -> list[MapCard]:
    """Cards that lie elsewhere, in any order; start provinces of the side in play."""
    mine = {card.card.name for card in lying.cards}
    if series == "start":
        series = next(card.card.series for card in lying.cards if card.card.series != "map")
    found = [card for card in load_cards() if card.series == series and card.name not in mine]
    return [found[at] for at in random.permutation(len(found))]


def compute_quad(card: LyingCard) -> np.ndarray:
    return map_points(card.plane, EDGES)


def _is_clear(one: np.ndarray, gap: float, all_: Iterable[np.ndarray]) -> bool:
    """Whether an outline stays so far off others; below 0 it may overlap them so far."""
    middle = one.mean(0)
    wide = middle + (one - middle) * (1 + gap / np.linalg.norm(one - middle, axis=1, keepdims=True) * 2**0.5)
    wide = cv2.convexHull(wide.astype(np.float32))
    return all(cv2.intersectConvexConvex(wide, each.astype(np.float32))[0] < 1 for each in all_)


def slide_cards(
    random: np.random.Generator, cards: Lying, lying: LyingMap, gap: float, degrees: float | None = None
) -> Lying:
    """Cards moved away from a map's middle, together, until they lie that many mm from it."""
    around = [compute_quad(card) for card in lying.cards]
    points = np.concatenate(around)
    centre = (points.min(0) + points.max(0)) / 2
    own = np.concatenate([compute_quad(card) for card in cards])
    turn = radians(random.uniform(0, 360) if degrees is None else degrees)
    start = centre - (own.min(0) + own.max(0)) / 2
    for far in np.arange(0.0, 600.0, 1.0):
        shift = np.eye(3)
        shift[:2, 2] = start + far * np.array([cos(turn), sin(turn)])
        moved = [replace(card, plane=shift @ card.plane) for card in cards]
        if all(_is_clear(compute_quad(card), gap, around) for card in moved):
            return moved
    raise AssertionError("no table is so wide")


def place_freely(card: MapCard, x: float = 0.0, y: float = 0.0, degrees: float = 0.0) -> LyingCard:
    """A card anywhere, its middle there, on no map's lattice."""
    turned = compute_plane(0, 0, 0, 0, 0, degrees)
    turned[:2, 2] += (x - CARD[0] / 2, y - CARD[1] / 2)
    return LyingCard(card, FAR, FAR, 0, turned)


def place_on_lattice(random: np.random.Generator, lying: LyingMap, card: MapCard) -> Lying:
    """A card against a map's edge, on its lattice, as if it were to be laid there next."""
    taken = {place for each in lying.cards for place in each.list_squares()}
    rows, columns = zip(*taken, strict=True)
    found = list[LyingCard]()
    for row in range(min(rows) - 3, max(rows) + 2):
        for column in range(min(columns) - 3, max(columns) + 2):
            for turn in (0, 90, 180, 270):
                each = LyingCard(card, row, column, turn, np.eye(3))
                if not each.list_squares().keys() & taken and _count_touching(each.list_squares(), taken) >= 2:
                    found.append(each)
    chosen = found[random.integers(len(found))]
    off = random.uniform(-1, 1, 3) * (1, 1, 1.5)
    return [replace(chosen, plane=compute_plane(chosen.row, chosen.column, chosen.turn, *off))]


def _count_touching(squares: Iterable[Position], taken: set[Position]) -> int:
    return sum((row + r, column + c) in taken for row, column in squares for r, c in BESIDE)


def _place_card(random: np.random.Generator, lying: LyingMap) -> Lying:
    return place_on_lattice(random, lying, list_others(random, lying)[0])


def _place_start(random: np.random.Generator, lying: LyingMap) -> Lying:
    start = list_others(random, lying, "start")[0]
    if random.random() < 0.5:
        return place_on_lattice(random, lying, start)
    return slide_cards(random, [place_freely(start, degrees=random.uniform(-8, 8))], lying, random.uniform(0.5, 8))


def _place_copy(random: np.random.Generator, lying: LyingMap) -> Lying:
    mine = [card.card for card in lying.cards if card.card.series == "map"]
    twin = mine[random.integers(len(mine))]
    if random.random() < 0.6:
        return place_on_lattice(random, lying, twin)
    return slide_cards(random, [place_freely(twin, degrees=random.uniform(-90, 90))], lying, random.uniform(1, 20))


def _place_spare(random: np.random.Generator, lying: LyingMap) -> Lying:
    card = place_freely(list_others(random, lying)[0], degrees=random.uniform(0, 360))
    return slide_cards(random, [card], lying, random.uniform(2, 20))


def _place_other_map(random: np.random.Generator, lying: LyingMap) -> Lying:
    """Two or three cards of another player's map, overlapping; one of them touches or overlaps this."""
    laid = lay_map(random, int(random.integers(2, 4)), (2.0, 3.0), 1.0, [card.card for card in lying.cards])
    cards = [replace(card, row=card.row + FAR, column=card.column + FAR) for card in laid.cards]
    return slide_cards(random, cards, lying, float(random.choice([0.3, -4, -9])))


def _place_deck(random: np.random.Generator, lying: LyingMap) -> Lying:
    turn = random.uniform(-10, 10)
    pile = list_others(random, lying)[:5]
    cards = [place_freely(each, *random.normal(0, 0.7, 2), turn + random.normal(0, 1)) for each in pile]
    return slide_cards(random, cards, lying, random.uniform(1, 15))


def _place_row(cards: Sequence[MapCard], turn: float, gap: Callable[[], float]) -> Lying:
    row, x = Lying(), 0.0
    for card in cards:
        row.append(place_freely(card, cos(radians(turn)) * x, sin(radians(turn)) * x, turn))
        x += CARD[0] + gap()
    return row


def _place_hand(random: np.random.Generator, lying: LyingMap) -> Lying:
    """Cards dealt to a player, in a row, touching each other, along an edge of the map."""
    dealt = list_others(random, lying)[: random.integers(3, 7)]
    turn = float(random.choice([0, 90, 180, 270])) + random.uniform(-3, 3)
    row = _place_row(dealt, turn, lambda: random.uniform(0.2, 1.2))
    return slide_cards(random, row, lying, random.uniform(0.5, 12), turn + float(random.choice([90, -90])))


def _place_trick(random: np.random.Generator, lying: LyingMap) -> Lying:
    """Four cards played openly, each from its player's side."""
    cards = list[LyingCard]()
    for card, (x, y) in zip(list_others(random, lying), ((0, -48), (48, 0), (0, 48), (-48, 0)), strict=False):
        cards.append(place_freely(card, *random.normal((x, y), 5), random.normal(0, 8)))
    return slide_cards(random, cards, lying, random.uniform(1, 10))


AROUND: dict[str, Callable[[np.random.Generator, LyingMap], Lying]] = {
    "card": _place_card,
    "start": _place_start,
    "copy": _place_copy,
    "spare": _place_spare,
    "other map": _place_other_map,
    "deck": _place_deck,
    "hand": _place_hand,
    "trick": _place_trick,
}
"""What may lie by a map."""


def place_touching_map(random: np.random.Generator, first: LyingMap, second: LyingMap) -> tuple[LyingMap, LyingMap]:
    """A second map beside the first, on its lattice, touching with the edge of a card; and both as one."""
    taken = {place for card in first.cards for place in card.list_squares()}
    own = {place for card in second.cards for place in card.list_squares()}
    found = []
    for row, column in ((row, column) for row in range(-12, 13) for column in range(-12, 13)):
        moved = {(r + row, c + column) for r, c in own}
        if not moved & taken and 1 <= _count_touching(moved, taken) <= 3:
            found.append((row, column))
    down, across = found[random.integers(len(found))]
    shift = compute_plane(down, across, 0, *random.uniform(-1, 1, 2), 0)
    return join_maps(first, second, shift)


def combine(random: np.random.Generator, first: LyingMap, cards: Sequence[LyingCard]) -> LyingMap:
    """A map with other cards on the table, below it or above; its squares count, theirs do not."""
    if random.random() < 0.5:
        return replace(first, cards=first.cards + tuple(cards))
    seen = {place: (level + len(cards), k) for place, (level, k) in first.seen.items()}
    return LyingMap(tuple(cards) + first.cards, seen, first.cubes)


def describe_strays(cards: Sequence[LyingCard], reason: str, plane: np.ndarray) -> list[dict[str, Any]]:
    """The truth about cards that do not belong to the map; their corners in the photo."""
    return [
        {"card": card.card.name, "why": reason, "corners": np.round(map_points(plane, compute_quad(card)), 2).tolist()}
        for card in cards
    ]
