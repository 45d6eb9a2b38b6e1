"""The log of a table: told, verified, exported, imported, restored."""

from __future__ import annotations

import json
from pathlib import Path

from companion.answers import Answer, Told, answering
from companion.data.files import write_text
from companion.play.shogun import GAME
from companion.play.shogun.seed import ExportSeed
from companion.play.shogun.telling.remarks import remarks_data, remarks_told
from companion.play.shogun.telling.standing import log_told
from companion.play.shogun.telling.story import event_line
from companion.play.shogun.telling.verified import verified
from companion.sentences import Sentence, say
from companion.service.shelves import Keeping, shelf_of
from companion.service.shogun.tables import ShogunSession
from companion.service.tables import told_import
from companion.table.archive import archive, import_archive, read_archive
from companion.table.shelf import table_name


@answering
def tell_log(here: ShogunSession) -> Answer:
    """Every event of a table; what was taken back is marked, with what had come of it."""
    history, events, lines = here.history, [], list[Told]()
    for step in history:
        event, what = step.event, event_line(history, step)
        undone = history.undone(event)
        number = f"{event.number:>3}"
        told = (
            say("{number}. Undone: {what}", number=number, what=what)
            if undone
            else say("{number}. {what}", number=number, what=what)
        )
        events.append({"event": event.number, "kind": event.kind, "undone": undone, "text": what})
        lines.append(told)
    data = {"table": here.name, "history": events, "remarks": remarks_data(history), "hash": here.head}
    return Answer(data, (*lines, *remarks_told(history), *log_told(step)))


def verify_table(store: Keeping, name: str, head: str | None, commitment: str | None) -> Answer:
    """Play the whole game of a table again from its seed, and find any record that was changed.

    ``head`` is a hash that was shown after an event, or its first digits; ``commitment`` that of the start.
    """
    with shelf_of(store, create=False) as shelf:
        header = shelf.header(table_name(name))
        events = shelf.events(header.name)
        if not shelf.sound():
            raise shelf.damaged()
    return verified(GAME, header, events, head, commitment)


def verify_file(file: Path, head: str | None, commitment: str | None) -> Answer:
    """Verify an exported table; see ``verify_table``."""
    return verified(GAME, *read_archive(file), head, commitment)


@answering
def export_table(
    here: ShogunSession, output: Path | None = None, overwrite: bool = False, with_seed: bool = False
) -> Answer:
    """A table with its whole log as one document; its seed is left out until it has been revealed.

    With ``with_seed`` it is in it all the same; the log says so.
    """
    revealed = here.state.seal.revealed
    notices: tuple[Sentence, ...] = ()
    if with_seed and not revealed:
        here.do(ExportSeed())
        notices = (
            say("The file holds the seed: whoever reads it can foresee every throw; the log says so to all."),
        )
    events = [step.event for step in here.history]
    document = archive(here.header(), events, with_seed=revealed or with_seed)
    if output is None:
        return Answer(document, notices=notices)
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    write_text(output, text, overwrite=overwrite, private=True)
    line = say("{file} holds the table {table}.", file=str(output), table=document["table"])
    sealed = () if revealed or with_seed else ("with seed",)
    return Answer(document, (line,), notices=notices, files=(output,), remedies=sealed)


def import_table(store: Keeping, file: Path, name: str | None = None) -> Answer:
    """Take a table from a file into the store, under its own name by default; a changed one is refused."""
    with shelf_of(store) as shelf:
        header = import_archive(shelf, file, GAME, name)
        events = shelf.events(header.name)
    return told_import(header, events)


def restore(store: Path | None, force: bool = False) -> Answer:
    """Put the last sound backup in the place of the store; what stood there is kept under another name.

    With ``force`` it is done although the store is in order.
    """
    from companion.table.backup import intact
    from companion.table.backup import restore as put_back
    from companion.table.store import FILE_NAME, Store, default_path

    path = default_path() if store is None else store
    path = path / FILE_NAME if path.is_dir() else path
    if not force and intact(path):
        line = say("{file} is in order; nothing was put back.", file=str(path))
        return Answer({"backup": None, "aside": None, "tables": None}, (line,), negative=True)
    backup, aside = put_back(path)
    with Store(path, create=False) as opened:
        headers = opened.headers()
    lines = [say("{backup} is back in its place.", backup=str(backup))]
    if aside is not None:
        lines.append(say("What stood there is now {file}.", file=str(aside)))
    lines += [
        say("  {table}: event {number} is its last.", table=header.name, number=header.events)
        for header in headers
    ]
    data = {
        "backup": str(backup),
        "aside": None if aside is None else str(aside),
        "tables": {header.name: header.events for header in headers},
    }
    return Answer(data, tuple(lines))
