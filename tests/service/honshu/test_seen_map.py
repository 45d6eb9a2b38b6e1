"""What a photo shows of a map: symbols, squares in doubt and what is asked about them, places beside."""

import sys
from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from types import SimpleNamespace

import pytest
from PIL import Image

from companion.data.honshu.cards import load_cards
from companion.data.honshu.map import get_symbol
from companion.errors import InputError
from companion.rules.honshu.board import DEFAULT_RULINGS, RULINGS, Position
from companion.rules.rulings import Rulings
from companion.sentences import say
from companion.service.honshu.seen_map import (
    PhotoUpload,
    build_seen_map,
    find_deciding_squares,
    get_seen_symbol,
    is_in_doubt,
    list_likely_symbols,
    list_open_places,
    move_settled,
    read_photo,
)
from companion.vision.honshu.reading import Evidence, Reading, SeenCard, SeenSquare
from tests.service.honshu.readings import build_outline, build_two_card_reading, replace_square

CUBE = {"cube": None, "doubt": True, "only_cube": True}


def build_row(*symbols: str) -> Reading:
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
        shown, only_cube = build_outline(0, column), doubt and kind != ""
        squares.append(SeenSquare(0, column, name, number, Evidence.READ, doubt, cube, shown, only_cube))
    return Reading(tuple(squares), (), (), ())


def list_asked_columns(
    reading: Reading, card: int | None = None, settled: dict[Position, str] | None = None
) -> list[int]:
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
def test_a_cube_is_asked_about_where_the_score_depends_on_it(
    symbols: str, card: int | None, columns: list[int]
) -> None:
    assert list_asked_columns(build_row(*symbols.split()), card) == columns


def test_what_was_settled_decides_what_is_still_asked() -> None:
    reading = build_row("b?", "b?", "?", "F")
    for settled, asked in (({}, [0, 1, 2]), ({2: "T"}, []), ({2: "B2"}, [0, 1]), ({2: "B2", 0: "b"}, [1])):
        assert list_asked_columns(reading, settled={(0, at): symbol for at, symbol in settled.items()}) == asked


def test_the_tables_rulings_decide_what_is_asked() -> None:
    found = [
        find_deciding_squares(build_row("b?", "B2"), {}, 6, Rulings(RULINGS, {"empty-production": value}))
        for value in ("after", "before")
    ]
    assert found == [{(0, 0)}, frozenset()]


def test_a_square_that_may_be_another_is_asked_whatever_it_scores() -> None:
    assert list_asked_columns(replace(build_row("b?", "F"), remarks=(say("12 of 13 cards were found."),))) == [0]
    assert list_asked_columns(replace_square(build_row("b?", "F"), (0, 0), only_cube=False)) == [0]
    assert list_asked_columns(replace_square(build_row("b?", "F"), (0, 0), evidence=Evidence.INFERRED)) == []
    bare = replace_square(build_two_card_reading(), (1, 0), cube=None)
    assert find_deciding_squares(bare, {}, None, DEFAULT_RULINGS) == frozenset()


@pytest.mark.parametrize("how", [Evidence.UNKNOWN, Evidence.INFERRED])
@pytest.mark.parametrize(
    ("place", "hangs"),
    [
        ((2, 0), False),  # a town on both cards that may lie there
        ((2, 1), True),  # town or lake
        ((2, 2), True),  # fallow or a town of its own, which brings nothing: fallow breaks a tie
        ((2, 3), False),  # forest on both
    ],
)
def test_a_square_of_either_card_is_asked_where_the_score_depends_on_which(
    place: Position, hangs: bool, how: Evidence
) -> None:
    cards = build_two_card_reading()
    beside = [SeenSquare(2, 2 + at, "50", at, Evidence.READ, False, False, build_outline(2, 2 + at)) for at in (0, 1)]
    lying = SeenCard("50", 2, 2, 0), SeenCard("52", 1, 2, 0)
    cards = replace(cards, squares=(*cards.squares, *beside), cards=(*cards.cards, *lying))
    doubtful = replace_square(cards, place, evidence=how, doubt=True)
    assert find_deciding_squares(doubtful, {}, None, DEFAULT_RULINGS) == ({place} if hangs else frozenset())
    amiss = replace(doubtful, remarks=(say("12 of 13 cards were found."),))
    assert find_deciding_squares(amiss, {}, None, DEFAULT_RULINGS) == {place}


