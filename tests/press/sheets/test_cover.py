"""The first page: what it says for each way of printing, in both languages, with letters the font has."""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from companion.data.catalogue import language
from companion.data.deck import Deck, open_deck
from companion.data.papers import parse_paper
from companion.press.composition import Composition, compose
from companion.press.face.typesetting import text_extents
from companion.press.frame.frame import Frame, Page, Shape, Text, Use
from companion.press.frame.outlines import circle, compute_bounds
from companion.press.ink.pdf import render_document, render_pdf
from companion.press.sheets.gang import SIDES, Edition
from companion.press.sheets.guide import draw_flip_picture
from companion.sentences import say
from tests.press.cards import build_cards, compose_with
from tests.press.impose.test_edition import read_texts
from tests.press.pdf_geometry import read_pages

SAID = {
    "duplex-long": ("flip on the long edge", "Imprimez en recto verso, bord long"),
    "duplex-short": ("flip on the short edge", "Imprimez en recto verso, bord court"),
    "fold": ("fold, glue, cut", "pliez, collez, coupez"),
    "fronts": ("Print on one side", "Imprimez en recto seul"),
    "separate": ("tiny-en-a4-separate-backs.pdf", "tiny-fr-a4-separate-backs.pdf"),
}


@pytest.mark.parametrize("sides", SIDES)
def test_the_cover_explains_how_to_print(deck: Deck, sides: str) -> None:
    for code, begins, words in (
        ("en", "印 Tiny 20 pieces", SAID[sides][0]),
        ("fr", "印 Minuscule 20 pièces", SAID[sides][1]),
    ):
        result = compose_with(Edition(deck, code, parse_paper("a4"), sides), build_cards(20))
        said = " ".join(read_texts(render_document(result.documents[0]))[0].split())
        assert said.startswith(begins)
        assert words in said
        assert say("Load {sheets}", sheets=f"{result.sheets}").translate(language(code)) in said


@pytest.mark.parametrize(
    ("name", "sides", "sideways"),
    [
        ("a4", "duplex-long", True),
        ("297x210", "duplex-long", False),
        ("297x210", "duplex-short", True),
        ("297x210", "fold", True),
    ],
)
def test_the_picture_turns_the_sheet_as_it_must_be_turned(name: str, sides: str, sideways: bool) -> None:
    frame = draw_flip_picture(parse_paper(name), sides)
    (page,) = read_pages(render_pdf([Page(frame)], "flip", "en"))
    (axis,) = [line for line in page.find_lines() if line.dashed]
    (x1, y1), (x2, y2) = axis.points
    assert (abs(x1 - x2) < 0.01, abs(y1 - y2) < 0.01) == (sideways, not sideways)
    sheets = [stroke for stroke in page.strokes if stroke.stroked and len(stroke.points) == 4 and stroke != axis]
    middles = [(sum(x for x, _ in s.points) / 4, sum(y for _, y in s.points) / 4) for s in sheets[:2]]
    assert (middles[0][0] + middles[1][0]) / 2 == pytest.approx((x1 + x2) / 2, abs=0.3)
    assert (middles[0][1] + middles[1][1]) / 2 == pytest.approx((y1 + y2) / 2, abs=0.3)


@pytest.mark.parametrize(("sides", "shown"), [("duplex-long", 1), ("fronts", 0)])
def test_how_a_sheet_is_turned_is_drawn_beside_the_step_that_says_it(deck: Deck, sides: str, shown: int) -> None:
    column = lay_out_column(compose_with(Edition(deck, "en", parse_paper("a4"), sides), build_cards(4)))
    pictures = [each for each in column.items if isinstance(each, Use) and each.frame.name == "flip"]
    steps = {each.text: each.y for each in column.items if isinstance(each, Text) and each.text in "1234"}
    assert [steps["2"] - 8 < each.matrix.f < steps["3"] for each in pictures] == [True] * shown


