"""A table of Shogun begun and opened, and its seed revealed."""

import secrets
from collections.abc import Sequence
from typing import Any

from companion.answers import Answer
from companion.data.shogun.towers import TowerPreset, shipped_presets
from companion.play.shogun import GAME, start
from companion.play.shogun.start import RevealSeed, tell_seed
from companion.play.shogun.state import ShogunState
from companion.rules.shogun.realm import DAIMYO
from companion.service.playing import play
from companion.service.session import Keeping, Session, passing_shelf
from companion.table.history import Step

_BITS = 16  # bytes of a seed and of a salt: 128 bits
_SHORT = 4  # bytes of the seed of a throw that no table keeps
_USUAL_PLAYERS = 3  # for how many the tower of such a throw is filled: the fewest that the booklet names
ShogunSession = Session[ShogunState]  # a table of Shogun, opened


def open_table(store: Keeping, name: str) -> ShogunSession:
    """Open a table that exists."""
    return Session(store, name, GAME)


def begin_table(
    store: Keeping,
    name: str,
    players: Sequence[str],
    preset: TowerPreset,
    *,
    seed: str | None = None,
    **more: Any,
) -> ShogunSession:
    """Begin a table of players by their colours: seal a seed and fill the tower.

    A seed that nobody chose is drawn; ``more`` are the other fields of ``BeginTable``.
    """
    sown, salt = secrets.token_hex(_BITS) if seed is None else seed, secrets.token_hex(_BITS)
    request = start.begin_table(players, preset, sown, salt, chosen=seed is not None, **more)
    return Session(store, name, GAME, request)


def fill_fresh_tower(fighting: Sequence[str], seed: str | None = None) -> ShogunSession:
    """A table that nobody keeps, for one throw: the tower of the box, filled for those who fight and others.

    A seed that nobody chose is drawn, short enough to be typed.
    """
    players = tuple(dict.fromkeys((*fighting, *DAIMYO)))[:_USUAL_PLAYERS]
    sown = secrets.token_hex(_SHORT) if seed is None else seed
    return begin_table(passing_shelf(), "fresh", players, shipped_presets()["shogun"], seed=sown)


def standing(here: ShogunSession) -> list[Step[ShogunState]]:
    """The events of a table that stand, in their order."""
    stands = here.history.standing
    return [step for step in here.history if step.event.number in stands]


def reveal_seed(here: ShogunSession) -> Answer:
    """Reveal the seed, which ends the throwing; or tell it once more."""
    answer = play(here, RevealSeed())
    return tell_seed(here, here.history.steps[-1]) if not answer.yes and here.state.seal.revealed else answer
