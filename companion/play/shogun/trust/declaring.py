"""Numbers against whoever holds the computer: armies are declared first, then others give numbers.

The declaration is an event with its hash before a number is asked for, and the number is mixed into that
one throw: neither the seed nor a copy of the table tells it beforehand. At a table of numbers another player
gives one; at one of phones both sides' do, and Companion's own is sealed in the declaration. A number
that was given stays with its fight, whatever is undone; a declaration waits until it is thrown or visibly
undone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import InputError, Refused
from companion.play.shogun.fights import Fight, as_fight, check_tower, declared
from companion.play.shogun.keeping import no_seed
from companion.play.shogun.requests import PHONES, SEED, TakeTurn, ThrowAttack, ThrowRevolt, WinterRevolt
from companion.play.shogun.state import ShogunState, written_lodged
from companion.play.shogun.trust.attempts import Attempt, number_seal, resumed
from companion.play.shogun.trust.throwing import throw_declared
from companion.rules.shogun.battle.battle import Battle
from companion.rules.shogun.battle.revolt import Revolt
from companion.rules.shogun.cubes import NEUTRAL
from companion.table.history import EventKind, Played
from companion.table.log import Body, canonical

LARGEST_NUMBER = 999_999_999
"""The largest number that is taken; any will do."""


@dataclass(frozen=True, slots=True)
class Declare:
    """Declare a fight, before a number is given for it."""

    fight: ThrowAttack | ThrowRevolt


@dataclass(frozen=True, slots=True)
class Announce:
    """Declare what a request leads to; it is written as the declaration of a fight."""

    request: ThrowAttack | ThrowRevolt | TakeTurn | WinterRevolt


@dataclass(frozen=True, slots=True)
class GiveNumber:
    """Give the number with which the declared fight is thrown; it is written as the attack or revolt.

    Attributes:
        number: Any from 0.
        by: Who gave it; who was asked, by default.
    """

    number: int
    by: str | None = None


def is_declared_first(state: ShogunState, request: Fight) -> bool:
    """Whether a throw is declared, and thrown when its numbers have been given."""
    if state.trust == SEED or request.out is not None:
        return False
    return as_fight(state, request) is not None


def giver(state: ShogunState, judged: Battle | Revolt) -> str:
    """Who gives the number: the defender; without one, who sits next to the attacker or the owner."""
    if isinstance(judged, Battle) and judged.defender != NEUTRAL:
        return judged.defender
    first = judged.attacker if isinstance(judged, Battle) else judged.owner
    players = state.players
    return players[(players.index(first) + 1) % len(players)]


def keep_numbers(state: ShogunState, now: ShogunState) -> ShogunState:
    """A state that is gone back to: numbers that were given stay with their fights."""
    if state.numbers == now.numbers and state.attempts == now.attempts:
        return state
    return replace(state, numbers=now.numbers, attempts=now.attempts)


def next_attempt(state: ShogunState, label: str) -> int:
    """The number of the next attempt at a fight."""
    return 1 + max((each.number for each in state.attempts.get(label, ())), default=0)


def own_seal(state: ShogunState, label: str, attempt: int, recorded: Body | None) -> str:
    """The seal of Companion's own number for an attempt at a fight; as recorded, where no seed is."""
    if not state.seal.known and recorded is not None:
        return str(recorded["own"])
    own = state.seal.own(f"{label} {attempt}")
    return number_seal(state.seal.commitment, label, attempt, "own", *own)


def _play_declare(state: ShogunState, request: Declare, recorded: Body | None) -> Played[ShogunState]:
    fight = request.fight
    if state.trust == SEED or fight.out is not None or fight.number is not None:
        raise InputError("Nothing is declared at this table; it is thrown at once.")
    if not state.seal.known and recorded is None:
        raise no_seed()
    if state.seal.revealed:
        raise Refused("The seed of this table has been revealed; no more throws can be drawn from it.")
    asked: Fight = fight
    if fight.order is not None:
        asked = TakeTurn(fight.order)
    elif (hungry := getattr(fight, "hungry", None)) is not None:
        asked = WinterRevolt(hungry.province)
    if as_fight(state, asked) != fight:
        raise InputError("The request does not fit the board.")
    muster, judged = declared(state, asked)
    assert judged is not None  # it is a fight
    state.tower.take(muster.cubes, state.unlimited_green)
    label, other = state.label(judged), giver(state, judged)
    result: dict[str, Any] = {"label": label, "in": dict(muster.cubes)}
    after = replace(state, declared=fight)
    if state.trust != PHONES:
        return Played({**result, "number_from": other}, after, (muster, judged))
    attempts, cubes = state.attempts.get(label, ()), _goes_in(state, muster.cubes)
    attempt = resumed(attempts, cubes)
    if attempt is None:
        number = next_attempt(state, label)
        first = judged.attacker if isinstance(judged, Battle) else judged.owner
        attempt = Attempt(number, (first, other), own_seal(state, label, number, recorded), cubes)
    result |= {"phones": [*attempt.phones], "attempt": attempt.number, "own": attempt.own_seal}
    return Played(result, after.with_attempt(fight, attempt), (muster, judged))


def _goes_in(state: ShogunState, cubes: Mapping[str, int]) -> str:
    """One hash of all that a throw hangs on besides the numbers: hand, tray and inside."""
    tower = state.tower
    parts = [sorted(cubes.items()), [str(cube) for cube in tower.tray], written_lodged(tower)]
    return hashlib.sha256(canonical(parts).encode("ascii")).hexdigest()


def _announce(state: ShogunState, wish: Announce) -> Played[ShogunState]:
    check_tower(state, None)
    fight = as_fight(state, wish.request)
    if fight is None:
        raise InputError("There are odds for an attack or a revolt only.")
    request = Declare(fight)
    return replace(_play_declare(state, request, None), written=request)


def _give_number(state: ShogunState, wish: GiveNumber) -> Played[ShogunState]:
    fight = state.declared
    if fight is None or state.trust == PHONES:
        raise Refused("No declared fight waits for a number.")
    if not 0 <= wish.number <= LARGEST_NUMBER:
        raise InputError("A number for a throw goes from 0 to {most}.", most=LARGEST_NUMBER)
    request = replace(fight, number=wish.number, by=None if wish.by is None else state.player(wish.by))
    return replace(throw_declared(state, request, None), written=request)


KINDS: tuple[EventKind[ShogunState], ...] = (EventKind("declare", Declare, _play_declare),)
"""A fight declared."""

WISHES: tuple[tuple[type, Any], ...] = ((Announce, _announce), (GiveNumber, _give_number))
"""A fight to be declared, and the number with which the declared one is thrown."""
