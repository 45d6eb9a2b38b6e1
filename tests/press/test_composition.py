"""Parts of an edition: single cards, copies and sheets, with fronts and backs that still meet."""

from dataclasses import replace
from itertools import count

import pytest

from companion.data.deck import Deck, open_deck
from companion.data.papers import parse_paper
from companion.errors import InputError
from companion.press.composition import BETRAYED, HANDFUL, compose, lay_out_boards, tile_boards
from companion.press.frame.frame import Text
from companion.press.ink.pdf import render_document
from companion.press.sheets.gang import SIDES, Edition
from tests.press.cards import build_card, build_cards, compose_with
from tests.press.impose.test_edition import is_behind, pair_sides, read_texts


def read_pages(edition: Edition, count: int, **changes: object) -> list[str]:
    return read_texts(render_document(compose_with(edition, build_cards(count), **changes).documents[0]))


@pytest.mark.parametrize(("sides", "reverse"), [*((sides, False) for sides in SIDES), ("separate", True)])
def test_sheets_are_printed_by_their_numbers_fronts_with_backs(deck: Deck, sides: str, reverse: bool) -> None:
    whole = Edition(deck, "en", parse_paper("a4"), sides, cover=False, reverse_backs=reverse)
    pages = read_pages(whole, 40)
    step = 2 if sides.startswith("duplex") else 1
    numbered = pages[::step]
    for number, page in enumerate(numbered, 1):
        assert f"sheet {number}" in " ".join(page.split())
    some = compose_with(whole, build_cards(40), sheets=((2, 3), (5, 5)))
    assert some.sheets == 3
    fronts = read_texts(render_document(some.documents[0]))[::step]
    assert [page.split("sheet ")[1][0] for page in fronts] == ["2", "3", "5"]
    if sides not in ("fold", "fronts"):
        leaves = pair_sides(
            compose_with(replace(whole, cover=True), build_cards(40), sheets=((2, 3),)).documents, sides
        )
        for front, back in leaves if not reverse else []:
            assert back is not None
            fore, aft = front.find_cards(58, 87, 3), back.find_cards(58, 87, 3)
            assert len(fore) == len(aft) == 9
            assert all(is_behind(one, other, front, sides, 3) for one, other in zip(fore, aft, strict=True))


def test_the_number_of_the_last_sheet_is_the_number_of_sheets_with_the_first_page(deck: Deck) -> None:
    edition = Edition(deck, "en", parse_paper("a4"), "fronts")
    pages = read_pages(edition, 40)
    assert "Load 6 sheets of A4" in " ".join(pages[0].split())
    assert [page.split("sheet ")[1][0] for page in pages[1:]] == ["2", "3", "4", "5", "6"]
    assert [page.split() for page in read_pages(edition, 40, sheets=((1, 1),))] == [pages[0].split()]


def test_a_missing_sheet_is_refused_with_the_number_of_sheets(deck: Deck) -> None:
    edition = Edition(deck, "en", parse_paper("a4"), sheets=((1, 9),))
    with pytest.raises(InputError, match=r"no sheet 9: tiny-en-a4 has 4 sheets of A4\."):
        compose_with(edition, build_cards(20))


@pytest.mark.parametrize(
    ("count", "changes", "covered"),
    [
        (HANDFUL, {"changed": True}, False),
        (HANDFUL, {"picks": (("cards", "1"),)}, False),
        (HANDFUL + 1, {"changed": True}, True),
        (40, {"sheets": ((2, 3),)}, False),
        (HANDFUL, {}, True),
    ],
)
def test_a_handful_has_no_first_page_and_says_itself_how_to_print(
    deck: Deck, count: int, changes: dict[str, object], covered: bool
) -> None:
    first, second, third, *_ = [*read_pages(Edition(deck, "en", parse_paper("a4")), count, **changes), "", ""]
    assert ("Load " in first) is covered
    sheet = " ".join((third if covered else first).split())
    assert ("Print at 100% · Print on both sides, flip on the long edge" in sheet) is not covered
    assert second == "" or covered or "sheet" not in second


@pytest.mark.parametrize("sides", SIDES)
def test_the_line_that_says_how_to_print_lies_outside_every_cut(deck: Deck, sides: str) -> None:
    page = (
        compose_with(Edition(deck, "fr", parse_paper("a4"), sides, changed=True), build_cards(9)).documents[0].pages[0]
    )
    (line,) = [item for item in page.frame.items if getattr(item, "role", "") == "margin"]
    assert line.size >= 4
    assert "100" in line.text
    left, top, right, bottom = page.bleed
    assert not (left < line.x < right and top < line.y < bottom)


def test_copies_multiply_cards_and_nets(deck: Deck) -> None:
    edition = Edition(deck, "en", parse_paper("a4"), cover=False, copies=3)
    assert compose_with(edition, build_cards(5)).cards == 15
    hogen = Edition(open_deck("hogen"), "en", parse_paper("a4"), only=("tuckbox",), cover=False)
    one, two = compose(hogen), compose(replace(hogen, copies=2))
    assert len(two.documents[0].pages) == 2 * len(one.documents[0].pages)
    assert (one.cards, two.cards) == (3, 6)  # a box and two dividers


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"picks": (("cards", "17"), ("cards", "42")), "card_names": ("kai",)}, "tiny-kai-en-a4"),
        ({"card_names": ("a" * 30, "b" * 30)}, f"tiny-{'a' * 30}-and-1-more-en-a4"),
        ({"only": ("cards",), "picks": tuple(("cards", f"{n}") for n in range(9))}, "tiny-cards-0-and-8-more-en-a4"),
        ({"sheets": ((2, 3), (7, 7)), "copies": 2}, "tiny-2x-sheets-2-3,7-en-a4"),
        ({"picks": (("cards", "../a b" + "x" * 300),)}, "tiny--a-b" + "x" * 36 + "-en-a4"),
    ],
)
def test_the_file_is_named_after_what_was_asked_for(deck: Deck, changes: dict[str, object], name: str) -> None:
    edition = replace(Edition(deck, "en", parse_paper("a4")), **changes)
    assert edition.name == name
    assert edition.full_edition.name in ("tiny-en-a4", "tiny-cards-en-a4")


