"""What all should know of a table's log, told with show, luck and verify."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.answers import Told
from companion.play.shogun.fights import TurnReport
from companion.play.shogun.state import ShogunState
from companion.play.shogun.trust.remarks import Remark, in_and_out, remarks
from companion.rules.shogun.cubes import Cube, armies, counted, daimyo
from companion.sentences import Sentence, say
from companion.service.shogun.throw_words import declared_words, heading
from companion.table.history import History, Step


def remarks_data(history: History[ShogunState]) -> list[dict[str, Any]]:
    """What all should know of a log, for a program."""
    return [
        {
            "event": each.step.event.number,
            "kind": each.kind,
            "throw": each.step.event.result.get("throw"),
            "text": remark_words(each),
        }
        for each in remarks(history)
    ]


def remarks_told(history: History[ShogunState]) -> tuple[Told, ...]:
    """What all should know of a log; nothing when there is nothing."""
    found = remarks(history)
    lines = [remark_words(each) for each in found if each.kind not in ("entered", "told", "typed")]
    entered = [each.step.event.result["throw"] for each in found if each.kind == "entered"]
    if entered:
        lines.append(say("Entered from a real tower: throws {throws}.", throws=_ranges(entered)))
    told = [each.step.event.number for each in found if each.kind == "told"]
    if told:
        lines.append(say("Told by hand, not drawn here: cards of events {events}.", events=_ranges(told)))
    typed = [each.step.event.number for each in found if each.kind == "typed"]
    if typed:
        lines.append(
            say(
                "Typed, so that the computer knew them first: numbers of events {events}.",
                events=_ranges(typed),
            )
        )
    if not lines:
        return ()
    return (say("For all to know:"), *(say("  {line}", line=line) for line in lines))


def remark_words(remark: Remark) -> Sentence:
    """One thing that all should know."""
    event = remark.step.event
    match remark.kind:
        case "undone" if isinstance(remark.step.report, TurnReport) and remark.step.report.fought is not None:
            return say("Undone, event {event}: {throw}", event=event.number, throw=throw_words(remark.step))
        case "undone" if event.kind == "declare":
            return say(
                "Undone, event {event}: {throw}", event=event.number, throw=declared_words(remark.step)
            )
        case "undone":
            return say("Event {event} was undone.", event=event.number)
        case "otherwise":
            assert remark.undone is not None  # it was thrown before
            (went, came), (had_gone, had_come) = in_and_out(remark.step), in_and_out(remark.undone)
            return say(
                "After an undo, event {event} was thrown with other cubes: in went {cubes} instead of "
                "{before}, out came {out} instead of {out_before}.",
                event=event.number,
                cubes=armies(went),
                before=armies(had_gone),
                out=armies(came),
                out_before=armies(had_come),
            )
        case "late":
            fought = remark.step.report.fought is not None
            what = throw_words(remark.step) if fought else remark.step.report.lines[0]
            return say("Told late, event {event}: {what}", event=event.number, what=what)
        case "entered":
            return say(
                "Event {event} was entered from a real tower: {throw}",
                event=event.number,
                throw=throw_words(remark.step),
            )
        case "tray":
            added, removed = (counted(map(Cube.parse, event.result[key])) for key in ("added", "removed"))
            return say(
                "Event {event} put the tray right by hand: {added} laid in, {removed} taken out.",
                event=event.number,
                added=armies(added),
                removed=armies(removed),
            )
        case "inside":
            return say("Event {event} put the inside of the tower right by hand.", event=event.number)
        case "tower" if event.asked["real"]:
            return say("From event {event} on a real tower is thrown.", event=event.number)
        case "tower":
            return say("From event {event} on Companion's tower is thrown.", event=event.number)
        case "seed":
            return say(
                "Event {event} let the seed out in an exported file: whoever has it can foresee every throw.",
                event=event.number,
            )
        case "chosen":
            return say("Somebody chose the seed of this table and may know every throw.")
        case "number":
            player = daimyo(remark.step.request.by)
            return say(
                "The number of event {event} was given by {player}.", event=event.number, player=player
            )
        case "typed":
            return say(
                "The number of event {event} was typed: the computer knew {player}'s number beforehand.",
                event=event.number,
                player=daimyo(remark.step.request.player),
            )
        case "without":
            player = daimyo(remark.step.request.player)
            if _had_sealed(remark.step):
                return say(
                    "Event {event} goes on without the phone of {player}, which had sealed a number.",
                    event=event.number,
                    player=player,
                )
            return say(
                "Event {event} goes on without the phone of {player}.", event=event.number, player=player
            )
        case "again":
            return say(
                "Event {event} declares a fight anew with other cubes, after its numbers were seen; "
                "new ones are sealed for it.",
                event=event.number,
            )
        case "board":
            return say("Event {event} put the board right by hand.", event=event.number)
    return say("Event {event} told cards by hand; they were not drawn here.", event=event.number)


def throw_words(step: Step[ShogunState]) -> Sentence:
    """A throw in a line: who fought over what, what came out, and the verdict."""
    fought = step.report.fought
    out = armies(in_and_out(step)[1])
    told = say("{throw} Out came {cubes}.", throw=heading(step), cubes=out)
    if fought.verdict is None:
        return told
    return say("{throw} {result}", throw=told, result=fought.verdict.lines["result"])


def _had_sealed(step: Step[ShogunState]) -> bool:
    attempt = None if step.before is None else step.before.attempt
    return attempt is not None and step.request.player in attempt.seals


def _ranges(numbers: Sequence[int]) -> str:
    """Numbers in their order, neighbours drawn together: ``2, 5-9``."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    return ", ".join("-".join(map(str, each)) for each in found)
