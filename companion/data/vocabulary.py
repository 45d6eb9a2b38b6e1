"""Names as people type them, in any language; a slip is met with a guess.

Capitals and accents do not matter. The names stand under ``[typed]`` in the word files of a game, each with
its other spellings after commas: ``castle = "castle, build a castle"``; the first is the one that is shown.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from companion.data.catalogue import LANGUAGES
from companion.data.files import read_toml
from companion.errors import DeckError, InputError, Place
from companion.paths import assets
from companion.sentences import ENGLISH, Language, Sentence, joined, listed, say, say_count, shortened

QUOTED = 40  # letters of a mistyped word or name that are repeated
LEAST_BEGINNING = 3  # letters of a word that may stand for all of it
MOST_WORDS = 5  # of a name; a longer text is none
MOST_NAMED_TEXTS = 8  # that some words may mean
MOST_NEAR = 3  # names that are offered in place of one that is none
BEGUN, ALIKE, ALIKE_SHORT = (0.9, 0.75, 0.66)  # of a word that another has; the last of three letters


class Word(Sentence):
    """A word of a game's word files; its fields are the word in each language, by code."""

    __slots__ = ()

    def said(self, language: Language = ENGLISH) -> str:
        """The word in a language."""
        return str(dict(self.fields)[language.code])


def folded(text: str) -> str:
    """A word in small letters, without accents, with hyphens for blanks."""
    plain = unicodedata.normalize("NFD", text.strip().casefold())
    return "-".join("".join(letter for letter in plain if not unicodedata.combining(letter)).split())


def guesses(text: str, known: Iterable[str], most: int = 4) -> list[str]:
    """The words that a folded slip may have meant: those it begins, then those that look like it."""
    import difflib

    words = list(known)
    close = [word for word in words if text and word.startswith(text)]
    close += [word for word in difflib.get_close_matches(text, words, n=3, cutoff=0.6) if word not in close]
    return close[:most]


def plain(name: str) -> str:
    """A name without capitals, accents, blanks and hyphens; a number without leading noughts."""
    letters = "".join(filter(str.isalnum, folded(name)))
    return letters.lstrip("0") or letters[:1] if letters.isdecimal() else letters


def has_words(text: str, name: str) -> bool:
    """True for a text that has all words of a name, in any order, or words that begin so."""
    return all(any(_begins(word, each) for each in words_of(text)) for word in words_of(name))


def which(why: str, name: str, names: Iterable[str | Sentence], near: Iterable[str] = ()) -> InputError:
    """A sentence that asks which name is meant; `near` is what a page offers to be tapped."""
    short = (each if isinstance(each, Sentence) else shortened(each, QUOTED) for each in names)
    given = [say("“{name}”", name=each) for each in dict.fromkeys(short)]
    return InputError(
        why,
        name=shortened(name.strip(), QUOTED),
        names=listed([*given[:MOST_NAMED_TEXTS], *["..."][: len(given) > MOST_NAMED_TEXTS]]),
        near=tuple(dict.fromkeys(near))[:MOST_NAMED_TEXTS],
    )


def nearest(texts: Iterable[str], name: str) -> list[str]:
    """The names that have most of these words, a letter wrong or not, the likest first."""
    from difflib import SequenceMatcher

    asked = [word for word in words_of(name) if len(word) >= LEAST_BEGINNING]
    found: dict[str, tuple[float, float]] = {}
    for text in {plain(text): text for text in texts if not text.isdecimal()}.values():
        words = words_of(text)
        had = [part for word in asked if (part := _part_had(word, words))]
        if had and 2 * len(had) >= len(asked) and len(words) <= MOST_WORDS:
            found[text] = -sum(had), -SequenceMatcher(None, plain(name), plain(text)).ratio()
    return sorted(found, key=found.__getitem__)[:MOST_NEAR]


def _part_had(word: str, words: Sequence[str]) -> float:
    """How much of a word some words have: all, its beginning, most of its letters, or nothing."""
    from difflib import get_close_matches

    if word in words or any(_begins(word, each) for each in words):
        return 1.0 if word in words else BEGUN
    cutoff = ALIKE if len(word) > LEAST_BEGINNING else ALIKE_SHORT
    return cutoff if get_close_matches(word, words, 1, cutoff) else 0.0


def words_of(text: str) -> list[str]:
    """The words of a text, in small letters and without accents."""
    return re.findall(r"[^\W_]+", folded(text))


def _begins(asked: str, word: str) -> bool:
    return word == asked or (len(asked) >= LEAST_BEGINNING and word.startswith(asked))


