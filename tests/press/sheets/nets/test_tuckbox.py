"""Tuck boxes: computed from the cards, closed when folded, on any paper."""

import math
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Polygon

from companion.data.catalogue import LANGUAGES, language
from companion.data.deck import Deck, open_deck, read_deck
from companion.data.papers import parse_paper
from companion.errors import DeckError, PaperError
from companion.press.composition import compose
from companion.press.face.typesetting import text_extents
from companion.press.frame.frame import Frame, Shape, Use
from companion.press.impose.gang import Edition
from companion.press.layout import lay_out
from companion.press.sheets.nets.net import fold_net, lift_point
from companion.press.sheets.nets.pages import fit_net, split_for_paper
from companion.press.sheets.nets.tuckbox import (
    RISE,
    SLEEVES,
    build_tuckbox_net,
    compute_box_size,
    count_cards,
    describe_tuckboxes,
    find_sleeve,
    lay_out_dividers,
    lay_out_tuckboxes,
)
from tests.press.decks import DECK, FACE, write_deck

sides = st.floats(40, 120)


@settings(max_examples=50, deadline=None)
@given(sides, sides, st.floats(6, 60))
def test_a_box_closes(width, height, depth):
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


@pytest.mark.parametrize("name", ["a4", "letter", "a3"])
@pytest.mark.parametrize("size", [(45.5, 70, 34), (64.5, 90, 20), (72, 122, 60)])
def test_a_box_fits_the_paper_or_is_split(name, size):
    sheet = parse_paper(name)
    for part in split_for_paper([build_tuckbox_net("box", *size)], sheet, 11):
        assert fit_net(part, sheet.width - 2 * sheet.margin, sheet.height - 2 * sheet.margin)


def test_honshu_goes_into_one_box():
    deck = open_deck("honshu")
    stacks = count_cards(deck)
    ((size, count),) = stacks.items()
    assert size == (58, 87)
    cards = [piece.front for piece in lay_out(deck, "en")]
    assert count == sum((card.width, card.height) == size for card in cards)


def test_every_deck_has_a_box_that_is_printed_when_asked_for():
    deck = open_deck("hogen")
    assert "tuckbox" in {component.name for component in deck.components}
    composition = compose(Edition(deck, "fr", parse_paper("a4"), only=("tuckbox",), sleeves="thin"))
    (document,) = composition.documents
    assert document.name == "hogen-tuckbox-fr-a4"
    assert any("à l’intérieur" in note.translate() or "inside" in note.translate() for note in composition.notes)


def tiny_deck(folder: Path, width: int, height: int) -> Deck:
    """A deck of one card, nine times, and nothing else; mm."""
    (folder / "faces").mkdir()
    (folder / "words.en.toml").write_text('title = "Tiny"\n')
    (folder / "faces" / "one.toml").write_text(f"size = [{width}, {height}]\n")
    (folder / "deck.toml").write_text('name = "tiny"\n[[component]]\nname = "one"\nface = "one"\nrange = 9\n')
    return read_deck(folder / "deck.toml", folder / "faces")


def test_a_thick_stack_goes_into_several_boxes():
    deck = open_deck("honshu")
    box, _ = compose(Edition(deck, "en", parse_paper("a4"), only=("tuckbox",), thickness=1.0)).notes
    assert "43 cards" in box.translate()


def test_a_deck_without_cards_has_no_box(tmp_path):
    deck = tiny_deck(tmp_path, 20, 20)
    with pytest.raises(DeckError, match="no stack of cards"):
        compose(Edition(deck, "en", parse_paper("a4"), only=("tuckbox",)))


def test_a_box_too_large_for_its_paper_is_refused():
    with pytest.raises(PaperError, match="cannot be cut"):
        split_for_paper([build_tuckbox_net("box", 900, 900, 60)], parse_paper("a4"), 11)


@pytest.mark.few(2)
@pytest.mark.parametrize("sleeves", ["none", "thin", "thick"])
@pytest.mark.parametrize("sheet", ["a4", "letter", "a3"])
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
    for page, use in dividers:
        assert 44 + more_wide <= use.frame.width < wide
        assert 68 + more_high + RISE <= use.frame.height < high
        for text, (left, top, right, bottom) in text_extents(use.frame):
            assert text.size >= 6.5
            assert left > 0
            assert right < use.frame.width
            assert top > 0
            assert bottom < RISE
        corners = [use.matrix.transform_point(x, y) for x in (0, use.frame.width) for y in (0, use.frame.height)]
        assert all(5 <= x <= page.frame.width - 5 and 5 <= y <= page.frame.height - 5 for x, y in corners)
    for page in pages:
        places = [
            Polygon([use.matrix.transform_point(*corner) for corner in ((0, 0), (wide, 0), (wide, high), (0, high))])
            for other, use in dividers
            if other is page
        ]
        assert all(one.intersection(other).area < 1 for one, other in combinations(places, 2))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", ["honshu", "shogun", "hogen"])
