"""A language from its files: plural forms by their header, English for all that a file lacks, and names as typed."""

from pathlib import Path

import pytest

from companion.data.catalogue import LANGUAGES, Catalogue, choose_language, language, typeset_language
from companion.data.deck import list_games, read_words
from companion.data.vocabulary import MOST_NAMED_TEXTS, build_choice_error, fold_word, is_game_word, vocabulary
from companion.errors import InputError, Place
from companion.paths import templates
from companion.sentences import ENGLISH, Language, join_sentences, join_with_commas, say, say_count

POLISH = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"


def build_catalogue(folder: Path, text: str, forms: str = POLISH, code: str = "pl") -> Catalogue:
    file = folder / "some.po"
    file.write_text(
        f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: {forms}\\n"\n\n{text}',
        "utf-8",
    )
    return Catalogue(code, [file])


def test_the_languages_are_the_folders_of_locales() -> None:
    there = sorted(each.name for each in (templates() / "locales").iterdir())
    assert ("en", *there) == LANGUAGES
    assert [language(code).code for code in LANGUAGES] == list(LANGUAGES)
    assert language("en") is ENGLISH  # what it says is what the program says, and no file lacks it


CARDS = """
msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "{count} karta"
msgstr[1] "{count} karty"
msgstr[2] "{count} kart"
"""


def say_cards(count: int, spoken: Language) -> str:
    return say_count("{count} card[|s]", count).translate(spoken)


def test_plural_forms_are_those_of_the_header(tmp_path: Path) -> None:
    spoken = build_catalogue(tmp_path, CARDS)
    said = [say_cards(count, spoken) for count in (0, 1, 2, 12, 22)]
    assert said == ["0 kart", "1 karta", "2 karty", "12 kart", "22 karty"]
    assert "{count} card" in spoken
    one_form = build_catalogue(tmp_path, CARDS, "nplurals=1; plural=0;")
    assert [say_cards(count, one_form) for count in (0, 7)] == ["0 karta", "7 karta"]
    lacking = build_catalogue(tmp_path, CARDS.replace("{count} karty", ""))
    assert [say_cards(count, lacking) for count in (1, 2, 5)] == ["1 karta", "2 cards", "5 kart"]
    assert "{count} card" not in lacking


@pytest.mark.parametrize(
    ("text", "header"),
    [
        (CARDS, "nplurals=2; plural=(n >> 1);"),
        (CARDS, "nplurals=2; plural=5/n;"),
        (CARDS, "nplurals=2; plural=(n"),
        ('msgid "x\nmsgstr', POLISH),
        ("no catalogue", POLISH),
    ],
)
def test_an_unreadable_catalogue_is_reported_and_english_is_used(tmp_path: Path, text: str, header: str) -> None:
    spoken = build_catalogue(tmp_path, text, header)
    assert list(spoken.faults) == [tmp_path / "some.po"]
    assert say_cards(2, spoken) == "2 cards"


@pytest.mark.parametrize(
    "entry",
    [f'msgid "row {{row}}"\nmsgstr "{spoilt}"' for spoilt in ("wiersz {rząd}", "wiersz {row", "wiersz {row.x}", "")]
    + ['#, fuzzy\nmsgid "row {row}"\nmsgstr "wiersz {row}"', '#~ msgid "row {row}"\n#~ msgstr "wiersz {row}"'],
)
def test_a_fuzzy_or_mismatched_translation_is_reported_and_english_is_used(tmp_path: Path, entry: str) -> None:
    spoken = build_catalogue(tmp_path, f"{entry}\n")
    assert say("row {row}", row=3).translate(spoken) == "row 3"
    assert "row {row}" not in spoken


def test_a_language_names_itself_or_is_its_code(tmp_path: Path) -> None:
    assert build_catalogue(tmp_path, 'msgid "English"\nmsgstr "Polski"\n').get_native_name("English") == "Polski"
    assert build_catalogue(tmp_path, "").get_native_name("English") == "pl"


def test_numbers_and_rows_are_written_as_the_language_does(tmp_path: Path) -> None:
    text = (
        'msgid "{whole}.{fraction}"\nmsgstr "{whole}٫{fraction}"\n\n'
        'msgid "{before}, {word}"\nmsgstr "{before}، {word}"\n'
    )
    spoken = build_catalogue(tmp_path, text, code="ar")
    assert say("{x} mm", x=2.5).translate(spoken) == "2٫5 mm"
    assert say("{x}", x=-0.25).translate(spoken) == "-0٫25"
    assert say("{x} mm", x=3.0).translate(spoken) == "3 mm"
    assert join_with_commas(["a", say("Options"), "b"]).translate(spoken) == "a، Options، b"
    assert [join_with_commas(each).translate(spoken) for each in ((), ("a",))] == ["", "a"]


