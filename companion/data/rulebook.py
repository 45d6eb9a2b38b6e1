"""The rules of the games in our own words, and a search through them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from math import log
from typing import Any

from companion.data.catalogue import LANGUAGES
from companion.data.files import read_toml
from companion.data.vocabulary import Word, normalize_words, read_words, suggest_words
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
    words: Word  # more words that people search for
    rulings: tuple[str, ...]  # names of the rulings that belong to it
    see: tuple[str, ...]  # names of related rules


@cache
def rulebook(game: str) -> tuple[Rule, ...]:
    """The rules of a game, in their order."""
    folder = assets() / "games" / game
    files = {code: folder / f"rules.{code}.toml" for code in LANGUAGES}
    words = {code: read_words(file) if file.exists() else {} for code, file in files.items()}

    def word(name: str, part: str) -> Word:
        key = f"{name}.{part}"
        english = words[ENGLISH.code][key]
        return Word("", tuple((code, each.get(key, english)) for code, each in words.items()))

    def rule(row: Mapping[str, Any]) -> Rule:
        name: str = row["name"]
        chapter = word("chapter", row["chapter"])
        title, text, source, does = (word(name, part) for part in ("title", "text", "source", "does"))
        example = word(name, "example") if f"{name}.example" in words[ENGLISH.code] else None
        searched = Word("", tuple((code, each.get(f"{name}.words", "")) for code, each in words.items()))
        rulings, see = (tuple(row.get(part, ())) for part in ("rulings", "see"))
        return Rule(game, name, chapter, title, text, source, does, example, searched, rulings, see)

    return tuple(map(rule, read_toml(folder / "rules.toml")["rule"]))


def read_rulings(game: str) -> Mapping[str, Any]:
    """What the booklet of a game leaves open, by name: the question, its answers by value, and the source."""
    return read_toml(assets() / "games" / game / "rulings.toml")


PARTS = {"title": 8.0, "words": 4.0, "text": 2.0, "source": 0.5, "example": 1.0, "does": 0.5}
"""The parts of a rule, each with the weight of its words in a search."""

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
    words = normalize_words(text)
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
    places = defaultdict[str, dict[int, float]](dict)
    for number, rule in enumerate(rules):
        for part, weight in PARTS.items():
            for terms in _list_terms(getattr(rule, part)):
                share = weight / (len(terms) ** 0.25 if part == "title" else 1.0)
                for term in terms:
                    places[term][number] = max(places[term].get(number, 0.0), share)
    return _Index(rules, places, [_list_terms(rule.title) for rule in rules])


def _list_terms(word: Word | None) -> list[set[str]]:
    """The different words of a part of a rule, in each language."""
    return [set(normalize_words(str(text))) for _, text in word.fields if text] if word else []
