"""A table of Shogun begun and opened: the sealed seed, the players' words, the seed revealed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from companion.data.shogun.towers import TowerPreset
from companion.errors import Refused
from companion.play.shogun import opening
from companion.play.shogun.game import SHOGUN
from companion.play.shogun.opening import RevealSeed
from companion.play.shogun.requests import SEED
from companion.play.shogun.state import ShogunState
from companion.play.shogun.views import view
from companion.rules.shogun.cubes import Cube, armies, counted, daimyo
from companion.rules.shogun.rulings import OPEN
from companion.sentences import Sentence, say
from companion.service.answer import Answer, Told, answering
from companion.service.session import Session
from companion.service.shelves import Keeping
from companion.service.shogun.figures import HashCheck
from companion.service.shogun.standing import cubes_data, cubes_figure, log_lines
from companion.table.history import Step

_BITS = 16
"""Bytes of a seed and of a salt: 128 bits."""


ShogunSession = Session[ShogunState]
"""A table of Shogun, opened."""


def log_told(step: Step[ShogunState]) -> tuple[Sentence, ...]:
    """That all cubes are there after an event, and the hash to write down."""
    return log_lines(view(step.after), step.event.number, step.event.hash)


def open_table(store: Keeping, name: str) -> ShogunSession:
    """Open a table that exists."""
    return Session(store, name, SHOGUN)


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
    """Begin a table: seal a seed and fill the tower; ``begun`` tells of it.

    Args:
        store: Where the tables are kept.
        name: The players' name for the table.
        players: Their colours.
        preset: The tower.
        seed: A seed that somebody chose; drawn by default.
        rulings: What the table plays by, where not as usual.
        inside: What players are told of the inside of the tower.
        trust: Whether fights are thrown from the seed alone, or with a number given after they are declared.
        out: What fell out of a real tower when it was filled.
        holding: What a real tower holds already, in place of a filling.
        tray: What lies in the tray of that tower.
    """
    request = opening.begin_table(
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
    return Session(store, name, SHOGUN, request, ("seed", "salt") if seed is None else ("salt",))


@answering
def begun(here: ShogunSession) -> Answer:
    """What went into the tower at the beginning, the sealed seed and the hash."""
    step = here.history.step(1)
    seen, filled = view(step.after), step.event.result
    data = {
        "table": here.name,
        "players": list(seen.players),
        "preset": seen.preset.name,
        "commitment": seen.commitment,
        "seed_chosen": seen.chosen,
        "throw": seen.throws,
        **cubes_data(seen),
        "hash": step.event.hash,
    }
    went_in, fell_out = (armies(counted(map(Cube.parse, filled[key]))) for key in ("in", "out"))
    figure = cubes_figure(seen)
    lines: list[Told] = [
        say("The table {table} is open; the tower is {preset}.", table=here.name, preset=seen.preset.name)
    ]
    if len(seen.players) == 2:
        lines.append(say("The booklet names 3 to 5 players; two may still try the tower."))
    if step.request.holding is not None:
        lines.append(say("A real tower goes on with what it and its tray hold: {cubes}.", cubes=went_in))
    else:
        lines.append(say("Into the tower went {cubes}.", cubes=went_in))
        if figure is None:
            lines.append(say("What fell out goes back to the supplies."))
        else:
            lines.append(say("Fallen out, and back to the supplies: {cubes}.", cubes=fell_out))
    lines += () if figure is None else (figure,)
    lines += [
        say("The seed is sealed under this hash; write it down:"),
        say("  {hash}", hash=seen.commitment),
    ]
    if seen.chosen:
        lines.append(
            say(
                "Somebody chose this seed and may know every throw already: the hash proves only "
                "that it was not changed afterwards."
            )
        )
    return Answer(data, (*lines, *log_told(step)), remedies=("word",))


def is_revealed(here: ShogunSession) -> bool:
    """Whether the seed has been shown already."""
    return here.state.seal.revealed


@answering
def reveal_seed(here: ShogunSession) -> Answer:
    """Reveal the seed, which ends the throwing; or tell it once more."""
    try:
        step = here.do(RevealSeed())
    except Refused:
        step = here.history.steps[-1]
        if not step.after.seal.revealed:
            raise
    seal = step.after.seal
    data = {
        "table": here.name,
        "seed": seal.seed,
        "salt": seal.salt,
        "words": [list(word) for word in seal.words],
        "commitment": seal.commitment,
        "seed_chosen": seal.chosen,
        "hash": step.event.hash,
    }
    lines: tuple[Told, ...] = (
        say("Seed: {seed}", seed=seal.seed),
        say("Salt: {salt}", salt=seal.salt),
        *(say("{player}'s word: {word}", player=daimyo(player), word=word) for player, word in seal.words),
        say("Hash shown at the start: {commitment}", commitment=seal.commitment),
        say("It is the SHA-256 of the seed, a line end and the salt. To check it elsewhere:"),
        HashCheck(seal.seed, seal.salt),
        say("The throwing at this table is over; results of a real tower can still be entered."),
    )
    return Answer(data, (*lines, *log_told(step)))
