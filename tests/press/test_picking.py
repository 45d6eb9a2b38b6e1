"""Which cards a person means: by number, range, name, in either language and any spelling."""

from pathlib import Path

import pytest

from companion.data.catalogue import language
from companion.data.deck import open_deck
from companion.errors import InputError
from companion.press import layout
from companion.press.face.pieces import select_components
from companion.press.layout import parse_card_names, pick
from tests.press.decks import DECK, write_deck


def pick_cards(game: str, *typed: str, only: tuple[str, ...] = ()) -> list[str]:
    return [f"{part}/{card}" for part, card in pick(open_deck(game), only, typed)]


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        (("17,42",), [17, 42]),
        (("42", " 17 "), [17, 42]),
        (("17-20,17",), [17, 18, 19, 20]),
        (("58 – 60",), [58, 59, 60]),
        (("007",), [7]),
    ],
)
def test_cards_are_picked_by_numbers_and_ranges_in_deck_order(typed: tuple[str, ...], cards: list[int]) -> None:
    assert pick_cards("honshu", *typed, only=("map-cards",)) == [f"map-cards/{card}" for card in cards]


@pytest.mark.parametrize("typed", ["Minamoto4", "Minamoto 4", "minamoto-4", "MINAMOTO4", " minamoto  4"])
def test_a_samurai_is_known_however_its_name_is_written(typed: str) -> None:
    assert pick_cards("hogen", typed) == ["samurai/Minamoto4"]


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("typed", "only", "card"),
    [
        ("kozuke", ("province-cards",), "province-cards/26"),
        ("Build a castle", ("action-cards",), "action-cards/castle"),
        ("construire un château", (), "action-cards/castle"),
        ("rouge", ("armies",), "armies/red"),
        ("Red", ("daimyo-cards",), "daimyo-cards/red"),
    ],
)
def test_a_card_is_known_by_what_is_printed_on_it(typed: str, only: tuple[str, ...], card: str) -> None:
    assert pick_cards("shogun", typed, only=only) == [card]
    assert pick_cards("honshu", "a3") == ["start-provinces/3"]


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("harvest rich", "event-cards/10"),
        ("mauv réc", ""),
        ("castle a", "action-cards/castle"),
        ("chat const", "action-cards/castle"),
        ("at most 3", "event-cards/11"),
    ],
)
def test_a_card_is_known_by_some_words_in_any_order(typed: str, card: str) -> None:
    """Or by their beginnings, of three letters at least; a text that is no name is read last."""
    if card:
        assert pick_cards("shogun", typed, only=(card.partition("/")[0],)) == [card]
    else:
        with pytest.raises(InputError, match="there is no card"):
            pick_cards("shogun", typed)


def test_words_that_several_names_have_are_asked_about() -> None:
    with pytest.raises(InputError, match="'harvest' may be “A rich harvest”, “A lean harvest”.*; say which"):
        pick_cards("shogun", "harvest", only=("event-cards",))
    with pytest.raises(InputError, match="there is no card 'ha' here"):
        pick_cards("shogun", "ha", only=("event-cards",))


def test_without_a_component_all_are_searched_and_several_are_asked_about() -> None:
    assert pick_cards("honshu", "58") == ["map-cards/58"]
    with pytest.raises(
        InputError, match="card 3 is in several parts .map cards, start provinces, .* say of which"
    ) as no:
        pick_cards("honshu", "3")
    assert no.value.remedy == "name a component"
    assert pick_cards("honshu", "3", only=("map-cards", "order-cards")) == ["map-cards/3", "order-cards/3"]


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("61", "'61' here: honshu has map cards (1-60)"),
        ("58-61", "'58-61' here: honshu has map cards (1-60)"),
        ("20-17", "'20-17'"),
        ("1-999999999", "'1-999999999'"),
        ("", "''"),
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
        pick_cards("shogun", "Zzzzqq")
    for code, said in (
        ("en", "action cards (castle, temple, theatre, rice, tax, recruit-5"),
        ("fr", "cartes d’action (château, temple, théâtre, riz, impôt, recruit-5"),
        ("de", "Aktionskarten (burg, tempel, theater, reis, steuer, recruit-5"),
    ):
        assert said in caught.value.said(language(code))


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("Aktionskarten", {"action-cards"}),
        ("cartes d’action", {"action-cards"}),
        ("Tableaus, Mondseite", {"mats-moon"}),
        ("CHATEAUX", {"castles"}),
        ("mats", {"mats-sun", "mats-moon"}),
    ],
)
def test_a_component_is_known_by_its_printed_name_in_any_language(typed: str, parts: set[str]) -> None:
    assert {each.name for each in select_components(open_deck("shogun"), [typed])} == parts


