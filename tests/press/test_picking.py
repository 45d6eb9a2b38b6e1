"""Which cards a person means: by number, range, name, in either language and any spelling."""

import sys
from pathlib import Path

import pytest

from companion.data.catalogue import language
from companion.data.deck import open_deck
from companion.errors import InputError
from companion.press.card_names import find_game, parse_card_names, pick
from companion.press.face.context import FaceShelf
from companion.press.face.pieces import select_components
from companion.press.layout import lay_out
from tests.press.decks import DECK, FACE, write_deck


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
    with pytest.raises(InputError, match="'harvest' may be 'A rich harvest', 'A lean harvest'.*; write the name"):
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
    assert parse_card_names(open_deck(file), ["smith, john"]) == ("smith-john",)


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
    assert parse_card_names(open_deck("shogun"), typed) == names


def test_an_unknown_card_name_is_answered_with_similar_names() -> None:
    with pytest.raises(InputError, match="there is no card 'minamotto 4' here; did you mean '") as refusal:
        pick_cards("hogen", "minamotto 4")
    near = {text for text, game in dict(refusal.value.sentence.fields)["near"] if game == "hogen"}
    assert near == {"Minamoto4", "Minamoto", "Minamoto1"}
    assert "hier gibt es keine Karte „minamotto 4“; meinst du „" in refusal.value.sentence.translate(language("de"))


@pytest.mark.parametrize(
    ("code", "found", "missed", "several"),
    [
        ("en", "Kai is in Shogun: Kai (Sun), Kai (Moon).", "there is no card 'Kai' here; it is in Sho", "name one."),
        ("fr", "Kai se trouve dans Shogun : Kai (Soleil), Kai (Lune).", "elle se trouve dans Shogun", "nommez-en un."),
        ("de", "Kai gibt es in Shogun: Kai (Sonne), Kai (Mond).", "es gibt sie in Shogun: Kai (Sonne)", "nenne eines."),
    ],
)
def test_a_card_is_looked_for_in_all_games(code: str, found: str, missed: str, several: str) -> None:
    assert find_game(["Kai"], ()).notes[-1].translate(language(code)).replace("\u00a0", " ") == found
    with pytest.raises(InputError) as elsewhere:
        pick_cards("honshu", "Kai", only=("map-cards",))
    assert missed in elsewhere.value.said(language(code)).replace("\u00a0", " ")
    assert dict(elsewhere.value.sentence.fields)["near"] == (("Kai", "shogun"),)
    with pytest.raises(InputError) as many:
        find_game(["3"], ())
    assert many.value.said(language(code)).endswith(several)


@pytest.mark.parametrize(
    ("typed", "only", "cards"),
    [
        ("B3", (), "honshu start-provinces/3"),
        ("mond kai", (), "shogun province-cards/23"),
        ("Kai,Kozuke", (), "shogun province-cards/22 province-cards/23 province-cards/26"),
        ("annexe", (), "shogun annex/1"),
        ("Spielplan, Mondseite", (), "shogun board-moon/1"),
        ("castle", ("action cards",), "shogun action-cards/castle"),
        ("ernte reiche", (), "shogun event-cards/10"),
    ],
)
def test_the_one_game_with_a_card_needs_no_name(typed: str, only: tuple[str, ...], cards: str) -> None:
    deck = find_game([typed], only)
    assert " ".join([deck.name, *("/".join(each) for each in pick(deck, only, [typed]))]) == cards


def test_a_card_that_no_game_has_is_refused_with_what_is_like_it() -> None:
    for search in (lambda: find_game(["red harvest"], ()), lambda: pick_cards("honshu", "red harvest")):
        with pytest.raises(InputError, match="did you mean 'A rich harvest .Shogun.', 'A lean harvest .Shogun.'"):
            search()
    with pytest.raises(InputError, match="no game has a card 'qqqq'; name the game"):
        find_game(["qqqq"], ())


def test_nothing_is_laid_out_to_look_for_a_card() -> None:
    calls, layouts = list[str](), {lay_out.__code__, FaceShelf.lay_out_face.__code__}
    deck = open_deck("shogun")
    sys.setprofile(lambda frame, event, _: calls.append(event) if frame.f_code in layouts else None)
    try:
        for search in (lambda: find_game(["qqqq"], ()), lambda: pick(deck, (), ["qqqq"])):
            with pytest.raises(InputError):
                search()
        assert find_game(["rich harvest"], ()).name == "shogun"
        assert calls == []
        list(lay_out(deck, "en", picks=[("event-cards", "10")]))
    finally:
        sys.setprofile(None)
    assert calls


def test_a_deck_without_word_files_is_searched_by_its_columns(tmp_path: Path) -> None:
    table = "number,title.en,title.fr\n1,**Fox** {coin},Renard\n2,Hare,Lièvre\n"
    (tmp_path / "cards.csv").write_text(table, encoding="utf-8")
    deck = DECK.replace("range = 5", 'table = "cards.csv"')
    face = FACE.replace("$card", "{title}")
    file = str(write_deck(tmp_path, deck, {}, front=face))
    assert [pick_cards(file, typed) for typed in ("fox", "lievre")] == [["cards/1"], ["cards/2"]]
    write_deck(tmp_path, deck.replace('"front"', '"front-{titel.en}"'), {})
    with pytest.raises(InputError, match="the card has no field 'titel.en'; did you mean title.en"):
        pick_cards(file, "fox")


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
        ("shogun", "Papiertrum", "„Papiertrum“ kann „Papierturm“ sein; schreib den Namen aus."),
        ("honshu", "Wertung", "„Wertung“ kann „Wertungskarten“, „Wertungsblatt“ sein; schreib den Namen aus."),
        ("hogen", "", "„“ ist kein Bestandteil von hogen; es gibt Samurai; Übersichten; Notizbögen; "),
    ],
)
def test_an_unknown_component_is_refused_in_the_readers_language(game: str, typed: str, said: str) -> None:
    with pytest.raises(InputError) as refusal:
        select_components(open_deck(game), [typed])
    assert refusal.value.sentence.translate(language("de")).startswith(said)
