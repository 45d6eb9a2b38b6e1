"""What the commands of Honshu ask for alike: files or the standard input, rulings, the scoring card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from companion.cli import voice
from companion.data.files import read_given
from companion.data.honshu.map import HonshuMap, read_map
from companion.rules.honshu.rulings import HONSHU_RULINGS
from companion.rules.rulings import Rulings

__all__ = ["card_option", "map_from", "ruling_option", "rulings_from"]

F = TypeVar("F", bound=Callable[..., Any])


def card_option(function: F) -> F:
    """The option ``--card``: the end-of-game scoring card."""
    return click.option(
        "--card",
        type=click.IntRange(1, 8),
        metavar="1-8",
        help="The end-of-game scoring card that was revealed.",
    )(function)


ruling_option = voice.ruling_option(
    help="Settle an open question otherwise; 'score --list-rulings' tells them all.",
)
"""The option ``--ruling``: how the table settles an open question."""


def rulings_from(typed: Sequence[str]) -> Rulings:
    """The rulings a table plays by."""
    return Rulings.parse(HONSHU_RULINGS, typed)


def map_from(file: str) -> HonshuMap:
    """The map in a file, or in the standard input for ``-``."""
    return read_map(read_given(file), file)
