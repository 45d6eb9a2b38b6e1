"""The table of Honshu's cards is read whole or refused with the place of the fault."""

import re
from pathlib import Path

import pytest

from companion.data.files import read_text
from companion.data.honshu.cards import Colour, Square, Terrain, load_cards, read_cards
from companion.errors import DeckError
from companion.paths import assets

TABLE = read_text(assets() / "games/honshu/cards.csv")
(CARD_33,) = (line for line in TABLE.splitlines(keepends=True) if line.startswith("map,33,"))


def test_the_card_table_holds_all_60_cards_and_12_start_provinces() -> None:
    cards = load_cards()
    assert [card.name for card in cards[:3]] == ["1", "2", "3"]
    assert [card.name for card in cards[60:]] == [f"{side}{n}" for side in "AB" for n in range(1, 7)]
    assert cards[6].squares[0] == (Square(Terrain.TOWN), Square(Terrain.LAKE))
    assert cards[6].squares[1][0] == Square(Terrain.PRODUCTION, Colour.YELLOW)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("map,7,town,lake", "map,7,towm,lake", "row 8, column r1c1: expected one of town, fallow"),
        ("fact:yellow:3,prod:brown", "fact:yellow:5,prod:brown", "not 'fact:yellow:5'."),
        ("map,7,", "mapp,7,", "row 8, column set: expected one of map, startA, startB, not 'mapp'"),
        ("map,7,", "map,61,", "row 8, column number: expected a whole number from 1 to 60, not '61'"),
        ("map,7,", "map,8,", "row 9, column number: card 8 appears twice"),
        ("set,number", "deck,number", "row 1: the heading must be 'set,number"),
        ("map,7,town,lake,", "map,7,town,forest,", "squares of the map cards with forest: 41"),
        ("map,7,town,lake,", "map,7,lake,lake,", "the printed deck has 116"),
        ("\nmap,8,", ",seventh\nmap,8,", "row 8, column 9: this row has 9 cells instead of 8; 'seventh' is one"),
        ("map,7,town,lake,", "map,7,town,", "row 8, column r3c2: this row must have 8 cells, not 7"),
        (CARD_33, "", "card 33 of the set map is missing"),
        (TABLE, "", ", not ''."),
        (CARD_33, 'map,"1', "none ends it"),
    ],
)
def test_a_faulty_card_is_refused_with_its_place(tmp_path: Path, before: str, after: str, said: str) -> None:
    assert before in TABLE
    (tmp_path / "cards.csv").write_text(TABLE.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(DeckError, match=re.escape(said)):
        read_cards(tmp_path / "cards.csv")
