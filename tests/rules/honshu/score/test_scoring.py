"""Scores: the worked examples, every ruling, and laws that hold on any map."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.data.honshu.cards import scoring_cards
from companion.data.honshu.map import HonshuMap, parse_map
from companion.rules.honshu.board import RULINGS
from companion.rules.honshu.score import find_alternatives, score_map, sum_parts
from companion.rules.rulings import Rulings
from tests.play.honshu.moves import GRID
from tests.rules.honshu import slow_count
from tests.rules.honshu.maps import any_card, maps, rulings

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
