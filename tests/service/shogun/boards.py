"""Tables of Shogun whose board Companion keeps, begun and played on to where tests want them."""

from companion.data.shogun.towers import get_preset
from companion.play.shogun.round import DrawEvent, EndRound, LayCards, RevealBids, TakeSpecial
from companion.play.shogun.standing import find_next_action
from companion.play.shogun.start import SetUp
from companion.service.playing import play
from companion.service.session import StoreOrShelf
from companion.service.shogun.session import ShogunSession, begin_table

COLOURS = ("blue", "yellow", "red")
ACTIONS = ("combat-a", "tax", "castle", "five", "rice", "temple", "combat-b", "three", "one", "theatre")
SPECIALS = ("chest", "attack", "defence", "six", "rice")
FIXED = SetUp("fixed", letters="ABC")


def begin_board(store: StoreOrShelf, name: str, setup: SetUp = FIXED, **more: object) -> ShogunSession:
    session = begin_table(store, name, COLOURS, get_preset("shogun"), **{"seed": "kabuto", **more})  # type: ignore[arg-type]
    assert play(session, setup).yes
    return session


def play_to_actions(session: ShogunSession, actions: tuple[str, ...] = ACTIONS) -> None:
    """Play on to the actions of the next round, in which Blue, Yellow and Red act in this order."""
    for request in (LayCards(actions, SPECIALS), DrawEvent(), RevealBids({"blue": "3", "yellow": "2", "red": "0"})):
        assert play(session, request).yes
    for player, special in zip(COLOURS, SPECIALS, strict=False):
        assert play(session, TakeSpecial(player, special)).yes


def pass_rounds(session: ShogunSession, rounds: int = 3) -> None:
    """Play rounds on a board in which nobody pays or acts."""
    for _ in range(rounds):
        for request in (LayCards(ACTIONS, SPECIALS), DrawEvent(), RevealBids(dict.fromkeys(COLOURS, "0"))):
            assert play(session, request).yes
        for special in SPECIALS[: len(COLOURS)]:
            assert play(session, TakeSpecial(str(find_next_action(session.state).player), special)).yes
        assert play(session, EndRound(blanks=True)).yes
