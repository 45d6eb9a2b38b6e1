"""Each kind of square and each colour is known at a glance: in grey, by colour-blind eyes, from any side."""

from itertools import combinations

import numpy as np
import pypdfium2
import pytest

from companion.data.deck import open_deck
from companion.press.frame.frame import Frame, Page, Use
from companion.press.frame.low_ink import SIGHTS
from companion.press.frame.outlines import Matrix
from companion.press.ink.pdf import render_pdf
from companion.press.layout import lay_out

PIXELS = 40
"""A square of 29 mm, as an eye sees it from across a table."""
LEAST = 5.0
"""Mean difference of lightness between two squares, of 100."""


def squares() -> dict[str, Frame]:
    """One frame for each kind of square, and for each colour of production and factory."""
    found: dict[str, Frame] = {}
    for piece in lay_out(open_deck("honshu"), "en", ["map-cards"]):
        for item in piece.front.items:
            if isinstance(item, Use) and item.frame.name.startswith("land-"):
                found.setdefault(item.frame.name.removeprefix("land-"), item.frame)
    return found


def measure_lightness(frame: Frame, sight: str) -> np.ndarray:
    """The lightness of a square as a sight sees it, 0 to 100."""
    page = Frame(frame.name, frame.width, frame.height, (Use(frame, Matrix()),))
    document = pypdfium2.PdfDocument(render_pdf([Page(page)], "x", "en"))
    rgb = document[0].render(scale=PIXELS / (frame.width * 72 / 25.4)).to_numpy()[..., :3][..., ::-1] / 255
    document.close()
    light = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    mixed = np.clip(light @ np.array(SIGHTS[sight]).T, 0, 1)
    return 116 * np.cbrt(mixed @ np.array([0.2126, 0.7152, 0.0722])) - 16


def difference(one: np.ndarray, other: np.ndarray) -> float:
    """The least mean difference, whichever way the other square is turned."""
    size = min(one.shape + other.shape)
    one, other = one[:size, :size], other[:size, :size]
    return min(float(np.abs(one - np.rot90(other, turn)).mean()) for turn in range(4))


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_six_kinds_of_land_look_different_to_every_sight(sight: str) -> None:
    """Every drawing of a kind from every drawing of the others."""
    looks = [(name.split("/")[0], name, measure_lightness(frame, sight)) for name, frame in squares().items()]
    assert {kind for kind, _, _ in looks} == {"forest", "town", "lake", "fallow", "prod", "fact"}
    close = [
        (name, other)
        for (kind, name, one), (another, other, two) in combinations(looks, 2)
        if kind != another and difference(one, two) < LEAST
    ]
    assert close == []


@pytest.mark.deep
@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("kind", ["prod", "fact"])
def test_the_four_colours_of_cubes_look_different_to_every_sight(kind: str, sight: str) -> None:
    colours = {}
    for name, frame in squares().items():
        if name.startswith(f"{kind}/"):
            colours.setdefault(name.split("/")[1], measure_lightness(frame, sight)[10:34, 6:34])
    assert set(colours) == {"blue", "brown", "grey", "yellow"}
    for one, other in combinations(colours, 2):
        assert difference(colours[one], colours[other]) > 2.0, (one, other)
