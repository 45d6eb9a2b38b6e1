"""Names as people type them, in any language; a typing slip is answered with suggestions.

Capitals and accents do not matter. The names stand under ``[typed]`` in the word files of a game, with
other spellings after commas: ``castle = "castle, build a castle"``; the first one is shown.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from functools import cache, partial
from itertools import filterfalse
from pathlib import Path
from typing import Any

from companion.data.catalogue import LANGUAGES
from companion.data.files import read_toml
from companion.errors import DeckError, InputError, Place
from companion.paths import assets
from companion.sentences import (
    ENGLISH,
    Language,
    Sentence,
    join_sentences,
    join_with_commas,
    say,
    say_count,
    shorten_text,
)

QUOTED = 40  # letters of a mistyped word or name that a message quotes
LEAST_BEGINNING = 3  # fewest letters to which a word may be shortened
MOST_WORDS = 5  # words of a name; a longer text is not a name
MOST_NAMED_TEXTS = 8  # names that a message lists when words may mean several
MOST_NEAR = 3  # names that are suggested for an unknown one
BEGUN, ALIKE, ALIKE_SHORT = (0.9, 0.75, 0.66)  # matches of a beginning, a similar word, one of three letters


class Word(Sentence):
    """A word of a game's word files; its fields hold the word in each language, by code."""

    __slots__ = ()

    def translate(self, language: Language = ENGLISH) -> str:
        return str(dict(self.fields)[language.code])


def fold_word(text: str) -> str:
    """A word in small letters, without accents and commas, with hyphens for spaces."""
    plain = unicodedata.normalize("NFD", text.replace(",", " ").casefold())
    return "-".join("".join(filterfalse(unicodedata.combining, plain)).split())


def suggest_words(text: str, names: Iterable[str], most: int = 4) -> list[str]:
    """Known words that a mistyped, folded word may mean: first those that begin with it, then similar ones."""
    import difflib

    words = list(names)
    close = [word for word in words if text and word.startswith(text)]
    close += [word for word in difflib.get_close_matches(text, words, n=3, cutoff=0.6) if word not in close]
    return close[:most]


def normalize_name(name: str) -> str:
    """A name without capitals, accents, spaces and hyphens; a number without leading zeros."""
    letters = "".join(filter(str.isalnum, fold_word(name)))
    return letters.lstrip("0") or letters[:1] if letters.isdecimal() else letters


def has_words(text: str, name: str) -> bool:
    """True for a text with all words of a name, or words that begin with them, in any order."""
    return all(any(_is_beginning(word, each) for each in normalize_words(text)) for word in normalize_words(name))


def build_choice_error(
    text: str, name: str, names: Iterable[str | Sentence], close: Iterable[object] = ()
) -> InputError:
    """An error that asks which of several names is meant; a page offers those in ``close`` as buttons."""
    short_names = (each if isinstance(each, Sentence) else shorten_text(each, QUOTED) for each in names)
    quoted = [say("'{name}'", name=each) for each in dict.fromkeys(short_names)]
    return InputError(
        text,
        name=shorten_text(name.strip(), QUOTED),
        names=join_with_commas([*quoted[:MOST_NAMED_TEXTS], *["..."][: len(quoted) > MOST_NAMED_TEXTS]]),
        near=tuple(dict.fromkeys(close))[:MOST_NAMED_TEXTS],
    )


def find_nearest(texts: Iterable[str], name: str) -> list[str]:
    """The names most like a mistyped one, best first: at least half of its words match, also with typing errors."""
    from difflib import SequenceMatcher

    single_texts = {normalize_name(text): text for text in texts if not text.isdecimal()}.values()
    words_by_text = {text: words for text in single_texts if len(words := normalize_words(text)) <= MOST_WORDS}
    known_words = dict.fromkeys(word for words in words_by_text.values() for word in words)
    long_words = [word for word in normalize_words(name) if len(word) >= LEAST_BEGINNING]
    matches = [_compute_matches(word, known_words) for word in long_words]
    ranks: dict[str, tuple[float, float]] = {}
    for text, words in words_by_text.items():
        parts = [max(each.get(word, 0.0) for word in words) for each in matches if not each.keys().isdisjoint(words)]
        if parts and 2 * len(parts) >= len(long_words):
            ranks[text] = (-sum(parts), -SequenceMatcher(None, normalize_name(name), normalize_name(text)).ratio())
    return sorted(ranks, key=ranks.__getitem__)[:MOST_NEAR]


def _compute_matches(word: str, others: Collection[str]) -> dict[str, float]:
    """How well a word matches those of others that it is like: 1 for itself, less for a beginning or a similar one."""
    from difflib import get_close_matches

    cutoff = ALIKE if len(word) > LEAST_BEGINNING else ALIKE_SHORT
    close = dict.fromkeys(get_close_matches(word, others, max(1, len(others)), cutoff), cutoff)
    return close | {each: 1.0 if each == word else BEGUN for each in others if _is_beginning(word, each)}


def normalize_words(text: str) -> list[str]:
    """The words of a text, in small letters and without accents."""
    return re.findall(r"[^\W_]+", fold_word(text))


def _is_beginning(typed: str, word: str) -> bool:
    return word == typed or (len(typed) >= LEAST_BEGINNING and word.startswith(typed))


