"""A log as one JSON file: to keep, to send, to go on with on another computer.

While a game goes on the seed can be left out: whoever reads such a file foresees nothing, and nothing can be
thrown from it. A file with the seed lets its reader foresee every throw.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from companion.data.files import read_text
from companion.data.nesting import parse_json
from companion.errors import InputError, Place, TableError
from companion.sentences import visible
from companion.table.history import LogRules
from companion.table.log import FORMAT, Event, canonical, read_record, without_seed
from companion.table.shelf import Header, Shelf, table_name
from companion.table.verify import verify_log

S = TypeVar("S")

LARGEST = 100_000_000  # the largest file read, in bytes: some ten thousand throws


def archive(header: Header, events: Sequence[Event], *, with_seed: bool = True) -> dict[str, Any]:
    """A table as a JSON document."""
    if not with_seed:
        events = [without_seed(events[0]), *events[1:]]
    return {
        "format": FORMAT,
        "game": header.game,
        "version": header.version,
        "table": header.name,
        "head": events[-1].hash,
        "events": [{**json.loads(event.record), "hash": event.hash} for event in events],
    }


def read_archive(path: Path) -> tuple[Header, list[Event]]:
    """Read a table from a file; its events are not yet judged."""
    return parse_archive(read_text(path, most=LARGEST), str(path))


def parse_archive(text: str, file: str) -> tuple[Header, list[Event]]:
    """Read a table from the text of a file; see ``read_archive``."""
    place, strange = Place(file), InputError("this is not an exported table.", place=Place(file))
    try:
        content = parse_json(text)
    except json.JSONDecodeError as error:
        raise InputError(
            "this is not JSON.", place=Place(file, row=error.lineno, column=error.colno)
        ) from None
    except ValueError:  # such as a number of five thousand digits
        raise strange from None
    if not isinstance(content, dict) or type(content.get("format")) is not int:
        raise strange
    if content["format"] < 1:
        raise strange
    if content["format"] > FORMAT:
        raise TableError("{file} was written by a newer Companion; install the newest one.", file=file)
    game, version, name = content.get("game"), content.get("version"), content.get("table")
    kept = content.get("events")
    if not (isinstance(game, str) and type(version) is int and isinstance(name, str)):
        raise strange
    if not isinstance(kept, list) or not kept:
        raise InputError("this exported table holds no events.", place=place)
    events = []
    for number, each in enumerate(kept, start=1):
        try:
            record = {key: value for key, value in each.items() if key != "hash"}
            events.append(read_record(canonical(record), str(each["hash"])))
        except (AttributeError, LookupError, RecursionError, TypeError, ValueError):
            raise InputError("event {number} cannot be read.", place=place, number=number) from None
        if not _visible(record):
            raise InputError(
                "event {number} holds characters that cannot be seen.", place=place, number=number
            )
    if content.get("head") != events[-1].hash:
        raise InputError(
            "the last event does not have the hash that stands under 'head': events are missing.", place=place
        )
    return Header(name, game, version, len(events)), events


def _visible(value: object) -> bool:
    """True when all texts of a record can be shown; a terminal would obey hidden characters in others."""
    match value:
        case str():
            return visible(value)
        case dict():
            return all(_visible(each) for pair in value.items() for each in pair)
        case list():
            return all(map(_visible, value))
        case _:
            return True


def check_game(header: Header, game: str, file: str) -> None:
    """Refuse a table of another game."""
    if header.game != game:
        other, wanted = header.game.capitalize(), game.capitalize()
        raise InputError(
            "the table in this file plays {other}, not {game}.", place=Place(file), other=other, game=wanted
        )


def check_archive(header: Header, events: Sequence[Event], game: LogRules[S], file: str) -> None:
    """Find out whether a table that was read tells the truth."""
    check_game(header, game.name, file)
    if header.version > game.version:
        raise TableError("{file} was written by a newer Companion; install the newest one.", file=file)
    verdict = verify_log(events, game)
    if not verdict.true:
        raise InputError(
            "this table was changed after it was played: {what}.",
            place=Place(file),
            what=verdict.faults[0].text,
        )


def keep_archive(store: Shelf, header: Header, events: Sequence[Event], name: str) -> Header:
    """Keep a table that tells the truth."""
    kept = table_name(name)
    with store.writing():
        store.add_table(kept, header.game, header.version)
        for event in events:
            store.append(kept, event)
    return Header(kept, header.game, header.version, len(events))
