"""The generator of photos: the same seed gives the same photo, and the truth is where the photo shows it."""

import json
from functools import cache

import cv2
import numpy as np
import pytest

from companion.data.honshu.placements import cards_by_name
from companion.vision.honshu.reading import How, Reading, SeenSquare
from tests.vision.judged import judge
from tests.vision.photos import KINDS, LEVELS, Generated, generate, look
from tests.vision.photos.cardstock import printed
from tests.vision.photos.faces import SIDE, face

SMALL = {"megapixels": 1.0}


@cache
def taken(level: str) -> Generated:
    """A photo of a level, made once."""
    return generate(7, level, **SMALL, spots=0)


def likeness(made: Generated, cell: dict[str, object]) -> float:
    """How well a square of the photo fits the square of the face that truth says lies there, 1 at best."""
    pixels = 3
    side = int(SIDE) * pixels
    card, k = str(cell["card"]), int(str(cell["square"]))
    turn = next(each["turn"] for each in made.truth["cards"] if each["card"] == card) // 90
    x, y = k % 2 * side, k // 2 * side
    drawn = np.rot90(face(card, pixels)[y : y + side, x : x + side], -turn)
    seen = cv2.warpPerspective(
        made.photo,
        cv2.getPerspectiveTransform(
            np.array(cell["corners"], np.float32),
            np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32),
        ),
        (side, side),
    )
    cut = slice(4 * pixels, -4 * pixels)  # neighbours lie over the edge
    return float(np.corrcoef(drawn[cut, cut].ravel(), seen[cut, cut].ravel())[0, 1])


@pytest.mark.parametrize("level", LEVELS)
def test_the_photo_shows_the_truth(level: str) -> None:
    made = taken(level)
    assert len(made.truth["cards"]) == 13
    assert {cell["card"] for cell in made.truth["cells"]} == {card["card"] for card in made.truth["cards"]}
    fits = {(cell["r"], cell["c"]): likeness(made, cell) for cell in made.truth["cells"] if not cell["cube"]}
    assert np.median(list(fits.values())) > 0.75
    assert min(fits.values()) > 0.3, fits
    for cell in made.truth["cells"]:
        squares = [square for row in cards_by_name()[cell["card"]].squares for square in row]
        assert (squares[cell["square"]].colour is None) == (cell["terrain"] in "FTL-")


def test_a_seed_gives_one_photo_and_plain_truth() -> None:
    made = generate(7, "mixed", **SMALL, spots=0)
    assert taken("mixed").jpeg == made.jpeg
    assert generate(8, "mixed", **SMALL, spots=0).jpeg != made.jpeg
    assert json.loads(json.dumps(made.truth))["seed"] == 7


def test_levels_are_as_hard_as_they_say() -> None:
    looks = {level: [look(np.random.default_rng(seed), level) for seed in range(200)] for level in LEVELS}
    assert all(each.jitter == (2.0, 3.0) and each.cards == 13 for level in LEVELS for each in looks[level])
    for level, least, most, lowest, highest in (
        ("easy", 8, 12, 0, 12),
        ("mixed", 2, 12, 0, 40),
        ("hard", 2, 4, 20, 40),
    ):
        assert all(least <= each.megapixels <= most for each in looks[level])
        assert all(lowest <= each.tilt <= highest for each in looks[level])
        assert all(60 <= each.quality <= 90 for each in looks[level])
    assert min(each.blur for each in looks["hard"]) >= 0.9
    assert min(each.spots for each in looks["hard"]) >= 1
    with pytest.raises(ValueError, match="no level"):
        look(np.random.default_rng(0), "harder")


def _inside(made: Generated, cell: dict[str, object]) -> bool:
    corners = np.array(cell["corners"])
    return bool((corners > 0).all() and (corners < made.photo.shape[1::-1]).all())


def test_other_kinds_of_photos() -> None:
    kinds = ("upside down", "cut off", "two maps", "no map")
    made = {kind: generate(5, "easy", **{**SMALL, "surface": "slate", **KINDS[kind]}) for kind in kinds}
    inside = {kind: [_inside(each, cell) for cell in each.truth["cells"]] for kind, each in made.items()}
    assert inside["no map"] == []
    assert not all(inside["cut off"])
    assert all(all(seen) for kind, seen in inside.items() if kind != "cut off")
    first, *_, last = made["upside down"].truth["cells"]
    assert first["corners"][0][1] > last["corners"][0][1]
    both = made["two maps"].truth
    names = [card["card"] for truth in (both, both["beside"]) for card in truth["cards"]]
    assert len(set(names)) == 26


def test_other_printers() -> None:
    card = face("17", 3)
    grey, pale, warm = (
        printed(card, KINDS[f"{way} print"]["printed"]).astype(int) for way in ("grey", "pale", "warm")
    )
    assert np.ptp(grey, axis=2).max() == 0
    assert pale.mean() > card.mean() + 10
    assert (warm[..., 0] - warm[..., 2]).mean() > (card[..., 0].astype(int) - card[..., 2]).mean() + 5


def test_a_reading_is_judged_however_it_is_turned() -> None:
    truth = taken("hard").truth
    for turn in range(4):
        squares = []
        for cell in truth["cells"]:
            r, c = cell["r"], cell["c"]
            for _ in range(turn):
                r, c = c, -r
            squares.append(
                SeenSquare(r, c, cell["card"], cell["square"], How.READ, False, cell["cube"], (None,))
            )
        right = judge(Reading(tuple(squares), (), (), ()), truth)
        assert (right.exact, right.lie, right.cubes[1:]) == (True, False, (0, 0))
        short = judge(Reading(tuple(squares[1:]), (), (), ()), truth)
        assert (short.exact, short.lie) == (False, True)
        bent = SeenSquare(squares[0].row, squares[0].column, "17", 0, How.READ, True, None, (None,))
        doubted = judge(Reading((bent, *squares[1:]), (), (), ()), truth)
        assert (doubted.exact, doubted.lie) == (False, False)
    assert not judge(None, truth).found