class Vocabulary:
    """The names of all things of one sort, such as the ten actions.

    ``category`` names the sort, such as ``an action``; ``expected`` says what to type, by default the names.
    """

    def __init__(
        self, category: Word, names: Mapping[str, Mapping[str, tuple[str, ...]]], expected: Word | None = None
    ) -> None:
        """Make a vocabulary of the spellings of each thing, by language."""
        self.category = category
        self._words = {
            key: Word("", tuple((code, spellings[0]) for code, spellings in names[key].items())) for key in names
        }
        self.expected = expected or join_with_commas(self._words.values())
        self._values = {
            fold_word(name): key for key, each in names.items() for spellings in each.values() for name in spellings
        }
        # A name that means several things keeps the meaning it has in English.
        for code in reversed(LANGUAGES):
            self._values |= {fold_word(name): key for key, each in names.items() for name in each[code]}

    def find(self, text: str) -> str | None:
        """The thing that a typed name means; ``None`` if it means none."""
        return self._values.get(fold_word(text))

    def get(self, text: str, place: Place | None = None, guess: bool = True) -> str:
        """The thing that a typed name means; else an ``InputError``, with suggestions if ``guess``."""
        key = self.find(text)
        if key is not None:
            return key
        make_error = partial(InputError, place=place, typed=shorten_text(text.strip(), QUOTED), what=self.category)
        close = suggest_words(fold_word(text), self._values) if guess else []
        if close:
            names = join_with_commas(map(self.word, dict.fromkeys(self._values[each] for each in close)))
            raise make_error("'{typed}' is not {what}; did you mean {names}?", names=names)
        raise make_error("'{typed}' is not {what}; expected {expected}.", expected=self.expected)

    def get_by_beginning(self, text: str, among: Iterable[str], code: str) -> str:
        """The thing of ``among`` that a beginning of its name means, or any thing by its whole name.

        Where a beginning fits several things of ``among``, their names in the language ``code`` decide.
        """
        start, choices, exact = fold_word(text), tuple(among), self.find(text)
        if exact is not None or not start:
            return exact or self.get(text)
        fits = {key for name, key in self._values.items() if name.startswith(start)}
        meanings = [key for key in choices if key in fits]
        starting = [key for key in meanings if fold_word(str(dict(self._words[key].fields)[code])).startswith(start)]
        for candidates in (meanings, starting):
            if len(candidates) == 1:
                return candidates[0]
        if not meanings:
            return self.get(text)
        names = join_with_commas(map(self.word, meanings))
        raise InputError(
            "'{typed}' could be {names}; type one more letter.", typed=shorten_text(text.strip(), QUOTED), names=names
        )

    def word(self, key: str) -> Word:
        """The shown name of a thing, which can also be typed."""
        return self._words[key]

    def translate_names(self, text: str) -> Sentence:
        """A text in which the names of things are translated into the reader's language."""
        return join_sentences((self._words.get(word, word) for word in re.split(r"(\W+)", text)), "") or say("")


@cache
def vocabulary(game: str, category: str, proper: tuple[str, ...] = ()) -> Vocabulary:
    """The names of a sort, from ``[typed.<sort>]`` of a game's words; ``proper`` names are not translated."""
    files = {code: game_words(game, code) for code in LANGUAGES}
    head = f"typed.{category}."
    names: dict[str, dict[str, tuple[str, ...]]] = {
        key.removeprefix(head): {code: split_spellings(words[key]) for code, words in files.items()}
        for key in files[LANGUAGES[0]]
        if key.startswith(head)
    }
    names |= {name: dict.fromkeys(LANGUAGES, (name,)) for name in proper}

    def word(key: str) -> Word:
        return Word("", tuple((code, words[key]) for code, words in files.items()))

    expected = f"typed.expected.{category}"
    has_own = expected in files[LANGUAGES[0]]
    return Vocabulary(word(f"typed.sort.{category}"), names, word(expected) if has_own else None)


def is_game_word(game: str, word: str, text: str) -> bool:
    """True when a typed text is a certain word of a game, such as ``nothing``, in any language."""
    return fold_word(text) in {
        fold_word(name) for code in LANGUAGES for name in split_spellings(game_words(game, code)[f"typed.{word}"])
    }


def read_words(file: Path) -> dict[str, str]:
    """Read a word file; nested mappings become dotted keys."""
    words: dict[str, str] = {}
    document = read_toml(file)

    def flatten(mapping: Mapping[str, Any], *path: str) -> None:
        for key, value in mapping.items():
            if isinstance(value, dict):
                flatten(value, *path, key)
            elif isinstance(value, str):
                words[".".join((*path, key))] = value
            else:
                place = document.get_place(Place(file=file.name), *path, key)
                raise DeckError("the word '{key}' is not a text.", place=place, key=".".join((*path, key)))

    flatten(document)
    return words


def read_words_in(folder: Path, code: str) -> dict[str, str]:
    """The words of a game's folder in a language; English if that lacks one."""
    file = folder / f"words.{code}.toml"
    words = read_words(folder / f"words.{ENGLISH.code}.toml")
    return words | read_words(file) if code != ENGLISH.code and file.exists() else words


@cache
def game_words(game: str, code: str) -> Mapping[str, str]:
    """The words of a game that comes with Companion, in a language."""
    return read_words_in(assets() / "games" / game, code)


@cache
def load_phrases(game: str, category: str) -> Mapping[str, Sentence]:
    """The sentences about things of one sort, such as a game's actions, by their names."""
    words = read_toml(assets() / "games" / game / "said.toml")[category]
    return {name: say(text) for name, text in words.items()}


def say_phrase(game: str, category: str, name: str, count: int | None = None, /, **fields: object) -> Sentence:
    """The sentence about a thing, with its fields filled, in singular or plural if there is a ``count``."""
    template = load_phrases(game, category)[name].template
    return say(template, **fields) if count is None else say_count(template, count, **fields)


def split_spellings(text: str) -> tuple[str, ...]:
    """The spellings in an entry of a word file; the first is shown."""
    return tuple(name.strip() for name in text.split(","))
