"""What photos show of a map, taken apart and put together: symbols, doubts, places beside, a grid."""

import sys
from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from types import SimpleNamespace

import pytest
from PIL import Image

from companion.data.honshu.map import SQUARES
from companion.errors import InputError
from companion.service.honshu import photo_look
from companion.service.honshu.photo_look import PhotoWish, can_read, grid_lines, look
from companion.service.honshu.seen_map import in_doubt, map_seen, moved, open_places, symbol_seen
from companion.vision.honshu.reading import How, Outline, Reading, SeenSquare
from tests.service.honshu.seen import of_two_cards, outline, with_square

PLAIN = of_two_cards()


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
        ({"card": None, "kind": None}, None, True),
        ({"card": None, "how": How.GUESSED}, ".", False),
        ({"card": None, "how": How.GUESSED, "kind": SQUARES["F"]}, "F", False),
        ({"card": None, "how": How.GUESSED, "kind": SQUARES["g"], "cube": True}, "g*", False),
        ({"card": None, "how": How.GUESSED, "kind": SQUARES["g"], "cube": None}, "g*", True),
    ],
)
def test_the_symbol_of_a_square_and_whether_it_is_looked_at(
    changed: Mapping[str, object], symbol: str | None, doubt: bool
) -> None:
    seen = square(**changed)
    assert symbol_seen(seen) == symbol
    assert in_doubt(seen) == doubt


def test_what_a_person_settled_stands_above_what_was_seen() -> None:
    assert map_seen(PLAIN, {}).grid == ["- -", "b* n*", "T L", "y* T", "- -"]
    assert map_seen(PLAIN, {(1, 0): "F", (0, 0): ".", (0, 2): "L"}).grid == [
        ". - L",
        "F n* .",
        "T L .",
        "y* T .",
        "- - .",
    ]
    assert map_seen(PLAIN, {(9, 9): ".", (-1, 0): "."}) == map_seen(PLAIN, {})  # no card makes no edge
    unknown = with_square(PLAIN, (4, 1), card=None)
    assert map_seen(unknown, {}).grid[-1] == "- ."


def shifted(reading: Reading, down: int, right: int) -> Reading:
    squares = (replace(each, row=each.row + down, column=each.column + right) for each in reading.squares)
    return replace(reading, squares=tuple(squares))


def test_what_was_settled_moves_with_the_map() -> None:
    settled = {(0, 0): "F", (3, 1): "."}
    assert moved(settled, PLAIN, shifted(PLAIN, 2, -1)) == {(2, -1): "F", (5, 0): "."}
    here, there = shifted(PLAIN, 1, 4), shifted(PLAIN, 3, 3)
    assert moved(settled, here, there) == {(2, -1): "F", (5, 0): "."}
    odd = with_square(shifted(PLAIN, 2, -1), (2, -1), card="7", square=2)  # one that was read otherwise
    assert moved(settled, PLAIN, odd) == {(2, -1): "F", (5, 0): "."}
    strange = replace(PLAIN, squares=tuple(replace(each, card="60") for each in PLAIN.squares))
    assert moved(settled, PLAIN, strange) == {}
    nameless = replace(PLAIN, squares=tuple(replace(each, card=None) for each in PLAIN.squares))
    assert moved(settled, nameless, nameless) == {}


def test_squares_may_be_added_beside_those_that_are_seen() -> None:
    beside = {(row, column) for row in range(5) for column in (-1, 2)}
    beside |= {(row, column) for row in (-1, 5) for column in range(2)}
    found = open_places(PLAIN, {}, 0)
    assert found.keys() == beside
    assert found == {place: outline(*place) for place in beside}
    added = open_places(PLAIN, {(0, 2): "L"}, 0)
    assert added.keys() == beside | {(0, 3), (-1, 2)}
    assert added == {place: outline(*place) for place in added}
    assert open_places(PLAIN, {}, 1) == {}  # there is no second photo
    hidden = with_square(of_two_cards(photos=2), (0, 0), outlines=(None, outline(0, 0)))
    assert (0, -1) not in open_places(hidden, {}, 0)
    assert open_places(hidden, {}, 1) == found


def rounded(lines: tuple[tuple[tuple[float, float], ...], ...]) -> list[list[float]]:
    return [[round(value, 1) for point in line for value in point] for line in lines]


def test_the_lines_of_a_grid_lie_between_its_squares() -> None:
    assert rounded(grid_lines(((10, 20), (40, 20), (40, 60), (10, 60)), 2, 3)) == [
        [20, 20, 20, 60],
        [30, 20, 30, 60],
        [10, 40, 40, 40],
    ]
    assert grid_lines(((10, 20), (40, 20), (40, 60), (10, 60)), 1, 1) == ()


