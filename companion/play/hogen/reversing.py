"""The events of a table in lines, undone ones too; an undo names no card: the rallied one is a secret."""

from __future__ import annotations

from typing import Any

from companion.answers import Answer
from companion.play.game import kind_of, told
from companion.play.hogen.state import HogenState
from companion.play.hogen.telling import heard_lines, whose_move
from companion.play.hogen.views import view
from companion.sentences import Sentence, say
from companion.table.history import REDO, UNDO, History, Moment, Step, reversed_step


def line(history: History[HogenState], step: Step[HogenState]) -> Sentence:
    """An event in one line; of one that was undone or done again, only its kind and its seat."""
    about = reversed_step(history, step.event)
    if about is None:
        return kind_of(history, step).line_of(step)
    what = _without_cards(history, about)
    return say("Done again: {what}" if step.event.kind == REDO else "Taken back: {what}", what=what)


def _without_cards(history: History[HogenState], step: Step[HogenState]) -> Sentence:
    match step.event.kind:
        case "call":
            return say("a call by {name}", name=step.after.players[step.request.seat])
        case "answer":
            return say("an answer by {name}", name=step.after.players[step.request.seat])
        case "pass":
            return say("everybody has passed")
        case _:
            return kind_of(history, step).line_of(step)


def event_data(history: History[HogenState], step: Step[HogenState]) -> dict[str, Any]:
    """Everything the whole table may know of one event, taken back or not.

    Who calls, hears who passes and takes the call back has learned something; so nobody does it unseen.
    """
    lines = [] if step.before is None else [line(history, step)]
    if step.before is not None and step.event.kind not in (UNDO, REDO):
        lines = heard_lines(step) or lines
    return {"event": step.event.number, "kind": step.event.kind, "lines": lines}


def tell_reversal(here: Moment[HogenState], step: Step[HogenState]) -> Answer:
    """The kind of event that was undone or done again, and whose move it is now."""
    about, now = reversed_step(here.history, step.event), view(step.after)
    assert about is not None  # an undo without anything to undo is refused
    key = "redone" if step.event.kind == REDO else "undone"
    data = {key: about.event.kind, "active": now.active, "phase": now.phase}
    return Answer(data, (line(here.history, step), whose_move(now)))


def retell(here: Moment[HogenState], step: Step[HogenState]) -> Answer:
    """An earlier event, told to somebody who may not be who made it."""
    if step.before is None:
        return told(here, step)
    data = event_data(here.history, step)
    return Answer(data, (*data["lines"], whose_move(view(step.after))))
