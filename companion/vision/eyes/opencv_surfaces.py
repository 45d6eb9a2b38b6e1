"""Surfaces by OpenCV: where a square looks as it was printed, and the colours of what hides it elsewhere."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.eyes import FIGURES, Surface

Grey = NDArray[np.float32]
_OF = FIGURES["surface"]
_STEP, _AROUND, _PART = _OF["step"], _OF["around"], _OF["part"]


def surface(seen: NDArray[np.uint8], prints: Sequence[Grey]) -> Surface:
    """A square beside its printed picture, as ``Eyes.surfaces`` says."""
    colours = cv2.resize(seen, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(colours, cv2.COLOR_RGB2GRAY).astype(np.float32)
    settled = [_settled(grey, picture) for picture in prints]
    like, left, top = max(settled)
    picture = prints[settled.index((like, left, top))]
    side = len(picture)
    shown = colours[top : top + side, left : left + side]
    means = cv2.resize(
        shown.astype(np.float32), None, fx=1 / _STEP, fy=1 / _STEP, interpolation=cv2.INTER_AREA
    )
    likeness = _likeness(grey, picture, left, top)
    return Surface(like, np.dstack([likeness, means]).tolist())


def _settled(grey: Grey, picture: Grey) -> tuple[float, int, int]:
    """How well a picture fits where it fits best, and where that is: across, then down.

    Its parts are held against the square each by itself, so that one that is hidden pulls nothing aside.
    """
    edge, spare = (len(picture) - 3 * _PART) // 2, (len(grey) - len(picture)) // 2 - _AROUND
    fits = np.zeros((2 * _AROUND + 1, 2 * _AROUND + 1), np.float32)
    for number in range(1, 9):  # the first holds the seal, which differs from square to square
        y, x = (edge + _PART * at for at in divmod(number, 3))
        part = picture[y : y + _PART, x : x + _PART]
        wide = _PART + 2 * _AROUND
        found = grey[y + spare : y + spare + wide, x + spare : x + spare + wide]
        fits += np.maximum(cv2.matchTemplate(found, part, cv2.TM_CCOEFF_NORMED), 0)
    _, most, _, (across, down) = cv2.minMaxLoc(fits)
    return most / 8, across + spare, down + spare


def _likeness(grey: Grey, picture: Grey, left: int, top: int) -> Grey:
    """The correlation with the picture about each cell's middle, with a hidden grain no louder than print."""
    side, best = len(picture), np.full((len(picture) // _STEP,) * 2, -1, np.float32)
    mean, square = _about(grey), _about(grey * grey)
    printed = _about(picture)
    spread = np.maximum(_about(picture * picture) - printed * printed, 0) + _OF["faint"]
    for down in (-1, 0, 1):
        for across in (-1, 0, 1):
            at = (slice(top + down, top + down + side), slice(left + across, left + across + side))
            both, own = _about(grey[at] * picture) - mean[at] * printed, square[at] - mean[at] * mean[at]
            least = (_OF["least"] * mean[at] / printed) ** 2 * spread
            found = both / np.sqrt(np.maximum(own, least) * spread)
            best = np.maximum(best, found[_STEP // 2 :: _STEP, _STEP // 2 :: _STEP])
    return best


def _about(picture: Grey) -> Grey:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), _OF["window"]), np.float32)
