"""Which tables a store keeps."""

from __future__ import annotations

from pathlib import Path

from companion.sentences import say, say_count
from companion.service.answer import Answer
from companion.table.store import Store

__all__ = ["list_tables"]


def list_tables(store: Path | None, game: str, *, others: bool = False) -> Answer:
    """The tables of a game, and the file that keeps them.

    Args:
        store: The file (or folder) that keeps the tables; the one in the user's data folder by default.
        game: Such as ``hogen``.
        others: Whether people are told of other games' tables too: their names are taken.
    """
    with Store(store, create=False) as opened:
        headers = opened.headers()
    lines = [say("The tables in {file}:", file=str(opened.path))]
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
    return Answer({"file": str(opened.path), "tables": tables}, tuple(lines))
