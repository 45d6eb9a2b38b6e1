"""The truth of a table's log, judged and told alike for all games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.answers import Answer
from companion.sentences import Sentence, say, say_count
from companion.table.log import Fault
from companion.table.table import Table
from companion.table.verify import Verification, verify_log

_SHOWN = 16


def shown_hash(head: str) -> str:
    """The first digits of a hash in groups of four, to be read out and written down."""
    return " ".join(head[start : start + 4] for start in range(0, _SHOWN, 4))


def check_log(here: Table[Any], head: str | None = None, *, sealed: bool = False) -> Answer:
    """The whole game of a table played again by its rules, and any record that was changed.

    Args:
        head: A hash that was shown after an event, or its first digits.
        sealed: True when something is hidden that could be guessed from a hash: none is told or looked for.
    """
    verdict = verify_log(here.store.events(here.name), here.history.game, None if sealed else head)
    data = {
        "table": here.name,
        "true": verdict.true,
        "events": verdict.events,
        "hash": None if sealed else verdict.head,
        "findings": findings(verdict.faults),
    }
    if not verdict.true:
        return Answer(data, untrue(verdict.faults), negative=True)
    followed = say_count(
        "{count} event followed again by the rules: every record is true.",
        "{count} events followed again by the rules: every record is true.",
        verdict.events,
    )
    return Answer(data, (followed, *(() if sealed else log_lines(verdict))))


def findings(faults: Sequence[Fault]) -> list[dict[str, Any]]:
    """The faults of a log, for a program."""
    return [{"event": each.number or None, "text": each.what} for each in faults]


def untrue(faults: Sequence[Fault]) -> tuple[Sentence, ...]:
    """The faults of a log."""
    return (say("This log does not tell the truth:"), *(say("  {what}", what=each.what) for each in faults))


def log_lines(verdict: Verification[Any]) -> tuple[Sentence, ...]:
    """The end of a true log, and the event whose hash somebody was shown."""
    end = say(
        "Event {number} of the log; its hash begins {hash}.",
        number=verdict.events,
        hash=shown_hash(verdict.head),
    )
    if verdict.seen_at is None or verdict.seen_at == verdict.events:
        return (end,)
    seen = say(
        "The hash you gave is that of event {number}; the log goes on to event {last}.",
        number=verdict.seen_at,
        last=verdict.events,
    )
    return (seen, end)
