"""Derived fields, counts, filters and languages of a deck of one's own."""

import re
from pathlib import Path

import pytest

from companion.data.deck import Deck, read_deck
from companion.data.decks.languages import find_languages, select_language
from companion.data.decks.plain_deck import build_plain_deck
from companion.errors import CompanionError
from companion.press.frame.frame import Text
from companion.press.layout import lay_out
from companion.press.nets.tuckbox import count_cards
from companion.press.preflight import examine_names
from tests.press.decks import BACK, write_deck

HEAD = 'name = "tiny"\n[[component]]\nname = "cards"\nface = "front"\ntable = "cards.csv"\n'
FACE = BACK + '[[element]]\nkind = "text"\ntext = "{title}"\nx = 5\ny = 5\nwidth = 48\nheight = 9\nsize = 12\n'


def build_deck(folder: Path, table: str, more: str = "", words: dict[str, str] | None = None) -> Deck:
    (folder / "cards.csv").write_text(table, encoding="utf-8")
    file = write_deck(folder, HEAD + more, words or {}, front=FACE)
    return read_deck(file, folder / "faces")


def list_texts(deck: Deck, language: str) -> list[str]:
    pieces = lay_out(deck, language)
    return [item.text for piece in pieces for item, _ in piece.front.walk() if isinstance(item, Text)]


def test_derived_fields_may_use_one_another(tmp_path: Path) -> None:
    derived = 'fields = { bonus = 1 }\n[component.derive]\ntotal = "{points + bonus}"\ntwice = "{total * 2}!"\n'
    found = build_deck(tmp_path, "title,points\nFox,3\nCrane,1\n", derived).components[0].cards
    assert [(card.id, card.fields["twice"]) for card in found] == [("1", "8!"), ("2", "4!")]
    text = HEAD.replace('table = "cards.csv"', 'range = 3\nwhen = "{number != 2}"\nderive = { n = "{number * 10}" }')
    (component, _) = read_deck(write_deck(tmp_path, text), tmp_path).components
    assert [card.fields["n"] for card in component.cards] == ["10", "30"]


def test_a_derived_field_has_each_language_of_its_sources(tmp_path: Path) -> None:
    derived = '[component.derive]\nlabel = "{title|upper}!"\nshout = "{label}!"\ntwice = "{points * 2}"\n'
    table = "title,title.en,title.fr,points\n,Fox,Renard,3\nCrane,,Grue,4\n,Taxi,Taxi,5\n"
    cards = [dict(card.fields) for card in build_deck(tmp_path, table, derived).components[0].cards]
    assert [cards[0][f"shout.{code}"] for code in ("en", "fr")] == ["FOX!!", "RENARD!!"]
    assert [cards[1][f"shout.{code}"] for code in ("en", "fr")] == ["CRANE!!", "GRUE!!"]
    assert (cards[2]["label"], cards[2]["shout"], "label.en" in cards[2]) == ("TAXI!", "TAXI!!", False)
    assert [card["twice"] for card in cards] == ["6", "8", "10"]


GEOJSON = '{"type": "FeatureCollection", "features": [{"id": "Fox", "properties": {"legs": 4}}]}'


@pytest.mark.parametrize(
    ("name", "content", "key"),
    [
        ("more.json", '[{"name": "Fox", "legs": 4}]', "name"),
        ("more.json", '{"Fox": {"legs": 4}, "Owl": {"legs": 2}}', "id"),
        ("more.json", GEOJSON, "id"),
        ("more.yaml", "- {name: Fox, legs: 4}", "name"),
    ],
)
def test_a_joined_table_may_be_of_any_kind(tmp_path: Path, name: str, content: str, key: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    joined = f'join = {{ file = "{name}", on = "title", key = "{key}", take = ["legs"] }}\n'
    (card,) = build_deck(tmp_path, "title\nFox\n", joined).components[0].cards
    assert card.fields["legs"] == "4"


def test_a_column_gives_copies_and_a_condition_selects_rows(tmp_path: Path) -> None:
    table = "title,qty\nFox,2\nCrane,0\nHeron,1\nOgre,9\n"
    more = 'copies = "{qty}"\nwhen = "{title != \'Ogre\'}"\ncount = 3\n'
    assert [card.fields["title"] for card in build_deck(tmp_path, table, more).components[0].cards] == [
        "Fox",
        "Fox",
        "Heron",
    ]
    doubled = build_deck(tmp_path, table, 'copies = "{qty * 2}"\nwhere = { title = "Fox" }\n')
    assert [card.id for card in doubled.components[0].cards] == ["1"] * 4


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('copies = "{qty}"', "cards.csv, row 3, column qty: expected a whole number from 0 to"),
        ('copies = "{title * 3}"', "cards.csv, row 2, column copies: expected a whole number"),
        ("copies = 20000", "the deck has more than 20000 cards."),
        ('when = "{qty > 3}"', "cards.csv, row 3, column qty: the field 'when': '{qty > 3}' cannot be worked out"),
        ('derive = { a = "{a}" }', "row 2: the field 'a': the card has no field 'a'."),
        ("derive = { a = 3, b = [1] }", "'derive.b' of component 1 (cards) must be a text or a number"),
        ('sheet = "x"', "cards.csv: only a workbook (.xlsx) has sheets"),
    ],
)
def test_a_wrong_cell_is_reported_with_row_and_column(tmp_path: Path, more: str, said: str) -> None:
    with pytest.raises(CompanionError, match=re.escape(said)):
        build_deck(tmp_path, "title,qty\nFox,2\nCrane,x\n", more + "\n")


