"""Whole editions: geometry asserted in the PDF that is made, for every way of printing and every paper."""

import io
import re
from itertools import product
from typing import Any, NamedTuple

import pikepdf
import pypdfium2
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from companion.data.deck import Deck
from companion.data.papers import Paper, Profile, parse_paper
from companion.errors import PaperError
from companion.press.composition import Composition, compose, is_oversize
from companion.press.face.pieces import Piece
from companion.press.frame.frame import Document
from companion.press.ink.pdf import render_document
from companion.press.sheets.gang import SIDES, Edition
from tests.press.cards import build_card, build_cards
from tests.press.pdf_geometry import Form, PdfPage, Point, compute_bounds, read_pages

PAPERS = ("a4", "letter", "a3", "tabloid", "200x300", "297x210")
TWO_SIDED = ("duplex-long", "duplex-short", "separate")
WIDTH, HEIGHT = 58, 87


def flip_point(page: PdfPage, sides: str, point: Point) -> Point:
    """Where a point of a back lies, seen through the front."""
    x, y = point
    if sides == "fold":
        return page.width - x, y
    about_vertical = (page.height >= page.width) == (sides != "duplex-short")
    return (page.width - x, y) if about_vertical else (x, page.height - y)


def is_behind(front: Form, back: Form, page: PdfPage, sides: str, bleed: float) -> bool:
    """Whether corners meet: the back's upper right lies behind the front's upper left, and so on round."""
    seen = [flip_point(page, sides, corner) for corner in back.compute_trim(bleed)]
    pairs = zip(front.compute_trim(bleed), (seen[1], seen[0], seen[3], seen[2]), strict=True)
    return all(abs(a - c) < 0.01 and abs(b - d) < 0.01 for (a, b), (c, d) in pairs)


def read_texts(data: bytes) -> list[str]:
    pdf = pypdfium2.PdfDocument(data)
    return [page.get_textpage().get_text_bounded() for page in pdf]


def pair_sides(documents: tuple[Document, ...], sides: str, first: int = 1) -> list[tuple[PdfPage, PdfPage | None]]:
    """The leaves from the second on, or from the first: fronts with their backs."""
    pages = [read_pages(render_document(document)) for document in documents]
    if sides == "separate":
        return list(zip(pages[0], pages[1], strict=True))[first:]
    if sides in ("duplex-long", "duplex-short"):
        return list(zip(pages[0][::2], pages[0][1::2], strict=True))[first:]
    return [(page, None) for page in pages[0][first:]]


class PrintedEdition(NamedTuple):
    result: Composition
    pages: list[PdfPage]


def print_pieces(
    deck: Deck, pieces: list[Piece], sides: str = "duplex-long", name: str = "a4", **how: Any
) -> PrintedEdition:
    """An edition in English without a first page, and the pages of its first file."""
    result = compose(Edition(deck, "en", parse_paper(name), sides, **{"cover": False, **how}), pieces)
    return PrintedEdition(result, read_pages(render_document(result.documents[0])))


