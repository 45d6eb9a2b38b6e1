"""The eyes of this computer, made once, for the cards of Honshu."""

from functools import cache

from companion.vision.eyes import Eyes
from companion.vision.honshu.recovery.cubes import BLURS, empty_places
from companion.vision.honshu.recovery.seals import code_book


@cache
def eyes_here() -> Eyes:
    """The answers of OpenCV, which only a computer has that reads photos itself."""
    from companion.vision.eyes.opencv import OpenCv

    return OpenCv(code_book(), empty_places(), BLURS)
