"""The rules of the games in our own words, and a search through them."""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from math import log, sqrt
from typing import Any, NamedTuple

from companion.data.catalogue import LANGUAGES
from companion.data.files import read_text, read_toml
from companion.data.vocabulary import Word, normalize_words, read_words
from companion.paths import assets
from companion.sentences import ENGLISH


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a game, with its words in every language."""

    game: str
    name: str
    chapter_name: str
    chapter: Word
    title: Word
    text: Word
    words: Word | None  # others that people use, never shown
    source: Word  # where it is in the booklets
    does: Word | None  # what Companion does about it
    command: Word | None  # the commands that do it
    example: Word | None
    rulings: tuple[str, ...]  # names of the rulings that belong to it
    see: tuple[str, ...]  # names of related rules


@cache
def rulebook(game: str) -> tuple[Rule, ...]:
    """The rules of a game, in their order."""
    folder = assets() / "games" / game
    files = {code: folder / f"rules.{code}.toml" for code in LANGUAGES}
    words = {code: read_words(file) for code, file in files.items() if file.exists()}

    def word(name: str, part: str) -> Word:
        key = f"{name}.{part}"
        english = words[ENGLISH.code][key]
        return Word("", tuple((code, words.get(code, {}).get(key, english)) for code in LANGUAGES))

    def rule(row: Mapping[str, Any]) -> Rule:
        name: str = row["name"]
        chapter = word("chapter", row["chapter"])
        title, text, source = (word(name, part) for part in ("title", "text", "source"))
        other, does, command, example = (
            word(name, part) if f"{name}.{part}" in words[ENGLISH.code] else None
            for part in ("words", "does", "command", "example")
        )
        rulings, see = (tuple(row.get(part, ())) for part in ("rulings", "see"))
        return Rule(
            game, name, row["chapter"], chapter, title, text, other, source, does, command, example, rulings, see
        )

    return tuple(map(rule, read_toml(folder / "rules.toml")["rule"]))


def read_rulings(game: str) -> Mapping[str, Any]:
    """What the booklet of a game leaves open, by name: the question, its answers by value, and the source."""
    return read_toml(assets() / "games" / game / "rulings.toml")


FIRST = "first-game"  # answers who asks only how to play, set up or teach a game; only its `words` are searched
PARTS = {"title": 3.0, "words": 2.0, "text": 0.5}
"""The parts of a rule that are searched, each with the weight of its words."""


def list_terms(rule: Rule, code: str) -> dict[str, list[str]]:
    """The words of a rule in a language, by the parts that are searched."""
    parts = ("words",) if rule.name == FIRST else PARTS
    return {
        part: normalize_words(dict(word.fields)[code]) for part in parts if (word := getattr(rule, part)) is not None
    }


def format_stems(games: Iterable[str], code: str) -> str:
    """The file of stems that are kept, for the stemmer is slow: a word of rules a line."""
    rules = [rule for game in games for rule in rulebook(game)]
    words = {word for rule in rules for terms in list_terms(rule, code).values() for word in terms}
    return json.dumps({word: _read_language(code).stem(word) for word in sorted(words)}, indent=0) + "\n"


@dataclass(frozen=True, slots=True)
class _Language:
    common: Set[str]  # words that do not tell what is asked
    same: Mapping[str, str]  # stems of one meaning, each with the one that stands for it
    stem: Callable[[str], str]

    def find_stems(self, words: Iterable[str]) -> list[str]:
        stems = (self.stem(word) for word in words if word not in self.common)
        return [self.same.get(stem, stem) for stem in stems]


@cache
def _read_language(code: str) -> _Language:
    """How questions in a language are read; without a file for it, whole words are searched."""
    file = assets() / "questions" / f"{code}.toml"
    if not file.exists():
        return _Language(frozenset(), {}, str)
    settings, kept = read_toml(file), file.with_suffix(".json")
    stems: dict[str, str] = json.loads(read_text(kept)) if kept.exists() else {}
    name = settings["stemmer"]
    stemmer = getattr(import_module(f"snowballstemmer.{name}_stemmer"), f"{name.capitalize()}Stemmer")()

    def stem(word: str) -> str:
        return stems.get(word) or str(stemmer.stemWord(word))

    groups = [[stem(word) for word in normalize_words(text)] for text in settings["same"]]
    same = {each: group[0] for group in groups for each in group}
    return _Language(frozenset(normalize_words(settings["common"])), same, stem)


_SATURATION = 2.0  # k1 of BM25; its b is 0, for a rule is no worse for having more words
_SLIP, _ALIKE = 0.8, 0.75  # the weight of a word for which a typing slip stands, and how alike the two must be
_WITHIN, _LEAST_WITHIN = 0.4, 4  # the weight of a word that contains or is part of another, and their least letters
_NEAR, _FITS = 0.3, 0.6  # shares of the best rule's weight: of rules near it, and of answers from other games


def split_question(text: str, among: Iterable[str]) -> tuple[tuple[str, ...], list[str]]:
    """The games that a question names, or else all, and its other words."""
    words, games = normalize_words(text), tuple(among)
    return tuple(game for game in games if game in words) or games, [word for word in words if word not in games]


def search_rules(text: str, among: Iterable[str]) -> tuple[list[Rule], list[Rule]]:
    """The rules that answer a question, one for each game that it fits, and other rules near it, best first."""
    games, words = split_question(text, among)
    rules = [rule for game in games for rule in rulebook(game)]
    found = [_weigh_rules(words, games, code) for code in LANGUAGES if words]
    understood = [weights for unknown, weights in found if unknown == min(unknown for unknown, _ in found)]
    weights = {number: max(each.get(number, 0.0) for each in understood) for number in set().union(*understood)}
    best = max(weights.values(), default=0.0)
    near = sorted((number for number in weights if weights[number] >= _NEAR * best), key=lambda each: -weights[each])
    answers = dict[str, Rule]()
    for number in near:
        if weights[number] >= _FITS * best:
            answers.setdefault(rules[number].game, rules[number])
    return list(answers.values()), [rules[number] for number in near if rules[number] not in answers.values()]


def _weigh_rules(words: Iterable[str], among: tuple[str, ...], code: str) -> tuple[int, dict[int, float]]:
    """How many words of a question are unknown in a language, and the weight of each rule that has some of them.

    A rule weighs more, the more of the words it and its title have.
    """
    index, stems = _build_index(among, code), set(_read_language(code).find_stems(words))
    matches = defaultdict[int, dict[str, float]](dict)
    for stem in stems:
        for term, likeness in _find_terms(stem, index.weights).items():
            for number, weight in index.weights[term].items():
                matches[number][stem] = max(matches[number].get(stem, 0.0), likeness * weight)
    weights = {
        number: sum(found.values())
        * sqrt(len(found) / len(stems))
        * (1 + len(stems & index.titles[number]) / len(stems | index.titles[number]) / 2)
        for number, found in matches.items()
    }
    if stems or len(among) == 1:
        best = max(weights.values(), default=1.0)
        weights |= {number: 2 * best for number, asked in index.first_games.items() if stems <= asked}
    return len(stems - index.weights.keys()), weights


class _Index(NamedTuple):
    weights: Mapping[str, Mapping[int, float]]  # of each stem in each rule, by its number
    titles: Sequence[Set[str]]
    first_games: Mapping[int, Set[str]]  # the words of those who ask for a first game


@cache
def _build_index(among: tuple[str, ...], code: str) -> _Index:
    """Weigh the stems of all rules in a language, as BM25 does."""
    rules, find_stems = [rule for game in among for rule in rulebook(game)], _read_language(code).find_stems
    counts = defaultdict[str, defaultdict[int, float]](lambda: defaultdict(float))
    parts = [{part: find_stems(terms) for part, terms in list_terms(rule, code).items()} for rule in rules]
    for number, stems in enumerate(parts):
        for part, stem in ((part, stem) for part, each in stems.items() for stem in each):
            counts[stem][number] += PARTS[part]
    rarity = {stem: log(1 + (len(rules) - len(found) + 0.5) / (len(found) + 0.5)) for stem, found in counts.items()}
    weights = {
        stem: {number: rarity[stem] * count / (count + _SATURATION) for number, count in found.items()}
        for stem, found in counts.items()
    }
    titles = [set(stems.get("title", ())) for stems in parts]
    first_games = {number: set(parts[number]["words"]) for number, rule in enumerate(rules) if rule.name == FIRST}
    return _Index(weights, titles, first_games)


def _find_terms(stem: str, known: Collection[str]) -> dict[str, float]:
    """The known stems that a stem may mean, each with its weight: 0 to 1."""
    from difflib import get_close_matches

    if stem in known:
        return {stem: 1.0}
    long_terms = [term for term in known if min(len(stem), len(term)) >= _LEAST_WITHIN]
    terms = {term: _WITHIN for term in long_terms if stem in term or term in stem}
    return terms | dict.fromkeys(get_close_matches(stem, known, 1, _ALIKE), _SLIP)
