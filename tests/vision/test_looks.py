"""The looks of squares, and what kinds are likeliest for them before anything is known of a map."""

import numpy as np
import pytest

from companion.data.honshu.map import NO_CARD
from companion.vision.eyes import LOOKS, SQUARE, Look
from companion.vision.eyes.opencv import looks_of
from companion.vision.honshu.by_hand.likeness import _expected_of, likeliest

SHARES = LOOKS[:7]


def look_of(square: np.ndarray) -> dict[str, float]:
    """The looks of the one square of a map, in light that leaves its colours as they are."""
    flat = np.full((3, 4, SQUARE, SQUARE, 3), 235, np.uint8)
    flat[1, 1] = square
    return dict(zip(LOOKS, looks_of(flat, np.ones((3, 4), bool))[1, 1], strict=True))


def plain(*colour: int) -> np.ndarray:
    return np.full((SQUARE, SQUARE, 3), colour, np.uint8)


@pytest.mark.parametrize(
    ("colour", "share"),
    [
        ((40, 140, 50), "green"),
        ((40, 90, 170), "blue"),
        ((230, 190, 40), "yellow"),
        ((130, 70, 40), "brown"),
        ((120, 120, 120), "grey"),
        ((164, 164, 164), "grey"),
        ((165, 165, 165), "pale"),
        ((230, 225, 215), "pale"),
        ((74, 74, 74), "dark"),
        ((75, 75, 75), "grey"),
        ((10, 60, 10), "dark"),
        ((210, 90, 60), "pale"),  # a bright red is nobody's ground
    ],
)
def test_a_plain_square_is_of_one_colour(colour: tuple[int, int, int], share: str) -> None:
    look = look_of(plain(*colour))
    assert {name: look[name] for name in SHARES} == {name: float(name == share) for name in SHARES}
    assert (look["edges"], look["contrast"]) == (0, 0)
    assert look["pattern"] == pytest.approx(0, abs=0.01)


def test_every_pixel_is_of_one_colour_and_no_more() -> None:
    some = np.random.default_rng(1).integers(0, 236, (SQUARE, SQUARE, 3), np.uint8)
    greys = np.repeat(np.resize(np.arange(236, dtype=np.uint8), (SQUARE, SQUARE))[..., None], 3, axis=2)
    for square in (some, greys):
        assert sum(look_of(square)[name] for name in SHARES) == pytest.approx(1)


def test_half_a_square_is_half_of_its_colours_and_its_rim_is_not_looked_at() -> None:
    half = plain(40, 140, 50)
    half[:, SQUARE // 2 :] = (230, 225, 215)
    half[:2] = half[-2:] = 10  # a neighbour that lies over the edge
    look = look_of(half)
    assert (look["green"], look["pale"], look["dark"]) == (0.5, 0.5, 0)
    assert look["pattern"] > 0.5
    assert look["edges"] > 0
    stripes = plain(230, 225, 215)
    stripes[:, ::2] = 100
    assert look_of(stripes)["edges"] > 5 * look["edges"]
    assert look_of(stripes)["pattern"] < look["pattern"]


def test_a_lamp_that_tints_the_paper_is_no_colour_of_the_map() -> None:
    white, tinted = plain(235, 235, 235), plain(235, 200, 140)
    flat = np.stack([np.stack([square] * 3) for square in [tinted] * 3])
    lit = dict(zip(LOOKS, looks_of(flat, np.ones((3, 3), bool))[1, 1], strict=True))
    assert lit["pale"] == 1
    assert [lit[name] for name in ("light", "red", "warm")] == pytest.approx(
        [look_of(white)[name] for name in ("light", "red", "warm")], abs=0.02
    )


TYPICAL = {
    "F": {"green": 0.7, "grey": 0.1, "dark": 0.1, "edges": 0.5, "contrast": 0.35, "pattern": 0.2},
    "L": {"blue": 0.85, "pale": 0.1, "edges": 0.4, "contrast": 0.3, "pattern": 0.2},
    "T": {"brown": 0.25, "grey": 0.3, "pale": 0.4, "edges": 0.8, "contrast": 0.7, "pattern": 0.4},
    "-": {"pale": 0.9, "edges": 0.3, "contrast": 0.2, "pattern": 0.1},
}
"""Squares as they look in most editions."""


def laid(symbols: str, **more: dict[tuple[int, int], str]) -> list[list[str]]:
    """The kinds that are told of a row of squares, between a plain brown table."""
    names = symbols.split()
    looks = np.zeros((3, len(names) + 2, len(LOOKS)))
    looks[..., LOOKS.index("brown")] = looks[..., LOOKS.index("light")] = 0.4
    for column, name in enumerate(names, 1):
        typical = {"light": 0.55, **TYPICAL.get(name, {"brown": 0.4, "light": 0.4})}
        looks[1, column] = [typical.get(each, 0.0) for each in LOOKS]
    return likeliest(seen(looks), more.get("known", {}))


def seen(looks: np.ndarray) -> list[list[Look]]:
    return [[Look(True, tuple(look)) for look in row] for row in looks.tolist()]


@pytest.mark.parametrize("symbols", ["F L T -", "T T L", f"F {NO_CARD} T"])
def test_squares_are_told_by_what_they_usually_look_like(symbols: str) -> None:
    assert laid(symbols) == [symbols.split()]


@pytest.mark.parametrize(
    ("letter", "colour"), [("b", "blue"), ("n", "brown"), ("g", "grey"), ("y", "yellow")]
)
def test_a_factory_is_expected_to_show_more_of_its_ware_and_to_be_busier(letter: str, colour: str) -> None:
    ware, factory = (
        dict(zip(LOOKS, _expected_of(each), strict=True)) for each in (letter, f"{letter.upper()}2")
    )
    assert 0 < ware[colour][0] < factory[colour][0]
    assert ware["pale"][0] > factory["pale"][0]
    assert all(ware[look][0] < factory[look][0] for look in ("edges", "contrast"))
    others = {"blue", "brown", "yellow"} - {colour}
    assert {kind[other] for kind in (ware, factory) for other in others} == {(0.0, 0.05)}


def test_what_a_person_names_holds_and_tells_of_others_that_look_alike() -> None:
    assert laid("F F F", known={(0, 1): "T"}) == [["T", "T", "T"]]
    assert laid("L - F", known={(0, 0): "Y2"})[0] == ["Y2", "-", "F"]


def test_what_the_photo_does_not_show_is_no_card() -> None:
    looks = seen(np.zeros((3, 4, len(LOOKS))))
    looks[1][1] = looks[1][1]._replace(shown=False)
    assert likeliest(looks, {})[0][0] == NO_CARD
