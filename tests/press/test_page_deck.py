"""A published PDF as a deck: the grid of its pages, its backs and bleed, and PDFs that are refused."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from companion.data.deck import Deck
from companion.errors import InputError
from companion.press.face.pieces import Piece
from companion.press.frame import page_marks, source_page
from companion.press.frame.frame import Frame, Page
from companion.press.ink.pdf import render_pdf
from companion.press.ink.raster import build_cut_page, render_pictures
from companion.press.ink.svg import render_svg
from companion.press.layout import lay_out
from companion.press.page_deck import PageRequest, build_page_deck, draw_cut_pages
from tests.press.cards_in_pdf import (
    A4,
    INSET,
    MM,
    colour_of,
    draw_cards,
    draw_marks,
    draw_words,
    find_yellow,
    grid_of,
    scan,
    write_pdf,
)

DPI = 300
DOT = DPI / 25.4
TCG = 63.0, 88.0


def names(first: int, count: int, head: str = "") -> list[str]:
    return [f"{head}{number}" for number in range(first, first + count)]


def build_mirrored_pages(cards: Sequence[str]) -> list[str]:
    """Backs in rows of three, as they lie behind their fronts; free places too."""
    rows = [[*cards[at : at + 3], "", ""][:3] for at in range(0, len(cards), 3)]
    return [name for row in rows for name in reversed(row)]


def alternate(file: Path) -> Path:
    """Unequal margins, a page of rules, and a last page with five cards."""
    pages: list[list[Any]] = [[draw_words]]
    for first, count in ((1, 9), (10, 5)):
        pages.append([draw_cards(grid_of(8, 12, TCG, 2, (3, 3), names(first, count)))])
        back = build_mirrored_pages(names(first, count, "B"))
        pages.append([draw_cards(grid_of(210 - 8 - 193, 12, TCG, 2, (3, 3), back))])
    return write_pdf(file, pages)


def build_folded_page(file: Path) -> Path:
    pages = []
    for first in (1, 5):
        fronts = grid_of(15, 14, TCG, 1, (2, 2), names(first, 4))
        order = [f"B{first + number}" for number in (1, 0, 3, 2)]
        backs = grid_of(297 - 15 - 127, 14, TCG, 1, (2, 2), order)
        pages.append([draw_cards([*fronts, *backs])])
    return write_pdf(file, pages, (297.0, 210.0))


def folded_down(file: Path) -> Path:
    """Backs below a level fold, their heads away from it."""
    fronts = grid_of(10, 20, (60, 90), 3, (3, 1), names(1, 3))
    backs = grid_of(10, 187, (60, 90), 3, (3, 1), names(1, 3, "B"))
    return write_pdf(file, [[draw_cards([*fronts, *backs], turned=True)]])


def build_named_pages(file: Path) -> Path:
    """Cards that touch, marks in the margins, and all backs on the last page."""
    marks = draw_marks([10.5 + 63 * at for at in range(4)], [16.5 + 88 * at for at in range(4)])
    pages = [[draw_cards(grid_of(10.5, 16.5, TCG, 0, (3, 3), names(first, 9))), marks] for first in (1, 10)]
    return write_pdf(file, [*pages, [draw_cards(grid_of(10.5, 16.5, TCG, 0, (3, 3), ["B0"] * 9)), marks]])


def turn_over_lower_edge(file: Path) -> Path:
    """Backs for a printer that turns sheets over the short edge: the rows from below, all heads down."""
    write_pdf(file, [[draw_cards(grid_of(8, 12, TCG, 2, (3, 3), order))] for order in (names(1, 9), BACKS_OF_NINE)])
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        pdf.pages[1].rotate(180, relative=False)
        pdf.save(file)
    return file


def with_bleed(file: Path, length: float = 5) -> Path:
    xs, ys = ([at for k in range(3) for at in (start + 62 * k, start + 62 * k + 58)] for start in (12, 20))
    cards = draw_cards(grid_of(12, 20, (58, 58), 4, (3, 3), names(1, 9)), bleed=2)
    return write_pdf(file, [[cards, draw_marks(xs, ys, length)]])


def with_lines_across(file: Path) -> Path:
    return with_bleed(file, 500)


def build_single_cards(file: Path) -> Path:
    return write_pdf(file, [[draw_cards([(0, 0, *TCG, name)])] for name in names(1, 3)], TCG)


def build_turned_pages(file: Path) -> Path:
    """A page that lies on its side, and whose edges are cropped."""
    write_pdf(file, [[draw_cards(grid_of(30, 40, TCG, 3, (2, 2), names(1, 4)))]])
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        pdf.pages[0].rotate(90, relative=False)
        pdf.pages[0].cropbox = [40, 20, 580, 800]
        pdf.save(file)
    return file


def build_scanned_pages(file: Path) -> Path:
    return write_pdf(file, [[scan(grid_of(6.5, 12.5, TCG, 4, (3, 3), names(1, 9)))]])


def scanned_touching(file: Path) -> Path:
    return write_pdf(file, [[scan(grid_of(10.5, 16.5, TCG, 0, (3, 3), names(1, 9)))]])


def build_scanned_rows(file: Path) -> Path:
    """Cards that touch in rows which do not; the picture comes in strips, as many programs write it."""
    picture = scan(
        [card for row in (0, 1, 2) for card in grid_of(10.5, 8 + 94 * row, TCG, 0, (3, 1), names(3 * row + 1, 3))]
    )

    def draw(canvas: Any, height: float) -> None:
        for strip in range(6):
            canvas.saveState()
            path = canvas.beginPath()
            path.rect(0, strip * 49.5 * MM, 210 * MM, 49.5 * MM)
            canvas.clipPath(path, stroke=0, fill=0)
            picture(canvas, height)
            canvas.restoreState()

    return write_pdf(file, [[draw]])


def lay_out_pieces(deck: Deck) -> list[Piece]:
    return list(lay_out(deck, "en", ["cards"]))


def pictures(frames: Sequence[Frame], bleed: bool = False) -> list[Any]:
    return list(render_pictures([build_cut_page(frame, bleed) for frame in frames], DPI))


BACKS_OF_NINE = build_mirrored_pages(names(1, 9, "B"))
LAYOUTS: dict[Callable[[Path], Path], tuple[str, int, str]] = {
    alternate: ("3 x 3 cards of 63 x 88 mm a page; gap 2 mm; pages 2-5; backs on every second page", 14, "B{}"),
    build_folded_page: (
        "4 x 2 cards of 63 x 88 mm a page; gap 1 mm; pages 1-2; backs on the right, folded behind",
        8,
        "B{}",
    ),
    folded_down: ("3 x 2 cards of 60 x 90 mm a page; gap 3 x 77 mm; page 1; backs below, folded behind", 3, "B{}"),
    build_named_pages: ("3 x 3 cards of 63 x 88 mm a page; no gaps; pages 1-2; backs on page 3", 18, "B0"),
    turn_over_lower_edge: (
        "3 x 3 cards of 63 x 88 mm a page; gap 2 mm; pages 1-2; backs on every second page, turned over the lower edge",
        9,
        "B{}",
    ),
    with_bleed: ("3 x 3 cards of 58 x 58 mm a page; gap 4 mm; page 1; no backs", 9, ""),
    with_lines_across: ("3 x 3 cards of 58 x 58 mm a page; gap 4 mm; page 1; no backs", 9, ""),
    build_single_cards: ("1 x 1 cards of 63 x 88 mm a page; no gaps; pages 1-3; no backs", 3, ""),
    build_turned_pages: ("2 x 2 cards of 88 x 63 mm a page; gap 3 mm; page 1; no backs", 4, ""),
    build_scanned_pages: ("3 x 3 cards of 63 x 88 mm a page; gap 3.9 mm; page 1; no backs", 9, ""),
    scanned_touching: ("3 x 3 cards of 63 x 88 mm a page; no gaps; page 1; no backs", 9, ""),
    build_scanned_rows: ("3 x 3 cards of 63 x 88 mm a page; gap 0 x 5.9 mm; page 1; no backs", 9, ""),
}


@pytest.mark.parametrize("make", LAYOUTS, ids=lambda make: make.__name__)
def test_cards_are_found_and_cut_within_a_fifth_of_a_millimetre(make: Callable[[Path], Path], tmp_path: Path) -> None:
    note, count, back = LAYOUTS[make]
    backs = {alternate: "alternate", turn_over_lower_edge: "alternate-down"}
    backs |= {build_folded_page: "fold", folded_down: "fold-down"}
    typed = PageRequest(backs=backs.get(make, ""))
    pieces = lay_out_pieces(deck := build_page_deck(make(tmp_path / "game.pdf"), typed))
    assert str(deck.notes[0]).startswith(note)
    assert len(pieces) == count
    if make is alternate:
        assert [str(note) for note in deck.notes[1:]] == ["page 1 has no such grid and is left out."]
    sides = [side for piece in pieces for side in (piece.front, piece.back) if side is not None]
    for side, seen in zip(sides, pictures(sides), strict=True):
        left, top, right, bottom = (dots / DOT for dots in find_yellow(seen))
        found = left - INSET, top - INSET, side.width - right - INSET, side.height - bottom - INSET
        assert max(map(abs, found)) < 0.2
    order = [3, 1, 4, 2] if make is build_turned_pages else range(1, count + 1)
    assert [_find_colour(piece.front) for piece in pieces] == [colour_of(str(number)) for number in order]
    behind = [_find_colour(piece.back) if piece.back else None for piece in pieces]
    assert behind == [colour_of(back.format(number)) if back else None for number in order]


def _find_colour(frame: Frame) -> tuple[int, ...]:
    (seen,) = pictures([frame])
    red, green, blue = seen.getpixel((30, 30))
    return red, green, blue


def test_backs_are_guessed_where_they_are_all_alike(tmp_path: Path) -> None:
    fronts, backs = (draw_cards(grid_of(8, 12, TCG, 2, (3, 3), some)) for some in (names(1, 9), ["B0"] * 9))
    for pages, told in (
        ([[fronts], [backs]] * 2, "backs on every second page"),
        ([[fronts], [fronts], [backs]], "backs on page 3"),
        ([[fronts], [fronts], [backs], [backs]], "backs on pages 3-4"),
        ([[fronts], [fronts]], "no backs"),
        ([[backs], [backs]], "no backs"),
    ):
        deck = build_page_deck(write_pdf(tmp_path / f"{told} {len(pages)}.pdf", pages), PageRequest())
        assert str(deck.notes[0]).endswith(f"{told}.")


def test_a_person_says_what_is_not_found(tmp_path: Path) -> None:
    plain = write_pdf(tmp_path / "a.pdf", [[scan(grid_of(11, 20, (60, 80), 0, (3, 3), names(1, 9)))]])
    with pytest.raises(InputError, match="no grid of cards") as refused:
        build_page_deck(plain, PageRequest())
    assert refused.value.remedy == "grid"
    assert "3 x 3 cards of 60 x 80 mm" in str(build_page_deck(plain, PageRequest("3x3")).notes[0])
    assert "gap 2 mm" in str(build_page_deck(plain, PageRequest("3x3", gap="2,0")).notes[0])
    (front, *_) = lay_out_pieces(build_page_deck(plain, PageRequest("3x3", size="58x78")))
    assert find_yellow(pictures([front.front])[0])[0] / DOT == pytest.approx(INSET - 1, abs=0.2)
    fold = build_folded_page(tmp_path / "c.pdf")
    assert str(build_page_deck(fold, PageRequest("2x2", backs="fold")).notes[0]).startswith("4 x 2 cards")
    some = alternate(tmp_path / "b.pdf")
    assert "pages 2,4; no backs" in str(build_page_deck(some, PageRequest(pages="2,4", backs="none")).notes[0])
    assert "pages 2-5; backs" in str(build_page_deck(some, PageRequest(pages="2,4", backs="alternate")).notes[0])
    pairs = lay_out_pieces(build_page_deck(some, PageRequest(backs="3,5")))
    assert [_find_colour(piece.back) for piece in pairs if piece.back] == [*map(colour_of, names(1, 14, "B"))]


def test_one_back_on_a_page_of_its_own_serves_all(tmp_path: Path) -> None:
    fronts = draw_cards(grid_of(8, 12, TCG, 2, (3, 3), names(1, 9)))
    file = write_pdf(tmp_path / "a.pdf", [[fronts], [draw_cards([(70, 100, *TCG, "B0")])]])
    backs = {id(piece.back) for piece in lay_out_pieces(build_page_deck(file, PageRequest(backs="2")))}
    assert len(backs) == 1


def test_backs_without_a_grid_are_cut_as_their_fronts_are(tmp_path: Path) -> None:
    """A whole page of one pattern; the margins of its front lie on the other side."""
    fronts = [draw_cards(grid_of(8, 12, TCG, 2, (3, 3), names(first, 9))) for first in (1, 10)]
    pattern = draw_cards([(0, 0, *A4, "B0")])
    file = write_pdf(tmp_path / "a.pdf", [[fronts[0]], [pattern], [fronts[1]], [pattern]])
    for typed in (
        PageRequest(backs="alternate"),
        PageRequest(backs="alternate", pages="1-4"),
        PageRequest(backs="2,4"),
    ):
        pieces = lay_out_pieces(build_page_deck(file, typed))
        assert [_find_colour(piece.back) for piece in pieces if piece.back] == [colour_of("B0")] * 18
        first = build_page_deck(file, typed).components[0].cards[0].back
        assert float(first["x"]) == pytest.approx(210 - 8 - 63)


def test_bleed_is_the_files_own_where_it_has_some_and_else_the_edge_mirrored(tmp_path: Path) -> None:
    own, none = (
        lay_out_pieces(build_page_deck(make(tmp_path / make.__name__), PageRequest()))
        for make in (with_bleed, alternate)
    )
    assert (own[0].front.bleed, none[0].front.bleed) == (2, 3)
    for piece in (own[4], none[4]):
        (seen,) = pictures([piece.front], bleed=True)
        colours = {seen.getpixel((x, y)) for x in (3, seen.width - 4) for y in (3, seen.height // 2, seen.height - 4)}
        assert len(colours) == 1
        assert colours != {(255, 255, 255)}


def test_pages_stay_vectors_and_are_stored_once(tmp_path: Path) -> None:
    pieces = lay_out_pieces(build_page_deck(build_named_pages(tmp_path / "a.pdf"), PageRequest()))
    content = render_pdf([Page(build_cut_page(piece.front)) for piece in pieces], "", "en")
    with pikepdf.open(_save(tmp_path / "b.pdf", content)) as pdf:
        forms = [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form"]
        assert not [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and "/Width" in each]
        assert len([form for form in forms if b"Tj" in form.read_bytes()]) == 2
    assert content == render_pdf([Page(build_cut_page(piece.front)) for piece in pieces], "", "en")


def _save(file: Path, content: bytes) -> Path:
    file.write_bytes(content)
    return file


def test_hidden_layers_stay_hidden(tmp_path: Path) -> None:
    file = alternate(tmp_path / "a.pdf")
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        layer = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="sketch"))
        pdf.Root.OCProperties = pikepdf.Dictionary(OCGs=[layer], D=pikepdf.Dictionary(OFF=[layer], Order=[layer]))
        page = pdf.pages[1]
        page.Resources.Properties = pikepdf.Dictionary(L0=layer)
        page.contents_add(b"/OC /L0 BDC 0 1 0 rg 0 0 999 999 re f EMC")
        pdf.save(file)
    (front, *_) = lay_out_pieces(build_page_deck(file, PageRequest()))
    assert pictures([front.front])[0].getpixel((9, 9)) != (0, 255, 0)


def test_a_browser_without_a_renderer_finds_the_same_and_draws_pages_roughly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = alternate(tmp_path / "a.pdf")
    typed = PageRequest(backs="alternate")
    fields = [card.sides for card in build_page_deck(file, typed).components[0].cards]
    source_page.render_source_page.cache_clear()
    page_marks.render_page_uri.cache_clear()
    monkeypatch.setattr(source_page, "find_spec", lambda name: None)
    deck = build_page_deck(file, typed)
    assert [card.sides for card in deck.components[0].cards] == fields
    assert [frame.name for frame in draw_cut_pages(deck)] == ["a/page 2", "a/page 3"]
    assert [render_svg(frame).count("data:image/svg+xml") for frame in draw_cut_pages(deck)] == [1, 1]
    page_marks.render_page_uri.cache_clear()


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (PageRequest("3by3"), "'3by3' is no grid; write columns x rows, such as 3x3."),
        (PageRequest("0x3"), "'0x3' is no grid"),
        (PageRequest("1000x1000"), "'1000x1000' is no grid"),
        (PageRequest(gap="wide"), "'wide' is no gap"),
        (PageRequest(size="huge"), "'huge' is not a size of cards"),
        (PageRequest(pages="4-9"), "'4-9' names no pages of this PDF, which has 5; write 2-3 or 2,5."),
        (PageRequest(backs="behind"), "'behind' names no pages"),
        (PageRequest(backs="9"), "'9' names no pages"),
        (PageRequest(pages="2", backs="3,5"), "pages of backs: 2, of fronts: 1;"),
        (PageRequest(pages="3-5", backs="alternate"), "pages of backs: 1, of fronts: 2;"),
        (PageRequest(pages="2-4", backs="alternate"), "pages of backs: 1, of fronts: 2;"),
    ],
)
def test_a_wrong_word_is_refused_with_what_is_right(typed: PageRequest, told: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=re.escape(told)):
        build_page_deck(alternate(tmp_path / "a.pdf"), typed)


def test_pdfs_that_are_locked_broken_or_hostile_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cards = [[draw_cards(grid_of(8, 12, TCG, 2, (3, 3), names(1, 9)))]]
    owned = write_pdf(tmp_path / "owned.pdf", cards, locked=("", "owner"))
    assert len(lay_out_pieces(build_page_deck(owned, PageRequest()))) == 9
    with pikepdf.open(owned) as pdf:
        pdf.save(tmp_path / "aes.pdf", encryption=pikepdf.Encryption(owner="owner", user="", R=6))
    assert len(lay_out_pieces(build_page_deck(tmp_path / "aes.pdf", PageRequest()))) == 9
    refused = {write_pdf(tmp_path / "locked.pdf", cards, locked=("user", "owner")): "locked.pdf: this PDF is locked"}
    refused[_save(tmp_path / "no.pdf", b"%PDF-1.4 or not")] = "no.pdf: this is not a PDF that can be read"
    refused[_save(tmp_path / "cut.pdf", owned.read_bytes()[:900])] = "cut.pdf: this is not a PDF that can be read"
    for file, told in refused.items():
        with pytest.raises(InputError, match=told):
            build_page_deck(file, PageRequest())
    monkeypatch.setattr(source_page, "MOST_PAGES", 4)
    with pytest.raises(InputError, match="more than 4 pages"):
        build_page_deck(alternate(tmp_path / "many.pdf"), PageRequest())


def test_a_form_within_itself_is_refused(tmp_path: Path) -> None:
    file = alternate(tmp_path / "a.pdf")
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        form = pdf.make_stream(b"/F Do /F Do /F Do", Subtype=pikepdf.Name.Form, BBox=[0, 0, 600, 900])
        form.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=form))
        pdf.pages[1].Resources.XObject = pikepdf.Dictionary(F=form)
        pdf.pages[1].contents_add(b"/F Do")
        pdf.save(file)
    with pytest.raises(InputError, match="a.pdf: page 2 never ends."):
        build_page_deck(file, PageRequest())
