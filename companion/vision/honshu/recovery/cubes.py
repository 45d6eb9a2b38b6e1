"""Cubes on production squares: one hides the symbol and the ring of its place.

The looks of empty places are in ``assets/games/honshu/places.pgm``, made from the faces by
``.ci/places.py``: one below the other in the order of ``Colour``, ``WIDE`` mm, ``FINE`` pixels a mm, grey.
"""

from collections.abc import Iterable

from companion.data.honshu.cards import Colour
from companion.paths import assets
from companion.vision.eyes import Eyes, Picture
from companion.vision.honshu.recovery.geometry import patch_of, place_corners
from companion.vision.matrices import Matrix

PLACES_FILE = assets() / "games/honshu/places.pgm"
WIDE = 14.0  # of a place's picture, mm
FINE = 3  # pixels a mm
BLURS = (0.0, 0.8, 1.6)
"""Blurs of the printed place, pixels of its picture, of which the one that fits best counts."""
REACH = WIDE / 2 + 1.5
"""Millimetres about the middle of a place that are looked at: cards lie a little off where they should."""
_EMPTY = 0.62  # correlation with the empty place below which a cube stands there
_DOUBT = 0.12
"""About that limit nobody can tell: cubes and tokens stay below 0.5, most blurred empty places above 0.85."""


def empty_places() -> list[bytes]:
    """The pictures of empty places, one a colour, in rows of grey."""
    size = round(WIDE * FINE) ** 2
    pixels = PLACES_FILE.read_bytes()[-size * len(Colour) :]  # behind a head of a few words
    return [pixels[at * size : (at + 1) * size] for at in range(len(Colour))]


def emptiness(eyes: Eyes, grey: Picture, places: Iterable[tuple[Matrix, int, Colour]]) -> list[float]:
    """The likeness of places to their print, -1 to 1.

    Each by the plane that leads from mm of its card to pixels, its square, and its colour.
    """
    colours = list(Colour)
    asked = [
        (patch_of(plane, *place_corners(square, REACH)[0], 2 * REACH, FINE), colours.index(colour))
        for plane, square, colour in places
    ]
    return eyes.likeness(grey, asked)


def stands(emptiness: float) -> bool | None:
    """True when a cube stands on a place; ``None`` where nobody can tell."""
    return None if abs(emptiness - _EMPTY) < _DOUBT else emptiness < _EMPTY
