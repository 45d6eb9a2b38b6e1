"""The table answers a question that the booklet leaves open otherwise from now on."""

from dataclasses import dataclass, replace

from companion.errors import Refused
from companion.play.shogun.state import ShogunState
from companion.rules.rulings import answered
from companion.rules.shogun.rulings import RULINGS
from companion.sentences import Sentence
from companion.table.history import EventKind, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class SettleRuling:
    """Settle a question; what was thrown and paid before stays as it was."""

    ruling: str
    value: str


def _play(state: ShogunState, request: SettleRuling, recorded: Body | None) -> Played[ShogunState]:
    changed = state.rulings.changed(request.ruling, request.value)
    if changed == state.rulings:
        raise Refused("The table plays it so already.")
    return Played({}, replace(state, rulings=changed))


def _line(step: Step[ShogunState]) -> Sentence:
    return answered(RULINGS, step.request.ruling, step.request.value)


KIND: EventKind[ShogunState] = EventKind("ruling", SettleRuling, _play, line=_line)
"""A ruling that is changed in the middle of a game."""
