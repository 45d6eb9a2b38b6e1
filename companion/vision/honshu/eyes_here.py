"""Eyes for the cards of Honshu: those of this computer, made once, or those of a browser."""

from collections.abc import Callable
from functools import cache
from typing import cast

from companion.vision.eyes import Eyes
from companion.vision.eyes.browser import Browser
from companion.vision.honshu.recovery.cubes import BLURS, bare_squares
from companion.vision.honshu.recovery.seals import code_book


@cache
def eyes_here() -> Eyes:
    """The answers of OpenCV, which only a computer has that reads photos itself."""
    from companion.vision.eyes.opencv import OpenCv

    return OpenCv(code_book(), bare_squares(), BLURS)


def eyes_of(asked: Callable[[str], str]) -> Eyes:
    """The answers of a browser, to which ``asked`` hands a text over; its photos are known by numbers."""
    pictures = [[list(each) for each in inks] for inks in bare_squares()]
    return cast(Eyes, Browser(asked, code_book(), pictures, BLURS))
