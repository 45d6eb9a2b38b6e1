"""Verifies logs, and writes and reads a log as one JSON file, to keep, to send, or to continue elsewhere.

The hash chain shows records that were changed, swapped or removed. Playing the game again from its seed
shows results that were changed by someone who repaired the chain. Neither can show a log cut off at its
end, one rewritten as a whole, or one from which a throw and its undo were removed together: for that the
players keep a hash they were shown, and give it here. While a game goes on the seed can be left out of an
export: its reader can predict nothing. In such a log, drawn results are taken as recorded; all that follows
from them is checked.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from companion.data.files import parse_json, read_text
from companion.errors import InputError, Place, TableError
from companion.sentences import is_visible, say
from companion.table import history as log
from companion.table.history import Event, Fault, History, LogRules, find_chain_faults, format_canonical, parse_record
from companion.table.shelf import SCORE, Header, Shelf, check_header, parse_table_name

S = TypeVar("S")

SHORTEST_HEAD = 8  # the fewest digits of a hash that players may give


@dataclass(frozen=True, slots=True)
class Verification(Generic[S]):
    """The result of verifying a log."""

    events: int
    head: str
    faults: tuple[Fault, ...]
    history: History[S]
    is_seedless: bool
    found_at: int | None = None  # the number of the event with the hash that players gave, if found

    @property
    def is_valid(self) -> bool:
        return not self.faults


def verify_log(events: Sequence[Event], game: LogRules[S], head: str | None = None) -> Verification[S]:
    """Check a log: its chain, every result by the rules of the game, and a hash that players wrote down, if given."""
    history, seedless = History(game), bool(events) and events[0].is_seedless
    faults = [*find_chain_faults(events), *_find_untrue_results(events, history, seedless)]
    found_at = None
    if head is not None:
        digits = parse_hash(head)
        found_at = next((event.number for event in events if event.hash.startswith(digits)), None)
        if found_at is None:
            message = say(
                "no event has the hash {head} that was shown: "
                "it was written down wrong, the end of the log was cut off, or this is another log",
                head=head.strip(),
            )
            faults.append(Fault(None, message))
    faults.sort(key=lambda fault: (fault.event is None, fault.event))
    last = events[-1].hash if events else log.GENESIS
    return Verification(len(events), last, tuple(faults), history, seedless, found_at)


def parse_hash(text: str) -> str:
    """Parse a hash as players write it down: whole or its first digits, with or without spaces."""
    digits = "".join(text.split()).lower()
    if not SHORTEST_HEAD <= len(digits) <= 64 or set(digits) - set("0123456789abcdef"):
        raise InputError(
            "'{head}' is not a hash; give at least the first {least} of its hexadecimal digits.",
            head=text,
            least=SHORTEST_HEAD,
        )
    return digits


def _find_untrue_results(events: Sequence[Event], history: History[S], seedless: bool) -> Iterator[Fault]:
    """The faults found by playing the game again, up to the first event that cannot be played."""
    if not events:
        yield Fault(None, say("the log is empty"))
    for event in events:
        try:
            true_event = history.replay_event(event, redo=True, seedless=seedless).event
        except TableError as error:
            yield Fault(event.number, error.sentence)
            return
        if format_canonical([true_event.result, true_event.salt]) != format_canonical([event.result, event.salt]):
            fault = say("the result of event {number} is not what the seed and the rules give", number=event.number)
            yield Fault(event.number, fault)


LARGEST = 100_000_000  # the largest file read, in bytes: some ten thousand throws


def build_archive(header: Header, events: Sequence[Event], *, with_seed: bool = True) -> dict[str, Any]:
    """A table as a JSON document."""
    if not with_seed:
        events = [log.remove_seed(events[0]), *events[1:]]
    return {
        "format": log.FORMAT,
        "game": header.game,
        "version": header.version,
        "table": header.name,
        **({"score": True} if header.is_score else {}),
        "head": events[-1].hash,
        "events": [{**json.loads(event.record), "hash": event.hash} for event in events],
    }


def read_archive(path: Path) -> tuple[Header, list[Event]]:
    """Read a table from a file; its events are not verified yet."""
    return parse_archive(read_text(path, most=LARGEST), str(path))


def parse_archive(text: str, file: str) -> tuple[Header, list[Event]]:
    """Parse a table from the text of a file; see ``read_archive``."""
    place, refusal = Place(file), InputError("this is not an exported table.", place=Place(file))
    try:
        content = parse_json(text)
    except json.JSONDecodeError as error:
        raise InputError("this is not JSON.", place=Place(file, row=error.lineno, column=error.colno)) from None
    except ValueError:  # such as for a number of five thousand digits
        raise refusal from None
    if not isinstance(content, dict) or type(content.get("format")) is not int or content["format"] < 1:
        raise refusal
    if content["format"] > log.FORMAT:
        raise TableError("{file} was written by a newer Companion; install the newest one.", file=file)
    game, version, name, records = (content.get(key) for key in ("game", "version", "table", "events"))
    if not (isinstance(game, str) and type(version) is int and isinstance(name, str)):
        raise refusal
    if not isinstance(records, list) or not records:
        raise InputError("this exported table holds no events.", place=place)
    events = []
    for number, each in enumerate(records, start=1):
        try:
            record = {key: value for key, value in each.items() if key != "hash"}
            events.append(parse_record(format_canonical(record), str(each["hash"])))
        except (AttributeError, LookupError, RecursionError, TypeError, ValueError):
            raise InputError("event {number} cannot be read.", place=place, number=number) from None
        if not _is_visible(record):
            raise InputError("event {number} contains invisible characters.", place=place, number=number)
    if content.get("head") != events[-1].hash:
        raise InputError("the last event does not have the hash given under 'head': events are missing.", place=place)
    return Header(name, game, version, len(events), content.get("score") is True), events


def _is_visible(value: object) -> bool:
    """True when no text of a record has hidden characters, which a terminal might obey."""
    match value:
        case str():
            return is_visible(value)
        case dict():
            return all(_is_visible(each) for pair in value.items() for each in pair)
        case list():
            return all(map(_is_visible, value))
        case _:
            return True


def check_archive(header: Header, events: Sequence[Event], game: LogRules[S], file: str) -> None:
    """Refuse a table read from a file if it is of another game or version, or its log has faults."""
    check_header(header, game)
    if faults := verify_log(events, game).faults:
        raise InputError("this table was changed after it was played: {what}.", place=Place(file), what=faults[0].text)


def store_archive(store: Shelf, header: Header, events: Sequence[Event], name: str) -> Header:
    free_name = parse_table_name(name)
    with store.transaction():
        store.add_table(free_name, header.game, header.version)
        for event in events:
            store.append_event(free_name, event)
        if header.is_score:
            store.write_note(free_name, SCORE, "yes")
    return Header(free_name, header.game, header.version, len(events))
