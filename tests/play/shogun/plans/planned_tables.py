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
    history = begin_history(**changes)
    history.do(SetUp("fixed"))
    history.do(LayCards())
    return history


def list_hand(history: History[ShogunState], player: str) -> tuple[str, ...]:
    return holding_of(history.state, player).provinces


def propose(history: History[ShogunState], player: str) -> Plan:
    return propose_plan([CARDS[name] for name in list_hand(history, player)])


def lay_plans(history: History[ShogunState], **plans: Plan) -> None:
    """Everybody lays a plan, as proposed where none is given."""
    for player in PLAYERS:
        history.do(LayPlan(player, plan=plans.get(player) or propose(history, player)))


def open_round(history: History[ShogunState]) -> None:
    """Event, bids and special cards, up to the first action."""
    history.do(DrawEvent())
    history.do(RevealBids({}))
    for space in range(len(PLAYERS)):
        calendar = history.state.calendar
        assert calendar is not None
        history.do(TakeSpecial(str(calendar.player), calendar.specials[space]))


def play_round(history: History[ShogunState]) -> None:
    """All turns of a round, every planned card played as it lies, without a march."""
    while history.state.calendar is not None and history.state.calendar.stage == Stage.ACTIONS:
        card = history.state.opened_cards[-1]
        history.do(TakeTurn(Order(card.player, card.action, card.province)))
