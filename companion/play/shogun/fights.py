"""Battles, revolts and other throws at a table, and turns on a kept board: asked for, thrown and judged.

Each throw is one event with everything in it: the cubes that went in, those that came out, what stays in
the tray and what stays inside. Which fight of these sides it is and the place of the cube decide, so a throw
that was undone and is made again comes out the same, whatever was thrown in between.

Of a turn or a winter revolt on a kept board its player says only what the board does not: the request is
completed when it is applied, and a turn is written as the fight it leads to.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.codec import SPARSE, UNSAID
from companion.data.shogun import facts
from companion.errors import InputError, Refused, TableError
from companion.play.shogun.state import (
    ShogunState,
    campaign_at,
    no_seed,
    with_tower,
    written_cubes,
    written_lodged,
)
from companion.play.shogun.telling.throws import describe_fight, fight_line, in_a_row
from companion.rules.shogun.action import Clash
from companion.rules.shogun.battle import (
    Attack,
    Battle,
    Muster,
    Revolt,
    Rising,
    muster_told_attack,
    muster_told_revolt,
)
from companion.rules.shogun.campaign import Campaign, Fought, Order, Thrower, TurnResult, act, declare, fight
from companion.rules.shogun.realm import NEUTRAL, Cube
from companion.rules.shogun.round.stages import Calendar, Turn, passed_words, turns_until
from companion.rules.shogun.tower import (
    LabelledRandomness,
    Throw,
    Tower,
    enter_throw,
    origins,
    replay_throw,
    throw,
)
from companion.rules.shogun.winter import declare_revolt, winter_revolt
from companion.sentences import Sentence
from companion.table.history import Body, EventKind, Played

THROWS = ("attack", "revolt", "throw")  # the kinds of event in which cubes are thrown
Counts = Mapping[str, int]  # cubes by colour


@dataclass(frozen=True, slots=True)
class ThrowAttack:
    """Throw an attack."""

    attack: Attack = field(metadata=SPARSE)
    markers: int = 0
    province: str = ""  # for the log; empty where it was not said
    supply: Counts = field(default_factory=dict)  # what is left in the supplies, where the players know it
    out: Counts | None = None  # what came out of a real tower; ``None`` to throw into Companion's
    # the turn it comes from, where the board is kept
    order: Order | None = field(default=None, metadata=UNSAID)


@dataclass(frozen=True, slots=True)
class Hungry:
    """A province drawn to revolt in winter; nobody's name stands for the player whose revolt comes next."""

    player: str
    province: str


@dataclass(frozen=True, slots=True)
class ThrowRevolt:
    """Throw a revolt, as ``ThrowAttack``; ``hungry`` names the winter revolt of a kept board."""

    rising: Rising = field(metadata=SPARSE)
    province: str = ""
    supply: Counts = field(default_factory=dict)
    out: Counts | None = None
    order: Order | None = field(default=None, metadata=UNSAID)
    hungry: Hungry | None = field(default=None, metadata=UNSAID)


@dataclass(frozen=True, slots=True)
class ThrowCubes:
    """Throw cubes nobody fights with, besides those in the tray; what comes out stays there."""

    cubes: Counts
    province: str = ""
    supply: Counts = field(default_factory=dict)
    out: Counts | None = None


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """Take a turn on a kept board; it is written as it is, or as the fight it leads to."""

    order: Order
    # what came out of a real tower, if one is thrown; never written here
    out: Counts | None = field(default=None, metadata=UNSAID)
    # true when untold turns before it were blanks; it is refused otherwise, and never written so
    blanks: bool = field(default=True, metadata=UNSAID)


Fight = ThrowAttack | ThrowRevolt | ThrowCubes | TakeTurn  # requests that may lead to a throw


def declare_fight(
    sides: Sequence[tuple[str, int]],
    there: Collection[str],
    event: str,
    *,
    markers: int = 0,
    province: str = "",
    winter: int | None = None,
    leaving: int | None = None,
    defending: int | None = None,
    out: Counts | None = None,
) -> ThrowAttack | ThrowRevolt:
    """A battle of two sides, or a revolt against one, as it is told; see ``Attack`` and ``Rising``.

    Args:
        sides: Who fights with how many armies, the attacker first.
        there: Those that are there of ``attack-card``, ``defence-card``, ``castle`` and ``temple``.
    """
    (first, armies), *others = sides
    defence, castle = "defence-card" in there, "castle" in there
    if not others:
        rising = Rising(first, armies, markers, winter, defence, event, castle)
        return ThrowRevolt(rising, province, out=out)
    ((other, defenders),) = others
    cards = "attack-card" in there, defence
    own = 0 if other == NEUTRAL else defenders
    attack = Attack(first, armies, other, own, leaving, defending, *cards, event, castle, "temple" in there)
    return ThrowAttack(attack, markers, province, out=out)


