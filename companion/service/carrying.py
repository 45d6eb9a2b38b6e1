"""Tables carried from one Companion to another: saved as a document, and taken in from one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import Refused
from companion.service.answer import Answer, answering
from companion.service.games import GAMES, game_at
from companion.service.session import Session
from companion.service.tables import told_import
from companion.table.archive import archive, check_archive, keep_archive, parse_archive
from companion.table.log import Event
from companion.table.shelf import Header, Shelf

__all__ = ["Carried", "keep_copy", "read_copy", "saved_copy"]


@dataclass(frozen=True, slots=True)
class Carried:
    """A table as it was read from a document, known to tell the truth."""

    header: Header
    events: Sequence[Event]


@answering
def saved_copy(here: Session[Any]) -> Answer:
    """A table as a document that tells nothing that is hidden: the seed is left out until it is revealed.

    Raises:
        Refused: While something else is hidden that stands in the log.
    """
    if game_at(here).sealed(here.state):
        raise Refused(
            "What is hidden at this table would stand in a copy;"
            " it can be saved when nothing is hidden any more."
        )
    events = [step.event for step in here.history]
    seal = getattr(here.state, "seal", None)
    return Answer(archive(here.header(), events, with_seed=seal is None or seal.revealed))


def read_copy(text: str, file: str) -> Carried:
    """A table from a document, checked: this takes as long as playing it again.

    Args:
        text: The document.
        file: What it is called.

    Raises:
        InputError: When it is none, or was changed.
        TableError: When a newer Companion wrote it.
        Refused: When it is of no game of ours.
    """
    header, events = parse_archive(text, file)
    known = GAMES.get(header.game)
    if known is None:
        raise Refused(
            "The table '{name}' plays {game}, which this Companion does not know.",
            name=header.name, game=header.game.capitalize(),
        )  # fmt: skip
    check_archive(header, events, known.game, file)
    return Carried(header, events)


def keep_copy(shelf: Shelf, carried: Carried, name: str) -> Answer:
    """Keep a table that was read.

    Args:
        shelf: Where.
        carried: The table.
        name: What it is called here.

    Raises:
        InputError: When the name is taken.
    """
    return told_import(keep_archive(shelf, carried.header, carried.events, name), carried.events)
