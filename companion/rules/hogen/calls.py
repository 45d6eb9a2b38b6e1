"""The calls open to a player, seen from their own rallied samurai; only they can check them."""

from collections.abc import Iterable, Mapping

from companion.data.hogen.cards import CALLS, Call, Card, in_order
from companion.sentences import Sentence, say


def may_call(call: Call, rallied: Card) -> bool:
    """True for a call that is open to the player whose rallied samurai this is.

    A clan alone or a rank alone must have nothing in common with it; of a clan and a rank together
    exactly one must be a trait of it, so the rallied samurai itself is never called. Of the 24 calls
    12 are open: three clans, three ranks, six single samurai.

    Source: Hogen booklet, Turn A1 and A2.
    """
    return call.shared(rallied) == (1 if call.both else 0)


def why(call: Call, rallied: Card) -> Sentence:
    """The reason a call is open to the player with this rallied samurai, or is not; for their eyes only."""
    shared = call.shared(rallied)
    if not call.both:
        if shared:
            return say("A clan or a rank called alone may not be one of your rallied {card}.", card=rallied)
        return say("It has nothing in common with your rallied {card}.", card=rallied)
    if shared == 2:
        return say("That is your rallied samurai itself.")
    if shared == 1:
        return say("Clan or rank is that of your rallied {card}, and not both.", card=rallied)
    return say("Of a clan and a rank together, one must be that of your rallied {card}.", card=rallied)


def calls_with(rallied: Card) -> tuple[Call, ...]:
    """The calls open to the player whose rallied samurai this is.

    A player is never stuck, even after calls that nobody answered. Every samurai in the others' hands is
    another than their rallied one, so its clan or its rank is not shared with it, and calling that trait
    alone is open to them and is answered. It cannot have failed since the last swap: hands have not
    changed since, so the same hand would have answered it. (By the ruling ``failed-call=table`` calls of
    others bind too; then an exhaustive test shows the same.)
    """
    return tuple(call for call in CALLS if may_call(call, rallied))


def matching(call: Call, hand: Iterable[Card]) -> tuple[Card, ...]:
    """The samurai of a hand, without the rallied one, that satisfy a call. Source: Hogen booklet, Turn B1."""
    return in_order(card for card in hand if call.matches(card))


def first_with(call: Call, asked: Iterable[str], hands: Mapping[str, Iterable[Card]]) -> str | None:
    """The first seat, in the order asked, that holds a match and so must answer; none when all pass."""
    return next((seat for seat in asked if matching(call, hands[seat])), None)


def said_call(call: Call) -> Sentence:
    """A call in words."""
    if call.clan is None:
        return say("rank {rank}", rank=call.rank)
    if call.rank is None:
        return say("clan {clan}", clan=call.clan)
    return say("{clan} of rank {rank}", clan=call.clan, rank=call.rank)
