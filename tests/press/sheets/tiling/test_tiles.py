"""Boards on several sheets: nothing is lost, nothing too large, cuts spare the words."""

from itertools import combinations, pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shapely import box
from shapely.ops import unary_union

from companion.data.catalogue import language
from companion.data.deck import open_deck
from companion.data.papers import Paper, Profile, parse_paper
from companion.errors import PaperError
from companion.press.composition import compose, is_oversize
from companion.press.face.pieces import Piece
from companion.press.face.typesetting import text_extents
from companion.press.frame.frame import Frame, Shape, Text, Use
from companion.press.frame.outlines import compute_bounds, rect, transform_bounds
from companion.press.ink.pdf import render_document
from companion.press.layout import lay_out
from companion.press.sheets.gang import Edition
from companion.press.sheets.marks import describe_profile
from companion.press.sheets.tiles import (
    CLEAR,
    FLAPS,
    choose_cuts,
    choose_tiling,
    find_near_words,
    lay_out_plan,
    lay_out_tiles,
)
from tests.press.cards import build_card, read_tiny_deck
from tests.press.impose.test_edition import is_behind
from tests.press.pdf_geometry import read_pages

ENGLISH, FRENCH = language("en"), language("fr")


def build_board(width=594.0, height=420.0, words=()):
    ground = Shape(rect(-3, -3, width + 6, height + 6), fill="#ccddee")
    lines = tuple(Text(f"word {n}", x, y, 9) for n, (x, y) in enumerate(words))
    return Frame("board", width, height, (ground, *lines), bleed=3)


papers = st.builds(
    lambda width, height, margin: Paper("own", width, height, margin),
    st.floats(120, 320),
    st.floats(150, 480),
    st.floats(0, 8),
)
boards = st.builds(
    build_board,
    st.floats(330, 900),
    st.floats(330, 700),
    st.lists(st.tuples(st.floats(10, 300), st.floats(10, 300)), max_size=25),
)


@settings(max_examples=60, deadline=None)
@given(boards, papers)
def test_the_tiles_make_the_board_and_each_fits_its_sheet(frame, sheet):
    laid = choose_tiling(frame, sheet)
    parts = [box(*part) for part in laid.cuts.tiles]
    assert sum(part.area for part in parts) == pytest.approx(frame.width * frame.height)
    assert unary_union(parts).symmetric_difference(box(0, 0, frame.width, frame.height)).area < 1e-6
    assert laid.flap in FLAPS
    for part in laid.cuts.tiles:
        left, top, right, bottom = laid.compute_window(part)
        assert any(
            right - left <= wide - 2 * sheet.margin + 1e-6 and bottom - top <= high - 2 * sheet.margin - 10 + 1e-6
            for wide, high in ((sheet.width, sheet.height), (sheet.height, sheet.width))
        )
        assert right == pytest.approx(part[2] + (laid.flap if part[2] < frame.width - 1e-6 else 2))
    assert len(set(laid.cuts.names)) == len(laid.cuts.tiles)


@settings(max_examples=60, deadline=None)
@given(boards, papers)
def test_everything_drawn_on_a_page_lies_where_the_printer_prints(frame, sheet):
    for page in lay_out_tiles(choose_tiling(frame, sheet), "Board", ENGLISH):
        for item in page.frame.items:
            outline = item.clip if isinstance(item, Use) else getattr(item, "outline", None)
            box_of = (item.x, item.y, item.x, item.y) if outline is None else compute_bounds(outline)
            left, top, right, bottom = box_of
            assert sheet.margin - 1e-6 <= left <= right <= page.frame.width - sheet.margin + 1e-6
            assert sheet.margin - 1e-6 <= top <= bottom <= page.frame.height - sheet.margin + 1e-6


