"""The work of the press: looking at sheets, and printing them; done here, or by whoever serves the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.answers import Answer
from companion.service.press.printing import Step, Work, print_decks
from companion.service.press.sheet_pictures import sheet_pictures
from companion.service.press.wish import Wish

Told = Callable[[int, int], None]
"""Told how much is done, and of how much."""

_ROUNDS = 3
"""How often each piece is counted: laid out, composed and inked."""


@dataclass(frozen=True, slots=True)
class Task:
    """One piece of work.

    Attributes:
        wish: What is to be printed.
        folder: Where the file goes; none to look at the sheets only.
    """

    wish: Wish
    folder: Path | None = None


class Press(Protocol):
    """Does the work without holding up the pages; cancelled, it stops."""

    async def work(self, task: Task, told: Told) -> Answer:
        """Carry a task out.

        Raises:
            CompanionError: When it cannot be done.
        """
        ...


class PressHere:
    """Does it at once: where the pages have one reader, nobody else waits."""

    async def work(self, task: Task, told: Told) -> Answer:
        """Carry a task out; see ``Press``."""
        return carry_out(task, told)


def carry_out(task: Task, told: Told) -> Answer:
    """Carry a task out.

    Raises:
        CompanionError: When something does not hold together, does not fit or cannot be written.
    """
    if task.folder is None:
        return sheet_pictures(task.wish.order)
    done = 0

    @contextmanager
    def watch(work: Work) -> Iterator[Step]:
        def step(more: int, _name: str) -> None:
            nonlocal done
            done += more
            told(min(done, work.pieces * _ROUNDS), work.pieces * _ROUNDS)

        yield step

    return print_decks(task.wish.order, task.folder, watch, overwrite=True)
