"""Battles and revolts: completed with what the table knows, declared first or thrown at once, judged.

Where the rounds are kept without the board, the event in force and the cards held are known: they need not
be said, and what contradicts them is refused. The log holds the completed request, so that it is played
again as it was.
"""

from dataclasses import replace

from companion.errors import InputError, Refused
from companion.play.shogun.fights.completing import completed
from companion.play.shogun.fights.fight import (
    NUMBERS,
    SEED,
    TellFight,
    ThrowAttack,
    ThrowCubes,
    ThrowRevolt,
    TurnReport,
)
from companion.play.shogun.fights.telling import tell_fight
from companion.play.shogun.fights.throwing import check_tower, declared_first, mustered, thrower, written
from companion.play.shogun.fights.turn import play_revolt, play_turn
from companion.play.shogun.keeping import with_tower
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.throw_words import fight_line
from companion.play.shogun.trust.attempts import number_seal
from companion.play.shogun.trust.declaring import announced, is_declared_first
from companion.rules.shogun.game.campaign import fight
from companion.table.history import EventKind, Played
from companion.table.log import Body


def _play_told(
    state: ShogunState,
    asked: TellFight | ThrowAttack | ThrowRevolt | ThrowCubes,
    recorded: Body | None = None,
) -> Played[ShogunState]:
    """A throw of which the players say everything, or the wish for one."""
    request = asked
    if isinstance(asked, TellFight):
        request = completed(state, asked)
        if is_declared_first(state, request):
            return announced(state, request)
        check_tower(state, request.out)
    assert not isinstance(request, TellFight)
    muster, judged = mustered(state, request)
    fought = fight(state.tower, muster, judged, state.rulings, thrower(state, request.out, recorded))
    if not fought.throw.thrown:
        raise InputError("A throw needs at least one cube, in the hand or in the tray.")
    after = with_tower(state.after_throw(request.out, judged), fought.tower)
    report = TurnReport(fought=fought)
    return Played(written(state, request.out, fought, recorded), after, report, request)


def _play_whole(
    state: ShogunState, request: ThrowAttack | ThrowRevolt, recorded: Body | None
) -> Played[ShogunState]:
    """A battle or revolt, of which a kept board must say the same as the request."""
    if isinstance(request, ThrowRevolt) and request.hungry is not None:
        hungry = request.hungry
        played = play_revolt(state, hungry.player, hungry.province, request.out, recorded)
    elif request.order is not None:
        played = play_turn(state, request.order, request.out, recorded)
    else:
        return _play_told(state, request, recorded)
    if played.written != request:
        raise InputError("The request does not fit the board.")
    return played


def _play_fight(
    state: ShogunState, request: ThrowAttack | ThrowRevolt, recorded: Body | None
) -> Played[ShogunState]:
    """A battle or revolt; where numbers are given it was declared before, with all but these."""
    given = request.number is not None or request.by is not None
    if given and state.trust != NUMBERS:
        raise InputError("At this table no number is given for a throw.")
    if state.trust == SEED or request.out is not None:
        return _play_whole(state, request, recorded)
    if state.declared is None or state.declared != replace(request, number=None, by=None):
        raise declared_first()
    if state.attempt is not None:
        return _throw_opened(state, request, recorded)
    if request.number is None:
        raise declared_first()
    return throw_declared(state, request, recorded)


def throw_declared(
    state: ShogunState, request: ThrowAttack | ThrowRevolt, recorded: Body | None
) -> Played[ShogunState]:
    """Throw the declared fight with the number that was given for it."""
    bare = replace(request, number=None, by=None)
    played = _play_whole(replace(state, declared=request), bare, recorded)
    known = state.numbers.get(state.label(played.report.fought.judged))
    if known is not None and known != request.number:
        raise Refused(
            "For this fight {number} was given before; it stays, whatever was undone.", number=known
        )
    return played


def _throw_opened(
    state: ShogunState, declared: ThrowAttack | ThrowRevolt, recorded: Body | None
) -> Played[ShogunState]:
    """Throw the declared fight when all phones have opened; Companion's own number is opened with it."""
    attempt, label, seal = state.attempt, state.label(declared), state.seal
    assert attempt is not None  # it is declared
    if not attempt.ready:
        raise Refused("It is thrown when all sealed numbers are opened.", remedy="number")
    # A log without its seed has the number as it was opened; it must fit its seal like every other.
    told = recorded is not None and not seal.known
    number, salt = recorded["own"] if told and recorded else seal.own(f"{label} {attempt.number}")
    if number_seal(seal.commitment, label, attempt.number, "own", number, salt) != attempt.own_seal:
        raise Refused("Companion's own number does not fit its seal.")
    opened = replace(attempt, own=(number, salt), fixed=True)
    played = _play_whole(state.with_attempt(declared, opened), declared, recorded)
    return replace(played, result={**played.result, "own": [number, salt]})


def _bound(state: ShogunState) -> bool:
    return state.bound


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("attack", ThrowAttack, _play_fight, tell_fight, fight_line, final_when=_bound),
    EventKind("revolt", ThrowRevolt, _play_fight, tell_fight, fight_line, final_when=_bound),
    EventKind("throw", ThrowCubes, _play_told, tell_fight, fight_line),
)
"""Battles, revolts, and cubes nobody fights with."""

WISHES = ((TellFight, _play_told),)  # fights as they are told
