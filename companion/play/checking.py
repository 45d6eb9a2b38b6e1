"""The truth of a table's log, judged and told alike for all games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.answers import Answer
from companion.play.game import Game
from companion.sentences import Sentence, say, say_count
from companion.table.log import Event, Fault
from companion.table.shelf import Header
from companion.table.verify import Verification, hash_digits, verify_log

S = TypeVar("S")

_SHOWN = 16


@dataclass(frozen=True, slots=True)
class JudgedLog:
    """The verdict on the log of a table."""

    table: str
    true: bool
    events: int
    hash: str | None  # of the last event; ``None`` while something could be guessed from it
    findings: Sequence[Fault]


def shown_hash(head: str) -> str:
    """The first digits of a hash in groups of four, to be read out and written down."""
    return " ".join(head[start : start + 4] for start in range(0, _SHOWN, 4))


def check_log(
    game: Game[S], header: Header, events: Sequence[Event], head: str | None, commitment: str | None
) -> Answer:
    """The whole game of a table played again by its rules, and any record that was changed.

    While something is hidden that could be guessed from a hash, none is told or looked for.
    """
    verdict = verify_log(events, game)
    sealed = verdict.true and game.sealed(verdict.history.state)
    if head is not None and not sealed:
        verdict = verify_log(events, game, head)
    faults = [*verdict.faults, *([] if sealed else other_beginning(events, commitment))]
    judged = JudgedLog(header.name, not faults, verdict.events, None if sealed else verdict.head, faults)
    if faults:
        return Answer(judged, untrue(faults), negative=True)
    followed = say_count(
        "{count} event followed again by the rules: every record is true.",
        "{count} events followed again by the rules: every record is true.",
        verdict.events,
    )
    return Answer(judged, (followed, *(() if sealed else log_lines(verdict))))


def other_beginning(events: Sequence[Event], commitment: str | None) -> list[Fault]:
    """The fault of a log that did not begin under a hash that was shown then."""
    if commitment is None:
        return []
    known = events[0].result.get("commitment") if events else None
    if isinstance(known, str) and known.startswith(hash_digits(commitment)):
        return []
    return [Fault(None, say("the table did not begin under the hash {hash}", hash=commitment.strip()))]


def untrue(faults: Sequence[Fault]) -> tuple[Sentence, ...]:
    """The faults of a log."""
    return (say("This log does not tell the truth:"), *(say("  {what}", what=each.text) for each in faults))


def head_line(number: int, head: str) -> Sentence:
    """The event that a log ends with, and its hash."""
    return say("Event {number} of the log; its hash begins {hash}.", number=number, hash=shown_hash(head))


def log_lines(verdict: Verification[Any]) -> tuple[Sentence, ...]:
    """The end of a true log, and the event whose hash somebody was shown."""
    end = head_line(verdict.events, verdict.head)
    if verdict.seen_at is None or verdict.seen_at == verdict.events:
        return (end,)
    seen = say(
        "The hash you gave is that of event {number}; the log goes on to event {last}.",
        number=verdict.seen_at,
        last=verdict.events,
    )
    return (seen, end)
