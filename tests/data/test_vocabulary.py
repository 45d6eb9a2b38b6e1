"""Names as people type them stand in the word files, the same things in both languages."""

from pathlib import Path

import pytest

from companion.data.catalogue import LANGUAGES, language
from companion.data.deck import list_games, read_words
from companion.data.vocabulary import MOST_NAMED_TEXTS, build_choice_error, fold_word, is_game_word, vocabulary
from companion.errors import InputError, Place

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
