"""The log of any table judged: of one that is open, kept in a store, or exported to a file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.answers import Answer
from companion.play.games import game_played
from companion.service.session import Keeping, Session, shelf_of
from companion.table.archive import read_archive
from companion.table.log import Event
from companion.table.shelf import Header, table_name
from companion.table.table import check_header


def check_open(here: Session[Any], head: str | None = None) -> Answer:
    """The verdict on the log of an open table, read again from where it is kept."""
    return _judged(here.header(), here.store.events(here.name), head, None)


def check_table(store: Keeping, name: str, head: str | None = None, commitment: str | None = None) -> Answer:
    """The verdict on the log of a table, by the hashes somebody was shown."""
    with shelf_of(store, create=False) as shelf:
        header = shelf.header(table_name(name))
        events = shelf.events(header.name)
        if not shelf.sound():
            raise shelf.damaged()
    return _judged(header, events, head, commitment)


def check_file(file: Path, head: str | None, commitment: str | None) -> Answer:
    """The verdict on an exported table; see ``check_table``."""
    return _judged(*read_archive(file), head, commitment)


def _judged(header: Header, events: Sequence[Event], head: str | None, commitment: str | None) -> Answer:
    game = game_played(header)
    check_header(header, game)
    return game.verified(game, header, events, head, commitment)
