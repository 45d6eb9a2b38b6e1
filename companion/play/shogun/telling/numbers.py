"""The numbers of a declared fight: whose is sealed, whose is open, who is left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.answers import Told
from companion.play.shogun.fights.fight import PHONES, THROWS, ThrowAttack, ThrowRevolt
from companion.play.shogun.state import ShogunState
from companion.play.shogun.trust.attempts import Attempt
from companion.rules.shogun.cubes import NEUTRAL, daimyo
from companion.sentences import Sentence, say
from companion.table.history import History, Moment, Step


def giver(state: ShogunState, fight: ThrowAttack | ThrowRevolt) -> str:
    """The player who gives the number: the defender; without one, the neighbour of attacker or owner."""
    attack = fight.attack if isinstance(fight, ThrowAttack) else None
    if attack is not None and attack.defender != NEUTRAL:
        return attack.defender
    first = fight.rising.owner if isinstance(fight, ThrowRevolt) else fight.attack.attacker
    players = state.players
    return players[(players.index(first) + 1) % len(players)]


def number_awaited(state: ShogunState) -> str | None:
    """The player who is asked for a number now; nobody, when nothing is declared."""
    if state.attempt is not None:
        return next(iter((*state.attempt.unsealed, *state.attempt.unopened)), None)
    return None if state.declared is None else giver(state, state.declared)


def thrown_from(step: Step[ShogunState]) -> Attempt | None:
    """The numbers of the phones that a battle or revolt was thrown from; ``None`` where none were asked."""
    state = step.before
    if state is None or state.attempt is None or step.request != state.declared:
        return None
    attempts = step.after.attempts[state.label(state.declared)]
    return next(each for each in attempts if each.number == state.attempt.number)


def numbers_data(here: Moment[ShogunState]) -> dict[str, Any] | None:
    """The numbers that the declared fight waits for, for a program; nothing where no phone is asked.

    Who knows a number and its salt makes its seal of ``commitment``, ``label``, ``attempt`` and the colour.
    """
    state, attempt = here.state, here.state.attempt
    if attempt is None:
        return None
    return {
        "commitment": state.seal.commitment,
        "label": state.label(state.declared),
        "attempt": attempt.number,
        "own": attempt.own_seal,
        "phones": [
            {
                "player": player,
                "state": _state(attempt, player),
                "seal": attempt.seals.get(player),
                "typed": player in attempt.typed,
            }
            for player in attempt.phones
        ],
        "sealed": not attempt.unsealed,
        "ready": attempt.ready,
    }


def numbers_lines(here: Moment[ShogunState]) -> Sequence[Sentence]:
    """The same for the players."""
    attempt = here.state.attempt
    return () if attempt is None else tuple(_line(attempt, player) for player in attempt.phones)


def _state(attempt: Attempt, player: str) -> str:
    if player in attempt.without:
        return "without"
    if player in attempt.opened:
        return "opened"
    return "sealed" if player in attempt.seals else "missing"


def _line(attempt: Attempt, player: str) -> Sentence:
    name = daimyo(player)
    return {
        "without": say("{player}: left out, for all to see.", player=name),
        "opened": say("{player}: opened.", player=name),
        "sealed": say("{player}: sealed; it is opened when all are sealed.", player=name),
        "missing": say("{player}: no number yet.", player=name),
    }[_state(attempt, player)]


def thrown_data(history: History[ShogunState]) -> dict[str, list[int]] | None:
    """The throws that stand, by how many phones gave their numbers, for a program."""
    if history.state.trust != PHONES:
        return None
    found: dict[str, list[int]] = {"both": [], "one": [], "none": [], "typed": []}
    for step in history:
        if step.event.kind not in THROWS or step.event.number not in history.standing:
            continue
        attempt = thrown_from(step)
        if attempt is None:
            continue
        number = step.event.result["throw"]
        found[("both", "one", "none")[len(attempt.without)]].append(number)
        if attempt.typed:
            found["typed"].append(number)
    return found


def thrown_lines(history: History[ShogunState]) -> tuple[Told, ...]:
    """The same for the players."""
    found = thrown_data(history)
    if found is None:
        return ()
    return (
        say(
            "Throws from the numbers of two phones: {both}; of one phone: {one}; of none: {none}.",
            both=len(found["both"]),
            one=len(found["one"]),
            none=len(found["none"]),
        ),
    )