def revolt_in_winter(province: str, out: Counts | None = None) -> ThrowRevolt:
    """The request that throws the revolt of a province that was drawn, on a kept board."""
    return ThrowRevolt(Rising("", 0, 0), out=out, hungry=Hungry("", province))


@dataclass(frozen=True, slots=True)
class TurnReport:
    """The part of a turn or a throw that is told and not written down."""

    lines: tuple[Sentence, ...] = ()  # of what happened before the tower was asked
    lost: bool = False  # true when the action was lost
    fought: Fought | None = None
    passed: tuple[Turn, ...] = ()


def untold_turns(calendar: Calendar, turns: tuple[Turn, ...], until: str | None = None) -> Refused:
    """The refusal when turns would be passed over without consent."""
    return Refused(
        "Nothing is done: these turns were not told: {turns}.", turns=passed_words(calendar, turns, until)
    )


def _check_tower(state: ShogunState, out: Counts | None) -> None:
    """Refuse to throw Companion's tower where a real one is thrown: what came out was forgotten."""
    if state.real_tower and out is None:
        raise Refused("This table throws a real tower, and what lies in its tray was not said.", remedy="out")


def muster_request(state: ShogunState, request: Fight) -> tuple[Muster, Battle | Revolt | None]:
    """The cubes that a request would throw and how they would be judged; the tower is not asked."""
    match request:
        case TakeTurn(order=order):
            action = declare(campaign_at(state), order, facts().events, state.rulings)
        case ThrowRevolt(hungry=Hungry() as hungry):
            campaign = campaign_at(state)
            player = hungry.player or _next_revolting(state, campaign)
            _, action = declare_revolt(campaign, player, hungry.province, state.rulings)
        case _:
            return _muster_told(state, request)
    if action.clash is None:
        raise InputError("There are odds for an attack or a revolt only.")
    return action.clash.muster, action.clash.judged


def _next_revolting(state: ShogunState, campaign: Campaign) -> str:
    """The player whose province revolts next in winter."""
    return campaign.revolting or state.players[0]


def _muster_told(
    state: ShogunState, request: ThrowAttack | ThrowRevolt | ThrowCubes
) -> tuple[Muster, Battle | Revolt | None]:
    """The cubes that go in where the players say who fights with what, and how the tray is judged."""
    if isinstance(request, ThrowCubes):
        return Muster(state.counts_of_play(request.cubes), {}), None
    if state.calendar is not None:
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


def _find_thrower(state: ShogunState, out: Counts | None, recorded: Body | None) -> Thrower:
    """The thrower of a table: the log, a real tower, or Companion's."""

    def thrown(tower: Tower, cubes: Sequence[Cube], judged: Battle | Revolt | None) -> Throw:
        if out is not None and (recorded is None or not state.seal.known):
            return enter_throw(tower, cubes, state.counts_of_play(out))
        if recorded is not None:
            return replay_throw(tower, cubes, map(Cube.parse, recorded["out"]))
        if not state.seal.known:
            raise no_seed()
        if state.seal.revealed:
            raise Refused("The seed of this table has been revealed; no more throws can be drawn from it.")
        places = origins(cubes, tower.tray)
        return throw(tower, cubes, LabelledRandomness(state.seal.randomness, state.label(judged), places))

    return thrown


def _write_throw(
    state: ShogunState, out: Counts | None, fought: Fought, recorded: Body | None
) -> dict[str, Any]:
    """A throw as it stands in a log."""
    result: dict[str, Any] = {
        "throw": fought.throw.number,
        "in": written_cubes(fought.throw.thrown),
        "out": written_cubes(fought.throw.out),
        "tray": written_cubes(fought.tower.tray),
        "lodged": written_lodged(fought.tower),
    }
    if out is None:
        result["label"] = state.label(fought.judged)
    if fought.verdict is not None:
        result["survivors"] = written_cubes(fought.survivors)
        result["to_supply"] = written_cubes(fought.to_supply)
    if recorded is not None and any(recorded[key] != value for key, value in result.items()):
        raise TableError("Cubes were made or lost in throw {throw}.", throw=fought.throw.number)
    if fought.verdict is not None:
        result["winner"] = fought.verdict.winner
        result["province"] = fought.verdict.province
    return result


