"""Battles, revolts and other throws at a table, and turns on a board that the table keeps.

Each throw is one event: the cubes that went in, those that came out, what stays in the tray and inside.
Its random numbers depend on how often these sides have fought and on where the cubes come from, so a throw
that is undone and made again comes out the same, whatever was thrown in between.

On a kept board, the request for a turn or a winter revolt has only what the board cannot tell; the rest is
added when it is applied, and a turn is recorded as the fight it leads to.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.codec import SPARSE, UNSAID
from companion.data.shogun.facts import facts
from companion.errors import InputError, Refused, TableError
from companion.play.shogun.state import (
    ShogunState,
    format_cubes,
    format_lodged,
    get_campaign,
    refuse_no_seed,
    with_tower,
)
from companion.play.shogun.throws import describe_fight, fight_line, join_lines
from companion.rules.shogun import battle
from companion.rules.shogun import tower as towers
from companion.rules.shogun.action import Clash
from companion.rules.shogun.campaign import (
    Campaign,
    FightResult,
    Order,
    Thrower,
    TurnResult,
    carry_out_turn,
    declare_turn,
    fight,
)
from companion.rules.shogun.realm import NEUTRAL, Cube
from companion.rules.shogun.stages import Calendar, Turn, describe_passed_turns, list_turns_until
from companion.rules.shogun.winter import declare_revolt, throw_winter_revolt
from companion.sentences import Sentence
from companion.table.history import Applied, Body, EventKind

THROWS = ("attack", "revolt", "throw")  # the kinds of event in which cubes are thrown
Cubes = Mapping[str, int]  # cubes by colour


@dataclass(frozen=True, slots=True)
class ThrowAttack:
    """Throw an attack."""

    attack: battle.Attack = field(metadata=SPARSE)
    markers: int = 0
    province: str = ""  # for the log; empty if it was not entered
    supply: Cubes = field(default_factory=dict)  # what is left in the supplies, if entered
    out: Cubes | None = None  # what came out of a real tower; ``None`` for Companion's
    # on a kept board, the turn that leads to it
    order: Order | None = field(default=None, metadata=UNSAID)


@dataclass(frozen=True, slots=True)
class UnfedProvince:
    """A province drawn to revolt in winter; with an empty ``player``, the player whose revolt comes next."""

    player: str
    province: str


@dataclass(frozen=True, slots=True)
class ThrowRevolt:
    """Throw a revolt, with fields as in ``ThrowAttack``; ``hungry`` is a winter revolt on a kept board."""

    rising: battle.Uprising = field(metadata=SPARSE)
    province: str = ""
    supply: Cubes = field(default_factory=dict)
    out: Cubes | None = None
    order: Order | None = field(default=None, metadata=UNSAID)
    hungry: UnfedProvince | None = field(default=None, metadata=UNSAID)


@dataclass(frozen=True, slots=True)
class ThrowCubes:
    """Throw cubes without a fight, along with those in the tray; what comes out stays there."""

    cubes: Cubes
    province: str = ""
    supply: Cubes = field(default_factory=dict)
    out: Cubes | None = None


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """Take a turn on a kept board; it is recorded as it is, or as the fight it leads to."""

    order: Order
    # what came out of a real tower, if one is thrown; logged with the fight only
    out: Cubes | None = field(default=None, metadata=UNSAID)
    # true if turns before it that were not entered are blanks; if false, the request is refused for them
    blanks: bool = field(default=True, metadata=UNSAID)


Fight = ThrowAttack | ThrowRevolt | ThrowCubes | TakeTurn  # requests that may lead to a throw


def declare_fight(
    sides: Sequence[tuple[str, int]],
    ticks: Collection[str],
    event: str,
    *,
    markers: int = 0,
    province: str = "",
    winter: int | None = None,
    leaving: int | None = None,
    defending: int | None = None,
    out: Cubes | None = None,
) -> ThrowAttack | ThrowRevolt:
    """The request to throw a battle of two sides, or a revolt against one; see ``Attack`` and ``Uprising``.

    Args:
        sides: Who fights with how many armies, the attacker first.
        ticks: What applies of ``attack-card``, ``defence-card``, ``castle`` and ``temple``.
    """
    (first, armies), *others = sides
    defence, castle = "defence-card" in ticks, "castle" in ticks
    if not others:
        uprising = battle.Uprising(first, armies, markers, winter, defence, event, castle)
        return ThrowRevolt(uprising, province, out=out)
    ((other, defenders),) = others
    cards = "attack-card" in ticks, defence
    garrison = 0 if other == NEUTRAL else defenders
    attack = battle.Attack(first, armies, other, garrison, leaving, defending, *cards, event, castle, "temple" in ticks)
    return ThrowAttack(attack, markers, province, out=out)


def declare_winter_revolt(province: str, out: Cubes | None = None) -> ThrowRevolt:
    """The request that throws the winter revolt of a province that was drawn, on a kept board."""
    return ThrowRevolt(battle.Uprising("", 0, 0), out=out, hungry=UnfedProvince("", province))


@dataclass(frozen=True, slots=True)
class TurnReport:
    """The part of a turn or a throw that is shown but not recorded in the log."""

    lines: tuple[Sentence, ...] = ()  # what happened before the throw
    is_lost: bool = False  # true when the action was lost
    fight: FightResult | None = None
    passed_turns: tuple[Turn, ...] = ()


def refuse_skipped_turns(calendar: Calendar, turns: tuple[Turn, ...], until: str | None = None) -> Refused:
    """The error for a request that would pass over turns without consent."""
    return Refused(
        "Nothing was done, as turns are missing: {turns}.", turns=describe_passed_turns(calendar, turns, until)
    )


def _check_tower(state: ShogunState, out: Cubes | None) -> None:
    """Refuse a throw at a table with a real tower if what came out was not entered."""
    if state.real_tower and out is None:
        raise Refused("This table uses a real tower, and nobody said what lies in its tray.", remedy="out")


def compute_forces(state: ShogunState, request: Fight) -> tuple[battle.Forces, battle.Battle | battle.Revolt | None]:
    """The cubes that a request would throw and how they would be judged; nothing is thrown."""
    match request:
        case TakeTurn(order=order):
            action = declare_turn(get_campaign(state), order, facts().events, state.rulings)
        case ThrowRevolt(hungry=UnfedProvince() as hungry):
            campaign = get_campaign(state)
            player = hungry.player or _get_next_revolting(state, campaign)
            _, action = declare_revolt(campaign, player, hungry.province, state.rulings)
        case _:
            return _gather_entered_forces(state, request)
    if action.clash is None:
        raise InputError("There are odds only for an attack or a revolt.")
    return action.clash.forces, action.clash.sides


def _get_next_revolting(state: ShogunState, campaign: Campaign) -> str:
    return campaign.revolting_player or state.players[0]


def _gather_entered_forces(
    state: ShogunState, request: ThrowAttack | ThrowRevolt | ThrowCubes
) -> tuple[battle.Forces, battle.Battle | battle.Revolt | None]:
    """The cubes of a throw as players declared it, and how the tray is judged; fights are refused on a kept board."""
    if isinstance(request, ThrowCubes):
        return battle.Forces(state.check_counts(request.cubes), {}), None
    if state.calendar is not None:
        raise Refused(
            "This table keeps its board: battles and revolts come from its actions and winters.", remedy="act"
        )
    supply = state.check_counts(request.supply)
    if isinstance(request, ThrowRevolt):
        uprising = request.rising
        state.check_player(uprising.owner)
        forces = battle.gather_reported_revolt(uprising, state.count_outside(), supply, state.rulings)
        return forces, battle.Revolt(uprising.owner, uprising.markers, uprising.winter is not None)
    attack = request.attack
    state.check_player(attack.attacker)
    if attack.defender != NEUTRAL:
        state.check_player(attack.defender)
    forces = battle.gather_reported_attack(attack, request.markers, state.count_outside(), supply, state.rulings)
    return forces, battle.Battle(attack.attacker, attack.defender, request.markers, forces.held_back)


def _build_thrower(state: ShogunState, out: Cubes | None, recorded: Body | None) -> Thrower:
    """The function that throws at a table: from the log, a real tower, or Companion's."""

    def throw_at_table(
        tower: towers.Tower, cubes: Sequence[Cube], conflict: battle.Battle | battle.Revolt | None
    ) -> towers.Throw:
        if out is not None and (recorded is None or not state.seal.has_seed):
            return towers.enter_throw(tower, cubes, state.check_counts(out))
        if recorded is not None:
            return towers.replay_throw(tower, cubes, map(Cube.parse, recorded["out"]))
        if not state.seal.has_seed:
            raise refuse_no_seed()
        if state.seal.is_revealed:
            raise Refused("The seed of this table has been revealed; no more throws can be drawn from it.")
        places = towers.label_origins(cubes, tower.tray)
        return towers.throw_cubes(
            tower, cubes, towers.LabelledRandomness(state.seal.randomness, state.label_next_throw(conflict), places)
        )

    return throw_at_table


