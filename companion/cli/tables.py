"""What every command about a table shares: its name, the store, and what is said beside the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.cli.answers import tell_notices
from companion.service.session import Session

__all__ = ["open_for_command", "store_option", "table_argument"]

F = TypeVar("F", bound=Callable[..., Any])
S = TypeVar("S")


def table_argument(function: F) -> F:
    """The argument ``TABLE``: the players' name for it."""
    return click.argument("table", metavar="TABLE")(function)


def store_option(function: F) -> F:
    """The option ``--store``: where the logs are kept."""
    return click.option(
        "--store",
        type=click.Path(path_type=Path),
        envvar="COMPANION_STORE",
        metavar="FILE",
        help="The file (or folder) that keeps the tables; in your data folder by default.",
    )(function)


@contextmanager
def open_for_command(session: Session[S]) -> Iterator[Session[S]]:
    """Close a table when the command is done, and tell on standard error what went wrong besides."""
    try:
        with session:
            yield session
    finally:
        tell_notices(session.take_notices())
