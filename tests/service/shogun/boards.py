"""Tables of Shogun whose board Companion keeps, begun and played on to where tests want them."""

from companion.data.shogun.towers import get_preset
from companion.play.shogun.round import DrawEvent, EndRound, LayCards, RevealBids, TakeSpecial
from companion.play.shogun.start import SetUp
from companion.rules.shogun.bids import Plan
from companion.rules.shogun.stages import Stage
from companion.service.playing import play
from companion.service.session import StoreOrShelf
from companion.service.shogun.session import PROPOSED, ShogunSession, begin_plan, begin_table, lay_plan

COLOURS = ("blue", "yellow", "red")
ACTIONS = ("combat-a", "tax", "castle", "five", "rice", "temple", "combat-b", "three", "one", "theatre")
SPECIALS = ("chest", "attack", "defence", "six", "rice")
FIXED = SetUp("fixed", letters="ABC")


def begin_board(store: StoreOrShelf, name: str, setup: SetUp = FIXED, **more: object) -> ShogunSession:
    session = begin_table(store, name, COLOURS, get_preset("shogun"), **{"seed": "kabuto", **more})  # type: ignore[arg-type]
    assert play(session, setup).yes
    return session


def lay_plans(session: ShogunSession, *bids: str) -> None:
    """Blue, Yellow and Red lay the plan that is proposed to each, with these bids."""
    for player, bid in zip(COLOURS, bids, strict=True):
        lay_plan(session, player, Plan(begin_plan(session, player, PROPOSED).cards, bid))


def take_specials(session: ShogunSession) -> None:
    """Whoever's turn it is takes the first special card that is free, until all have one."""
    while (calendar := session.state.calendar) is not None and calendar.stage == Stage.CHOICE:
        free = next(card for card in calendar.specials if card not in calendar.taken.values())
        assert play(session, TakeSpecial(str(calendar.player), free)).yes


def play_to_actions(session: ShogunSession, actions: tuple[str, ...] = ACTIONS, bids: str = "320") -> None:
    """Play on to the actions of the next round; with the usual bids Blue, Yellow and Red act in this order."""
    revealed = RevealBids(dict(zip(COLOURS, bids, strict=True)))
    for request in (LayCards(actions, SPECIALS), DrawEvent(), revealed):
        assert play(session, request).yes
    take_specials(session)


def pass_rounds(session: ShogunSession, rounds: int = 3) -> None:
    """Play rounds on a board in which nobody pays or acts."""
    for _ in range(rounds):
        play_to_actions(session, bids="000")
        assert play(session, EndRound(blanks=True)).yes
