"""The start of a table: players and seed, the commitment, the players' words, the filled tower; and its end.

The hash is shown before the players say their words, so neither the seed can be chosen to fit the
words nor the words to fit the seed. A word fills the tower anew, which is why words are said before
the first throw, once by each player, and are never taken back; nor are they said after an undo, or a throw
that was undone would come out otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from companion.data.towers import TowerPreset
from companion.errors import InputError
from companion.rules.rulings import Rulings
from companion.rules.shogun.cubes import DAIMYO, GREEN, daimyo
from companion.rules.shogun.rulings import RULINGS
from companion.rules.shogun.tower.sampling import commitment
from companion.rules.shogun.tower.tower import (
    FEWEST_PLAYERS,
    Lodged,
    Throw,
    Tower,
    enter_throw,
    fill,
    filling,
)
from companion.table.fold import Kind
from companion.table.log import Body
from companion.table.shogun.state import INSIDE, OPEN, Seal, ShogunState, read_lodged, written_lodged

__all__ = ["KINDS", "LONGEST_TEXT", "asked_start", "decide_start", "fold_start"]

LONGEST_TEXT = 200
"""Letters of a seed or a word."""


def asked_start(
    players: Sequence[str],
    preset: TowerPreset,
    seed: str,
    salt: str,
    *,
    chosen: bool = False,
    words: Sequence[tuple[str, str]] = (),
    rulings: Mapping[str, str] | None = None,
    inside: str = OPEN,
    out: Mapping[str, int] | None = None,
) -> Body:
    """The request that begins a table.

    Args:
        players: Their colours.
        preset: The tower.
        seed: The secret text.
        salt: 128 random bits in hexadecimal.
        chosen: Whether a person chose the seed.
        words: Colour and word of every player who has said one already.
        rulings: What the table plays by; every ruling that is not named has its default.
        inside: What players are told of the inside of the tower.
        out: What fell out of a real tower when it was filled; ``None`` to fill the companion's.
    """
    return {
        "players": list(players),
        "preset": {"name": preset.name, "parameters": preset.words()},
        "seed": seed,
        "salt": salt,
        "chosen": chosen,
        "words": [list(word) for word in words],
        "rulings": dict(Rulings(RULINGS, rulings)),
        "inside": inside,
        "out": None if out is None else dict(out),
    }


def decide_start(asked: Body) -> Body:
    """Seal the seed and fill the tower."""
    players = _players(asked["players"])
    _one_line(asked["seed"])
    if asked["inside"] not in INSIDE:
        raise InputError(
            "'{value}' was not expected; it is one of {options}.",
            value=asked["inside"],
            options=", ".join(INSIDE),
        )
    seal = Seal(asked["seed"], asked["salt"], commitment(asked["seed"], asked["salt"]), asked["chosen"])
    for colour, word in asked["words"]:
        seal = _with_word(seal, players, colour, word)
    filled = _fill(players, _preset(asked), seal, asked["out"])
    return {"commitment": seal.commitment, **_written(filled)}


def fold_start(asked: Body, result: Body) -> ShogunState:
    """The table at its start."""
    words = tuple((colour, word) for colour, word in asked["words"])
    return ShogunState(
        players=tuple(asked["players"]),
        seal=Seal(asked["seed"], asked["salt"], result["commitment"], asked["chosen"], words),
        rulings=Rulings(RULINGS, asked["rulings"]),
        inside=asked["inside"],
        filled_by_hand=asked["out"] is not None,
        tower=Tower(_preset(asked), read_lodged(result["lodged"])),
    )


def _decide_word(state: ShogunState, asked: Body) -> Body:
    if state.tower.throws or state.tower.tray or any(not each.from_fill for each in state.tower.lodged):
        raise InputError("Words are said before the first throw; this table has begun.")
    if state.seal.revealed:
        raise InputError("The seed of this table has been revealed; no more throws can be drawn from it.")
    seal = state.seal
    for colour, word in asked["words"]:
        seal = _with_word(seal, state.players, colour, word)
    if state.filled_by_hand:
        return {"lodged": written_lodged(state.tower)}
    return _written(_fill(state.players, state.tower.preset, seal))


def _fold_word(state: ShogunState, asked: Body, result: Body) -> ShogunState:
    words = (*state.seal.words, *((colour, word) for colour, word in asked["words"]))
    tower = Tower(state.tower.preset, read_lodged(result["lodged"]))
    return replace(state, seal=replace(state.seal, words=words), tower=tower)


def _decide_reveal(state: ShogunState, asked: Body) -> Body:
    if state.seal.revealed:
        raise InputError("The seed of this table has been revealed already.")
    return {"seed": state.seal.seed, "salt": state.seal.salt, "commitment": state.seal.commitment}


def _fold_reveal(state: ShogunState, asked: Body, result: Body) -> ShogunState:
    return replace(state, seal=replace(state.seal, revealed=True))


KINDS = {
    "word": Kind(_decide_word, _fold_word, undoable=False, redraws=True),
    "reveal": Kind(_decide_reveal, _fold_reveal, undoable=False),
}
"""The events of start and end; neither can be taken back, for what was seen stays seen."""


def _players(colours: Sequence[str]) -> tuple[str, ...]:
    if not FEWEST_PLAYERS <= len(colours) <= len(DAIMYO):
        raise InputError(
            "A table of Shogun takes {least} to {most} players, not {count}.",
            count=len(colours),
            least=FEWEST_PLAYERS,
            most=len(DAIMYO),
        )
    for number, colour in enumerate(colours):
        if colour not in DAIMYO:
            raise InputError("The cube {cube} is not in this game's box.", cube=colour)
        if colour in colours[:number]:
            raise InputError(
                "{player} is named twice; every player has a colour of his own.", player=daimyo(colour)
            )
    return tuple(colours)


def _one_line(text: str) -> None:
    if not text or len(text) > LONGEST_TEXT or not text.isprintable():
        raise InputError("A seed or a word is one line of 1 to {most} visible signs.", most=LONGEST_TEXT)


def _with_word(seal: Seal, players: Sequence[str], colour: str, word: str) -> Seal:
    _one_line(word)
    if colour not in players:
        raise InputError("{player} does not play at this table.", player=daimyo(colour))
    if colour in dict(seal.words):
        raise InputError("{player} has said a word already.", player=daimyo(colour))
    return replace(seal, words=(*seal.words, (colour, word)))


def _preset(asked: Body) -> TowerPreset:
    written = asked["preset"]
    return _tower_of(written["name"], tuple(sorted(written["parameters"].items())))


@cache
def _tower_of(name: str, parameters: tuple[tuple[str, str], ...]) -> TowerPreset:
    """One tower is one object, so that what was reckoned for it is found again quickly."""
    return TowerPreset.from_words(name, dict(parameters))


def _fill(
    players: Sequence[str], preset: TowerPreset, seal: Seal, out: Mapping[str, int] | None = None
) -> Throw:
    cubes = filling(players)
    if out is None:
        return fill(preset, cubes, seal.randomness)
    for colour in out:
        if colour != GREEN and colour not in players:
            raise InputError("{player} does not play at this table.", player=daimyo(colour))
    seen = enter_throw(Tower(preset), cubes, out)
    lodged = tuple(Lodged(each.cube, 0, True) for each in seen.tower.lodged)
    return Throw(0, seen.thrown, (), seen.out, Tower(preset, lodged))


def _written(filled: Throw) -> dict[str, Any]:
    return {
        "in": [str(cube) for cube in filled.thrown],
        "out": [str(cube) for cube in filled.out],
        "lodged": written_lodged(filled.tower),
    }