def test_what_lies_farther_away_is_smaller() -> None:
    """Seen aslant, a line through the crossing of the diagonals is the middle one."""
    corners = ((20.0, 10.0), (60.0, 10.0), (100.0, 90.0), (0.0, 80.0))
    (upright, level) = grid_lines(corners, 2, 2)
    assert rounded((upright, level)) == [[39.5, 10.0, 46.7, 84.7], [14.1, 30.7, 71.2, 32.4]]
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    share = ((bx - ax) * (dy - by) - (by - ay) * (dx - bx)) / ((cx - ax) * (dy - by) - (cy - ay) * (dx - bx))
    crossing = ax + share * (cx - ax), ay + share * (cy - ay)
    for (x0, y0), (x1, y1) in (upright, level):
        off = (crossing[0] - x0) * (y1 - y0) - (crossing[1] - y0) * (x1 - x0)
        assert off == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    "corners",
    [
        ((0, 0), (0, 9), (9, 9), (9, 0)),  # round the wrong way
        ((0, 0), (9, 0), (0, 9), (9, 9)),  # two change places
        ((0, 0), (5, 5), (9, 9), (0, 9)),  # three in a row
        ((0, 0), (9, 0), (2, 2), (0, 9)),  # a corner points inwards
        ((6, 6), (9, 0), (9, 9), (0, 9)),
        ((0, 0), (4, 5), (9, 9), (0, 9)),  # just so
        ((0, 0), (9, 0), (9, 9), (5, 4)),
        ((0, 0), (9, 0), (4.4, 4.4), (0, 9)),
        ((0, 0), (3, 6), (9, 9), (0, 9)),
        ((0, 0), (9, 0), (9, 9), (6, 3)),
        ((3, 3), (3, 3), (3, 3), (3, 3)),
    ],
)
def test_corners_of_no_grid_have_no_lines(corners: Outline) -> None:
    assert grid_lines(corners, 3, 3) == ()


def jpeg(width: int, height: int) -> bytes:
    file = BytesIO()
    Image.new("RGB", (width, height), (150, 120, 90)).save(file, "JPEG")
    return file.getvalue()


def test_a_photo_is_shown_small_and_its_map_in_the_pixels_that_are_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []
    reading = of_two_cards(photos=2)
    reader = SimpleNamespace(read_map=lambda photos, eyes: asked.append(len(list(photos))) or reading)
    monkeypatch.setitem(sys.modules, "companion.vision.honshu.map_reading", reader)
    seen = look(PhotoWish((("a.jpg", jpeg(3200, 400)), ("b.jpg", jpeg(300, 200)))))
    assert asked == [2]
    assert [(each.width, each.height) for each in seen.shown] == [(1600, 200), (300, 200)]
    assert all(each.picture.startswith(b"\xff\xd8") for each in seen.shown)
    assert seen.problem is None
    assert seen.reading is not None
    first = seen.reading.squares[0]
    whole, half = outline(0, 0), tuple((x / 2, y / 2) for x, y in outline(0, 0))
    assert first.outlines == (half, whole)


def test_a_grid_is_told_in_the_pixels_that_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def propose(photo: object, *rest: object) -> Reading:
        asked.append(rest)
        return with_square(PLAIN, (0, 0), outlines=(None,))

    monkeypatch.setitem(
        sys.modules, "companion.vision.honshu.by_hand.proposing", SimpleNamespace(propose=propose)
    )
    known = {(0, 0): "F"}
    seen = look(PhotoWish((("a.jpg", jpeg(3200, 400)),), outline(0, 0), 5, 2, known))
    assert asked == [(tuple((2 * x, 2 * y) for x, y in outline(0, 0)), 5, 2, known, None, ())]
    assert seen.reading is not None
    assert seen.reading.squares[0].outlines == (None,)


def test_a_photo_without_a_map_is_shown_with_its_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(photos: object, eyes: object) -> Reading:
        raise InputError("no seal was found.")

    monkeypatch.setitem(sys.modules, "companion.vision.honshu.map_reading", SimpleNamespace(read_map=nothing))
    seen = look(PhotoWish((("a.jpg", jpeg(300, 200)),)))
    assert (len(seen.shown), seen.reading, str(seen.problem)) == (1, None, "no seal was found.")


def test_photos_are_read_where_what_reads_them_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo_look, "find_spec", lambda name: name if name == "cv2" else None)
    assert can_read()
    monkeypatch.setattr(photo_look, "find_spec", lambda name: None)
    assert not can_read()
