"""What the commands of Honshu ask for alike: files or the standard input, rulings, the scoring card."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.data.files import MOST_TEXT, read_text
from companion.data.honshu_map import HonshuMap, read_map
from companion.errors import InputError, Place
from companion.rules.honshu.rulings import HONSHU_RULINGS
from companion.rules.rulings import Rulings

__all__ = ["STANDARD_INPUT", "card_option", "map_from", "read", "ruling_option", "rulings_from"]

F = TypeVar("F", bound=Callable[..., Any])

STANDARD_INPUT = "-"
"""The name under which the standard input is read."""


def card_option(function: F) -> F:
    """The option ``--card``: the end-of-game scoring card."""
    return click.option(
        "--card",
        type=click.IntRange(1, 8),
        metavar="1-8",
        help="The end-of-game scoring card that was revealed.",
    )(function)


def ruling_option(function: F) -> F:
    """The option ``--ruling``: how the table settles an open question."""
    return click.option(
        "--ruling",
        "rulings",
        multiple=True,
        metavar="NAME=VALUE",
        help="Settle an open question otherwise; 'score --list-rulings' tells them all.",
    )(function)


def rulings_from(typed: Sequence[str]) -> Rulings:
    """The rulings a table plays by."""
    return Rulings.parse(HONSHU_RULINGS, typed)


def read(file: str) -> str:
    """The text of a file, or of the standard input for ``-``.

    Raises:
        InputError: When it cannot be read, is too large, or is no UTF-8 text.
    """
    if file != STANDARD_INPUT:
        return read_text(Path(file))
    place = Place(file=file)
    raw = sys.stdin.buffer.read(MOST_TEXT + 1)
    if len(raw) > MOST_TEXT:
        raise InputError(
            "the file is larger than {most} bytes; a text of that size is no input here.",
            place=place,
            most=MOST_TEXT,
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("the file is no UTF-8 text; save it as UTF-8.", place=place) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def map_from(file: str) -> HonshuMap:
    """The map in a file, or in the standard input for ``-``."""
    return read_map(read(file), file)
