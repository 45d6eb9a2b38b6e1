"""The start of a table: players, the sealed seed, the filled tower; and its end: the seed is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from companion.data.shogun.towers import TowerPreset
from companion.errors import InputError, Refused
from companion.play.shogun.keeping import no_seed, with_tower
from companion.play.shogun.requests import TRUSTS, BeginTable, NamedTower, Words
from companion.play.shogun.state import Seal, ShogunState, read_lodged, written_lodged
from companion.rules.rulings import Rulings
from companion.rules.shogun.cubes import DAIMYO, GREEN, Cube, daimyo
from companion.rules.shogun.rulings import INSIDE, RULINGS
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
from companion.table.history import START, EventKind, Played
from companion.table.log import Body

NUMBERING = 2
"""How throws of a new table get their numbers."""

LONGEST_TEXT = 200
"""Letters of a seed or a word."""


@dataclass(frozen=True, slots=True)
class RevealSeed:
    """Show the seed: no more throws and shuffles can be drawn from it."""


@dataclass(frozen=True, slots=True)
class ExportSeed:
    """Let the seed out of the table in an exported file, for all to know."""


def begin_table(players: Sequence[str], preset: TowerPreset, seed: str, salt: str, **more: Any) -> BeginTable:
    """The request that begins a table.

    Args:
        players: Their colours.
        preset: The tower.
        seed: The secret text.
        salt: 128 random bits in hexadecimal.
        more: The other fields of ``BeginTable``.
    """
    rulings = dict(Rulings(RULINGS, more.pop("rulings", None)))
    named = NamedTower(preset.name, preset.words())
    return BeginTable(tuple(players), named, seed, salt, rulings=rulings, **{"numbering": NUMBERING, **more})


def _play_start(state: None, request: BeginTable, recorded: Body | None) -> Played[ShogunState]:
    """Seal the seed and fill the tower."""
    players = _players(request.players)
    if request.seed or recorded is None:  # a log that was exported without its seed has none
        one_line(request.seed)
    for value, options in ((request.inside, INSIDE), (request.trust, TRUSTS)):
        if value not in options:
            raise InputError(
                "'{value}' was not expected; it is one of {options}.", value=value, options=", ".join(options)
            )
    if request.numbering not in range(1, NUMBERING + 1):
        raise InputError("A newer Companion began this table; install the newest one.")
    if request.words and request.numbering > 1:
        raise Refused("Words are sealed before any is shown.", remedy="word")
    promised = (
        commitment(request.seed, request.salt) if recorded is None or request.seed else recorded["commitment"]
    )
    seal = with_words(Seal(request.seed, request.salt, promised, request.chosen), players, request.words)
    preset = _tower_of(request.preset.name, tuple(sorted(request.preset.parameters.items())))
    filled = _begun_with(players, preset, request) or _fill(players, preset, seal, request.out, recorded)
    tower = filled.tower
    if recorded is not None:
        tray = tuple(map(Cube.parse, recorded.get("tray", ())))
        tower = Tower(preset, read_lodged(recorded["lodged"]), tray)
    by_hand = request.out is not None or request.holding is not None
    begun = ShogunState(
        players=players,
        seal=seal if recorded is None else replace(seal, commitment=recorded["commitment"]),
        rulings=Rulings(RULINGS, request.rulings),
        inside=request.inside,
        filled_by_hand=by_hand,
        real_tower=by_hand,
        tower=tower,
        numbering=request.numbering,
        trust=request.trust,
    )
    return Played({"commitment": seal.commitment, **_written(filled)}, begun)


def fill_anew(state: ShogunState, seal: Seal, recorded: Body | None) -> Played[ShogunState]:
    """The table with words mixed into its seed, and the tower filled anew with them."""
    said = replace(state, seal=seal)
    if state.filled_by_hand:
        return Played({"lodged": written_lodged(state.tower)}, said)
    preset = state.tower.preset
    filled = _fill(state.players, preset, seal, None, recorded)
    tower = filled.tower if recorded is None else Tower(preset, read_lodged(recorded["lodged"]))
    return Played(_written(filled), with_tower(said, tower))


def _play_reveal(state: ShogunState, request: RevealSeed, recorded: Body | None) -> Played[ShogunState]:
    if state.seal.revealed:
        raise Refused("The seed of this table has been revealed already.")
    if not state.seal.known:
        raise no_seed()
    calendar = state.calendar
    if calendar is not None and state.planning.of(calendar.label):
        raise Refused("Plans of this round lie sealed, and the seed would open them; first the round ends.")
    result = {"seed": state.seal.seed, "salt": state.seal.salt, "commitment": state.seal.commitment}
    return Played(result, replace(state, seal=replace(state.seal, revealed=True)))


def _play_export(state: ShogunState, request: ExportSeed, recorded: Body | None) -> Played[ShogunState]:
    if not state.seal.known:
        raise no_seed()
    if state.seal.revealed:
        raise Refused("The seed of this table has been revealed already.")
    return Played({}, state)


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind(START, BeginTable, _play_start),
    EventKind("export", ExportSeed, _play_export),
    EventKind("reveal", RevealSeed, _play_reveal, undoable=False),
)
"""The events of start and end; none can be taken back, for what was seen stays seen."""


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
                "{player} is named twice; every player has a colour of their own.", player=daimyo(colour)
            )
    return tuple(colours)


def one_line(text: str) -> None:
    """Refuse a seed or a word that is not one visible line.

    Raises:
        InputError: When it is not.
    """
    if not text or len(text) > LONGEST_TEXT or not text.isprintable():
        raise InputError("A seed or a word is one line of 1 to {most} visible signs.", most=LONGEST_TEXT)


def with_words(seal: Seal, players: Sequence[str], words: Words) -> Seal:
    """The seal with words mixed in, one of each player.

    Raises:
        InputError: When a word is not one line, or nobody plays the colour.
        Refused: When a player has said one already.
    """
    for colour, word in words:
        one_line(word)
        if colour not in players:
            raise InputError("{player} does not play at this table.", player=daimyo(colour))
        if colour in dict(seal.words):
            raise Refused("{player} has said a word already.", player=daimyo(colour))
        seal = replace(seal, words=(*seal.words, (colour, word)))
    return seal


@cache
def _tower_of(name: str, parameters: tuple[tuple[str, str], ...]) -> TowerPreset:
    """One tower is one object, so that what was reckoned for it is found again quickly."""
    return TowerPreset.from_words(name, dict(parameters))


def _fill(
    players: Sequence[str],
    preset: TowerPreset,
    seal: Seal,
    out: Mapping[str, int] | None,
    recorded: Body | None,
) -> Throw:
    cubes = filling(players)
    if out is None and not seal.known:
        assert recorded is not None  # a table is begun with a seed
        fell = frozenset(map(Cube.parse, recorded["out"]))
        lodged = tuple(Lodged(cube, 0, True) for cube in cubes if cube not in fell)
        return Throw(
            0, tuple(sorted(cubes)), (), tuple(sorted(fell.intersection(cubes))), Tower(preset, lodged)
        )
    if out is None:
        return fill(preset, cubes, seal.randomness)
    _check_colours(players, out)
    seen = enter_throw(Tower(preset), cubes, out)
    lodged = tuple(Lodged(each.cube, 0, True) for each in seen.tower.lodged)
    return Throw(0, seen.thrown, (), seen.out, Tower(preset, lodged))


def _begun_with(players: Sequence[str], preset: TowerPreset, request: BeginTable) -> Throw | None:
    """A real tower that holds something already, in place of a filling."""
    if request.holding is None:
        if request.tray is not None:
            raise InputError("What lies in the tray is told of a real tower that holds something already.")
        return None
    if request.out is not None:
        raise InputError("Tell what a real tower holds, or what fell out of it when it was filled, not both.")
    tray = request.tray or {}
    for counts in (request.holding, tray):
        _check_colours(players, counts)
    inside = Tower(preset).take(request.holding)
    tower = Tower(preset, tuple(sorted(Lodged(cube, 0, True) for cube in inside)))
    lying = tower.take(tray)
    return Throw(0, tuple(sorted((*inside, *lying))), (), (), tower.with_tray(lying))


def _check_colours(players: Sequence[str], counts: Mapping[str, int]) -> None:
    for colour in counts:
        if colour != GREEN and colour not in players:
            raise InputError("{player} does not play at this table.", player=daimyo(colour))


def _written(filled: Throw) -> dict[str, Any]:
    tray = [str(cube) for cube in filled.tower.tray]
    return {
        "in": [str(cube) for cube in filled.thrown],
        "out": [str(cube) for cube in filled.out],
        "lodged": written_lodged(filled.tower),
        **({"tray": tray} if tray else {}),
    }
