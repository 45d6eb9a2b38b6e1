"""Numbers of both sides' phones, so that nobody chooses or foresees a throw, not even who owns the computer.

After the armies are declared, with Companion's own number sealed, the phones of attacker and defender
each seal a number. When all are sealed they are opened, and all three are mixed into the throw with the seed.
A number that does not fit its seal is refused. A phone that does not come can be left out, for all to see;
where others were opened already, new ones are sealed then, so that who stays away cannot know what comes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from companion.errors import InputError, Refused
from companion.play.shogun.keeping import no_seed
from companion.play.shogun.state import ShogunState
from companion.play.shogun.trust.attempts import Attempt, fits, number_seal
from companion.play.shogun.trust.declaring import LARGEST_NUMBER, next_attempt, own_seal
from companion.rules.shogun.cubes import daimyo, daimyos
from companion.table.codec import UNSAID
from companion.table.history import EventKind, Played
from companion.table.log import Body

_SEAL, _SALT = 64, 32  # hexadecimal digits


@dataclass(frozen=True, slots=True)
class SealNumber:
    """Seal the number of a player's phone: the log holds its seal, and no number.

    Attributes:
        player: Whose it is.
        seal: See ``number_seal``.
        typed: Whether it was typed, so that the computer knew it.
    """

    of_phones: ClassVar[bool] = True

    player: str
    seal: str
    typed: bool = field(default=False, metadata=UNSAID)


@dataclass(frozen=True, slots=True)
class OpenNumber:
    """Open a sealed number, in hexadecimal, with its salt."""

    of_phones: ClassVar[bool] = True

    player: str
    number: str
    salt: str


@dataclass(frozen=True, slots=True)
class LeaveOut:
    """Go on without a player's phone, for all to see."""

    of_phones: ClassVar[bool] = True

    player: str


@dataclass(frozen=True, slots=True)
class SealTyped:
    """Seal a number that a player has typed; it is written as its seal."""

    of_phones: ClassVar[bool] = True

    player: str
    number: int


@dataclass(frozen=True, slots=True)
class OpenTyped:
    """Open a number by typing it once more; it is written as it is opened."""

    of_phones: ClassVar[bool] = True

    player: str
    number: int


def _attempt_of(state: ShogunState, player: str) -> Attempt:
    """The attempt under way, which must ask this player's phone."""
    attempt = state.attempt
    if attempt is None:
        raise Refused("No declared fight waits for a number.")
    if state.player(player) not in attempt.phones:
        raise Refused("{player} does not fight here; no number is asked from there.", player=daimyo(player))
    if player in attempt.without:
        raise Refused("This throw goes on without the phone of {player}.", player=daimyo(player))
    return attempt


def _written(state: ShogunState, attempt: Attempt, **more: str) -> dict[str, Any]:
    """Which attempt at which fight an event is about."""
    assert state.declared is not None  # it has an attempt
    return {"label": state.label(state.declared), "attempt": attempt.number, **more}


def _with(state: ShogunState, attempt: Attempt) -> ShogunState:
    assert state.declared is not None  # it has an attempt
    return state.with_attempt(state.declared, attempt)


def _play_seal(state: ShogunState, request: SealNumber, recorded: Body | None) -> Played[ShogunState]:
    player = request.player
    attempt = _attempt_of(state, player)
    if player in attempt.seals:
        raise Refused("{player} has sealed a number for this fight already; it stays.", player=daimyo(player))
    if not fits(request.seal, _SEAL, _SEAL):
        raise InputError("The seal of a number is a hash of {count} hexadecimal digits.", count=_SEAL)
    typed = (*attempt.typed, player) if request.typed else attempt.typed
    after = replace(attempt, seals={**attempt.seals, player: request.seal}, typed=typed)
    return Played(_written(state, attempt), _with(state, after))


def _play_open(state: ShogunState, request: OpenNumber, recorded: Body | None) -> Played[ShogunState]:
    player, number, salt = request.player, request.number, request.salt
    attempt = _attempt_of(state, player)
    if attempt.unsealed:
        raise Refused(
            "Numbers are opened when all are sealed; missing is that of {players}.",
            players=daimyos(attempt.unsealed),
        )
    if player in attempt.opened:
        raise Refused("{player} has opened the number already; it stays.", player=daimyo(player))
    if not (fits(number, 1, _SEAL) and fits(salt, _SALT, _SALT)):
        raise InputError("A number and its salt are opened in hexadecimal digits.")
    label = state.label(state.declared)
    seal = number_seal(state.seal.commitment, label, attempt.number, player, number, salt)
    if seal != attempt.seals[player]:
        raise Refused("The number {player} opened does not fit its seal.", player=daimyo(player))
    after = replace(attempt, opened={**attempt.opened, player: (number, salt)}, fixed=True)
    return Played(_written(state, attempt), _with(state, after))


def _play_without(state: ShogunState, request: LeaveOut, recorded: Body | None) -> Played[ShogunState]:
    player = request.player
    attempt = _attempt_of(state, player)
    if player in attempt.opened:
        raise Refused("{player} has opened the number already; it stays.", player=daimyo(player))
    label = state.label(state.declared)
    after = attempt.going_on_without(player)
    if after is None:
        number = next_attempt(state, label)
        after = attempt.begun_anew(number, own_seal(state, label, number, recorded), player)
    return Played(_written(state, after, own=after.own_seal), _with(state, after))


def _typed(state: ShogunState, wish: SealTyped | OpenTyped) -> tuple[str, str]:
    """A typed number and its salt, which comes from the table's own, so that the number alone opens it."""
    attempt = _attempt_of(state, wish.player)
    if not state.seal.known:
        raise no_seed()
    if not 0 <= wish.number <= LARGEST_NUMBER:
        raise InputError("A number for a throw goes from 0 to {most}.", most=LARGEST_NUMBER)
    _, salt = state.seal.own(f"{wish.player} {state.label(state.declared)} {attempt.number}")
    return str(wish.number), salt


def _seal_typed(state: ShogunState, wish: SealTyped) -> Played[ShogunState]:
    number, salt = _typed(state, wish)
    attempt = _attempt_of(state, wish.player)
    label = state.label(state.declared)
    seal = number_seal(state.seal.commitment, label, attempt.number, wish.player, number, salt)
    request = SealNumber(wish.player, seal, True)
    return replace(_play_seal(state, request, None), written=request)


def _open_typed(state: ShogunState, wish: OpenTyped) -> Played[ShogunState]:
    request = OpenNumber(wish.player, *_typed(state, wish))
    return replace(_play_open(state, request, None), written=request)


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("commit", SealNumber, _play_seal, undoable=False, undo_skips=True),
    EventKind("disclose", OpenNumber, _play_open, undoable=False, undo_skips=True),
    EventKind("without", LeaveOut, _play_without, undoable=False, undo_skips=True),
)
"""Numbers sealed and opened, and phones left out; no undo takes any of it back."""

WISHES: tuple[tuple[type, Callable[[ShogunState, Any], Played[ShogunState]]], ...] = (
    (SealTyped, _seal_typed),
    (OpenTyped, _open_typed),
)
"""Numbers that are typed."""
