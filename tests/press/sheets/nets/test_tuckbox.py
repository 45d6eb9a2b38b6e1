"""Tuck boxes: computed from the cards, closed when folded, on any paper."""

import math
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Polygon

from companion.data.catalogue import language
from companion.data.deck import Deck, open_deck, read_deck
from companion.data.papers import parse_paper
from companion.errors import DeckError
from companion.press.composition import compose
from companion.press.face.typesetting import text_extents
from companion.press.frame.frame import Shape, Use
from companion.press.frame.outlines import transform_bounds
from companion.press.nets.net import fold_net, lift_point
from companion.press.nets.tuckbox import (
    RISE,
    SLEEVES,
    build_tuckbox_net,
    build_tuckboxes,
    compute_box_size,
    count_cards,
    describe_tuckboxes,
    find_sleeve,
    lay_out_tuckboxes,
)
from companion.press.sheets.gang import Edition
from tests.press.decks import DECK, FACE, write_deck

sides = st.floats(40, 120)


@settings(max_examples=50, deadline=None)
@given(sides, sides, st.floats(6, 60))
def test_the_panels_of_a_tuckbox_close(width, height, depth):
    net = build_tuckbox_net("box", width, height, depth)
    moves = fold_net(net)
    for seam in net.seams:
        for mine, its in zip(net.get_fold(seam.tab).edge, seam.edge, strict=True):
            meeting = lift_point(moves[seam.tab], mine), lift_point(moves[seam.panel], its)
            assert math.dist(*meeting) < 1e-6
    # The tuck flap goes down behind the front, the lid lies on the walls.
    lid = [lift_point(moves["lid"], point) for point in net.get_panel("lid").points]
    assert {round(float(corner[1]), 6) for corner in lid} == {0.0}
    tuck = [lift_point(moves["tuck"], point) for point in net.get_panel("tuck").points]
    assert all(corner[2] == pytest.approx(-depth) for corner in tuck)
    assert max(corner[1] for corner in tuck) > 5


@settings(max_examples=50, deadline=None)
@given(sides, sides, st.integers(8, 120), st.floats(0.1, 0.5))
def test_the_stack_goes_in_and_sleeves_need_more(width, height, count, thickness):
    bare = compute_box_size(width, height, count, thickness, "none")
    assert bare[0] > width
    assert bare[1] > height
    assert bare[2] > count * thickness
    thin, thick = (compute_box_size(width, height, count, thickness, sleeves) for sleeves in ("thin", "thick"))
    assert all(a < b < c for a, b, c in zip(bare, thin, thick, strict=True))


def write_tiny_deck(folder: Path, width: int, height: int) -> Deck:
    (folder / "faces").mkdir()
    (folder / "words.en.toml").write_text('title = "Tiny"\n')
    (folder / "faces" / "one.toml").write_text(f"size = [{width}, {height}]\n")
    (folder / "deck.toml").write_text('name = "tiny"\n[[component]]\nname = "one"\nface = "one"\nrange = 9\n')
    return read_deck(folder / "deck.toml", folder / "faces")


def test_honshu_goes_into_one_box_and_a_thick_stack_into_several():
    deck = open_deck("honshu")
    ((size, _),) = count_cards(deck).items()
    assert size == (58, 87)
    box, _ = compose(Edition(deck, "en", parse_paper("a4"), only=("tuckbox",), thickness=1.0)).notes
    assert "43 cards" in box.translate()


def test_sleeves_count_where_a_stack_goes_into_several_boxes(tmp_path):
    deck = write_tiny_deck(tmp_path, 40, 60)
    boxes = [box for sleeves in SLEEVES for box in build_tuckboxes(deck, 6.6, sleeves)]
    assert [(box.net.copies, box.count) for box in boxes] == [(1, 9), (2, 5), (2, 5)]  # 59.4, 60.3 and 61.6 mm


def test_a_deck_without_cards_has_no_box(tmp_path):
    deck = write_tiny_deck(tmp_path, 20, 20)
    with pytest.raises(DeckError, match="no stack of cards"):
        compose(Edition(deck, "en", parse_paper("a4"), only=("tuckbox",)))


@pytest.mark.parametrize(("sheet", "sleeves"), [("a4", "none"), ("letter", "thick")])
def test_dividers_part_the_kinds_and_stand_above_the_cards(sheet, sleeves):
    deck = open_deck("shogun")
    pages = lay_out_tuckboxes(deck, parse_paper(sheet), deck.words("en"), language("en"), 0.3, sleeves)
    placed = [(page, use) for page in pages for use in page.frame.items if isinstance(use, Use)]
    dividers = [(page, use) for page, use in placed if use.frame.name.startswith("divider/")]
    kinds = ["province", "chest", "special", "action", "event", "daimyo"]
    named = [use.frame.name.split("/")[1:3] for _, use in dividers]
    assert named == [[f"{kind}-cards", f"{kind.title()} cards"] for kind in kinds]
    wide, high, deep = compute_box_size(44, 68, 110, 0.3, sleeves, len(kinds))
    more_wide, more_high, thicker = SLEEVES[sleeves]
    assert deep >= 110 * (0.3 + thicker) + 6 * 0.3
    places = {}
    for page, use in dividers:
        assert 44 + more_wide <= use.frame.width < wide
        assert 68 + more_high + RISE <= use.frame.height < high
        for text, (left, top, right, bottom) in text_extents(use.frame):
            assert text.size >= 6.5
            assert 0 < left < right < use.frame.width
            assert 0 < top < bottom < RISE
        corners = [use.matrix.transform_point(x, y) for x, y in ((0, 0), (wide, 0), (wide, high), (0, high))]
        places.setdefault(id(page.frame), []).append(Polygon(corners))
        x1, y1, x2, y2 = transform_bounds((0, 0, use.frame.width, use.frame.height), use.matrix)
        assert 5 <= x1 < x2 <= page.frame.width - 5
        assert 5 <= y1 < y2 <= page.frame.height - 5
    for each in places.values():
        assert all(one.intersection(other).area < 1 for one, other in combinations(each, 2))


