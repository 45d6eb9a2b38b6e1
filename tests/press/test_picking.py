"""Which cards a person means: by number, range, name, in either language and any spelling."""

from pathlib import Path

import pytest

from companion.data.catalogue import language
from companion.data.deck import open_deck
from companion.errors import InputError
from companion.press.face.pieces import select_components
from companion.press.layout import parse_card_names, pick
from tests.press.decks import DECK, write_deck


def pick_cards(game: str, *typed: str, only: tuple[str, ...] = ()) -> list[str]:
    return [f"{part}/{card}" for part, card in pick(open_deck(game), only, typed)]


def test_cards_are_picked_by_numbers_and_ranges_in_deck_order() -> None:
    picked = {
        ("17,42",): (17, 42),
        ("42", " 17 "): (17, 42),
        ("17-19,17",): (17, 18, 19),
        ("58 – 59", "007"): (7, 58, 59),
    }
    for typed, cards in picked.items():
        assert pick_cards("honshu", *typed, only=("map-cards",)) == [f"map-cards/{card}" for card in cards]


def test_a_samurai_is_known_however_its_name_is_written() -> None:
    for typed in ("Minamoto4", "minamoto-4", " MINAMOTO  4"):
        assert pick_cards("hogen", typed) == ["samurai/Minamoto4"]
    assert pick_cards("hogen", "1", only=("Aide-mémoire",)) == ["summaries/1"]


@pytest.mark.parametrize(
    ("typed", "only", "card"),
    [
        ("kozuke", ("province-cards",), "province-cards/26"),
        ("construire un château", ("action-cards",), "action-cards/castle"),
        ("Red", ("daimyo-cards",), "daimyo-cards/red"),
        ("castle a", ("action-cards",), "action-cards/castle"),  # some words, in any order
        ("harvest rich", ("event-cards",), "event-cards/10"),
        ("chat const", ("action-cards",), "action-cards/castle"),  # or by their beginnings
        ("at most 3", ("event-cards",), "event-cards/11"),
    ],
)
def test_a_card_is_known_by_what_is_printed_on_it(typed: str, only: tuple[str, ...], card: str) -> None:
    assert pick_cards("shogun", typed, only=only) == [card]


def test_without_a_component_all_are_searched_and_several_are_asked_about() -> None:
    assert pick_cards("honshu", "58") == ["map-cards/58"]
    with pytest.raises(
        InputError, match="card 3 is in several components .map cards, start provinces, .* choose one"
    ) as refusal:
        pick_cards("honshu", "3")
    assert refusal.value.remedy == "name a component"
    assert pick_cards("honshu", "3", only=("map-cards", "order-cards")) == ["map-cards/3", "order-cards/3"]
    with pytest.raises(InputError, match="'harvest' may be “A rich harvest”, “A lean harvest”.*; say which"):
        pick_cards("shogun", "harvest", only=("event-cards",))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("58-61", "'58-61' here: honshu has map cards (1-60)"),
        ("1-999999999", "'1-999999999'"),
        (",", "','"),
        ("17,bogus", "'bogus'"),
        ("9" * 5000, "'" + "9" * 40 + "…'"),
    ],
)
def test_a_card_that_is_not_there_is_named_with_what_there_is(typed: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        pick_cards("honshu", typed, only=("map-cards",))
    assert said in str(caught.value)


def test_an_unknown_card_lists_the_cards_in_the_readers_language() -> None:
    with pytest.raises(InputError) as caught:
        pick_cards("shogun", "Zzzzqq", only=("action-cards",))
    assert "cartes d’action (château, temple, théâtre, riz, impôt, recruit-5" in caught.value.said(language("fr"))


def test_a_name_of_an_own_card_may_hold_a_comma(tmp_path: Path) -> None:
    cards = 'key = "who"\ncards = [{ who = "Smith, John", colour = "ink" }, { who = "Bo", colour = "ink" }]\n'
    deck = DECK.replace("range = 5\n", cards).replace('fields = { colour = "forest" }\n', "")
    file = str(write_deck(tmp_path, deck, {"en": 'title = "Tiny"\ncard = "{who}"\n'}))
    assert pick_cards(file, "smith, john") == ["cards/Smith, John"]
    assert pick_cards(file, "Bo,Bo") == ["cards/Bo"]
    assert parse_card_names(open_deck(file), (), ["smith, john"]) == ("smith-john",)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        (["Kai, 17", "kai"], ("kai", "17")),
        (["17 - 20"], ("17-20",)),
        (['a/b\\c:d*e?f"g<h>i|j..', "甲斐"], ("a-b-c-d-e-f-g-h-i-j", "甲斐")),
        ([" ?! "], ()),
    ],
)
def test_names_of_any_file_can_be_typed(typed: list[str], names: tuple[str, ...]) -> None:
    assert parse_card_names(open_deck("shogun"), (), typed) == names


def test_an_unknown_card_name_is_answered_with_similar_names() -> None:
    with pytest.raises(InputError, match="there is no card 'minamotto 4' here; did you mean “") as refusal:
        pick_cards("hogen", "minamotto 4")
    assert set(dict(refusal.value.sentence.fields)["near"]) == {"Minamoto4", "Minamoto", "Minamoto1"}
    assert "hier gibt es keine Karte „minamotto 4“; meinst du „" in refusal.value.sentence.translate(language("de"))


@pytest.mark.parametrize(
    ("game", "typed", "keys"),
    [
        ("shogun", "PAPIERTURM", ["tower"]),
        ("shogun", "feuille annexe", ["annex"]),
        ("shogun", "Spielplan", ["board-sun", "board-moon"]),
        ("shogun", "plateau de voyage A3, face soleil", ["board-travel-sun"]),
        ("hogen", "Aide Memoire", ["summaries"]),
        ("honshu", "Wertungskarten", ["scoring-cards"]),
    ],
)
def test_a_component_is_known_by_its_name_in_any_language(game: str, typed: str, keys: list[str]) -> None:
    assert [part.name for part in select_components(open_deck(game), [typed])] == keys


@pytest.mark.parametrize(
    ("game", "typed", "said"),
    [
        ("shogun", "Papiertrum", "„Papiertrum“ kann „Papierturm“ sein; sag, was gemeint ist."),
        ("honshu", "Wertung", "„Wertung“ kann „Wertungskarten“, „Wertungsblatt“ sein; sag, was gemeint ist."),
        ("hogen", "", "„“ ist kein Bestandteil von hogen; es gibt Samurai; Übersichten; Notizbögen; "),
    ],
)
def test_an_unknown_component_is_refused_in_the_readers_language(game: str, typed: str, said: str) -> None:
    with pytest.raises(InputError) as refusal:
        select_components(open_deck(game), [typed])
    assert refusal.value.sentence.translate(language("de")).startswith(said)
