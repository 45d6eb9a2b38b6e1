"""Everything that can go wrong, as one tree; each error is one sentence a player can act on.

::

    CompanionError          anything a person can mend; the command line ends with exit code 2
    ├── Refused             the rules or the table do not allow it now: the answer is no, exit code 1
    ├── InputError          a file or word that was given: says file, row, column, value, expectation
    ├── DeckError           a game's or deck's own files do not hold together
    ├── PaperError          something does not fit the paper, the card or the box
    ├── OutputError         the result could not be written; nothing half-written is left
    │   └── StoreLost       the file of open tables was deleted or replaced under them
    └── TableError          the log of a table is damaged, newer than this program, or not there
        ├── NoTables        no table was begun yet
        └── BusyError       another program is writing to the tables; a moment later it can be done

``Refused`` is the one way to say no. Whatever may not be done now raises it, with the reason; the
service turns it into an ``Answer`` that is refused, so that nobody handles it twice.
"""

from typing import NamedTuple

from companion.sentences import ENGLISH, Language, Sentence, listed, say


class Place(NamedTuple):
    """The place in a person's input where something stands."""

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
        return listed(parts) if parts else None

    def said(self, language: Language = ENGLISH) -> str:
        """The place in a language; empty when nothing is known."""
        return "" if self.words is None else self.words.said(language)


class CompanionError(Exception):
    """Something a person can mend, said in one sentence.

    ``remedy`` names the thing to do about it, such as ``restore``: a command for the command line, a button
    for a page. It is empty where the sentence says all.
    """

    def __init__(self, why: str | Sentence, /, *, remedy: str = "", **fields: object) -> None:
        self.sentence = why if isinstance(why, Sentence) else say(why, **fields)
        self.remedy = remedy
        super().__init__(self.sentence)

    @property
    def whole(self) -> Sentence:
        """The sentence, after the place where it has one."""
        return self.sentence

    def said(self, language: Language = ENGLISH) -> str:
        """The whole message in a language."""
        return self.whole.said(language)

    def __str__(self) -> str:
        return self.said()


class Refused(CompanionError):
    """A no: the rules or the table do not allow it now, and nothing is changed."""


class InputError(CompanionError):
    """Something a person typed, or a file they gave, that cannot be read as meant."""

    def __init__(
        self, why: str | Sentence, /, *, place: Place | None = None, remedy: str = "", **fields: object
    ) -> None:
        super().__init__(why, remedy=remedy, **fields)
        self.place = place or Place()

    @property
    def whole(self) -> Sentence:
        """The place, then the sentence."""
        where = self.place.words
        return (
            self.sentence
            if where is None
            else say("{place}: {sentence}", place=where, sentence=self.sentence)
        )


class DeckError(InputError):
    """A deck does not hold together: a missing card, a wrong total, an unknown face."""


class PaperError(CompanionError):
    """Something does not fit: a card its paper, a text its box, a bleed its gutter."""


class OutputError(CompanionError):
    """A result could not be written; whatever stood there before still does."""


class StoreLost(OutputError):
    """The file of open tables is another one now, or gone; nothing more is written to what was opened."""


class TableError(CompanionError):
    """A table's log cannot be used: damaged, written by a newer version, or not there."""


class NoTables(TableError):
    """No table was begun yet, of a game or of any, and no backup holds one."""


class BusyError(TableError):
    """Another program is writing to the tables, and went on for longer than was waited for."""
