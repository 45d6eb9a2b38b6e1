"""The tables of a game in a store: which was used last, another name for one, one deleted."""

from __future__ import annotations

from pathlib import Path

from companion.sentences import say
from companion.service.answer import Answer, answering
from companion.table.backup import delete_with_copy
from companion.table.store import Store, table_name
from companion.table.table import plays

__all__ = ["delete_table", "last_table", "rename_table"]


def last_table(store: Path | None, game: str) -> str:
    """The table of a game to which something was added last.

    Raises:
        TableError: When there is none.
    """
    with Store(store, create=False) as opened:
        return opened.last_written(game)


@answering
def rename_table(store: Path | None, game: str, old: str, new: str) -> Answer:
    """Give a table another name; its log stays as it is.

    Args:
        store: The file (or folder) that keeps the tables.
        game: The game it plays, such as ``hogen``.
        old: Its name.
        new: The name from now on.
    """
    before, after = table_name(old), table_name(new)
    with Store(store, create=False) as opened:
        plays(opened.header(before), game)
        opened.rename_table(before, after)
    line = say("The table {old} is called {new} now.", old=before, new=after)
    return Answer({"table": after, "renamed": before}, (line,))


@answering
def delete_table(store: Path | None, game: str, name: str) -> Answer:
    """Delete a table, after it was copied into a store of its own.

    Args:
        store: The file (or folder) that keeps the tables.
        game: The game it plays, such as ``hogen``.
        name: The table.
    """
    kept = table_name(name)
    with Store(store, create=False) as opened:
        plays(opened.header(kept), game)
        copy = delete_with_copy(opened, kept)
    line = say("The table {table} is deleted; a copy is kept in {file}.", table=kept, file=str(copy))
    return Answer({"table": kept, "kept": str(copy)}, (line,), files=(copy,), remedies=("kept copy",))
