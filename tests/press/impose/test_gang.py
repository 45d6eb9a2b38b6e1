"""Which cards share a sheet, which share a cut, and that each back still lies behind its front."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.deck import Deck, open_deck
from companion.data.papers import parse_paper
from companion.press.composition import compose
from companion.press.face.pieces import Piece
from companion.press.frame.drawing import Drawing, Trace
from companion.press.frame.frame import Frame, Shape, Text, Use
from companion.press.frame.outlines import Matrix, circle, line, rect
from companion.press.ink.pdf import render_document
from companion.press.sheets.gang import (
    SIDES,
    Edition,
    find_plain_edge,
    find_plain_edges,
    gang_up,
    lay_out_rows,
    offer_bleed,
)
from companion.press.sheets.grid import solve_grid
from tests.press.cards import build_card, build_cards, build_face
from tests.press.impose.test_edition import is_behind
from tests.press.pdf_geometry import read_pages

GROUND = build_face("plain", 58, 87, 3, "#112233").items[0]
PLAIN, RED = "#112233", "#ff0000"
ARROW = Drawing.from_traces("a.svg flag", (Trace("M0 0L20 0L20 20L0 20Z", RED),))
OVER = Matrix.translate(40, 30)
COVERED = Frame("covered", 58, 87, (Shape(circle(0, 40, 5), fill=RED), GROUND), 3)
TURNED = Matrix.translate(-10, -10).then(Matrix.rotate(90)).then(Matrix.scale_by(3)).then(Matrix.translate(29, 40))


@pytest.mark.parametrize(
    ("items", "edge"),
    [
        ((GROUND, Shape(circle(29, 40, 20), fill=RED)), PLAIN),
        ((Text("x", 29, 40, 9),), "#ffffff"),
        ((Shape(circle(0, 40, 5), fill="#ffffff"),), "#ffffff"),
        ((GROUND, Shape(circle(0, 40, 5), fill=RED)), None),
        ((GROUND, Shape(line(10, 0.5, 20, 0.5), stroke=RED, width=0.3)), None),
        ((GROUND, Shape(rect(0, 0, 58, 87), fill=RED)), None),
        ((GROUND, Shape(rect(-3, -3, 64, 93, 4), fill=RED)), None),
        ((GROUND, Shape(circle(0, 40, 5), fill=PLAIN)), PLAIN),
        ((GROUND, Shape(circle(0, 40, 5), fill=PLAIN, stroke="#ffffff", width=0.3)), None),
        ((GROUND, Use(Frame("i", 10, 10, (Shape(rect(0, 0, 10, 10), fill=RED),)), Matrix.translate(52, 20))), None),
        (COVERED.items, PLAIN),
        ((Use(COVERED, Matrix.translate(58, 87).then(Matrix.translate(-58, -87))),), PLAIN),
        ((GROUND, Use(ARROW, Matrix.translate(19, 30))), PLAIN),
        ((GROUND, Use(ARROW, OVER)), None),
        ((GROUND, Use(ARROW, OVER, rect(40, 30, 9, 9))), PLAIN),
        ((Use(ARROW, TURNED),), None),
    ],
)
def test_an_edge_is_plain_where_no_other_colour_and_no_drawing_reaches_it(
    items: tuple[Shape | Text | Use, ...], edge: str | None
) -> None:
    assert find_plain_edge(Frame("card", 58, 87, items, 3)) == edge


def test_cards_share_cuts_when_fronts_are_alike_and_backs_are_alike() -> None:
    alike = [build_card(number, 58, 87, 3, colour="#aabbcc") for number in range(4)]
    assert find_plain_edges(alike) == [("#aabbcc", "#aabbcc")] * 4
    assert len(set(find_plain_edges([*alike, build_card(9, 58, 87, 3, colour="#aabbcd")]))) == 2
    assert find_plain_edges([build_card(9, 58, 87, 3, back=False, colour="#aabbcc")]) == [("#aabbcc", "#ffffff")]


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abc "), st.integers(1, 60)), max_size=12))
def test_pieces_in_rows_stay_on_the_page_and_never_overlap(runs: list[tuple[str, int]]) -> None:
    edges = [(kind, kind) if kind != " " else None for kind, count in runs for _ in range(count)]
    grid = solve_grid(parse_paper("a4"), 8, 8, shares_cuts=True)
    pages = lay_out_rows(edges, grid)
    assert sorted(piece for page in pages for piece, _ in page) == list(range(len(edges)))
    left, top, right, bottom = grid.trim
    for page in pages:
        xs, ys = np.array([(slot.x, slot.y) for _, slot in page]).T
        assert left - 1e-6 <= xs.min() <= xs.max() <= right - 8 + 1e-6
        assert top - 1e-6 <= ys.min() <= ys.max() <= bottom - 8 + 1e-6
        gaps = np.maximum(*(abs(at[:, None] - at[None, :]) - 8 for at in (xs, ys)))
        np.fill_diagonal(gaps, 4)
        assert gaps.min() > -1e-6
        for one, other in np.argwhere(gaps < 4 - 1e-6):
            assert edges[page[one][0]] == edges[page[other][0]] is not None


@pytest.mark.parametrize("sides", SIDES)
def test_backs_meet_and_no_colour_bleeds_onto_another(sides: str, deck: Deck) -> None:
    colours = ["#aa0000"] * 26 + ["#00aa00"] * 20 + ["#0000aa", "#111111", "#222222"]
    pieces = [build_card(number, 12, 12, 3, colour=colour) for number, colour in enumerate(colours)]
    documents = compose(Edition(deck, "en", parse_paper("a4"), sides, cover=False), pieces).documents
    pages = [page for document in documents for page in read_pages(render_document(document))]
    fronts = [form for form in pages[0].find_cards(12, 12, 3) if sides != "fold" or form.compute_visible_box()[2] < 105]
    onto = set[tuple[int, float]]()  # fronts that cover the seam between them and those they touch, and how far, mm
    for (index, form), (_, other) in permutations(enumerate(fronts), 2):
        (left, top, right, bottom), ((x1, y1), _, (x2, y2), _) = form.compute_visible_box(), other.compute_trim(3)
        onto.add((index, round(min(x2 - left, right - x1, y2 - top, bottom - y1), 2)))
    assert (len(fronts), [over for _, over in onto if over > 0]) == (len(colours), [0.05] * (26 + 20))
    if sides not in ("fold", "fronts"):
        for front, back in zip(fronts, pages[1].find_cards(12, 12, 3), strict=True):
            assert is_behind(front, back, pages[0], sides, 3)


def test_rows_take_no_more_sheets_than_a_grid_with_gaps(deck: Deck) -> None:
    """Where every neighbour is of another colour, rows would cost paper."""
    pieces = [build_card(number, 12, 12, 2, colour=("#aa0000", "#00aa00")[number // 2 % 2]) for number in range(120)]
    made = compose(Edition(deck, "en", parse_paper("a4"), "fronts", cover=False), pieces)
    assert made.sheets <= -(-len(pieces) // solve_grid(parse_paper("a4"), 12, 12).cards)


def build_run(name: str, first: int, count: int, back: bool = True, width: float = 58) -> list[Piece]:
    pieces = [build_card(number, width, 87, 3, back) for number in range(first, first + count)]
    return [piece._replace(run=name) for piece in pieces]


A, B, C = build_run("a", 1, 2), build_run("b", 21, 2), build_run("c", 31, 3)


@pytest.mark.parametrize(
    ("runs", "sheets"),
    [
        ((build_run("a", 1, 11), B, C), ["1 2 3 4 5 6 7 8 9", "10 11 21 22 31 32 33"]),
        ((build_run("a", 1, 8), build_run("b", 11, 8)), ["1 2 3 4 5 6 7 8", "11 12 13 14 15 16 17 18"]),
        ((A, build_run("b", 21, 2, back=False)), ["1 2 21 22"]),
        ((A, build_run("b", 21, 2, width=57.0)), ["1 2 21 22"]),
        ((A, build_run("b", 21, 5, width=57.0)), ["21 22 23 24 25 1 2"]),
        ((A, build_run("b", 21, 8, width=57.0)), ["1 2", "21 22 23 24 25 26 27 28"]),
        ((build_cards(10),), ["1 2 3 4 5 6 7 8 9", "10"]),
    ],
    ids=["left over", "no sheet is saved", "none has a back", "another size", "beside", "too many", "one run"],
)
def test_runs_share_a_sheet_where_that_saves_one(deck: Deck, runs: tuple[list[Piece], ...], sheets: list[str]) -> None:
    gangs = gang_up(Edition(deck, "en", parse_paper("a4")), [piece for run in runs for piece in run])
    pages = [[piece.card for block in page for piece, _ in block.pieces] for each in gangs for page in each.pages]
    assert list(map(" ".join, pages)) == sheets


def test_less_bleed_is_taken_where_it_saves_a_sheet_of_all_and_is_no_less_than_a_millimetre(deck: Deck) -> None:
    edition, cards = Edition(deck, "en", parse_paper("letter")), [build_card(n, 63, 88, 3) for n in range(20)]
    (gang,) = gang_up(edition, cards)
    assert (len(gang.pages), gang.grid.bleed) == (3, 1.1)
    note = "Bleed is 1.1 mm in place of 2 mm, which saves one sheet of Letter."
    assert [str(each) for each in gang.list_notes(edition)] == [note]
    assert "in place of 1.5 mm" in str(gang_up(edition, [build_card(n, 63, 88, 1.5) for n in range(20)])[0].remark)
    usual = gang_up(replace(edition, bleed=2.0), cards)
    assert [(len(each.pages), each.grid.bleed, each.remark) for each in usual] == [(4, 2.0, None)]
    assert {each.grid.bleed for each in gang_up(edition, [*cards, *build_run("b", 31, 2)])} == {1.1}
    large = gang_up(edition, [*cards, build_card(99, 197, 197, 3)])  # for which there is less
    assert [(len(each.pages), each.grid.bleed) for each in large] == [(4, 2.0), (1, pytest.approx(0.45))]
    filled = gang_up(edition, [*cards[:8], *build_run("b", 31, 2)])  # its two share a sheet with others anyway
    assert {each.grid.bleed for each in filled} == {2.0}


@pytest.mark.parametrize(
    ("sides", "sizes", "sheets", "offer"),
    [
        ("fronts", ((58, 87, 60),), 15, []),
        ("fronts", ((89, 25, 44), (25, 95, 59)), 14, ["Smaller bleed (0.5 mm) saves 3 sheets of A5"]),
        ("fold", ((57, 25, 21), (65, 91, 29), (57, 120, 30)), 49, []),  # 63 with 1.2 mm
    ],
)
def test_bleed_is_offered_for_what_it_saves(deck: Deck, sides: str, sizes: Any, sheets: int, offer: list[str]) -> None:
    edition = Edition(deck, "en", parse_paper("a5"), sides)
    pieces = [build_card(n, width, height, 3) for width, height, count in sizes for n in range(count)]
    gangs = gang_up(edition, pieces)
    assert (sum(len(each.pages) for each in gangs), [*map(str, offer_bleed(edition, pieces, gangs))]) == (sheets, offer)


SIZES = st.tuples(st.integers(12, 90), st.integers(12, 90), st.integers(1, 30), st.booleans())


@settings(max_examples=60, deadline=None)
@given(st.lists(SIZES, min_size=1, max_size=4), st.sampled_from(["duplex-long", "fronts", "fold"]))
def test_blocks_of_all_sizes_stay_on_their_page_with_room_for_bleed_and_marks(sizes: list[Any], sides: str) -> None:
    runs = [[build_card(n, w, h, 2, back) for n in range(count)] for w, h, count, back in sizes]
    edition = Edition(open_deck("hogen"), "en", parse_paper("a4"), sides)
    pieces = [piece._replace(run=str(number)) for number, run in enumerate(runs) for piece in run]
    gangs = gang_up(edition, pieces)
    assert Counter(piece.run for each in gangs for piece in each.pieces if not each.holds_backs) == Counter(
        piece.run for piece in pieces
    )
    alone = sum(len(each.pages) for run in runs for each in gang_up(edition, run))
    assert sum(len(each.pages) for each in gangs) <= alone
    for page in (page for each in gangs for page in each.pages):
        for block in page:
            assert len({id(slot) for _, slot in block.pieces}) == len(block.pieces)
            left, top, right, bottom = block.trim
            assert min(left, top, 210 - right, 297 - bottom) >= 5 + (4 + block.grid.bleed) * block.grid.marks - 1e-6
        for one, other in combinations(page, 2):
            (left, top, right, bottom), (x1, y1, x2, y2) = one.trim, other.trim
            apart = max(x1 - right, left - x2, y1 - bottom, top - y2)
            assert apart >= one.grid.edge + other.grid.edge - 1e-6


@pytest.mark.parametrize("sides", ["duplex-long", "duplex-short"])
def test_on_a_shared_sheet_each_back_lies_behind_its_front(deck: Deck, sides: str) -> None:
    sizes = {(58, 87): 5, (90, 100): 1, (60, 40): 1, (180, 22): 1}
    pieces = [*A, *C, *(build_card(40 + w, w, h, 3) for w, h in sizes if w != 58)]
    document = compose(Edition(deck, "en", parse_paper("a4"), sides, cover=False), pieces).documents[0]
    pages = read_pages(render_document(document))
    for size, count in sizes.items():
        pairs = zip(pages[::2], pages[1::2], strict=True)
        placed = [
            (front, *each)
            for front, back in pairs
            for each in zip(front.find_cards(*size, 3), back.find_cards(*size, 3), strict=True)
        ]
        assert len(placed) == count
        assert all(is_behind(one, other, front, sides, 3) for front, one, other in placed)
    assert len(pages) == 4  # each size alone takes one
