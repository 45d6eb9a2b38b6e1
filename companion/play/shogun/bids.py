"""The bids for turn order, revealed: ties are drawn from the seed, and they are paid."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.data.shogun import facts
from companion.errors import Refused
from companion.play.shogun.keeping import campaign_at, draws_of, holding_of, with_plans_closed
from companion.play.shogun.state import ShogunState
from companion.play.shogun.views import view
from companion.rules.shogun.game.campaign import take_bids
from companion.rules.shogun.realm import daimyo, listing
from companion.rules.shogun.round.bids import Bid, Ranking, bid_named, rank_bids
from companion.rules.shogun.round.stages import Calendar
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class RevealBids:
    """Reveal the bids."""

    bids: Mapping[str, str]  # each player's bid, as it is typed: a number, a province, or ``none``


def _play(state: ShogunState, request: RevealBids, recorded: Body | None) -> Played[ShogunState]:
    campaign = campaign_at(state)
    calendar = campaign.calendar
    for player in request.bids:
        state.player(player)
    sealed = _sealed(state, calendar, recorded)
    for player in request.bids:
        if player in sealed:
            raise Refused("{player} has sealed a bid; it is opened with the others.", player=daimyo(player))
    bids = _read({**sealed, **request.bids})
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


def _read(bids: Mapping[str, str]) -> dict[str, Bid]:
    names = {card.province for card in facts().cards}
    return {player: bid_named(text, names) for player, text in bids.items()}


def _sealed(state: ShogunState, calendar: Calendar, recorded: Body | None) -> dict[str, str]:
    """The bids of the plans laid in secret; for a card that is no longer owned none, for such chests 0."""
    found = {}
    for player, plan in state.planning.of(calendar.label).items():
        if plan is None:
            if recorded is not None and player in recorded.get("sealed", {}):
                found[player] = str(recorded["sealed"][player])
            continue
        holding = holding_of(state, player)
        bid = _read({player: plan.bid})[player]
        kept = bid.province is None or bid.province in holding.provinces
        found[player] = ("0" if bid.cost > holding.chests else plan.bid) if kept else "none"
    return found


def opened_bids(state: ShogunState) -> dict[str, Bid]:
    """The bids of the round under way, once they are open."""
    return _read(view(state).bids)


def ranking_of(step: Step[ShogunState]) -> Ranking:
    """The ranking as an event of bids settled it."""
    return Ranking(step.event.result["order"], step.event.result["drawn"], opened_bids(step.after))


def _line(step: Step[ShogunState]) -> Sentence:
    return say("The bids are ranked: {players}.", players=listing(map(daimyo, step.event.result["order"])))


KIND: EventKind[ShogunState] = EventKind("bids", RevealBids, _play, line=_line)  # bids revealed
