"""Whether the log of any table tells the truth: told alike for all games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.answers import Answer
from companion.sentences import Sentence, say, say_count
from companion.service.session import Session
from companion.service.shogun.standing import shown_hash
from companion.table.log import Fault
from companion.table.verify import Verification, verify_log


def check_log(here: Session[Any], head: str | None = None, *, sealed: bool = False) -> Answer:
    """Play the whole game of a table again by its rules, and find any record that was changed.

    Args:
        here: The table; its log is read again from where it is kept.
        head: A hash that was shown after an event, or its first digits.
        sealed: Whether something is hidden that could be guessed from a hash: none is told or looked for.

    Raises:
        InputError: When ``head`` is no hash.
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
    """What is wrong in a log, for a program."""
    return [{"event": each.number or None, "text": each.what} for each in faults]


def untrue(faults: Sequence[Fault]) -> tuple[Sentence, ...]:
    """What is wrong in a log."""
    return (say("This log does not tell the truth:"), *(say("  {what}", what=each.what) for each in faults))


def log_lines(verdict: Verification[Any]) -> tuple[Sentence, ...]:
    """Where a log that tells the truth ends, and where the hash stands that somebody was shown."""
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
