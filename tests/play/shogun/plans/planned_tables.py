"""Tables of Shogun whose players plan in secret, to test with."""

from companion.data.shogun.facts import facts
from companion.play.shogun.fights import TakeTurn
from companion.play.shogun.plans import LayPlan
from companion.play.shogun.round import DrawEvent, LayCards, RevealBids, TakeSpecial
from companion.play.shogun.start import SetUp
from companion.play.shogun.state import ShogunState, holding_of
from companion.rules.shogun.bids import Plan, propose_plan
from companion.rules.shogun.campaign import Order
from companion.rules.shogun.stages import Stage
from companion.table.history import History
from tests.table.games import PLAYERS, begin_history

CARDS = {card.province: card for card in facts().cards}


def begin_planning(**changes: object) -> History[ShogunState]:
    """A whole game whose first cards are laid."""
    here = begin_history(**changes)
    here.do(SetUp("fixed"))
    here.do(LayCards())
    return here


def list_hand(here: History[ShogunState], player: str) -> tuple[str, ...]:
    return holding_of(here.state, player).provinces


def propose(here: History[ShogunState], player: str) -> Plan:
    return propose_plan([CARDS[name] for name in list_hand(here, player)])


def lay_plans(here: History[ShogunState], **plans: Plan) -> None:
    """Everybody lays a plan, as proposed where none is given."""
    for player in PLAYERS:
        here.do(LayPlan(player, plan=plans.get(player) or propose(here, player)))


def open_round(here: History[ShogunState]) -> None:
    """Event, bids and special cards, up to the first action."""
    here.do(DrawEvent())
    here.do(RevealBids({}))
    for space in range(len(PLAYERS)):
        calendar = here.state.calendar
        assert calendar is not None
        here.do(TakeSpecial(str(calendar.player), calendar.specials[space]))


def play_round(here: History[ShogunState]) -> None:
    """All turns of a round, every planned card played as it lies, without a march."""
    while here.state.calendar is not None and here.state.calendar.stage == Stage.ACTIONS:
        card = here.state.opened[-1]
        here.do(TakeTurn(Order(card.player, card.action, card.province)))