@pytest.mark.parametrize(("code", "name"), [("en", "dividers"), ("fr", "intercalaires"), ("de", "Trennkarten")])
def test_boxes_are_shown_with_their_dividers_and_no_word_of_sleeves(code: str, name: str) -> None:
    (document,) = compose(Edition(open_deck("honshu"), code, parse_paper("a4"), only=("tuckbox",))).documents
    said = " ".join(read_texts(render_document(document))[0].split())
    keeps = say("This page is sheet 1. Card of 160 to 250 g/m² keeps its shape best.")
    assert all(part in said for part in ("Honshu 7 ", f" 6 {name}", keeps.translate(language(code))))


@pytest.mark.parametrize(
    ("game", "code", "sheet"), [("shogun", "fr", "letter"), ("honshu", "de", "a4"), ("hogen", "en", "letter")]
)
def test_the_first_page_shows_every_component_in_small(game: str, code: str, sheet: str) -> None:
    """Nothing lies upon anything else, names are set in one size, and each component or its kind has its picture."""
    deck = open_deck(game)
    whole = {deck.words(code).get(f"contents.{each.name}", each.name) for each in deck.components if not each.extra}
    frame = compose(Edition(deck, code, parse_paper(sheet))).documents[0].pages[0].frame
    (use,) = (each for each in frame.items if isinstance(each, Use) and each.frame.name.endswith("cover"))
    assert use.matrix.a > 0.95
    widest = max(x for each in use.frame.items if isinstance(each, Shape) for x in compute_bounds(each.outline)[::2])
    assert widest * use.matrix.a > parse_paper(sheet).width - 50, "a column narrower than its page"
    band, _, *pictures = (each for each in use.frame.items if isinstance(each, Use))
    assert any(compute_bounds(each.outline)[3] > 40 for each in band.frame.items if isinstance(each, Shape)), "ragged"
    boxes = [compute_bounds(each.clip) for each in pictures if each.clip]
    assert not [one for one, other in combinations(pictures, 2) if one.frame.items == other.frame.items]
    assert game != "hogen" or len({round(bottom, 3) for *_, bottom in boxes}) == 1, "not in one row"
    lines = tuple(each for each in use.frame.items if isinstance(each, Text))
    words = [extent for _, extent in text_extents(Frame("words", 150, 300, lines))]
    assert len(boxes) == len(whole) <= 12
    assert game != "shogun" or {line.text for line in lines} >= {"72", "80", "150"}
    assert len({line.size for line in lines if line.y > boxes[0][1]}) == 2  # of numbers, and of names
    assert min(line.size for line in lines) >= 9
    assert not any(line.text.endswith("·") for line in lines)
    for (a, b, c, d), (e, f, g, h) in combinations([*boxes, *words], 2):
        assert min(c, g) - max(a, e) < 0.3 or min(d, h) - max(b, f) < 0.9


def lay_out_column(result: Composition) -> Frame:
    cover = result.documents[0].pages[0].frame
    (column,) = (each.frame for each in cover.items if isinstance(each, Use) and each.frame.name.endswith("cover"))
    return column


def test_a_deck_of_one_kind_shows_its_first_cards_in_their_shapes(deck: Deck) -> None:
    cards = [each._replace(front=replace(each.front, trim=circle(29, 43, 20)), back=None) for each in build_cards(6)]
    column = lay_out_column(compose_with(Edition(deck, "en", parse_paper("a4"), "fronts"), cards))
    cut = [each for each in column.items if isinstance(each, Use) and each.frame.trim]
    boxes = [compute_bounds(each.clip) for each in cut if each.clip]
    assert len(boxes) == 6
    assert all(one[2] < other[0] or one[3] < other[1] for one, other in pairwise(boxes))


def test_rules_are_pages_and_no_pieces_to_cut_out() -> None:
    column = lay_out_column(compose(Edition(open_deck("hogen"), "en", parse_paper("a4"), only=("rules-aid",))))
    words = {each.text for each in column.items if isinstance(each, Text)}
    assert words & {"3 sheets of A4", "one piece to cut out on 3 sheets of A4"} == {"3 sheets of A4"}
    assert [each.frame.width for each in column.items if isinstance(each, Use)][-2:] == [210, 210]
