"""The numbers of phones for a declared fight: whose is sealed, whose is open, who is left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.answers import Told
from companion.play.shogun.fights import THROWS
from companion.play.shogun.requests import PHONES
from companion.play.shogun.state import ShogunState
from companion.play.shogun.trust.attempts import Attempt
from companion.play.shogun.trust.throwing import thrown_from
from companion.rules.shogun.cubes import daimyo
from companion.sentences import Sentence, say
from companion.service.shogun.table.opening import ShogunSession
from companion.table.history import History


def numbers_data(here: ShogunSession) -> dict[str, Any] | None:
    """What the declared fight waits for, for a program; nothing where no phone is asked.

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


def numbers_lines(here: ShogunSession) -> Sequence[Sentence]:
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
    """Which throws that stand came from the numbers of how many phones, for a program."""
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
