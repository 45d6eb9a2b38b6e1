"""The game with its hidden hands, and how it is set up.

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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from companion.data.hogen.cards import CARDS, Call, Card, in_order
from companion.data.hogen.events import Accused, Answered, Called, Passed, seats_of
from companion.errors import InputError, Refused
from companion.rules.hogen.turn import PublicEvent, Turn, check, first_with, may_call, others_from
from companion.sentences import say


class Chance(Protocol):
    """A source of shuffles; ``random.Random`` is one."""

    def shuffle(self, x: list[Card], /) -> None:
        """Put cards into a random order, in place."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 up to, but not including, ``stop``."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of a table ready to choose the rallied samurai."""

    palace: tuple[Card, ...]
    dealt: dict[str, tuple[Card, ...]]  # the cards of each seat, the rallied one not yet chosen
    starts: str


def check_players(count: int) -> int:
    """The number of players, 3 or 4."""
    if count not in (3, 4):
        raise InputError("Hogen takes 3 or 4 players, not {count}.", count=count)
    return count


def cards_each(players: int) -> int:
    """The number of samurai each is dealt: 4 of 3 players, 3 of 4. Source: Hogen booklet, Set-up."""
    return {3: 4, 4: 3}[players]


def open_palace(pile: Sequence[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Turn cards of a shuffled pile up, the top first, until four clans and four ranks lie open.

    A card goes under the pile when it shares its clan or rank with a card that *lies open*; what has gone
    under counts no more, or the set-up could end without a palace. The palace comes in the order it was
    opened; of the other cards first those never turned, then those that went under.

    It never dead-ends. Let ``k < 4`` cards lie open: of ``k`` clans and ``k`` ranks, all different. The
    ``(4 - k) x (4 - k)`` samurai of the other clans and ranks share nothing with them, nor with the fewer
    cards that lay open earlier: so none of them was ever put under the pile, all are still among the
    cards not yet turned up, and there is at least one. Therefore the palace is full before the sixteenth
    card, on the first way through the pile.

    Source: Hogen booklet, Set-up.
    """
    palace: list[Card] = []
    under: list[Card] = []
    turned = 0
    while len(palace) < 4:
        card = pile[turned]
        turned += 1
        fits = all(card.clan != open_.clan and card.rank != open_.rank for open_ in palace)
        (palace if fits else under).append(card)
    return tuple(palace), (*pile[turned:], *under)


def deal(players: int, chance: Chance) -> Deal:
    """Shuffle, open the palace, deal the others, draw who starts. Source: Hogen booklet, Set-up."""
    pile = list(CARDS)
    chance.shuffle(pile)
    palace, rest = open_palace(pile)
    others = list(rest)
    chance.shuffle(others)
    each = cards_each(players)
    seats = seats_of(players)
    dealt = {seat: in_order(others[at * each : (at + 1) * each]) for at, seat in enumerate(seats)}
    return Deal(in_order(palace), dealt, seats[chance.randrange(players)])


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
