"""The tables of a store: listed, named, deleted, judged; whole tables as files, and a store restored.

Tables are carried from one Companion to another: saved as a document, and taken in from one.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from companion.answers import Answer, answering
from companion.data.files import read_text, write_text
from companion.errors import CompanionError, Refused, TableError
from companion.play.game import game_of, table_data
from companion.play.games import game_named, game_played
from companion.sentences import Sentence, listed, say, say_count
from companion.service.playing import told_event
from companion.service.session import Keeping, Session, shelf_of
from companion.table.archive import LARGEST, archive, check_archive, keep_archive, parse_archive, read_archive
from companion.table.backup_files import none_yet
from companion.table.history import NO_SEED, Event
from companion.table.shelf import LONGEST_NAME, Header, Shelf, table_name
from companion.table.table import check_header, tap_name


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
        from companion.table.store import delete_with_copy

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


def let_out(here: Session[Any]) -> None:
    """Have the log tell everybody that the whole table is copied, with all that is hidden at it."""
    game = game_of(here)
    if not game.out(here.history):
        for request in game.letting_out(here.state):
            here.do(request)


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


@answering
def export_table(
    here: Session[Any], output: Path | None = None, overwrite: bool = False, whole: bool = False
) -> Answer:
    """A table with its whole log as one document, or in a file; ``whole`` with what must stay hidden.

    Without it a seed is left out until it has been revealed, and a log that tells other secrets is refused.
    """
    game, notices = game_of(here), tuple[Sentence, ...]()
    revealed = game.revealed(here.state)
    if whole and not (revealed and game.out(here.history)):
        for request in game.letting_out(here.state):
            here.do(request)
        notices = () if game.let_out is None else (game.let_out,)
    answer = whole_copy(here) if whole else saved_copy(here)
    if output is None or answer.refused is not None:
        return replace(answer, notices=notices)
    document = answer.document
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    write_text(output, text, overwrite=overwrite, private=True)
    line = say("{file} holds the table {table}.", file=str(output), table=document["table"])
    remedies = () if revealed or whole else ("with seed",)
    told = {
        "table": document["table"],
        "file": output,
        "events": len(document["events"]),
        "hash": document["head"],
        "seed": revealed or whole,
    }
    return Answer(told, (line,), notices=notices, files=(output,), remedies=remedies)


def import_table(store: Keeping, file: Path, name: str | None = None) -> Answer:
    """Take a table from a file into the store, under its own name by default; a changed one is refused."""
    carried = read_copy(read_text(file, most=LARGEST), str(file))
    with shelf_of(store) as shelf:
        header = keep_archive(
            shelf, carried.header, carried.events, carried.header.name if name is None else name
        )
    return told_import(header, carried.events)


def list_copies(store: Path | None) -> Answer:
    """The sound backups of a store with the tables in each, the newest first."""
    from companion.table.backup_files import backups, number_of
    from companion.table.database import sound
    from companion.table.store import Store, named

    path, copies, lines = named(store), [], []
    for copy in reversed([each for each in backups(path) if sound(each)]):
        with Store(copy, create=False) as opened:
            tables = {header.name: header.events for header in opened.headers()}
        copies.append({"copy": number_of(path, copy), "file": copy, "tables": tables})
        held = listed(
            say("{table} to event {number}", table=name, number=last) for name, last in tables.items()
        )
        lines.append(
            say("{number}: {file}, {tables}", number=number_of(path, copy), file=copy.name, tables=held)
        )
    told = tuple(lines) or (say("There is no sound backup of {file}.", file=str(path)),)
    return Answer({"copies": copies}, told, negative=not lines)


@answering
def restore(store: Path | None, force: bool = False, number: int | None = None) -> Answer:
    """Put the last sound backup in the place of the store; what stood there is kept under another name.

    With ``force``, or where a backup is named by its number, it is done although the store is in order.
    """
    from companion.table.store import Store, intact, named
    from companion.table.store import restore as put_back

    path = named(store)
    if not force and number is None and intact(path):
        line = say("{file} is in order; nothing was put back.", file=str(path))
        return Answer({"backup": None, "aside": None, "tables": None}, (line,), negative=True)
    backup, aside = put_back(path, number=number)
    with Store(path, create=False) as opened:
        headers = opened.headers()
    lines = [say("{backup} is back in its place.", backup=str(backup))]
    if aside is not None:
        lines.append(say("What stood there is now {file}.", file=str(aside)))
    lines += [
        say("  {table}: event {number} is its last.", table=header.name, number=header.events)
        for header in headers
    ]
    tables = {header.name: header.events for header in headers}
    return Answer({"backup": backup, "aside": aside, "tables": tables}, tuple(lines))


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


_DELETED_KEPT = 5  # so many deleted tables can be brought back
_NO_EVENT = 0  # a tap that made none


@dataclass(frozen=True, slots=True)
class _Deleted:
    """A table that was deleted while all were open."""

    header: Header
    events: Sequence[Event]
    notes: Mapping[str, str]


class OpenTables:
    """The tables of one shelf, used in one thread."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._open: dict[str, Session[Any]] = {}
        self._deleted: dict[str, _Deleted] = {}
        self._renamed: dict[str, str] = {}
        self._made: set[str] = set()

    def is_open(self, name: str) -> bool:
        """True when a table is open already; another one has first to be played as its log says."""
        return name in self._open

    def names(self) -> tuple[str, ...]:
        """The names of all tables, in order."""
        return tuple(header.name for header in self.shelf.headers())

    def free_name(self, word: str) -> str:
        """A name that no table has yet; see ``unused_name``."""
        return unused_name(self.shelf, word)

    def open(self, name: str) -> Session[Any]:
        """A table with all that others have written; the one opened before, unless another took its place."""
        name = table_name(name)
        here = self._open.pop(name, None)
        if here is not None:
            if self.shelf.head(name) == here.head:
                return self._open.setdefault(name, here)
            last = self.shelf.events(name, len(here.history) - 1)
            if last and last[0].hash == here.head:  # else another table was given its name
                if len(last) > 1:
                    here.catch_up()
                return self._open.setdefault(name, here)
        header = self.shelf.header(name)
        if not header.game:
            raise self.shelf.damaged()
        return self._open.setdefault(name, Session(self.shelf, name, game_played(header)))

    def make(self, name: str, tap: str, by: str, make: Callable[[Shelf], object]) -> Session[Any]:
        """Make a table, once: a tap that was carried out already opens the table it has made."""
        name, tap = table_name(name), tap_name(tap)
        if self.shelf.tap(name, tap) is None:
            with self.shelf.writing():
                make(self.shelf)
                self.shelf.note_tap(name, tap, 1, by)
            self._made.add(name)
        return self.open(name)

    @property
    def begun(self) -> list[str]:
        """The tables that were made since all are open, and are not over."""
        made = [header for header in self.shelf.headers() if header.name in self._made]
        return [each.name for each in made if not game_played(each).final_ranks(self.open(each.name))]

    def made_by(self, tap: str) -> str | None:
        """The table that a tap has made; none, if it has not."""
        return next((name for name in self.names() if self.shelf.tap(name, tap) is not None), None)

    def rename(self, old: str, new: str, tap: str, by: str) -> str:
        """Give a table another name, once, and return it as it is kept; see ``rename_table``."""
        old, new, tap = table_name(old), table_name(new), tap_name(tap)
        if old != new and self.shelf.tap(new, tap) is None:
            with self.shelf.writing():
                rename_table(self.shelf, old, new)
                self.shelf.note_tap(new, tap, _NO_EVENT, by)
            self._open.pop(old, None)
            self._renamed.pop(new, None)
            self._renamed[old] = new
        return new

    def called_now(self, name: str) -> str:
        """The present name of a table that was renamed meanwhile; any other keeps its own."""
        while name in self._renamed and name not in self.names():
            name = self._renamed[name]
        return name

    def delete(self, name: str) -> Answer:
        """Delete a table; see ``delete_table``. The last ones can be brought back."""
        name = table_name(name)
        header, kept = self.shelf.header(name), list[tuple[str, _Deleted]]()
        with suppress(TableError):  # one that is damaged goes for good
            kept.append((name, _Deleted(header, self.shelf.events(name), self.shelf.notes(name))))
        answer = delete_table(self.shelf, name)
        self._open.pop(name, None)
        self._deleted.pop(name, None)
        self._deleted = dict([*self._deleted.items(), *kept][-_DELETED_KEPT:])
        return answer

    @property
    def deleted(self) -> tuple[str, ...]:
        """The tables that can be brought back, the last deleted one last."""
        return tuple(self._deleted)

    def bring_back(self, name: str) -> Session[Any]:
        """Bring a table back that was deleted, with its notes; under another name where its own is taken."""
        kept = self._deleted.get(name)
        if kept is None:
            raise Refused("The table {table} cannot be brought back any more.", table=name)
        back = unused_name(self.shelf, name)
        with self.shelf.writing():
            self.shelf.add_table(back, kept.header.game, kept.header.version)
            for event in kept.events:
                self.shelf.append(back, event)
            for key, value in kept.notes.items():
                self.shelf.write_note(back, key, value)
        del self._deleted[name]
        return self.open(back)
