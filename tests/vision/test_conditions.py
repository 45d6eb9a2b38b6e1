"""The conditions under which reading is measured: each has a photo and its truth, and some are read."""

import pytest

from companion.vision.honshu.map_reading import read_map_photo
from companion.vision.photo import open_photo
from tests.choice import pick
from tests.vision.judged import judge
from tests.vision.photos import CONDITIONS, generate

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


@pytest.mark.parametrize("name", pick(READ, 3))
def test_a_map_is_read_under_a_condition(name: str) -> None:
    made = generate(500, **CONDITIONS[name])
    judged = judge(read_map_photo(open_photo(made.jpeg, "photo.jpg")), made.truth)
    assert (judged.exact, judged.lie, judged.cubes[1]) == (True, False, 0)
