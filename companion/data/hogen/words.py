"""A line of a log, word by word, each with the column an editor shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.errors import InputError, Place

__all__ = ["LogLine", "Word", "lines_of"]


@dataclass(frozen=True, slots=True)
class Word:
    """A word between blanks.

    Attributes:
        text: The word.
        column: Where it starts, from 1.
    """

    text: str
    column: int


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line that says something; comments and empty lines are none.

    Attributes:
        words: At least one.
        place: File and row.
    """

    words: tuple[Word, ...]
    place: Place

    @property
    def keyword(self) -> str:
        """The first word, in small letters."""
        return self.words[0].text.lower()

    def at(self, word: int) -> Place:
        """Where a word stands: file, row, column."""
        return Place(self.place.file, self.place.row, self.words[word].column)

    def expect(self, count: int, example: str) -> None:
        """Refuse a line that has not exactly so many words after the first.

        Raises:
            InputError: With an example of the line.
        """
        if len(self.words) != count + 1:
            raise self._unlike(example)

    def expect_at_least(self, count: int, example: str) -> None:
        """Refuse a line that has fewer words after the first.

        Raises:
            InputError: With an example of the line.
        """
        if len(self.words) < count + 1:
            raise self._unlike(example)

    def expect_word(self, at: int, *words: str) -> None:
        """Refuse a line whose word at a place is none of those.

        Raises:
            InputError: With the words expected.
        """
        if self.words[at].text.lower() not in words:
            raise InputError(
                "'{value}' stands where {words} was expected.",
                place=self.at(at),
                value=self.words[at].text,
                words=" / ".join(words),
            )

    def _unlike(self, example: str) -> InputError:
        return InputError(
            "'{value}' is not like '{example}'.",
            place=self.place,
            value=" ".join(word.text for word in self.words),
            example=example,
        )


def lines_of(text: str, file: str) -> Iterator[LogLine]:
    """The lines of a text that say something, with their rows."""
    for row, raw in enumerate(text.split("\n"), start=1):
        words = tuple(
            Word(found.group(), found.start() + 1) for found in re.finditer(r"\S+", raw.split("#", 1)[0])
        )
        if words:
            yield LogLine(words, Place(file, row))