def _apply_fight(
    state: ShogunState, request: ThrowAttack | ThrowRevolt | ThrowCubes, recorded: Body | None
) -> Played[ShogunState]:
    """A throw: of a kept board it follows from the turn or the winter, else the players say everything."""
    if recorded is None:
        _check_tower(state, request.out)
    if isinstance(request, ThrowRevolt) and request.hungry is not None:
        return _apply_hungry(state, request.hungry, request.out, recorded)
    if not isinstance(request, ThrowCubes) and request.order is not None:
        return _take_turn(state, request.order, request.out, recorded)
    muster, judged = _muster_told(state, request)
    fought = fight(state.tower, muster, judged, state.rulings, _find_thrower(state, request.out, recorded))
    if not fought.throw.thrown:
        raise InputError("A throw needs at least one cube, in the hand or in the tray.")
    after = with_tower(state.after_throw(request.out, judged), fought.tower)
    return Played(_write_throw(state, request.out, fought, recorded), after, TurnReport(fought=fought))


def _apply_hungry(
    state: ShogunState, hungry: Hungry, out: Counts | None, recorded: Body | None
) -> Played[ShogunState]:
    """A winter revolt on a kept board."""
    campaign = campaign_at(state)
    player = hungry.player or _next_revolting(state, campaign)
    throws = _find_thrower(state, out, recorded)
    came = winter_revolt(campaign, state.tower, player, hungry.province, state.rulings, throws)
    return _settle(state, campaign, came, out, recorded, hungry=Hungry(player, hungry.province))


def _apply_turn(state: ShogunState, request: TakeTurn, recorded: Body | None) -> Played[ShogunState]:
    """A turn of which the board says what comes of it."""
    played = _take_turn(state, request.order, request.out, recorded)
    if played.report.passed and not request.blanks:
        raise untold_turns(campaign_at(state).calendar, played.report.passed, request.order.action)
    if played.report.fought is not None:
        _check_tower(state, request.out)
    return played


def _take_turn(
    state: ShogunState, order: Order, out: Counts | None, recorded: Body | None
) -> Played[ShogunState]:
    """A turn on a kept board; it is written as it is, or as the fight it led to."""
    campaign = campaign_at(state)
    throws = _find_thrower(state, out, recorded)
    came = act(campaign, state.tower, order, facts().events, state.rulings, throws)
    calendar = campaign.calendar
    passed = turns_until(calendar, calendar.position(order.player, order.action))
    if came.fought is not None:
        played = _settle(state, campaign, came, out, recorded, order=order)
        return replace(played, report=replace(played.report, passed=passed))
    if out is not None:
        raise InputError("Nothing is thrown in this turn, so nothing came out of the tower.")
    seat = came.campaign.realm.seats[state.player(order.player)]
    result = {"done": not came.action.lost, "chests": seat.chests, "rice": seat.rice, "supply": seat.supply}
    report = TurnReport(came.action.lines, came.action.lost, passed=passed)
    return Played(result, replace(state, game=came.campaign), report, TakeTurn(order))


def _settle(
    state: ShogunState,
    before: Campaign,
    came: TurnResult,
    out: Counts | None,
    recorded: Body | None,
    order: Order | None = None,
    hungry: Hungry | None = None,
) -> Played[ShogunState]:
    """A battle or revolt on a kept board, as the log holds it."""
    clash, fought = came.action.clash, came.fought
    assert clash is not None  # it was fought
    assert fought is not None
    lines = tuple(line for line in came.action.lines if line not in fought.muster.notes)
    after = replace(state.after_throw(out, fought.judged), tower=came.tower, game=came.campaign)
    result = _write_throw(state, out, fought, recorded)
    told = _complete_request(before, clash, out, order, hungry)
    return Played(result, after, TurnReport(lines, fought=fought), told)


def _complete_request(
    before: Campaign, clash: Clash, out: Counts | None, order: Order | None, hungry: Hungry | None
) -> ThrowAttack | ThrowRevolt:
    """A clash on a kept board, as players would have told it."""
    supply = before.realm.supplies
    if isinstance(clash.declared, Attack):
        markers = before.realm.lands[clash.province].markers
        return ThrowAttack(clash.declared, markers, clash.province, supply, out, order)
    return ThrowRevolt(clash.declared, clash.province, supply, out, order, hungry)


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("attack", ThrowAttack, _apply_fight, describe_fight, fight_line),
    EventKind("revolt", ThrowRevolt, _apply_fight, describe_fight, fight_line),
    EventKind("throw", ThrowCubes, _apply_fight, describe_fight, fight_line),
    EventKind(
        "act",
        TakeTurn,
        _apply_turn,
        line=lambda step: in_a_row(step.report.lines),
        becomes=("attack", "revolt"),
    ),
)
"""Battles, revolts, cubes nobody fights with; and turns that need no throw."""
