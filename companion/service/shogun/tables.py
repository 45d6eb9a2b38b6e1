"""A table of Shogun begun and opened, words sealed, the seed revealed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from companion.answers import Answer
from companion.data.shogun.towers import TowerPreset
from companion.play.shogun import GAME, start
from companion.play.shogun.fights.fight import SEED
from companion.play.shogun.seed import RevealSeed, tell_seed
from companion.play.shogun.state import ShogunState
from companion.play.shogun.trust.sealed_words import SealWords, seal_word
from companion.rules.shogun.rulings import OPEN
from companion.service.playing import play
from companion.service.session import Session
from companion.service.shelves import Keeping

_BITS = 16
"""Bytes of a seed and of a salt: 128 bits."""


ShogunSession = Session[ShogunState]
"""A table of Shogun, opened."""


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
    rulings: Mapping[str, str] | None = None,
    inside: str = OPEN,
    trust: str = SEED,
    out: Mapping[str, int] | None = None,
    holding: Mapping[str, int] | None = None,
    tray: Mapping[str, int] | None = None,
) -> ShogunSession:
    """Begin a table of players by their colours: seal a seed and fill the tower.

    A seed that nobody chose is drawn. The other fields are those of ``BeginTable``.
    """
    request = start.begin_table(
        players,
        preset,
        secrets.token_hex(_BITS) if seed is None else seed,
        secrets.token_hex(_BITS),
        chosen=seed is not None,
        rulings=rulings,
        inside=inside,
        trust=trust,
        out=out,
        holding=holding,
        tray=tray,
    )
    return Session(store, name, GAME, request, ("seed", "salt") if seed is None else ("salt",))


def seal_words(here: ShogunSession, words: Mapping[str, str]) -> Answer:
    """Seal players' words, by colour: the log holds a slow hash of each, and no word."""
    under = here.state.seal.commitment
    return play(here, SealWords({colour: seal_word(word, under, colour) for colour, word in words.items()}))


def reveal_seed(here: ShogunSession) -> Answer:
    """Reveal the seed, which ends the throwing; or tell it once more."""
    answer = play(here, RevealSeed())
    return tell_seed(here, here.history.steps[-1]) if not answer.yes and here.state.seal.revealed else answer