@pytest.mark.parametrize(("begins", "beside", "cut", "touched"), [(119, 1, 119, 3), (99, 3, 102, 1)])
def test_a_cut_through_a_word_costs_as_much_as_four_near_it(begins, beside, cut, touched):
    """Two words with a gap between them lie across the board; beside the gap others end."""
    words = [(40.0, 0.0, begins, 4.0), (begins + 2, 0.0, 160.0, 4.0)]
    words += [(begins - 7, 10.0 * row, begins, 10.0 * row + 4) for row in range(1, beside + 1)]
    cuts = choose_cuts(200, 40, [(150, 100)], words)
    assert (cuts.tiles, cuts.touched_lines) == (((0, 0, cut, 40), (cut, 0, 200, 40)), touched)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 380), st.floats(0, 180)), max_size=20))
@example([(177.625, 0.0), (203.75, 0.0)])
def test_no_other_cut_touches_fewer_words(corners):
    words = [(x, y, x + 20, y + 4) for x, y in corners]
    cuts = choose_cuts(400, 200, [(220, 210)], words)
    assert len(cuts.tiles) == 2
    edges = [at for left, _, right, _ in words for at in (left - CLEAR - 1e-6, right + CLEAR + 1e-6)]
    places = [at for at in (*(step / 2 for step in range(360, 441)), *edges) if 180 <= at <= 220]
    every = [len(find_near_words(at, 0, 200, words)) for at in places]
    assert cuts.touched_lines == 0 if 0 in every else min(every) <= cuts.touched_lines


def test_a_board_that_fits_is_one_page_of_the_paper(tmp_path):
    board = Piece("tiny", "cards", "1", build_board(), None, "cards")
    edition = Edition(read_tiny_deck(tmp_path), "en", parse_paper("a2"), cover=False)
    (page,) = compose(edition, [board]).documents[0].pages
    assert page.trim == pytest.approx((0, 0, page.frame.width, page.frame.height)) == (0, 0, 420, 594)
    assert not is_oversize(board, parse_paper("a2"))
    assert is_oversize(board, parse_paper("a3"))


@pytest.mark.parametrize(
    ("name", "margin", "sheets", "flap", "scale"),
    [("a4", 5, 6, 4, 0.98), ("a4", 3, 6, 5, 1), ("letter", 5, 6, 7, 1), ("legal", 5, 5, 7, 1), ("a3", 5, 4, 10, 1)],
)
def test_the_board_of_shogun_takes_few_sheets(name, margin, sheets, flap, scale):
    one, other = (piece.front for piece in lay_out(open_deck("shogun"), "fr", ["board-moon", "board-sun"]))
    laid = choose_tiling(one, parse_paper(name)._replace(margin=margin), [one, other], 0.98)
    assert laid.cuts == choose_tiling(other, laid.paper, [one, other], 0.98).cuts  # one plan does for both sides
    pages = lay_out_tiles(laid, "plateau", FRENCH)
    assert (len(pages), laid.flap, laid.scale) == (sheets, flap, scale)
    assert name != "a3" or laid.cuts.touched_lines == 0
    assert all(one.label != other.label for one, other in pairwise(pages))
    plan = [text.text for text, _ in text_extents(lay_out_plan(laid, "Jeu · soleil / lune", FRENCH, sides=2).frame)]
    assert {*laid.cuts.names, "1", "2", "3", "4", "Jeu", "soleil / lune"} <= set(plan)
    said = "594" if scale == 1 else "plateau est dessiné à 98", f"imprimez {sheets} feuilles pour chaque face"
    assert all(words in " ".join(plan) for words in said)
    second = next(name for name, tile in zip(laid.cuts.names, laid.cuts.tiles, strict=True) if tile[0] > 0)
    assert plan.count(second) == 2  # on its tile, and where it is laid over the flap of A1


@pytest.mark.parametrize("name", ["a4", "100x150", "480x150"])
def test_the_words_and_the_board_of_a_plan_lie_on_its_page_and_not_over_one_another(name):
    sheet = parse_paper(name)
    page = lay_out_plan(choose_tiling(build_board(594, 420), sheet), "A board of a long name, by night", ENGLISH, True)
    uses = [item for item in page.frame.items if isinstance(item, Use)]
    shown = [box(*transform_bounds((0, 0, use.frame.width, use.frame.height), use.matrix)) for use in uses]
    assert [{getattr(item, "fill", None) for item in use.frame.items} for use in uses][::2] == 2 * [{None}]  # no discs
    assert all(one.intersection(other).area < 1e-6 for one, other in combinations(shown, 2))
    inner = box(0, 0, page.frame.width, page.frame.height).buffer(-sheet.margin)
    assert all(inner.contains(each) for each in shown)


