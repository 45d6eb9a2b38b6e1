"""Numbers against whoever holds the computer: armies are declared first, then another player gives a number.

The declaration is an event with its hash before the number is asked for, and the number is mixed into that
one throw: neither the seed nor a copy of the table tells it beforehand. A number that was given stays with
its fight, whatever is undone; a declaration waits until it is thrown or visibly undone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.errors import InputError, Refused
from companion.rules.shogun.battle.battle import Battle
from companion.rules.shogun.battle.revolt import Revolt
from companion.rules.shogun.cubes import NEUTRAL
from companion.table.history import EventKind, Played
from companion.table.log import Body
from companion.table.shogun.fights import Fight, as_fight, check_tower, declared, throw_declared
from companion.table.shogun.keeping import no_seed
from companion.table.shogun.requests import NUMBERS, TakeTurn, ThrowAttack, ThrowRevolt, WinterRevolt
from companion.table.shogun.state import ShogunState

__all__ = ["KINDS", "LARGEST_NUMBER", "WISHES", "Announce", "Declare", "GiveNumber", "giver",
           "is_declared_first", "keep_numbers"]  # fmt: skip

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
    """Whether a throw is declared, and thrown when a number has been given for it."""
    if state.trust != NUMBERS or request.out is not None:
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
    return state if state.numbers == now.numbers else replace(state, numbers=now.numbers)


def _play_declare(state: ShogunState, request: Declare, recorded: Body | None) -> Played[ShogunState]:
    fight = request.fight
    if state.trust != NUMBERS or fight.out is not None or fight.number is not None:
        raise InputError("Nothing is declared at this table; it is thrown at once.")
    if not state.seal.known:
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
    label = state.label(judged)
    result = {"label": label, "in": dict(muster.cubes), "number_from": giver(state, judged)}
    return Played(result, replace(state, declared=fight), (muster, judged))


def _announce(state: ShogunState, wish: Announce) -> Played[ShogunState]:
    check_tower(state, None)
    fight = as_fight(state, wish.request)
    if fight is None:
        raise InputError("There are odds for an attack or a revolt only.")
    request = Declare(fight)
    return replace(_play_declare(state, request, None), written=request)


def _give_number(state: ShogunState, wish: GiveNumber) -> Played[ShogunState]:
    fight = state.declared
    if fight is None:
        raise Refused("No declared fight waits for a number.")
    if not 0 <= wish.number <= LARGEST_NUMBER:
        raise InputError("A number for a throw goes from 0 to {most}.", most=LARGEST_NUMBER)
    request = replace(fight, number=wish.number, by=None if wish.by is None else state.player(wish.by))
    return replace(throw_declared(state, request, None), written=request)


KINDS: tuple[EventKind[ShogunState], ...] = (EventKind("declare", Declare, _play_declare),)
"""A fight declared."""

WISHES: tuple[tuple[type, Any], ...] = ((Announce, _announce), (GiveNumber, _give_number))
"""A fight to be declared, and the number with which the declared one is thrown."""
