"""Laying cards: what is allowed, what is covered, which cubes come and go."""

import pytest
from hypothesis import given, settings

from companion.data.honshu.map import SQUARES
from companion.data.honshu.placements import Placement, cards_by_name, parse_placements, parse_stack
from companion.rules.honshu.board import RULINGS
from companion.rules.honshu.laying import (
    LaidCard,
    MapOutcome,
    Pile,
    TypedSquares,
    find_laying_order,
    judge_placements,
    lay_card,
    turn_card,
)
from companion.rules.rulings import Rulings
from tests.goldens import read_golden
from tests.play.honshu.moves import EXAMPLE, GRID
from tests.rules.honshu.maps import legal_placements


def judge(text: str, *chosen: str) -> MapOutcome:
    return judge_placements(parse_placements(text), Rulings(RULINGS, dict(each.split("=") for each in chosen)))


def get_grid(judged: MapOutcome) -> list[str]:
    map_ = judged.pile.build_map()
    assert map_ is not None
    return map_.grid


def test_a_card_is_turned_clockwise() -> None:
    # Card 1: lake, blue / forest, town / grey, town.
    turned = [[square.terrain.value[:2] for square in row] for row in turn_card(cards_by_name()["1"], 90)]
    assert turned == [["pr", "fo", "la"], ["to", "to", "pr"]]
    upside_down = turn_card(cards_by_name()["1"], 180)
    assert upside_down[2][1] == cards_by_name()["1"].squares[0][0]


def test_the_booklet_example_is_laid_step_by_step() -> None:
    judged = judge_placements(find_laying_order(parse_stack(EXAMPLE)))
    assert judged.legal
    assert get_grid(judged) == GRID.splitlines()
    text = "".join(
        f"{step.placement} | covered {step.covered} | lost {step.lost}\n{step.pile.build_map()}\n\n"
        for step in judged.outcomes
    )
    assert text == read_golden("honshu-laying-63.txt", text)
    # Laid from the bottom to the top, cards lie apart on the way.
    assert not judge_placements(parse_stack(EXAMPLE)).legal


def test_a_card_is_laid_over_or_under_another() -> None:
    over = judge("A1 0 0 0\n50 2 0 0")
    assert over.legal
    assert get_grid(over) == ["- -", "b* n*", "- F", "- F", "T T"]
    assert over.outcomes[1].covered == ((2, 0), (2, 1))
    below = judge("A1 0 0 0\n50 2 0 0 bottom")
    assert get_grid(below) == ["- -", "b* n*", "T T", "- F", "T T"]
    assert below.outcomes[1].covered == ()
    assert below.outcomes[1].visible == ((3, 0), (3, 1), (4, 0), (4, 1))


def test_under_a_card_is_directly_beneath_it() -> None:
    # 49 lies over A1; 50 is slid under 49 but over A1.
    judged = judge("A1 0 0 0\n49 2 1 0\n50 2 0 0 under 49")
    assert judged.legal
    assert [laid.card.name for laid in judged.pile.cards] == ["A1", "50", "49"]
    assert get_grid(judged) == ["- - .", "b* n* .", "- F F", "- - T", "T - T"]


def test_a_covered_cube_is_lost_and_a_spent_one_is_gone() -> None:
    judged = judge("A1 0 0 0\n50 1 0 0")
    assert judged.outcomes[1].lost == ("b", "n")
    assert judged.pile.cubes == frozenset()
    spent = judge("A1 0 0 0\n50 2 0 0 spent b")
    assert spent.legal
    assert get_grid(spent)[1] == "b n*"


