"""The tables of a game in a store: all of them, which was used last, another name for one, one deleted.

They are carried from one Companion to another: saved as a document, and taken in from one.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

from companion.answers import Answer, answering
from companion.errors import CompanionError, Refused, TableError
from companion.play.game import game_of, table_data
from companion.play.games import game_named, game_played
from companion.sentences import say, say_count
from companion.service.history import told_event
from companion.service.session import Keeping, Session, shelf_of
from companion.table.archive import archive, check_archive, keep_archive, parse_archive
from companion.table.backup_files import none_yet
from companion.table.log import NO_SEED, Event
from companion.table.shelf import LONGEST_NAME, Header, Shelf, table_name


def last_table(store: Keeping, game: str | None) -> str:
    """The table of a game, or of any, to which something was added last."""
    with shelf_of(store, create=False) as shelf:
        return shelf.last_written(game)


def unused_table(store: Keeping, name: str) -> str:
    """A name for a table to be begun, like the one that is wished for."""
    try:
        with shelf_of(store, create=False) as shelf:
            return unused_name(shelf, name)
    except TableError:  # nothing is kept yet
        return name


def unused_name(shelf: Shelf, name: str) -> str:
    """A name like the one that is wished for, which no table has."""
    taken = {header.name.casefold() for header in shelf.headers()}
    wished = (name if number == 1 else f"{name[: LONGEST_NAME - 4]} {number}" for number in count(1))
    return next(each for each in wished if each.casefold() not in taken)


@answering
def rename_table(store: Keeping, old: str, new: str) -> Answer:
    """Give a table another name; its log stays as it is."""
    before, after = table_name(old), table_name(new)
    with shelf_of(store, create=False) as shelf:
        shelf.rename_table(before, after)
    line = say("The table {old} is called {new} now.", old=before, new=after)
    return Answer({"table": after, "renamed": before}, (line,))


@answering
def delete_table(store: Keeping, name: str) -> Answer:
    """Delete a table, after it was copied into a store of its own."""
    kept = table_name(name)
    with shelf_of(store, create=False) as shelf:
        shelf.header(kept)
        if shelf.path is None:
            with shelf.writing():
                shelf.remove_table(kept)
            return Answer({"table": kept, "kept": None}, (say("The table {table} is deleted.", table=kept),))
        from companion.table.backup import delete_with_copy

        copy = delete_with_copy(shelf, shelf.path, kept)
    line = say("The table {table} is deleted; a copy is kept in {file}.", table=kept, file=str(copy))
    return Answer({"table": kept, "kept": copy}, (line,), files=(copy,), remedies=("kept copy",))


def list_tables(store: Keeping) -> Answer:
    """All tables, and the file that keeps them."""
    with shelf_of(store, create=False) as shelf:
        headers, file = shelf.headers(), None if shelf.path is None else str(shelf.path)
        none = none_yet(shelf.path) if shelf.path is not None and not headers else None
    lines = [] if file is None else [say("The tables in {file}:", file=file)]
    if none is not None:
        lines = [none.whole]
    for header in headers:
        events = say_count("  {table}: {count} event[|s]", header.events, table=header.name)
        lines.append(say("{events}, {game}", events=events, game=header.game.capitalize()))
    tables = [{"table": each.name, "events": each.events, "game": each.game} for each in headers]
    remedies = (none.remedy,) if none is not None and none.remedy else ()
    return Answer({"file": file, "tables": tables}, tuple(lines), remedies=remedies)


def open_table(store: Keeping, name: str, game: str | None = None) -> Session[Any]:
    """Open a table that exists."""
    if game is None:
        with shelf_of(store, create=False) as shelf:
            game = game_played(shelf.header(table_name(name))).name
    return Session(store, name, game_named(game))


@answering
def tell_history(here: Session[Any]) -> Answer:
    """Every event of a table; what was taken back is marked, with the outcome it had."""
    game, events, lines = game_of(here), [], []
    for step in here.history:
        told = told_event(here.history, step, game.line(here.history, step))
        number = f"{told.event:>3}"
        lines.append(
            say("{number}. Undone: {what}", number=number, what=told.text)
            if told.undone
            else say("{number}. {what}", number=number, what=told.text)
        )
        events.append(told)
    end = game.history_end(here)
    return Answer(table_data(here, history=events, **end.data), (*lines, *end.lines))


def told_import(header: Header, events: Sequence[Event]) -> Answer:
    """The answer that a table is here."""
    if events[0].seedless:
        lines = [
            say_count("The table {table} is here, with {count} event[|s].", header.events, table=header.name),
            NO_SEED,
        ]
    else:
        lines = [
            say_count(
                "The table {table} is here, with {count} event[|s]; every record is true.",
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
