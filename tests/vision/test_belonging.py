"""Cards that were found make a map, or it is told what must be left out for that."""

from collections.abc import Collection
from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.vision.honshu.geometry import FIRST_START, Pose, list_cells
from companion.vision.honshu.lattice import Faces, count_starts, find_main_part, group_faces, list_exclusions

A1, B1 = FIRST_START, FIRST_START + 6
CHAIN = {A1: Pose(0, 0, 0), 3: Pose(2, 1, 0), 4: Pose(4, 2, 0), 5: Pose(6, 3, 0)}
"""A start province and three cards, each of which covers a square of the one before."""


def test_cards_that_overlap_one_by_one_are_one_map() -> None:
    assert group_faces(CHAIN) == [Faces(CHAIN)]
    assert find_main_part({**CHAIN, 9: Pose(0, 20, 1)}, 4) == CHAIN.keys()
    assert sorted(map(len, group_faces({**CHAIN, 9: Pose(0, 20, 1), 10: Pose(0, 2, 1)}))) == [1, 1, 4]  # touching only


@pytest.mark.parametrize(
    ("more", "cards", "out"),
    [
        ({}, 4, [()]),
        ({}, 6, [()]),  # two are missing yet
        ({9: Pose(0, 20, 0)}, 4, [(9,)]),  # beside a whole map
        ({9: Pose(0, 20, 0)}, 5, [(9,)]),  # nothing is missing that could join it
        ({9: Pose(0, 20, 0)}, 6, [(), (9,)]),
        ({9: Pose(0, 20, 0), 10: Pose(1, 20, 0)}, 7, [(), (9, 10)]),
        ({9: Pose(0, 20, 0), 10: Pose(0, 40, 0)}, 7, [(10,), (9,), (9, 10)]),
        ({9: Pose(0, 3, 0), 10: Pose(3, 4, 0)}, 7, [(), (9, 10)]),  # one card joins both
        ({B1: Pose(0, 20, 0)}, 7, [(B1,)]),  # a second start province is none of it
        ({9: Pose(8, 4, 0)}, 4, [(9,)]),  # a fifth hangs on at the end; without the start there is no map
        ({B1: Pose(8, 4, 0)}, 5, [(A1,), (B1,)]),
        ({9: Pose(1, 1, 0)}, 4, [(5,), (9,)]),  # first that which has least to do with the others
        ({face: Pose(2 * face, 20 + face, 0) for face in range(10, 40)}, 13, []),  # far too many make no question
    ],
)
def test_as_few_cards_as_possible_are_excluded(more: dict[int, Pose], cards: int, out: list[tuple[int, ...]]) -> None:
    assert list_exclusions({**CHAIN, **more}, cards) == [Faces(each) for each in out]


UPPER = {A1: Pose(1, 1, 1), 3: Pose(0, 1, 1)}
LOWER = {4: Pose(4, 1, 1), 5: Pose(3, 0, 0), 6: Pose(3, 3, 0)}
"""Two parts of a map that close round one bare cell, and nowhere overlap."""


@pytest.mark.parametrize(
    ("cards", "of", "out"),
    [
        ({**UPPER, **LOWER}, 7, UPPER),  # two are missing
        ({A1: UPPER[A1], **LOWER}, 5, {A1}),  # one card alone may lie beside the map by chance
        ({**UPPER, 4: LOWER[4], 5: LOWER[5]}, 5, {4, 5}),  # open at its right
        ({**UPPER, **LOWER, 6: Pose(4, 3, 0)}, 6, UPPER),
        ({**UPPER, A1: Pose(0, 2, 1), **LOWER}, 6, UPPER),  # open above
        ({**UPPER, **LOWER}, 6, None),  # they close round the hole of the only card that is missing
        ({face: CHAIN[face] for face in (3, 4, 5)}, 4, None),  # without a start province, which is missing
    ],
)
def test_cards_lying_apart_may_be_excluded_from_the_map(
    cards: dict[int, Pose], of: int, out: Collection[int] | None
) -> None:
    assert list_exclusions(cards, of) == [Faces(), *([] if out is None else [Faces(out)])]


FANNED = {6: Pose(0, 20, 0), 7: Pose(0, 21, 0), 8: Pose(0, 22, 0), 9: Pose(0, 23, 0), 10: Pose(0, 24, 0)}
"""A hand of five that lies beside, each card over the one before."""


@pytest.mark.parametrize(
    ("lying", "cards", "beside"),
    [
        ({0: Pose(0, 0, 0), 1: Pose(0, 0, 0), A1: Pose(0, 2, 0)}, 1, {0, 1}),
        ({**CHAIN, **FANNED}, 4, FANNED),
        ({A1: CHAIN[A1], 3: CHAIN[3], 6: FANNED[6], 7: FANNED[7], 8: FANNED[8]}, 2, {6, 7, 8}),
    ],
)
def test_a_whole_map_is_the_map_where_more_cards_lie_beside_it_without_a_start_province(
    lying: dict[int, Pose], cards: int, beside: Collection[int]
) -> None:
    assert list_exclusions(lying, cards) == [Faces(beside)]
    assert find_main_part(lying, cards) == lying.keys() - beside


@given(
    st.dictionaries(
        st.sampled_from([*range(8), A1, B1]),
        st.builds(Pose, st.integers(0, 6), st.integers(0, 6), st.integers(0, 3)),
        min_size=1,
    ),
    st.integers(1, 8),
)
@example({0: Pose(0, 0, 0), 1: Pose(0, 0, 0), A1: Pose(0, 2, 0)}, 1)
def test_the_cards_left_after_exclusions_make_a_map(poses: dict[int, Pose], cards: int) -> None:

    def is_connected(faces: Faces) -> bool:
        known, left = {min(faces)}, set(faces) - {min(faces)}
        while near := {
            face for face in left for other in known if {*list_cells(poses[face])} & {*list_cells(poses[other])}
        }:
            known, left = known | near, left - near
        return not left

    def is_whole(faces: Faces) -> bool:
        """A map that needs nothing that was not found to hang together."""
        named = sum(face >= FIRST_START for face in faces)
        return is_connected(faces) and len(faces) <= cards and named == 1

    faces = Faces(poses)
    for out in list_exclusions(poses, cards):
        rest = faces - out
        assert 0 < len(rest) <= cards
        assert count_starts(rest) <= 1
        assert len(rest) < cards or is_whole(rest)
    if any(
        is_whole(Faces(rest)) for count in range(min(3, len(faces))) for rest in combinations(faces, len(faces) - count)
    ):
        assert list_exclusions(poses, cards)
