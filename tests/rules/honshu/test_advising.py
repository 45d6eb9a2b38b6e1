"""Advice: nothing legal is left out, nothing illegal is offered, and the points are those of the map."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.honshu.cards import Colour
from companion.data.honshu.map import SQUARES, get_symbol
from companion.data.honshu.placements import TURNS, Placement, cards_by_name, parse_placements
from companion.rules.honshu.advising import advise, compute_totals, select_best
from companion.rules.honshu.board import RULINGS
from companion.rules.honshu.laying import LaidCard, Pile, TypedSquares, judge_placements, lay_card
from companion.rules.honshu.score import score_map
from companion.rules.rulings import Rulings
from tests.rules.honshu import slow_count
from tests.rules.honshu.maps import MAP_CARDS, any_card, legal_placements, rulings

DEFAULT = Rulings(RULINGS)


def build_picture(pile: Pile) -> frozenset[tuple[tuple[int, int], str]]:
    return frozenset(
        (place, get_symbol(square) + ("*" if place in pile.cubes else ""))
        for place, (_, square) in pile.find_visible_squares().items()
    )


@settings(max_examples=20, deadline=None)
@given(legal_placements(most=5), st.data(), st.booleans())
def test_legal_placements_are_those_of_a_slow_enumeration(
    placements: tuple[Placement, ...], data: st.DataObject, strict: bool
) -> None:
    pile = judge_placements(placements).pile
    names = {placement.card.name for placement in placements}
    card = cards_by_name()[data.draw(st.sampled_from([name for name in MAP_CARDS if name not in names]))]
    chosen = DEFAULT.with_ruling("covering", "strict") if strict else DEFAULT
    ways = advise(pile, card, None, chosen)
    face = tuple(tuple(get_symbol(square) for square in row) for row in card.squares)
    laid = [{place: get_symbol(square) for place, square in each.squares.items()} for each in pile.cards]
    expected = slow_count.list_pictures(laid, pile.cubes, face, strict)
    assert len(ways) == len(expected)
    steps = [lay_card(pile, way.placement, chosen) for way in ways]
    assert all(step.legal for step in steps)
    assert {build_picture(step.pile) for step in steps} == expected


@settings(max_examples=12, deadline=None)
@given(legal_placements(most=6), any_card, rulings, st.data())
def test_advised_points_are_those_of_the_resulting_map(
    placements: tuple[Placement, ...], card: int | None, chosen: Rulings, data: st.DataObject
) -> None:
    pile = judge_placements(placements, chosen).pile
    names = {placement.card.name for placement in placements}
    offered = cards_by_name()[data.draw(st.sampled_from([name for name in MAP_CARDS if name not in names]))]
    colours = sorted({pile.find_visible_squares()[place][1].colour for place in pile.cubes}, key=lambda c: c.value)
    spent = data.draw(st.lists(st.sampled_from(colours), max_size=1)) if colours else []
    ways = advise(pile, offered, card, chosen, spent)
    for way in data.draw(st.lists(st.sampled_from(ways), min_size=1, max_size=20)):
        step = lay_card(pile, way.placement, chosen)
        assert step.legal
        map_ = step.pile.build_map()
        assert map_ is not None
        assert way.total == score_map(map_, card, chosen).total
        assert way.fallow == sum(row.count("-") for row in map_.rows)


def test_the_gain_is_counted_from_the_map_without_the_spent_cube() -> None:
    # B4: town lake / forest town / brown factory 3, town; 15 brings a brown cube.
    pile = judge_placements(parse_placements("B4 0 0 0\n15 2 1 90")).pile
    map_ = pile.build_map()
    assert map_ is not None
    now = score_map(map_).total
    card = cards_by_name()["25"]
    ways = advise(pile, card)
    assert all(way.gained == way.total - now for way in ways)
    best = select_best(ways)
    assert [way.gained for way in best] == sorted((way.gained for way in ways), reverse=True)[:5]
    assert best[0].fallow == max(way.fallow for way in ways if way.gained == best[0].gained)
    spent = advise(pile, card, spent=[Colour.BROWN])
    assert max(way.total for way in spent) == max(way.total for way in advise(pile, card)) - 3
    assert all(way.gained == way.total - (now - 3) for way in spent)


@pytest.mark.parametrize(
    ("held", "pool", "gained"),
    [
        (9, "ten", [4, 2]),  # a tenth cube for the factories, or none
        (10, "ten", [2]),  # the pool has none left, so both ways leave the same
        (10, "unlimited", [4, 2]),
    ],
)
def test_a_production_square_has_a_cube_while_the_pool_has_one(held: int, pool: str, gained: list[int]) -> None:
    """Card 46 over five squares like its own, the blue one bare, or beneath them: its forest is new."""
    rows = ["b -", "T G2", "T", "", " ".join(["b"] * held), " ".join(["B2"] * 11)]
    squares = {(r, c): SQUARES[each] for r, row in enumerate(rows) for c, each in enumerate(row.split())}
    pile = Pile((LaidCard(TypedSquares(1), squares),), frozenset((4, column) for column in range(held)))
    ways = advise(pile, cards_by_name()["46"], None, DEFAULT.with_ruling("cube-pool", pool))
    places = [(way.placement.row, way.placement.column, way.placement.turn) for way in ways]
    assert [way.gained for way, place in zip(ways, places, strict=True) if place == (0, 0, 0)] == gained


@settings(max_examples=15, deadline=None)
@given(legal_placements(most=5), any_card, rulings, st.sampled_from(TURNS), st.data())
def test_points_are_listed_wherever_a_held_card_may_lie(
    placements: tuple[Placement, ...], card: int | None, chosen: Rulings, turn: int, data: st.DataObject
) -> None:
    pile = judge_placements(placements, chosen).pile
    names = {placement.card.name for placement in placements}
    offered = cards_by_name()[data.draw(st.sampled_from([name for name in MAP_CARDS if name not in names]))]
    under = data.draw(st.sampled_from([None, "bottom", *sorted(names)]))
    found = compute_totals(pile, Placement(offered, 0, 0, turn, under), card, chosen)
    top, left = pile.origin
    for row in range(top - 3, top + 16):
        for column in range(left - 3, left + 16):
            step = lay_card(pile, Placement(offered, row, column, turn, under), chosen)
            assert ((row, column) in found) == step.legal
            if step.legal:
                assert found[row, column] == score_map(step.pile.build_map(), card, chosen).total
