"""The words of each rule, ready to be searched: kept beside the rules, with a hash of what they come from.

``make commands`` makes them; where rules were written since, they are made anew at the first question.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache

from companion.data.files import read_text
from companion.data.rulebook.rules import rule_words, rulebook
from companion.data.vocabulary import folded
from companion.errors import InputError
from companion.paths import assets

KEPT = "rules.index.jsonl"  # among the game's assets
PARTS = {"title": 8.0, "words": 4.0, "text": 2.0, "source": 0.5, "example": 1.0, "does": 0.5}
"""The parts of a rule, and how much a word in each tells of what the rule is about."""
RuleIndex = dict[str, list[str]]  # the words of a rule by its parts, a text for each language


@cache
def rule_index(game: str) -> list[RuleIndex]:
    """The words of all rules of a game, in their order."""
    with suppress(InputError, ValueError):  # it is lost or empty
        head, *lines = read_text(assets() / "games" / game / KEPT).splitlines()
        if head == _hash(game, lines):
            return [json.loads(line) for line in lines]
    return made(game)


def made(game: str) -> list[RuleIndex]:
    """The same, from the rules as they are."""
    said = rule_words(game).values()

    def texts(name: str) -> list[str]:
        return [" ".join(sorted(set(split(words[name])))) for words in said if name in words]

    return [{part: texts(f"{rule.name}.{part}") for part in PARTS} for rule in rulebook(game)]


def told(game: str) -> str:
    """The text of the file: its hash, then a line a rule."""
    lines = [json.dumps(rule, ensure_ascii=False) for rule in made(game)]
    return "\n".join((_hash(game, lines), *lines, ""))


def split(text: str) -> Iterator[str]:
    """The words of a text, in small letters and without accents."""
    return (folded(each) for each in re.findall(r"\w+", text))


def _hash(game: str, lines: list[str]) -> str:
    """A hash of the rules as they are written, in every language, and of these lines of theirs."""
    files = sorted((assets() / "games" / game).glob("rules*.toml"))
    written = b"".join(file.read_bytes() for file in files)
    return hashlib.sha256(written + "\n".join(lines).encode()).hexdigest()[:16]
