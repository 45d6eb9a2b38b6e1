"""Who won: total, then fallow, then shared."""

import pytest

from companion.rules.honshu.score.ranking import rank


@pytest.mark.parametrize(
    ("results", "places"),
    [
        ([(50, 1), (60, 0)], [(1, 1), (2, 0)]),
        ([(60, 3), (60, 5)], [(1, 1), (2, 0)]),
        ([(60, 5), (40, 9), (60, 5)], [(1, 0), (1, 2), (3, 1)]),
        ([(60, 5)], [(1, 0)]),
    ],
)
def test_places(results: list[tuple[int, int]], places: list[tuple[int, int]]) -> None:
    assert [(found.rank, found.index) for found in rank(results)] == places


def test_what_decided_is_told() -> None:
    first, second, third = rank([(60, 5), (60, 3), (60, 5)])
    assert (first.shared, first.by_fallow) == (True, True)
    assert (third.shared, third.by_fallow) == (False, True)
    assert second.rank == 1
