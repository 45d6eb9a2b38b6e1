"""Options that more than one command about printers takes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

__all__ = ["config_option"]

F = TypeVar("F", bound=Callable[..., Any])


def config_option(function: F) -> F:
    """The option ``--config``: another file of measured printers."""
    return click.option(
        "--config", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
        envvar="COMPANION_PRINTERS", show_envvar=True,
        help="The file of measured printers, where it is not in its usual place.",
    )(function)  # fmt: skip