class Vocabulary:
    """The names of things of one sort, such as the ten actions.

    ``what`` is the sort in words, ``an action``; ``expected`` says what to write, by default the names.
    """

    def __init__(
        self, what: Word, names: Mapping[str, Mapping[str, tuple[str, ...]]], expected: Word | None = None
    ) -> None:
        """A vocabulary from the names of each thing, by language."""
        self.what = what
        self._words = {
            thing: Word("", tuple((code, spelt[0]) for code, spelt in names[thing].items()))
            for thing in names
        }
        self.expected = expected or listed(self._words.values())
        self._things = {
            folded(name): thing for thing, each in names.items() for spelt in each.values() for name in spelt
        }
        # A name that means several things keeps the meaning it has in English.
        for code in reversed(LANGUAGES):
            self._things |= {folded(name): thing for thing, each in names.items() for name in each[code]}

    def find(self, typed: str) -> str | None:
        """The thing a person means; ``None`` for none of them."""
        return self._things.get(folded(typed))

    def named(self, typed: str, place: Place | None = None, guess: bool = True) -> str:
        """The thing a person means; without ``guess`` a slip is met with what to write, not similar names."""
        thing = self.find(typed)
        if thing is not None:
            return thing
        wrong = partial(InputError, place=place, typed=shortened(typed.strip(), QUOTED), what=self.what)
        close = guesses(folded(typed), self._things) if guess else []
        if close:
            names = listed(map(self.word, dict.fromkeys(self._things[each] for each in close)))
            raise wrong("'{typed}' is not {what}; did you mean {names}?", names=names)
        raise wrong("'{typed}' is not {what}; expected {expected}.", expected=self.expected)

    def begun(self, typed: str, among: Iterable[str], code: str) -> str:
        """The thing of a few a person means by the beginning of its name; any other by its whole name.

        Where a beginning fits several things of ``among``, their names in the language ``code`` decide.
        """
        start, here, whole = folded(typed), tuple(among), self.find(typed)
        if whole is not None or not start:
            return whole or self.named(typed)
        fits = {thing for name, thing in self._things.items() if name.startswith(start)}
        meant = [thing for thing in here if thing in fits]
        own = [
            thing for thing in meant if folded(str(dict(self._words[thing].fields)[code])).startswith(start)
        ]
        for found in (meant, own):
            if len(found) == 1:
                return found[0]
        if not meant:
            return self.named(typed)
        raise InputError(
            "'{typed}' may be {names}; type a letter more.",
            typed=shortened(typed.strip(), QUOTED),
            names=listed(map(self.word, meant)),
        )

    def word(self, thing: str) -> Word:
        """The name of a thing as it is shown and typed."""
        return self._words[thing]

    def worded(self, text: str) -> Sentence:
        """A text whose words that are things, by their names here, are said in the reader's language."""
        return joined((self._words.get(word, word) for word in re.split(r"(\W+)", text)), "") or say("")


@cache
def vocabulary(game: str, sort: str, proper: tuple[str, ...] = ()) -> Vocabulary:
    """The names of a sort, from ``[typed.<sort>]`` of a game's words, and ``proper`` ones in no language."""
    files = {code: game_words(game, code) for code in LANGUAGES}
    head = f"typed.{sort}."
    names: dict[str, dict[str, tuple[str, ...]]] = {
        key.removeprefix(head): {code: spellings(words[key]) for code, words in files.items()}
        for key in files[LANGUAGES[0]]
        if key.startswith(head)
    }
    names |= {name: dict.fromkeys(LANGUAGES, (name,)) for name in proper}

    def word(key: str) -> Word:
        return Word("", tuple((code, words[key]) for code, words in files.items()))

    expected = f"typed.expected.{sort}"
    known = expected in files[LANGUAGES[0]]
    return Vocabulary(word(f"typed.sort.{sort}"), names, word(expected) if known else None)


def typed_as(game: str, word: str, typed: str) -> bool:
    """True when a person means one certain word of a game, such as ``nothing``."""
    return folded(typed) in {
        folded(name) for code in LANGUAGES for name in spellings(game_words(game, code)[f"typed.{word}"])
    }


def load_words(file: Path) -> dict[str, str]:
    """Read a word file: nested mappings become dotted keys."""
    words: dict[str, str] = {}
    document = read_toml(file)

    def flatten(mapping: Mapping[str, Any], *path: str) -> None:
        for key, value in mapping.items():
            if isinstance(value, dict):
                flatten(value, *path, key)
            elif isinstance(value, str):
                words[".".join((*path, key))] = value
            else:
                raise DeckError(
                    "the word '{key}' is not a text.",
                    place=document.at(Place(file=file.name), *path, key),
                    key=".".join((*path, key)),
                )

    flatten(document)
    return words


def words_in(folder: Path, code: str) -> dict[str, str]:
    """The words of a game in a language, and in English those that the language lacks."""
    own = folder / f"words.{code}.toml"
    words = load_words(folder / f"words.{ENGLISH.code}.toml")
    return words | load_words(own) if code != ENGLISH.code and own.exists() else words


@cache
def game_words(game: str, code: str) -> Mapping[str, str]:
    """The words of a game that comes with Companion, in a language."""
    return words_in(assets() / "games" / game, code)


@cache
def said_of(game: str, sort: str) -> Mapping[str, Sentence]:
    """What is said of the things of a sort, such as the actions of a game, by their names."""
    words = read_toml(assets() / "games" / game / "said.toml")[sort]
    return {name: say(text) for name, text in words.items()}


def told_of(game: str, sort: str, name: str, count: int | None = None, /, **fields: object) -> Sentence:
    """What is said of a thing with its places filled, and worded by a count where there is one."""
    template = said_of(game, sort)[name].template
    return say(template, **fields) if count is None else say_count(template, count, **fields)


def spellings(text: str) -> tuple[str, ...]:
    """The names in an entry of a word file, the one that is shown first."""
    return tuple(name.strip() for name in text.split(","))