def test_each_kind_has_a_divider_of_its_own_and_titles_are_of_one_size(game, code):
    deck = open_deck(game)
    pages = lay_out_tuckboxes(deck, parse_paper("a4"), deck.words(code), language(code), 0.3, "none")
    placed = [use.frame for page in pages for use in page.frame.items if isinstance(use, Use)]
    dividers = [frame for frame in placed if frame.name.startswith("divider/")]
    behind = [
        tuple(
            (each.frame.name, each.matrix)
            for each in frame.items
            if isinstance(each, Use) and each.matrix.f > RISE / 2 + 1
        )
        for frame in dividers
    ]
    assert len(set(behind)) == len(dividers) > 1
    words = [text for frame in dividers for text, _ in text_extents(frame)]
    assert len({text.size for text in words if text.role != "decor"}) == 1


def test_cards_of_one_kind_need_no_dividers(tmp_path):
    (tmp_path / "faces").mkdir()
    (tmp_path / "words.en.toml").write_text('title = "Plain"\n')
    (tmp_path / "faces" / "one.toml").write_text("size = [63, 88]\n")
    (tmp_path / "deck.toml").write_text('name = "plain"\n[[component]]\nname = "one"\nface = "one"\nrange = 20\n')
    deck = read_deck(tmp_path / "deck.toml", tmp_path / "faces")
    composition = compose(Edition(deck, "en", parse_paper("a4"), only=("tuckbox",), cover=False))
    assert [note.translate() for note in composition.notes] == [
        "Tuck box: 20 cards of 63 x 88 mm, 64.5 x 90 x 7 mm inside."
    ]
    assert len(composition.documents[0].pages) == 1


def test_a_divider_too_large_for_its_paper_is_refused():
    with pytest.raises(PaperError, match="too small for a divider of 70 x 130 mm"):
        lay_out_dividers([Frame("divider/Cards", 70, 130, ())], parse_paper("60x120"), "Deck", language("en"))


@pytest.mark.parametrize(
    ("card", "sleeve"),
    [
        ((58, 87), (59, 92)),
        ((59, 92), (59, 92)),
        ((63, 88), (63.5, 88.9)),
        ((44, 68), (44, 68)),
        ((57.15, 88.9), (57.15, 88.9)),
        ((50, 50), (50, 50)),
        ((90, 130), (90, 130)),
    ],
)
def test_a_card_goes_into_the_smallest_sleeve_that_is_sold(card, sleeve):
    assert find_sleeve(*card) == sleeve


@pytest.mark.parametrize("sleeves", ["thin", "thick"])
def test_honshu_in_sleeves_of_59_by_92_goes_in(sleeves):
    """The sleeve decides, not the card: 59 x 92 mm within it, its welds beyond."""
    width, height, depth = compute_box_size(58, 87, 84, 0.3, sleeves, 5)
    assert width >= 59 + 2 + 1
    assert height >= 92 + 2 + 1 + RISE
    films = 2 * (0.05 if sleeves == "thin" else 0.12)
    assert depth == pytest.approx(84 * (0.3 + films) + 5 * 0.3 + 1)
    notes = [str(note) for note in describe_tuckboxes(open_deck("honshu"), 0.3, sleeves)]
    adds = "0.1" if sleeves == "thin" else "0.24"
    assert "sleeves made for cards of 59 x 92 mm; each adds " + adds + " mm to the thickness" in notes[1]
    assert len(list(describe_tuckboxes(open_deck("honshu"), 0.3, "none"))) == 2


@pytest.mark.few(3)
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("sleeves", "thickness"), [("none", 0.1), ("none", 0.3), ("thick", 0.4)])
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
            assert ticks
            assert not any(whole.intersects(tick) for tick in ticks)


def test_a_deck_without_such_faces_has_its_title_on_the_box(tmp_path):
    deck = tiny_deck(tmp_path, 40, 60)
    (page,) = lay_out_tuckboxes(deck, parse_paper("a4"), deck.words("en"), language("en"), 0.3, "none")
    (box,) = (use.frame for use in page.frame.items if isinstance(use, Use))
    assert "Tiny" in [text.text for text, _ in text_extents(box)]
    assert not [item for item in box.items if isinstance(item, Use)]


@pytest.mark.parametrize(("size", "boxed"), [("[35, 160]", True), ("[34.9, 160]", False), ("[35, 160.1]", False)])
def test_the_smallest_and_the_largest_cards_have_a_box(tmp_path: Path, size: str, boxed: bool) -> None:
    text = DECK.replace("range = 5", "range = 8")
    file = write_deck(tmp_path, text, front=FACE.replace("[58, 87]", size))
    assert bool(count_cards(read_deck(file, file.parent / "faces"))) == boxed
