"""What happened at a table, written down once and never changed: a chain of frozen events.

Every event is one line of canonical JSON that carries the hash of the line before it. Changing,
swapping or removing a line breaks the chain at that place; cutting lines off the end changes the
last hash, the head, which is shown to the players after every throw. A line that tells what is hidden
has a salt, or the hidden could be found by trying until the hash is the same.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.sentences import Sentence, say

FORMAT = 1  # the version of the record's shape; a log with a higher one was written by a newer Companion
SEED = ("salt", "seed")  # what of a start is left out of an export until the game is over
GENESIS = "0" * 64  # what stands for the hash before the first event
NO_SEED = say(
    "This table came here without its seed: it can be read, and results of a real tower can be entered, "
    "but nothing is thrown or drawn."
)
"""What is said of a table that was brought here without its seed."""

Body = Mapping[str, Any]  # what was asked for, or what came of it: JSON values only


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened at a table."""

    number: int  # its place in the log, from 1
    kind: str
    asked: Body
    result: Body
    previous: str
    record: str = field(repr=False)
    hash: str  # SHA-256 of ``record``, in hexadecimal; for a start without its seed, of the whole start
    seedless: bool = False
    salt: str = ""  # what keeps a record from being guessed by its hash; nothing where nothing is hidden


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a log."""

    event: int | None  # the number of the event where it shows; ``None`` when it concerns the whole log
    text: Sentence


def canonical(value: object) -> str:
    """The one way a value is written: sorted keys, no blanks, ASCII, no NaN."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def hash_of(record: str) -> str:
    """The SHA-256 of a record, 64 hexadecimal digits."""
    return hashlib.sha256(record.encode("utf-8", "surrogatepass")).hexdigest()


def link(number: int, kind: str, asked: Body, result: Body, previous: str, salt: str = "") -> Event:
    """Write down an event that follows the one whose hash is ``previous``.

    The event holds what would be read back: lists for tuples, text for keys.
    """
    said, came, salted = canonical(asked), canonical(result), f',"salt":{canonical(salt)}' if salt else ""
    # Canonical as a whole: the keys are in their order.
    record = (
        f'{{"asked":{said},"kind":{canonical(kind)},"number":{number},'
        f'"previous":{canonical(previous)},"result":{came}{salted}}}'
    )
    asked, result = json.loads(said), json.loads(came)
    return Event(number, kind, asked, result, previous, record, hash_of(record), salt=salt)


def read_record(record: str, kept_hash: str) -> Event:
    """Read an event as it was kept, right or wrong; ``breaks`` judges it."""
    if not (isinstance(record, str) and isinstance(kept_hash, str)):
        raise TypeError("no text")
    content = json.loads(record)
    try:
        number, kind, previous = content["number"], content["kind"], content["previous"]
        asked, result, salt = content["asked"], content["result"], content.get("salt", "")
    except (KeyError, TypeError) as error:
        raise ValueError("no record") from error
    if not (
        type(number) is int
        and isinstance(kind, str)
        and isinstance(previous, str)
        and isinstance(asked, dict)
        and isinstance(result, dict)
        and isinstance(salt, str)
    ):
        raise ValueError("no record")
    # Only this much may be kept back, and only at the start; all else is judged by its hash.
    seedless = content.get("withheld") == [*SEED] and number == 1 and not any(key in asked for key in SEED)
    return Event(number, kind, asked, result, previous, record, kept_hash, seedless, salt)


def without_seed(event: Event) -> Event:
    """A start as it is exported while the game goes on: its hash is still that of the whole."""
    content = json.loads(event.record)
    content["asked"] = {key: value for key, value in content["asked"].items() if key not in SEED}
    return read_record(canonical({**content, "withheld": [*SEED]}), event.hash)


def breaks(events: Iterable[Event], number: int = 0, head: str = GENESIS) -> Iterator[Fault]:
    """The faults of a chain of events: changed records, wrong order, missing ones."""
    for event in events:
        if event.hash != hash_of(event.record) and not event.seedless:
            yield Fault(event.number, say("event {number} is not what was written down", number=event.number))
        if event.number != number + 1:
            what = say(
                "event {number} stands where event {expected} should",
                number=event.number,
                expected=number + 1,
            )
            yield Fault(event.number, what)
        elif event.previous != head:
            what = say("event {number} does not follow from the event before it", number=event.number)
            yield Fault(event.number, what)
        number, head = event.number, event.hash
