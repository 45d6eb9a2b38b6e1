"""The rules of the games in our words, and what they leave open, from files of each game."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.data.catalogue import LANGUAGES
from companion.data.files import read_toml
from companion.data.vocabulary import Word, load_words
from companion.paths import assets
from companion.sentences import ENGLISH


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a game."""

    game: str
    name: str
    chapter: Word
    title: Word
    text: Word
    source: Word  # where the booklets say it
    does: Word  # what Companion does about it
    example: Word | None
    rulings: tuple[str, ...]  # those that hang on it, by their names
    see: tuple[str, ...]  # the rules near it, by their names


@cache
def rulebook(game: str) -> tuple[Rule, ...]:
    """The rules of a game, in their order."""
    words, listed = rule_words(game), read_toml(assets() / "games" / game / "rules.toml")["rule"]

    def word(name: str, part: str) -> Word:
        key = f"{name}.{part}"
        english = words[ENGLISH.code][key]
        return Word("", tuple((code, words.get(code, {}).get(key, english)) for code in LANGUAGES))

    def rule(row: Mapping[str, Any]) -> Rule:
        name: str = row["name"]
        return Rule(
            game=game,
            name=name,
            chapter=word("chapter", row["chapter"]),
            title=word(name, "title"),
            text=word(name, "text"),
            source=word(name, "source"),
            does=word(name, "does"),
            example=word(name, "example") if f"{name}.example" in words[ENGLISH.code] else None,
            rulings=tuple(row.get("rulings", ())),
            see=tuple(row.get("see", ())),
        )

    return tuple(map(rule, listed))


def open_questions(game: str) -> Mapping[str, Any]:
    """What the booklet of a game leaves open, by name: the question, its answers by value, and the source."""
    return read_toml(assets() / "games" / game / "rulings.toml")


def rule_words(game: str) -> dict[str, dict[str, str]]:
    """The words of a game's rules, by language."""
    files = {code: assets() / "games" / game / f"rules.{code}.toml" for code in LANGUAGES}
    return {code: load_words(file) for code, file in files.items() if file.exists()}
