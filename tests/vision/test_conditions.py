"""The conditions under which reading is measured: each has a photo and its truth, and some are read."""

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.data.honshu.placements import cards_by_name
from companion.vision.honshu.map_reading import read_map
from companion.vision.photo import open_photo
from tests.choice import pick
from tests.vision.judged import judge
from tests.vision.photos import CONDITIONS, Generated, generate
from tests.vision.photos.kept import photo_of

pytestmark = pytest.mark.deep

READ = (
    "easy",
    "barrel",
    "pincushion",
    "messenger",
    "rolled",
    "worn",
    "red seals",
    "streaks",
    "two lamps",
    "checkered cloth",
)
"""Conditions in which the map of seed 500 is read whole."""


@cache
def small(name: str) -> Generated:
    """A photo of a condition with a twentieth of its pixels or more."""
    options = {**CONDITIONS[name], "megapixels": 0.6}
    if "kept" in options:
        options["kept"] = (options["kept"][0] // 8, options["kept"][1])
    if "scale" in options:
        options["scale"] = 1.0
    return generate(501, **options)


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_condition_has_a_photo_and_its_truth(name: str) -> None:
    made = small(name)
    truth = made.truth
    assert json.loads(json.dumps(truth)).keys() == truth.keys()
    cards = {card["card"] for card in truth["cards"]}
    assert len(cards) == truth["look"]["cards"]
    assert sum(card[0] in "AB" for card in cards) == 1
    assert {cell["card"] for cell in truth["cells"]} == cards
    for cell in truth["cells"]:
        squares = [square for row in cards_by_name()[cell["card"]].squares for square in row]
        assert cell["cube"] in ((True, False, None) if squares[cell["square"]].colour else (False,))
        if "thing" in cell:
            assert not cell["cube"]
        area = cv2.contourArea(np.array(cell["corners"], np.float32))
        assert 0.3 * (29 * cell["scale"]) ** 2 < area < 3 * (29 * cell["scale"]) ** 2
    middles = np.array([cell["corners"] for cell in truth["cells"]]).mean(1)
    inside = ((middles > 0) & (middles < made.photo.shape[1::-1])).all(1)
    assert inside.mean() > 0.95
    assert np.std(made.photo) > 4


def test_what_lies_by_a_map_is_told() -> None:
    for name, count in {"open card, seals hidden": 1, "second start": 1, "trick": 4, "deck": 5}.items():
        truth = small(name).truth
        assert len(truth["around"]) == count
        mine = {card["card"] for card in truth["cards"]}
        assert not mine & {each["card"] for each in truth["around"]}
    twins = small("card twice").truth
    assert {each["card"] for each in twins["around"]} < {card["card"] for card in twins["cards"]}
    assert any(cell.get("hidden") for cell in small("open card, seals hidden").truth["cells"])
    both = small("map touching").truth
    assert not {card["card"] for card in both["cards"]} & {card["card"] for card in both["beside"]["cards"]}


def test_things_are_no_cubes() -> None:
    cells = small("things on places").truth["cells"]
    things = {cell["thing"] for cell in cells if "thing" in cell} - {"behind"}
    assert things
    assert things <= {"coin", "die", "meeple", "finger"}
    assert any(cell["cube"] for cell in cells)


@pytest.mark.parametrize("name", pick(READ, 3))
def test_a_map_is_read_under_a_condition(name: str) -> None:
    made = generate(500, **CONDITIONS[name])
    judged = judge(read_map(open_photo(made.jpeg, "photo.jpg")), made.truth)
    assert (judged.exact, judged.lie, judged.cubes[1]) == (True, False, 0)


def test_a_photo_is_made_once(tmp_path: Path) -> None:
    made = photo_of("messenger", 501, tmp_path)
    assert len(list(tmp_path.iterdir())) == 2
    again = photo_of("messenger", 501, tmp_path)
    assert again.jpeg == made.jpeg
    assert again.truth == json.loads(json.dumps(made.truth))
    assert (again.photo == made.photo).all()
