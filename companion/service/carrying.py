"""Tables carried from one Companion to another: saved as a document, and taken in from one."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from companion.answers import Answer, answering
from companion.errors import CompanionError, Refused
from companion.play.game import game_of, table_data
from companion.play.games import game_named, game_played
from companion.service.kept_tables import told_import
from companion.service.session import Session
from companion.table.archive import archive, check_archive, keep_archive, parse_archive
from companion.table.log import Event
from companion.table.shelf import Header, Shelf


@dataclass(frozen=True, slots=True)
class Carried:
    """A table as it was read from a document, known to tell the truth."""

    header: Header
    events: Sequence[Event]


@answering
def saved_copy(here: Session[Any]) -> Answer:
    """A table as a document that tells nothing that is hidden: the seed is left out until it is revealed."""
    game, events = game_of(here), [step.event for step in here.history]
    if game.sealed(here.state):
        raise Refused(
            "What is hidden at this table would stand in a copy;"
            " it can be saved when nothing is hidden any more.",
            remedy="with secrets",
        )
    return Answer(archive(here.header(), events, with_seed=game.revealed(here.state)))


@answering
def let_out(here: Session[Any]) -> Answer:
    """Have the log tell everybody that the whole table is copied, with all that is hidden at it."""
    game = game_of(here)
    if not game.out(here.history):
        for request in game.letting_out(here.state):
            here.do(request)
    return Answer(table_data(here, events=len(here.history)))


@answering
def whole_copy(here: Session[Any]) -> Answer:
    """A table as a document from which it is played on elsewhere: with its seed, and all that is hidden."""
    if not game_of(here).out(here.history):
        raise Refused("First the log has to tell everybody that the table is taken along.")
    return Answer(archive(here.header(), [step.event for step in here.history]))


def goes_on(shelf: Shelf, carried: Carried) -> bool:
    """True when a table that was read is one of the shelf and was played on elsewhere."""
    name, game = carried.header.name, carried.header.game
    if (name, game) not in [(header.name, header.game) for header in shelf.headers()]:
        return False
    here = shelf.events(name)
    same = len(here) < len(carried.events) and carried.events[len(here) - 1].hash == here[-1].hash
    return same and (carried.events[0].seedless or not here[0].seedless)


def kept_as(shelf: Shelf, carried: Carried) -> str | None:
    """The name under which the shelf has this very table already, with all that happened at it."""
    last = carried.events[-1]
    for header in shelf.headers():
        if (header.game, header.events) != (carried.header.game, len(carried.events)):
            continue
        with suppress(CompanionError, ValueError):  # of a damaged one nothing is known
            here = shelf.events(header.name)
            if here[-1].hash == last.hash and (carried.events[0].seedless or not here[0].seedless):
                return header.name
    return None


def read_copy(text: str, file: str) -> Carried:
    """A table from a document, checked: this takes as long as playing it again."""
    header, events = parse_archive(text, file)
    check_archive(header, events, game_played(header), file)
    return Carried(header, events)


def keep_copy(shelf: Shelf, carried: Carried, name: str) -> Answer:
    """Keep a table that was read; where it is one of the shelf, what was played elsewhere comes after it."""
    if name == carried.header.name and goes_on(shelf, carried):
        here = shelf.events(name)
        events = [*here, *carried.events[len(here) :]]
        check_archive(carried.header, events, game_named(carried.header.game), name)
        with shelf.writing():
            for event in events[len(here) :]:
                shelf.append(name, event)
        return told_import(shelf.header(name), events)
    return told_import(keep_archive(shelf, carried.header, carried.events, name), carried.events)
