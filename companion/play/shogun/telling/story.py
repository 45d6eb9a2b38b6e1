"""The log of a table: an event a line, what was taken back too; and its truth, played again from the seed."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.answers import Answer, Told
from companion.play.game import Game, JudgedLog, event_data, kind_of, log_lines, other_beginning, untrue
from companion.play.shogun.fights import THROWS
from companion.play.shogun.plans.turning import opened_words, turned_over
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.remarks import Remark, remarks, remarks_told
from companion.play.shogun.telling.standing import log_told
from companion.play.shogun.telling.throws import in_a_row
from companion.play.shogun.views import hash_told, view
from companion.sentences import Sentence, say, say_count
from companion.table.history import REDO, UNDO, History, Moment, Step, reversed_step
from companion.table.log import Event
from companion.table.shelf import Header
from companion.table.verify import verify_log


def event_line(history: History[ShogunState], step: Step[ShogunState]) -> Sentence:
    """An event and its outcome in one line; nothing that was hidden then or is now."""
    about = reversed_step(history, step.event)
    if about is not None and step.event.kind == UNDO:
        return say("Event {number} is taken back.", number=about.event.number)
    if about is not None:
        return say("Event {number} stands again.", number=about.event.number)
    passed = (opened_words(card) for card in turned_over(step) if card.passed)
    return in_a_row((kind_of(history, step).line_of(step), *passed))


def tell_reversal(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The event that an undo took back or a redo restored, and the cubes as they lie now."""
    redo, about = step.event.kind == REDO, reversed_step(here.history, step.event)
    assert about is not None  # an undo without anything to undo is refused
    taken, named = about.event, event_line(here.history, about)
    reversal = {"redone" if redo else "undone": taken.number, "kind": taken.kind, "text": named}
    cubes = {"throw": step.after.tower.throws, **view(step.after).cubes}
    data = event_data(here, step, **reversal, **cubes, hash=hash_told(step))
    if redo:
        line = say("Event {number} stands again.", number=taken.number)
        return Answer(data, (named, line, *log_told(step)))
    line = say("Event {number} is undone. It stays in the log.", number=taken.number)
    if taken.kind in THROWS and taken.asked.get("out") is None:
        line = say(
            "Throw {throw} is undone. It stays in the log and on the luck sheet; "
            "the same cubes thrown again come out the same.",
            throw=taken.result["throw"],
        )
    return Answer(data, (say("Taken back: {what}", what=named), line, *log_told(step)))


def history_end(here: Moment[ShogunState]) -> Answer:
    """All that everybody should know of a table, and the hash of its last event."""
    lines = (*remarks_told(here.history), *log_told(here.history.steps[-1]))
    return Answer({"remarks": remarks(here.history), "hash": hash_told(here.history.steps[-1])}, lines)


@dataclass(frozen=True, slots=True)
class JudgedThrows(JudgedLog):
    """The verdict on the log of a table of Shogun; of one that is not true nothing more is told."""

    seed: bool
    remarks: Sequence[Remark]


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
    last = verdict.head if told else None
    judged = JudgedThrows(header.name, not faults, verdict.events, last, faults, not verdict.seedless, found)
    if faults:
        return Answer(judged, untrue(faults), negative=True)
    lines: list[Told] = [
        say_count("{count} event[|s] followed again from the seed: every record is true.", verdict.events)
    ]
    if verdict.seedless:
        lines = [
            say_count(
                "{count} event[|s] followed again without the seed: chain, rules and cubes hold together.",
                verdict.events,
            ),
            say(
                "Not checked: that filling, throws and cards came from the sealed seed, and the start itself."
            ),
        ]
    lines += log_lines(verdict) if told else ()
    lines += remarks_told(verdict.history)
    return Answer(judged, tuple(lines), remedies=("head",) if told and head is None else ())
