"""Plans laid in secret at a table, and bids opened together."""

from collections.abc import Mapping

from companion.answers import Answer, answering
from companion.data.shogun import facts
from companion.errors import InputError
from companion.play.shogun.plans import LayPlan, unplanned
from companion.play.shogun.round import DrawEvent, LayCards, RevealBids
from companion.play.shogun.state import holding_of
from companion.play.shogun.views import view
from companion.rules.shogun.realm import daimyo
from companion.rules.shogun.round.bids import Plan, bid_named, copied_plan, proposed_plan
from companion.rules.shogun.round.stages import Stage
from companion.service.playing import play
from companion.service.shogun.session import ShogunSession
from companion.service.shogun.shown import own_events

EARLIER, PROPOSED = "earlier", "proposed"
"""The ways a plan can be begun: with the last one, or with what the cards suggest."""


def plan_begun(here: ShogunSession, player: str, source: str = "") -> Plan:
    """A plan to begin with: one laid or taken back, the last one without what is lost, or a proposal.

    Args:
        source: ``EARLIER`` or ``PROPOSED``; the plan of this round, or an empty one, otherwise.
    """
    seen, holding = view(here.state, player), holding_of(here.state, player)
    if source == EARLIER and seen.earlier is not None:
        return copied_plan(seen.earlier, holding.provinces, holding.chests)
    if source == PROPOSED:
        cards = {card.province: card for card in facts().cards}
        return proposed_plan([cards[name] for name in holding.provinces])
    laid = seen.plan or _taken_back(here, player) or Plan()
    return copied_plan(laid, holding.provinces, holding.chests)


def _taken_back(here: ShogunSession, player: str) -> Plan | None:
    """The last plan that a player laid for this round, in the hand again; ``None`` if there is none."""
    for step in reversed(here.history.steps):
        if isinstance(step.request, LayCards):
            return None
        if isinstance(step.request, LayPlan) and step.request.player == player and step.request.sealed:
            return view(step.after, player).plan
    return None


@answering
def lay_plan(here: ShogunSession, player: str, plan: Plan) -> Answer:
    """Lay a player's plan face down; with the last one the event is drawn and all bids are opened.

    Where players draw events from cards of their own, they open the bids when they have drawn.
    """
    laid = play(here, LayPlan(player, plan=plan))
    return laid if not laid.yes or unplanned(here.state) or own_events(here) else open_bids(here, {})


@answering
def open_bids(here: ShogunSession, told: Mapping[str, str], event: int | None = None) -> Answer:
    """Open all bids together; the event is drawn before, if it is not known yet.

    Those who planned on their mat tell theirs, as they are typed; players may have drawn the event card.
    """
    names = {card.province for card in facts().cards}
    bids = {player: str(bid_named(text, names)) for player, text in told.items()}
    for player in unplanned(here.state):
        if player not in bids:
            raise InputError("The bid of {player} is missing.", player=daimyo(player))
    calendar = here.state.calendar
    if calendar is not None and calendar.stage == Stage.EVENT:
        if event is None and own_events(here):
            raise InputError("Say which event card you drew.")
        here.do(DrawEvent(event))
    return play(here, RevealBids(bids))
