"""Battles, revolts, and cubes nobody fights with: thrown and judged."""

from companion.errors import InputError
from companion.play.shogun.fights.fight import ThrowAttack, ThrowCubes, ThrowRevolt, TurnReport
from companion.play.shogun.fights.telling import tell_fight
from companion.play.shogun.fights.throwing import check_tower, mustered, thrower, written
from companion.play.shogun.fights.turn import play_revolt, play_turn
from companion.play.shogun.keeping import with_tower
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.throw_words import fight_line
from companion.rules.shogun.game.campaign import fight
from companion.table.history import EventKind, Played
from companion.table.log import Body


def _play_told(
    state: ShogunState, request: ThrowAttack | ThrowRevolt | ThrowCubes, recorded: Body | None
) -> Played[ShogunState]:
    """A throw of which the players say everything."""
    if recorded is None:
        check_tower(state, request.out)
    muster, judged = mustered(state, request)
    fought = fight(state.tower, muster, judged, state.rulings, thrower(state, request.out, recorded))
    if not fought.throw.thrown:
        raise InputError("A throw needs at least one cube, in the hand or in the tray.")
    after = with_tower(state.after_throw(request.out, judged), fought.tower)
    return Played(written(state, request.out, fought, recorded), after, TurnReport(fought=fought))


def _play_fight(
    state: ShogunState, request: ThrowAttack | ThrowRevolt, recorded: Body | None
) -> Played[ShogunState]:
    """A battle or revolt; of a whole game the board must say the same as the request."""
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


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("attack", ThrowAttack, _play_fight, tell_fight, fight_line),
    EventKind("revolt", ThrowRevolt, _play_fight, tell_fight, fight_line),
    EventKind("throw", ThrowCubes, _play_told, tell_fight, fight_line),
)
"""Battles, revolts, and cubes nobody fights with."""