def test_tiles_among_two_sided_cards_have_blank_backs():
    asked = {"only": ("board-sun", "special-cards"), "is_one_file": True}
    (document,) = compose(Edition(open_deck("shogun"), "en", parse_paper("a3"), **asked)).documents
    assert document.duplex == "DuplexFlipLongEdge"
    for front, back in zip(document.pages[::2], document.pages[1::2], strict=True):
        assert (front.frame.width, front.frame.height) == (back.frame.width, back.frame.height)
        assert "board" not in front.label or not back.frame.items


def test_no_board_takes_thousands_of_sheets() -> None:
    """On a slip of 60 mm a map for a floor would take a day to cut, and to lay out."""
    with pytest.raises(PaperError, match=r"floor needs \d+ sheets of 60 × 60 mm; the limit is 3000"):
        choose_tiling(Frame("floor", 8000, 8000, ()), parse_paper("60x60"))


def test_seven_metres_of_more_strips_than_letters_are_printed_whole(tmp_path):
    frame = build_board(540, 7300)
    edition = Edition(read_tiny_deck(tmp_path), "en", parse_paper("a4"), cover=False)
    composition = compose(edition, [Piece("tiny", "cards", "1", frame, None, "cards")])
    pages = composition.documents[0].pages
    laid = choose_tiling(frame, parse_paper("a4"))
    names = laid.cuts.names
    assert len(pages) == composition.sheets == len(names) + 1 == len(set(names)) + 1 > 80
    strips = list(dict.fromkeys(name.rstrip("0123456789") for name in names))
    assert strips[24:27] == ["Y", "Z", "AA"]
    assert set(names) <= {text.text for text, _ in text_extents(pages[0].frame)}


@pytest.mark.parametrize("only", ["tower", "board-sun", "tuckbox"])
def test_every_sheet_says_for_which_printer_it_is(only):
    profile = Profile("office", "2", "a4", 0.2, -0.3, 0.05, 0.998, 1.001)
    words = str(describe_profile(profile))
    edition = Edition(open_deck("shogun"), "en", parse_paper("a4"), only=(only,), printer=profile, cover=False)
    for number, page in enumerate(compose(edition).documents[0].pages, 1):
        ((text, (left, top, right, bottom)),) = (each for each in text_extents(page.frame) if words in each[0].text)
        assert text.text == f"sheet {number} · {words}"
        assert text.size >= 3
        assert 4.9 <= left < right <= page.frame.width - 4.9
        for other, (x1, y1, x2, y2) in text_extents(page.frame):
            apart = right < x1 or x2 < left or bottom < y1 or y2 < top
            above = page.bleed is not None and bottom < page.bleed[1] and other.role != "margin"  # than its picture
            assert other is text or apart or above, f"{page.label}: {other.text}"


@pytest.mark.parametrize("sides", ["duplex-long", "duplex-short", "separate", "fold", "fronts"])
@pytest.mark.parametrize("size", [(297, 210), (205, 290)])
def test_a_card_as_large_as_the_page_is_printed_on_both_sides(tmp_path, sides, size):
    edition = Edition(read_tiny_deck(tmp_path), "en", parse_paper("a4"), sides, cover=False)
    documents = compose(edition, [build_card(1, *size, 3), build_card(2, *size, 3)]).documents
    pages = [page for document in documents for page in read_pages(render_document(document))]
    found = [page.find_cards(*size, 3) for page in pages]
    if sides in ("fold", "fronts"):
        assert [len(each) for each in found] == [1] * (4 if sides == "fold" else 2)
        return
    assert [len(each) for each in found] == [1, 1, 1, 1]
    pairs = [(0, 2), (1, 3)] if sides == "separate" else [(0, 1), (2, 3)]
    for front, back in pairs:
        assert is_behind(found[front][0], found[back][0], pages[front], sides, 3)