@pytest.mark.parametrize(
    ("place", "changed", "offered"),
    [
        ((1, 0), CUBE, ("b*", "b")),
        ((1, 0), {"evidence": Evidence.UNKNOWN, "doubt": True, "cube": False}, ("b*", "b")),
        ((2, 1), {"evidence": Evidence.UNKNOWN, "doubt": True}, ("L", "T")),  # A1 lies beneath it
        ((2, 1), {"evidence": Evidence.INFERRED, "doubt": True, "card": "A1", "square": 5}, ("T", "L")),
        ((2, 0), {"evidence": Evidence.UNKNOWN, "doubt": True}, ("T",)),
    ],
)
def test_likely_symbols_are_those_of_the_cards_on_the_square(
    place: Position, changed: dict[str, object], offered: tuple[str, ...]
) -> None:
    reading = replace_square(build_two_card_reading(), place, **changed)
    (square,) = (each for each in reading.squares if (each.row, each.column) == place)
    assert list_likely_symbols(reading, square) == offered


PLAIN = build_two_card_reading()


def build_square(**changed: object) -> SeenSquare:
    """The production square of card A1, upright, with its cube."""
    (found,) = (each for each in PLAIN.squares if (each.row, each.column) == (1, 0))
    return replace(found, **changed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changed", "symbol", "doubt"),
    [
        ({}, "b*", False),
        ({"cube": False}, "b", False),
        ({"cube": None}, "b*", True),  # at the end of a game nearly all are there
        ({"doubt": True}, "b*", True),
        ({"evidence": Evidence.UNKNOWN}, "b*", True),
        ({"square": 0, "cube": None}, "-", False),  # no cube can stand there
    ],
)
def test_a_seen_square_has_a_symbol_and_may_be_in_doubt(
    changed: Mapping[str, object], symbol: str, doubt: bool
) -> None:
    seen = build_square(**changed)
    assert get_seen_symbol(seen) == symbol
    assert is_in_doubt(seen) == doubt


def test_a_persons_answer_overrides_the_photo() -> None:
    assert build_seen_map(PLAIN, {}).grid == ["- -", "b* n*", "T L", "y* T", "- -"]
    answered = build_seen_map(PLAIN, {(1, 0): "F", (0, 0): ".", (0, 2): "L"})
    assert answered.grid == [". - L", "F n* .", "T L .", "y* T .", "- - ."]
    assert build_seen_map(PLAIN, {(9, 9): ".", (-1, 0): "."}) == build_seen_map(PLAIN, {})  # no card makes no edge


def test_squares_may_be_added_beside_those_that_are_seen() -> None:
    beside = {(row, column) for row in range(5) for column in (-1, 2)}
    beside |= {(row, column) for row in (-1, 5) for column in range(2)}
    assert list_open_places(PLAIN, {}) == {place: build_outline(*place) for place in beside}
    added = list_open_places(PLAIN, {(0, 2): "L"})
    assert added.keys() == beside | {(0, 3), (-1, 2)}
    assert added == {place: build_outline(*place) for place in added}


def test_what_was_settled_moves_with_the_map() -> None:
    def shift(down: int, right: int) -> Reading:
        squares = (replace(each, row=each.row + down, column=each.column + right) for each in PLAIN.squares)
        return replace(PLAIN, squares=tuple(squares))

    settled, moved = {(0, 0): "F", (3, 1): "."}, {(2, -1): "F", (5, 0): "."}
    assert move_settled(settled, PLAIN, shift(2, -1)) == moved
    assert move_settled(settled, shift(1, 4), shift(3, 3)) == moved
    odd = replace_square(shift(2, -1), (2, -1), card="7", square=2)  # one that was read otherwise
    assert move_settled(settled, PLAIN, odd) == moved
    strange = replace(PLAIN, squares=tuple(replace(each, card="60") for each in PLAIN.squares))
    assert move_settled(settled, PLAIN, strange) == {}


def test_a_photo_is_shown_small_with_its_map_or_its_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(_photo: object, eyes: object) -> Reading:
        if found is None:
            raise InputError("no seal was found.")
        return found

    monkeypatch.setitem(sys.modules, "companion.vision.honshu.map_reading", SimpleNamespace(read_map_photo=read))
    file = BytesIO()
    Image.new("RGB", (3200, 400), (150, 120, 90)).save(file, "JPEG")
    found: Reading | None = PLAIN
    seen = read_photo(PhotoUpload("a.jpg", file.getvalue()))
    assert (seen.picture.width, seen.picture.height, seen.problem) == (1600, 200, None)
    assert seen.picture.picture.startswith(b"\xff\xd8")
    assert seen.reading is not None
    assert seen.reading.squares[0].outline == tuple((x / 2, y / 2) for x, y in build_outline(0, 0))
    found = None
    seen = read_photo(PhotoUpload("a.jpg", file.getvalue()))
    assert (seen.picture.width, seen.reading, str(seen.problem)) == (1600, None, "no seal was found.")