def test_a_spent_cube_is_the_one_about_to_be_covered() -> None:
    # A1 and 15 each bring a brown cube; card 52 covers the one of A1, so that one was spent.
    judged = judge("A1 0 0 0\n15 2 0 0\n52 1 1 0 spent n")
    assert judged.legal
    assert judged.outcomes[2].covered[0] == (1, 1)
    assert judged.outcomes[2].lost == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A1 0 0 0\n50 5 5 0", "overlaps no earlier card"),
        ("A1 0 0 0\n50 3 0 0", "overlaps no earlier card"),
        ("A1 0 0 0\n50 0 0 0 bottom", "No square of card 50 can be seen"),
        ("B1 0 0 0\n50 2 0 0", "The lake of card B1 at row 3, column 1 is covered"),
        ("A1 0 0 0\n8 2 -1 0 bottom", "The lake of card 8 at row 3, column 2 is tucked under"),
        ("A1 0 0 0\n50 2 0 0\n50 2 0 90", "is already on the map"),
        ("A1 0 0 0\n50 2 0 0 under 17", "cannot lie under card 17"),
        ("A1 0 0 0\n50 2 0 0 under 50", "cannot lie under card 50"),
        ("A1 0 0 0\n50 2 0 0 spent y", "No yellow cube is on the map"),
        ("A1 0 0 0\n50 2 0 0 spent b b", "No blue cube is on the map"),
        ("A1 0 0 0\nA2 2 0 0", "only be the first card"),
    ],
)
def test_placements_against_the_rules_are_refused(text: str, message: str) -> None:
    judged = judge(text)
    assert not judged.legal
    assert judged.outcomes[0].legal
    assert any(message in str(said) for said in judged.outcomes[-1].reasons), judged.outcomes[-1].reasons


def test_covering_a_whole_card_is_a_ruling() -> None:
    text = "A1 0 0 0\n50 0 0 0"
    assert judge(text, "covering=free").legal
    strict = judge(text, "covering=strict")
    assert [str(reason) for reason in strict.outcomes[1].reasons] == [
        "Card A1 is hidden completely, which the ruling covering=strict forbids."
    ]
    assert judge("A1 0 0 0\n50 1 0 0", "covering=strict").legal


def test_only_the_squares_of_the_card_that_is_hidden_are_at_fault() -> None:
    strict = judge("A1 0 0 0\n50 2 0 0\n52 0 0 0", "covering=strict").outcomes[-1]
    assert set(strict.covered) == {(row, column) for row in range(3) for column in range(2)}
    assert set(strict.faults) == {(row, column) for row in range(2) for column in range(2)}


def test_squares_without_a_card_may_be_hidden_but_for_lakes() -> None:
    strict = Rulings(RULINGS, {"covering": "strict"})
    for symbol, reasons in (("T", []), ("L", ["The lake at row 1, column 2 is covered; a lake must stay in view."])):
        typed = LaidCard(TypedSquares(1), {(0, 1): SQUARES[symbol]})
        step = lay_card(Pile((typed,)), Placement(cards_by_name()["50"], 0, 0, 0), strict)
        assert [str(reason) for reason in step.reasons] == reasons
        assert step.faults == ((0, 1),) * len(reasons)


@pytest.mark.parametrize(
    ("held", "pool", "spent", "placed"),
    [(9, "ten", "", 10), (10, "ten", "", 10), (10, "unlimited", "", 11), (10, "ten", " spent b", 10)],
)
def test_the_pool_has_ten_cubes_of_a_colour(held: int, pool: str, spent: str, placed: int) -> None:
    """Card 1 brings a blue square and a grey one; a spent cube returns before the new ones are placed."""
    row = {(0, column): SQUARES["b"] for column in range(held)}
    pile = Pile((LaidCard(TypedSquares(1), {**row, (0, held): SQUARES["-"]}),), frozenset(row))
    (placement,) = parse_placements(f"1 0 {held} 90{spent}")
    step = lay_card(pile, placement, Rulings(RULINGS, {"cube-pool": pool}))
    assert step.legal, step.why
    assert len(step.pile.cubes) == placed + 1
    assert len(step.short) == (held == 10 and pool == "ten" and not spent)


@settings(max_examples=40, deadline=None)
@given(legal_placements())
def test_an_order_is_found_for_every_stack_that_was_laid(placements: tuple[Placement, ...]) -> None:
    pile = judge_placements(placements).pile
    by_name = {placement.card.name: placement for placement in placements}
    stack = [by_name[laid_card.card.name] for laid_card in pile.cards]
    again = judge_placements(find_laying_order(stack))
    assert [laid_card.card.name for laid_card in again.pile.cards] == [laid_card.card.name for laid_card in pile.cards]
    assert again.pile.find_visible_squares() == pile.find_visible_squares()
    assert again.legal
