"""The table of Honshu's cards is read whole or refused with the place of the fault."""

import pytest

from companion.data.files import read_text
from companion.data.honshu.cards import Colour, Square, Terrain, load_cards, read_cards
from companion.errors import DeckError
from companion.paths import assets

TABLE = read_text(assets() / "games/honshu/cards.csv")


def refusal(text: str) -> str:
    with pytest.raises(DeckError) as caught:
        read_cards(text, "cards.csv")
    return str(caught.value)


def test_all_faces_are_there() -> None:
    cards = load_cards()
    assert [card.name for card in cards[:3]] == ["1", "2", "3"]
    assert [card.name for card in cards[60:]] == [f"{side}{n}" for side in "AB" for n in range(1, 7)]
    assert cards[6].squares[0] == (Square(Terrain.TOWN), Square(Terrain.LAKE))
    assert cards[6].squares[1][0] == Square(Terrain.PRODUCTION, Colour.YELLOW)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("map,7,town,lake", "map,7,towm,lake", "row 8, column r1c1: 'towm' is not a square"),
        ("fact:yellow:3,prod:brown", "fact:yellow:5,prod:brown", "'fact:yellow:5' is not a square"),
        ("map,7,", "mapp,7,", "row 8, column set: 'mapp' is not a set"),
        ("map,7,", "map,seven,", "row 8, column number: 'seven' is not a number"),
        ("map,7,", "map,61,", "expected 1 to 60"),
        ("map,7,", "map,8,", "row 9, column number: card 8 is there twice"),
        ("startB,6,", "startB,7,", "expected 1 to 6"),
        ("set,number", "deck,number", "row 1: the heading is 'deck,number"),
        ("map,7,town,lake,", "map,7,town,forest,", "the map cards have 41 times forest"),
        ("map,7,town,lake,", "map,7,lake,lake,", "the printed deck has 116"),
        ("map,7,town,lake,", "map,7,town,lake,town,", "row 8, column 9: 'fallow' is one square too many"),
        ("map,7,town,lake,", "map,7,town,", "row 8, column r3c2: the row ends here"),
    ],
)
def test_a_fault_is_told_with_its_place(before: str, after: str, said: str) -> None:
    assert before in TABLE
    assert said in refusal(TABLE.replace(before, after, 1))


def test_a_missing_card_is_named() -> None:
    lines = [line for line in TABLE.splitlines() if not line.startswith("map,33,")]
    assert "card 33 of the set map is missing" in refusal("\n".join(lines))


def test_an_empty_table() -> None:
    assert "the heading is ''" in refusal("")


def test_a_quote_that_never_ends() -> None:
    assert "the table cannot be read" in refusal(TABLE + 'map,"1')