@pytest.mark.parametrize(("sides", "faces"), [("duplex-long", 2), ("separate", 2), ("fronts", 1)])
def test_a_board_with_two_faces_gives_two_sets_of_tiles_unless_only_fronts_are_printed(
    deck: Deck, sides: str, faces: int
) -> None:
    board = build_card(1, 400, 300, 0)
    edition = Edition(deck, "en", parse_paper("a4"), sides)
    leaves = list(lay_out_boards(edition, tile_boards(edition, [board]), {}, count(1)))
    one = list(lay_out_boards(edition, tile_boards(edition, [board._replace(back=None)]), {}, count(1)))
    assert len(leaves) == 1 + faces * (len(one) - 1)  # one plan does for both
    assert all(leaf.pieces == (board,) for leaf in leaves)
    assert [leaf.counts_pieces for leaf in leaves] == [True, *[False] * (len(leaves) - 1)]


@pytest.mark.parametrize(
    ("game", "picked", "remarked"),
    [
        ("hogen", ("samurai", "Minamoto4"), True),
        ("honshu", ("map-cards", "17"), True),
        ("shogun", ("armies", "red"), False),  # both its sides are alike
        ("shogun", ("annex", "1"), False),  # there is no other
    ],
)
def test_a_single_card_that_its_back_would_betray_is_remarked_on(
    game: str, picked: tuple[str, str], remarked: bool
) -> None:
    edition = Edition(open_deck(game), "en", parse_paper("a4"), only=(picked[0],), picks=(picked,))
    one = compose(edition)
    assert one.cards == 1, "once, however many of it the box holds"
    assert (BETRAYED in one.notes) == remarked
    assert BETRAYED not in compose(replace(edition, picks=())).notes


def test_one_side_of_a_board_leaves_out_the_other_and_the_first_page_counts_its_sheets() -> None:
    deck = open_deck("shogun")
    choices = (deck, "a4", "both"), (deck.with_side("sun"), "a4", "sun"), (deck.with_side("moon"), "legal", "moon")
    both, sun, moon = (compose(Edition(each, "fr", parse_paper(paper), side=side)) for each, paper, side in choices)
    assert (both.sheets, sun.sheets) == (40, 29)
    walks = [each.documents[0].pages[0].frame.walk() for each in (both, sun, moon)]
    said = (" ".join(each.text for each, _ in walk if isinstance(each, Text)) for walk in walks)
    cover, *others = (each.replace("\u00a0", " ") for each in said)  # lines break only between counts
    assert all("face Soleil seule : 29 feuilles · face Lune seule : 29 " in each for each in (cover, others[0]))
    assert all("les deux : 40 feuilles" in each for each in (cover, others[0]))
    legal = compose(Edition(deck, "fr", parse_paper("legal"))).sheets
    assert f"face Lune seule : {moon.sheets} feuilles · les deux : {legal} " in others[1]
    assert "Sur A4, le plateau est dessiné à 98" in cover
    assert any("plateau, face Lune à 98" in page.label for page in both.documents[1].pages)
    rest, tail = sun.documents
    assert (rest.name, tail.name, tail.duplex) == ("shogun-sun-fr-a4", "shogun-sun-fr-a4-one-side", "Simplex")
    assert f"shogun-fr-a4-one-side.pdf : {both.documents[1].sheets} feuilles A4, en recto seul" in cover
    assert all(page.frame.items for page in tail.pages)  # no blank backs
    assert rest.pages[-1].label.startswith("Tour en papier")  # how it is built, behind the plan of the board
    assert not [page.label for document in sun.documents for page in document.pages if "Lune" in page.label]
    assert compose(Edition(deck, "fr", parse_paper("a4"), is_one_file=True)).documents[0].sheets == both.sheets
    for only in (("rules-aid",), ("board-sun",)):  # neither side alone spares a sheet, or one has nothing
        few = compose(Edition(deck, "fr", parse_paper("a4"), only=only)).documents[0].pages[0].frame.walk()
        assert not [item.text for item, _ in few if isinstance(item, Text) and "seule\u00a0:" in item.text]
    with pytest.raises(InputError, match=r"^honshu has nothing for one side of a board"):
        open_deck("honshu").with_side("sun")


@pytest.mark.parametrize(
    ("game", "paper", "most"),
    [("honshu", "a4", 12), ("shogun", "a4", 40), ("shogun", "letter", 42), ("hogen", "a4", 6), ("hogen", "letter", 6)],
)
def test_a_whole_game_takes_no_more_sheets_than_were_reached(game: str, paper: str, most: int) -> None:
    assert compose(Edition(open_deck(game), "en", parse_paper(paper))).sheets <= most
