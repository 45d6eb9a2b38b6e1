"""The truth of a table's log: played again from its seed, with what all should know of it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.answers import Answer, Told
from companion.play.checking import findings, log_lines, untrue
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.numbers import thrown_data, thrown_lines
from companion.play.shogun.telling.remarks import remarks_data, remarks_told
from companion.sentences import say, say_count
from companion.table.history import LogRules
from companion.table.log import Event, Fault
from companion.table.shelf import Header
from companion.table.table import Table, check_header
from companion.table.verify import hash_digits, verify_log


def verified_here(here: Table[ShogunState], head: str | None = None) -> Answer:
    """The verdict on the log of an open table, read again from where it is kept."""
    return verified(here.history.game, here.store.header(here.name), here.store.events(here.name), head)


def verified(
    game: LogRules[ShogunState],
    header: Header,
    events: Sequence[Event],
    head: str | None,
    commitment: str | None = None,
) -> Answer:
    """The verdict on a log, against hashes that were shown at its start and after an event, where given."""
    check_header(header, game)
    verdict = verify_log(events, game, head)
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
