"""Pieces of any shape on their sheets: bleed, marks, and the lines of a machine that lie where they print."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.data.deck import Deck, open_deck
from companion.data.papers import Profile, parse_paper
from companion.press.composition import Composition, compose
from companion.press.frame.frame import Shape, Use
from companion.press.frame.outlines import Outline, compute_bounds, compute_tight_bounds, parse_path
from companion.press.frame.trims import compute_area
from companion.press.ink.pdf import render_document
from companion.press.ink.svg import render_cut_lines
from companion.press.layout import lay_out
from companion.press.sheets.gang import Edition
from companion.press.sheets.grid import solve_grid
from companion.press.sheets.marks import draw_marks
from tests.press.decks import write_deck
from tests.press.pdf_geometry import compute_bounds as box_of
from tests.press.pdf_geometry import read_pages

ARROW = "M0 0 L30 0 L40 20 L30 40 L0 40 Z"
PATH = re.compile(r'<path id="(\w+)-\d+"[^>]* d="([^"]+)"')
ASKEW = Profile("office", "", "a4", 0.8, -0.6, 0.3, 1.006, 0.994)


def write_shaped_deck(folder: Path, trim: str, count: int = 7, size: str = "[40, 40]") -> Deck:
    face = f'size = {size}\nbleed = 2\ntrim = "{trim}"\n'
    face += '[[element]]\nkind = "rect"\nx = -2\ny = -2\nwidth = 99\nheight = 99\nfill = "{colour}"\n'
    face += '[[element]]\nkind = "text"\ntext = "{number}"\nx = 15\ny = 15\nwidth = 10\nheight = 10\nsize = 9\n'
    deck = f'name = "tiny"\n[[component]]\nname = "cards"\nface = "front"\nback = "front"\nrange = {count}\n'
    return open_deck(str(write_deck(folder, deck + 'fields = { colour = "forest" }\n', front=face)))


def compose_sheets(deck: Deck, **changes: object) -> Composition:
    return compose(replace(Edition(deck, "en", parse_paper("a4"), cover=False), **changes))


def list_lines(svg: str, layer: str) -> list[Outline]:
    return [parse_path(notation) for role, notation in PATH.findall(svg) if role == layer]


def list_placed_pieces(made: Composition, page: int = 0) -> list[Use]:
    return [item for item in made.documents[0].pages[page].frame.items if isinstance(item, Use)]


@pytest.mark.parametrize(
    ("printer", "sides", "name"),
    [
        (None, "duplex-long", "a4"),
        (None, "fronts", "letter"),
        (ASKEW, "duplex-long", "a4"),
        (ASKEW, "duplex-short", "letter"),
        (ASKEW, "fronts", "a4"),
    ],
)
def test_cut_lines_lie_where_pieces_and_marks_are_printed(
    tmp_path: Path, printer: Profile | None, sides: str, name: str
) -> None:
    """What a machine cuts along lies within 0.01 mm of what comes out of the printer it is corrected for."""
    printer, paper = printer and printer._replace(paper=name), parse_paper(name)
    made = compose_sheets(write_shaped_deck(tmp_path, ARROW), cut_lines=True, printer=printer, sides=sides, paper=paper)
    (sheet,) = made.cuts
    svg = render_cut_lines(sheet)
    front = read_pages(render_document(made.documents[0]))[0]
    across, down = (printer.scale_x, printer.scale_y) if printer else (1.0, 1.0)

    def map_box(points: list[tuple[float, float]]) -> tuple[float, ...]:
        half_x, half_y = front.width / 2, front.height / 2
        return box_of([((x - half_x) * across + half_x, (y - half_y) * down + half_y) for x, y in points])

    marks = [map_box(each.points) for each in front.strokes if not each.stroked and len(each.points) in (4, 6)]
    for mark in list_lines(svg, "register"):
        assert any(box == pytest.approx(compute_bounds(mark), abs=0.01) for box in marks)
    pieces = [map_box(form.compute_trim(2)) for form in front.find_cards(40, 40, 2)]
    cuts = list_lines(svg, "cut")
    assert len(cuts) == len(pieces) == 7
    for cut, piece in zip(cuts, pieces, strict=True):
        assert compute_tight_bounds(cut) == pytest.approx(piece, abs=0.01)
        assert compute_area(cut) == pytest.approx(1400)
    # Nothing that is printed touches the marks.
    for mark in map(compute_bounds, list_lines(svg, "register")):
        for left, top, right, bottom in map(compute_tight_bounds, cuts):
            free = max(left - 2 - mark[2], mark[0] - right - 2, top - 2 - mark[3], mark[1] - bottom - 2)
            inner = max(mark[0] - left, right - mark[2], mark[1] - top, bottom - mark[3])
            assert free >= 0.9 or inner > 20  # beside the mark, or within the angle of a bracket


@pytest.mark.parametrize(
    ("name", "margin", "bleed", "cards"),
    [("letter", 5, None, 8), ("letter", 10, 0.6, 8), ("letter", 5, 0.8, 9), ("a4", 8, 1.5, 8)],
)
def test_marks_in_the_corners_leave_room_for_more_cards(
    tmp_path: Path, name: str, margin: float, bleed: float | None, cards: int
) -> None:
    paper, deck = parse_paper(name)._replace(margin=margin), write_shaped_deck(tmp_path, "box", 9, "[63, 88]")
    svg = render_cut_lines(compose_sheets(deck, cut_lines=True, paper=paper, bleed=bleed).cuts[0])
    reach = (2.0 if bleed is None else bleed) + 0.9
    corners = [at for mark in list_lines(svg, "register") for _, at in mark if at]
    boxes = [compute_bounds(cut) for cut in list_lines(svg, "cut")]
    assert len(boxes) == cards
    assert [
        (x, y)
        for left, top, right, bottom in boxes
        for x, y in corners
        if left - reach < x < right + reach and top - reach < y < bottom + reach
    ] == []
    square, *brackets = map(compute_bounds, list_lines(svg, "register"))
    assert square == pytest.approx((margin, margin, margin + 5, margin + 5))
    assert all(5 <= side <= 20 for box in brackets for side in (box[2] - box[0], box[3] - box[1]))


def test_sheets_that_are_cut_alike_have_one_file(tmp_path: Path) -> None:
    deck, cut = write_shaped_deck(tmp_path, "hex", 70), "a4-cut-lines"
    assert [sheet.name for sheet in compose_sheets(deck, cut_lines=True).cuts] == [
        f"tiny-en-{cut}-1-2",
        f"tiny-en-{cut}-3",
    ]
    some = compose_sheets(deck, cut_lines=True, sheets=((2, 3),)).cuts
    assert [sheet.name for sheet in some] == [f"tiny-sheets-2-3-en-{cut}-{number}" for number in (2, 3)]
    assert compose_sheets(deck).cuts == ()


def test_a_machine_cuts_plain_cards_too_none_touching(tmp_path: Path) -> None:
    (sheet,) = compose_sheets(write_shaped_deck(tmp_path, "box"), cut_lines=True).cuts
    boxes = sorted(compute_bounds(cut) for cut in list_lines(render_cut_lines(sheet), "cut"))
    assert [(right - left, bottom - top) for left, top, right, bottom in boxes] == [(40, 40)] * 7
    assert boxes[1][1] - boxes[0][3] == pytest.approx(4)


@pytest.mark.parametrize("trim", ["circle", "hex", ARROW])
def test_bleed_follows_the_cut_and_a_back_lies_behind_it(tmp_path: Path, trim: str) -> None:
    made = compose_sheets(write_shaped_deck(tmp_path, trim))
    for one, other in zip(list_placed_pieces(made), list_placed_pieces(made, 1), strict=True):
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

    def draw_trim_marks(trim: str, style: str) -> list[Shape]:
        frame = next(lay_out(write_shaped_deck(tmp_path, trim), "en")).front
        return draw_marks(grid, [(frame, slot) for slot in slots], style)

    for style in ("corners", "lines"):
        drawn = draw_trim_marks("circle", style)
        assert [mark.stroke for mark in drawn] == ["#ffffff", "#000000"] * 3  # seen on light and on dark
        # Its ink begins at the cut and lies outside.
        x, y = slots[0].x - 0.1, slots[0].y - 0.1
        assert compute_tight_bounds(drawn[0].outline) == pytest.approx((x, y, x + 40.2, y + 40.2), abs=0.02)
    assert draw_trim_marks("circle", "none") == []
    assert draw_trim_marks("rounded", "corners") == draw_trim_marks("box", "corners")
    assert all(len(mark.outline) > 2 for mark in draw_trim_marks("rounded", "lines"))


@pytest.mark.parametrize(("trim", "gap"), [("box", 0), ("rounded", 0), ("circle", 4)])
def test_cards_with_one_plain_colour_along_their_edge_touch_but_round_ones(
    tmp_path: Path, trim: str, gap: float
) -> None:
    first, second, *_ = list_placed_pieces(compose_sheets(write_shaped_deck(tmp_path, trim)))
    assert second.matrix.e - first.matrix.e - 40 == pytest.approx(gap)


def test_a_proof_shows_cut_bleed_safe_zone_and_boxes(tmp_path: Path) -> None:
    deck = write_shaped_deck(tmp_path, "hex")
    plain, proof = (list(next(lay_out(deck, "en", proof=each)).front.items) for each in (False, True))
    more = [item for item in proof if item not in plain]
    shapes = [item for item in more if isinstance(item, Shape)]
    assert proof[: len(plain)] == plain
    assert [compute_bounds(box.outline) for box in shapes if box.stroke == "#b040d0"] == [(15, 15, 25, 25)]
    assert [item.text for item in more if not isinstance(item, Shape)] == ["1"]
    assert [item.stroke for item in shapes if item.stroke][-2:] == ["#ff2a1a", "#1e90ff"]
    assert compose_sheets(deck, proof=True).documents[0].name == "tiny-en-a4-proof"
    round_back = next(lay_out(write_shaped_deck(tmp_path, "circle"), "en", proof=True)).back
    assert round_back is not None
    assert any(isinstance(item, Shape) and item.outline == round_back.trim for item in round_back.items)
