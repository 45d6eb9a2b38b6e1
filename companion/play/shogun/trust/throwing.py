"""Battles and revolts as a table throws them: from the seed alone, or with the numbers that were given."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.errors import InputError, Refused
from companion.play.shogun.fights import declared_first, play_whole
from companion.play.shogun.requests import NUMBERS, SEED, ThrowAttack, ThrowRevolt
from companion.play.shogun.state import ShogunState
from companion.play.shogun.trust.attempts import Attempt, number_seal
from companion.table.history import EventKind, Played, Step
from companion.table.log import Body


def goes_on(state: ShogunState, request: Any) -> bool:
    """Whether a request goes on with the declared fight; nothing else happens before it is thrown."""
    if state.attempt is None:
        return getattr(request, "number", None) is not None
    return getattr(request, "of_phones", False) or request == state.declared


def _play_fight(
    state: ShogunState, request: ThrowAttack | ThrowRevolt, recorded: Body | None
) -> Played[ShogunState]:
    """A battle or revolt; where numbers are given it was declared before, with all but these."""
    given = request.number is not None or request.by is not None
    if given and state.trust != NUMBERS:
        raise InputError("At this table no number is given for a throw.")
    if state.trust == SEED or request.out is not None:
        return play_whole(state, request, recorded)
    if state.declared is None or state.declared != replace(request, number=None, by=None):
        raise declared_first()
    if state.attempt is not None:
        return _throw_opened(state, request, recorded)
    if request.number is None:
        raise declared_first()
    return throw_declared(state, request, recorded)


def throw_declared(
    state: ShogunState, request: ThrowAttack | ThrowRevolt, recorded: Body | None
) -> Played[ShogunState]:
    """Throw the declared fight with the number that was given for it.

    Raises:
        Refused: When another number was given for it before it was undone.
    """
    bare = replace(request, number=None, by=None)
    played = play_whole(replace(state, declared=request), bare, recorded)
    known = state.numbers.get(state.label(played.report.fought.judged))
    if known is not None and known != request.number:
        raise Refused(
            "For this fight {number} was given before; it stays, whatever was undone.", number=known
        )
    return played


def _throw_opened(
    state: ShogunState, fight: ThrowAttack | ThrowRevolt, recorded: Body | None
) -> Played[ShogunState]:
    """Throw the declared fight when all phones have opened; Companion's own number is opened with it."""
    attempt, label, seal = state.attempt, state.label(fight), state.seal
    assert attempt is not None  # it is declared
    if not attempt.ready:
        raise Refused("It is thrown when all sealed numbers are opened.", remedy="number")
    # A log without its seed has the number as it was opened; it must fit its seal like every other.
    told = recorded is not None and not seal.known
    number, salt = recorded["own"] if told and recorded else seal.own(f"{label} {attempt.number}")
    if number_seal(seal.commitment, label, attempt.number, "own", number, salt) != attempt.own_seal:
        raise Refused("Companion's own number does not fit its seal.")
    opened = replace(attempt, own=(number, salt), fixed=True)
    played = play_whole(state.with_attempt(fight, opened), fight, recorded)
    return replace(played, result={**played.result, "own": [number, salt]})


def thrown_from(step: Step[ShogunState]) -> Attempt | None:
    """The numbers of the phones that a battle or revolt was thrown from; none where none were asked."""
    state = step.before
    if state is None or state.attempt is None or step.request != state.declared:
        return None
    attempts = step.after.attempts[state.label(state.declared)]
    return next(each for each in attempts if each.number == state.attempt.number)


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("attack", ThrowAttack, _play_fight),
    EventKind("revolt", ThrowRevolt, _play_fight),
)
"""Battles and revolts."""
