"""A whole game with its secrets, and how a player is told 'no' without the table learning why.

Three rules keep secrets out of a refusal:

1. What the whole table knows is judged first and told with its reason (``turn.check``): whose turn it
   is, what failed, what lies in the palace. Such a 'no' is the same whatever the cards are.
2. What is left hangs on one player's own cards, and is told in one fixed sentence, ``NOT_OPEN`` or
   ``NOT_IN_HAND``: it names no card, no trait and no rule, and no other seat's cards are looked at.
3. A refused wish is no event: it enters no log and no view, so nobody else learns that it was made.

So an open call and one that is not open differ in nothing but what the caller reads, and they could
have read it off their own rallied samurai.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.data.hogen.cards import Call, Card
from companion.data.hogen.events import Accused, Answered, Called, Passed
from companion.errors import Refused
from companion.rules.hogen.calls import first_with, may_call
from companion.rules.hogen.turn import PublicEvent, Turn, check, others_from
from companion.sentences import say

NOT_OPEN = say("This call is not open to you; choose another.")
"""The one answer to every call that the caller's own rallied samurai forbids."""

NOT_IN_HAND = say("You have no such samurai to lay.")
"""The one answer to every wish to lay a samurai that is not in the player's own hand."""


@dataclass(frozen=True, slots=True)
class HiddenGame:
    """A game with everything hidden in it; never shown whole, only through a view."""

    turn: Turn
    hands: Mapping[str, frozenset[Card]] | None
    """All that was dealt until a seat has rallied, then its hand; ``None`` where real cards are held."""
    rallied: Mapping[str, Card] = field(default_factory=dict)
    clashed: bool = False  # with real cards: all have told their rallied samurai, and two told the same

    @property
    def ready(self) -> bool:
        """True once every seat has laid its rallied samurai."""
        return len(self.rallied) == len(self.turn.seats)

    def check_rally(self, seat: str, card: Card) -> None:
        """Refuse a samurai that a seat cannot lay face down as its rallied one.

        With real cards another seat's choice is never compared here: 'this one is taken' would tell a
        player what another has laid. Two equal ones come to light when all are in, and then all are
        asked again.

        Source: Hogen booklet, Set-up.
        """
        if seat in self.rallied:
            raise Refused("{seat} has laid the rallied samurai already.", seat=seat)
        if self.turn.palace is not None and card in self.turn.palace:
            raise Refused("{card} lies in the palace already.", card=card)
        if self.hands is not None and card not in self.hands[seat]:
            raise Refused(NOT_IN_HAND)

    def with_rallied(self, seat: str, card: Card) -> HiddenGame:
        """The game after a seat has laid its rallied samurai."""
        rallied = {**self.rallied, seat: card}
        if self.hands is not None:
            return replace(self, rallied=rallied, hands={**self.hands, seat: self.hands[seat] - {card}})
        if len(rallied) == len(self.turn.seats) and len(set(rallied.values())) < len(rallied):
            return replace(self, rallied={}, clashed=True)
        return replace(self, rallied=rallied, clashed=self.clashed and len(rallied) < len(self.turn.seats))

    def check(self, event: PublicEvent) -> None:
        """Refuse what a seat cannot do now; public reasons come first."""
        if not self.ready:
            raise Refused("Not every seat has laid its rallied samurai yet.")
        check(self.turn, event)
        match event:
            case Called(seat, call) if not may_call(call, self.rallied[seat]):
                raise Refused(NOT_OPEN)
            case Answered(seat, lays, _) if self.hands is not None and lays not in self.hands[seat]:
                raise Refused(NOT_IN_HAND)

    def call(self, seat: str, call: Call) -> tuple[PublicEvent, ...]:
        """The events that the table hears when a seat calls: the call, then the passes up to who must answer.

        To pass or to answer is no choice: who holds a match must answer, who holds none passes, and both
        are heard by all. So Companion says the passes itself. With real cards it cannot know them.

        Source: Hogen booklet, Turn B.
        """
        heard: list[PublicEvent] = [Called(seat, call)]
        if self.hands is not None:
            asked = others_from(self.turn.seats, seat)
            answers = first_with(call, asked, self.hands)
            passing = asked if answers is None else asked[: asked.index(answers)]
            heard += [Passed(each) for each in passing]
        return tuple(heard)

    def accuse(self, seat: str, named: Mapping[str, Card]) -> Accused:
        """The accusation that the table hears: the names, and true when all were right.

        One wrong name makes all of it wrong. The accuser alone looks.

        Source: Hogen booklet, End of the game.
        """
        right = all(self.rallied[other] == card for other, card in named.items())
        return Accused(seat, tuple(sorted(named.items())), right)

    def seen_by(self, seat: str) -> dict[str, Card]:
        """The others' rallied samurai, once a seat has accused. Source: Hogen booklet, End of the game."""
        if seat not in self.turn.wrong and seat != self.turn.winner:
            return {}
        return {other: card for other, card in sorted(self.rallied.items()) if other != seat}

    def after(self, event: PublicEvent) -> HiddenGame:
        """The game after an event that ``check`` let pass."""
        hands = self.hands
        if hands is not None and isinstance(event, Answered) and event.lays and event.takes:
            hands = {**hands, event.seat: (hands[event.seat] - {event.lays}) | {event.takes}}
        return replace(self, turn=self.turn.after(event), hands=hands)
