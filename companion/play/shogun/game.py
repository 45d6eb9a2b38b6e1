"""Shogun as a game that can be kept in a log.

New kinds of event are written in a module of their own, with ``KINDS`` of their own, and joined here; what
they remember becomes a field of ``ShogunState``.
"""

from __future__ import annotations

from companion.errors import Refused
from companion.play.shogun import by_hand, fights, opening, rounds, setting_up, telling, winters
from companion.play.shogun.plans import planning, turning
from companion.play.shogun.state import ShogunState, check
from companion.play.shogun.trust import declaring, phones, throwing, words
from companion.rules.shogun.cubes import daimyos
from companion.table.history import START, LogRules

_AT_ANY_TIME = (START, "word", "seal", "open", "export", "plan")
"""Events that need not wait until what was begun is finished."""


def _kept(state: ShogunState, now: ShogunState) -> ShogunState:
    """A state that is gone back to, with what no undo takes back: numbers, and plans."""
    return planning.keep_plans(declaring.keep_numbers(state, now), now)


def _allow(state: ShogunState, kind: str, request: object) -> None:
    """Refuse what must wait until something that was begun is finished."""
    if kind in _AT_ANY_TIME:
        return
    if state.declared is not None and not throwing.goes_on(state, request):
        raise Refused("A declared fight waits for its number; it is thrown or undone first.", remedy="number")
    if state.seal.waiting:
        raise Refused(
            "First the sealed words are opened: {players}.",
            remedy="open words",
            players=daimyos(state.seal.waiting),
        )


_ROOMS = (opening, words, declaring, phones, throwing, fights, by_hand, setting_up, rounds, winters)

SHOGUN: LogRules[ShogunState] = LogRules(
    name="shogun",
    version=2,
    kinds=tuple(kind for room in (*_ROOMS, planning, turning) for kind in room.KINDS),
    check=check,
    kept=_kept,
    allow=_allow,
    follow_up=turning.follow,
    wishes=tuple(
        wish
        for room in (declaring, phones, fights, by_hand, telling, rounds, winters, planning)
        for wish in room.WISHES
    ),
)
"""The game of Shogun."""
