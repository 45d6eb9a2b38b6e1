"""The tables of a game in a store: all of them, which was used last, another name for one, one deleted."""

from __future__ import annotations

from pathlib import Path

from companion.sentences import say, say_count
from companion.service.answer import Answer, answering
from companion.service.shelves import Keeping, shelf_of
from companion.table.shelf import Shelf, table_name
from companion.table.table import plays

__all__ = ["delete_table", "last_table", "list_tables", "rename_table"]


def last_table(store: Keeping, game: str) -> str:
    """The table of a game to which something was added last.

    Raises:
        TableError: When there is none.
    """
    with shelf_of(store, create=False) as shelf:
        return shelf.last_written(game)


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
