"""Squares in doubt: what is asked about them, and what is not because the score is the same either way."""

from dataclasses import replace

import pytest

from companion.data.honshu.cards import load_cards
from companion.data.honshu.map import get_symbol
from companion.rules.honshu.board import Position
from companion.rules.honshu.rulings import DEFAULT_RULINGS, RULINGS
from companion.rules.rulings import Rulings
from companion.sentences import say
from companion.service.honshu.seen_map import find_deciding_squares, list_likely_symbols
from companion.vision.honshu.reading import How, Reading, SeenCard, SeenSquare
from tests.service.honshu.seen import build_two_card_reading, outline, with_square

CUBE = {"cube": None, "doubt": True, "only_cube": True}


def row(*symbols: str) -> Reading:
    """Squares side by side; with ``?`` nobody can tell whether a cube stands, and alone what lies there."""
    printed = {
        get_symbol(square).rstrip("*"): (card.name, number)
        for card in load_cards()
        for number, square in enumerate(square for line in card.squares for square in line)
    }
    squares = []
    for column, symbol in enumerate(symbols):
        doubt, kind = symbol.endswith("?"), symbol.rstrip("?*")
        cube = None if doubt else symbol.endswith("*")
        name, number = printed[kind or "F"]
        shown, only_cube = outline(0, column), doubt and kind != ""
        squares.append(SeenSquare(0, column, name, number, How.READ, doubt, cube, shown, only_cube))
    return Reading(tuple(squares), (), (), ())


def list_asked_columns(
    reading: Reading, card: int | None = None, settled: dict[Position, str] | None = None
) -> list[int]:
    """The columns whose squares are asked about."""
    return [column for _, column in sorted(find_deciding_squares(reading, settled or {}, card, DEFAULT_RULINGS))]


@pytest.mark.parametrize(
    ("symbols", "card", "columns"),
    [
        ("b? F", None, []),  # no factory wants it
        ("b? B2 F", None, [0]),
        ("b? b* B2 F", None, []),  # another is there
        ("b? b* B2 B3", None, [0]),
        ("b? b? B2 F", None, [0, 1]),  # each is not needed as long as the other stands
        ("b? b? b* B2 F", None, []),
        ("b? b? n? B2 F", None, [0, 1]),
        ("b? F", 6, [0]),  # empty production counts
        ("b? ? F", None, [0, 1]),  # what lies there may be a factory
        ("? F T", None, [0]),
        ("b? b? b? b? n? n? n? n? F", None, []),
        ("b? b? b? b? n? n? n? n? g? F", None, list(range(9))),  # more ways than are tried
        ("? ? F", None, [0, 1]),
    ],
)
def test_a_cube_is_asked_about_where_the_score_hangs_on_it(symbols: str, card: int | None, columns: list[int]) -> None:
    assert list_asked_columns(row(*symbols.split()), card) == columns


def test_what_was_settled_decides_what_is_still_asked() -> None:
    reading = row("b?", "b?", "?", "F")
    assert list_asked_columns(reading) == [0, 1, 2]
    assert list_asked_columns(reading, settled={(0, 2): "T"}) == []
    assert list_asked_columns(reading, settled={(0, 2): "B2"}) == [0, 1]
    assert list_asked_columns(reading, settled={(0, 2): "B2", (0, 0): "b*"}) == []
    assert list_asked_columns(reading, settled={(0, 2): "B2", (0, 0): "b"}) == [1]
    assert list_asked_columns(reading, settled=dict.fromkeys([(0, column) for column in range(4)], ".")) == []


def test_the_tables_ruling_counts() -> None:
    """With card 6 an empty place is worth what the factory is, unless its square is empty after that, too."""
    found = [
        find_deciding_squares(row("b?", "B2"), {}, 6, Rulings(RULINGS, {"empty-production": told}))
        for told in ("after", "before")
    ]
    assert found == [{(0, 0)}, frozenset()]


def test_every_doubtful_square_is_asked_when_cards_are_missing() -> None:
    missing = replace(row("b?", "F"), amiss=(say("12 of 13 cards were found."),))
    assert list_asked_columns(missing) == [0]


def test_a_square_that_may_be_another_is_asked_whatever_it_scores() -> None:
    assert list_asked_columns(with_square(row("b?", "F"), (0, 0), only_cube=False)) == [0]
    assert list_asked_columns(with_square(row("b?", "F"), (0, 0), how=How.INFERRED)) == []
    bare = with_square(build_two_card_reading(), (1, 0), cube=None)
    assert find_deciding_squares(bare, {}, None, DEFAULT_RULINGS) == frozenset()


@pytest.mark.parametrize("how", [How.UNKNOWN, How.INFERRED])
@pytest.mark.parametrize(
    ("place", "hangs"),
    [
        ((2, 0), False),  # a town on both cards that may lie there
        ((2, 1), True),  # town or lake
        ((2, 2), True),  # fallow or a town of its own, which brings nothing: fallow breaks a tie
        ((2, 3), False),  # forest on both
    ],
)
def test_a_square_of_one_card_or_another_is_asked_where_the_score_hangs_on_which(
    place: Position, hangs: bool, how: How
) -> None:
    cards = build_two_card_reading()
    beside = [SeenSquare(2, 2 + at, "50", at, How.READ, False, False, outline(2, 2 + at)) for at in (0, 1)]
    lying = SeenCard("50", 2, 2, 0), SeenCard("52", 1, 2, 0)
    cards = replace(cards, squares=(*cards.squares, *beside), cards=(*cards.cards, *lying))
    doubtful = with_square(cards, place, how=how, doubt=True)
    assert find_deciding_squares(doubtful, {}, None, DEFAULT_RULINGS) == ({place} if hangs else frozenset())
    amiss = replace(doubtful, amiss=(say("12 of 13 cards were found."),))
    assert find_deciding_squares(amiss, {}, None, DEFAULT_RULINGS) == {place}


@pytest.mark.parametrize(
    ("place", "changed", "offered"),
    [
        ((1, 0), CUBE, ("b*", "b")),
        ((1, 0), {"how": How.UNKNOWN, "doubt": True}, ("b*", "b")),
        ((1, 0), {"how": How.UNKNOWN, "doubt": True, "cube": False}, ("b*", "b")),
        ((2, 1), {"how": How.UNKNOWN, "doubt": True}, ("L", "T")),  # A1 lies beneath it
        ((2, 1), {"how": How.INFERRED, "doubt": True, "card": "A1", "square": 5}, ("T", "L")),
        ((2, 0), {"how": How.UNKNOWN, "doubt": True}, ("T",)),
    ],
)
def test_likely_symbols_are_those_of_the_cards_lying_there(
    place: Position, changed: dict[str, object], offered: tuple[str, ...]
) -> None:
    reading = with_square(build_two_card_reading(), place, **changed)
    (square,) = (each for each in reading.squares if (each.row, each.column) == place)
    assert list_likely_symbols(reading, square) == offered


def test_maps_are_named_by_what_they_leave_out() -> None:
    assert [str(Reading((), (), (), (), without=each).label) for each in (("17",), ("17", "B1"), ())] == [
        "without 17",
        "without 17, B1",
        "with all cards",
    ]
