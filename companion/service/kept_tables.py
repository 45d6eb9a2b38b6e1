"""List, name, rename, delete and check the tables of a store; restore a store from a backup.

Tables move from one Companion to another as documents: exported here, imported there.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from companion.answers import Answer, catch_refusals
from companion.data.files import read_text, write_text
from companion.errors import CompanionError, Refused, TableError
from companion.play.game import game_of, table_data
from companion.play.games import get_game, get_table_game
from companion.sentences import Sentence, join_with_commas, say, say_count
from companion.service.playing import describe_event
from companion.service.session import Session, StoreOrShelf, open_shelf
from companion.table import backup_files
from companion.table.archive import LARGEST, build_archive, check_archive, parse_archive, read_archive, store_archive
from companion.table.history import NO_SEED, Event
from companion.table.shelf import (
    LONGEST_NAME,
    SCORE,
    Header,
    Shelf,
    check_free_name,
    check_header,
    check_tap_name,
    find_own_tap_event,
    fold_name,
    parse_table_name,
)


def get_last_table(store: StoreOrShelf, game: str | None) -> str:
    """The name of the table of a game, or of any game, that was played last; an error if there is none."""
    with open_shelf(store, create=False) as shelf:
        return shelf.get_last_table(game)


def choose_table_name(store: StoreOrShelf, name: str) -> str:
    """A name for a new table: the one wanted, or one like it that is free."""
    try:
        with open_shelf(store, create=False) as shelf:
            return choose_free_name(shelf, name)
    except TableError:  # there is no store yet
        return name


def choose_free_name(shelf: Shelf, name: str) -> str:
    """The name wanted, with a number after it if a table has it already."""
    names_taken = {fold_name(header.name) for header in shelf.list_tables()}
    names = (name if number == 1 else f"{name[: LONGEST_NAME - 4]} {number}" for number in count(1))
    return next(each for each in names if fold_name(each) not in names_taken)


@catch_refusals
def rename_table(store: StoreOrShelf, old: str, new: str) -> Answer:
    """Rename a table; its log stays unchanged."""
    before, after = parse_table_name(old), parse_table_name(new)
    with open_shelf(store, create=False) as shelf:
        check_free_name([header for header in shelf.list_tables() if header.name != before], after)
        shelf.rename_table(before, after)
    line = say("The table {old} is now called {new}.", old=before, new=after)
    return Answer({"table": after, "renamed": before}, (line,))


@catch_refusals
def delete_table(store: StoreOrShelf, name: str) -> Answer:
    """Delete a table; one in a file is first copied to a store of its own."""
    name_kept = parse_table_name(name)
    with open_shelf(store, create=False) as shelf:
        shelf.get_header(name_kept)
        if shelf.path is None:
            with shelf.transaction():
                shelf.remove_table(name_kept)
            return Answer({"table": name_kept, "kept": None}, (say("The table {table} is deleted.", table=name_kept),))
        from companion.table.store import delete_table_with_copy

        copy = delete_table_with_copy(shelf, shelf.path, name_kept)
    line = say("The table {table} is deleted; a copy is kept in {file}.", table=name_kept, file=str(copy))
    return Answer({"table": name_kept, "kept": copy}, (line,), files=(copy,), remedies=("kept copy",))


def list_tables(store: StoreOrShelf) -> Answer:
    """List all tables, and the file that stores them."""
    with open_shelf(store, create=False) as shelf:
        headers, file = shelf.list_tables(), None if shelf.path is None else str(shelf.path)
        error = backup_files.build_empty_store_error(shelf.path) if shelf.path is not None and not headers else None
    lines = [] if file is None else [say("The tables in {file}:", file=file)]
    if error is not None:
        lines = [error.message]
    for each in headers:
        events = say_count("  {table}: {count} event[|s]", each.events, table=each.name)
        lines.append(say("{events}, {game}", events=events, game=each.game.capitalize()))
    tables = [{"table": each.name, "events": each.events, "game": each.game} for each in headers]
    remedies = (error.remedy,) if error is not None and error.remedy else ()
    return Answer({"file": file, "tables": tables}, tuple(lines), remedies=remedies)


def open_table(store: StoreOrShelf, name: str, game: str | None = None) -> Session[Any]:
    if game is None:
        with open_shelf(store, create=False) as shelf:
            game = get_table_game(shelf.get_header(parse_table_name(name))).name
    return Session(store, name, get_game(game))


@catch_refusals
def describe_history(table: Session[Any]) -> Answer:
    """Describe every event of a table, with its outcome; undone ones are marked."""
    game, history = game_of(table), table.history
    events = [describe_event(history, step, game.line(history, step)) for step in history]
    lines = []
    for each in events:
        fields = {"number": f"{each.event:>3}", "what": each.text}
        lines.append(say("{number}. Undone: {what}", **fields) if each.undone else say("{number}. {what}", **fields))
    end = game.history_end(table)
    return Answer(table_data(table, history=events, **end.data), (*lines, *end.lines))


def describe_import(header: Header, events: Sequence[Event]) -> Answer:
    count, name = header.events, header.name
    if events[0].is_seedless:
        lines = [say_count("Imported the table {table} with {count} event[.|s.]", count, table=name), NO_SEED]
    else:
        lines = [
            say_count("Imported the table {table} with {count} event[|s]; nothing was changed.", count, table=name)
        ]
    data = {"table": name, "events": count, "hash": events[-1].hash, "seed": not events[0].is_seedless}
    return Answer(data, tuple(lines))


class TableCopy(NamedTuple):
    """A table as read from a document, with its log checked."""

    header: Header
    events: Sequence[Event]


@catch_refusals
def build_public_copy(table: Session[Any]) -> Answer:
    """A table as a document without secrets: the seed is left out until it is revealed."""
    game, events = game_of(table), [step.event for step in table.history]
    if game.has_secrets(table.state):
        raise Refused(
            "A copy would contain what is hidden at this table; it can be saved when nothing is hidden any more.",
            remedy="with secrets",
        )
    return Answer(build_archive(table.header(), events, with_seed=game.has_public_seed(table.state)))


def announce_whole_copy(table: Session[Any]) -> None:
    """Record in the log that the whole table is copied, secrets included, so that everybody knows."""
    game = game_of(table)
    if not game.is_exposed(table.history):
        for request in game.list_exposure_requests(table.state):
            table.do(request)


@catch_refusals
def build_whole_copy(table: Session[Any]) -> Answer:
    """A table as a document for playing on elsewhere, with its seed and all secrets."""
    if not game_of(table).is_exposed(table.history):
        raise Refused("First the log must tell everybody that the table is exported.")
    return Answer(build_archive(table.header(), [step.event for step in table.history]))


def is_continuation(shelf: Shelf, copy: TableCopy) -> bool:
    """True if a copy is a table of this shelf that was played on elsewhere."""
    name, game = copy.header.name, copy.header.game
    if (name, game) not in [(header.name, header.game) for header in shelf.list_tables()]:
        return False
    events = shelf.list_events(name)
    is_prefix = len(events) < len(copy.events) and copy.events[len(events) - 1].hash == events[-1].hash
    return is_prefix and (copy.events[0].is_seedless or not events[0].is_seedless)


def find_same_table(shelf: Shelf, copy: TableCopy) -> str | None:
    """The name of the table on this shelf that has exactly these events; ``None`` if there is none."""
    last = copy.events[-1]
    for header in shelf.list_tables():
        if (header.game, header.events) != (copy.header.game, len(copy.events)):
            continue
        with suppress(CompanionError, ValueError):  # skip a damaged table
            events = shelf.list_events(header.name)
            if events[-1].hash == last.hash and (copy.events[0].is_seedless or not events[0].is_seedless):
                return header.name
    return None


def parse_copy(text: str, file: str) -> TableCopy:
    """Parse and check a table's document; this takes as long as replaying the table."""
    header, events = parse_archive(text, file)
    check_archive(header, events, get_table_game(header), file)
    return TableCopy(header, events)


