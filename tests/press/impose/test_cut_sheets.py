"""Sheets that are cut or perforated for cards: measured in the PDF, both sides, and places used already."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion.data.deck import Deck, open_deck
from companion.data.papers import Paper, Places, Profile, papers_by_name, parse_paper
from companion.errors import PaperError
from companion.press.composition import Composition, compose
from companion.press.ink.pdf import render_document
from companion.press.sheets.gang import Edition
from tests.press.decks import format_element, write_deck
from tests.press.pdf_geometry import compute_bounds, read_pages

CUT = {name: paper for name, paper in papers_by_name().items() if paper.places}
Box = tuple[float, ...]


def build_sheet_deck(folder: Path, width: float, height: float, count: int = 12, bleed: float = 2) -> Deck:
    ground = format_element("rect", x=-4, y=-4, width=width + 8, height=height + 8, fill="forest")
    face = f"size = [{width}, {height}]\nbleed = {bleed}\n" + ground
    deck = f'name = "tiny"\n[[component]]\nname = "cards"\nface = "front"\nback = "back"\nrange = {count}\n'
    return open_deck(str(write_deck(folder, deck, front=face, back=face)))


def compose_on(deck: Deck, paper: Paper, **how: object) -> Composition:
    return compose(replace(Edition(deck, "en", paper), **how))


def measure(made: Composition, page: int, size: Sequence[float], bleed: float = 2) -> list[Box]:
    """The cut edges of the cards on a page of the PDF: left, top, right, bottom; mm."""
    forms = read_pages(render_document(made.documents[0]))[page].find_cards(*size, bleed)
    return sorted((compute_bounds(form.compute_trim(bleed)) for form in forms), key=lambda box: (round(box[1]), box[0]))


def list_expected_boxes(places: Places) -> list[Box]:
    corners = [
        (places.left + column * (places.width + places.gap_x), places.top + row * (places.height + places.gap_y))
        for row in range(places.rows)
        for column in range(places.columns)
    ]
    return [(x, y, x + places.width, y + places.height) for x, y in corners]


@pytest.mark.parametrize("name", CUT)
@pytest.mark.parametrize("upright", [True, False])
def test_cards_are_printed_in_their_places_on_both_sides(tmp_path: Path, name: str, upright: bool) -> None:
    paper, places = CUT[name], CUT[name].places
    assert places is not None
    size = places[2:4] if upright else places[3:1:-1]
    made = compose_on(build_sheet_deck(tmp_path, *size), paper)
    expected = list_expected_boxes(places)[:12]
    mirrored = sorted(
        ((paper.width - right, top, paper.width - left, bottom) for left, top, right, bottom in expected),
        key=lambda box: (round(box[1]), box[0]),
    )
    for page, boxes in enumerate((expected, mirrored)):
        found = measure(made, page, size)
        assert len(found) == len(boxes) == min(12, places.columns * places.rows)
        for box, place in zip(found, boxes, strict=True):
            assert box == pytest.approx(place, abs=0.05)


def test_no_colour_runs_into_another_place_and_nothing_else_is_printed(tmp_path: Path) -> None:
    """Free places must stay clean, since they may be printed later; there are no marks and no first page."""
    paper = parse_paper("avery-c32015")
    made = compose_on(build_sheet_deck(tmp_path, 85, 54, 3, bleed=4), paper, bleed=4.0)
    page = read_pages(render_document(made.documents[0]))[0]
    boxes = [form.compute_visible_box() for form in page.find_cards(85, 54, 4)]
    assert made.sheets == 1
    assert page.find_lines() == []
    assert boxes[0] == pytest.approx((13, 27.5, 105, 88.5), abs=0.01)  # half of the gaps, outside 4 mm
    assert boxes[1] == pytest.approx((105, 27.5, 197, 88.5), abs=0.01)
    touching = compose_on(build_sheet_deck(tmp_path, 63.5, 88.9, 2), parse_paper("poker-9"))
    first, second = (use.clip for use in touching.documents[0].pages[0].frame.items[:2])
    assert [max(x for _, at in clip if at for x in at[:1]) for clip in (first, second)] == pytest.approx([76.2, 139.7])


@pytest.mark.parametrize(("skip", "pages"), [(((1, 2),), [7, 5]), (((1, 1), (4, 6)), [5, 7]), ((), [9, 3])])
def test_places_used_already_stay_blank_on_the_first_sheet(
    tmp_path: Path, skip: tuple[tuple[int, int], ...], pages: list[int]
) -> None:
    paper = parse_paper("poker-9")
    made = compose_on(build_sheet_deck(tmp_path, 63.5, 88.9), paper, skip=skip)
    used = {number for first, last in skip for number in range(first, last + 1)}
    found = measure(made, 0, (63.5, 88.9))
    assert paper.places is not None
    left = [box for number, box in enumerate(list_expected_boxes(paper.places), 1) if number not in used]
    for box, place in zip(found, left, strict=True):
        assert box == pytest.approx(place, abs=0.05)
    behind = {(round(paper.width - box[2]), round(box[1])) for box in measure(made, 1, (63.5, 88.9))}
    assert behind == {(round(box[0]), round(box[1])) for box in found}
    assert [len(measure(made, page, (63.5, 88.9))) for page in (0, 2)] == pages


def test_places_are_skipped_on_plain_paper_too(tmp_path: Path) -> None:
    """They are those of the sheet that was printed before, also where cards touch that look alike."""
    deck = build_sheet_deck(tmp_path, 58, 87)
    whole, made = (compose_on(deck, parse_paper("a4"), skip=skip, cover=False) for skip in ((), ((1, 2),)))
    assert [len(measure(made, page, (58, 87))) for page in (0, 2)] == [7, 5]
    assert measure(made, 0, (58, 87)) == measure(whole, 0, (58, 87))[2:]


@pytest.mark.parametrize(
    ("size", "how", "told"),
    [
        ((58, 87), {}, "Poker 9 is cut into cards of 63.5 x 88.9 mm; cards/1 is 58 x 87 mm. Choose another"),
        ((500, 300), {}, "cards/1 is 500 x 300 mm"),
        ((63, 88), {"sides": "fold"}, "it cannot be folded"),
        ((63, 88), {"cut_lines": True}, "a cutting machine has nothing to do there"),
        ((63, 88), {"margin": 4.0}, "a margin does not move its places"),
        (
            (63, 88),
            {"skip": ((9, 10),)},
            "Poker 9 has 9 places for these cards; leave one free, and skip none beyond the last.",
        ),
        ((63, 88), {"skip": ((1, 9),)}, "Poker 9 has 9 places for these cards; leave one free"),
        ((63, 88), {"only": ("tuckbox",)}, "print this on plain paper"),
    ],
)
def test_what_a_cut_sheet_cannot_do_is_refused(
    tmp_path: Path, size: tuple[float, float], how: dict[str, object], told: str
) -> None:
    with pytest.raises(PaperError, match=told):
        compose_on(build_sheet_deck(tmp_path, *size), parse_paper("poker-9"), **how)


def test_cards_of_nearly_the_size_are_centred_and_it_is_told(tmp_path: Path) -> None:
    paper = parse_paper("poker-9")
    made = compose_on(build_sheet_deck(tmp_path, 63, 88), paper)
    assert [str(note) for note in made.notes] == [
        "Poker 9 is cut into cards of 63.5 x 88.9 mm; those of 63 x 88 mm are centred there."
    ]
    assert measure(made, 0, (63, 88))[0] == pytest.approx((12.95, 6.8, 75.95, 94.8), abs=0.05)
    assert compose_on(build_sheet_deck(tmp_path, 63.5, 88.9), paper).notes == ()


def test_places_that_printers_do_not_reach_are_told(tmp_path: Path) -> None:
    paper = Paper("own", 210, 297, 5, Places(3, 3, 66, 90, 9, 4))
    (note,) = compose_on(build_sheet_deck(tmp_path, 66, 90), paper).notes
    assert str(note) == "Own: cards reach to 3 mm from the edge; most printers leave 5 mm white."


def test_a_printer_measured_with_plain_paper_of_the_size_will_do(tmp_path: Path) -> None:
    printer = Profile("office", "", "letter", 0.5, -0.5)
    paper = parse_paper("poker-9")._replace(margin=5)
    made = compose_on(build_sheet_deck(tmp_path, 63.5, 88.9), paper, printer=printer)
    assert measure(made, 0, (63.5, 88.9))[0][:2] == pytest.approx((12.7, 6.35), abs=0.05)
    assert measure(made, 1, (63.5, 88.9))[0][:2] == pytest.approx((12.7 + 0.5, 6.35 + 0.5), abs=0.05)
