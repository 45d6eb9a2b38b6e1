"""The rules of the games in our own words, and a search through them."""

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from math import log
from typing import Any

from companion.data.catalogue import LANGUAGES
from companion.data.files import read_text, read_toml
from companion.data.vocabulary import Word, fold_word, read_words, suggest_words
from companion.errors import InputError
from companion.paths import assets
from companion.sentences import ENGLISH


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a game, with its words in every language."""

    game: str
    name: str
    chapter: Word
    title: Word
    text: Word
    source: Word  # where it is in the booklets
    does: Word  # what Companion does about it
    example: Word | None
    rulings: tuple[str, ...]  # names of the rulings that belong to it
    see: tuple[str, ...]  # names of related rules


@cache
def rulebook(game: str) -> tuple[Rule, ...]:
    """The rules of a game, in their order."""
    words, listed = read_rule_words(game), read_toml(assets() / "games" / game / "rules.toml")["rule"]

    def word(name: str, part: str) -> Word:
        key = f"{name}.{part}"
        english = words[ENGLISH.code][key]
        return Word("", tuple((code, words.get(code, {}).get(key, english)) for code in LANGUAGES))

    def rule(row: Mapping[str, Any]) -> Rule:
        name: str = row["name"]
        chapter = word("chapter", row["chapter"])
        title, text, source, does = (word(name, part) for part in ("title", "text", "source", "does"))
        example = word(name, "example") if f"{name}.example" in words[ENGLISH.code] else None
        rulings, see = (tuple(row.get(part, ())) for part in ("rulings", "see"))
        return Rule(game, name, chapter, title, text, source, does, example, rulings, see)

    return tuple(map(rule, listed))


def read_rulings(game: str) -> Mapping[str, Any]:
    """What the booklet of a game leaves open, by name: the question, its answers by value, and the source."""
    return read_toml(assets() / "games" / game / "rulings.toml")


def read_rule_words(game: str) -> dict[str, dict[str, str]]:
    """The words of a game's rules, by language."""
    files = {code: assets() / "games" / game / f"rules.{code}.toml" for code in LANGUAGES}
    return {code: read_words(file) for code, file in files.items() if file.exists()}


INDEX_FILE = "rules.index.jsonl"  # among the game's assets
PARTS = {"title": 8.0, "words": 4.0, "text": 2.0, "source": 0.5, "example": 1.0, "does": 0.5}
"""The parts of a rule, each with the weight of its words in a search."""
RuleIndex = dict[str, list[str]]  # the words of a rule by its parts, a text for each language


@cache
def rule_index(game: str) -> list[RuleIndex]:
    """The words of all rules of a game, in their order; built anew if the index file is stale."""
    with suppress(InputError, ValueError):  # the file is missing or empty
        head, *lines = read_text(assets() / "games" / game / INDEX_FILE).splitlines()
        if head == _compute_hash(game, lines):
            return [json.loads(line) for line in lines]
    return build_rule_index(game)


def build_rule_index(game: str) -> list[RuleIndex]:
    rule_words = read_rule_words(game).values()

    def texts(name: str) -> list[str]:
        return [" ".join(sorted(set(split_terms(words[name])))) for words in rule_words if name in words]

    return [{part: texts(f"{rule.name}.{part}") for part in PARTS} for rule in rulebook(game)]


def format_rule_index(game: str) -> str:
    """The text of the index file: a hash, then one line for each rule."""
    lines = [json.dumps(rule, ensure_ascii=False) for rule in build_rule_index(game)]
    return "\n".join((_compute_hash(game, lines), *lines, ""))


def split_terms(text: str) -> Iterator[str]:
    """The words of a text, in small letters and without accents."""
    return (fold_word(each) for each in re.findall(r"\w+", text))


def _compute_hash(game: str, lines: list[str]) -> str:
    """A hash of a game's rule files in all languages, and of the lines of their index."""
    files = sorted((assets() / "games" / game).glob("rules*.toml"))
    content = b"".join(file.read_bytes() for file in files)
    return hashlib.sha256(content + "\n".join(lines).encode()).hexdigest()[:16]


_WHOLE, _FORM, _WITHIN, _SLIP = 1.0, 0.9, 0.5, 0.4
"""How well a typed word matches a word of a rule: the same, another form, contained in it, similar."""

_LEAST_WITHIN, _LEAST_SLIP = 3, 4  # fewest letters of a word that is searched within others, or taken for a typing slip
_ENDING = 2  # most letters by which two forms of a word differ
_NEAR = 0.4  # share of the best rule's score that another rule needs to be found
_COMMON = 0.25  # share of all rules: words in more of them, like *the* and *who*, do not count beside others


def search_rules(text: str, among: Iterable[str]) -> list[Rule]:
    """The rules of some games that match typed words, best match first."""
    index = _build_index(tuple(among))
    weights = defaultdict[int, float](float)
    words = list(split_terms(text))
    most = _COMMON * len(index.rules)
    for each in [each for each in words if len(index.places.get(each, ())) <= most] or words:
        best = defaultdict[int, float](float)
        for term, share in index.find_terms(each):
            rare = log(1 + len(index.rules) / len(index.places[term]))
            for number, weight in index.places[term].items():
                best[number] = max(best[number], share * weight * rare)
        for number, weight in best.items():
            weights[number] += weight
    terms = set(words)
    for number in weights:  # the share of their words that the question and a title have in common
        weights[number] *= 1 + max(len(terms & title) / len(terms | title) for title in index.titles[number])
    ranked = sorted(weights, key=lambda number: (-weights[number], number))
    return [index.rules[number] for number in ranked if weights[number] >= _NEAR * weights[ranked[0]]]


@dataclass(frozen=True, slots=True)
class _Index:
    """All words of all rules in all languages, and the weight of each word in each rule."""

    rules: Sequence[Rule]
    places: Mapping[str, Mapping[int, float]]
    titles: Sequence[Sequence[Set[str]]]  # the words of each rule's title, in each language

    def find_terms(self, text: str) -> Iterator[tuple[str, float]]:
        """The indexed words that match a typed one wholly, in part or nearly, and how well: 0 to 1."""
        if text in self.places:
            yield text, _WHOLE
        least = _FORM if text in self.places else _WITHIN  # a whole word is not searched within others
        others = (term for term in self.places if term != text)
        close = {term: likeness for term in others if (likeness := _compute_likeness(text, term)) >= least}
        if text not in self.places and len(text) >= _LEAST_SLIP and not close:
            close = dict.fromkeys(suggest_words(text, self.places), _SLIP)
        yield from close.items()


def _compute_likeness(text: str, term: str) -> float:
    """How well a word matches another form of itself (*ties*, *tie*) or a longer word; 0 for no match."""
    shorter, long = sorted((text, term), key=len)
    if len(shorter) < _LEAST_WITHIN:
        return 0.0
    if long.startswith(shorter) and len(long) - len(shorter) <= _ENDING:
        return _FORM
    return _WITHIN if text in term else 0.0


@cache
def _build_index(among: tuple[str, ...]) -> _Index:
    rules = [rule for game in among for rule in rulebook(game)]
    indexes = [index for game in among for index in rule_index(game)]
    places = defaultdict[str, dict[int, float]](dict)
    for number, index in enumerate(indexes):
        for part, texts in index.items():
            for terms in map(str.split, texts):
                weight = PARTS[part] / (len(terms) ** 0.25 if part == "title" else 1.0)
                for term in terms:
                    entries = places[term]
                    entries[number] = max(entries.get(number, 0.0), weight)
    titles = [[set(title.split()) for title in index["title"]] for index in indexes]
    return _Index(rules, places, titles)