def keep_copy(shelf: Shelf, copy: TableCopy, name: str) -> Answer:
    """Save a copy as a table; if the shelf has the table already, only add the events played elsewhere."""
    if name == copy.header.name and is_continuation(shelf, copy):
        own_events = shelf.list_events(name)
        events = [*own_events, *copy.events[len(own_events) :]]
        check_archive(copy.header, events, get_game(copy.header.game), name)
        with shelf.transaction():
            for event in events[len(own_events) :]:
                shelf.append_event(name, event)
        return describe_import(shelf.get_header(name), events)
    return describe_import(store_archive(shelf, copy.header, copy.events, name), copy.events)


@catch_refusals
def export_table(
    table: Session[Any], output: Path | None = None, overwrite: bool = False, with_secrets: bool = False
) -> Answer:
    """Export a table with its whole log as one document, or to a file; ``with_secrets`` includes secrets.

    Without it the seed is left out until it is revealed, and a log with other secrets is refused.
    """
    game, notices = game_of(table), tuple[Sentence, ...]()
    is_public = game.has_public_seed(table.state)
    if with_secrets and not (is_public and game.is_exposed(table.history)):
        for request in game.list_exposure_requests(table.state):
            table.do(request)
        notices = () if game.exposure_note is None else (game.exposure_note,)
    answer = build_whole_copy(table) if with_secrets else build_public_copy(table)
    if output is None or answer.refused is not None:
        return replace(answer, notices=notices)
    document = answer.document
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    write_text(output, text, overwrite=overwrite, private=True)
    line = say("Wrote the table {table} to {file}.", file=str(output), table=document["table"])
    remedies = () if is_public or with_secrets else ("with seed",)
    data = {"table": document["table"], "file": output, "events": len(document["events"])}
    data |= {"hash": document["head"], "seed": is_public or with_secrets}
    return Answer(data, (line,), notices=notices, files=(output,), remedies=remedies)


