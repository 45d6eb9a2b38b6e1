"""Battles, revolts and other throws: what goes in, what comes out, who wins, and where every cube goes.

Each throw is one event with everything in it: the cubes that went in, those that came out, what stays in
the tray and what stays inside. Which fight of these sides it is and the place of the cube decide, so a throw
that was undone and is made again comes out the same, whatever was thrown in between.

Where the board is kept, battles and revolts come from turns and winters; the rules carry the verdict out
on the board. Elsewhere the players say who fights with what.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.data.shogun import facts
from companion.errors import InputError, Refused, TableError
from companion.play.shogun.keeping import campaign_at, no_seed, with_tower
from companion.play.shogun.requests import (
    SEED,
    Act,
    Hungry,
    TakeTurn,
    ThrowAttack,
    ThrowCubes,
    ThrowRevolt,
    WinterRevolt,
)
from companion.play.shogun.state import ShogunState, written_lodged
from companion.rules.shogun.action.result import Clash
from companion.rules.shogun.battle.battle import Battle
from companion.rules.shogun.battle.muster import Attack, Muster, muster_told_attack, muster_told_revolt
from companion.rules.shogun.battle.revolt import Revolt
from companion.rules.shogun.cubes import NEUTRAL, Cube, daimyo
from companion.rules.shogun.game.campaign import Campaign, TurnResult
from companion.rules.shogun.game.fight import Fought, Thrower, fight
from companion.rules.shogun.game.turn import Order, act, declare
from companion.rules.shogun.round.actions import action_words
from companion.rules.shogun.round.calendar import Calendar, Turn, passed_words, turns_until
from companion.rules.shogun.tower.sampling import LabelledRandomness, SeededRandomness, origins
from companion.rules.shogun.tower.tower import Throw, Tower, enter_throw, replay_throw, throw
from companion.rules.shogun.winter.winter_round import declare_revolt, winter_revolt
from companion.sentences import Sentence
from companion.table.history import EventKind, Played
from companion.table.log import Body

THROWS = ("attack", "revolt", "throw")
"""The kinds of event in which cubes are thrown."""

Fight = ThrowAttack | ThrowRevolt | ThrowCubes | TakeTurn | WinterRevolt
"""Requests that may lead to a throw."""


@dataclass(frozen=True, slots=True)
class TurnReport:
    """What is told of a turn or a throw besides what is written down.

    Attributes:
        lines: What happened before the tower was asked.
        lost: Whether the action was lost.
        fought: What was thrown, if anything was.
        passed: The turns before it that nobody told: player and action.
    """

    lines: tuple[Sentence, ...] = ()
    lost: bool = False
    fought: Fought | None = None
    passed: tuple[Turn, ...] = ()


def untold_turns(calendar: Calendar, turns: tuple[Turn, ...], until: str | None = None) -> Refused:
    """Why nothing is done where turns would be passed over unasked."""
    return Refused(
        "Nothing is done: these turns were not told: {turns}.",
        remedy="blanks",
        turns=passed_words(calendar, turns, until),
    )


def _check_late(campaign: Campaign, wish: TakeTurn) -> None:
    """Refuse a turn that was passed over, unless it is said to be told late; and one that is not late."""
    order, calendar = wish.order, campaign.calendar
    forgotten = calendar.position(order.player, order.action) < calendar.turn
    if forgotten and not wish.late:
        raise Refused(
            "{player}'s turn for this action was passed over as a blank: {action}.",
            remedy="late",
            player=daimyo(order.player),
            action=action_words(order.action),
        )
    if wish.late and not forgotten:
        raise Refused("This turn was not passed over; it is told as ever.")


def declared_first() -> Refused:
    """Why a fight is not thrown at once where numbers are given for it."""
    return Refused("At this table a fight is declared first, then a number is given for it.")


def check_tower(state: ShogunState, out: Mapping[str, int] | None) -> None:
    """Refuse to throw Companion's tower where a real one is thrown: what came out was forgotten.

    Old logs have such throws, so only what is asked for now is held against this.
    """
    if state.real_tower and out is None:
        raise Refused("This table throws a real tower, and what lies in its tray was not said.", remedy="out")


def declared(state: ShogunState, request: Fight) -> tuple[Muster, Battle | Revolt | None]:
    """What a request would throw and how it would be judged; the tower is not asked.

    Raises:
        Refused: When it may not be done.
        InputError: When nothing would be thrown, or a number cannot be.
    """
    match request:
        case TakeTurn(order=order):
            action = declare(campaign_at(state), order, facts().events, state.rulings)
        case WinterRevolt(province=province):
            campaign = campaign_at(state)
            _, action = declare_revolt(campaign, _hungry(state, campaign), province, state.rulings)
        case _:
            return _mustered(state, request)
    if action.clash is None:
        raise InputError("There are odds for an attack or a revolt only.")
    return action.clash.muster, action.clash.judged


def _mustered(
    state: ShogunState, request: ThrowAttack | ThrowRevolt | ThrowCubes
) -> tuple[Muster, Battle | Revolt | None]:
    """What goes in where the players say who fights with what."""
    if isinstance(request, ThrowCubes):
        return Muster(state.counts_of_play(request.cubes), {}), None
    if isinstance(state.game, Campaign):
        raise Refused(
            "This table keeps its board: battles and revolts come from its actions and winters.", remedy="act"
        )
    told = state.counts_of_play(request.supply)
    if isinstance(request, ThrowRevolt):
        rising = request.rising
        state.player(rising.owner)
        muster = muster_told_revolt(rising, state.outside(), told, state.rulings)
        return muster, Revolt(rising.owner, rising.markers, rising.winter is not None)
    attack = request.attack
    state.player(attack.attacker)
    if attack.defender != NEUTRAL:
        state.player(attack.defender)
    muster = muster_told_attack(attack, request.markers, state.outside(), told, state.rulings)
    return muster, Battle(attack.attacker, attack.defender, request.markers, muster.held_back)


def _thrower(state: ShogunState, out: Mapping[str, int] | None, recorded: Body | None) -> Thrower:
    """What throws: the log, a real tower, or Companion's."""

    def thrown(tower: Tower, cubes: Sequence[Cube], judged: Battle | Revolt | None) -> Throw:
        if out is not None and (recorded is None or not state.seal.known):
            return enter_throw(tower, cubes, state.counts_of_play(out))
        if recorded is not None:
            return replay_throw(tower, cubes, map(Cube.parse, recorded["out"]))
        if state.trust != SEED and judged is not None and state.declared is None:
            raise declared_first()
        if not state.seal.known:
            raise no_seed()
        if state.seal.revealed:
            raise Refused("The seed of this table has been revealed; no more throws can be drawn from it.")
        seeded: SeededRandomness = state.seal.randomness
        if state.numbering == 1:
            return throw(tower, cubes, seeded)
        return throw(
            tower, cubes, LabelledRandomness(seeded, state.mixed_label(judged), origins(cubes, tower.tray))
        )

    return thrown


