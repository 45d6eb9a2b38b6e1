"""Whether a log tells the truth: the chain is whole, and every result follows from what was asked.

The chain finds records that were changed, swapped or removed. Following the game again from its seed
finds results that were changed by someone who mended the chain afterwards. What neither can see is a
log cut off at its end, or written anew as a whole, or one from which a throw and its undoing were taken
together: for that the players keep a hash they were shown, and give it here. In a log that was exported
without its seed, what was drawn is taken as it stands there; all that follows from it is judged.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.errors import InputError, TableError
from companion.sentences import say
from companion.table.history import History, LogRules
from companion.table.log import GENESIS, Event, Fault, breaks, canonical

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