def import_table(store: StoreOrShelf, file: Path, name: str | None = None) -> Answer:
    """Import a table from a file, under its own name by default; one that was tampered with is refused."""
    copy = parse_copy(read_text(file, most=LARGEST), str(file))
    with open_shelf(store) as shelf:
        header = store_archive(shelf, copy.header, copy.events, copy.header.name if name is None else name)
    return describe_import(header, copy.events)


def list_backups(store: Path | None) -> Answer:
    """The sound backups of a store and the tables in each, the newest first."""
    from companion.table.store import Store, is_sound, resolve_store_file

    path, copies, lines = resolve_store_file(store), [], []
    for copy in reversed([each for each in backup_files.list_backups(path) if is_sound(each)]):
        with Store(copy, create=False) as backup_store:
            tables = {header.name: header.events for header in backup_store.list_tables()}
        number = backup_files.get_backup_number(path, copy)
        copies.append({"copy": number, "file": copy, "tables": tables})
        names = join_with_commas(
            say("{table} to event {number}", table=each, number=last) for each, last in tables.items()
        )
        lines.append(say("{number}: {file}, {tables}", number=number, file=copy.name, tables=names))
    all_lines = tuple(lines) or (say("There is no sound backup of {file}.", file=str(path)),)
    return Answer({"copies": copies}, all_lines, negative=not lines)


@catch_refusals
def restore_store(store: Path | None, force: bool = False, number: int | None = None) -> Answer:
    """Replace a damaged store, or any store with ``force`` or a number, by a sound backup; rename the old file."""
    from companion.table.store import Store, is_intact, resolve_store_file
    from companion.table.store import restore as put_back

    path = resolve_store_file(store)
    if not force and number is None and is_intact(path):
        line = say("{file} is in order; nothing was restored.", file=str(path))
        return Answer({"backup": None, "aside": None, "tables": None}, (line,), negative=True)
    backup, old_file = put_back(path, number=number)
    with Store(path, create=False) as restored:
        tables = {header.name: header.events for header in restored.list_tables()}
    lines = [say("Restored {backup}.", backup=str(backup))]
    if old_file is not None:
        lines.append(say("The old file is now {file}.", file=str(old_file)))
    lines += [say("  {table}: its last event is {number}.", table=name, number=last) for name, last in tables.items()]
    return Answer({"backup": backup, "aside": old_file, "tables": tables}, tuple(lines))


def check_open_table(table: Session[Any], head: str | None = None) -> Answer:
    """Check the log of an open table, read again from its store."""
    return _check_log(table.header(), table.store.list_events(table.name), head, None)


def check_table(store: StoreOrShelf, name: str, head: str | None = None, commitment: str | None = None) -> Answer:
    """Check the log of a table against hashes that were shown earlier."""
    with open_shelf(store, create=False) as shelf:
        header = shelf.get_header(parse_table_name(name))
        events = shelf.list_events(header.name)
        if not shelf.is_sound():
            raise shelf.build_damage_error()
    return _check_log(header, events, head, commitment)


def check_file(file: Path, head: str | None, commitment: str | None) -> Answer:
    """Check an exported table; see ``check_table``."""
    return _check_log(*read_archive(file), head, commitment)


def _check_log(header: Header, events: Sequence[Event], head: str | None, commitment: str | None) -> Answer:
    game = get_table_game(header)
    check_header(header, game)
    return game.verify(game, header, events, head, commitment)


_DELETED_KEPT = 5  # the most deleted tables that can be restored
_NO_EVENT = 0  # of a tap that made no event
_DeletedTable: TypeAlias = tuple[Header, Sequence[Event], Mapping[str, str]]  # with its notes


