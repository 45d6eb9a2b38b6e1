"""The words of each rule, ready to be searched: kept beside the rules, with a hash of what they come from.

``make commands`` makes them; where rules were written since, they are made anew at the first question.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache

from companion.data.files import read_json
from companion.data.rulebook.rules import rule_words, rulebook
from companion.data.vocabulary import folded
from companion.errors import InputError
from companion.paths import assets

KEPT = "rules.index.json"  # among the game's assets
PARTS = {"title": 8.0, "words": 4.0, "text": 2.0, "source": 0.5, "example": 1.0, "does": 0.5}
"""The parts of a rule, and how much a word in each tells of what the rule is about."""
RuleIndex = dict[str, list[str]]  # the words of a rule by its parts, a text for each language


@cache
def rule_index(game: str) -> list[RuleIndex]:
    """The words of all rules of a game, in their order."""
    with suppress(InputError, LookupError, TypeError, ValueError):  # it is lost, or was written into
        kept = read_json(assets() / "games" / game / KEPT)
        rules: list[RuleIndex] = kept["rules"]
        if kept["hash"] == _hash(game, rules):
            return rules
    return made(game)


def made(game: str) -> list[RuleIndex]:
    """The same, from the rules as they are."""
    said = rule_words(game).values()

    def texts(name: str) -> list[str]:
        return [" ".join(sorted(set(split(words[name])))) for words in said if name in words]

    return [{part: texts(f"{rule.name}.{part}") for part in PARTS} for rule in rulebook(game)]


def told(game: str) -> str:
    """The text of the file: one line a rule."""
    rules = made(game)
    return f'{{"hash": "{_hash(game, rules)}", "rules": [\n{_lines(rules)}\n]}}\n'


def split(text: str) -> Iterator[str]:
    """The words of a text, in small letters and without accents."""
    return (folded(each) for each in re.findall(r"\w+", text))


def _lines(rules: list[RuleIndex]) -> str:
    return ",\n".join(json.dumps(rule, ensure_ascii=False) for rule in rules)


def _hash(game: str, rules: list[RuleIndex]) -> str:
    """A hash of the rules as they are written, in every language, and of these words of theirs."""
    files = sorted((assets() / "games" / game).glob("rules*.toml"))
    written = b"".join(file.read_bytes() for file in files) + _lines(rules).encode()
    return hashlib.sha256(written).hexdigest()[:16]
