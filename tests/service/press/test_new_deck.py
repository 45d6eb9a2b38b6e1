"""A deck begun on a page: six faces that look good with any text on any size, and tables as they are pasted."""

import csv
from pathlib import Path

import pytest

from companion.data.decks.plain_deck import SIZES
from companion.service.press.new_deck import FACES, create_deck, draw_sample, format_table
from companion.service.press.own_decks import open_any_deck
from companion.service.press.review import check

SHORT = "Draw a card."
LONG = "Whoever plays this card looks at the hand of a neighbour, takes a card of value two or less, and returns one."
GERMAN = "Wer diese Karte ausspielt, sieht sich die Handkarten der Nachbarin an; danach zieht jeder Mitspieler nach."
FRENCH = "Toutes les voyageuses qui sont sur la route entrent ; chacune pioche une carte « repos »."
TEXTS = (
    ("The fox", "3", SHORT),
    ("The keeper of the eastern gate", "12", LONG),
    ("Der Nachtwächter am Osttor", "7", GERMAN),
    ("L’aubergiste", "2", FRENCH),
    ("", "", LONG),
    ("Alone", "", ""),
    ("", "5", ""),
)


def read_rows(text: str) -> list[list[str]]:
    return list(csv.reader(text.splitlines(keepends=True)))


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("size", ["tcg", "tarot", "square", "bridge", "mini-european"])
def test_each_face_takes_every_text_on_every_size(tmp_path: Path, face: str, size: str) -> None:
    table = "\n".join(["title\tvalue\ttext", *map("\t".join, TEXTS)])
    create_deck(tmp_path, "deck", size, face, table, "en")
    deck = open_any_deck(str(tmp_path / "deck"))
    assert [str(line) for line in check(deck).lines] == ["deck is ready to print."]
    assert len(deck.components[0].cards) == len(TEXTS)
    face_text = (tmp_path / "deck/faces/card.toml").read_text("utf-8")
    assert "size = [{:g}, {:g}]".format(*SIZES[size]) in face_text
    assert face_text.startswith("#:schema ../schemas/face.json\n# One side of a card")


@pytest.mark.parametrize(
    ("pasted", "rows"),
    [
        ("Titel\tWert\tBild\nFuchs\t3\tfuchs.png\n", [["title", "value", "picture"], ["Fuchs", "3", "fuchs.png"]]),
        ("Nom;Effet;Quantité\nRenard;Piochez.;2", [["title", "text", "copies"], ["Renard", "Piochez.", "2"]]),
        ("Fox\tDraw.\nWolf\tRun.", [["title", "text"], ["Fox", "Draw."], ["Wolf", "Run."]]),
        ('\tTitel\n7\t"Ja," rief er.\n8\t"', [["column 1", "title"], ["7", '"Ja," rief er.'], ["8", '"']]),
        ("Rank,Cost\nKing,3", [["title", "value"], ["King", "3"]]),
        ('title\ttext\nFox\t"two\nlines"', [["title", "text"], ["Fox", "two\nlines"]]),
    ],
)
def test_a_pasted_table_has_the_columns_of_the_faces(pasted: str, rows: list[list[str]]) -> None:
    found = read_rows(format_table(pasted))
    assert [row[: len(rows[0])] for row in found] == rows
    assert set(found[0]) >= {"title", "value", "text", "colour", "picture", "copies"}


def test_a_deck_begun_with_nothing_has_one_card_and_its_copies_count(tmp_path: Path) -> None:
    create_deck(tmp_path, "deck", "poker", "frame", "", "fr")
    assert read_rows((tmp_path / "deck/cards.csv").read_text("utf-8"))[1][0] == "Titre"
    (tmp_path / "deck/cards.csv").write_text("title,copies\nA,\nB,3\n", "utf-8")
    assert len(open_any_deck(str(tmp_path / "deck")).components[0].cards) == 4
    assert draw_sample("band", "fr").startswith('<svg text-rendering="geometricPrecision" ')  # as its letters are small
