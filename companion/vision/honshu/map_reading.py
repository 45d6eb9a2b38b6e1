"""Photos of a finished Honshu map become its squares, with what is not sure of them."""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.errors import InputError
from companion.vision.honshu.reading import Reading
from companion.vision.honshu.recovery.evidence import Sight
from companion.vision.honshu.recovery.lattice import Lattice, find_lattice
from companion.vision.honshu.recovery.merging import merge
from companion.vision.honshu.recovery.seals import Grey, Seal, detect
from companion.vision.honshu.recovery.sighting import Sighting, recover
from companion.vision.honshu.telling import tell
from companion.vision.photo import Photo

_ANOTHER = (5, 12)
"""Cards that overlap, and seals on them, that make another map; cards that lie beside it do not."""


def read_map(photos: Sequence[Photo], cards: int = 13) -> Reading:
    """Read a map from upright photos of it; it has 13 cards when a game is over."""
    views = []
    for number, photo in enumerate(photos, 1):
        grey = np.asarray(cv2.cvtColor(photo, cv2.COLOR_RGB2GRAY), np.uint8)
        views.append((grey, _sighting(grey, cards, number)))
    return tell(views, merge([seen for _, seen in views]), cards)


def _sighting(grey: Grey, cards: int, number: int) -> Sighting:
    seals = detect(grey)
    found = find_lattice(seals, cards) if seals else None
    if found is None:
        raise _nothing(number)
    if _another_map(seals, found):
        raise InputError("Photo {number} shows two maps; photograph one at a time.", number=number)
    seen = recover(Sight(grey), seals, found, cards)
    if not seen.poses:  # the seals of a mirrored photo are false ones, and hold no map
        raise _nothing(number)
    return seen


def _nothing(number: int) -> InputError:
    return InputError(
        "No Companion seal can be read in photo {number}; photograph cards printed with seals from "
        "above, near and in even light.",
        number=number,
        remedy="no seals",
    )


def _another_map(seals: Sequence[Seal], found: Lattice) -> bool:
    """True when seals of other cards make a map of their own."""
    apart = [seal for seal in seals if seal.face not in found.poses]
    other = find_lattice(apart, 0) if len(apart) >= _ANOTHER[1] else None
    return other is not None and len(other.poses) >= _ANOTHER[0] and len(other.seals) >= _ANOTHER[1]
