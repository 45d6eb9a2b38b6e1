"""The tables of a game in a store: all of them, which was used last, another name for one, one deleted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path

from companion.answers import Answer, answering
from companion.play.shogun.keeping import no_seed
from companion.sentences import say, say_count
from companion.service.shelves import Keeping, shelf_of
from companion.table.log import Event
from companion.table.shelf import LONGEST_NAME, Header, Shelf, table_name
from companion.table.table import plays


def last_table(store: Keeping, game: str) -> str:
    """The table of a game to which something was added last.

    Raises:
        TableError: When there is none.
    """
    with shelf_of(store, create=False) as shelf:
        return shelf.last_written(game)


def unused_name(shelf: Shelf, name: str) -> str:
    """A name like the one that is wished for, which no table has."""
    taken = {header.name for header in shelf.headers()}
    wished = (name if number == 1 else f"{name[: LONGEST_NAME - 4]} {number}" for number in count(1))
    return next(each for each in wished if each not in taken)


@answering
def rename_table(store: Keeping, game: str, old: str, new: str) -> Answer:
    """Give a table another name; its log stays as it is.

    Args:
        store: Where the tables are kept.
        game: The game it plays, such as ``hogen``.
        old: Its name.
        new: The name from now on.
    """
    before, after = table_name(old), table_name(new)
    with shelf_of(store, create=False) as shelf:
        plays(shelf.header(before), game)
        shelf.rename_table(before, after)
    line = say("The table {old} is called {new} now.", old=before, new=after)
    return Answer({"table": after, "renamed": before}, (line,))


@answering
def delete_table(store: Keeping, game: str, name: str) -> Answer:
    """Delete a table, after it was copied into a store of its own.

    Args:
        store: Where the tables are kept.
        game: The game it plays, such as ``hogen``.
        name: The table.
    """
    kept = table_name(name)
    with shelf_of(store, create=False) as shelf:
        plays(shelf.header(kept), game)
        copy = _deleted(shelf, kept)
    if copy is None:
        return Answer({"table": kept, "kept": None}, (say("The table {table} is deleted.", table=kept),))
    line = say("The table {table} is deleted; a copy is kept in {file}.", table=kept, file=str(copy))
    return Answer({"table": kept, "kept": str(copy)}, (line,), files=(copy,), remedies=("kept copy",))


def _deleted(shelf: Shelf, name: str) -> Path | None:
    """Delete a table; where there are files, into which one it was copied."""
    if shelf.path is None:
        with shelf.writing():
            shelf.remove_table(name)
        return None
    from companion.table.backup import delete_with_copy

    return delete_with_copy(shelf, shelf.path, name)


def list_tables(store: Keeping, game: str, *, others: bool = False) -> Answer:
    """The tables of a game, and the file that keeps them.

    Args:
        store: Where the tables are kept.
        game: Such as ``hogen``.
        others: Whether people are told of other games' tables too: their names are taken.
    """
    with shelf_of(store, create=False) as shelf:
        headers, file = shelf.headers(), None if shelf.path is None else str(shelf.path)
    lines = [] if file is None else [say("The tables in {file}:", file=file)]
    for header in headers:
        if header.game == game:
            lines.append(
                say_count(
                    "  {table}: {count} event", "  {table}: {count} events", header.events, table=header.name
                )
            )
        elif others:
            lines.append(say("  {table}: plays {game}", table=header.name, game=header.game.capitalize()))
    tables = [{"table": header.name, "events": header.events} for header in headers if header.game == game]
    return Answer({"file": file, "tables": tables}, tuple(lines))


def told_import(header: Header, events: Sequence[Event]) -> Answer:
    """That a table is here."""
    if events[0].seedless:
        lines = [
            say_count(
                "The table {table} is here, with {count} event.",
                "The table {table} is here, with {count} events.",
                header.events,
                table=header.name,
            ),
            no_seed().sentence,
        ]
    else:
        lines = [
            say_count(
                "The table {table} is here, with {count} event; every record is true.",
                "The table {table} is here, with {count} events; every record is true.",
                header.events,
                table=header.name,
            )
        ]
    data = {
        "table": header.name,
        "events": header.events,
        "hash": events[-1].hash,
        "seed": not events[0].seedless,
    }
    return Answer(data, tuple(lines))