def play_told(
    state: ShogunState, request: ThrowAttack | ThrowRevolt | ThrowCubes, recorded: Body | None
) -> Played[ShogunState]:
    """A throw of which the players say everything."""
    muster, judged = _mustered(state, request)
    fought = fight(state.tower, muster, judged, state.rulings, _thrower(state, request.out, recorded))
    if not fought.throw.thrown:
        raise InputError("A throw needs at least one cube, in the hand or in the tray.")
    report = TurnReport(fought=fought)
    after = with_tower(state.after_throw(request.out, judged), fought.tower)
    return Played(_written(state, request.out, fought, recorded), after, report)


def _written(
    state: ShogunState, out: Mapping[str, int] | None, fought: Fought, recorded: Body | None
) -> dict[str, Any]:
    """A throw as it stands in a log; what the log has recorded must be the same cubes."""
    result: dict[str, Any] = {
        "throw": fought.throw.number,
        "in": _names(fought.throw.thrown),
        "out": _names(fought.throw.out),
        "tray": _names(fought.tower.tray),
        "lodged": written_lodged(fought.tower),
    }
    if state.numbering > 1 and out is None:
        result["label"] = state.mixed_label(fought.judged)
    if fought.verdict is not None:
        result["survivors"] = _names(fought.survivors)
        result["to_supply"] = _names(fought.to_supply)
    if recorded is not None and any(recorded[key] != value for key, value in result.items()):
        raise TableError("Cubes were made or lost in throw {throw}.", throw=fought.throw.number)
    if fought.verdict is not None:
        result["winner"] = fought.verdict.winner
        result["province"] = fought.verdict.province
    return result


def _names(cubes: Iterable[Cube]) -> list[str]:
    return [str(cube) for cube in cubes]


def _play_turn(
    state: ShogunState, order: Order, out: Mapping[str, int] | None, recorded: Body | None
) -> Played[ShogunState]:
    """A turn on a kept board."""
    campaign = campaign_at(state)
    thrower = _thrower(state, out, recorded)
    came = act(campaign, state.tower, order, facts().events, state.rulings, thrower)
    calendar = campaign.calendar
    passed = turns_until(calendar, calendar.position(order.player, order.action))
    if came.fought is not None:
        played = _settled(state, campaign, came, out, recorded, order=order)
        return replace(played, report=replace(played.report, passed=passed))
    if out is not None:
        raise InputError("Nothing is thrown in this turn, so nothing came out of the tower.")
    seat = came.campaign.realm.seats[state.player(order.player)]
    result = {"done": not came.action.lost, "chests": seat.chests, "rice": seat.rice, "supply": seat.supply}
    report = TurnReport(came.action.lines, came.action.lost, passed=passed)
    return Played(result, replace(state, game=came.campaign), report, Act(order))


