"""What a photo shows of a map, taken apart and put together: symbols, doubts, places beside."""

import sys
from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from types import SimpleNamespace

import pytest
from PIL import Image

from companion.errors import InputError
from companion.service.honshu import seen_map
from companion.service.honshu.seen_map import (
    PhotoUpload,
    build_seen_map,
    can_read_photos,
    get_seen_symbol,
    is_in_doubt,
    list_open_places,
    move_settled,
    read_photo,
)
from companion.vision.honshu.reading import How, Reading, SeenSquare
from tests.service.honshu.seen import build_two_card_reading, outline, with_square

PLAIN = build_two_card_reading()


def square(**changed: object) -> SeenSquare:
    """The production square of card A1, upright, with its cube."""
    (found,) = (each for each in PLAIN.squares if (each.row, each.column) == (1, 0))
    return replace(found, **changed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changed", "symbol", "doubt"),
    [
        ({}, "b*", False),
        ({"cube": False}, "b", False),
        ({"cube": None}, "b*", True),  # at the end of a game nearly all are there
        ({"doubt": True}, "b*", True),
        ({"how": How.UNKNOWN}, "b*", True),
        ({"square": 0, "cube": None}, "-", False),  # no cube can stand there
    ],
)
def test_a_seen_square_has_a_symbol_and_may_be_in_doubt(
    changed: Mapping[str, object], symbol: str, doubt: bool
) -> None:
    seen = square(**changed)
    assert get_seen_symbol(seen) == symbol
    assert is_in_doubt(seen) == doubt


def test_a_persons_answer_overrides_the_photo() -> None:
    assert build_seen_map(PLAIN, {}).grid == ["- -", "b* n*", "T L", "y* T", "- -"]
    assert build_seen_map(PLAIN, {(1, 0): "F", (0, 0): ".", (0, 2): "L"}).grid == [
        ". - L",
        "F n* .",
        "T L .",
        "y* T .",
        "- - .",
    ]
    assert build_seen_map(PLAIN, {(9, 9): ".", (-1, 0): "."}) == build_seen_map(PLAIN, {})  # no card makes no edge


def shift_reading(reading: Reading, down: int, right: int) -> Reading:
    squares = (replace(each, row=each.row + down, column=each.column + right) for each in reading.squares)
    return replace(reading, squares=tuple(squares))


def test_what_was_settled_moves_with_the_map() -> None:
    settled = {(0, 0): "F", (3, 1): "."}
    assert move_settled(settled, PLAIN, shift_reading(PLAIN, 2, -1)) == {(2, -1): "F", (5, 0): "."}
    here, there = shift_reading(PLAIN, 1, 4), shift_reading(PLAIN, 3, 3)
    assert move_settled(settled, here, there) == {(2, -1): "F", (5, 0): "."}
    odd = with_square(shift_reading(PLAIN, 2, -1), (2, -1), card="7", square=2)  # one that was read otherwise
    assert move_settled(settled, PLAIN, odd) == {(2, -1): "F", (5, 0): "."}
    strange = replace(PLAIN, squares=tuple(replace(each, card="60") for each in PLAIN.squares))
    assert move_settled(settled, PLAIN, strange) == {}


def test_squares_may_be_added_beside_those_that_are_seen() -> None:
    beside = {(row, column) for row in range(5) for column in (-1, 2)}
    beside |= {(row, column) for row in (-1, 5) for column in range(2)}
    found = list_open_places(PLAIN, {})
    assert found.keys() == beside
    assert found == {place: outline(*place) for place in beside}
    added = list_open_places(PLAIN, {(0, 2): "L"})
    assert added.keys() == beside | {(0, 3), (-1, 2)}
    assert added == {place: outline(*place) for place in added}


def jpeg(width: int, height: int) -> bytes:
    file = BytesIO()
    Image.new("RGB", (width, height), (150, 120, 90)).save(file, "JPEG")
    return file.getvalue()


def test_a_photo_is_shown_small_and_its_map_in_the_pixels_that_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = SimpleNamespace(read_map_photo=lambda photo, eyes: build_two_card_reading())
    monkeypatch.setitem(sys.modules, "companion.vision.honshu.map_reading", reader)
    seen = read_photo(PhotoUpload("a.jpg", jpeg(3200, 400)))
    assert (seen.shown.width, seen.shown.height) == (1600, 200)
    assert seen.shown.picture.startswith(b"\xff\xd8")
    assert seen.problem is None
    assert seen.reading is not None
    assert seen.reading.squares[0].outline == tuple((x / 2, y / 2) for x, y in outline(0, 0))


def test_a_photo_without_a_map_is_shown_with_its_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(photo: object, eyes: object) -> Reading:
        raise InputError("no seal was found.")

    monkeypatch.setitem(sys.modules, "companion.vision.honshu.map_reading", SimpleNamespace(read_map_photo=nothing))
    seen = read_photo(PhotoUpload("a.jpg", jpeg(300, 200)))
    assert (seen.shown.width, seen.reading, str(seen.problem)) == (300, None, "no seal was found.")


def test_photos_are_read_where_what_reads_them_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen_map, "find_spec", lambda name: name if name == "cv2" else None)
    assert can_read_photos()
    monkeypatch.setattr(seen_map, "find_spec", lambda name: None)
    assert not can_read_photos()