def _build_throw_result(
    state: ShogunState, out: Cubes | None, fight_result: FightResult, recorded: Body | None
) -> dict[str, Any]:
    """The result of a throw as a log holds it; a ``TableError`` if the log holds another."""
    result: dict[str, Any] = {
        "throw": fight_result.throw.number,
        "in": format_cubes(fight_result.throw.cubes_in),
        "out": format_cubes(fight_result.throw.cubes_out),
        "tray": format_cubes(fight_result.tower.tray),
        "lodged": format_lodged(fight_result.tower),
    }
    if out is None:
        result["label"] = state.label_next_throw(fight_result.sides)
    if fight_result.verdict is not None:
        result["survivors"] = format_cubes(fight_result.survivors)
        result["to_supply"] = format_cubes(fight_result.to_supply)
    if recorded is not None and any(recorded[key] != value for key, value in result.items()):
        raise TableError("Cubes appeared or vanished in throw {throw}.", throw=fight_result.throw.number)
    if fight_result.verdict is not None:
        result["winner"] = fight_result.verdict.winner
        result["province"] = fight_result.verdict.province
    return result


def _apply_fight(
    state: ShogunState, request: ThrowAttack | ThrowRevolt | ThrowCubes, recorded: Body | None
) -> Applied[ShogunState]:
    """Throw a fight, from its turn or winter revolt on a kept board, else as the players declared it."""
    if recorded is None:
        _check_tower(state, request.out)
    if isinstance(request, ThrowRevolt) and request.hungry is not None:
        return _apply_winter_revolt(state, request.hungry, request.out, recorded)
    if not isinstance(request, ThrowCubes) and request.order is not None:
        return _take_turn(state, request.order, request.out, recorded)
    forces, conflict = _gather_entered_forces(state, request)
    result = fight(state.tower, forces, conflict, state.rulings, _build_thrower(state, request.out, recorded))
    if not result.throw.cubes_in:
        raise InputError("A throw needs at least one cube, in the hand or in the tray.")
    after = with_tower(state.with_throw_counted(request.out, conflict), result.tower)
    return Applied(_build_throw_result(state, request.out, result, recorded), after, TurnReport(fight=result))


