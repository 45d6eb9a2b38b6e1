"""What all commands about a table share: the table's name, the store, and the answer's notices."""

import shlex
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.answers import Answer
from companion.cli.answers import print_answer, print_notices
from companion.cli.lazy import SpokenCommand
from companion.cli.menu import ask_to_remember
from companion.cli.prompt import ask_until_done
from companion.cli.voice import json_option, speak
from companion.errors import NoTables
from companion.paths import find_user_folder
from companion.sentences import Sentence
from companion.service.kept_tables import choose_table_name, get_last_table, open_table
from companion.service.playing import play
from companion.service.session import Session

S = TypeVar("S")


table_argument = click.argument("table", metavar="TABLE")  # the argument ``TABLE``: the players' name for it

last_table_argument = click.argument("table", required=False, metavar="[TABLE]")
"""The argument ``TABLE`` where it may be left out; see ``used_table``."""


def get_used_table(table: str | None, store: Path | None, game: str | None = None) -> str:
    """The table that was named, else the last one of this game, or of any; its name is printed."""
    if table:
        return table
    name = get_last_table(store, game)
    speak("At the table {table}:", err=True, table=name)
    return name


def find_used_table(store: Path | None, game: str) -> str | None:
    """The last table of a game, whose name is printed; ``None`` without a table or a home folder."""
    if store is None and find_user_folder("data") is None:
        return None
    try:
        return get_used_table(None, store, game)
    except NoTables:
        return None


def get_or_begin_table(
    store: Path | None,
    game: str,
    question: Sentence,
    begin: Callable[[str, str], Session[Any]],
    words: Iterable[str] = (),
) -> str | None:
    """The table used last, else a new one from an answer to a question; ``None`` where the person leaves."""
    try:
        return get_used_table(None, store, game)
    except NoTables as none:
        unasked = none

    def act(line: str) -> str:
        with open_for_command(begin(choose_table_name(store, game), line)) as here:
            speak("Table '{table}' is open.", table=here.name)
            return here.name

    return ask_until_done(question, act, unasked, words)


store_option = click.option("--store", type=click.Path(path_type=Path), envvar="COMPANION_STORE", metavar="FILE")
"""The option ``--store``: where the logs are kept."""

port_option = click.option("--port", type=click.IntRange(1, 65535), metavar="NUMBER")


def format_table_words(table: str) -> str:
    """A table as typed in the next command: with ``--store`` where this command has it."""
    context = click.get_current_context()
    words = [table]
    if context.get_parameter_source("store") is click.core.ParameterSource.COMMANDLINE:
        words += ["--store", str(context.params["store"])]
    return shlex.join(words)


@contextmanager
def open_for_command(session: Session[S]) -> Iterator[Session[S]]:
    """Close a table when the command is done, and print its notices on standard error."""
    try:
        with session:
            yield session
    finally:
        print_notices(session.take_notices())


def ask_table(session: Session[S], asked: object, as_json: bool) -> None:
    """Put a request or a use case to a table, print the answer, and close the table."""
    with open_for_command(session) as here:
        print_table_answer(here, asked(here) if callable(asked) else play(here, asked), as_json)


def print_table_answer(here: Session[Any], answer: Answer, as_json: bool = False) -> None:
    """Print an answer about a table, and ask after a finished game whether to remember results."""
    print_answer(answer, as_json)
    if not as_json:
        ask_to_remember(here)


def table_command(name: str | None = None) -> Callable[[Callable[..., object]], click.Command]:
    """Make a command about a table of any game, the last one where none is named.

    Its function turns options into a request or a use case; the command has the function's name by default.
    """

    def make(read: Callable[..., object]) -> click.Command:
        @wraps(read)
        def run(table: str | None, store: Path | None, as_json: bool, **typed: Any) -> None:
            ask_table(open_table(store, get_used_table(table, store)), read(**typed), as_json)

        return json_option(store_option(last_table_argument(click.command(name, cls=SpokenCommand)(run))))

    return make