class OpenTables:
    """The tables of one shelf, opened when needed; for use in one thread."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._sessions: dict[str, Session[Any]] = {}
        self._deleted_tables: dict[str, _DeletedTable] = {}
        self._new_names: dict[str, str] = {}
        self._created: set[str] = set()

    def is_open(self, name: str) -> bool:
        """True if a table is open already; if not, opening it replays its whole log."""
        return name in self._sessions

    def names(self) -> tuple[str, ...]:
        return tuple(header.name for header in self.shelf.list_tables())

    def choose_free_name(self, word: str) -> str:
        return choose_free_name(self.shelf, word)

    def is_score(self, name: str) -> bool:
        return self.shelf.read_note(name, SCORE) is not None

    def open(self, name: str) -> Session[Any]:
        """Get a table with all events others have written; it is reopened only if the name belongs to another table."""
        name = parse_table_name(name)
        table = self._sessions.pop(name, None)
        if table is not None:
            if self.shelf.get_head(name) == table.head:
                return self._sessions.setdefault(name, table)
            last = self.shelf.list_events(name, len(table.history) - 1)
            if last and last[0].hash == table.head:  # otherwise another table has its name now
                if len(last) > 1:
                    table.catch_up()
                return self._sessions.setdefault(name, table)
        header = self.shelf.get_header(name)
        if not header.game:
            raise self.shelf.build_damage_error()
        return self._sessions.setdefault(name, Session(self.shelf, name, get_table_game(header)))

    def make(self, name: str, tap: str, visitor: str, make: Callable[[Shelf], object]) -> Session[Any]:
        """Make a table once: a tap that is sent again opens the table it made before."""
        name, tap = parse_table_name(name), check_tap_name(tap)
        if find_own_tap_event(self.shelf, name, tap, visitor) is None:
            with self.shelf.transaction():
                make(self.shelf)
                self.shelf.note_tap(name, tap, 1, visitor)
            self._created.add(name)
        return self.open(name)

    @property
    def unfinished_tables(self) -> list[str]:
        """The names of tables made since the program started whose games are not over."""
        tables = [header for header in self.shelf.list_tables() if header.name in self._created]
        games = [each for each in tables if not self.is_score(each.name)]
        return [each.name for each in games if not get_table_game(each).final_ranks(self.open(each.name))]

    def find_table_of_tap(self, tap: str) -> str | None:
        return next((name for name in self.names() if self.shelf.find_tap_event(name, tap) is not None), None)

    def rename(self, old: str, new: str, tap: str, visitor: str) -> str:
        """Rename a table once and return its new name; see ``rename_table``."""
        old, new, tap = parse_table_name(old), parse_table_name(new), check_tap_name(tap)
        if old != new and self.shelf.find_tap_event(new, tap) is None:
            with self.shelf.transaction():
                rename_table(self.shelf, old, new)
                self.shelf.note_tap(new, tap, _NO_EVENT, visitor)
            self._sessions.pop(old, None)
            self._new_names.pop(new, None)
            self._new_names[old] = new
        return new

    def get_current_name(self, name: str) -> str:
        """The current name of a table, which may have been renamed."""
        while name in self._new_names and name not in self.names():
            name = self._new_names[name]
        return name

    def delete(self, name: str) -> Answer:
        """Delete a table; see ``delete_table``. The last five can be restored."""
        name = parse_table_name(name)
        header, deleted = self.shelf.get_header(name), list[tuple[str, _DeletedTable]]()
        with suppress(TableError):  # a damaged one cannot be restored
            deleted.append((name, (header, self.shelf.list_events(name), self.shelf.list_notes(name))))
        answer = delete_table(self.shelf, name)
        self._sessions.pop(name, None)
        self._deleted_tables.pop(name, None)
        self._deleted_tables = dict([*self._deleted_tables.items(), *deleted][-_DELETED_KEPT:])
        return answer

    @property
    def deleted_tables(self) -> tuple[str, ...]:
        """The names of tables that can be restored, in the order they were deleted."""
        return tuple(self._deleted_tables)

    def bring_back(self, name: str) -> Session[Any]:
        """Restore a deleted table with its notes, under another name if its own is taken."""
        if name not in self._deleted_tables:
            raise Refused("The table {table} can no longer be brought back.", table=name)
        header, events, notes = self._deleted_tables[name]
        back = choose_free_name(self.shelf, name)
        with self.shelf.transaction():
            store_archive(self.shelf, header, events, back)
            for key, value in notes.items():
                self.shelf.write_note(back, key, value)
        del self._deleted_tables[name]
        return self.open(back)
