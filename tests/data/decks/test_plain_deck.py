"""A table alone is a deck on plain faces."""

import re
from pathlib import Path

import pytest

from companion.data.deck import Deck
from companion.data.decks.plain_deck import build_plain_deck
from companion.errors import InputError
from companion.press.frame.frame import Text
from companion.press.layout import lay_out
from tests.data.decks.test_tables import build_workbook


def build_deck(folder: Path, text: str, name: str = "cards.csv") -> Deck:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return build_plain_deck(str(file))


def list_texts(deck: Deck) -> list[list[str]]:
    return [[item.text for item, _ in piece.front.walk() if isinstance(item, Text)] for piece in lay_out(deck, "fr")]


@pytest.mark.parametrize(
    ("heading", "row"),
    [
        ("Nom;Coût;Quantité;Texte;Note", "Fox;3;2;Runs.;x"),
        ("Nummer;Titel;Wert;Farbe;Text;Anzahl", "7;Fox;3;indigo;Runs.;2"),
        ("TITLE;points;COUNT;Effect", "Fox;3;2;Runs."),
    ],
)
def test_columns_are_known_by_their_names_in_three_languages(tmp_path: Path, heading: str, row: str) -> None:
    deck = build_deck(tmp_path, f"{heading}\n{row}\n")
    assert list_texts(deck) == [["Fox", "3", "Runs."]] * 2
    assert [str(note) for note in deck.notes] == ["the column Note is not on the plain cards."] * ("Note" in heading)


def test_unknown_columns_are_printed_in_the_text(tmp_path: Path) -> None:
    deck = build_deck(tmp_path, "word,meaning,kind\nhon,book,noun\n")
    assert list_texts(deck) == [["hon", "meaning: book", "kind: noun"]]
    assert (deck.name, deck.notes) == ("cards", ())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a,b\n", "cards.csv: this table has no cards."),
        ("a,b\n1,2,3\n", "cards.csv, row 2, column 3: this row has 3 cells instead of 2"),
        ("a,copies\n1,x\n", "cards.csv, row 2, column copies: expected a whole number"),
        ("a,copies\n1,20000\n2,1\n", "cards.csv: the deck has more than 20000 cards."),
    ],
)
def test_a_faulty_table_is_refused_with_row_and_column(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=re.escape(sentence)):
        build_deck(tmp_path, text)


def test_columns_in_several_languages_print_in_each(tmp_path: Path) -> None:
    deck = build_deck(tmp_path, "Name.en,Name.fr,Size\nFox,Renard,2\nCrane,,1\n")
    assert deck.languages == ("en", "fr")
    assert list_texts(deck)[0][0] == "Renard"
    assert "Size: 2" in list_texts(deck)[0]


@pytest.mark.parametrize(
    "content",
    [b"title\tcost\nFox\t3\n", b'\n[{"title": "Fox", "cost": 3}]', build_workbook(["title", "cost"], ["Fox", 3])],
    ids=("tsv", "json", "xlsx"),
)
def test_a_plain_table_is_read_from_a_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    file = tmp_path / "cards"
    file.write_bytes(content)
    with file.open() as opened:
        monkeypatch.setattr("sys.stdin", opened)
        assert list_texts(build_plain_deck("-")) == [["Fox", "3"]]
