"""A table alone is a deck on plain faces."""

from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from companion.data.deck import Deck
from companion.data.decks.plain_deck import build_plain_deck
from companion.errors import InputError
from companion.press.frame.frame import Text
from companion.press.layout import lay_out


def build_deck(folder: Path, text: str, name: str = "cards.csv") -> Deck:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return build_plain_deck(str(file))


def list_texts(deck: Deck) -> list[list[str]]:
    return [[item.text for item, _ in piece.front.walk() if isinstance(item, Text)] for piece in lay_out(deck, "fr")]


def test_columns_are_known_by_many_names(tmp_path: Path) -> None:
    deck = build_deck(tmp_path, "Nom;Coût;Quantité;Texte;Note\nRenard;3;2;Cours.;x\nGrue;;;Vole.;\n")
    assert list_texts(deck) == [["Renard", "3", "Cours."], ["Renard", "3", "Cours."], ["Grue", "Vole."]]
    assert [str(note) for note in deck.notes] == ["the column Note is not on the plain cards."]
    assert [card.id for card in deck.components[0].cards] == ["1", "1", "2"]


@pytest.mark.parametrize(
    ("shown", "names"),
    [
        ("number", "number id # no nr numéro n° nummer"),
        ("title", "title name card titre nom carte titel karte"),
        ("value", "value cost price points valeur coût prix wert kosten preis punkte"),
        ("colour", "colour color couleur farbe"),
        ("text", "text description rules rule effect texte règles règle effet beschreibung regeln regel wirkung"),
        ("copies", "copies count qty quantity quantité nombre exemplaires anzahl menge exemplare stück"),
    ],
)
def test_columns_are_known_by_these_names_in_small_letters_and_large(tmp_path: Path, shown: str, names: str) -> None:
    for name in (*names.split(), *names.upper().split()):
        cards = build_deck(tmp_path, f"Other;{name}\nx;3\n").components[0].cards
        assert len(cards) == (3 if shown == "copies" else 1), name
        assert shown == "copies" or cards[0].fields[shown] == "3", name


def test_the_names_that_a_table_has_in_french_are_known(tmp_path: Path) -> None:
    deck = build_deck(tmp_path, "Numéro;Titre;Valeur;Couleur;Texte;Exemplaires\n7;Grue;3;indigo;Vole.;2\n")
    assert list_texts(deck) == [["Grue", "3", "Vole."]] * 2
    (card, _) = deck.components[0].cards
    assert (card.id, card.fields["colour"], deck.notes) == ("7", "indigo", ())


def test_columns_of_no_known_name_stand_in_the_text(tmp_path: Path) -> None:
    deck = build_deck(tmp_path, "word,meaning,kind\nhon,book,noun\n")
    assert list_texts(deck) == [["hon", "meaning: book", "kind: noun"]]
    assert (deck.name, deck.notes) == ("cards", ())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "cards.csv: this table has no cards."),
        ("a,b\n", "cards.csv: this table has no cards."),
        ("a,b\n1,2,3\n", "cards.csv, row 2, column 3: cells in this row: 3"),
        ("a,copies\n1,x\n", "cards.csv, row 2, column copies: 'x' was not expected"),
        ("a,copies\n1,20000\n2,1\n", "cards.csv: the deck has more than 20000 cards."),
        ("a,copies\n1,1e9\n", "cards.csv, row 2, column copies: '1e9' was not expected"),
        ("id,a\n7,1\n7,2\n", "cards.csv, row 3, column id: the card '7' appears twice"),
        ("a,a\n1,2\n", "the column 'a' appears twice"),
    ],
)
def test_a_faulty_table_is_refused_with_row_and_column(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        build_deck(tmp_path, text)
    assert sentence in str(caught.value)


def test_a_missing_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file"):
        build_plain_deck(str(tmp_path / "cards.csv"))


def test_columns_in_several_languages_print_in_each(tmp_path: Path) -> None:
    deck = build_deck(tmp_path, "Name.en,Name.fr,Size\nFox,Renard,2\nCrane,,1\n")
    assert deck.languages == ("en", "fr")
    assert list_texts(deck)[0][0] == "Renard"
    assert "Size: 2" in list_texts(deck)[0]


def build_workbook() -> bytes:
    book, written = openpyxl.Workbook(), BytesIO()
    book.active.append(["title", "cost"])
    book.active.append(["Fox", 3])
    book.save(written)
    return written.getvalue()


@pytest.mark.parametrize(
    "content",
    [b"title\tcost\nFox\t3\n", b'\n[{"title": "Fox", "cost": 3}]', build_workbook()],
    ids=("tsv", "json", "xlsx"),
)
def test_a_table_is_piped_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    file = tmp_path / "cards"
    file.write_bytes(content)
    with file.open() as opened:
        monkeypatch.setattr("sys.stdin", opened)
        assert list_texts(build_plain_deck("-")) == [["Fox", "3"]]


def test_other_kinds_of_tables_are_read(tmp_path: Path) -> None:
    deck = build_deck(tmp_path, '[{"name": "Fox", "legs": 4}, {"name": "Crane"}]', "cards.json")
    assert list_texts(deck) == [["Fox", "legs: 4"], ["Crane"]]


def test_the_names_that_a_table_has_in_german_are_known(tmp_path: Path) -> None:
    deck = build_deck(tmp_path, "Nummer;Titel;Wert;Farbe;Text;Anzahl\n7;Kranich;3;indigo;Fliegt.;2\n")
    assert list_texts(deck) == [["Kranich", "3", "Fliegt."]] * 2
    (card, _) = deck.components[0].cards
    assert (card.id, card.fields["colour"], deck.notes) == ("7", "indigo", ())
