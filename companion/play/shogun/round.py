"""Rounds and winters: cards are laid, the event is drawn, bids are ranked and paid, special cards taken.

Cards are shuffled from the seed, or entered as players drew their own; the log has the result. The space of
a special card is the place in turn order of the player who takes it. In winter, players go hungry, provinces
revolt, and points are counted, which ends the year or the game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.codec import UNSAID, encode
from companion.data.shogun.facts import facts
from companion.data.vocabulary import vocabulary
from companion.errors import InputError, Refused
from companion.play.shogun.fights import TurnReport, refuse_skipped_turns
from companion.play.shogun.state import (
    ShogunState,
    get_campaign,
    get_draws,
    holding_of,
    with_calendar,
    with_plans_closed,
)
from companion.play.shogun.views import view
from companion.rules.shogun import stages
from companion.rules.shogun.bids import ACTIONS, SPECIALS, Bid, Ranking, name_special, parse_bid, rank_bids
from companion.rules.shogun.campaign import begin_planning, reveal_bids
from companion.rules.shogun.realm import describe_points, name_player
from companion.rules.shogun.winter import begin_winter, compute_winter, draw_winter_revolts, score_winter
from companion.sentences import Sentence, join_with_commas, say
from companion.table.history import Applied, Body, EventKind, Transition


@dataclass(frozen=True, slots=True)
class LayCards:
    """Lay the cards of a round, shuffled from the seed, or entered in the order of the players' own."""

    actions: tuple[str, ...] | None = None
    specials: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class DrawEvent:
    """Draw the event of a round, or enter the one that was drawn."""

    event: int | None = None


@dataclass(frozen=True, slots=True)
class EndRound:
    """End a round; turns that are left count as blanks; without ``blanks`` they are a reason to refuse."""

    blanks: bool = field(default=True, metadata=UNSAID)


def _apply_lay(state: ShogunState, request: LayCards, recorded: Body | None) -> Applied[ShogunState]:
    campaign = get_campaign(state)
    calendar = campaign.calendar
    if recorded is not None:
        request = LayCards(tuple(recorded["actions"]), tuple(recorded["specials"]))
    cards = _check_cards(request.actions, ACTIONS, "action")
    actions = cards or stages.shuffle_actions(calendar, get_draws(state))
    cards = _check_cards(request.specials, SPECIALS, "special")
    specials = cards or stages.shuffle_specials(calendar, get_draws(state))
    game = begin_planning(campaign, stages.lay_cards(calendar, actions, specials))
    return Applied({"actions": list(actions), "specials": list(specials)}, replace(state, game=game))


def _check_cards(given: Sequence[str] | None, cards: Sequence[str], kind: str) -> tuple[str, ...] | None:
    if given is None:
        return None
    if sorted(given) != sorted(cards):
        names = vocabulary("shogun", kind).expected
        raise InputError("Give every card once; the cards are: {names}.", names=names)
    return tuple(given)


def _apply_draw(state: ShogunState, request: DrawEvent, recorded: Body | None) -> Applied[ShogunState]:
    calendar = get_campaign(state).calendar
    event = request.event if recorded is None else recorded["event"]
    if event is None and calendar.stage == stages.Stage.EVENT:
        event = stages.draw_event(calendar, get_draws(state))
    after = with_calendar(with_plans_closed(state, calendar), stages.take_event(calendar, event or 0))
    return Applied({"event": event}, after)


def _apply_end(state: ShogunState, request: EndRound, recorded: Body | None) -> Applied[ShogunState]:
    campaign = get_campaign(state)
    calendar = campaign.calendar
    turns = stages.list_turns_until(calendar) if calendar.stage == stages.Stage.ACTIONS else ()
    if turns and not request.blanks:
        raise refuse_skipped_turns(calendar, turns)
    ended = replace(campaign, calendar=stages.close_round(calendar))
    return Applied({}, replace(state, game=ended), TurnReport(passed_turns=turns))


