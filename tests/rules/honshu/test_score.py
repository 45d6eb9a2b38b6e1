"""Scores: worked examples, every ruling, laws that hold on any map, the score from counts, and who won."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from companion.data.honshu.cards import scoring_cards
from companion.data.honshu.map import Counts, HonshuMap, parse_map
from companion.errors import InputError
from companion.rules.honshu.board import DEFAULT_RULINGS, RULINGS, build_board_from_map
from companion.rules.honshu.laying import judge_placements
from companion.rules.honshu.score import (
    FinalMap,
    check_counts,
    find_alternatives,
    find_other_rankings,
    find_uncounted_fallow,
    list_winners,
    rank_maps,
    score_map,
    sum_parts,
)
from companion.rules.rulings import Rulings
from tests.play.honshu.moves import GRID
from tests.rules.honshu import slow_count
from tests.rules.honshu.counting import count_map
from tests.rules.honshu.maps import any_card, legal_placements, maps, rulings
from tests.rules.honshu.slow_count import find_districts

DEFAULT = Rulings(RULINGS)
BOOKLET = parse_map(GRID)


def compute_total(text: str, card: int | None = None, *chosen: str) -> int:
    rulings = Rulings(RULINGS, dict(each.split("=") for each in chosen))
    return score_map(parse_map(text), card, rulings).total


def test_the_booklet_example_gives_63() -> None:
    result = score_map(BOOKLET)
    assert result.total == 63
    assert sum_parts(result) == {"forest": 20, "town": 17, "factory": 14, "lake": 12, "bonus": 0}
    assert [score_map(BOOKLET, card).total for card in (5, 7, 8, 4)] == [66, 67, 69, 63]


def test_score_lines_name_squares_rule_and_words() -> None:
    lines = score_map(BOOKLET).lines
    rules = ("forest", "town", *["factory"] * 5, "lake", "lake")
    assert [(line.rule, line.points) for line in lines] == [*zip(rules, (20, 17, 3, 2, 4, 2, 3, 0, 12), strict=True)]
    assert lines[-1].where == ((3, 4), (4, 4), (4, 5), (5, 5), (5, 6))
    assert str(lines[-1].text) == "a lake of 5 squares: 3 points each after the first"
    assert all(BOOKLET.rows[row][column] == "T" for row, column in lines[1].where)
    assert len(lines[1].where) == 17


def test_towns_count_the_biggest_district_only() -> None:
    assert compute_total("T T . T") == 2
    assert compute_total("T T . T T") == 2
    lines = score_map(parse_map("T T . T T")).lines
    assert [line.points for line in lines] == [2]
    assert "2 are that big, one counts" in str(lines[0].text)


def test_every_lake_counts_but_its_first_square() -> None:
    assert compute_total("L L . L L L\n. . L") == 3 + 6 + 0


def test_cubes_go_to_the_dearest_factories_of_their_colour() -> None:
    assert compute_total("b* B2 B4 B3") == 4
    assert compute_total("b* b* B2 B4 B3 G4") == 7
    assert compute_total("b B4") == 0


def test_card_1_takes_two_cubes_to_a_factory() -> None:
    assert compute_total("b* b* b* B2 B4 B3", 1) == 4 + 4 + 3
    assert sum_parts(score_map(parse_map("b* b* b* B2 B4"), 1))["factory"] == 10


@pytest.mark.parametrize(
    ("card", "text", "default", "name", "other"),
    [
        (2, "F F F F", 12, "forest-lines=windows", 16),
        (2, "F F F F F F F", 14 + 8, "forest-lines=windows", 14 + 20),
        (3, "- - -\n- - -", 5, "fallow-blocks=windows", 10),
        (4, "L L L", 6, "lake-card=added", 12),
        (5, ". T .\nT T T\n. T .\n. . .\nT T T\nT T T", 9, "town-card-scope=biggest", 6),
        (5, ". T .\nT T T\n. T .", 8, "town-card-value=instead", 7),
        (5, ". T .\nT T T\n. T .\n. . .\nT T T\nT T T", 9, "town-card-value=instead", 9),
        (6, "b* n B2", 2 + 2 + 2, "empty-production=before", 2 + 2),
        (None, "b* b* b* b* b* b* b* b* b* b* b*\n" + "B2 " * 11, 20, "cube-pool=unlimited", 22),
        (None, "T T", 2, "covering=strict", 2),
    ],
)
def test_each_ruling_has_a_default_and_an_option(
    card: int | None, text: str, default: int, name: str, other: int
) -> None:
    assert compute_total(text, card) == default
    assert compute_total(text, card, name) == other
    listed = {found.ruling: found.total for found in find_alternatives(parse_map(text), card, DEFAULT)}
    assert listed.get(name, default) == other
    # What would not change this map is not listed.
    assert (name in listed) is (other != default)


def test_a_forest_counts_in_its_row_and_in_its_column() -> None:
    assert sum_parts(score_map(parse_map("F F F\nF . .\nF . ."), 2))["bonus"] == 8


def test_card_4_is_listed_as_lake_and_added_as_bonus() -> None:
    lakes = parse_map("L L L")
    assert sum_parts(score_map(lakes, 4))["lake"] == 6
    added = sum_parts(score_map(lakes, 4, DEFAULT.with_ruling("lake-card", "added")))
    assert (added["lake"], added["bonus"]) == (6, 6)


def test_card_6_counts_a_cube_without_a_factory_as_held() -> None:
    assert compute_total("b* b* B2", 6) == 2 + 2
    assert compute_total("b* n*", 6) == 0
    assert compute_total("b n", 6) == 4


@pytest.mark.parametrize(("card", "gained"), [(7, 2 + 2), (8, 2)])
def test_cards_7_and_8_reward_cubes_in_factories(card: int, gained: int) -> None:
    text = "b* b* y* g* n B2 Y2 G2 N2"
    assert compute_total(text, card) - compute_total(text) == gained


def test_of_equally_big_towns_card_5_takes_the_better() -> None:
    # Two districts of five: a cross with a crowded square, and a row. 'instead' prefers the row as biggest.
    text = ". T . . .\nT T T . .\n. T . . .\n. . . . .\nT T T T T"
    assert compute_total(text, 5, "town-card-value=instead") == 5 + 3


SCORED = {
    None: "",
    1: "b* b* B2 B3",
    2: "F F F F",
    3: "- - - -",
    4: "L L L",
    5: "T T T T",
    6: "b n* b* B2 N4",
    7: "b* y* B2 Y3",
    8: "g* n* G2 N3",
}
"""The squares that a scoring card looks at."""


@pytest.mark.parametrize("card", [None, *scoring_cards()])
def test_the_total_equals_the_slow_count(card: int | None) -> None:
    assert set(scoring_cards()) == slow_count.COUNTED
    totals = set()
    plain = Rulings(RULINGS, {})

    @settings(max_examples=80, deadline=None)
    @example(parse_map("F"), plain)
    @example(parse_map("\n".join([SCORED[card] or "F"] * 3)), plain)
    @given(st.one_of(maps(), maps(squares=(*SCORED[card].split(), "F", "T", "."))), rulings)
    def check_total(map_: HonshuMap, chosen: Rulings) -> None:
        found = score_map(map_, card, chosen).total
        assert found == slow_count.compute_total(map_.rows, card, chosen)
        assert found == sum(sum_parts(score_map(map_, card, chosen)).values())
        totals.add(found != score_map(map_, None, chosen).total)

    check_total()
    assert totals == ({False} if card is None else {False, True})  # the card counted for something, not always


cube_maps = st.lists(
    st.sampled_from(["b*", "b*", "b", "B2", "B3", "B4", "n*", "N2", "N4", "y*", "Y3", "g*", "G2"]),
    min_size=1,
    max_size=16,
)


@settings(max_examples=150, deadline=None)
@given(cube_maps, any_card, rulings)
def test_the_best_delivery_is_found(row: list[str], card: int | None, chosen: Rulings) -> None:
    map_ = HonshuMap((tuple(row),))
    assert score_map(map_, card, chosen).total == slow_count.compute_total(map_.rows, card, chosen)


def test_more_cubes_than_anybody_tries_one_by_one_are_delivered_for_the_most_points() -> None:
    """Twenty cubes to forty-two places: fourteen to factories of 4, the other six to those of 3."""
    map_ = HonshuMap((("b*",) * 20 + ("B2", "B3", "B4") * 7,))
    chosen = DEFAULT.with_ruling("cube-pool", "unlimited")
    assert score_map(map_, 1, chosen).total == slow_count.compute_total(map_.rows, 1, chosen) == 14 * 4 + 6 * 3


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