def test_an_unknown_component_lists_components_in_the_readers_language() -> None:
    with pytest.raises(InputError) as caught:
        select_components(open_deck("hogen"), ["dice"])
    assert "es gibt Samurai; Übersichten; Notizbögen" in caught.value.said(language("de"))


def test_a_net_has_no_cards() -> None:
    with pytest.raises(InputError, match="no card '1' here"):
        pick_cards("shogun", "1", only=("tower",))


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
        (["Kai"], ("kai",)),
        (["Kai, 17", "kai"], ("kai", "17")),
        (["17 - 20"], ("17-20",)),
        (["Construire un château"], ("construire-un-chateau",)),
        (['a/b\\c:d*e?f"g<h>i|j..', "甲斐"], ("a-b-c-d-e-f-g-h-i-j", "甲斐")),
        ([" ?! "], ()),
    ],
)
def test_names_are_such_as_any_file_may_have(typed: list[str], names: tuple[str, ...]) -> None:
    assert parse_card_names(open_deck("shogun"), (), typed) == names


def test_a_game_is_laid_out_once_for_all_printed_names(monkeypatch: pytest.MonkeyPatch) -> None:
    laid: list[str] = []
    lay_out = layout.lay_out
    monkeypatch.setattr(layout, "lay_out", lambda *each: laid.append(each[1]) or lay_out(*each))
    assert len(pick_cards("shogun", "Aki,Kaga,Kai", only=("province-cards",))) >= 3
    assert laid == list(open_deck("shogun").languages)


@pytest.mark.parametrize(
    ("game", "typed", "near"),
    [
        ("hogen", "minamotto 4", ("Minamoto4", "Minamoto", "Minamoto1")),
        ("shogun", "red harvest", ("A rich harvest", "A lean harvest", "red")),
        pytest.param("shogun", "récolte rouge", ("Rouge", "Maigre récolte", "Belle récolte"), marks=pytest.mark.deep),
        pytest.param("shogun", "harvst", ("A rich harvest", "A lean harvest"), marks=pytest.mark.deep),
        pytest.param("shogun", "kia", ("Aki", "Kai", "Kii"), marks=pytest.mark.deep),
    ],
)
def test_a_name_that_is_none_is_answered_with_names_that_are_near(game: str, typed: str, near: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match=f"there is no card '{typed}' here; did you mean “") as no:
        pick_cards(game, typed)
    assert set(dict(no.value.sentence.fields)["near"]) == set(near)
    assert f"hier gibt es keine Karte „{typed}“; meinst du „" in no.value.sentence.translate(language("de"))


@pytest.mark.parametrize(
    ("game", "typed", "keys"),
    [
        ("shogun", "tower", ["tower"]),
        ("shogun", "tour", ["tower"]),
        ("shogun", "PAPIERTURM", ["tower"]),
        ("shogun", "feuille annexe", ["annex"]),
        ("shogun", "Spielplan", ["board-sun", "board-moon"]),
        ("shogun", "player mats", ["mats-sun", "mats-moon"]),
        ("shogun", "plateau de voyage A3, face soleil", ["board-travel-sun"]),
        ("hogen", "Aide Memoire", ["summaries"]),
        ("hogen", "notizbogen", ["sheets"]),
        ("honshu", "Wertungskarten", ["scoring-cards"]),
    ],
)
def test_a_component_is_known_by_its_name_in_any_language(game: str, typed: str, keys: list[str]) -> None:
    assert [part.name for part in select_components(open_deck(game), [typed])] == keys


@pytest.mark.parametrize(
    ("game", "typed", "said"),
    [
        ("shogun", "Papiertrum", "„Papiertrum“ kann „Papierturm“ sein; sag, was gemeint ist."),
        ("shogun", "towr", "„towr“ kann „Papierturm“ sein; sag, was gemeint ist."),
        ("honshu", "Wertung", "„Wertung“ kann „Wertungskarten“, „Wertungsblatt“ sein; sag, was gemeint ist."),
        ("hogen", "", "„“ ist kein Bestandteil von hogen; es gibt Samurai; Übersichten; Notizbögen; "),
    ],
)
def test_a_component_that_is_none_is_answered_in_the_readers_words(game: str, typed: str, said: str) -> None:
    with pytest.raises(InputError) as no:
        select_components(open_deck(game), [typed])
    assert no.value.sentence.translate(language("de")).startswith(said)


def test_cards_are_searched_in_a_component_by_its_printed_name() -> None:
    assert pick_cards("hogen", "1", only=("Aide-mémoire",)) == ["summaries/1"]
