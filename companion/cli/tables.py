"""What every command about a table shares: its name, the store, and what is said beside the answer."""

from __future__ import annotations

import importlib
import shlex
import sys
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
from companion.service.session import Session, with_unshown

__all__ = [
    "as_typed",
    "open_for_command",
    "play",
    "store_option",
    "table_argument",
    "table_command",
    "tell_at",
]

_RETOLD = {
    "shogun": "companion.service.shogun.table.retelling:retold",
    "hogen": "companion.service.hogen.tables:retold",
}
"""What tells an event of a game as it was, for once in a hundred games; imported only then."""

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


def as_typed(table: str) -> str:
    """A table as it is typed in the next command: with the store, where that was typed in this one."""
    context = click.get_current_context()
    words = [table]
    if context.get_parameter_source("store") is click.core.ParameterSource.COMMANDLINE:
        words += ["--store", str(context.params["store"])]
    return shlex.join(words)


@contextmanager
def open_for_command(session: Session[S]) -> Iterator[Session[S]]:
    """Close a table when the command is done, and tell on standard error what went wrong besides.

    Only when its answer has left is what it made written down as shown; a pipe that was closed, or whoever
    kills it, comes before.
    """
    try:
        with session:
            try:
                yield session
            except click.exceptions.Exit:  # the answer is no, and was told
                _shown(session)
                raise
            _shown(session)
    finally:
        tell_notices(session.take_notices())


def play(session: Session[S], use_case: Callable[[Session[S]], Answer], as_json: bool) -> None:
    """Ask something of a table, tell the answer, and close the table."""
    with open_for_command(session) as here:
        tell_at(here, use_case(here), as_json)


def tell_at(here: Session[Any], answer: Answer, as_json: bool = False) -> None:
    """Tell an answer about a table, and before it what was made there and not shown."""
    unshown = here.take_unshown()
    if unshown:
        module, name = _RETOLD[here.history.game.name].split(":")
        retold = getattr(importlib.import_module(module), name)
        answers = [(step.event.number, retold(here, step)) for step in unshown]
    else:
        answers = []
    tell(with_unshown(answer, here.repeated, answers), as_json)


def _shown(session: Session[Any]) -> None:
    sys.stdout.flush()
    session.shown()


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