@pytest.mark.parametrize(("game", "code"), [("honshu", "fr"), ("shogun", "de"), ("hogen", "en")])
def test_each_kind_has_a_divider_of_its_own_and_titles_are_of_one_size(game, code):
    deck = open_deck(game)
    pages = lay_out_tuckboxes(deck, parse_paper("a4"), deck.words(code), language(code), 0.3, "none")
    placed = [use.frame for page in pages for use in page.frame.items if isinstance(use, Use)]
    dividers = [frame for frame in placed if frame.name.startswith("divider/")]
    low = [[use for use in each.items if isinstance(use, Use) and use.matrix.f > RISE / 2 + 1] for each in dividers]
    behind = {tuple((each.frame.name, each.matrix) for each in uses) for uses in low}
    assert len(behind) == len(dividers) > 1
    words = [text for frame in dividers for text, _ in text_extents(frame)]
    assert len({text.size for text in words if text.role != "decor"}) == 1


def test_a_card_goes_into_the_smallest_sleeve_that_is_sold():
    sold = {(58, 87): (59, 92), (59, 92): (59, 92), (63, 88): (63.5, 88.9), (44, 68): (44, 68), (50, 50): (50, 50)}
    assert {card: find_sleeve(*card) for card in sold} == sold


@pytest.mark.parametrize(("sleeves", "film", "adds"), [("thin", 0.05, "0.1"), ("thick", 0.12, "0.24")])
def test_honshu_in_sleeves_of_59_by_92_goes_in(sleeves, film, adds):
    """The sleeve decides, not the card: 59 x 92 mm within it, its welds beyond."""
    width, height, depth = compute_box_size(58, 87, 84, 0.3, sleeves, 5)
    assert width >= 59 + 2 + 1
    assert height >= 92 + 2 + 1 + RISE
    assert depth == pytest.approx(84 * (0.3 + 2 * film) + 5 * 0.3 + 1)
    notes = [str(note) for note in describe_tuckboxes(open_deck("honshu"), 0.3, sleeves)]
    assert f"sleeves made for cards of 59 x 92 mm; each adds {adds} mm to the thickness" in notes[1]


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("sleeves", "thickness", "code"), [("none", 0.1, "en"), ("none", 0.3, "de"), ("thick", 0.4, "fr")]
)
@pytest.mark.parametrize("game", ["honshu", "shogun", "hogen"])
def test_the_boxes_of_the_games_are_printed_all_round(game, sleeves, thickness, code):
    deck = open_deck(game)
    for low in (False, True):
        pages = lay_out_tuckboxes(deck, parse_paper("a3"), deck.words(code), language(code), thickness, sleeves, low)
        boxes = [use.frame for page in pages for use in page.frame.items if isinstance(use, Use) and use.frame.bleed]
        assert boxes
        for frame in boxes:
            pictures = sorted(item.frame.name.split("/")[0] for item in frame.items if isinstance(item, Use))
            assert pictures == ["box-flap", "box-flap", "box-front", "box-front", "box-side", "box-spine"]
            said = [text.text for text, _ in text_extents(frame)]
            assert said.count(deck.words(code)["title"]) >= 2
            shapes = [item for item in frame.items if isinstance(item, Shape)]
            cuts = [item.outline for item in shapes if item.role == "cut" and not item.group]
            (whole,) = (Polygon([at for _, at in outline[:-1]]) for outline in cuts)
            ticks = [LineString([at for _, at in item.outline]) for item in shapes if item.role == "fold"]
            assert [whole.intersects(tick) for tick in ticks] == [False] * (len(ticks) or 1)


def test_a_deck_of_one_kind_has_its_title_on_the_box_and_no_dividers(tmp_path):
    deck = write_tiny_deck(tmp_path, 40, 60)
    (page,) = lay_out_tuckboxes(deck, parse_paper("a4"), deck.words("en"), language("en"), 0.3, "none")
    (box,) = (use.frame for use in page.frame.items if isinstance(use, Use))
    assert "Tiny" in [text.text for text, _ in text_extents(box)]
    assert not [item for item in box.items if isinstance(item, Use)]
    made = compose(Edition(deck, "en", parse_paper("a4"), only=("tuckbox",)))
    assert made.sheets == 1  # no first page for a single sheet
    (note,) = made.notes
    assert str(note) == "Tuck box: 9 cards of 40 x 60 mm, 41.5 x 62 x 3.7 mm inside."


@pytest.mark.parametrize(("size", "boxed"), [("[35, 160]", True), ("[34.9, 160]", False), ("[35, 160.1]", False)])
def test_the_smallest_and_the_largest_cards_have_a_box(tmp_path: Path, size: str, boxed: bool) -> None:
    text = DECK.replace("range = 5", "range = 8")
    file = write_deck(tmp_path, text, front=FACE.replace("[58, 87]", size))
    assert bool(count_cards(read_deck(file, file.parent / "faces"))) == boxed
