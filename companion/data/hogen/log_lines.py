"""A line of a log, word by word, each with the column an editor shows."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.data.hogen.cards import CLANS, joined_names
from companion.errors import InputError, Place

_WORD = re.compile(rf"\S*(?:{'|'.join(CLANS)})[ \t]+[1-4](?!\S)|\S+", re.IGNORECASE)
"""A word, between blanks; the blank of ``Taira 2`` parts nothing."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line that says something; comments and empty lines are none."""

    words: tuple[str, ...]
    columns: tuple[int, ...]  # the column in which each word starts, from 1
    place: Place

    @property
    def keyword(self) -> str:
        """The first word, in small letters."""
        return self.words[0].lower()

    def at(self, word: int) -> Place:
        """The place of a word: file, row, column."""
        return Place(self.place.file, self.place.row, self.columns[word])

    def wrong(self, template: str, at: int | None = None, **fields: object) -> InputError:
        """The error of the line as a whole, or of one of its words; the word is the ``{value}``."""
        place, value = self.place if at is None else self.at(at), self.words[at or 0]
        return InputError(template, place=place, remedy="", **{"value": value, **fields})

    def expect(self, example: str, least: int | None = None) -> None:
        """Refuse a line that has not as many words as an example, or fewer than so many."""
        count = len(example.split())
        if len(self.words) != count if least is None else len(self.words) < least:
            raise self.wrong(
                "'{value}' is not like '{example}'.", value=" ".join(self.words), example=example
            )

    def expect_word(self, at: int, *words: str) -> None:
        """Refuse a line whose word at a place is not one of those."""
        if self.words[at].lower() not in words:
            raise self.wrong("'{value}' stands where {words} was expected.", at, words=" / ".join(words))


def lines_of(text: str, file: str) -> Iterator[LogLine]:
    """The lines of a text that say something, with their rows."""
    for row, raw in enumerate(text.split("\n"), start=1):
        found = list(_WORD.finditer(raw.split("#", 1)[0]))
        if found:
            words = tuple(joined_names(word.group()) for word in found)
            yield LogLine(words, tuple(word.start() + 1 for word in found), Place(file, row))