def test_no_line_break_separates_a_number_from_its_name_or_unit() -> None:
    page = typeset_language("en")
    assert say("Who answers rank {rank}?", rank=2).translate(page) == "Who answers rank\u00a02?"
    assert say("{clan} {rank}", clan="Minamoto", rank="3").translate(page) == "Minamoto\u00a03"
    assert say("{clan} {rank}", clan="Minamoto", rank="x").translate(page) == "Minamoto x"
    points = say_count("{count} point[|s]", 12)
    assert say("{player} {points}", player="Chen", points=points).translate(page) == "Chen 12\u00a0points"
    assert say("backs {x} mm right", x=1.5).translate(page) == "backs 1.5\u00a0mm right"
    assert say("Round {round} of 12", round=3).translate(typeset_language("fr")) == "Manche\u00a03 sur 12"
    assert say("{clan} {rank}", clan="Minamoto", rank=3).translate() == "Minamoto 3"  # a terminal copies blanks


def test_a_semicolon_between_joined_things_stands_apart_in_french() -> None:
    listed = join_sentences(["a", "b"], "; ")
    assert listed is not None
    assert (listed.translate(), listed.translate(language("fr"))) == ("a; b", "a\u00a0; b")


def test_the_first_available_language_asked_for_is_chosen() -> None:
    chosen = {"fr_CA.UTF-8": "fr", "nl, fr;q=0.5,en;q=0.1": "fr", "de-AT,fr": "de", "frx,C,*,": "en"}
    assert {asked: choose_language(asked.split(",")) for asked in chosen} == chosen


ASSETS = Path(__file__).parents[2] / "assets/games"


@pytest.mark.parametrize("game", list_games())
def test_all_languages_name_the_same_things_and_a_name_means_one_of_its_sort(game: str) -> None:
    meant: dict[tuple[str, str], str] = {}
    things = []
    for code in LANGUAGES:
        words = read_words(ASSETS / game / f"words.{code}.toml")
        things.append({key for key, text in words.items() if key.startswith("typed.") and text.strip()})
        for key in things[-1]:
            sort, dot, thing = key.removeprefix("typed.").partition(".")
            if dot and sort not in ("sort", "expected"):
                for name in words[key].split(","):
                    assert meant.setdefault((sort, fold_word(name)), thing) == thing, (key, name)
    assert all(each == things[0] for each in things)


@pytest.mark.parametrize("typed", ["Château", " build  a CASTLE ", "village", "castle"])
def test_capitals_accents_and_spaces_in_words_do_not_matter(typed: str) -> None:
    assert vocabulary("shogun", "action").find(typed) == "castle"


def test_a_mistyped_word_gets_a_guess_in_the_users_language() -> None:
    place = Place("plan.txt", 3, 2)
    with pytest.raises(InputError) as slip:
        vocabulary("shogun", "action").get("chatau", place)
    assert slip.value.said() == "plan.txt, row 3, column 2: 'chatau' is not an action; did you mean castle?"
    assert slip.value.said(language("fr")).endswith("n’est pas une action\u00a0; vouliez-vous dire château\u00a0?")


def test_a_word_without_a_guess_gets_the_list_of_words() -> None:
    with pytest.raises(InputError, match=r"'xyz' is not a colour of cubes; expected black, blue, .*, green\.$"):
        vocabulary("shogun", "colour").get(" xyz ")
    with pytest.raises(InputError, match=r"is not a building; expected castle, temple, theatre, or c, t, n\.$"):
        vocabulary("shogun", "building").get("zoo")
    with pytest.raises(InputError) as slip:
        vocabulary("shogun", "colour").get("q" * 1000)
    assert len(slip.value.said()) < 200


def test_proper_names_are_the_same_in_every_language() -> None:
    names = vocabulary("shogun", "province", ("Kai", "Omi"))
    assert names.get("ômi") == "Omi"
    assert names.word("Kai").translate(language("fr")) == "Kai"


@pytest.mark.parametrize("typed", ["none", "Aucune", "rien", "-"])
def test_a_game_word_is_known_in_every_language(typed: str) -> None:
    assert is_game_word("shogun", "nothing", typed)
    assert not is_game_word("shogun", "neutral", typed)


@pytest.mark.parametrize("more", [0, 1])
def test_names_that_are_left_out_are_told_by_dots(more: int) -> None:
    names = [f"fox {number}" for number in range(MOST_NAMED_TEXTS + more)]
    said = str(build_choice_error("'{name}' may be {names}.", "fox", names))
    assert (said.count("fox "), said.endswith(", ....")) == (MOST_NAMED_TEXTS, bool(more))
