"""Tables of decks: parts of a cell, and codes handed out in the order a deck asks for."""

import json
from pathlib import Path

import pytest

from companion.data.deck import read_deck
from companion.errors import DeckError

DECK = """
name = "small"
[[component]]
name = "cards"
face = "card"
table = "cards.csv"
where = { set = "A" }
back_where = { set = "B" }
codes = { file = "codes.json", per_card = 2, order = { set = ["A", "B"] } }
"""
TABLE = "set,number,land\nA,1,town\nB,1,fact:grey:3\nA,2,lake\nB,2,prod:blue\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deck.toml").write_text(DECK, encoding="utf-8")
    (tmp_path / "cards.csv").write_text(TABLE, encoding="utf-8")
    (tmp_path / "codes.json").write_text(json.dumps({"codes": list(range(8))}), encoding="utf-8")
    return tmp_path


def list_seals(folder: Path) -> list[list[int]]:
    cards = read_deck(folder / "deck.toml", folder).components[0].cards
    return [[int(side[f"seal.{i}"], 2) for i in (0, 1)] for card in cards for side in (card.fields, card.back)]


def test_codes_follow_the_order_a_deck_gives_or_its_table(folder: Path) -> None:
    assert list_seals(folder) == [[0, 1], [4, 5], [2, 3], [6, 7]]
    deck = folder / "deck.toml"
    deck.write_text(DECK.replace(', order = { set = ["A", "B"] }', ""), encoding="utf-8")
    assert list_seals(folder) == [[0, 1], [2, 3], [4, 5], [6, 7]]
    deck.write_text(DECK.replace("per_card = 2, ", ""), encoding="utf-8")
    with pytest.raises(DeckError, match="per_card"):
        list_seals(folder)


@pytest.mark.parametrize(
    ("book", "said"),
    [("{", "codes.json"), (json.dumps({"codes": [*range(7)]}), r"codes.json.*8.*7")]
    + [(json.dumps({"codes": [3, wrong, *range(10, 20)]}), "code 2 must be a whole") for wrong in (1.5, "7", 65536, 3)],
)
def test_a_faulty_code_book_is_named(folder: Path, book: str, said: str) -> None:
    (folder / "codes.json").write_text(book, encoding="utf-8")
    with pytest.raises(DeckError, match=said):
        list_seals(folder)


def test_rows_have_the_same_fields_whatever_their_cells_hold(folder: Path) -> None:
    first, second = read_deck(folder / "deck.toml", folder).components[0].cards
    assert [first.fields[f"land.{i}"] for i in range(3)] == ["town", "", ""]
    assert [first.back[f"land.{i}"] for i in range(3)] == ["fact", "grey", "3"]
    assert [second.back[f"land.{i}"] for i in range(3)] == ["prod", "blue", ""]


def list_variants(folder: Path, table: str, by: str = "number") -> list[list[str]]:
    """Which drawing each place of each card shows, of three towns and two lakes."""
    deck = DECK.replace("codes =", "# codes =").replace("back_where", "# back_where")
    deck += f'variants = {{ of = ["a", "b", "c", "d"], by = ["{by}"], counts = {{ town = 3, lake = 2 }} }}\n'
    (folder / "deck.toml").write_text(deck, encoding="utf-8")
    (folder / "cards.csv").write_text(table, encoding="utf-8")
    cards = read_deck(folder / "deck.toml", folder).components[0].cards
    return [[card.fields[f"{place}.variant"] for place in "abcd"] for card in cards]


def test_variants_are_given_by_the_name_of_a_card_and_differ_on_it(folder: Path) -> None:
    rows = [f"A,{number},town,town,lake:blue,town\n" for number in range(1, 21)]
    found = list_variants(folder, "set,number,a,b,c,d\n" + "".join(rows))
    assert all({a, b, d} == {"1", "2", "3"} and c in "12" for a, b, c, d in found)
    assert len({tuple(each) for each in found}) > 5
    turned = list_variants(folder, "set,number,a,b,c,d\n" + "".join(reversed(rows)))
    assert turned == found[::-1]  # wherever a card stands


def test_each_drawing_of_a_kind_is_used_before_one_repeats(folder: Path) -> None:
    ((a, b, c, d),) = list_variants(folder, "set,number,a,b,c,d\nA,1,hill,lake,lake,lake\n")
    assert (a, {b, c}, d) == ("1", {"1", "2"}, b)


def test_variants_name_columns_that_the_table_has(folder: Path) -> None:
    with pytest.raises(DeckError, match=r"the table cards\.csv has no column 'd'"):
        list_variants(folder, "set,number,a,b,c\nA,1,hill,lake,lake\n")
    with pytest.raises(DeckError, match="has no column 'name'"):
        list_variants(folder, "set,number,a,b,c,d\nA,1,hill,lake,lake,lake\n", by="name")
