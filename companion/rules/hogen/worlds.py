"""Every way the hidden cards can lie, seen from one seat: one world a bit.

At the start there are 1,120 worlds of 3 players (8 unseen samurai: 70 ways to part them, 4 x 4 choices of
the rallied ones) and 45,360 of 4 players (9 unseen: 1,680 x 27). All are listed, so what is told
from them needs no other proof than that each bit is a way the cards can lie and none is missing.

A set of worlds is a whole number with the bit of each world that belongs to it. For every seat and samurai
two such sets tell where that seat has rallied it and where it holds it; what an event proves is then a
matter of a few ands and ors.

Nobody's cunning is read in an event. It proves only what the rules force: a pass means no match in hand, a
call agrees with the caller's rallied samurai, an answer shows a card that was held, a wrong accusation was
not right in everything. So a world that is gone is truly impossible.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, reduce
from itertools import combinations
from operator import and_, or_

from companion.data.hogen.cards import CARDS, Call, Card
from companion.data.hogen.events import Accused, Answered, Called, Event, Passed, Saw, seats_of
from companion.data.hogen.log import Opening
from companion.rules.hogen.calls import matching, may_call
from companion.rules.hogen.setup import cards_each

Where = Mapping[str, Mapping[Card, int]]
"""For each seat and samurai a set of worlds; those that are no longer possible may be in it too."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """The worlds still possible, and where each samurai lies in them; mine lie the same in all."""

    seats: str
    possible: int
    rallied: Where
    hands: Where

    def __len__(self) -> int:
        return self.possible.bit_count()

    def rallying(self, seat: str, cards: Iterable[Card]) -> int:
        """The worlds left in which a seat has rallied one of some samurai."""
        return self.possible & reduce(or_, (self.rallied[seat][card] for card in cards), 0)

    def holding(self, seat: str, cards: Iterable[Card]) -> int:
        """The worlds left in which a seat holds any of some samurai."""
        return self.possible & reduce(or_, (self.hands[seat][card] for card in cards), 0)

    def swapped(self, seat: str, lays: Card, takes: Card) -> Worlds:
        """The same worlds after a seat has laid a samurai it holds in all of them and taken another."""
        hand = {**self.hands[seat], lays: 0, takes: self.possible}
        return replace(self, hands={**self.hands, seat: hand})


def all_worlds(opening: Opening) -> Worlds:
    """Every world before the first call, from what one seat knows."""
    seats = seats_of(opening.players)
    known = {*opening.hand, opening.rallied, *opening.palace}
    unseen = [card for card in CARDS if card not in known]
    others = [seat for seat in seats if seat != opening.me]
    count, dealt = _dealt(len(others), cards_each(opening.players))
    possible, nowhere = (1 << count) - 1, dict.fromkeys(CARDS, 0)
    rallied = {opening.me: {**nowhere, opening.rallied: possible}}
    hands = {opening.me: {**nowhere, **dict.fromkeys(opening.hand, possible)}}
    for seat, (where_rallied, where_held) in zip(others, dealt, strict=True):
        rallied[seat] = {**nowhere, **dict(zip(unseen, where_rallied, strict=True))}
        hands[seat] = {**nowhere, **dict(zip(unseen, where_held, strict=True))}
    return Worlds(seats, possible, rallied, hands)


@cache
def _dealt(seats: int, each: int) -> tuple[int, list[tuple[list[int], list[int]]]]:
    """All the ways to deal cards to seats, as many to each, and to rally one of them.

    How many ways there are; for each seat, where it has rallied the first, second, third card ... and where
    it holds it.
    """
    if not seats:
        return 1, []
    ways, rest = _dealt(seats - 1, each)
    cards = range(seats * each)
    dealt = [([0 for _ in cards], [0 for _ in cards]) for _ in range(seats)]
    count = 0
    for own in combinations(cards, each):
        others = [card for card in cards if card not in own]
        for kept in own:
            # One block of worlds: this seat has these cards, the others what they can have of the rest.
            for card in own:
                dealt[0][card != kept][card] |= (1 << ways) - 1 << count
            for sets, below in zip(dealt[1:], rest, strict=True):
                for where, blocks in zip(sets, below, strict=True):
                    for card, block in zip(others, blocks, strict=True):
                        where[card] |= block << count
            count += ways
    return count, dealt


def worlds_after(worlds: Worlds, event: Event, asked: Call | None) -> Worlds:
    """The worlds left after an event; ``asked`` is the call that waits for an answer when it is a pass."""
    match event:
        case Called(seat, call):
            left = worlds.rallying(seat, (card for card in CARDS if may_call(call, card)))
        case Passed(seat):
            assert asked is not None
            left = worlds.possible & ~worlds.holding(seat, matching(asked, CARDS))
        case Answered(seat, lays, takes):
            assert lays is not None  # whoever keeps a log sees the palace
            assert takes is not None
            return replace(worlds, possible=worlds.holding(seat, [lays])).swapped(seat, lays, takes)
        case Accused(_, named, right):
            all_right = reduce(and_, (worlds.rallying(seat, [card]) for seat, card in named), worlds.possible)
            left = all_right if right else worlds.possible & ~all_right
        case Saw(seat, card):
            left = worlds.rallying(seat, [card])
    return replace(worlds, possible=left)
