"""The printed Hogen: backs that tell nothing, clans and ranks known without colour."""

import pytest

from companion.data.deck import open_deck
from companion.data.hogen import CARDS, parse_card
from companion.press.face.pieces import Piece
from companion.press.frame.frame import Shape, Use
from companion.press.layout import lay_out
from tests.goldens import read_golden
from tests.press.colours import find_lookalikes
from tests.press.games.shogun.test_faces import list_parts, list_words
from tests.press.golden_faces import format_parts

FIGURES = {1: "soldier", 2: "archer", 3: "rider", 4: "commander"}


@pytest.fixture(scope="module")
def samurai() -> list[Piece]:
    return list(lay_out(open_deck("hogen"), "en", ["samurai"]))


def test_the_sixteen_samurai_are_those_of_the_rules(samurai: list[Piece]) -> None:
    assert [parse_card(piece.card) for piece in samurai] == list(CARDS)
    for piece, card in zip(samurai, CARDS, strict=True):
        written = list_words(piece.front)
        assert card.clan in written
        assert written.count(str(card.rank)) == 2
        parts = list_parts(piece.front)
        assert f"figures.svg {FIGURES[card.rank]}" in parts
        assert parts.count(f"scene.svg tab-{card.clan.lower()}") == 2
        assert parts.count(f"mon.svg {card.clan.lower()}") == 2 * 2  # one for low ink, one for full
        tab = next(item.frame for item in piece.front.items if isinstance(item, Use) and "tab/" in item.frame.name)
        assert sum(isinstance(item, Shape) and item.role == "tally" for item in tab.items) == card.rank


def test_all_backs_are_one_back_without_words(samurai: list[Piece]) -> None:
    (first, *others) = [piece.back for piece in samurai if piece.back is not None]
    assert len(others) == 15
    assert {format_parts(each, set()) for each in others} == {format_parts(first, set())}
    assert list_words(first) == []


def test_clans_and_ranks_are_told_apart_without_colour(samurai: list[Piece]) -> None:
    assert list(find_lookalikes(piece.front for piece in samurai)) == []


def test_a_samurai_card_matches_the_golden_file(samurai: list[Piece]) -> None:
    drawn = format_parts(next(piece.front for piece in samurai if piece.card == "Taira2"), set())
    assert drawn == read_golden("hogen-samurai-taira2.txt", drawn)


@pytest.mark.parametrize(("players", "opponents"), [(3, 2), (4, 3)])
def test_a_sheet_has_a_grid_for_each_opponent(players: int, opponents: int) -> None:
    piece = next(lay_out(open_deck("hogen"), "en", ["sheets"]))
    sheet = piece.front if players == 3 else piece.back
    assert sheet is not None
    on_it = [item.frame for item in sheet.items if isinstance(item, Use)]
    grids = [frame for frame in on_it if frame.name.startswith("sheet-opponent")]
    assert len(grids) == opponents
    for grid in grids:
        rows = [item.frame for item in grid.items if isinstance(item, Use) and "sheet-row" in item.frame.name]
        squares = [item for row in rows for item in row.items if isinstance(item, Shape) and item.stroke]
        # A square with its line for each samurai, and one for what was called and passed of each trait.
        assert (len(rows), len(squares)) == (4, 2 * (16 + 4))