@pytest.mark.parametrize(("sides", "name"), list(product(SIDES, PAPERS)))
def test_cards_have_their_size_and_backs_their_place(deck: Deck, sides: str, name: str) -> None:
    """Twenty cards, so that the last sheet is half full; every third has no back."""
    pieces = [build_card(number, WIDTH, HEIGHT, 3, back=number % 3 > 0) for number in range(1, 21)]
    paper, drawn = parse_paper(name), 0
    places: set[tuple[float, float]] = set()
    for index, (front, back) in enumerate(
        pair_sides(print_pieces(deck, pieces, sides, name).result.documents, sides, 0)
    ):
        found = front.find_cards(WIDTH, HEIGHT, 3)
        assert (front.width, front.height) == pytest.approx((paper.width, paper.height), abs=0.01)
        for form in found:
            assert sorted(form.size) == pytest.approx([WIDTH + 6, HEIGHT + 6], abs=0.01)
        if sides == "fold":
            assert all(form.compute_visible_box()[2] < front.width / 2 for form in found[: len(found) // 2])
            fronts = [form for form in found if form.compute_visible_box()[0] < front.width / 2]
            backs = [form for form in found if form not in fronts]
        else:
            fronts, backs = found, back.find_cards(WIDTH, HEIGHT, 3) if back else []
        printed = pieces[drawn : drawn + len(fronts)]
        drawn += len(fronts)
        backed = [form for form, piece in zip(fronts, printed, strict=True) if piece.back]
        assert len(backs) == (0 if sides == "fronts" else len(backed))
        assert all(is_behind(one, other, front, sides, 3) for one, other in zip(backed, backs, strict=False))
        now = {(round(form.compute_trim(3)[0][0], 3), round(form.compute_trim(3)[0][1], 3)) for form in fronts}
        places = places or now
        assert now <= places, f"sheet {index} leaves the grid"
        left, top, right, bottom = front.trim
        ends = compute_bounds([point for form in found for point in form.compute_trim(3)])
        assert left - 0.01 <= ends[0] <= ends[2] <= right + 0.01
        assert top - 0.01 <= ends[1] <= ends[3] <= bottom + 0.01
        if index == 0:
            assert (left, top, right, bottom) == pytest.approx(ends, abs=0.01)
            assert front.bleed == pytest.approx((left - 2, top - 2, right + 2, bottom + 2), abs=0.01)
    assert drawn == len(pieces)


@pytest.mark.parametrize("sides", TWO_SIDED)
def test_a_sheet_without_backs_keeps_its_blank_back(deck: Deck, sides: str) -> None:
    """Nine cards without backs, then nine with: the second sheet's backs must not move up."""
    pieces = [build_card(number, WIDTH, HEIGHT, 3, back=number > 9) for number in range(1, 19)]
    result, pages = print_pieces(deck, pieces, sides, cover=True)
    leaves = pair_sides(result.documents, sides)
    assert [len(back.find_cards(WIDTH, HEIGHT, 3)) for _, back in leaves if back] == [0, 9]
    assert len(pages) == (3 if sides == "separate" else 6)


@pytest.mark.parametrize("sides", SIDES)
def test_a_deck_without_backs_is_printed_on_one_side(deck: Deck, sides: str) -> None:
    result, pages = print_pieces(deck, build_cards(10, backs=False), sides)
    assert [document.duplex for document in result.documents] == ["Simplex"]
    assert (len(pages), result.sheets, result.backs) == (2, 2, False)


@pytest.mark.parametrize(
    ("sides", "pages", "sheets", "duplex"),
    [
        ("duplex-long", [8], 4, "/DuplexFlipLongEdge"),
        ("duplex-short", [8], 4, "/DuplexFlipShortEdge"),
        ("fold", [6], 6, "/Simplex"),
        ("fronts", [4], 4, "/Simplex"),
        ("separate", [4, 4], 4, "/Simplex"),
    ],
)
def test_the_pdf_asks_for_its_duplex_mode_without_scaling(
    deck: Deck, sides: str, pages: list[int], sheets: int, duplex: str
) -> None:
    result = compose(Edition(deck, "fr", parse_paper("a4"), sides), build_cards(20))
    assert result.sheets == sheets
    for document, count in zip(result.documents, pages, strict=True):
        with pikepdf.open(io.BytesIO(render_document(document))) as pdf:
            preferences = pdf.Root.ViewerPreferences
            assert (preferences.PrintScaling, preferences.Duplex, pdf.Root.Lang) == ("/None", duplex, "fr")
            assert str(pdf.docinfo["/Title"]).startswith("Minuscule")
            assert len(pdf.pages) == count
            assert all("/TrimBox" in page and "/BleedBox" in page for page in pdf.pages)
            labels = [str(page.label) for page in pdf.pages]
            with pdf.open_outline() as outline:
                marks = [item.title for item in outline.root]
        if sides == "duplex-long":
            expected = ["comment imprimer", "comment imprimer, verso", "cartes 1 à 9, recto", "cartes 1 à 9, verso"]
            assert labels[:4] == expected
            assert marks == ["Comment imprimer", "cartes 1 à 9", "cartes 10 à 18", "cartes 19, 20"]


@pytest.mark.parametrize("sides", TWO_SIDED)
@pytest.mark.parametrize("name", ["a4", "297x210"])
def test_the_first_page_shows_whether_backs_meet_their_fronts(deck: Deck, sides: str, name: str) -> None:
    documents = print_pieces(deck, build_cards(9), sides, name, cover=True).result.documents
    pages = [page for document in documents for page in read_pages(render_document(document))]
    front, back = pages[0], pages[len(pages) // 2] if sides == "separate" else pages[1]
    crosses = {
        (round(x, 2), round(y, 2))
        for a, b in product(front.find_lines(0.15), repeat=2)
        if a.depth == b.depth == 0 and a.points[0][1] == a.points[1][1] and b.points[0][0] == b.points[1][0]
        for x, y in [(b.points[0][0], a.points[0][1])]
        if abs(sum(p[0] for p in a.points) / 2 - x) < 0.01 and abs(sum(p[1] for p in b.points) / 2 - y) < 0.01
    }
    rings = set()
    for ring in back.strokes:
        left, top, right, bottom = compute_bounds(ring.points)
        x, y = flip_point(front, sides, ((left + right) / 2, (top + bottom) / 2))
        rings.add((round(x, 2), round(y, 2)))
    assert len(crosses) == 4
    assert rings == crosses


@pytest.mark.parametrize(("name", "length"), [("a4", 100), ("100x150", 50)])
def test_rulers_are_as_long_as_they_say(deck: Deck, name: str, length: float) -> None:
    lines = print_pieces(deck, build_cards(2), "fronts", name, cover=True).pages[0].find_lines(0.15)
    ticks = [p for s in lines if abs(s.points[0][0] - s.points[1][0]) < 0.001 for p in s.points]
    along = [
        abs(line.points[0][0] - line.points[1][0])
        for line in lines
        if all(any(end == pytest.approx(tick, abs=0.001) for tick in ticks) for end in line.points)
    ]
    assert max(along) == pytest.approx(length, abs=0.01)


def test_cards_too_wide_to_fold_get_their_backs_on_extra_sheets(deck: Deck) -> None:
    pieces = [build_card(number, 150, 200, 0, back=number != 2) for number in range(1, 4)]
    result, _ = print_pieces(deck, [*pieces, *build_cards(4)], "fold")
    (document,) = result.documents
    marks = [re.findall(r"(?:front|back) \d", text) for text in read_texts(render_document(document))]
    assert marks[:5] == [["front 1"], ["front 2"], ["front 3"], ["back 1"], ["back 3"]]
    assert sorted(marks[5])[:2] == ["back 1", "back 2"]
    assert result.cards == 7
    assert "150 x 200 mm are too wide to fold" in str(result.notes[0])
    labels = [page.label for page in document.pages]
    assert labels[3:] == ["cards 1, back", "cards 3, back", "cards 1 to 4, front and back"]


@pytest.mark.parametrize(
    ("marks", "on_backs"), [("corners", False), ("corners", True), ("lines", True), ("none", False)]
)
def test_backs_have_marks_only_when_asked(deck: Deck, marks: str, on_backs: bool) -> None:
    front, back = print_pieces(deck, build_cards(3), marks=marks, marks_on_backs=on_backs).pages
    seen = {
        tuple(sorted((round(front.width - x, 2), round(y, 2)) for x, y in line.points)) for line in back.find_lines(0.2)
    }
    there = {tuple(sorted((round(x, 2), round(y, 2)) for x, y in line.points)) for line in front.find_lines(0.2)}
    assert bool(there) == (marks != "none")
    assert seen == (there if on_backs else set())


def test_a_bleed_the_faces_do_not_draw_is_refused(deck: Deck) -> None:
    mixed = [*build_cards(3, bleed=3), build_card(4, WIDTH, HEIGHT, 2), build_card(5, WIDTH, HEIGHT, 0)]
    with pytest.raises(PaperError, match=r"2.5 mm of bleed is more than the face of front 4 draws; use 2 mm"):
        print_pieces(deck, mixed, bleed=2.5)
    assert print_pieces(deck, build_cards(3), bleed=2.5).result.cards == 3
    with pytest.raises(PaperError, match="use 0 mm"):
        print_pieces(deck, [build_card(5, WIDTH, HEIGHT, 0)], bleed=2.5)


def test_a_back_of_another_size_is_refused(deck: Deck) -> None:
    odd = Piece("tiny", "cards", "1", build_card(1, 58, 87, 3).front, build_card(1, 58, 88, 3).back, "cards")
    with pytest.raises(PaperError, match="the back is 58 x 88 mm; its front is 58 x 87 mm"):
        print_pieces(deck, [odd])


correction, scales = st.floats(-3, 3), st.floats(0.99, 1.01)
office = st.tuples(st.just("office"), st.just(""), st.just("own"), correction, correction, st.floats(-0.4, 0.4))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    stock=st.builds(Paper, st.just("own"), st.floats(110, 440), st.floats(110, 440), st.floats(0, 9)),
    size=st.tuples(st.floats(15, 110), st.floats(15, 110)),
    bleed=st.sampled_from([0.0, 1.5, 3.0]),
    backs=st.lists(st.booleans(), min_size=1, max_size=12),
    alike=st.booleans(),
    how=st.fixed_dictionaries(
        {
            "sides": st.sampled_from(SIDES),
            "marks": st.sampled_from(["corners", "lines", "none"]),
            "marks_on_backs": st.booleans(),
            "printer": st.none() | st.builds(lambda known, x, y: Profile(*known, x, y), office, scales, scales),
        }
    ),
)
def test_nothing_lies_where_a_printer_leaves_white(
    deck: Deck, stock: Paper, size: Point, bleed: float, backs: list[bool], alike: bool, how: dict[str, Any]
) -> None:
    shade = "#aabbcc" if alike else ""
    pieces = [build_card(number, *size, bleed, back, shade) for number, back in enumerate(backs, 1)]
    assume(not is_oversize(pieces[0], stock))  # boards in tiles have tests of their own
    try:
        result = compose(Edition(deck, "en", stock, **how), pieces)
    except PaperError:
        assume(False)
    least = stock.margin - 0.02
    for document in result.documents:
        data = render_document(document)
        for number, page in enumerate(read_pages(data)):
            boxes = [form.compute_visible_box() for form in page.find_cards(*size, bleed)]
            boxes += [compute_bounds(stroke.points) for stroke in page.strokes if stroke.depth < 2 and stroke.stroked]
            words = pypdfium2.PdfDocument(data)[number].get_textpage()
            for rect in (words.get_rect(index) for index in range(words.count_rects())):
                left, low, right, top = (each * 25.4 / 72 for each in rect)
                boxes.append((left, page.height - top, right, page.height - low))
            for left, top, right, bottom in boxes:
                edges = (left, top, page.width - right, page.height - bottom)
                assert min(edges) >= least, (number, edges)
