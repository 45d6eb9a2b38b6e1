"""Numbers that phones give for a declared fight; the same once more changes nothing."""

from __future__ import annotations

from companion.answers import Answer
from companion.play.shogun.trust.numbers import OpenNumber, SealNumber, tell_numbers
from companion.service.playing import play
from companion.service.shogun.tables import ShogunSession


def seal_number(here: ShogunSession, player: str, seal: str) -> Answer:
    """Seal the number of a player's phone."""
    attempt = here.state.attempt
    if attempt is not None and attempt.seals.get(player) == seal:
        return tell_numbers(here, here.history.steps[-1])
    return play(here, SealNumber(player, seal))


def open_number(here: ShogunSession, player: str, number: str, salt: str) -> Answer:
    """Open the number of a player's phone; when all are open, the declared fight is thrown."""
    attempt = here.state.attempt
    if attempt is not None and attempt.opened.get(player) == (number, salt):
        return throw_opened(here)
    return play(here, OpenNumber(player, number, salt))


def throw_opened(here: ShogunSession) -> Answer:
    """Throw the declared fight, if all its numbers are open."""
    attempt = here.state.attempt
    if attempt is not None and attempt.ready:
        return play(here, here.state.declared)
    return tell_numbers(here, here.history.steps[-1])
