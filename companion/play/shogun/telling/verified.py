"""The truth of a table's log: played again from its seed, with what all should know of it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.answers import Answer, Told
from companion.play.checking import findings, log_lines, other_beginning, untrue
from companion.play.game import Game
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.numbers import thrown_data, thrown_lines
from companion.play.shogun.telling.remarks import remarks_data, remarks_told
from companion.sentences import say, say_count
from companion.table.log import Event
from companion.table.shelf import Header
from companion.table.verify import verify_log


def verified(
    game: Game[ShogunState], header: Header, events: Sequence[Event], head: str | None, commitment: str | None
) -> Answer:
    """The verdict on a log, against hashes that were shown at its start and after an event, where given."""
    verdict = verify_log(events, game, head)
    faults = [*verdict.faults, *other_beginning(events, commitment)]
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
