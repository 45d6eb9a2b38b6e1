"""Answers of use cases: the command line prints an answer, a page shows it, a program reads its data.

Sentences are put into a language last, so that two people at one table may each read them in their own.
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
    """The base of tables and charts between the sentences of an answer: values, which each interface draws."""


class Gap(Figure):
    """An empty line between two parts of an answer."""


GAP = Gap()

AnswerLine = Sentence | Figure  # a part of an answer: a sentence to read, or a figure to look at


@dataclass(frozen=True, repr=False, eq=False)
class Answer:
    """The outcome of a use case, not yet put into any language."""

    outcome: object = None  # the result as typed values, of a type that depends on the use case
    lines: tuple[AnswerLine, ...] = ()  # the result for people to read, in order
    brief: tuple[AnswerLine, ...] = ()  # a shorter form of long ``lines``, for players in the middle of a game
    refused: Sentence | None = None  # why the rules or the table forbid it; there is then no outcome
    negative: bool = False  # true when the outcome is a no: an illegal placement, a log with faults
    notices: tuple[Sentence, ...] = ()  # shown beside the answer, such as a backup that could not be made
    files: tuple[Path, ...] = ()  # the files that were written; ``-`` is the standard output
    remedies: tuple[str, ...] = ()  # names of what can be done now, such as ``undo``; each interface says how

    @property
    def yes(self) -> bool:
        """True unless the request was refused or the outcome is a no."""
        return self.refused is None and not self.negative

    @property
    def data(self) -> Any:
        """The outcome as JSON values, with sentences not yet put into a language."""
        return encode(self.outcome)

    @property
    def document(self) -> Any:
        """The answer for programs: the outcome, or ``{"refused": sentence}``."""
        return self.data if self.refused is None else {"refused": self.refused}


def describe_files(files: Iterable[Path]) -> tuple[Sentence, ...]:
    """Name each file that was written in a sentence; none for standard output, since its reader knows."""
    return tuple(say("Wrote {file}.", file=str(file)) for file in files if file != STANDARD_OUTPUT)


def build_refusal(refusal: Refused) -> Answer:
    """Turn a refusal into an answer with its reason and what can be done about it."""
    return Answer(refused=refusal.sentence, remedies=(refusal.remedy,) if refusal.remedy else ())


def catch_refusals(use_case: Callable[P, Answer]) -> Callable[P, Answer]:
    """Decorate a use case so that a ``Refused`` it raises becomes a refused answer."""

    @wraps(use_case)
    def answer(*values: P.args, **options: P.kwargs) -> Answer:
        try:
            return use_case(*values, **options)
        except Refused as refusal:
            return build_refusal(refusal)

    return answer
