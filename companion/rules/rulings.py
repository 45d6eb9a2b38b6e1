"""Rulings: where booklets are silent or disagree, a named choice with a default and a source.

A game lists its rulings once, in ``rulings.toml``. The rules read the choices; pages and commands offer
them; the documentation prints the list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.data.rulebook import read_rulings
from companion.errors import InputError
from companion.sentences import Sentence, join_with_commas, say


@dataclass(frozen=True, slots=True)
class Ruling:
    """One question the booklets leave open, and its possible answers."""

    name: str  # as files and programs write it, such as ``lake-card``
    question: Sentence
    options: tuple[tuple[str, Sentence], ...]  # the possible values, the default first, each with its meaning
    source: Sentence

    @property
    def default(self) -> str:
        """The value used unless the table chooses another."""
        return self.options[0][0]

    @property
    def values(self) -> tuple[str, ...]:
        """All possible values, the default first."""
        return tuple(value for value, _ in self.options)


@cache
def load_rulings(game: str) -> tuple[Ruling, ...]:
    """All rulings of a game, in the order of its file."""

    def build_ruling(name: str, row: Mapping[str, Any]) -> Ruling:
        options = tuple((value, say(meaning)) for value, meaning in row["options"].items())
        return Ruling(name, say(row["question"]), options, say(row["source"]))

    return tuple(build_ruling(name, row) for name, row in read_rulings(game).items())


def describe_ruling(definitions: tuple[Ruling, ...], name: str, value: str) -> Sentence:
    """A ruling's question and the meaning of its chosen value, in one line."""
    ruling = next(each for each in definitions if each.name == name)
    return say("{question} – {answer}", question=ruling.question, answer=dict(ruling.options)[value])


class Rulings(Mapping[str, str]):
    """The answers a table plays by: every ruling of a game has exactly one value.

    Two sets are equal when all their values are; a set can be a key.
    """

    __slots__ = ("_options", "definitions")

    def __init__(self, definitions: tuple[Ruling, ...], options: Mapping[str, str] | None = None) -> None:
        self.definitions = definitions
        self._options = {ruling.name: ruling.default for ruling in definitions}
        for name, value in (options or {}).items():
            ruling = next((ruling for ruling in definitions if ruling.name == name), None)
            if ruling is None:
                names = join_with_commas(ruling.name for ruling in definitions)
                raise InputError("'{name}' is not a ruling; the rulings are {names}.", name=name, names=names)
            if value not in ruling.values:
                raise InputError(
                    "The ruling {name} cannot be '{value}'; it is one of {values}.",
                    name=name,
                    value=value,
                    values=join_with_commas(ruling.values),
                )
            self._options[name] = value

    def __getitem__(self, name: str) -> str:
        return self._options[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._options)

    def __len__(self) -> int:
        return len(self._options)

    def __hash__(self) -> int:
        return hash(tuple(self._options.items()))

    def with_ruling(self, name: str, value: str) -> Rulings:
        """A copy with one ruling set to another value."""
        return Rulings(self.definitions, {**self._options, name: value})

    def list_alternatives(self) -> Iterator[tuple[Ruling, str]]:
        """Every single change: each ruling with each value that is not chosen now."""
        for ruling in self.definitions:
            for value in ruling.values:
                if value != self[ruling.name]:
                    yield ruling, value