def test_a_face_may_be_chosen_by_an_expression(tmp_path: Path) -> None:
    file = write_deck(tmp_path, HEAD.replace('"front"', "\"{'back' if n > 1 else 'front'}\""), front=FACE)
    (tmp_path / "cards.csv").write_text("title,n\nFox,1\nOgre,2\n", encoding="utf-8")
    found = read_deck(file, tmp_path / "faces")
    assert list_texts(found, "en") == ["Fox"]
    assert count_cards(found) == {}  # too few cards for a box, and no slip on the way


def test_a_column_may_name_its_language(tmp_path: Path) -> None:
    plain = build_deck(tmp_path, "title\nFox\n")
    assert (plain.languages, list_texts(plain, "fr")) == ((), ["Fox"])
    found = build_deck(tmp_path, "title,title.en,title.fr,size.xl\nKitsune,Fox,Renard,1\nTsuru,,Grue,2\n")
    assert found.languages == ("en", "fr")
    assert list_texts(found, "en") == ["Fox", "Tsuru"]
    assert list_texts(found, "fr") == ["Renard", "Grue"]
    with pytest.raises(CompanionError, match="has no words in 'de'; it has en, fr"):
        list_texts(found, "de")


def test_a_column_beside_one_in_french_is_english(tmp_path: Path) -> None:
    derived = 'derive = { loud = "{title}!" }\n'
    found = build_deck(tmp_path, "title,title.fr\nFox,Renard\n", derived)
    assert {code: list_texts(found, code) for code in found.languages} == {"en": ["Fox"], "fr": ["Renard"]}
    fields = found.components[0].cards[0].fields
    assert (fields["loud"], fields["loud.fr"]) == ("Fox!", "Renard!")
    assert build_plain_deck(str(tmp_path / "cards.csv")).languages == ("en", "fr")
    polish = build_deck(tmp_path, "title,title.fr\nLis,Renard\n", words={"pl": "", "fr": ""})
    assert polish.languages == ("fr", "pl")


def test_languages_come_from_words_and_columns_together(tmp_path: Path) -> None:
    found = build_deck(tmp_path, "title.pl\nLis\n", words={"en": 'title = "Tiny"\n'})
    # in English, the deck's own word of that name
    assert [(code, list_texts(found, code)) for code in found.languages] == [("en", ["Tiny"]), ("pl", ["Lis"])]


def test_a_cell_missing_in_one_language_is_a_fault(tmp_path: Path) -> None:
    table = "title.en,title.fr,note,note.fr\nFox,,,\nCrane,Grue,x,\n,Héron,x,y\n"
    found = build_deck(tmp_path, table, words={"en": 'title = "Tiny"\n'})
    faults = {code: [str(fault.text) for fault in examine_names(found, code)] for code in found.languages}
    assert faults == {
        "en": ["'title.en' is empty, and 'title.fr' is 'Héron'"],
        "fr": ["'title.fr' is empty, and 'title.en' is 'Fox'"],
    }


def test_only_a_language_code_ends_a_columns_name() -> None:
    assert find_languages(["a.en", "b.fr", "c.0", "d.xl", ".en", "en", "r1.c1.pl"]) == {"en", "fr", "pl"}
    assert select_language({"a.en": "x", "a": "y", "b.en": "", "b": "z", "c.en": ""}, "en") == {"a": "x", "c": ""}
