"""A table answers a question that the booklets leave open otherwise from now on."""

from dataclasses import dataclass, replace
from typing import Any

from companion.errors import Refused
from companion.rules.rulings import answered
from companion.sentences import Sentence
from companion.table.history import EventKind, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class SettleRuling:
    """Settle a question; what was done before stays as it was."""

    ruling: str
    value: str


def settling_kind(*, again: bool) -> EventKind[Any]:
    """The event of a game whose state has ``rulings``; settled as it was, it is refused or not ``again``."""

    def play(state: Any, request: SettleRuling, recorded: Body | None) -> Played[Any]:
        changed = state.rulings.changed(request.ruling, request.value)
        if changed == state.rulings and not again:
            raise Refused("The table plays it so already.")
        return Played({}, replace(state, rulings=changed))

    return EventKind("ruling", SettleRuling, play, line=_line)


def _line(step: Step[Any]) -> Sentence:
    return answered(step.after.rulings.known, step.request.ruling, step.request.value)
