"""The history of a table, an event a line: what was done and what came of it, what was undone too."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Any

from companion.answers import Answer, Told, answering
from companion.data.shogun import facts
from companion.play.shogun.fights import THROWS, TurnReport
from companion.play.shogun.state import ShogunState
from companion.rules.shogun.components import point_words
from companion.rules.shogun.cubes import Cube, armies, counted, daimyo, daimyos, listing
from companion.rules.shogun.round.actions import special_words
from companion.rules.shogun.round.events import event_words, rule_of
from companion.sentences import Sentence, say
from companion.service.shogun.table.opening import ShogunSession, log_told
from companion.service.shogun.table.plans.turns import opened_words, turned_over
from companion.service.shogun.table.remarks import remarks_data, remarks_told, throw_words
from companion.service.shogun.throw_words import declared_words
from companion.table.history import START, UNDO, History, Step, reversed_step

_SET_UP = {
    "light": say("Cards and seasons are kept from here on."),
    "draft": say("The board is kept from here on, beginning with a draft."),
    "fixed": say("The board is kept from here on, with the fixed set-up."),
    "board": say("The board is kept from here on, as it stood."),
}


@dataclass(frozen=True, slots=True)
class LastEvent:
    """What happened last at a table.

    Attributes:
        number: The number of the event.
        words: What was done, and what came of it.
        thrown: Whether cubes were thrown.
    """

    number: int
    words: Sentence
    thrown: bool


def last_event(here: ShogunSession) -> LastEvent:
    """What happened last at a table, an undo too."""
    step = here.history.steps[-1]
    return LastEvent(step.event.number, step_words(here.history, step), step.event.kind in THROWS)


@answering
def tell_log(here: ShogunSession) -> Answer:
    """Every event of a table; what was taken back is marked, with what had come of it."""
    history, events, lines = here.history, [], list[Told]()
    for step in history:
        event, what = step.event, step_words(history, step)
        undone = history.undone(event)
        number = f"{event.number:>3}"
        told = (
            say("{number}. Undone: {what}", number=number, what=what)
            if undone
            else say("{number}. {what}", number=number, what=what)
        )
        events.append({"event": event.number, "kind": event.kind, "undone": undone, "text": what})
        lines.append(told)
    data = {"table": here.name, "history": events, "remarks": remarks_data(history), "hash": here.head}
    return Answer(data, (*lines, *remarks_told(history), *log_told(step)))


def step_words(history: History[ShogunState], step: Step[ShogunState]) -> Sentence:
    """What was done in an event, and what came of it; nothing that was hidden then or is now."""
    about = reversed_step(history, step.event)
    if about is not None:
        if step.event.kind == UNDO:
            return say("Event {number} is taken back.", number=about.event.number)
        return say("Event {number} stands again.", number=about.event.number)
    told, report = [], step.report
    if isinstance(report, TurnReport):
        told = list(report.lines)
        if report.fought is not None:
            told = [*told[:1], throw_words(step)]
    told = [*(told or [_plain(step)]), *(opened_words(card) for card in turned_over(step) if card.passed)]
    return reduce(lambda before, line: say("{before} {line}", before=before, line=line), told)


def _plain(step: Step[ShogunState]) -> Sentence:
    """An event in which nothing was thrown."""
    asked, result, after = step.event.asked, step.event.result, step.after
    match step.event.kind:
        case kind if kind == START:
            named = daimyos(after.players)
            return say(
                "The table begins: {players}; tower {preset}.", players=named, preset=after.tower.preset.name
            )
        case "word":
            return say(
                "Words are mixed into the seed: {players}.", players=daimyos(c for c, _ in asked["words"])
            )
        case "seal":
            return say("Words are sealed.")
        case "open":
            return say("Sealed words are opened.")
        case "declare":
            return declared_words(step)
        case "commit":
            return say("{player} seals a number.", player=daimyo(asked["player"]))
        case "disclose":
            return say("{player} opens the number.", player=daimyo(asked["player"]))
        case "without":
            return say("It goes on without the phone of {player}.", player=daimyo(asked["player"]))
        case "export":
            return say("The seed is let out in an exported file.")
        case "reveal":
            return say("The seed is revealed.")
        case "tray":
            added, removed = (armies(counted(map(Cube.parse, result[key]))) for key in ("added", "removed"))
            return say(
                "The tray is put right: {added} laid in, {removed} taken out.", added=added, removed=removed
            )
        case "inside":
            return say("The inside of the real tower is put right by hand.")
        case "tower":
            return (
                say("A real tower is thrown from here on.")
                if asked["real"]
                else say("Companion's tower is thrown from here on.")
            )
        case "setup":
            return _SET_UP[asked["mode"]]
        case "draft":
            return say(
                "{player} takes {province} and places {count} there.",
                player=daimyo(asked["player"]),
                province=result["province"],
                count=asked["group"],
            )
        case "correct":
            changed = ", ".join(asked["lands"]) or listing(map(daimyo, asked["seats"]))
            return say("The board is put right by hand: {names}.", names=changed)
        case "lay":
            return say("The cards of the round are laid.")
        case "event":
            card = facts().events[result["event"] - 1]
            return say("Event {number}: {words}", number=result["event"], words=event_words(rule_of(card)))
        case "bids":
            return say("The bids are ranked: {players}.", players=listing(map(daimyo, result["order"])))
        case "take":
            return say(
                "{player} takes {special} and plays at place {space}.",
                player=daimyo(asked["player"]),
                special=special_words(asked["special"]),
                space=result["space"],
            )
        case "plan":
            player = daimyo(asked["player"])
            if not asked["sealed"]:
                return say("{player} takes the plan back.", player=player)
            return say("{player} has laid a plan.", player=player)
        case "holdings":
            return say("Cards, chests and rice are told: {players}.", players=daimyos(asked["holdings"]))
        case "turn":
            return say("An action is over.")
        case "end":
            return say("The round ends.")
        case "winter":
            names = ", ".join(name for each in result["drawn"].values() for name in each)
            return say("Winter: {names} revolt.", names=names) if names else say("Winter: nobody revolts.")
        case "points":
            return _points(result)
        case kind:
            return say("An event of the kind {kind}.", kind=kind)


def _points(result: Any) -> Sentence:
    if "total" not in result:
        return say("The year ends.")
    each = [
        say("{player} {points}", player=daimyo(player), points=point_words(points))
        for player, points in result["total"].items()
    ]
    return say("The points are counted: {points}.", points=listing(each))
