"""Squares of maps without seals are guessed: mostly right, always doubts, better with each that is named."""

import numpy as np
import pytest

from companion.data.honshu.map import NO_CARD, symbol_of
from companion.errors import InputError
from companion.vision.honshu.by_hand.proposing import guess_again, named, propose
from companion.vision.honshu.reading import How, Reading
from tests.vision.bought import OTHER_WAY, OURS, PLAIN, Bought, Invented, bought, kinds

GREY = np.full((300, 400, 3), 128, np.uint8)
BOX = ((50.0, 50.0), (350.0, 50.0), (350.0, 250.0), (50.0, 250.0))


def guessed(seen: Reading) -> list[tuple[str, str]]:
    return [
        ("", "") if each.kind is None else (each.kind.terrain.value, str(each.kind.colour))
        for each in seen.squares
    ]


def read(photo: Bought, known: dict[tuple[int, int], str] | None = None) -> Reading:
    return propose(photo.photo, photo.corners, len(photo.grid), len(photo.grid[0]), known or {})


def wrong(photo: Bought, seen: Reading) -> list[tuple[int, int]]:
    pairs = zip(seen.squares, guessed(seen), kinds(photo.grid), strict=True)
    return [(each.row, each.column) for each, told, true in pairs if told != true]


def test_most_squares_are_guessed_and_each_named_one_helps_the_others() -> None:
    wrong_at_first = told = 0
    for look, seed in ((OURS, 104), (OTHER_WAY, 106), (PLAIN, 102), (PLAIN, 108)):
        photo = bought(seed, look, width=1000)
        known: dict[tuple[int, int], str] = {}
        missed = wrong(photo, read(photo))
        assert len(missed) < 0.15 * len(kinds(photo.grid))
        wrong_at_first += len(missed)
        while missed:
            row, column = missed[0]
            known[row, column] = photo.grid[row][column]
            missed = wrong(photo, read(photo, known))
        told += len(known)
    assert told < wrong_at_first


def test_every_guess_is_a_doubt_and_what_was_named_is_none() -> None:
    photo = bought(7, PLAIN, cards=4, width=600)
    grid = photo.grid
    seen = read(photo)
    assert [(each.row, each.column) for each in seen.squares] == [
        (row, column) for row in range(len(grid)) for column in range(len(grid[0]))
    ]
    assert all(each.doubt and each.how is How.GUESSED and each.card is None for each in seen.squares)
    assert all(each.cube is None for each in seen.squares)
    assert [how.value for how in How] == ["read", "inferred", "guessed", "unknown"]  # for programs
    assert not seen.complete
    assert f"{len(seen.squares)} squares" in str(seen.doubts[0])
    said = {(row, column): grid[row][column] for row in range(len(grid)) for column in range(len(grid[0]))}
    told = read(photo, said)
    assert told.complete
    assert not any(each.doubt for each in told.squares)
    assert [NO_CARD if each.kind is None else symbol_of(each.kind) for each in told.squares] == list(
        said.values()
    )


def test_the_outline_of_a_square_is_where_it_lies_and_none_beyond_the_photo() -> None:
    (first, second) = propose(GREY, BOX, 1, 2).squares
    assert np.allclose(first.outlines[0], ((50, 50), (200, 50), (200, 250), (50, 250)), atol=0.01)
    assert np.allclose(second.outlines[0], ((200, 50), (350, 50), (350, 250), (200, 250)), atol=0.01)
    beyond = propose(GREY, ((200.0, 50.0), (500.0, 50.0), (500.0, 250.0), (200.0, 250.0)), 2, 3).squares
    assert [each.outlines == (None,) for each in beyond] == [False, False, True] * 2
    assert beyond[2].kind is None
    assert beyond[5].kind is None


def test_a_photo_that_is_all_map_or_all_one_colour_is_still_answered() -> None:
    whole = ((0.0, 0.0), (400.0, 0.0), (400.0, 300.0), (0.0, 300.0))
    assert len(propose(GREY, whole, 3, 4).squares) == 12
    assert len(propose(np.zeros_like(GREY), whole, 30, 40).squares) == 1200


@pytest.mark.parametrize(
    ("corners", "rows", "columns", "told"),
    [
        (BOX, 0, 5, "rows of the grid: 0, columns: 5; expected 1 to 40"),
        (BOX, 5, 41, "rows of the grid: 5, columns: 41"),
        (BOX[::-1], 2, 3, "50,250 350,250 350,50 50,50 make no grid"),
        ((BOX[0], BOX[2], BOX[1], BOX[3]), 2, 3, "make no grid"),
        ((BOX[0],) * 4, 2, 3, "make no grid"),
        (((-900.0, 50.0), *BOX[1:]), 2, 3, "-900,50 lies far outside the photo, which has 400 x 300"),
        (BOX, 40, 40, "measures 6.1 pixels; expected 8"),
        (((float("nan"), 50.0), *BOX[1:]), 2, 3, "outside the photo"),
        (((float("inf"), 50.0), *BOX[1:]), 2, 3, "outside the photo"),
    ],
)
def test_a_grid_that_nobody_can_have_meant_is_refused(corners, rows: int, columns: int, told: str) -> None:
    with pytest.raises(InputError, match=told):
        propose(GREY, corners, rows, columns)


def test_what_was_named_on_one_map_tells_of_the_next_under_another_lamp() -> None:
    first, second = bought(3, Invented(4), width=800), bought(4, Invented(4), width=800)
    told = {
        (row, column): symbol
        for row, line in enumerate(first.grid)
        for column, symbol in enumerate(line)
        if symbol != NO_CARD
    }
    examples = named(read(first), {**told, (99, 0): "L"})  # a square beside the grid has no looks
    assert [symbol for symbol, _ in examples] == [*told.values()]
    knowing = propose(second.photo, second.corners, len(second.grid), len(second.grid[0]), before=examples)
    assert all(each.doubt for each in knowing.squares)  # nothing is trusted
    assert len(wrong(second, knowing)) < 0.05 * len(kinds(second.grid))
    assert len(wrong(second, knowing)) < len(wrong(second, read(second)))


def test_guessing_again_looks_at_no_photo_and_gives_what_a_photo_gives() -> None:
    photo = bought(102, PLAIN, width=800)
    known = {(0, 0): "L", (1, 1): "Y3", (40, 0): "F"}  # the last lies beside the grid
    assert guess_again(read(photo), known) == read(photo, known)
