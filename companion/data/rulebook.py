"""The rules of the games in our own words, and a search through them."""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import chain, pairwise
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
    questions: Word | None  # that it answers, one a line, never shown
    source: Word  # where it is in the booklets
    does: Word | None  # what Companion does about it
    command: Word | None  # the commands that do it
    example: Word | None
    rulings: tuple[str, ...]  # names of the rulings that belong to it
    see: tuple[str, ...]  # names of related rules
    picture: tuple[tuple[str, str], ...]  # the face printed beside it, and the fields of that face; empty if none


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
        title, text, source = (word(name, part) for part in ("title", "text", "source"))
        other, questions, does, command, example = (
            word(name, part) if f"{name}.{part}" in words[ENGLISH.code] else None
            for part in ("words", "questions", "does", "command", "example")
        )
        rulings, see = (tuple(row.get(part, ())) for part in ("rulings", "see"))
        parts = word("chapter", row["chapter"]), title, text, other, questions, source, does, command, example
        return Rule(game, name, row["chapter"], *parts, rulings, see, tuple(row.get("picture", {}).items()))

    return tuple(map(rule, read_toml(folder / "rules.toml")["rule"]))


def read_rulings(game: str) -> Mapping[str, Any]:
    """What the booklet of a game leaves open, by name: the question, its answers by value, and the source."""
    return read_toml(assets() / "games" / game / "rulings.toml")


FIRST = "first-game"  # answers who asks only how to play, set up or teach a game; only its `words` are searched
PARTS = {"title": 3.0, "words": 2.0, "text": 1.0, "questions": 1.0}
"""The parts of a rule that are searched, each with the weight of its words."""


def list_terms(rule: Rule, code: str) -> Iterator[tuple[str, list[str]]]:
    """The words of a rule in a language, line by line, each line with the part that is searched."""
    for part in ("words",) if rule.name == FIRST else PARTS:
        if (word := getattr(rule, part)) is not None:
            yield from ((part, normalize_words(line)) for line in dict(word.fields)[code].splitlines())


def format_stems(games: Iterable[str], code: str) -> str:
    """The file of stems that are kept, for the stemmer is slow: a word of rules a line."""
    rules = [rule for game in games for rule in rulebook(game)]
    words = {word for rule in rules for _, terms in list_terms(rule, code) for word in terms}
    return json.dumps({word: _read_language(code).stem(word) for word in sorted(words)}, indent=0) + "\n"


class _Language(NamedTuple):
    stem: Callable[[str], str]
    term: Callable[[str], str]  # the stem that stands for a word; a common word has a space behind it

    def find_terms(self, words: Iterable[str]) -> tuple[list[str], set[str]]:
        """The stems of words, and what tells less of what is asked: common words, and each word with the one before."""
        terms = [*map(self.term, words)]
        common = {term for term in terms if term.endswith(" ")}
        return [term for term in terms if term not in common], common | {*map(" ".join, pairwise(["", *terms]))}


@cache
def _read_language(code: str) -> _Language:
    """How questions in a language are read; without a file for it, whole words are searched."""
    file = assets() / "questions" / f"{code}.toml"
    if not file.exists():
        return _Language(str, str)
    settings, kept = read_toml(file), file.with_suffix(".json")
    stems: dict[str, str] = json.loads(read_text(kept)) if kept.exists() else {}
    name = settings["stemmer"]
    stemmer = getattr(import_module(f"snowballstemmer.{name}_stemmer"), f"{name.capitalize()}Stemmer")()

    def stem(word: str) -> str:
        return stems.get(word) or str(stemmer.stemWord(word))

    same = {stem(word): stem(words[0]) for words in map(normalize_words, settings["same"]) for word in words}
    common = frozenset(normalize_words(settings["common"]))  # words that do not tell what is asked
    return _Language(stem, cache(lambda word: f"{word} " if word in common else same.get(stem(word), stem(word))))


_SATURATION = 6.0  # k1 of BM25; its b is 0, for a rule is no worse for having more words
_HINT = 0.25  # the weight of what tells less: common words, and pairs of words
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
    """How many words of a question are unknown in a language, and each rule's weight: more, the more of them it has."""
    index = _build_index(among, code)
    found, hints = _read_language(code).find_terms(words)
    stems, matches = set(found), defaultdict[int, dict[str, float]](dict)
    for stem in stems:
        for term, likeness in _find_terms(stem, index.counts).items():
            for number, weight in index.weigh(term).items():
                matches[number][stem] = matches[number].get(stem, 0.0) + likeness * weight
    weights = {number: sum(each.values()) * sqrt(len(each) / len(stems)) for number, each in matches.items()}
    for number, weight in (pair for hint in hints for pair in index.weigh(hint).items()):
        weights[number] = weights.get(number, 0.0) + _HINT * weight
    if stems or len(among) == 1:
        best = max(weights.values(), default=1.0)
        weights |= {number: 2 * best for number, asked in index.first_games.items() if stems <= asked}
    return len(stems - index.counts.keys()), weights


class _Index(NamedTuple):
    size: int
    counts: Mapping[str, Mapping[int, float]]  # of each term in each rule, by its number
    first_games: Mapping[int, Set[str]]  # the words of those who ask for a first game

    def weigh(self, term: str) -> dict[int, float]:
        """The weight of a term in each rule, as BM25 has it."""
        counts = self.counts.get(term, {})
        rarity = log(1 + (self.size - len(counts) + 0.5) / (len(counts) + 0.5))
        return {number: rarity * count / (count + _SATURATION) for number, count in counts.items()}


@cache
def _build_index(among: tuple[str, ...], code: str) -> _Index:
    """Count the terms of all rules in a language."""
    rules, find_terms = [rule for game in among for rule in rulebook(game)], _read_language(code).find_terms
    counts = defaultdict[str, defaultdict[int, float]](lambda: defaultdict(float))
    for number, rule in enumerate(rules):
        for part, line in list_terms(rule, code):
            for term in chain(*find_terms(line)):
                counts[term][number] += PARTS[part]
    asked = {number: list_terms(rule, code) for number, rule in enumerate(rules) if rule.name == FIRST}
    first_games = {number: {*find_terms(words)[0]} for number, ((_, words),) in asked.items()}
    return _Index(len(rules), counts, first_games)


def _find_terms(stem: str, known: Collection[str]) -> dict[str, float]:
    """The known stems that a stem may mean, each with its weight: 0 to 1."""
    from difflib import get_close_matches

    if stem in known:
        return {stem: 1.0}
    stems = [term for term in known if " " not in term]
    long_terms = [term for term in stems if min(len(stem), len(term)) >= _LEAST_WITHIN]
    terms = {term: _WITHIN for term in long_terms if stem in term or term in stem}
    return terms | dict.fromkeys(get_close_matches(stem, stems, 1, _ALIKE), _SLIP)
