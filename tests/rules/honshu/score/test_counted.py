"""A score from counts is the score of the map they were taken from, whatever a table rules."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.data.honshu.map import Counts, HonshuMap, parse_map
from companion.errors import InputError
from companion.rules.honshu.board import DEFAULT_RULINGS, build_board_from_map
from companion.rules.honshu.laying import judge_placements
from companion.rules.honshu.score import (
    FinalMap,
    check_counts,
    find_alternatives,
    find_other_rankings,
    find_uncounted_fallow,
    rank_maps,
    score_map,
    sum_parts,
)
from companion.rules.rulings import Rulings
from tests.rules.honshu.counting import count_map
from tests.rules.honshu.maps import any_card, legal_placements, maps, rulings
from tests.rules.honshu.slow_count import find_districts


def has_no_choice(map_: HonshuMap) -> bool:
    """True if the map leaves no choice: cubes enough for all factories, and one biggest town."""
    at = map_.symbols
    towns = sorted((len(town) for town in find_districts(at, "T")), reverse=True)
    few = all(cubes.bit_count() <= 10 for cubes in build_board_from_map(map_).cubes)
    return few and (len(towns) < 2 or towns[0] > towns[1])


@given(maps(5), any_card, rulings)
def test_counts_score_as_much_as_their_map(map_: HonshuMap, card: int | None, settled: Rulings) -> None:
    assume(has_no_choice(map_))
    counts = count_map(map_, card)
    assert sum_parts(score_map(counts, card, settled)) == sum_parts(score_map(map_, card, settled))
    others = [(other.ruling, other.total) for other in find_alternatives(map_, card, settled)]
    assert [(other.ruling, other.total) for other in find_alternatives(counts, card, settled)] == others


@settings(max_examples=30)
@given(legal_placements(8, 13), any_card, st.booleans())
def test_the_counts_of_any_laid_map_are_accepted(cards: Sequence[object], card: int | None, fallow: bool) -> None:
    map_ = judge_placements(cards).pile.build_map()  # type: ignore[arg-type]
    check_counts(count_map(map_, card, fallow))


@given(st.lists(maps(5), min_size=2, max_size=4), any_card)
def test_counts_rank_as_their_maps(lands: list[HonshuMap], card: int | None) -> None:
    assume(all(map(has_no_choice, lands)))

    def rank_lands(found: Sequence[FinalMap]) -> object:
        totals = [score_map(land, card).total for land in found]
        return rank_maps([(total, land.fallow or 0) for total, land in zip(totals, found, strict=True)])

    counts: list[FinalMap] = [count_map(map_, card) for map_ in lands]
    assert rank_lands(counts) == rank_lands(lands)
    mixed = [*lands[:1], *counts[1:]]
    from_counts, from_maps = (find_other_rankings(each, card, DEFAULT_RULINGS) for each in (mixed, lands))
    assert [other.ranking for other in from_counts] == [other.ranking for other in from_maps]


@pytest.mark.parametrize(
    ("ruling", "booked"),
    [("instead", [("lake", 10)]), ("added", [("lake", 6), ("lake", 0), ("lake", 0), ("card-4", 10)])],
)
def test_card_4_is_booked_alike_by_map_and_by_counts(ruling: str, booked: list[tuple[str, int]]) -> None:
    map_ = parse_map("L L T\n- L -\n- - -\nL - L")
    settled = {**DEFAULT_RULINGS, "lake-card": ruling}
    for land in (map_, count_map(map_, 4)):
        lines = [(line.rule, line.points) for line in score_map(land, 4, settled).lines]
        assert [each for each in lines if each[0] in ("lake", "card-4")] == booked


def test_fallow_is_needed_only_where_it_breaks_a_tie() -> None:
    assert find_uncounted_fallow([(60, None), (50, None), (60, 4), (40, None), (40, None)]) == (0, 3, 4)


def test_counts_for_another_card_must_be_taken_again() -> None:
    plain = Counts(10, 17, (5, 1), (3, 2))
    for card in (1, 2, 3, 5, 6, 7, 8):
        assert score_map(plain, card).lines[-1].rule == "recount"
    assert score_map(plain, 4).lines[-1].rule == "lake"  # the lakes are known
    assert score_map(Counts(0, 5, (), (), 5, (1,)), 5).total == 5 + 3  # a square amid the biggest town alone
    assert score_map(replace(plain, card=1), None).lines[-1].text.translate().startswith("this was counted for")


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        (Counts(99, 3), "There cannot be 99 forests; at most "),
        (Counts(3, 3, (5,) * 6), "There cannot be 30 lake squares; at most "),
        (Counts(3, 3, (), (7,)), "There is no factory of 7; type 2, 3 or 4 for each cube delivered."),
        (Counts(3, 3, (), (4,) * 14), "There cannot be 14 cubes in factories of 4; at most "),
        (Counts(3, 3, fallow=80), "There cannot be 80 fallow squares; at most "),
        (Counts(18, 34, (6, 5), (2,) * 8), "That makes 71 squares; thirteen cards show 66 at most."),
        (Counts(6, 3, (), (), 2, (7,)), "There cannot be 7 forests in a line; at most 6."),
        (Counts(6, 3, (), (), 2, (2,)), "a line has three forests or more, not 2."),
        (Counts(6, 3, (), (), 3, ()), "expected one number; for cards 3 and 5 it may be two."),
        (Counts(6, 3, (), (), 3, (3, 2)), "counting overlapping blocks too cannot give fewer blocks."),
        (Counts(6, 7, (), (), 5, (4,)), "There cannot be 4 squares inside the biggest town; at most 3."),
        (Counts(6, 3, (), (2, 3), 6, (1,)), "each cube delivered leaves a square empty: at least 2."),
        (Counts(6, 3, (), (2, 3), 7, (3,)), "There cannot be 3 of the cubes delivered; at most 2."),
    ],
)
def test_impossible_counts_are_refused_with_their_bound(counts: Counts, message: str) -> None:
    with pytest.raises(InputError) as refused:
        check_counts(counts)
    assert message in refused.value.said()
