"""Planes of cards: their seals tell how far a hand put each off the lattice."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.vision.honshu.recovery.geometry import CARD, Pose, ground_of, seal_corners
from companion.vision.honshu.recovery.seals import Seal
from companion.vision.matrices import Matrix, inverse, mapped, product, solved

_HOLD, _HELD = 0.05, 90.0  # of a card on its spot: across and down (mm), and turned (radians)


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
        turns = [(top - y, x - left) for x, y in spots]  # what a turn moves each by, across and down
        away = [(seen_x - x, seen_y - y) for (x, y), (seen_x, seen_y) in zip(spots, lying, strict=True)]
        (right, low), (off_x, off_y) = map(sum, zip(*turns, strict=True)), map(sum, zip(*away, strict=True))
        firm, count = sum(one * one + other * other for one, other in turns), len(spots)
        turned = sum(one * x + other * y for (one, other), (x, y) in zip(turns, away, strict=True))
        normal = [[_HOLD + count, 0.0, right], [0.0, _HOLD + count, low], [right, low, _HELD + firm]]
        across, down, lean = solved(normal, [off_x, off_y, turned])
        reach = 1.2 if len(own) >= 2 else 2.2
        found[face] = CardPlane(product(plane, ground_of(pose, (across, down), lean)), reach)
    return found
