"""The events of a table in lines, undone ones too; an undo names no card: the rallied one is a secret."""

from companion.answers import Answer
from companion.play.game import kind_of
from companion.play.hogen.moves import AnswerCall, CallCards, PassAll
from companion.play.hogen.state import HogenState
from companion.play.hogen.telling import whose_move
from companion.play.hogen.views import view
from companion.sentences import Sentence, say
from companion.table.history import REDO, History, Moment, Step, reversed_step


def line(history: History[HogenState], step: Step[HogenState]) -> Sentence:
    """An event in one line; of one that was undone or done again, only its kind and its seat."""
    about = reversed_step(history, step.event)
    if about is None:
        return kind_of(history, step).line_of(step)
    what = _without_cards(history, about)
    return say("Done again: {what}" if step.event.kind == REDO else "Taken back: {what}", what=what)


def _without_cards(history: History[HogenState], step: Step[HogenState]) -> Sentence:
    match step.request:
        case CallCards(seat=seat):
            return say("a call by {name}", name=step.after.players[seat])
        case AnswerCall(seat=seat):
            return say("an answer by {name}", name=step.after.players[seat])
        case PassAll():
            return say("everybody has passed")
    return kind_of(history, step).line_of(step)


def tell_reversal(here: Moment[HogenState], step: Step[HogenState]) -> Answer:
    """The kind of event that was undone or done again, and whose move it is now."""
    about, now = reversed_step(here.history, step.event), view(step.after)
    assert about is not None  # an undo without anything to undo is refused
    key = "redone" if step.event.kind == REDO else "undone"
    data = {key: about.event.kind, "active": now.active, "phase": now.phase}
    return Answer(data, (line(here.history, step), whose_move(now)))
