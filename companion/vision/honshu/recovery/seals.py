"""Seals found in a photo wherever they stand, by OpenCV's ArUco detector with the code book of our cards."""

from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.data.decks.card_rows import read_codes
from companion.paths import assets
from companion.vision.honshu.recovery.geometry import SQUARES, Floats

Grey = NDArray[np.uint8]  # rows and columns of a photo in grey
_LEAST_SEAL = 9  # pixels of the smallest seal looked for
_LARGE = 2600  # pixels of the longer side of a photo that one look is enough for
_ONCE, _TWICE = (2000,), (1700, 2400)
"""Pixels of the longer side at which a large photo, and a smaller one, is looked at."""


class Seal(NamedTuple):
    """A seal that was read."""

    face: int
    square: int
    corners: Floats  # 4 x 2 pixels, clockwise from the upper left of the upright seal

    @property
    def middle(self) -> Floats:
        """Its middle, pixels."""
        return np.asarray(self.corners.mean(0))


@cache
def code_book() -> Floats:
    """The codes of all squares, n x 4 x 4: 1 where a seal is light; six a face, in the order of the book."""
    codes = np.array(read_codes(assets() / "games/honshu/codes4x4.json"))
    return np.asarray((codes[:, None] >> np.arange(15, -1, -1)) & 1, np.float64).reshape(-1, 4, 4)


@cache
def _dictionary() -> cv2.aruco.Dictionary:
    book = code_book().astype(np.uint8)
    rows = np.concatenate([cv2.aruco.Dictionary.getByteListFromBits(bits) for bits in book])
    return cv2.aruco.Dictionary(rows, 4, 0)


def _settings(longer: int) -> cv2.aruco.DetectorParameters:
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax = 5, 53
    settings.adaptiveThreshWinSizeStep, settings.adaptiveThreshConstant = 12, 5
    settings.minMarkerPerimeterRate, settings.maxMarkerPerimeterRate = 4 * _LEAST_SEAL / longer, 0.6
    settings.polygonalApproxAccuracyRate = 0.06
    settings.minCornerDistanceRate, settings.minMarkerDistanceRate = 0.02, 0.02
    settings.perspectiveRemovePixelPerCell, settings.perspectiveRemoveIgnoredMarginPerCell = 8, 0.2
    settings.minOtsuStdDev, settings.maxErroneousBitsInBorderRate = 3.0, 0.2
    settings.errorCorrectionRate = 0.0
    return settings


def detect(grey: Grey) -> list[Seal]:
    """All seals of a photo that read without a fault; a few are false.

    Each of two sizes finds seals that the other does not. None is larger, since the time grows with the
    square of what may be a seal.
    """
    longer, found = max(grey.shape), list[Seal]()
    for size in _ONCE if longer > _LARGE else _TWICE:
        scale = size / longer
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        picture = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=way)
        settings = _settings(max(picture.shape))
        quads, ids, _ = cv2.aruco.ArucoDetector(_dictionary(), settings).detectMarkers(picture)
        for number, quad in zip([] if ids is None else ids.ravel(), quads, strict=True):
            corners = (quad[0].astype(np.float64) + 0.5) / scale - 0.5
            seal = Seal(int(number) // SQUARES, int(number) % SQUARES, corners)
            if seal.face < len(code_book()) // SQUARES and not any(_same(seal, other) for other in found):
                found.append(seal)
    return found


def _same(seal: Seal, other: Seal) -> bool:
    if seal[:2] != other[:2]:
        return False
    size = np.linalg.norm(seal.corners[0] - seal.corners[2])
    return bool(np.linalg.norm(seal.middle - other.middle) < size / 2)
