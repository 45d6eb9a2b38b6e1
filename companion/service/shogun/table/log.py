"""The log of a table: shown, undone, put right, verified, exported, imported, restored."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from companion.answers import Answer, Told, answering
from companion.data.files import write_text
from companion.play.shogun.fights import THROWS
from companion.play.shogun.game import SHOGUN
from companion.play.shogun.keeping import no_seed
from companion.play.shogun.opening import ExportSeed
from companion.play.shogun.state import ShogunState
from companion.play.shogun.views import view
from companion.sentences import Sentence, say, say_count
from companion.service.checking import findings, log_lines, untrue
from companion.service.shelves import Keeping, shelf_of
from companion.service.shogun.figures import Tray
from companion.service.shogun.standing import cubes_data, cubes_figure, kept_cubes_data
from companion.service.shogun.table.fights import number_awaited
from companion.service.shogun.table.opening import ShogunSession, log_told
from companion.service.shogun.table.phones import numbers_data, numbers_lines, thrown_data, thrown_lines
from companion.service.shogun.table.remarks import remarks_data, remarks_told
from companion.service.shogun.table.story import step_words
from companion.service.shogun.throw_words import declared_words
from companion.service.tables import told_import
from companion.table.archive import archive, import_archive, read_archive
from companion.table.history import History
from companion.table.log import Event, Fault
from companion.table.shelf import Header, table_name
from companion.table.table import check_header
from companion.table.verify import hash_digits, verify_log


@answering
def show(here: ShogunSession) -> Answer:
    """What is in the tower, in the tray and outside, and the hashes to check the game by."""
    step = here.history.steps[-1]
    seen = view(step.after)
    data = {
        "throw": seen.throws,
        **cubes_data(seen),
        **kept_cubes_data(seen),
        "commitment": seen.commitment,
        "remarks": remarks_data(here.history),
        "number_from": number_awaited(here),
        "numbers": numbers_data(here),
    }
    lines: list[Told] = [
        say_count(
            "Table {table}, tower {preset}, {count} throw so far.",
            "Table {table}, tower {preset}, {count} throws so far.",
            seen.throws,
            table=here.name,
            preset=seen.preset.name,
        ),
        *((say("A real tower is thrown."),) if seen.real_tower else ()),
        say("In the tray, for the next throw:"),
        Tray(seen.tray),
        cubes_figure(seen) or say("This table chose not to be told of the inside."),
        say("The seed is sealed under: {commitment}", commitment=seen.commitment),
    ]
    if here.state.declared is not None:
        declaration = next(step for step in reversed(here.history.steps) if step.event.kind == "declare")
        lines.append(say("{what} It waits for its number.", what=declared_words(declaration)))
        lines += numbers_lines(here)
    if not seen.seed_known:
        lines.append(no_seed().sentence)
    if seen.seed is not None:
        lines.append(say("The seed has been revealed: {seed}", seed=seen.seed[0]))
    return Answer(data, (*lines, *remarks_told(here.history), *log_told(step)))


@answering
def undo(here: ShogunSession, redo: bool = False) -> Answer:
    """Take the last event back, or the last undo.

    Args:
        here: The table.
        redo: Whether it is the last undo that is taken back.
    """
    done, about = here.redo() if redo else here.undo()
    taken = about.event
    data = {
        "table": here.name,
        "event": done.event.number,
        "redone" if redo else "undone": taken.number,
        "kind": taken.kind,
        "text": step_words(here.history, about),
        "throw": done.after.tower.throws,
        **cubes_data(view(done.after)),
        "hash": done.event.hash,
    }
    if redo:
        line = say("Event {number} stands again.", number=taken.number)
    elif taken.kind in THROWS and taken.asked.get("out") is None:
        line = say(
            "Throw {throw} is undone. It stays in the log and on the luck sheet; "
            "the same cubes thrown again come out the same.",
            throw=taken.result["throw"],
        )
    else:
        line = say("Event {number} is undone. It stays in the log.", number=taken.number)
    named = step_words(here.history, about)
    return Answer(data, (say("Taken back: {what}", what=named) if not redo else named, line, *log_told(done)))


def verify_table(store: Keeping, name: str, head: str | None, commitment: str | None) -> Answer:
    """Play the whole game of a table again from its seed, and find any record that was changed.

    Args:
        store: Where the tables are kept.
        name: The table.
        head: A hash that was shown after an event, or its first digits.
        commitment: The hash that was shown when the table began, likewise.
    """
    with shelf_of(store, create=False) as shelf:
        header = shelf.header(table_name(name))
        events = shelf.events(header.name)
        if not shelf.sound():
            raise shelf.damaged()
    return _verified(header, events, head, commitment)


def verify_here(here: ShogunSession, head: str | None = None) -> Answer:
    """The same for a table that is open; its log is read again from where it is kept."""
    return _verified(here.header(), here.store.events(here.name), head, None)


def verify_file(file: Path, head: str | None, commitment: str | None) -> Answer:
    """Verify an exported table; see ``verify_table``."""
    return _verified(*read_archive(file), head, commitment)


def _verified(header: Header, events: Sequence[Event], head: str | None, commitment: str | None) -> Answer:
    check_header(header, SHOGUN)
    verdict = verify_log(events, SHOGUN, head)
    faults = list(verdict.faults)
    if commitment is not None and not _began_under(events, hash_digits(commitment)):
        what = say("the table did not begin under the hash {hash}", hash=commitment.strip())
        faults.append(Fault(0, what))
    data = {
        "table": header.name,
        "true": not faults,
        "events": verdict.events,
        "hash": verdict.head,
        "findings": findings(faults),
        "seed": not verdict.seedless,
        "remarks": [] if faults else remarks_data(verdict.history),
        "phones": None if faults else thrown_data(verdict.history),
    }
    if faults:
        return Answer(data, untrue(faults), negative=True)
    lines: list[Told] = [
        say_count(
            "{count} event followed again from the seed: every record is true.",
            "{count} events followed again from the seed: every record is true.",
            verdict.events,
        )
    ]
    if verdict.seedless:
        lines = [
            say_count(
                "{count} event followed again without the seed: chain, rules and cubes hold together.",
                "{count} events followed again without the seed: chain, rules and cubes hold together.",
                verdict.events,
            ),
            say(
                "Not checked: that filling, throws and cards came from the sealed seed, and the start itself."
            ),
        ]
    lines += [*log_lines(verdict), *thrown_lines(verdict.history), *remarks_told(verdict.history)]
    return Answer(data, tuple(lines), remedies=("head",) if head is None else ())


def _began_under(events: Sequence[Event], digits: str) -> bool:
    commitment = events[0].result.get("commitment") if events else None
    return isinstance(commitment, str) and commitment.startswith(digits)


@answering
def export_table(
    here: ShogunSession, output: Path | None = None, overwrite: bool = False, with_seed: bool = False
) -> Answer:
    """A table with its whole log as one document; its seed is left out until it has been revealed.

    Args:
        here: The table.
        output: The file to write it to.
        overwrite: Whether it may replace a file that Companion did not make.
        with_seed: Whether the seed is in it all the same; the log says so.
    """
    revealed = here.state.seal.revealed
    notices: tuple[Sentence, ...] = ()
    if with_seed and not revealed:
        let_seed_out(here)
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


def let_seed_out(here: ShogunSession) -> None:
    """Write down, for all to know, that whoever has a file with the seed can foresee every throw."""
    here.do(ExportSeed())


def seed_is_out(history: History[ShogunState]) -> bool:
    """Whether all know of the seed: it was revealed, or was in a file."""
    steps = history.steps
    return steps[-1].after.seal.revealed or any(isinstance(step.request, ExportSeed) for step in steps)


def import_table(store: Keeping, file: Path, name: str | None = None) -> Answer:
    """Take a table from a file into the store; one that was changed is refused.

    Args:
        store: Where the tables are kept.
        file: The exported table.
        name: Another name for it; its own by default.
    """
    with shelf_of(store) as shelf:
        header = import_archive(shelf, file, SHOGUN, name)
        events = shelf.events(header.name)
    return told_import(header, events)


def restore(store: Path | None, force: bool = False) -> Answer:
    """Put the last sound backup in the place of the store; what stood there is kept under another name.

    Args:
        store: The file (or folder) that keeps the tables.
        force: Whether it is done although the store is in order.
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
