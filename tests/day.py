"""The day's number: what is too dear to be looked at every time is looked at by turns, another part each day.

It is today's, printed when tests begin, and ``COMPANION_TEST_DAY`` sets it, so that a day can be had again.
"""

import os
from collections.abc import Sequence
from datetime import date
from random import Random
from typing import TypeVar

T = TypeVar("T")
NAME = "COMPANION_TEST_DAY"
DAY = int(os.environ.setdefault(NAME, str(date.today().toordinal())))  # workers are told by their environment
"""Days since the year 1, or what somebody has set."""


def todays(things: Sequence[T], count: int, *, day: int | None = None) -> list[T]:
    """So many of these, in their order: tomorrow the next ones; when all had their turn, the first again."""
    first = (DAY if day is None else day) * count
    chosen = {(first + number) % len(things) for number in range(min(count, len(things)))}
    return [thing for at, thing in enumerate(things) if at in chosen]


def is_todays(number: int, every: int) -> bool:
    """True on one of so many days, another day for each of the next numbers."""
    return (DAY + number) % every == 0


def is_drawn(name: str, every: int) -> bool:
    """True on one of so many days, drawn by the day: also on days when turns within it come."""
    return Random(f"{DAY} {name}").randrange(every) == 0


def seeds(fixed: int, turning: int) -> list[int]:
    """Seeds that are played every day, and as many more that no day before has played."""
    return [*range(fixed), *(1000 + DAY * turning + number for number in range(turning))]
