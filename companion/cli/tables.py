"""What every command about a table shares: its name, the store, and what is said beside the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.cli.answers import tell, tell_notices
from companion.cli.lazy import SpokenCommand
from companion.cli.voice import json_option
from companion.service.answer import Answer
from companion.service.session import Session

__all__ = ["open_for_command", "play", "store_option", "table_argument", "table_command"]

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


def play(session: Session[S], use_case: Callable[[Session[S]], Answer], as_json: bool) -> None:
    """Ask something of a table, tell the answer, and close the table."""
    with open_for_command(session) as here:
        tell(use_case(here), as_json)


def table_command(
    opened: Callable[[Path | None, str], Session[S]], name: str | None = None
) -> Callable[[Callable[..., Callable[[Session[S]], Answer]]], click.Command]:
    """A command about a table that exists: its function reads what was typed and gives what is asked of it.

    Args:
        opened: What opens a table of the game, by store and name.
        name: The command's name; that of the function by default.
    """

    def make(read: Callable[..., Callable[[Session[S]], Answer]]) -> click.Command:
        @wraps(read)
        def run(table: str, store: Path | None, as_json: bool, **typed: Any) -> None:
            use_case = read(**typed)
            play(opened(store, table), use_case, as_json)

        command = json_option(store_option(click.command(name, cls=SpokenCommand)(run)))
        command.params.insert(0, click.Argument(["table"], metavar="TABLE"))
        return command

    return make
