"""Numbers of both sides' phones, so that nobody chooses or foresees a throw, not even who owns the computer.

After the armies are declared, with Companion's own number sealed, the phones of attacker and defender
each seal a number. When all are sealed they are opened, and all three are mixed into the throw with the seed.
A number that does not fit its seal is refused. A phone that does not seal can be left out, for all to see.
Sealed numbers are opened in an order, and once one is open nothing is taken back: who fights and does not
open loses the fight. In logs of older programs anybody opened first; where a phone was left out after that,
the others sealed new numbers.
"""

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from companion.answers import Answer
from companion.codec import UNSAID
from companion.errors import InputError, Refused
from companion.play.game import event_data
from companion.play.shogun.fights.battle import throw_declared
from companion.play.shogun.keeping import no_seed
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.numbers import number_awaited, numbers_lines, numbers_of
from companion.play.shogun.telling.standing import log_told
from companion.play.shogun.trust.attempts import Attempt, fits, number_seal
from companion.play.shogun.trust.declaring import LARGEST_NUMBER, next_attempt, own_seal
from companion.play.shogun.views import hash_told
from companion.rules.shogun.realm import daimyo, daimyos
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Moment, Played, Step
from companion.table.log import Body

_SEAL, _SALT = 64, 32  # hexadecimal digits


@dataclass(frozen=True, slots=True)
class SealNumber:
    """Seal the number of a player's phone: the log holds its ``number_seal``, and no number."""

    of_phones: ClassVar[bool] = True

    player: str
    seal: str
    # true when it was typed, so that the computer knew it
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
class GiveNumber:
    """Give the number that the declared fight waits for.

    It is written as the fight; where numbers are sealed first, as a seal, or as opened where it was sealed.
    """

    of_phones: ClassVar[bool] = True

    number: int  # any from 0
    by: str | None = None  # who gives it; who is asked, by default


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
    """The fight and the attempt that an event is about, as the log holds them."""
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
    if attempt.lost_by:
        raise Refused("This throw goes on without the phone of {player}.", player=daimyo(attempt.lost_by))
    if player not in attempt.awaited:
        raise Refused("{player} opens first.", player=daimyo(attempt.awaited[0]))
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
    if attempt.order and player not in attempt.awaited:
        raise Refused(
            "{player} has sealed a number and need not open it yet; only who is awaited is left out.",
            player=daimyo(player),
        )
    label = state.label(state.declared)
    after = attempt.going_on_without(player)
    if after is None:
        number = next_attempt(state, label)
        after = attempt.begun_anew(number, own_seal(state, label, number, recorded), player)
    lost = {"lost_by": player} if after.lost_by else {}
    return Played(_written(state, after, own=after.own_seal, **lost), _with(state, after))


def _give_number(state: ShogunState, wish: GiveNumber) -> Played[ShogunState]:
    fight, attempt = state.declared, state.attempt
    if fight is None:
        raise Refused("No declared fight waits for a number.")
    player = None if wish.by is None else state.player(wish.by)
    if attempt is not None:
        player = player or number_awaited(state) or attempt.phones[0]
        attempt = _attempt_of(state, player)
        if not state.seal.known:
            raise no_seed()
    if not 0 <= wish.number <= LARGEST_NUMBER:
        raise InputError("A number for a throw goes from 0 to {most}.", most=LARGEST_NUMBER)
    if attempt is None or player is None:
        request = replace(fight, number=wish.number, by=player)
        return replace(throw_declared(state, request, None), written=request)
    # The salt comes from the table's own, so that the number alone opens its seal.
    label, number = state.label(fight), str(wish.number)
    _, salt = state.seal.own(f"{player} {label} {attempt.number}")
    if player in attempt.seals and not attempt.unsealed:
        opened = OpenNumber(player, number, salt)
        return replace(_play_open(state, opened, None), written=opened)
    seal = number_seal(state.seal.commitment, label, attempt.number, player, number, salt)
    sealed = SealNumber(player, seal, True)
    return replace(_play_seal(state, sealed, None), written=sealed)


def tell_numbers(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The numbers that a declared fight still waits for, after an event."""
    data = event_data(here, step, numbers=numbers_of(here.state), hash=hash_told(step))
    return Answer(data, (*numbers_lines(here.state), *log_told(step)), remedies=("number",))


def _line(step: Step[ShogunState]) -> Sentence:
    player = daimyo(step.request.player)
    match step.request:
        case SealNumber():
            return say("{player} seals a number.", player=player)
        case OpenNumber():
            return say("{player} opens the number.", player=player)
        case _ if "lost_by" in step.event.result:
            return say("{player} does not open the number and loses the fight.", player=player)
    return say("It goes on without the phone of {player}.", player=player)


def next_throw(step: Step[ShogunState]) -> object | None:
    """The throw of the declared fight, which follows of itself on the last number it waited for."""
    state = step.after
    if state.declared is None or step.event.kind not in ("declare", "commit", "disclose", "without"):
        return None
    if state.attempt is not None:
        return state.declared if state.attempt.ready else None
    known = state.numbers.get(state.label(state.declared))
    return None if known is None else GiveNumber(known)


KINDS: tuple[EventKind[ShogunState], ...] = tuple(
    EventKind(name, request, play, tell_numbers, _line, undoable=False, undo_skips=True)
    for name, request, play in (
        ("commit", SealNumber, _play_seal),
        ("disclose", OpenNumber, _play_open),
        ("without", LeaveOut, _play_without),
    )
)
"""Numbers sealed and opened, and phones left out; no undo takes any of it back."""

WISHES = ((GiveNumber, _give_number),)  # numbers that are typed, or said
