"""Planes of cards: their seals tell how far a hand put each off the lattice."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.vision.honshu.recovery.geometry import CARD, Pose, ground_of, seal_corners
from companion.vision.honshu.recovery.seals import Seal
from companion.vision.matrices import Matrix, inverse, mapped, product, solved

_HOLD = ((0.05, 0.0, 0.0), (0.0, 0.05, 0.0), (0.0, 0.0, 90.0))
"""The hold of a card on its spot: across, down (mm) and turned (radians)."""


class CardPlane(NamedTuple):
    """The position of a card in a photo."""

    plane: Matrix  # homography from mm of the card to pixels
    reach: float  # distance from there at which its seals may be, mm


def card_planes(plane: Matrix, poses: Mapping[int, Pose], seals: Sequence[Seal]) -> dict[int, CardPlane]:
    """The plane of every face by least squares over its seals; ``plane`` leads from lattice mm to pixels."""
    back, found = inverse(plane), {}
    for face, pose in poses.items():
        own = [seal for seal in seals if seal.face == face]
        straight = ground_of(pose)
        if not own:
            found[face] = CardPlane(product(plane, straight), 4.0)
            continue
        spots = mapped(straight, [corner for seal in own for corner in seal_corners(seal.square)])
        lying = mapped(back, [corner for seal in own for corner in seal.corners])
        ((left, top),) = mapped(straight, [(CARD[0] / 2, CARD[1] / 2)])
        normal, values = [[*row] for row in _HOLD], [0.0, 0.0, 0.0]
        for (x, y), (seen_x, seen_y) in zip(spots, lying, strict=True):
            for terms, away in (((1.0, 0.0, top - y), seen_x - x), ((0.0, 1.0, x - left), seen_y - y)):
                for at, term in enumerate(terms):
                    values[at] += term * away
                    for other in range(3):
                        normal[at][other] += term * terms[other]
        across, down, lean = solved(normal, values)
        reach = 1.2 if len(own) >= 2 else 2.2
        found[face] = CardPlane(product(plane, ground_of(pose, (across, down), lean)), reach)
    return found
