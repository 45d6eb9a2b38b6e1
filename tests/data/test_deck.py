"""A deck's files, read whole or refused by one sentence, and a table alone, which is a deck on plain faces."""

import re
from pathlib import Path

import pytest

from companion.data.deck import Deck, open_deck, read_deck
from companion.data.decks.plain_deck import build_plain_deck
from companion.errors import DeckError, InputError
from companion.press.frame.frame import Text
from companion.press.layout import lay_out
from tests.data.decks.test_tables import build_workbook
from tests.press.decks import DECK, write_deck

TABLE = '[[component]]\nname = "cards"\nface = "front"\ntable = "cards.csv"\n'
DECK_WITH_JOIN = TABLE + 'join = { file = "other.csv", on = "number", key = "number", take = [] }\n'


def write_table_deck(folder: Path, table: str, deck: str) -> Path:
    file = write_deck(folder, 'name = "tiny"\n' + deck)
    (folder / "cards.csv").write_text(table, encoding="utf-8")
    return file


def test_cells_give_fields_and_parts(tmp_path: Path) -> None:
    file = write_table_deck(
        tmp_path, "set,number,r1c1\nmap,1,fact:yellow:3\nmap,2,lake\nodd,1,lake\n", TABLE + 'where = { set = "map" }\n'
    )
    one, two = read_deck(file, tmp_path).components[0].cards
    assert one.fields["r1c1"] == "fact:yellow:3"
    assert [one.fields[f"r1c1.{part}"] for part in range(3)] == ["fact", "yellow", "3"]
    assert (two.id, two.fields["r1c1.0"]) == ("2", "lake")


def test_fronts_and_backs_are_paired_by_key(tmp_path: Path) -> None:
    deck = TABLE + 'where = { side = "A" }\nback_where = { side = "B" }\nback = "back"\n'
    table = "side,number,art\nA,1,sun\nB,2,rain\nA,2,wind\nB,1,moon\n"
    cards = read_deck(write_table_deck(tmp_path, table, deck), tmp_path).components[0].cards
    assert [(card.fields["art"], card.back["art"]) for card in cards] == [("sun", "moon"), ("wind", "rain")]
    with pytest.raises(DeckError, match="there is no back for card 2"):
        read_deck(write_table_deck(tmp_path, table.replace("B,2,rain\n", ""), deck), tmp_path)


@pytest.mark.parametrize(
    ("deck", "sentence"),
    [
        ("name = ", "deck.toml: this is not a TOML file"),
        ('name = "x"', "the deck has no component"),
        ('name = "x"\n[[component]]\nname = "c"\n', "component 1 .c. needs 'face'"),
    ],
)
def test_a_faulty_deck_is_refused_in_one_sentence(tmp_path: Path, deck: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read_deck(write_deck(tmp_path, deck), tmp_path)


def test_a_word_that_is_no_text_and_an_unknown_game_are_refused(tmp_path: Path) -> None:
    deck = open_deck(str(write_deck(tmp_path, words={"en": "title = 3\n"})))
    with pytest.raises(DeckError, match="words.en.toml, row 1: the word 'title' is not a text"):
        deck.words("en")
    with pytest.raises(InputError, match=r"'go' is not a game here; choose .*honshu"):
        open_deck("go")


@pytest.mark.parametrize("name", ["../x", "a/b", "a\\\\b", "a\\u0000b", "..", ".evil", "d:evil", "nul"])
def test_a_component_names_a_file(tmp_path: Path, name: str) -> None:
    for text in (DECK.replace('"cards"', f'"{name}"'), DECK.replace('"tiny"', f'"{name}"')):
        with pytest.raises(DeckError, match="cannot be part of a file's name"):
            read_deck(write_deck(tmp_path, text), tmp_path)


@pytest.mark.parametrize("name", ["../cards.csv", "/etc/passwd", "link.csv"])
def test_a_table_must_lie_in_the_folder_of_its_deck(tmp_path: Path, name: str) -> None:
    (tmp_path / "deck").mkdir()
    (tmp_path / "cards.csv").write_text("number\n1\n", encoding="utf-8")
    (tmp_path / "deck" / "link.csv").symlink_to(tmp_path / "cards.csv")
    for deck in (
        TABLE.replace("cards.csv", name),
        DECK_WITH_JOIN.replace("other.csv", name),
        DECK_WITH_JOIN.replace("other.csv", "cards.csv")
        .replace("join = ", "codes = ")
        .replace('file = "cards.csv", on = "number", key = "number", take = []', f'file = "{name}", per_card = 1'),
    ):
        file = write_table_deck(tmp_path / "deck", "number\n1\n", deck)
        with pytest.raises(DeckError, match="lies outside the folder of the deck"):
            read_deck(file, tmp_path / "deck")


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("number," + "x," * 1500 + "\n1\n", "the heading has 1502 columns; the limit is 1000"),
        ("number,x\n1," + ":" * 500 + "\n", "row 2, column x: this cell has 501 parts between colons"),
    ],
)
def test_a_faulty_card_table_is_refused(tmp_path: Path, table: str, said: str) -> None:
    with pytest.raises(DeckError, match=re.escape(said)):
        read_deck(write_table_deck(tmp_path, table, TABLE), tmp_path)


def test_fields_that_grow_by_doubling_are_refused(tmp_path: Path) -> None:
    cases = ", ".join(['{ fields = { x = "{x}{x}{x}{x}" } }'] * 60)
    file = write_table_deck(tmp_path, "number,x\n1,ab\n", TABLE + f"cases = [{cases}]\n")
    with pytest.raises(DeckError, match="the field 'x': it becomes longer than 10000 characters"):
        read_deck(file, tmp_path)


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
    ],
)
def test_a_faulty_table_is_refused_with_row_and_column(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=re.escape(sentence)):
        build_deck(tmp_path, text)


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
