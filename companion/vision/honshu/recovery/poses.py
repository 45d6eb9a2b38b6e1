"""Planes of cards: their seals tell how far a hand put each off the lattice."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from companion.vision.honshu.recovery.geometry import CARD, Floats, Pose, ground_of, mapped, seal_corners
from companion.vision.honshu.recovery.seals import Seal

_HELD = (0.05, 0.05, 90.0)  # the hold of a card on its spot: across, down (mm) and turned (radians)


class CardPlane(NamedTuple):
    """The position of a card in a photo."""

    plane: Floats  # homography from mm of the card to pixels
    reach: float  # distance from there at which its seals may be, mm


def card_planes(plane: Floats, poses: Mapping[int, Pose], seals: Sequence[Seal]) -> dict[int, CardPlane]:
    """The plane of every face by least squares over its seals; ``plane`` leads from lattice mm to pixels."""
    back, found = np.linalg.inv(plane), {}
    for face, pose in poses.items():
        own = [seal for seal in seals if seal.face == face]
        straight = ground_of(pose)
        if not own:
            found[face] = CardPlane(plane @ straight, 4.0)
            continue
        spots = mapped(straight, np.vstack([seal_corners(seal.square) for seal in own]))
        away = mapped(back, np.vstack([seal.corners for seal in own])) - spots
        around = (spots - mapped(straight, [(CARD[0] / 2, CARD[1] / 2)]))[:, ::-1] * (-1, 1)
        terms = np.zeros((2 * len(spots), 3))
        terms[0::2, 0] = terms[1::2, 1] = 1
        terms[:, 2] = around.ravel()
        across, down, lean = np.linalg.solve(terms.T @ terms + np.diag(_HELD), terms.T @ away.ravel())
        reach = 1.2 if len(own) >= 2 else 2.2
        found[face] = CardPlane(plane @ ground_of(pose, (float(across), float(down)), float(lean)), reach)
    return found
