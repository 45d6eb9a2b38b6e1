"""Usual sizes of cards, for which there are sleeves and boxes, by name."""

import re
from types import MappingProxyType

from companion.errors import InputError
from companion.sentences import join_with_commas, shorten_text

Size = tuple[float, float]  # width and height of a trim, mm
SIZES = MappingProxyType(
    {
        "tcg": (63.0, 88.0),
        "poker": (63.5, 88.9),
        "bridge": (57.15, 88.9),
        "tarot": (70.0, 120.0),
        "square": (70.0, 70.0),
        "european": (59.0, 92.0),
        "mini-european": (44.0, 68.0),
        "mini-american": (41.0, 63.0),
    }
)
"""The usual first: it is taken where several suit as well."""
SHORTEST_SIDE, LONGEST_SIDE = 10.0, 1000.0  # sides accepted for a card given by its size, mm


def parse_card_size(given: str) -> Size:
    """A size of cards, in mm, by name or as ``WIDTHxHEIGHT``."""
    typed = given.strip().lower().replace(",", ".")
    if typed in SIZES:
        return SIZES[typed]
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)", typed, re.ASCII)
    if found is None:
        raise InputError(
            "'{given}' is not a size of cards; choose {names} or give WIDTHxHEIGHT in mm.",
            given=shorten_text(given, 40),
            names=join_with_commas(SIZES),
        )
    width, height = float(found[1]), float(found[2])
    if not (SHORTEST_SIDE <= width <= LONGEST_SIDE and SHORTEST_SIDE <= height <= LONGEST_SIDE):
        raise InputError(
            "'{given}' is not a size of cards: each side must be {least} to {most} mm.",
            given=shorten_text(given, 40),
            least=SHORTEST_SIDE,
            most=LONGEST_SIDE,
        )
    return width, height
