"""Remarks on a log for all at the table: whatever could not be prevented is shown to everybody.

Undone throws with what came of them, throws after an undo that came otherwise, results and cards that were
told by hand, trays and boards that were put right. None of it need be wrong; nothing of it is hidden.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.answers import Told
from companion.data.vocabulary import told_of
from companion.play.shogun.by_hand import ChooseTower, CorrectBoard, CorrectInside, CorrectTray
from companion.play.shogun.fights import THROWS, TurnReport
from companion.play.shogun.round import DrawEvent, LayCards
from companion.play.shogun.seed import ExportSeed
from companion.play.shogun.start import BeginTable
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.throws import in_and_out, throw_words
from companion.play.shogun.winter import BeginWinter
from companion.rules.shogun.realm import Cube, armies, counted
from companion.sentences import Sentence, say
from companion.table.history import REDO, UNDO, History, Step

_KINDS = {CorrectTray: "tray", CorrectInside: "inside", ChooseTower: "tower", CorrectBoard: "board"}


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing in a log that all should know."""

    # ``undone``; ``otherwise`` for a throw after an undo that is not what was undone; ``entered`` from a real
    # tower; ``tray``, ``inside`` or ``board`` put right by hand; ``tower`` for a choice of the tower;
    # ``told`` for cards or provinces that were not drawn by Companion; ``seed`` for a seed let out before it
    # was revealed, ``chosen`` for one that somebody chose
    kind: str
    step: Step[ShogunState]
    undone: Step[ShogunState] | None = None  # the throw that it was before, if it is thrown otherwise

    for_programs = ("event", "kind", "throw", "text")

    @property
    def event(self) -> int:
        """The number of the event that it is on."""
        return self.step.event.number

    @property
    def throw(self) -> Any:
        """The number of the throw, where it is on one."""
        return self.step.event.result.get("throw")

    @property
    def text(self) -> Sentence:
        """The remark in words."""
        return _words(self)


def remarks(history: History[ShogunState]) -> tuple[Remark, ...]:
    """Everything in a log that all should know, in the order it happened."""
    return tuple(_remarks(history))


def _remarks(history: History[ShogunState]) -> Iterator[Remark]:
    taken_back: dict[object, Step[ShogunState]] = {}
    for step in history:
        event, request = step.event, step.request
        if event.kind in (UNDO, REDO):
            continue
        thrown = event.kind in THROWS
        # In logs of numbering 1 throws have no label; their number decided.
        place = event.result.get("label", event.result.get("throw"))
        if isinstance(request, ExportSeed):
            yield Remark("seed", step)
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
        elif type(request) in _KINDS:
            yield Remark(_KINDS[type(request)], step)
        elif _told_by_hand(request):
            yield Remark("told", step)


def _told_by_hand(request: object) -> bool:
    match request:
        case LayCards(actions=actions, specials=specials):
            return actions is not None or specials is not None
        case DrawEvent(event=event):
            return event is not None
        case BeginWinter(drawn=drawn):
            return bool(drawn)
    return False


def remarks_told(history: History[ShogunState]) -> tuple[Told, ...]:
    """The remarks on a log; empty when there are none."""
    found = remarks(history)
    lines = [each.text for each in found if each.kind not in ("entered", "told")]
    entered = [each.throw for each in found if each.kind == "entered"]
    if entered:
        lines.append(say("Entered from a real tower: throws {throws}.", throws=_ranges(entered)))
    told = [each.event for each in found if each.kind == "told"]
    if told:
        lines.append(say("Told by hand, not drawn here: cards of events {events}.", events=_ranges(told)))
    if not lines:
        return ()
    return (say("For all to know:"), *(say("  {line}", line=line) for line in lines))


def _words(remark: Remark) -> Sentence:
    """One thing that all should know."""
    step, event = remark.step, remark.step.event
    name, told = remark.kind, dict[str, object]()
    match remark.kind:
        case "undone" if isinstance(step.report, TurnReport) and step.report.fought is not None:
            name, told = "undone throw", {"throw": throw_words(step)}
        case "otherwise":
            assert remark.undone is not None  # it was thrown before
            (went, came), (had_gone, had_come) = in_and_out(step), in_and_out(remark.undone)
            told = {"cubes": armies(went), "before": armies(had_gone)}
            told |= {"out": armies(came), "out_before": armies(had_come)}
        case "entered":
            told = {"throw": throw_words(step)}
        case "tray":
            moved = {key: counted(map(Cube.parse, event.result[key])) for key in ("added", "removed")}
            told = {key: armies(cubes) for key, cubes in moved.items()}
        case "tower" if event.asked["real"]:
            name = "real tower"
    return told_of("shogun", "remark", name, event=event.number, **told)


def _ranges(numbers: Sequence[int]) -> str:
    """Numbers in their order, neighbours drawn together: ``2, 5-9``."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    return ", ".join("-".join(map(str, each)) for each in found)
