"""Tables of Shogun whose players plan in secret, to test with."""

from companion.data.shogun import facts
from companion.play.shogun.bids import RevealBids
from companion.play.shogun.keeping import due, holding_of
from companion.play.shogun.plans.planning import LayPlan, TellHoldings
from companion.play.shogun.plans.turns import EndTurns
from companion.play.shogun.round import DrawEvent, LayCards, TakeSpecial
from companion.play.shogun.set_up import SetUp
from companion.play.shogun.state import ShogunState
from companion.rules.shogun.game.holdings import Holding
from companion.rules.shogun.round.plans import Plan, proposed_plan
from companion.rules.shogun.round.stages import Stage
from companion.table.history import History
from tests.table.games import PLAYERS, history

CARDS = {card.province: card for card in facts().cards}


def planning(mode: str = "light", **changes: object) -> History[ShogunState]:
    """A table whose first cards are laid, where everybody has told what they own."""
    here = history(**changes)
    here.do(SetUp(mode))
    if mode == "light":
        own = {letter: player for letter, player in zip("ABC", PLAYERS, strict=True)}
        hands: dict[str, list[str]] = {player: [] for player in PLAYERS}
        for place in facts().fixed_setup(3):
            hands[own[place.player]].append(place.province)
        here.do(TellHoldings({player: Holding(tuple(hand), 18) for player, hand in hands.items()}))
    here.do(LayCards())
    return here


def hand(here: History[ShogunState], player: str) -> tuple[str, ...]:
    holding = holding_of(here.state, player)
    assert holding is not None
    return holding.provinces


def proposal(here: History[ShogunState], player: str) -> Plan:
    return proposed_plan([CARDS[name] for name in hand(here, player)])


def lay(here: History[ShogunState], **plans: Plan) -> None:
    """Everybody lays a plan, as proposed where none is given."""
    for player in PLAYERS:
        here.do(LayPlan(player, plans.get(player) or proposal(here, player)))


def open_all(here: History[ShogunState]) -> None:
    """Event, bids and special cards, up to the first action."""
    here.do(DrawEvent())
    here.do(RevealBids({}))
    for space in range(len(PLAYERS)):
        calendar = here.state.calendar
        assert calendar is not None
        here.do(TakeSpecial(str(calendar.player), calendar.specials[space]))


def play_round(here: History[ShogunState]) -> None:
    """All turns of a light round, with nothing but what was planned."""
    while here.state.calendar is not None and here.state.calendar.stage == Stage.ACTIONS:
        players = due(here.state)
        alone = str(here.state.calendar.action).startswith("combat")
        here.do(EndTurns(players[0] if alone else None))
