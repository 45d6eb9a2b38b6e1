"""The rounds of a game: cards laid, the event drawn, bids ranked and paid, special cards taken; and winters.

What the seed shuffled stands in the log, and players may say instead what their own cards gave. The space of
a special card that is taken is the place in turn order. A winter is everybody's hunger, the provinces that
revolt, and the points that end the year, or the game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.codec import UNSAID, encode
from companion.data.shogun import facts
from companion.data.vocabulary import vocabulary
from companion.errors import InputError, Refused
from companion.play.shogun.fights import TurnReport, untold_turns
from companion.play.shogun.state import (
    ShogunState,
    campaign_at,
    draws_of,
    holding_of,
    with_calendar,
    with_plans_closed,
)
from companion.play.shogun.views import view
from companion.rules.shogun.campaign import begin_planning, end_round, take_bids
from companion.rules.shogun.realm import daimyo, listing, point_words
from companion.rules.shogun.round import stages
from companion.rules.shogun.round.bids import (
    ACTIONS,
    OPEN_EVENTS,
    SPECIALS,
    Bid,
    Ranking,
    bid_named,
    event_words,
    rank_bids,
    rule_of,
    special_words,
)
from companion.rules.shogun.round.stages import (
    YEARS,
    Calendar,
    Stage,
    choose_special,
    put_on_top,
    turns_until,
)
from companion.rules.shogun.winter import begin_winter, draw_winter, score_winter, winter_hunger
from companion.sentences import Sentence, say
from companion.table.history import Body, EventKind, Played, Step


@dataclass(frozen=True, slots=True)
class LayCards:
    """Lay the cards of a round: as the seed shuffles them, or as the players' own fell."""

    actions: tuple[str, ...] | None = None
    specials: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class DrawEvent:
    """Draw the event of a round, or tell which one was drawn."""

    event: int | None = None


@dataclass(frozen=True, slots=True)
class EndRound:
    """End a round; where turns are left, they are made ``blanks``, or it is refused."""

    blanks: bool = field(default=True, metadata=UNSAID)


def _play_lay(state: ShogunState, request: LayCards, recorded: Body | None) -> Played[ShogunState]:
    campaign = campaign_at(state)
    calendar = campaign.calendar
    if recorded is not None:
        request = LayCards(tuple(recorded["actions"]), tuple(recorded["specials"]))
    told = _whole(request.actions, ACTIONS, "action")
    actions = told or stages.shuffle_actions(calendar, draws_of(state))
    told = _whole(request.specials, SPECIALS, "special")
    specials = told or stages.shuffle_specials(calendar, draws_of(state))
    game = begin_planning(campaign, stages.lay_cards(calendar, actions, specials))
    return Played({"actions": list(actions), "specials": list(specials)}, replace(state, game=game))


def _whole(given: Sequence[str] | None, cards: Sequence[str], sort: str) -> tuple[str, ...] | None:
    if given is None:
        return None
    if sorted(given) != sorted(cards):
        names = vocabulary("shogun", sort).expected
        raise InputError("Every card lies there once; these are the cards: {names}.", names=names)
    return tuple(given)


def _play_event(state: ShogunState, request: DrawEvent, recorded: Body | None) -> Played[ShogunState]:
    calendar = campaign_at(state).calendar
    event = request.event if recorded is None else recorded["event"]
    if event is None and calendar.stage == Stage.EVENT:
        event = stages.draw_event(calendar, draws_of(state))
    after = with_calendar(with_plans_closed(state, calendar), stages.take_event(calendar, event or 0))
    return Played({"event": event}, after)


def _play_end(state: ShogunState, request: EndRound, recorded: Body | None) -> Played[ShogunState]:
    campaign = campaign_at(state)
    calendar = campaign.calendar
    passed = turns_until(calendar) if calendar.stage == Stage.ACTIONS else ()
    if passed and not request.blanks:
        raise untold_turns(calendar, passed)
    return Played({}, replace(state, game=end_round(campaign)), TurnReport(passed=passed))


def _event_line(step: Step[ShogunState]) -> Sentence:
    number = step.event.result["event"]
    return say(
        "Event {number}: {words}", number=number, words=event_words(rule_of(facts().events[number - 1]))
    )


@dataclass(frozen=True, slots=True)
class TakeSpecial:
    """Take a special card."""

    player: str
    special: str


def _take(state: ShogunState, request: TakeSpecial, recorded: Body | None) -> Played[ShogunState]:
    calendar = campaign_at(state).calendar
    chosen = choose_special(calendar, state.player(request.player), request.special)
    result = {
        "space": calendar.specials.index(request.special) + 1,
        "order": list(chosen.order) if chosen.stage == Stage.ACTIONS else None,
    }
    return Played(result, with_calendar(state, chosen))


def _take_line(step: Step[ShogunState]) -> Sentence:
    return say(
        "{player} takes {special} and plays at place {space}.",
        player=daimyo(step.request.player),
        special=special_words(step.request.special),
        space=step.event.result["space"],
    )


@dataclass(frozen=True, slots=True)
class RevealBids:
    """Reveal the bids."""

    bids: Mapping[str, str]  # each player's bid, as it is typed: a number, a province, or ``none``


