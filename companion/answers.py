"""What a use case answers, before any face has said it in anybody's language.

The same answer is printed by the command line, drawn on a page, or read by a program. Sentences in it are
not yet said, so that two people at one table may each read it in their own language.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

from companion.codec import encode
from companion.errors import Refused
from companion.paths import STANDARD_OUTPUT
from companion.sentences import Sentence, say

P = ParamSpec("P")


class Figure:
    """Something to look at between two sentences: a tray, a map, a table of numbers.

    A subclass is a frozen dataclass that holds what is to be drawn; every face draws it its own way.
    """


@dataclass(frozen=True, slots=True)
class Gap(Figure):
    """An empty line between two parts of an answer."""


GAP = Gap()

Told = Sentence | Figure  # one thing a person is told: a sentence to read, or a figure to look at


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a use case, not yet said in any language."""

    # what came of it, as typed values; every use case has one shape of its own
    outcome: object = None
    lines: tuple[Told, ...] = ()  # the telling for a person, in order
    brief: tuple[Told, ...] = ()  # the same for whoever plays on, where ``lines`` tell what trust asks for
    # the reason of a no by the rules or the table; there is then nothing else
    refused: Sentence | None = None
    negative: bool = False  # true for a no that has data: an illegal placement, a log that does not hold
    notices: tuple[Sentence, ...] = ()  # told beside the answer, such as a backup that could not be made
    files: tuple[Path, ...] = ()  # the files that were written; ``-`` is the standard output
    # the names of things that can be done now, such as ``undo``; a face says how
    remedies: tuple[str, ...] = ()

    @property
    def yes(self) -> bool:
        """True when it was done, or is so."""
        return self.refused is None and not self.negative

    @property
    def data(self) -> Any:
        """The outcome as JSON values for a program, with sentences not yet said."""
        return encode(self.outcome)

    @property
    def document(self) -> Any:
        """The answer for a program; the same shape for every no."""
        return self.data if self.refused is None else {"refused": self.refused}


def written(files: Iterable[Path]) -> tuple[Sentence, ...]:
    """One sentence for each file that was made; none for the standard output, which its reader knows of."""
    return tuple(say("{file} is written.", file=str(file)) for file in files if file != STANDARD_OUTPUT)


def refusal(no: Refused) -> Answer:
    """The answer no, with its reason and what can be done about it."""
    return Answer(refused=no.sentence, remedies=(no.remedy,) if no.remedy else ())


def answering(use_case: Callable[P, Answer]) -> Callable[P, Answer]:
    """Let a use case answer no where the rules or the table refuse."""

    @wraps(use_case)
    def answered(*values: P.args, **named: P.kwargs) -> Answer:
        try:
            return use_case(*values, **named)
        except Refused as no:
            return refusal(no)

    return answered
