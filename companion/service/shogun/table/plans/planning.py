"""Plans laid in secret at a table, and bids opened together."""

from __future__ import annotations

from collections.abc import Mapping

from companion.answers import Answer, answering
from companion.data.shogun import facts
from companion.errors import InputError
from companion.play.shogun.plans.planning import LaidPlan, LayPlan, TellHoldings, holding_of
from companion.play.shogun.requests import DrawEvent
from companion.play.shogun.views import view
from companion.rules.shogun.components import chest_words
from companion.rules.shogun.cubes import daimyo, daimyos
from companion.rules.shogun.game.holdings import Holding
from companion.rules.shogun.round.bids import Bid, bid_named
from companion.rules.shogun.round.calendar import Stage
from companion.rules.shogun.round.plans import Plan, copied_plan, proposed_plan
from companion.rules.shogun.setup.setup import LETTERS, STARTING_CHESTS, fixed_lands
from companion.sentences import listed, say
from companion.service.shogun.standing import next_lines
from companion.service.shogun.table.opening import ShogunSession
from companion.service.shogun.table.rounds import own_events, play_round, reveal_bids

EARLIER, PROPOSED = "earlier", "proposed"
"""Where a plan can be begun: with the last one, or with what the cards suggest."""


def waited_for(here: ShogunSession) -> tuple[str, ...]:
    """The players who have not laid their plan for this round."""
    seen = view(here.state)
    return tuple(player for player in seen.players if player not in seen.laid)


def holding_told(here: ShogunSession, player: str) -> Holding | None:
    """What a player owns: from the board, or as it was told; nothing where nothing was."""
    return holding_of(here.state, player)


def fixed_cards(here: ShogunSession) -> dict[str, tuple[str, ...]]:
    """The province cards of each fixed set-up, by its letter; none for so many players."""
    players = here.state.players
    if len(players) not in STARTING_CHESTS:
        return {}
    found: dict[str, list[str]] = {letter: [] for letter in LETTERS[: len(players)]}
    for province, land in fixed_lands(facts(), LETTERS[: len(players)]).items():
        found[str(land.owner)].append(province)
    return {letter: tuple(sorted(provinces)) for letter, provinces in found.items()}


def plan_begun(here: ShogunSession, player: str, source: str = "") -> Plan:
    """A plan to begin with: the one that is laid, the last one without what is lost, or a proposal.

    Args:
        here: The table.
        player: Whose plan; only this player is shown it.
        source: ``EARLIER`` or ``PROPOSED``; the plan that is laid, or an empty one, otherwise.
    """
    seen, holding = view(here.state, player), holding_of(here.state, player)
    if holding is None:
        return Plan()
    if source == EARLIER and seen.earlier is not None:
        return copied_plan(seen.earlier, holding.provinces, holding.chests)
    if source == PROPOSED:
        cards = {card.province: card for card in facts().cards}
        return proposed_plan([cards[name] for name in holding.provinces])
    return seen.plan or Plan()


@answering
def lay_plan(here: ShogunSession, player: str, cards: Mapping[str, str], bid: str) -> Answer:
    """Lay a player's plan face down; with the last one the event is drawn and all bids are opened.

    Where players draw events from cards of their own, they open the bids when they have drawn.

    Args:
        here: The table.
        player: Whose plan.
        cards: The province on each action space; blanks are not named.
        bid: The bid for turn order, as it is typed.
    """
    step = here.do(LayPlan(player, Plan(dict(cards), bid)))
    missing = waited_for(here)
    data = {"table": here.name, "event": step.event.number, "player": player, "missing": list(missing)}
    laid = say("{player} has laid a plan.", player=daimyo(player))
    if missing:
        return Answer(data, (laid, say("Still planning: {players}.", players=daimyos(missing))))
    if own_events(here):
        return Answer(data, (laid, *next_lines(view(here.state))))
    opened = open_bids(here, {})
    return Answer({**data, "bids": opened.document}, (laid, *opened.lines))


@answering
def take_plan_back(here: ShogunSession, player: str) -> Answer:
    """Take a plan back into the hand, as long as somebody is still planning."""
    step = here.do(LaidPlan(player))
    data = {"table": here.name, "event": step.event.number, "player": player}
    return Answer(data, (say("{player} takes the plan back.", player=daimyo(player)),))


@answering
def open_bids(here: ShogunSession, told: Mapping[str, str], event: int | None = None) -> Answer:
    """Open all bids together; the event is drawn before, if it is not known yet.

    Args:
        here: The table.
        told: The bids of those who planned on their mat, as they are typed.
        event: The event card that players drew from their own.
    """
    names = {card.province for card in facts().cards}
    bids: dict[str, Bid] = {player: bid_named(text, names) for player, text in told.items()}
    for player in waited_for(here):
        if player not in bids:
            raise InputError("The bid of {player} is missing.", player=daimyo(player))
    calendar = here.state.calendar
    if calendar is not None and calendar.stage == Stage.EVENT:
        if event is None and own_events(here):
            raise InputError("Say which event card you drew.")
        play_round(here, DrawEvent(event))
    return reveal_bids(here, bids, {})


@answering
def tell_holdings(
    here: ShogunSession,
    holdings: Mapping[str, Holding],
    buildings: Mapping[str, tuple[str, ...]] | None = None,
) -> Answer:
    """Tell which province cards, chests and rice players own, where the board lies on the table.

    Args:
        here: The table.
        holdings: What each player owns.
        buildings: What stands in provinces, all of it, where that is to be put right.
    """
    step = here.do(TellHoldings(dict(holdings), buildings))
    seen = view(step.after)
    data = {
        "table": here.name,
        "event": step.event.number,
        "holdings": {
            player: {"provinces": list(each.provinces), "chests": each.chests, "rice": each.rice}
            for player, each in seen.holdings.items()
        },
    }
    lines = [
        say(
            "{player}: {provinces}; {chests}, {rice} rice.",
            player=daimyo(player),
            provinces=listed(seen.holdings[player].provinces),
            chests=chest_words(seen.holdings[player].chests),
            rice=seen.holdings[player].rice,
        )
        for player in holdings
    ]
    return Answer(data, tuple(lines))
