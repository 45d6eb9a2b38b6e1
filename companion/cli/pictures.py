"""What commands that take a folder of pictures as a deck share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from companion.cli.printer import Measure

__all__ = ["picture_options"]

F = TypeVar("F", bound=Callable[..., Any])


def picture_options(function: F) -> F:
    """The options ``--size`` and ``--picture-bleed``: how the cards lie on their pictures."""
    function = click.option(
        "--size", metavar="SIZE",
        help="Of cards made of a folder of pictures: tcg, poker, tarot, ... or WIDTHxHEIGHT in mm.",
    )(function)  # fmt: skip
    return click.option(
        "--picture-bleed", type=Measure(0, 20), metavar="MM",
        help="How far the pictures of such a folder reach beyond the cut; 0 by default.",
    )(function)  # fmt: skip
