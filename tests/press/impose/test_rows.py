"""Tokens of one colour touch inside a run of several colours; measured in the PDF."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.press.composition import compose
from companion.press.face.pieces import Piece
from companion.press.frame.low_ink import LowInk
from companion.press.impose.gang import SIDES, Edition, find_plain_edges, gang_up, lay_out_rows
from companion.press.impose.grid import solve_grid
from companion.press.impose.marks import draw_cut_marks
from companion.press.ink.pdf import render_document
from companion.press.layout import lay_out
from tests.press.cards import card, compose_with, tiny
from tests.press.impose.test_edition import coincide
from tests.press.pdf_geometry import read

TILES = ("castles", "temples", "theatres", "revolt-markers", "victory-markers", "armies", "farmer-armies")


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abc "), st.integers(1, 60)), max_size=12), st.booleans())
def test_pieces_in_rows_stay_on_the_page_and_never_overlap(runs, mixed):
    edges = [(kind, kind) if kind != " " else None for kind, count in runs for _ in range(count)]
    grid = solve_grid(parse_paper("a4"), 8, 8, shared=True)
    pages = lay_out_rows(edges, grid, mixed)
    assert [piece for page in pages for piece, _ in page] == list(range(len(edges)))
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


@pytest.mark.parametrize("name", ["a4", "letter", "a3"])
@pytest.mark.parametrize("low", [False, True])
def test_the_tokens_of_shogun_have_no_doubled_cuts(name: str, low: bool) -> None:
    """All have one plain edge, so each touches its neighbours and every cut but the outermost serves two."""
    edition = Edition(open_deck("shogun"), "en", parse_paper(name), only=(*TILES, "chests", "chests-of-five"))
    pieces, ink = list(lay_out(edition.deck, "en", edition.only)), LowInk()
    if low:
        pieces = [each._replace(front=ink.rewrite(each.front), back=ink.rewrite(each.back)) for each in pieces]
    assert len(set(find_plain_edges(pieces))) == 1
    for gang in gang_up(edition, pieces):
        assert gang.grid.shared
        for page in gang.place_pieces():
            xs, ys = ({round(getattr(slot, at), 4) for _, slot in page} for at in "xy")
            for ats, side in ((xs, gang.grid.width), (ys, gang.grid.height)):
                assert all(b - a == pytest.approx(side) for a, b in pairwise(sorted(ats)))
            marks = draw_cut_marks(gang.grid, [slot for _, slot in page], "corners")
            assert len(marks) == 2 * (len(xs) + 1 + len(ys) + 1)


@pytest.mark.parametrize("sides", SIDES)
def test_backs_meet_and_no_colour_bleeds_onto_another(sides: str, tmp_path) -> None:
    colours = ["#aa0000"] * 26 + ["#00aa00"] * 20 + ["#0000aa", "#111111", "#222222"]
    pieces = [card(number, 12, 12, 3, colour=colour) for number, colour in enumerate(colours)]
    edition = Edition(tiny(tmp_path), "en", parse_paper("a4"), sides, cover=False)
    documents = compose_with(edition, pieces).documents
    pages = [page for document in documents for page in read(render_document(document))]
    fronts = [form for form in pages[0].cards(12, 12, 3) if sides != "fold" or form.compute_visible_box()[2] < 105]
    assert len(fronts) == len(colours)
    boxes = [form.trim(3) for form in fronts]
    for one, form in enumerate(fronts):
        left, top, right, bottom = form.compute_visible_box()
        for other, corners in enumerate(boxes):
            x1, y1, x2, y2 = corners[0][0], corners[0][1], corners[2][0], corners[2][1]
            covers = left < x2 - 0.01 and right > x1 + 0.01 and top < y2 - 0.01 and bottom > y1 + 0.01
            assert one == other or not covers
    if sides not in ("fold", "fronts"):
        backs = pages[1].cards(12, 12, 3)
        for front, back in zip(fronts, backs, strict=True):
            assert coincide(front, back, pages[0], sides, 3)


def test_rows_take_no_more_sheets_than_a_grid_with_gaps(tmp_path) -> None:
    """Where every neighbour is of another colour, rows would cost paper."""
    edition = Edition(tiny(tmp_path), "en", parse_paper("a4"), "fronts", cover=False)
    pieces: list[Piece] = []
    for number in range(120):
        pieces += [card(number, 12, 12, 2, colour=("#aa0000", "#00aa00")[number // 2 % 2])]
    grid = solve_grid(parse_paper("a4"), 12, 12)
    assert compose(edition, pieces).sheets <= -(-len(pieces) // grid.cards)
