"""What ``make test`` takes of many things, the same every day, and ``make test-all`` takes whole.

``make test-all`` sets COMPANION_TEST_SEED: then everything is looked at, and what is random begins with this
seed, which is printed and can be given again.
"""

import os
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")
NAME = "COMPANION_TEST_SEED"
SEED = int(os.environ.get(NAME) or 0)
"""What random choices of a run begin with; 0 in ``make test``."""

EVERYTHING = bool(os.environ.get(NAME))
"""True in ``make test-all``."""


def pick(things: Iterable[T], count: int) -> list[T]:
    """The first ``count`` of these; all of them in ``make test-all``."""
    return list(things) if EVERYTHING else list(things)[:count]


def pick_seeds(fixed: int, more: int = 1) -> list[int]:
    """Seeds from 0, and in ``make test-all`` ``more`` that follow from the seed of the run."""
    return [*range(fixed), *(1000 + SEED * more + number for number in range(more if EVERYTHING else 0))]