def _event_line(step: Transition[ShogunState]) -> Sentence:
    number = step.event.result["event"]
    words = stages.describe_event_rule(stages.format_rule(facts().events[number - 1]))
    return say("Event {number}: {words}", number=number, words=words)


@dataclass(frozen=True, slots=True)
class TakeSpecial:
    """Take a special card."""

    player: str
    special: str


def _apply_special(state: ShogunState, request: TakeSpecial, recorded: Body | None) -> Applied[ShogunState]:
    calendar = get_campaign(state).calendar
    calendar_after = stages.choose_special(calendar, state.check_player(request.player), request.special)
    result = {
        "space": calendar.specials.index(request.special) + 1,
        "order": list(calendar_after.order) if calendar_after.stage == stages.Stage.ACTIONS else None,
    }
    return Applied(result, with_calendar(state, calendar_after))


def _special_line(step: Transition[ShogunState]) -> Sentence:
    player = name_player(step.request.player)
    special = name_special(step.request.special)
    space = step.event.result["space"]
    return say("{player} takes “{special}” and plays at place {space}.", player=player, special=special, space=space)


@dataclass(frozen=True, slots=True)
class RevealBids:
    """Reveal the bids."""

    bids: Mapping[str, str]  # by player, as typed: a number, a province, or ``none``


def _apply_bids(state: ShogunState, request: RevealBids, recorded: Body | None) -> Applied[ShogunState]:
    campaign = get_campaign(state)
    calendar = campaign.calendar
    for player in request.bids:
        state.check_player(player)
    sealed_bids = _open_sealed_bids(state, calendar, recorded)
    for player in request.bids:
        if player in sealed_bids:
            raise Refused("{player} has sealed a bid; it is revealed with the others.", player=name_player(player))
    bids = _parse_bids({**sealed_bids, **request.bids})
    if recorded is None:
        ranking = rank_bids(bids, get_draws(state), f"{calendar.label} bids", None, state.rulings)
        order, groups = ranking.order, [list(group) for group in ranking.drawn]
    else:
        order, groups = tuple(recorded["order"]), recorded["drawn"]
    result = {"order": list(order), "drawn": groups, "pays": {player: bids[player].cost for player in order}}
    if sealed_bids:
        result["sealed"] = sealed_bids
    state = with_plans_closed(state, calendar)
    state = replace(state, bids={player: str(bid) for player, bid in bids.items()})
    return Applied(result, replace(state, game=reveal_bids(campaign, bids, order)))


def _parse_bids(bids: Mapping[str, str]) -> dict[str, Bid]:
    names = {card.province for card in facts().cards}
    return {player: parse_bid(text, names) for player, text in bids.items()}


def _open_sealed_bids(state: ShogunState, calendar: stages.Calendar, recorded: Body | None) -> dict[str, str]:
    """The bids in sealed plans, changed to ``none`` for a lost province and to 0 for chests no longer owned."""
    bids = {}
    for player, plan in state.planning.get_plans(calendar.label).items():
        if plan is None:
            if recorded is not None and player in recorded.get("sealed", {}):
                bids[player] = str(recorded["sealed"][player])
            continue
        holding = holding_of(state, player)
        bid = _parse_bids({player: plan.bid})[player]
        is_payable = bid.province is None or bid.province in holding.provinces
        bids[player] = ("0" if bid.cost > holding.chests else plan.bid) if is_payable else "none"
    return bids


def get_open_bids(state: ShogunState) -> dict[str, Bid]:
    """The bids of the current round, once they are revealed; empty before."""
    return _parse_bids(view(state).bids)


def ranking_of(step: Transition[ShogunState]) -> Ranking:
    """The ranking that an event ``bids`` recorded."""
    return Ranking(step.event.result["order"], step.event.result["drawn"], get_open_bids(step.after))


