"""Who won: total, then fallow, then shared; and who would have won elsewhere."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.honshu.map import HonshuMap, parse_map
from companion.rules.honshu.board import DEFAULT_RULINGS, RULINGS
from companion.rules.honshu.score import find_other_rankings, list_winners, rank_maps, score_map
from companion.rules.rulings import Rulings
from tests.rules.honshu.maps import any_card, maps, rulings


@pytest.mark.parametrize(
    ("results", "places"),
    [
        ([(50, 1), (60, 0)], [(1, 1), (2, 0)]),
        ([(60, 3), (60, 5)], [(1, 1), (2, 0)]),
        ([(60, 5), (40, 9), (60, 5)], [(1, 0), (1, 2), (3, 1)]),
        ([(60, 5)], [(1, 0)]),
    ],
)
def test_maps_are_ranked_by_points_then_fallow_squares(
    results: list[tuple[int, int]], places: list[tuple[int, int]]
) -> None:
    assert [(found.rank, found.index) for found in rank_maps(results)] == places
    ranks = [(found.shared, found.by_fallow) for found in rank_maps([(60, 5), (60, 3), (60, 5)])]
    assert ranks == [(True, True), (True, True), (False, True)]


def list_rankings(maps_: list[str], card: int | None) -> list[tuple[str, tuple[int, ...]]]:
    found = find_other_rankings([parse_map(text) for text in maps_], card, DEFAULT_RULINGS)
    return [
        (" ".join(f"{ruling.name}={value}" for ruling, value in other.changes), list_winners(other.ranking))
        for other in found
    ]


@pytest.mark.parametrize("towns", ["T " * 16, "T T T T\n" * 4])
def test_another_ruling_crowns_another_winner(towns: str) -> None:
    assert list_rankings(["F F F F F", towns], 2) == [("forest-lines=windows", (0,))]
    assert list_rankings(["F F F F F", towns], None) == []
    (other,) = find_other_rankings([parse_map("F F F F F"), parse_map(towns)], 2, DEFAULT_RULINGS)
    assert [(place.index, place.total) for place in other.ranking] == [(0, 22), (1, 16)]


def test_two_rulings_can_change_the_winner_only_together() -> None:
    """Of two equal districts one is all corners: alone neither answer of card 5 changes a total."""
    cross = ". T .\nT T T\n. T ."
    both = f"{cross}\n. . .\nT T T\n. . T\n. . T"
    assert score_map(parse_map(both), 5).total == 8
    assert list_rankings([both, "T T T T T T T"], 5) == [("town-card-scope=biggest town-card-value=instead", (0, 1))]


@settings(max_examples=30, deadline=None)
@given(st.lists(maps(4), min_size=2, max_size=3), any_card, rulings)
def test_every_winner_under_other_rulings_is_listed(played: list[HonshuMap], card: int | None, chosen: Rulings) -> None:
    """Whoever wins under any of all sets of answers wins under one that is told, and no other is."""
    crowned = {list_winners(other.ranking) for other in find_other_rankings(played, card, chosen)}
    every = set()
    for values in product(*(ruling.values for ruling in RULINGS if ruling.name != "covering")):
        names = (ruling.name for ruling in RULINGS if ruling.name != "covering")
        possible = Rulings(RULINGS, dict(zip(names, values, strict=True)))
        every.add(list_winners(rank_maps([(score_map(map_, card, possible).total, map_.fallow) for map_ in played])))
    now = list_winners(rank_maps([(score_map(map_, card, chosen).total, map_.fallow) for map_ in played]))
    assert crowned | {now} == every
    assert now not in crowned
