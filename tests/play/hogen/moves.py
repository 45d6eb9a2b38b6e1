"""Moves at an open table of Hogen, each by the seat whose turn it is."""

from companion.answers import Answer
from companion.play.hogen.moves import Accuse, CallCards, LayRallied
from companion.play.hogen.views import view
from companion.service.hogen import HogenSession
from companion.service.playing import play


def rally_all(session: HogenSession) -> None:
    """Everybody rallies the first samurai in hand."""
    for seat in session.state.seats:
        own = view(session.state, seat).private
        assert own is not None
        assert own.hand is not None
        assert play(session, LayRallied(seat, own.hand[0])).yes


def call(session: HogenSession, wanted: str) -> Answer:
    return play(session, CallCards(str(session.state.game.turn.active), wanted))


def accuse(session: HogenSession, right: bool = True) -> Answer:
    """Name what the others have rallied, or with each the card of another."""
    accuser = str(session.state.game.turn.active)
    others = [seat for seat in session.state.seats if seat != accuser]
    cards = [str(session.state.game.rallied[seat]) for seat in (others if right else reversed(others))]
    return play(session, Accuse(accuser, dict(zip(others, cards, strict=True))))
