"""Names as people type them stand in the word files, the same things in both languages."""

from pathlib import Path

import pytest

from companion.data.catalogue import LANGUAGES, language
from companion.data.deck import games, load_words
from companion.data.vocabulary import folded, typed_as, vocabulary
from companion.errors import InputError, Place
from companion.sentences import listed

ASSETS = Path(__file__).parents[2] / "assets/games"


@pytest.mark.parametrize("game", games())
def test_both_languages_name_the_same_things(game: str) -> None:
    files = [load_words(ASSETS / game / f"words.{code}.toml") for code in LANGUAGES]
    keys = [{key for key in words if key.startswith("typed.")} for words in files]
    assert keys[0] == keys[1]
    assert all(words[key].strip() for words, named in zip(files, keys, strict=True) for key in named)


@pytest.mark.parametrize("game", games())
def test_a_name_means_one_thing_of_its_sort(game: str) -> None:
    meant: dict[tuple[str, str], str] = {}
    for code in LANGUAGES:
        for key, text in load_words(ASSETS / game / f"words.{code}.toml").items():
            _, _, rest = key.partition("typed.")
            sort, dot, thing = rest.partition(".")
            if dot and sort not in ("sort", "expected"):
                for name in text.split(","):
                    assert meant.setdefault((sort, folded(name)), thing) == thing, (key, name)


@pytest.mark.parametrize("typed", ["Château", " build  a CASTLE ", "village", "castle"])
def test_capitals_accents_and_blanks_do_not_matter(typed: str) -> None:
    assert vocabulary("shogun", "action").find(typed) == "castle"


def test_a_slip_is_met_with_a_guess_in_the_language_of_the_person() -> None:
    place = Place("plan.txt", 3, 2)
    with pytest.raises(InputError) as slip:
        vocabulary("shogun", "action").named("chatau", place)
    assert slip.value.said() == "plan.txt, row 3, column 2: 'chatau' is not an action; did you mean castle?"
    assert slip.value.said(language("fr")).endswith(
        "n’est pas une action\u00a0; vouliez-vous dire château\u00a0?"
    )


def test_what_is_like_nothing_is_told_what_there_is() -> None:
    with pytest.raises(
        InputError, match=r"'xyz' is not a colour of cubes; expected black, blue, .*, green\.$"
    ):
        vocabulary("shogun", "colour").named(" xyz ")
    with pytest.raises(
        InputError, match=r"is not a building; expected castle, temple, theatre, or c, t, n\.$"
    ):
        vocabulary("shogun", "building").named("zoo")


def test_a_long_word_is_not_repeated_whole() -> None:
    with pytest.raises(InputError) as slip:
        vocabulary("shogun", "colour").named("q" * 1000)
    assert len(slip.value.said()) < 200


def test_proper_names_are_the_same_in_every_language() -> None:
    names = vocabulary("shogun", "province", ("Kai", "Omi"))
    assert names.named("ômi") == "Omi"
    assert names.word("Kai").said(language("fr")) == "Kai"


@pytest.mark.parametrize("typed", ["none", "Aucune", "rien", "-"])
def test_one_certain_word(typed: str) -> None:
    assert typed_as("shogun", "nothing", typed)
    assert not typed_as("shogun", "neutral", typed)


def test_words_in_a_row() -> None:
    names = vocabulary("shogun", "colour")
    both = listed([names.word("blue"), names.word("red")])
    assert (str(both), both.said(language("fr"))) == ("blue, red", "bleu, rouge")
