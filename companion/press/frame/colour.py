"""Colours as paper, grey copies and colour-blind eyes see them.

Simulated sight follows Viénot, Brettel and Mollon (1999) for red- and green-blindness, on linear
light; lightness is CIE L*.
"""

from functools import lru_cache

INK, SOFT, INDIGO, VERMILION = "#26221d", "#6a6257", "#2b3f63", "#a52823"  # of the program's own pages

_GREY = (0.2126, 0.7152, 0.0722)
SIGHTS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "grey": (_GREY, _GREY, _GREY),
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}
"""The mix of linear red, green and blue that each sight sees."""


@lru_cache(maxsize=1024)
def _linear(colour: str) -> tuple[float, float, float]:
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue


def lightness(colour: str) -> float:
    """CIE L* of a colour: 0 black, 100 white."""
    luminance = sum(part * weight for part, weight in zip(_linear(colour), _GREY, strict=True))
    return _cube(luminance) * 116 - 16


def difference(one: str, other: str, sight: str) -> float:
    """The distance between two colours for a sight (CIE 1976 ΔE; 10 is plain at a glance, 2 is not seen)."""
    first, second = (_lab(colour, sight) for colour in (one, other))
    return float(sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5)


def darkened(colour: str, most: float = 45.0) -> str:
    """The colour, made dark enough to be read as a thin line on white: L* of at most `most`."""
    while lightness(colour) > most:
        channels = [round(int(colour[i : i + 2], 16) * 0.9) for i in (1, 3, 5)]
        colour = "#" + "".join(f"{channel:02x}" for channel in channels)
    return colour


def tinted(colour: str, part: float) -> str:
    """The colour mixed into white paper; `part` runs from 0 (white) to 1."""
    channels = (round(255 - (255 - int(colour[i : i + 2], 16)) * part) for i in (1, 3, 5))
    return "#" + "".join(f"{channel:02x}" for channel in channels)


def hued(colour: str, least: float = 40.0) -> str:
    """A colour that is nearly black but not grey, so light that paper shows its hue: L* of `least`."""
    channels = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    if max(channels) - min(channels) <= 0.4 * max(channels) or lightness(colour) > 30:
        return colour
    part = 1.0
    while lightness(colour) < least:
        part *= 1.1
        colour = "#" + "".join(f"{min(255, round(part * each)):02x}" for each in channels)
    return colour


def _cube(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def _lab(colour: str, sight: str) -> tuple[float, float, float]:
    light = _linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(part * weight for part, weight in zip(light, row, strict=True))))
        for row in SIGHTS[sight]
    )
    x = _cube((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
    y = _cube(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = _cube((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