def _apply_winter_revolt(
    state: ShogunState, hungry: UnfedProvince, out: Cubes | None, recorded: Body | None
) -> Applied[ShogunState]:
    campaign = get_campaign(state)
    player = hungry.player or _get_next_revolting(state, campaign)
    throws = _build_thrower(state, out, recorded)
    result = throw_winter_revolt(campaign, state.tower, player, hungry.province, state.rulings, throws)
    return _record_clash(state, campaign, result, out, recorded, hungry=UnfedProvince(player, hungry.province))


def _apply_turn(state: ShogunState, request: TakeTurn, recorded: Body | None) -> Applied[ShogunState]:
    """Take a turn on a kept board, unless turns before it or the result of a real tower are missing."""
    applied = _take_turn(state, request.order, request.out, recorded)
    if applied.report.passed_turns and not request.blanks:
        raise refuse_skipped_turns(get_campaign(state).calendar, applied.report.passed_turns, request.order.action)
    if applied.report.fight is not None:
        _check_tower(state, request.out)
    return applied


def _take_turn(state: ShogunState, order: Order, out: Cubes | None, recorded: Body | None) -> Applied[ShogunState]:
    """Take a turn on a kept board, recorded as it is, or as the fight it leads to."""
    campaign = get_campaign(state)
    throws = _build_thrower(state, out, recorded)
    turn = carry_out_turn(campaign, state.tower, order, facts().events, state.rulings, throws)
    calendar = campaign.calendar
    turns = list_turns_until(calendar, calendar.get_turn_number(order.player, order.action))
    if turn.fight is not None:
        applied = _record_clash(state, campaign, turn, out, recorded, order=order)
        return replace(applied, report=replace(applied.report, passed_turns=turns))
    if out is not None:
        raise InputError("Nothing is thrown in this turn, so nothing came out of the tower.")
    seat = turn.campaign.realm.seats[state.check_player(order.player)]
    result = {"done": not turn.action.is_lost, "chests": seat.chests, "rice": seat.rice, "supply": seat.supply}
    report = TurnReport(turn.action.lines, turn.action.is_lost, passed_turns=turns)
    return Applied(result, replace(state, game=turn.campaign), report, TakeTurn(order))


def _record_clash(
    state: ShogunState,
    before: Campaign,
    turn: TurnResult,
    out: Cubes | None,
    recorded: Body | None,
    order: Order | None = None,
    hungry: UnfedProvince | None = None,
) -> Applied[ShogunState]:
    """The outcome of a battle or revolt on a kept board, as the log holds it."""
    clash, outcome = turn.action.clash, turn.fight
    assert clash is not None  # it led to a throw
    assert outcome is not None
    lines = tuple(line for line in turn.action.lines if line not in outcome.forces.notes)
    after = replace(state.with_throw_counted(out, outcome.sides), tower=turn.tower, game=turn.campaign)
    result = _build_throw_result(state, out, outcome, recorded)
    request = _complete_request(before, clash, out, order, hungry)
    return Applied(result, after, TurnReport(lines, fight=outcome), request)


def _complete_request(
    before: Campaign, clash: Clash, out: Cubes | None, order: Order | None, hungry: UnfedProvince | None
) -> ThrowAttack | ThrowRevolt:
    """The complete request for a clash on a kept board, as players would have entered it without one."""
    supply = before.realm.supplies
    if isinstance(clash.fight, battle.Attack):
        markers = before.realm.lands[clash.province].markers
        return ThrowAttack(clash.fight, markers, clash.province, supply, out, order)
    return ThrowRevolt(clash.fight, clash.province, supply, out, order, hungry)


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("attack", ThrowAttack, _apply_fight, describe_fight, fight_line),
    EventKind("revolt", ThrowRevolt, _apply_fight, describe_fight, fight_line),
    EventKind("throw", ThrowCubes, _apply_fight, describe_fight, fight_line),
    EventKind(
        "act", TakeTurn, _apply_turn, line=lambda step: join_lines(step.report.lines), becomes=("attack", "revolt")
    ),
)
"""Battles, revolts, throws without a fight, and turns that lead to no throw."""
