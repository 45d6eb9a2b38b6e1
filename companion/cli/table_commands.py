"""What every command about a table shares: its name, the store, and what is said beside the answer."""

import shlex
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.answers import Answer
from companion.cli.answers import tell, tell_notices
from companion.cli.lazy import SpokenCommand
from companion.cli.menu import ask_at_end
from companion.cli.prompt import answered
from companion.cli.voice import json_option, speak
from companion.errors import NoTables
from companion.paths import own_folder
from companion.sentences import Sentence
from companion.service.kept_tables import last_table, open_table, unused_table
from companion.service.playing import play
from companion.service.session import Session

S = TypeVar("S")


table_argument = click.argument("table", metavar="TABLE")  # the argument ``TABLE``: the players' name for it

last_table_argument = click.argument("table", required=False, metavar="[TABLE]")
"""The argument ``TABLE`` where it may be left out; see ``used_table``."""


def used_table(table: str | None, store: Path | None, game: str | None = None) -> str:
    """The table that was named, else the last one of this game, or of any; it is said which."""
    if table:
        return table
    name = last_table(store, game)
    speak("At the table {table}:", err=True, table=name)
    return name


def find_used_table(store: Path | None, game: str) -> str | None:
    """The last table of a game, and it is said which; none where there is none, or no home to keep one."""
    if store is None and own_folder("data") is None:
        return None
    try:
        return used_table(None, store, game)
    except NoTables:
        return None


def begun_table(
    store: Path | None,
    game: str,
    question: Sentence,
    begin: Callable[[str, str], Session[Any]],
    words: Iterable[str] = (),
) -> str | None:
    """The table used last, else one called by its game, begun by what is asked for; none for who leaves."""
    try:
        return used_table(None, store, game)
    except NoTables as none:
        unasked = none

    def act(line: str) -> str:
        with open_for_command(begin(unused_table(store, game), line)) as here:
            speak("Table {table} is begun.", table=here.name)
            return here.name

    return answered(question, act, unasked, words)


store_option = click.option(
    "--store", type=click.Path(path_type=Path), envvar="COMPANION_STORE", metavar="FILE"
)
"""The option ``--store``: where the logs are kept."""

port_option = click.option("--port", type=click.IntRange(1, 65535), metavar="NUMBER")


def as_typed(table: str) -> str:
    """A table as it is typed in the next command: with the store, where that was typed in this one."""
    context = click.get_current_context()
    words = [table]
    if context.get_parameter_source("store") is click.core.ParameterSource.COMMANDLINE:
        words += ["--store", str(context.params["store"])]
    return shlex.join(words)


@contextmanager
def open_for_command(session: Session[S]) -> Iterator[Session[S]]:
    """Close a table when the command is done, and tell on standard error what went wrong besides."""
    try:
        with session:
            yield session
    finally:
        tell_notices(session.take_notices())


def ask_table(session: Session[S], asked: object, as_json: bool) -> None:
    """Put a request or a use case to a table, tell the answer, and close the table."""
    with open_for_command(session) as here:
        tell_at(here, asked(here) if callable(asked) else play(here, asked), as_json)


def tell_at(here: Session[Any], answer: Answer, as_json: bool = False) -> None:
    """Tell an answer about a table, and ask at its end whether results are remembered."""
    tell(answer, as_json)
    if not as_json:
        ask_at_end(here)


def table_command(name: str | None = None) -> Callable[[Callable[..., object]], click.Command]:
    """A command about a table of any game, the last one where none is named.

    Its function reads what was typed into a request or a use case; the command bears its name by default.
    """

    def make(read: Callable[..., object]) -> click.Command:
        @wraps(read)
        def run(table: str | None, store: Path | None, as_json: bool, **typed: Any) -> None:
            ask_table(open_table(store, used_table(table, store)), read(**typed), as_json)

        return json_option(store_option(last_table_argument(click.command(name, cls=SpokenCommand)(run))))

    return make
