"""What all at a table should know of its log: whatever could not be prevented is shown to everybody.

Undone throws with what came of them, throws after an undo that came otherwise, results and cards that were
told by hand, trays and boards that were put right. None of it need be wrong; nothing of it is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.play.shogun.fights import THROWS
from companion.play.shogun.opening import ExportSeed
from companion.play.shogun.requests import (
    Act,
    BeginTable,
    BeginWinter,
    ChooseTower,
    CorrectBoard,
    CorrectInside,
    CorrectTray,
    DrawEvent,
    LayCards,
    NextAction,
    ThrowAttack,
    ThrowRevolt,
)
from companion.play.shogun.state import ShogunState
from companion.play.shogun.trust.phones import LeaveOut
from companion.rules.shogun.cubes import Cube, counted
from companion.table.history import REDO, UNDO, History, Step


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing in a log that all should know.

    Attributes:
        kind: ``undone``; ``otherwise`` for a throw after an undo that is not what was undone; ``entered``
            from a real tower; ``tray``, ``inside`` or ``board`` put right by hand; ``tower`` for a choice of
            the tower; ``told`` for cards or provinces that were not drawn by Companion; ``seed`` for a
            seed let out before it was revealed, ``chosen`` for one that somebody chose; ``number`` for a
            number that another player gave than was asked; ``late`` for a turn or a fight told late;
            ``again`` for a fight declared anew with other cubes when its numbers were seen; ``without`` for
            a phone that was left out; ``typed`` for a phone's number that was typed.
        step: The event it is about.
        undone: The throw that it was before, if it is thrown otherwise.
    """

    kind: str
    step: Step[ShogunState]
    undone: Step[ShogunState] | None = None


def remarks(history: History[ShogunState]) -> tuple[Remark, ...]:
    """Everything in a log that all should know, in the order it happened."""
    return tuple(_remarks(history))


def in_and_out(step: Step[ShogunState]) -> tuple[dict[str, int], dict[str, int]]:
    """How many cubes of each colour went into a throw, and how many came out."""
    went, came = (counted(map(Cube.parse, step.event.result[key])) for key in ("in", "out"))
    return went, came


def _remarks(history: History[ShogunState]) -> Iterator[Remark]:
    standing = history.standing
    taken_back: dict[object, Step[ShogunState]] = {}
    for step in history:
        event, request = step.event, step.request
        if event.kind in (UNDO, REDO):
            continue
        thrown = event.kind in THROWS
        if event.number in standing and _is_late(step):
            yield Remark("late", step)
        # In logs of numbering 1 throws have no label; their number decided.
        place = str(event.result.get("label", event.result.get("throw"))).partition(" phones ")[0]
        if event.kind == "declare" and event.result.get("attempt", 1) > 1 and _is_new(step):
            yield Remark("again", step)
        if isinstance(request, ExportSeed):
            yield Remark("seed", step)
        elif isinstance(request, LeaveOut):
            yield Remark("without", step)
        elif getattr(request, "typed", False):
            yield Remark("typed", step)
        elif isinstance(request, BeginTable):
            if request.chosen:
                yield Remark("chosen", step)
        elif history.undone(event):
            if thrown:
                taken_back[place] = step
            yield Remark("undone", step)
        elif thrown and request.out is not None:
            yield Remark("entered", step)
        elif thrown and place in taken_back and in_and_out(taken_back[place]) != in_and_out(step):
            yield Remark("otherwise", step, taken_back[place])
        elif thrown and getattr(request, "by", None) is not None:
            yield Remark("number", step)
        elif isinstance(request, CorrectTray):
            yield Remark("tray", step)
        elif isinstance(request, CorrectInside):
            yield Remark("inside", step)
        elif isinstance(request, ChooseTower):
            yield Remark("tower", step)
        elif isinstance(request, CorrectBoard):
            yield Remark("board", step)
        elif _told_by_hand(request):
            yield Remark("told", step)


def _is_new(step: Step[ShogunState]) -> bool:
    """Whether a declaration is answered with new numbers, though those of its fight were seen."""
    attempt = step.after.attempt
    return attempt is not None and not attempt.seals and not attempt.without


def _is_late(step: Step[ShogunState]) -> bool:
    """Whether a turn was over when it was told, or a fight's round."""
    request, calendar = step.request, None if step.before is None else step.before.calendar
    if isinstance(request, (Act, ThrowAttack, ThrowRevolt)) and request.order is not None:
        assert calendar is not None  # it has turns
        return calendar.position(request.order.player, request.order.action) < calendar.turn
    return isinstance(request, (ThrowAttack, ThrowRevolt)) and request.late


def _told_by_hand(request: object) -> bool:
    match request:
        case LayCards(actions=actions, specials=specials):
            return actions is not None or specials is not None
        case DrawEvent(event=event):
            return event is not None
        case NextAction(turned=turned):
            return turned is not None
        case BeginWinter(drawn=drawn):
            return drawn is not None
    return False
