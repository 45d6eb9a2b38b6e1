"""The truth of a table's log: played again from its seed, with what all should know of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.answers import Answer, Told
from companion.play.checking import JudgedLog, log_lines, other_beginning, untrue
from companion.play.game import Game
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.numbers import thrown_lines, throws_by_phones
from companion.play.shogun.telling.remarks import Remark, remarks, remarks_told
from companion.play.shogun.views import hash_told
from companion.sentences import say, say_count
from companion.table.log import Event
from companion.table.shelf import Header
from companion.table.verify import verify_log


@dataclass(frozen=True, slots=True)
class JudgedThrows(JudgedLog):
    """The verdict on the log of a table of Shogun; of one that is not true nothing more is told."""

    seed: bool
    remarks: Sequence[Remark]
    phones: Mapping[str, Sequence[int]] | None


def verified(
    game: Game[ShogunState], header: Header, events: Sequence[Event], head: str | None, commitment: str | None
) -> Answer:
    """The verdict on a log, against hashes that were shown at its start and after an event, where given."""
    verdict = verify_log(events, game, head)
    # Where a card could be guessed from a hash, none is told or looked for.
    told = all(hash_told(step, verdict.history.state) for step in verdict.history)
    if not told:
        head, verdict = None, verify_log(events, game)
    faults = [*verdict.faults, *other_beginning(events, commitment)]
    found = () if faults else remarks(verdict.history)
    phones = None if faults else throws_by_phones(verdict.history)
    last = verdict.head if told else None
    judged = JudgedThrows(
        header.name, not faults, verdict.events, last, faults, not verdict.seedless, found, phones
    )
    if faults:
        return Answer(judged, untrue(faults), negative=True)
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
    lines += log_lines(verdict) if told else ()
    lines += [*thrown_lines(verdict.history), *remarks_told(verdict.history)]
    return Answer(judged, tuple(lines), remedies=("head",) if told and head is None else ())
