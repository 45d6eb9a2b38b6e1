"""Pieces of any shape on their sheets: bleed, marks, and the lines of a machine that lie where they print."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.data.deck import Deck, open_deck
from companion.data.papers import Profile, parse_paper
from companion.errors import PaperError
from companion.press.composition import Composition, compose
from companion.press.frame.frame import Frame, Shape, Use
from companion.press.frame.loops import compute_area
from companion.press.frame.outlines import Outline, compute_bounds, compute_tight_bounds, parse_path
from companion.press.frame.trims import cut_out
from companion.press.impose.gang import Edition
from companion.press.impose.grid import solve_grid
from companion.press.impose.marks import draw_marks
from companion.press.ink.pdf import render_document
from companion.press.ink.svg import render_cut_lines
from companion.press.layout import lay_out
from companion.service.press.check import preflight
from tests.press.decks import write_deck
from tests.press.pdf_geometry import bounds as box_of
from tests.press.pdf_geometry import read

ARROW = "M0 0 L30 0 L40 20 L30 40 L0 40 Z"
PATH = re.compile(r'<path id="(\w+)-\d+"[^>]* d="([^"]+)"')
ASKEW = Profile("office", "", "a4", 0.8, -0.6, 0.3, 1.006, 0.994)


def write_shaped_deck(folder: Path, trim: str, count: int = 7, size: str = "[40, 40]") -> Deck:
    face = f'size = {size}\nbleed = 2\ntrim = "{trim}"\n'
    face += '[[element]]\nkind = "rect"\nx = -2\ny = -2\nwidth = 99\nheight = 99\nfill = "{colour}"\n'
    face += '[[element]]\nkind = "text"\ntext = "{number}"\nx = 15\ny = 15\nwidth = 10\nheight = 10\nsize = 9\n'
    deck = f'name = "tiny"\n[[component]]\nname = "cards"\nface = "front"\nback = "front"\nrange = {count}\n'
    return open_deck(str(write_deck(folder, deck + 'fields = { colour = "forest" }\n', front=face)))


def sheets(deck: Deck, **changes: object) -> Composition:
    return compose(replace(Edition(deck, "en", parse_paper("a4"), cover=False), **changes))


def lines_of(svg: str, layer: str) -> list[Outline]:
    return [parse_path(notation) for role, notation in PATH.findall(svg) if role == layer]


@pytest.mark.parametrize("printer", [None, ASKEW])
@pytest.mark.parametrize("sides", ["duplex-long", "duplex-short", "fronts"])
@pytest.mark.parametrize("name", ["a4", "letter"])
def test_cut_lines_lie_where_pieces_and_marks_are_printed(
    tmp_path: Path, printer: Profile | None, sides: str, name: str
) -> None:
    """What a machine cuts along lies within 0.01 mm of what comes out of the printer it is corrected for."""
    printer = printer and replace(printer, paper=name)
    made = sheets(
        write_shaped_deck(tmp_path, ARROW), cut_lines=True, printer=printer, sides=sides, paper=parse_paper(name)
    )
    (sheet,) = made.cuts
    svg = render_cut_lines(sheet)
    front = read(render_document(made.documents[0]))[0]
    across, down = (printer.scale_x, printer.scale_y) if printer else (1.0, 1.0)

    def comes_out(points: list[tuple[float, float]]) -> tuple[float, ...]:
        half_x, half_y = front.width / 2, front.height / 2
        return box_of([((x - half_x) * across + half_x, (y - half_y) * down + half_y) for x, y in points])

    marks = [comes_out(each.points) for each in front.strokes if not each.stroked and len(each.points) in (4, 6)]
    for mark in lines_of(svg, "register"):
        assert any(box == pytest.approx(compute_bounds(mark), abs=0.01) for box in marks)
    pieces = [comes_out(form.trim(2)) for form in front.cards(40, 40, 2)]
    cuts = lines_of(svg, "cut")
    assert len(cuts) == len(pieces) == 7
    for cut, piece in zip(cuts, pieces, strict=True):
        assert compute_tight_bounds(cut) == pytest.approx(piece, abs=0.01)
        assert compute_area(cut) == pytest.approx(1400)
    # Nothing that is printed touches the marks.
    for mark in map(compute_bounds, lines_of(svg, "register")):
        for left, top, right, bottom in map(compute_tight_bounds, cuts):
            free = max(left - 2 - mark[2], mark[0] - right - 2, top - 2 - mark[3], mark[1] - bottom - 2)
            inner = max(mark[0] - left, right - mark[2], mark[1] - top, bottom - mark[3])
            assert free >= 0.9 or inner > 20  # beside the mark, or within the angle of a bracket


def test_sheets_that_are_cut_alike_have_one_file(tmp_path: Path) -> None:
    names = [sheet.name for sheet in sheets(write_shaped_deck(tmp_path, "hex", 70), cut_lines=True).cuts]
    assert names == ["tiny-en-a4-cut-lines-1-2", "tiny-en-a4-cut-lines-3"]
    some = sheets(write_shaped_deck(tmp_path, "hex", 70), cut_lines=True, sheets=((2, 3),))
    assert [sheet.name for sheet in some.cuts] == [
        "tiny-sheets-2-3-en-a4-cut-lines-2",
        "tiny-sheets-2-3-en-a4-cut-lines-3",
    ]
    assert sheets(write_shaped_deck(tmp_path, "hex", 70)).cuts == ()


def test_a_machine_cuts_plain_cards_too_none_touching(tmp_path: Path) -> None:
    (sheet,) = sheets(write_shaped_deck(tmp_path, "box"), cut_lines=True).cuts
    boxes = sorted(compute_bounds(cut) for cut in lines_of(render_cut_lines(sheet), "cut"))
    assert [(right - left, bottom - top) for left, top, right, bottom in boxes] == [(40, 40)] * 7
    assert boxes[1][1] - boxes[0][3] == pytest.approx(4)


def test_a_card_that_leaves_no_room_for_the_marks_of_a_machine_is_told(tmp_path: Path) -> None:
    with pytest.raises(PaperError, match="does not fit on A4, which has 188 x 275 mm for cards"):
        sheets(write_shaped_deck(tmp_path, "box", 1, "[190, 190]"), cut_lines=True)


@pytest.mark.parametrize("trim", ["circle", "hex", ARROW])
def test_bleed_follows_the_cut_and_a_back_lies_behind_it(tmp_path: Path, trim: str) -> None:
    front, back = sheets(write_shaped_deck(tmp_path, trim)).documents[0].pages
    fronts, backs = ([item for item in page.frame.items if isinstance(item, Use)] for page in (front, back))
    for one, other in zip(fronts, backs, strict=True):
        assert one.clip is not None
        assert other.clip is not None
        left, top, right, bottom = compute_tight_bounds(one.clip)
        assert compute_tight_bounds(other.clip) == pytest.approx((210 - right, top, 210 - left, bottom), abs=0.01)
        assert compute_area(one.clip) == pytest.approx(compute_area(other.clip))
        assert one.frame.trim is not None
        assert compute_area(one.frame.trim) < compute_area(one.clip) < 44 * 44


def test_cards_without_straight_sides_are_marked_along_their_outline(tmp_path: Path) -> None:
    grid = solve_grid(parse_paper("a4"), 40, 40)
    slots = list(grid.list_slots())[:3]

    def marks(trim: str, style: str) -> list[Shape]:
        frame = next(lay_out(write_shaped_deck(tmp_path, trim), "en")).front
        return draw_marks(grid, [(frame, slot) for slot in slots], style)

    for style in ("corners", "lines"):
        drawn = marks("circle", style)
        assert [mark.stroke for mark in drawn] == ["#ffffff", "#000000"] * 3  # seen on light and on dark
        left, top, right, bottom = compute_tight_bounds(drawn[0].outline)
        # Its ink begins at the cut and lies outside.
        assert (right - left, bottom - top) == pytest.approx((40.2, 40.2), abs=0.01)
        assert (left + 0.1, top + 0.1) == pytest.approx((slots[0].x, slots[0].y), abs=0.01)
    assert marks("circle", "none") == []
    assert marks("rounded", "corners") == marks("box", "corners")
    assert all(len(mark.outline) > 2 for mark in marks("rounded", "lines"))


def test_shapes_keep_their_own_cut(tmp_path: Path) -> None:
    """Cards with one plain colour along their edge touch; round ones do not."""
    assert _gap(sheets(write_shaped_deck(tmp_path / "box", "box"))) == pytest.approx(0)
    assert _gap(sheets(write_shaped_deck(tmp_path / "round", "circle"))) == pytest.approx(4)
    assert _gap(sheets(write_shaped_deck(tmp_path / "rounded", "rounded"))) == pytest.approx(0)


def test_the_bleed_of_rounded_cards_keeps_its_corners(tmp_path: Path) -> None:
    deck = write_shaped_deck(tmp_path, "rounded")
    frame = next(lay_out(deck, "en")).front
    assert cut_out(frame, 2).clip is None
    assert cut_out(frame).clip == frame.trim
    page = sheets(deck).documents[0].pages[0]
    assert not any(item.clip and len(item.clip) > 5 for item in page.frame.items if isinstance(item, Use))


def _gap(made: Composition) -> float:
    first, second, *_ = (item for item in made.documents[0].pages[0].frame.items if isinstance(item, Use))
    return second.matrix.e - first.matrix.e - 40


def test_names_of_boxes_too_long_to_be_quoted_end_in_an_ellipsis(tmp_path: Path) -> None:
    deck, words = write_shaped_deck(tmp_path, "hex"), "Wolkenkuckucksheim by the sea"
    face = next(tmp_path.rglob("front.toml"))
    face.write_text(face.read_text().replace('"{number}"', f'"{words}"').replace("size = 9", "size = 2"))
    named = [item for item in next(lay_out(deck, "en", proof=True)).front.items if not isinstance(item, Shape)]
    assert named[-1].text == f"{words[:24]}…"
    face.write_text(face.read_text().replace("size = 2", "size = 9"))
    faults = [str(fault.text) for fault in preflight(deck, "en")]
    assert any(f"does not fit '{words[:20]}…' of" in each for each in faults)


def test_a_proof_shows_cut_bleed_safe_zone_and_boxes(tmp_path: Path) -> None:
    deck = write_shaped_deck(tmp_path, "hex")

    def lay_out_front(proof: bool) -> Frame:
        return next(lay_out(deck, "en", proof=proof)).front

    plain, proof = lay_out_front(False), lay_out_front(True)
    more = [item for item in proof.items if item not in list(plain.items)]
    assert list(proof.items)[: len(plain.items)] == list(plain.items)
    boxes = [item for item in more if isinstance(item, Shape) and item.stroke == "#b040d0"]
    assert [compute_bounds(box.outline) for box in boxes] == [(15, 15, 25, 25)]
    assert [item.text for item in more if not isinstance(item, Shape)] == ["1"]
    assert [item.stroke for item in more if isinstance(item, Shape) and item.stroke][-2:] == ["#ff2a1a", "#1e90ff"]
    assert sheets(deck, proof=True).documents[0].name == "tiny-en-a4-proof"
    round_back = next(lay_out(write_shaped_deck(tmp_path, "circle"), "en", proof=True)).back
    assert round_back is not None
    assert any(isinstance(item, Shape) and item.outline == round_back.trim for item in round_back.items)
