"""Runs of one size share sheets where that saves one, and each back still lies behind its front."""

import pytest

from companion.data.deck import Deck
from companion.data.papers import parse_paper
from companion.press.composition import compose
from companion.press.impose.gang import Edition, gang_up
from companion.press.ink.pdf import render_document
from tests.press.cards import card, cards
from tests.press.pdf_geometry import read


def build_run(name: str, first: int, count: int, back: bool = True, width: float = 58):
    pieces = [card(number, width, 87, 3, back) for number in range(first, first + count)]
    return [piece._replace(run=name) for piece in pieces]


def sheets(deck: Deck, *pieces, sides: str = "duplex-long") -> list[list[str]]:
    gangs = gang_up(Edition(deck, "en", parse_paper("a4"), sides), [piece for each in pieces for piece in each])
    return [[piece.card for piece, _ in placed] for gang in gangs for placed in gang.place_pieces()]


def test_left_over_cards_of_several_runs_share_a_sheet(deck: Deck) -> None:
    found = sheets(deck, build_run("a", 1, 11), build_run("b", 21, 2), build_run("c", 31, 3))
    assert [len(sheet) for sheet in found] == [9, 7]
    assert found[1] == ["10", "11", "21", "22", "31", "32", "33"]


def test_runs_stay_apart_where_no_sheet_is_saved(deck: Deck) -> None:
    assert [len(sheet) for sheet in sheets(deck, build_run("a", 1, 8), build_run("b", 21, 8))] == [8, 8]


@pytest.mark.parametrize(("back", "width"), [(False, 58.0), (True, 57.0)], ids=["none has a back", "another size"])
def test_other_sizes_and_cards_without_backs_stay_apart(deck: Deck, back: bool, width: float) -> None:
    found = sheets(deck, build_run("a", 1, 2), build_run("b", 21, 2, back, width))
    assert found == [["1", "2"], ["21", "22"]]


@pytest.mark.parametrize("sides", ["duplex-long", "duplex-short"])
def test_on_a_shared_sheet_each_back_lies_behind_its_front(deck: Deck, sides: str) -> None:
    edition = Edition(deck, "en", parse_paper("a4"), sides, cover=False)
    document = compose(edition, [*build_run("a", 1, 2), *build_run("b", 21, 3)]).documents[0]
    front, back = read(render_document(document))
    placed = list(zip(front.cards(58, 87, 3), back.cards(58, 87, 3), strict=True))
    assert len(placed) == 5
    for one, other in placed:
        for (x, y), (u, v) in zip(one.trim(3), (other.trim(3)[at] for at in (1, 0, 3, 2)), strict=True):
            turned = (210 - x, y) if sides == "duplex-long" else (x, 297 - y)
            assert (u, v) == pytest.approx(turned, abs=0.01)


def test_the_same_cards_in_one_run_are_not_changed(deck: Deck) -> None:
    assert [len(sheet) for sheet in sheets(deck, cards(20))] == [9, 9, 2]
