"""Rules found by ordinary words of any language at once: *égalité* finds what *tie* finds.

Slips are met with the nearest word, and a word within another (*Turm* in *Würfelturm*) counts.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from math import log

from companion.data.rulebook.rules import Rule, rule_words, rulebook
from companion.data.vocabulary import folded, guesses

_WEIGHTS = {"title": 8.0, "words": 4.0, "text": 2.0, "source": 0.5, "example": 1.0, "does": 0.5}
"""The parts of a rule, and how much a word in each tells of what the rule is about."""

_WHOLE, _FORM, _WITHIN, _SLIP = 1.0, 0.9, 0.5, 0.4
"""What a typed word is worth that is one of the rule's, another form of one, within one, or like one."""

_LEAST_WITHIN, _LEAST_SLIP = 3, 4  # letters of a word that is sought within others, or taken for a slip
_ENDING = 2  # letters by which forms of a word differ at most
_NEAR = 0.4  # of the best one's worth, from which another rule is found as well
_COMMON = 0.25  # of all rules: a word in more of them finds none by itself


def found(typed: str, among: Iterable[str]) -> list[Rule]:
    """The rules of some games that typed words are about, the best first."""
    index = _index(tuple(among))
    worth = defaultdict[int, float](float)
    sought = [each for each in _split(typed) if not index.common(each)] or list(_split(typed))
    for each in sought:
        best = defaultdict[int, float](float)
        for term, share in index.near(each):
            for number, weight in index.places[term].items():
                best[number] = max(best[number], share * weight * index.rare(term))
        for number, weight in best.items():
            worth[number] += weight
    terms = set(_split(typed))
    for number in worth:  # the part of all words of a question and of a title that both have
        worth[number] *= 1 + max(len(terms & title) / len(terms | title) for title in index.titles[number])
    ranked = sorted(worth, key=lambda number: (-worth[number], number))
    return [index.rules[number] for number in ranked if worth[number] >= _NEAR * worth[ranked[0]]]


@dataclass(frozen=True, slots=True)
class _Index:
    """All words of all rules in all languages, with what each weighs in which rule."""

    rules: Sequence[Rule]
    places: Mapping[str, Mapping[int, float]]
    titles: Sequence[Sequence[Set[str]]]  # the words of each rule's title, in each language

    def rare(self, term: str) -> float:
        """The worth of a word by how few rules have it."""
        return log(1 + len(self.rules) / len(self.places[term]))

    def common(self, typed: str) -> bool:
        """True for words like *the* and *who*, which tell nothing."""
        return len(self.places.get(typed, ())) > _COMMON * len(self.rules)

    def near(self, typed: str) -> Iterator[tuple[str, float]]:
        """The words that a typed one is, stands in, or is a slip of, and how sure that is."""
        if typed in self.places:
            yield typed, _WHOLE
        least = _FORM if typed in self.places else _WITHIN  # a word that is one is not sought within others
        close = {
            term: like for term in self.places if term != typed and (like := _likeness(typed, term)) >= least
        }
        if typed not in self.places and len(typed) >= _LEAST_SLIP and not close:
            close = dict.fromkeys(guesses(typed, self.places), _SLIP)
        yield from close.items()


def _likeness(typed: str, term: str) -> float:
    """What a word is worth that is another form of one, *ties* of *tie*, or stands in one."""
    short, long = sorted((typed, term), key=len)
    if len(short) < _LEAST_WITHIN:
        return 0.0
    if long.startswith(short) and len(long) - len(short) <= _ENDING:
        return _FORM
    return _WITHIN if typed in term else 0.0


@cache
def _index(among: tuple[str, ...]) -> _Index:
    rules = [rule for game in among for rule in rulebook(game)]
    places = defaultdict[str, dict[int, float]](dict)
    for game in among:
        first = next(number for number, rule in enumerate(rules) if rule.game == game)
        numbers = {rule.name: first + at for at, rule in enumerate(rulebook(game))}
        for texts in rule_words(game).values():
            for key, text in texts.items():
                name, _, part = key.rpartition(".")
                if name == "chapter":
                    continue
                terms = set(_split(text))
                weight = _WEIGHTS[part] / (len(terms) ** 0.25 if part == "title" else 1.0)
                for term in terms:
                    here = places[term]
                    here[numbers[name]] = max(here.get(numbers[name], 0.0), weight)
    titles = [[set(_split(str(title))) for _, title in rule.title.fields] for rule in rules]
    return _Index(rules, places, titles)


def _split(text: str) -> Iterator[str]:
    """The words of a text, in small letters and without accents."""
    return (folded(each) for each in re.findall(r"\w+", text))
