"""Whole tables as files: one exported or taken in, and the store put back from its last backup."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.answers import Answer, answering
from companion.data.files import read_text, write_text
from companion.play.game import game_of
from companion.sentences import Sentence, listed, say
from companion.service.kept_tables import read_copy, saved_copy, told_import, whole_copy
from companion.service.session import Keeping, Session, shelf_of
from companion.table.archive import LARGEST, keep_archive


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
    from companion.table.backup import intact
    from companion.table.backup import restore as put_back
    from companion.table.store import Store, named

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
