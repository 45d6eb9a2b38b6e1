"""Rulings are named data: where booklets are silent or disagree, a choice with a default and a source.

A game lists its rulings once, in ``rulings.toml``; rules read the choices, every face offers them, the
documentation prints the list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.data.rulebook import open_questions
from companion.errors import InputError
from companion.sentences import Sentence, listed, say


@dataclass(frozen=True, slots=True)
class Ruling:
    """One question the booklets leave open, and its possible answers."""

    name: str  # as files and programs write it, such as ``lake-card``
    question: Sentence
    options: tuple[tuple[str, Sentence], ...]  # the possible values, the default first, each with its meaning
    source: Sentence

    @property
    def default(self) -> str:
        """The value that holds when the table has not chosen."""
        return self.options[0][0]

    @property
    def values(self) -> tuple[str, ...]:
        """All possible values, the default first."""
        return tuple(value for value, _ in self.options)


def rulings_of(game: str) -> tuple[Ruling, ...]:
    """Every ruling of a game, in its order."""

    def ruling(name: str, row: Mapping[str, Any]) -> Ruling:
        options = tuple((value, say(meaning)) for value, meaning in row["options"].items())
        return Ruling(name, say(row["question"]), options, say(row["source"]))

    return tuple(ruling(name, row) for name, row in open_questions(game).items())


def answered(known: tuple[Ruling, ...], name: str, value: str) -> Sentence:
    """A question with its answer, in one line."""
    ruling = next(each for each in known if each.name == name)
    return say("{question} – {answer}", question=ruling.question, answer=dict(ruling.options)[value])


class Rulings(Mapping[str, str]):
    """The answers a table plays by: every ruling of a game has exactly one value.

    Two sets are equal when all their values are; a set can be a key.
    """

    __slots__ = ("_chosen", "known")

    def __init__(self, known: tuple[Ruling, ...], chosen: Mapping[str, str] | None = None) -> None:
        self.known = known
        self._chosen = {ruling.name: ruling.default for ruling in known}
        for name, value in (chosen or {}).items():
            ruling = next((ruling for ruling in known if ruling.name == name), None)
            if ruling is None:
                raise InputError(
                    "'{name}' is not a ruling; the rulings are {names}.",
                    name=name,
                    names=listed(ruling.name for ruling in known),
                )
            if value not in ruling.values:
                raise InputError(
                    "The ruling {name} cannot be '{value}'; it is one of {values}.",
                    name=name,
                    value=value,
                    values=listed(ruling.values),
                )
            self._chosen[name] = value

    def __getitem__(self, name: str) -> str:
        return self._chosen[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._chosen)

    def __len__(self) -> int:
        return len(self._chosen)

    def __hash__(self) -> int:
        return hash(tuple(self._chosen.items()))

    def changed(self, name: str, value: str) -> Rulings:
        """The same set with one ruling answered otherwise."""
        return Rulings(self.known, {**self._chosen, name: value})

    def alternatives(self) -> Iterator[tuple[Ruling, str]]:
        """Every single other choice: each ruling with each of its values that is not chosen now."""
        for ruling in self.known:
            for value in ruling.values:
                if value != self[ruling.name]:
                    yield ruling, value
