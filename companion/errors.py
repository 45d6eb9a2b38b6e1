"""All errors, as one tree of classes; each is one sentence that a player can act on.

``Refused`` is raised, with the reason, for whatever the rules or the table do not allow now; the service turns it into
a refused ``Answer``, so no interface handles it again. The command line then exits with code 1; for any other error,
all of which a person can fix, it exits with 2.
"""

import errno
import os
from typing import NamedTuple

from companion.sentences import ENGLISH, Language, Sentence, join_with_commas, say


class Place(NamedTuple):
    """A place in a person's input: a file, a row and a column, as far as they are known."""

    file: str | None = None
    row: int | None = None  # from 1, as an editor counts
    column: str | int | Sentence | None = None  # the name of a column, or its number from 1

    @property
    def words(self) -> Sentence | None:
        """The place, such as ``cards.csv, row 3, column r1c1``; ``None`` when nothing is known."""
        parts: list[Sentence | str] = [] if self.file is None else [self.file]
        if self.row is not None:
            parts.append(say("row {row}", row=self.row))
        if self.column is not None:
            parts.append(say("column {column}", column=self.column))
        return join_with_commas(parts) if parts else None


class CompanionError(Exception):
    """An error that a person can fix, described in one sentence.

    ``remedy`` names what to do about it, such as ``restore``: a command on the command line, a button on
    a page. It is empty if the sentence says all.
    """

    def __init__(self, message: str | Sentence, /, *, remedy: str = "", **fields: object) -> None:
        self.sentence = message if isinstance(message, Sentence) else say(message, **fields)
        self.remedy = remedy
        super().__init__(self.sentence)

    @property
    def message(self) -> Sentence:
        """The sentence, after its place in the input if there is one."""
        return self.sentence

    def said(self, language: Language = ENGLISH) -> str:
        """Give the whole message as text in a language."""
        return self.message.translate(language)

    def __str__(self) -> str:
        return self.said()


class Refused(CompanionError):
    """The rules or the table do not allow it now; nothing has changed."""


class InputError(CompanionError):
    """Input cannot be read; the sentence has file, row, column and value, and what was expected instead."""

    def __init__(
        self, message: str | Sentence, /, *, place: Place | None = None, remedy: str = "", **fields: object
    ) -> None:
        super().__init__(message, remedy=remedy, **fields)
        self.place = place or Place()

    @property
    def message(self) -> Sentence:
        """The place, then the sentence."""
        place = self.place.words
        return self.sentence if place is None else say("{place}: {sentence}", place=place, sentence=self.sentence)


class DeckError(InputError):
    """A deck has a fault: a missing card, a wrong total, an unknown face."""


class PaperError(CompanionError):
    """Something does not fit: a card its paper, a text its box, a bleed its gutter."""


class OutputError(CompanionError):
    """A file could not be written; an older one is unchanged, and no half-written file is left."""


class StoreLost(OutputError):
    """The file of open tables was replaced or deleted; nothing more is written to the one opened."""


class TableError(CompanionError):
    """A table's log cannot be used: damaged, written by a newer version, or not there."""


class NoTables(TableError):
    """No table has been created yet, of one game or of any, and no backup has one."""


class BusyError(TableError):
    """Another program kept writing to the tables for longer than the waiting time."""


def describe_system_error(error: BaseException) -> Sentence:
    """The system's reason, by its number if it has one: in English, so that the catalogues have the usual ones."""
    number = getattr(error, "errno", None) or 0
    return say(os.strerror(number) if number in errno.errorcode else getattr(error, "strerror", None) or str(error))
