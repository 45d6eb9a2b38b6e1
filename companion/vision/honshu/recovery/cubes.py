"""Cubes on production squares: one hides the symbol and the ring of its place.

The looks of empty places are in ``assets/games/honshu/places.png``, made from the faces by
``.ci/places.py``: one below the other in the order of ``Colour``, ``WIDE`` mm, ``FINE`` pixels a mm, grey.
"""

from functools import cache

import cv2
import numpy as np

from companion.data.honshu.cards import Colour
from companion.paths import assets
from companion.vision.honshu.recovery.evidence import Patch, patch
from companion.vision.honshu.recovery.geometry import CUBE_PLACE, SIDE, Floats
from companion.vision.honshu.recovery.seals import Grey

PLACES_FILE = assets() / "games/honshu/places.png"
WIDE = 14.0  # of a place's picture, mm
FINE = 3  # pixels a mm
_SEARCHED = 1.5  # mm about the place its card gives
_BLURS = (0.0, 0.8, 1.6)
"""Blurs of the printed place, pixels of its picture, of which the one that fits best counts."""
_EMPTY = 0.62  # correlation with the empty place below which a cube stands there
_DOUBT = 0.12
"""About that limit nobody can tell: cubes and tokens stay below 0.5, most blurred empty places above 0.85."""


@cache
def _places() -> dict[Colour, list[Patch]]:
    picture = cv2.imread(str(PLACES_FILE), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    return {
        colour: [_blurred(np.asarray(part, np.float32), blur) for blur in _BLURS]
        for colour, part in zip(Colour, np.split(picture, len(Colour)), strict=True)
    }


def _blurred(picture: Patch, blur: float) -> Patch:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.float32) if blur else picture


@cache
def _disc(size: int) -> Floats:
    about = np.arange(size) - (size - 1) / 2
    return np.asarray(np.hypot(about[:, None], about) <= size / 2, np.float32)


def emptiness(grey: Grey, plane: Floats, square: int, colour: Colour) -> float:
    """The likeness of a place to its print, -1 to 1; ``plane`` leads from mm of the card to pixels."""
    left, top = (at * SIDE + CUBE_PLACE - WIDE / 2 - _SEARCHED for at in (square % 2, square // 2))
    seen = patch(grey, plane, left, top, WIDE + 2 * _SEARCHED, FINE)
    matches = (
        cv2.matchTemplate(seen, place, cv2.TM_CCOEFF_NORMED, mask=_disc(len(place)))
        for place in _places()[colour]
    )
    return max(float(np.nan_to_num(match, nan=-1, posinf=-1, neginf=-1).max()) for match in matches)


def stands(emptiness: float) -> bool | None:
    """True when a cube stands on a place; ``None`` where nobody can tell."""
    return None if abs(emptiness - _EMPTY) < _DOUBT else emptiness < _EMPTY