def _bids_line(step: Transition[ShogunState]) -> Sentence:
    return say(
        "The bids are ranked: {players}.", players=join_with_commas(map(name_player, step.event.result["order"]))
    )


@dataclass(frozen=True, slots=True)
class BeginWinter:
    """Compute the hunger of winter, and draw the provinces that revolt."""

    drawn: tuple[str, ...] = ()  # provinces drawn by hand; empty to draw from the seed


def _apply_winter(state: ShogunState, request: BeginWinter, recorded: Body | None) -> Applied[ShogunState]:
    campaign = get_campaign(state)
    needs = compute_winter(campaign, facts().events, state.rulings)
    hands = {player: campaign.realm.list_provinces(player) for player in state.players}
    provinces = _group_by_owner(hands, request.drawn) if request.drawn else None
    if recorded is not None:
        provinces = recorded["drawn"]
    revolts = draw_winter_revolts(needs, hands, get_draws(state), campaign.calendar.label, provinces)
    winter = begin_winter(campaign, facts().events, revolts, state.rulings)
    return Applied(encode({"needs": needs, "drawn": revolts}), replace(state, game=winter))


def _group_by_owner(hands: Mapping[str, Sequence[str]], provinces: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The provinces that were drawn by hand, by the player who owns them."""
    owners = {name: player for player, names in hands.items() for name in names}
    by_owner: dict[str, tuple[str, ...]] = {}
    for province in provinces:
        if province not in owners:
            raise InputError("Nobody owns {province}.", province=province)
        by_owner[owners[province]] = (*by_owner.get(owners[province], ()), province)
    return by_owner


def _winter_line(step: Transition[ShogunState]) -> Sentence:
    names = ", ".join(name for each in step.event.result["drawn"].values() for name in each)
    return say("Winter: {names} revolt.", names=names) if names else say("Winter: nobody revolts.")


@dataclass(frozen=True, slots=True)
class CountPoints:
    """Count the points and end the year."""

    # numbers of the event cards opened for the new year, if players shuffle their own
    open: tuple[int, ...] | None = None


def _apply_points(state: ShogunState, request: CountPoints, recorded: Body | None) -> Applied[ShogunState]:
    campaign = get_campaign(state)
    after, scores = score_winter(replace(campaign, calendar=_with_pile(campaign.calendar, request)))
    result = {
        "points": {player: score.total for player, score in scores.items()},
        "total": {player: seat.points for player, seat in after.realm.seats.items()},
    }
    return Applied(result, replace(state, game=after), scores)


def _with_pile(calendar: stages.Calendar, request: CountPoints) -> stages.Calendar:
    if request.open is None or calendar.year >= stages.YEARS:
        return calendar
    return replace(calendar, pile=stages.put_events_on_top(calendar.pile, request.open, stages.OPEN_EVENTS))


def _points_line(step: Transition[ShogunState]) -> Sentence:
    each = [
        say("{player} {points}", player=name_player(player), points=describe_points(points))
        for player, points in step.event.result["total"].items()
    ]
    return say("The points are counted: {points}.", points=join_with_commas(each))


WINTER: EventKind[ShogunState] = EventKind("winter", BeginWinter, _apply_winter, line=_winter_line)
"""The start of a winter; its revolts are events of their own."""

POINTS: EventKind[ShogunState] = EventKind("points", CountPoints, _apply_points, line=_points_line)

KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("lay", LayCards, _apply_lay, line=lambda step: say("The cards of the round are laid.")),
    EventKind("event", DrawEvent, _apply_draw, line=_event_line),
    EventKind("end", EndRound, _apply_end, line=lambda step: say("The round ends.")),
    EventKind("bids", RevealBids, _apply_bids, line=_bids_line),
    EventKind("take", TakeSpecial, _apply_special, line=_special_line),
    WINTER,
    POINTS,
)
"""The steps of rounds and winters, without turns, revolts and plans."""
