"""What the commands between the battles share: sides, files, amounts by colour, and answers that are a no."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.data.files import read_given
from companion.data.shogun import Side, facts
from companion.data.vocabulary import vocabulary
from companion.errors import InputError
from companion.rules.shogun.cubes import daimyo_named

__all__ = ["pairs", "read_amounts", "read_file", "read_numbers", "read_province", "side_option"]

F = TypeVar("F", bound=Callable[..., Any])


def side_option(function: F) -> F:
    """The option ``--side``: which side of the board."""
    return click.option(
        "--side",
        type=click.Choice([side.value for side in Side]),
        default=Side.SUN.value,
        show_default=True,
        help="The side of the board; regions differ.",
    )(function)


def read_file(path: Path) -> str:
    """The text of a file; ``-`` is what is typed or piped in."""
    return read_given(path)


def pairs(typed: Iterable[str]) -> dict[str, str]:
    """Players and what was said of each, such as ``blue=3 yellow=Kozuke``.

    Raises:
        InputError: When one is no pair, no player, or named twice.
    """
    found: dict[str, str] = {}
    for text in typed:
        name, equals, value = text.partition("=")
        if not equals:
            raise InputError("'{text}' was not expected; write COLOUR=VALUE, such as blue=3.", text=text)
        colour = daimyo_named(name)
        if colour in found:
            raise InputError("The colour {name} is named twice.", name=name)
        found[colour] = value.strip()
    return found


def read_amounts(typed: Iterable[str], most: int) -> dict[str, int]:
    """Numbers by colour, such as ``blue=4,yellow=2``.

    Raises:
        InputError: When a number is none, or above ``most``.
    """
    words = [word for text in typed for word in text.replace(",", " ").split()]
    return {colour: read_number(value, most) for colour, value in pairs(words).items()}


def read_number(text: str, most: int, least: int = 0) -> int:
    """A whole number within bounds.

    Raises:
        InputError: When it is none.
    """
    plain = text.strip()
    if not (plain.isascii() and plain.isdigit() and len(plain) < 10) or not least <= int(plain) <= most:
        raise InputError(
            "'{value}' was not expected; it is a whole number from {least} to {most}.",
            value=text,
            least=least,
            most=most,
        )
    return int(plain)


def read_numbers(typed: str) -> list[int]:
    """Numbers of cards, such as ``4,9,8,1``.

    Raises:
        InputError: When one is no number.
    """
    words = typed.replace(",", " ").split()
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) < 3):
            raise InputError("'{text}' is not the number of a card.", text=word)
    return [int(word) for word in words]


def read_province(typed: str) -> str:
    """A province as the board spells it.

    Raises:
        InputError: When there is none of that name; those that look like it are named.
    """
    return vocabulary("shogun", "province", tuple(sorted({card.province for card in facts().cards}))).named(
        typed
    )
