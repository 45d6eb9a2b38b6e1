"""Turns on a kept board, and revolts of its winters: what the rules bring, and the fights they lead to."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.data.shogun import facts
from companion.errors import InputError, Refused
from companion.play.shogun.fights.fight import Fight, Hungry, TakeTurn, TurnReport, WinterRevolt
from companion.play.shogun.fights.throwing import check_tower, mustered, settled, thrower
from companion.play.shogun.keeping import campaign_at
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.throw_words import in_a_row
from companion.rules.shogun.battle.battle import Battle, Revolt
from companion.rules.shogun.battle.muster import Muster
from companion.rules.shogun.game.campaign import Campaign, Order, act, declare
from companion.rules.shogun.round.stages import Calendar, Turn, passed_words, turns_until
from companion.rules.shogun.winter.winter_round import declare_revolt, winter_revolt
from companion.table.history import EventKind, Played
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class Act:
    """A turn that needed no throw."""

    order: Order


def untold_turns(calendar: Calendar, turns: tuple[Turn, ...], until: str | None = None) -> Refused:
    """The refusal when turns would be passed over without consent."""
    return Refused(
        "Nothing is done: these turns were not told: {turns}.", turns=passed_words(calendar, turns, until)
    )


def _hungry_player(state: ShogunState, campaign: Campaign) -> str:
    """The player whose province revolts next in winter."""
    return campaign.revolting or state.players[0]


def muster_request(state: ShogunState, request: Fight) -> tuple[Muster, Battle | Revolt | None]:
    """The cubes that a request would throw and how they would be judged; the tower is not asked."""
    match request:
        case TakeTurn(order=order):
            action = declare(campaign_at(state), order, facts().events, state.rulings)
        case WinterRevolt(province=province):
            campaign = campaign_at(state)
            player = _hungry_player(state, campaign)
            _, action = declare_revolt(campaign, player, province, state.rulings)
        case _:
            return mustered(state, request)
    if action.clash is None:
        raise InputError("There are odds for an attack or a revolt only.")
    return action.clash.muster, action.clash.judged


def play_turn(
    state: ShogunState, order: Order, out: Mapping[str, int] | None, recorded: Body | None
) -> Played[ShogunState]:
    """A turn on a kept board; it is written as an act, or as the fight it led to."""
    campaign = campaign_at(state)
    throws = thrower(state, out, recorded)
    came = act(campaign, state.tower, order, facts().events, state.rulings, throws)
    calendar = campaign.calendar
    passed = turns_until(calendar, calendar.position(order.player, order.action))
    if came.fought is not None:
        played = settled(state, campaign, came, out, recorded, order=order)
        return replace(played, report=replace(played.report, passed=passed))
    if out is not None:
        raise InputError("Nothing is thrown in this turn, so nothing came out of the tower.")
    seat = came.campaign.realm.seats[state.player(order.player)]
    result = {"done": not came.action.lost, "chests": seat.chests, "rice": seat.rice, "supply": seat.supply}
    report = TurnReport(came.action.lines, came.action.lost, passed=passed)
    return Played(result, replace(state, game=came.campaign), report, Act(order))


def play_revolt(
    state: ShogunState, player: str, province: str, out: Mapping[str, int] | None, recorded: Body | None
) -> Played[ShogunState]:
    """A winter revolt on a kept board."""
    campaign = campaign_at(state)
    throws = thrower(state, out, recorded)
    came = winter_revolt(campaign, state.tower, player, province, state.rulings, throws)
    return settled(state, campaign, came, out, recorded, hungry=Hungry(player, province))


def _play_act(state: ShogunState, request: Act, recorded: Body | None) -> Played[ShogunState]:
    played = play_turn(state, request.order, None, None)
    if played.written != request:
        raise InputError("This turn leads to a battle or a revolt, which is thrown.")
    return played


def _take_turn(state: ShogunState, wish: TakeTurn) -> Played[ShogunState]:
    played = play_turn(state, wish.order, wish.out, None)
    if played.report.passed and not wish.blanks:
        raise untold_turns(campaign_at(state).calendar, played.report.passed, wish.order.action)
    if played.report.fought is not None:
        check_tower(state, wish.out)
    return played


def _winter_revolt(state: ShogunState, wish: WinterRevolt) -> Played[ShogunState]:
    check_tower(state, wish.out)
    player = _hungry_player(state, campaign_at(state))
    return play_revolt(state, player, wish.province, wish.out, None)


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("act", Act, _play_act, line=lambda step: in_a_row(step.report.lines)),
)
"""Turns that need no throw; those that lead to a fight are written as it."""

WISHES = ((TakeTurn, _take_turn), (WinterRevolt, _winter_revolt))
"""Turns and winter revolts, which the table knows best."""
