"""Map cards of a hand, laid in a row or a fan: which they are, by their seals alone."""

from itertools import combinations
from math import dist, hypot
from typing import NamedTuple

from companion.data.honshu.cards import load_cards
from companion.vision.eyes import Eyes, Photo
from companion.vision.honshu.eyes_here import eyes_here
from companion.vision.honshu.map_reading import no_seal
from companion.vision.honshu.recovery.geometry import FIRST_START, SEAL, SIDE, seal_corners
from companion.vision.honshu.recovery.seals import Seal, detect
from companion.vision.matrices import middle

_OFF = SIDE / 3  # mm that a seal may be off its place on a card, as another seal of it lies


class SeenHand(NamedTuple):
    """The numbers of the cards of a hand."""

    cards: tuple[int, ...]  # two of whose seals lie to each other as on the card
    doubts: tuple[int, ...]  # of which one seal alone was read


def read_hand(photo: Photo, eyes: Eyes | None = None) -> SeenHand:
    """Read the map cards that a photo shows; they may lie apart, overlap and be turned as they like."""
    eyes = eyes or eyes_here()
    grey = eyes.grey(photo)
    try:
        seals = detect(eyes, grey, eyes.size(photo))
    finally:
        eyes.forget(grey)
    found, cards = {seal.face for seal in seals if seal.face < FIRST_START}, load_cards()
    if not found:
        raise no_seal()
    sure = {
        one.face for one, other in combinations(seals, 2) if one.face == other.face and _agree(one, other)
    }
    return SeenHand(
        tuple(int(cards[face].name) for face in sorted(found & sure)),
        tuple(int(cards[face].name) for face in sorted(found - sure)),
    )


def _agree(one: Seal, other: Seal) -> bool:
    """True when two seals of a card lie to each other as on it; both tell how it is turned and how large."""
    if one.square == other.square:
        return False
    (x, y), (other_x, other_y) = (middle(seal_corners(seal.square)) for seal in (one, other))
    a, b, c, d = ((first + second) / 2 for first, second in zip(_axes(one), _axes(other), strict=True))
    right, down = other_x - x, other_y - y
    there = one.middle[0] + a * right + c * down, one.middle[1] + b * right + d * down
    return dist(there, other.middle) < _OFF * max(hypot(a, b), hypot(c, d))


def _axes(seal: Seal) -> tuple[float, float, float, float]:
    """What a mm to the right on its card is in pixels, across and down; and what a mm down is."""
    one, two, three, four = seal.corners
    edges = (two, one, three, four), (four, one, three, two)
    a, b, c, d = (
        (to[axis] - start[axis] + end[axis] - back[axis]) / 2 / SEAL
        for to, start, end, back in edges
        for axis in (0, 1)
    )
    return a, b, c, d
