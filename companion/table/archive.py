"""Whether a log tells the truth, and a log as one JSON file: to keep, to send, to go on with elsewhere.

The chain finds records that were changed, swapped or removed. Following the game again from its seed
finds results that were changed by someone who mended the chain afterwards. What neither can see is a
log cut off at its end, or written anew as a whole, or one from which a throw and its undoing were taken
together: for that the players keep a hash they were shown, and give it here. In a log that was exported
without its seed, what was drawn is taken as it stands there; all that follows from it is judged.

While a game goes on the seed can be left out: whoever reads such a file foresees nothing, and nothing can be
thrown from it. A file with the seed lets its reader foresee every throw.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from companion.data.files import parse_json, read_text
from companion.errors import InputError, Place, TableError
from companion.sentences import say, visible
from companion.table.history import (
    FORMAT,
    GENESIS,
    Event,
    Fault,
    History,
    LogRules,
    breaks,
    canonical,
    read_record,
    without_seed,
)
from companion.table.shelf import Header, Shelf, table_name

S = TypeVar("S")

SHORTEST_HEAD = 8  # the fewest digits of a hash that players may give


@dataclass(frozen=True, slots=True)
class Verification(Generic[S]):
    """The verdict on a log."""

    events: int
    head: str
    faults: tuple[Fault, ...]
    history: History[S]
    seedless: bool
    # the number of the event whose hash the players gave; none when none was given or found
    seen_at: int | None = None

    @property
    def true(self) -> bool:
        """True when nothing is wrong."""
        return not self.faults


def verify_log(events: Sequence[Event], game: LogRules[S], head: str | None = None) -> Verification[S]:
    """Look a log over: its chain, every result by the game's own rules, and the hash players kept."""
    history = History(game)
    faults = [*breaks(events), *_untrue(events, history)]
    seen_at = None
    if head is not None:
        digits = hash_digits(head)
        seen_at = next((event.number for event in events if event.hash.startswith(digits)), None)
        if seen_at is None:
            what = say(
                "no event has the hash {head} that was shown: "
                "it was written down wrong, the end of the log was cut off, or this is another log",
                head=head.strip(),
            )
            faults.append(Fault(None, what))
    faults.sort(key=lambda fault: (fault.event is None, fault.event))
    return Verification(
        len(events),
        events[-1].hash if events else GENESIS,
        tuple(faults),
        history,
        _seedless(events),
        seen_at,
    )


def hash_digits(typed: str) -> str:
    """A hash as players write it down: whole or its first digits, blanks between them or not."""
    digits = "".join(typed.split()).lower()
    if not SHORTEST_HEAD <= len(digits) <= 64 or set(digits) - set("0123456789abcdef"):
        raise InputError(
            "'{head}' is not a hash; give at least the first {least} of its hexadecimal digits.",
            head=typed,
            least=SHORTEST_HEAD,
        )
    return digits


def _seedless(events: Sequence[Event]) -> bool:
    return bool(events) and events[0].seedless


def _untrue(events: Sequence[Event], history: History[S]) -> Iterator[Fault]:
    """Play the game again; stops at the first event that cannot be played."""
    if not events:
        yield Fault(None, say("the log is empty"))
    seedless = _seedless(events)
    for event in events:
        try:
            true = history.follow(event, anew=True, seedless=seedless).event
        except TableError as error:
            yield Fault(event.number, error.sentence)
            return
        if canonical([true.result, true.salt]) != canonical([event.result, event.salt]):
            what = say(
                "the result of event {number} is not what the seed and the rules give", number=event.number
            )
            yield Fault(event.number, what)


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