def _play_revolt(
    state: ShogunState, player: str, province: str, out: Mapping[str, int] | None, recorded: Body | None
) -> Played[ShogunState]:
    """A winter revolt on a kept board."""
    campaign = campaign_at(state)
    thrower = _thrower(state, out, recorded)
    came = winter_revolt(campaign, state.tower, player, province, state.rulings, thrower)
    return _settled(state, campaign, came, out, recorded, hungry=Hungry(player, province))


def _settled(
    state: ShogunState,
    before: Campaign,
    came: TurnResult,
    out: Mapping[str, int] | None,
    recorded: Body | None,
    order: Order | None = None,
    hungry: Hungry | None = None,
) -> Played[ShogunState]:
    """A battle or revolt on a kept board, as the log holds it."""
    clash, fought = came.action.clash, came.fought
    assert clash is not None  # it was fought
    assert fought is not None
    written = _clash_written(before, clash, out, order, hungry)
    lines = tuple(line for line in came.action.lines if line not in fought.muster.notes)
    after = replace(state.after_throw(out, fought.judged), tower=came.tower, game=came.campaign)
    result = _written(state, out, fought, recorded)
    return Played(result, after, TurnReport(lines, fought=fought), written)


def _clash_written(
    before: Campaign, clash: Clash, out: Mapping[str, int] | None, order: Order | None, hungry: Hungry | None
) -> ThrowAttack | ThrowRevolt:
    supply = before.realm.supplies
    if isinstance(clash.declared, Attack):
        markers = before.realm.lands[clash.province].markers
        return ThrowAttack(clash.declared, markers, clash.province, supply, out, order)
    return ThrowRevolt(clash.declared, clash.province, supply, out, order, hungry)


def as_fight(state: ShogunState, request: Fight) -> ThrowAttack | ThrowRevolt | None:
    """The fight that a request leads to, as it would be written down; none for a turn without one.

    Raises:
        Refused: When it may not be done.
    """
    match request:
        case TakeTurn(order=order):
            campaign = campaign_at(state)
            clash = declare(campaign, order, facts().events, state.rulings).clash
            _check_late(campaign, request)
            if clash is None:
                return None
            passed = turns_until(campaign.calendar, campaign.calendar.position(order.player, order.action))
            if passed and not request.blanks:
                raise untold_turns(campaign.calendar, passed, order.action)
            return _clash_written(campaign, clash, None, order, None)
        case WinterRevolt(province=province):
            campaign = campaign_at(state)
            player = _hungry(state, campaign)
            clash = declare_revolt(campaign, player, province, state.rulings)[1].clash
            assert clash is not None  # a revolt is thrown
            return _clash_written(campaign, clash, None, None, Hungry(player, province))
        case ThrowCubes():
            return None
    _mustered(state, request)
    return request


def _hungry(state: ShogunState, campaign: Campaign) -> str:
    return campaign.revolting or state.players[0]


def play_whole(
    state: ShogunState, request: ThrowAttack | ThrowRevolt, recorded: Body | None
) -> Played[ShogunState]:
    """A battle or revolt, of which a kept board must say the same as the request."""
    if isinstance(request, ThrowRevolt) and request.hungry is not None:
        hungry = request.hungry
        played = _play_revolt(state, hungry.player, hungry.province, request.out, recorded)
    elif request.order is not None:
        played = _play_turn(state, request.order, request.out, recorded)
    else:
        return play_told(state, request, recorded)
    if played.written != request:
        raise InputError("The request does not fit the board.")
    return played


def _play_act(state: ShogunState, request: Act, recorded: Body | None) -> Played[ShogunState]:
    played = _play_turn(state, request.order, None, None)
    if played.written != request:
        raise InputError("This turn leads to a battle or a revolt, which is thrown.")
    return played


def _take_turn(state: ShogunState, wish: TakeTurn) -> Played[ShogunState]:
    played = _play_turn(state, wish.order, wish.out, None)
    _check_late(campaign_at(state), wish)
    if played.report.passed and not wish.blanks:
        raise untold_turns(campaign_at(state).calendar, played.report.passed, wish.order.action)
    if played.report.fought is not None:
        check_tower(state, wish.out)
    return played


def _hungry_revolt(state: ShogunState, wish: WinterRevolt) -> Played[ShogunState]:
    check_tower(state, wish.out)
    player = _hungry(state, campaign_at(state))
    return _play_revolt(state, player, wish.province, wish.out, None)


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("throw", ThrowCubes, play_told),
    EventKind("act", Act, _play_act),
)
"""Throws that nobody judges, and turns that need none; ``trust.throwing`` has battles and revolts."""

WISHES = ((TakeTurn, _take_turn), (WinterRevolt, _hungry_revolt))
"""What follows from the table: turns and winter revolts on a kept board."""