def _apply_bids(state: ShogunState, request: RevealBids, recorded: Body | None) -> Played[ShogunState]:
    campaign = campaign_at(state)
    calendar = campaign.calendar
    for player in request.bids:
        state.player(player)
    sealed = _open_sealed_bids(state, calendar, recorded)
    for player in request.bids:
        if player in sealed:
            raise Refused("{player} has sealed a bid; it is opened with the others.", player=daimyo(player))
    bids = _read_bids({**sealed, **request.bids})
    if recorded is None:
        ranking = rank_bids(bids, draws_of(state), f"{calendar.label} bids", None, state.rulings)
        order, drawn = ranking.order, [list(group) for group in ranking.drawn]
    else:
        order, drawn = tuple(recorded["order"]), recorded["drawn"]
    result = {"order": list(order), "drawn": drawn, "pays": {player: bids[player].cost for player in order}}
    if sealed:
        result["sealed"] = sealed
    state = with_plans_closed(state, calendar)
    state = replace(state, bids={player: str(bid) for player, bid in bids.items()})
    return Played(result, replace(state, game=take_bids(campaign, bids, order)))


def _read_bids(bids: Mapping[str, str]) -> dict[str, Bid]:
    names = {card.province for card in facts().cards}
    return {player: bid_named(text, names) for player, text in bids.items()}


def _open_sealed_bids(state: ShogunState, calendar: Calendar, recorded: Body | None) -> dict[str, str]:
    """The bids of the plans laid in secret; for a card that is no longer owned none, for such chests 0."""
    found = {}
    for player, plan in state.planning.of(calendar.label).items():
        if plan is None:
            if recorded is not None and player in recorded.get("sealed", {}):
                found[player] = str(recorded["sealed"][player])
            continue
        holding = holding_of(state, player)
        bid = _read_bids({player: plan.bid})[player]
        kept = bid.province is None or bid.province in holding.provinces
        found[player] = ("0" if bid.cost > holding.chests else plan.bid) if kept else "none"
    return found


def opened_bids(state: ShogunState) -> dict[str, Bid]:
    """The bids of the round under way, once they are open."""
    return _read_bids(view(state).bids)


def ranking_of(step: Step[ShogunState]) -> Ranking:
    """The ranking as an event of bids settled it."""
    return Ranking(step.event.result["order"], step.event.result["drawn"], opened_bids(step.after))


def _bids_line(step: Step[ShogunState]) -> Sentence:
    return say("The bids are ranked: {players}.", players=listing(map(daimyo, step.event.result["order"])))


@dataclass(frozen=True, slots=True)
class BeginWinter:
    """Reckon the hunger of winter, and draw the provinces that revolt."""

    drawn: tuple[str, ...] = ()  # the provinces that were drawn by hand; none to draw them from the seed


def _apply_winter(state: ShogunState, request: BeginWinter, recorded: Body | None) -> Played[ShogunState]:
    campaign = campaign_at(state)
    needs = winter_hunger(campaign, facts().events, state.rulings)
    hands = {player: campaign.realm.owned(player) for player in state.players}
    given = _by_owner(hands, request.drawn) if request.drawn else None
    if recorded is not None:
        given = recorded["drawn"]
    drawn = draw_winter(needs, hands, draws_of(state), campaign.calendar.label, given)
    begun = begin_winter(campaign, facts().events, drawn, state.rulings)
    return Played(encode({"needs": needs, "drawn": drawn}), replace(state, game=begun))


def _by_owner(hands: Mapping[str, Sequence[str]], drawn: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The provinces that were drawn by hand, by the player who owns them."""
    owners = {name: player for player, names in hands.items() for name in names}
    found: dict[str, tuple[str, ...]] = {}
    for province in drawn:
        if province not in owners:
            raise InputError("Nobody owns {province}.", province=province)
        found[owners[province]] = (*found.get(owners[province], ()), province)
    return found


def _winter_line(step: Step[ShogunState]) -> Sentence:
    names = ", ".join(name for each in step.event.result["drawn"].values() for name in each)
    return say("Winter: {names} revolt.", names=names) if names else say("Winter: nobody revolts.")


WINTER: EventKind[ShogunState] = EventKind("winter", BeginWinter, _apply_winter, line=_winter_line)
"""The beginning of a winter; its revolts are throws like others."""


@dataclass(frozen=True, slots=True)
class CountPoints:
    """Count the points and end the year."""

    # numbers of the event cards opened for the new year, where the players shuffle their own
    open: tuple[int, ...] | None = None


def _apply_points(state: ShogunState, request: CountPoints, recorded: Body | None) -> Played[ShogunState]:
    campaign = campaign_at(state)
    after, scores = score_winter(replace(campaign, calendar=_with_pile(campaign.calendar, request)))
    result = {
        "points": {player: score.total for player, score in scores.items()},
        "total": {player: seat.points for player, seat in after.realm.seats.items()},
    }
    return Played(result, replace(state, game=after), scores)


def _with_pile(calendar: Calendar, request: CountPoints) -> Calendar:
    if request.open is None or calendar.year >= YEARS:
        return calendar
    return replace(calendar, pile=put_on_top(calendar.pile, request.open, OPEN_EVENTS))


def _points_line(step: Step[ShogunState]) -> Sentence:
    each = [
        say("{player} {points}", player=daimyo(player), points=point_words(points))
        for player, points in step.event.result["total"].items()
    ]
    return say("The points are counted: {points}.", points=listing(each))


POINTS: EventKind[ShogunState] = EventKind(
    "points", CountPoints, _apply_points, line=_points_line
)  # the points counted

KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("lay", LayCards, _play_lay, line=lambda step: say("The cards of the round are laid.")),
    EventKind("event", DrawEvent, _play_event, line=_event_line),
    EventKind("end", EndRound, _play_end, line=lambda step: say("The round ends.")),
    EventKind("bids", RevealBids, _apply_bids, line=_bids_line),
    EventKind("take", TakeSpecial, _take, line=_take_line),
    WINTER,
    POINTS,
)
"""The steps of a round, its turns apart, and of a winter."""
