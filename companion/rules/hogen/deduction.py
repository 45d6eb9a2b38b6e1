"""What a seat can know: the worlds that its log leaves, and what is certain in all of them.

Every way the hidden cards can lie, seen from one seat, is a world, one a bit. At the start there are 1,120
worlds of 3 players (8 unseen samurai: 70 ways to part them, 4 x 4 choices of the rallied ones) and 45,360 of
4 players (9 unseen: 1,680 x 27). All are listed, so what is told from them needs no other proof than that
each bit is a way the cards can lie and none is missing.

A set of worlds is a whole number with the bit of each world that belongs to it. For every seat and samurai
two such sets tell where that seat has rallied it and where it holds it; what an event proves is then a
matter of a few ands and ors.

Nobody's cunning is read in an event. It proves only what the rules force: a pass means no match in hand, a
call agrees with the caller's rallied samurai, an answer shows a card that was held, a wrong accusation was
not right in everything. So a world that is gone is truly impossible.

A log is followed line by line. Told is also which call would leave the fewest worlds, on average over
everything that can follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations
from operator import and_, or_

from companion.data.hogen.cards import CARDS, Call, Card, cards_text
from companion.data.hogen.log import (
    Accused,
    Answered,
    Called,
    Event,
    Log,
    LoggedEvent,
    Opening,
    Passed,
    Saw,
    seats_of,
)
from companion.errors import InputError, Place, Refused
from companion.rules.hogen.game import (
    PublicEvent,
    Turn,
    calls_with,
    cards_each,
    check,
    matching,
    may_call,
    others_from,
    said_call,
)
from companion.rules.hogen.rulings import RULINGS
from companion.rules.rulings import Rulings

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


_TWELFTHS = (12, -6, -2, -1)
"""By how much each matching samurai more changes the chance that one of them is laid, in twelfths."""


@dataclass(frozen=True, slots=True)
class Split:
    """The knowledge that a call can be hoped to bring."""

    call: Call
    expected_worlds: Fraction  # worlds left after the answer, on average; exact
    nobody: Fraction  # the share of worlds in which everybody passes


def best_calls(worlds: Worlds, turn: Turn, me: str) -> tuple[Split, ...]:
    """Every call open to me, the one that leaves the fewest worlds on average first.

    Each world left is held equally likely. In each, the first seat to my left with a match answers: it lays
    each of its matching samurai with equal chance, and takes each samurai of the palace with equal
    chance. What I then see is who passed, who answered, which samurai was laid and which taken; the
    worlds left are those in which that could be seen. What is taken lies open whatever the world, so it
    splits nothing, and the average is the same however the players take.

    Calls nobody could answer since the last swap are left out. Empty when I may not call any more.
    """
    if turn.over or me in turn.wrong or not len(worlds):
        return ()
    (rallied,) = (card for card in CARDS if worlds.rallying(me, [card]))
    splits = [_split(worlds, call, me) for call in calls_with(rallied) if not turn.barred(me, call)]
    return tuple(sorted(splits, key=lambda split: (split.expected_worlds, split.nobody)))


def _split(worlds: Worlds, call: Call, me: str) -> Split:
    cards = matching(call, CARDS)
    silent, summed = worlds.possible, 0
    for seat in others_from(worlds.seats, me):
        could_lay = [held for card in cards if (held := silent & worlds.hands[seat][card])]
        holding = [0] * len(_TWELFTHS)  # the worlds in which the seat holds at least 1, 2, 3, 4 of them
        for held in could_lay:
            for fewer in reversed(range(len(holding) - 1)):
                holding[fewer + 1] |= holding[fewer] & held
            holding[0] |= held
        for held in could_lay:
            chances = sum(
                twelfths * (held & least).bit_count()
                for twelfths, least in zip(_TWELFTHS, holding, strict=True)
            )
            summed += chances * held.bit_count()
        silent &= ~holding[0]
    nobody = silent.bit_count()
    summed += 12 * nobody * nobody
    return Split(call, Fraction(summed, 12 * len(worlds)), Fraction(nobody, len(worlds)))


@dataclass(frozen=True, slots=True)
class Deduction:
    """The knowledge of a seat at one moment; a share is a share of the worlds left, all equally likely."""

    me: str
    worlds: Worlds
    turn: Turn

    @property
    def others(self) -> str:
        """The seats whose cards are hidden from me."""
        return self.worlds.seats.replace(self.me, "")

    def rallied(self, seat: str) -> dict[Card, float]:
        """The share of worlds for each samurai that a seat may have rallied, in card order."""
        return self._shares({card: self.worlds.rallying(seat, [card]) for card in CARDS})

    def hand(self, seat: str) -> dict[Card, float]:
        """The share of worlds for each samurai that a seat may hold in hand, in card order."""
        return self._shares({card: self.worlds.holding(seat, [card]) for card in CARDS})

    def certain_rallied(self) -> dict[str, Card]:
        """The rallied samurai that are the same in every world, by seat."""
        shares = {seat: self.rallied(seat) for seat in self.others}
        return {seat: next(iter(found)) for seat, found in shares.items() if len(found) == 1}

    def certain_hand(self) -> dict[str, tuple[Card, ...]]:
        """The samurai a seat holds in every world, for each seat of which any is known."""
        return {seat: held for seat in self.others if (held := self._held_everywhere(seat))}

    def own_hand(self) -> tuple[Card, ...]:
        """My hand now."""
        return self._held_everywhere(self.me)

    def best_calls(self) -> tuple[Split, ...]:
        """The calls open to me, the one that leaves the fewest worlds on average first."""
        return best_calls(self.worlds, self.turn, self.me)

    def _held_everywhere(self, seat: str) -> tuple[Card, ...]:
        worlds = self.worlds
        return tuple(card for card in CARDS if worlds.holding(seat, [card]) == worlds.possible)

    def _shares(self, where: Mapping[Card, int]) -> dict[Card, float]:
        total = len(self.worlds)
        return {card: worlds.bit_count() / total for card, worlds in where.items() if worlds}


def deduce(log: Log, chosen: Mapping[str, str] | None = None) -> Deduction:
    """The knowledge of a seat at the end of its log; see ``follow``."""
    *_, last = follow(log, chosen)
    return last


def follow(log: Log, chosen: Mapping[str, str] | None = None) -> Iterator[Deduction]:
    """The knowledge of a seat at the start and after each line of its log.

    The answers ``chosen`` to open questions stand above those noted in the log.

    Raises:
        InputError: At the line that breaks the rules, or after which no world is left.
    """
    opening = log.opening
    turn = Turn.first(opening.players, frozenset(opening.palace), rulings=_rulings(log, chosen or {}))
    now = Deduction(opening.me, all_worlds(opening), turn)
    yield now
    for logged in log.events:
        now = _after(now, logged)
        yield now


def _rulings(log: Log, chosen: Mapping[str, str]) -> Rulings:
    rulings = Rulings(RULINGS)
    places = log.ruling_places or (Place(),) * len(log.opening.rulings)
    for (name, value), place in zip(log.opening.rulings, places, strict=True):
        try:
            rulings = rulings.changed(name, value)
        except InputError as error:
            error.place = place
            raise
    return Rulings(RULINGS, {**rulings, **chosen})


def _after(before: Deduction, logged: LoggedEvent) -> Deduction:
    event, turn = logged.event, before.turn
    if isinstance(event, Saw):
        if before.me not in turn.wrong:
            raise logged.wrong(
                "'{line}' has no cause: only after my own wrong accusation do I see a rallied samurai."
            )
        if event.seat == before.me:
            seats = ", ".join(before.others)
            raise logged.wrong("'{line}' names my own samurai; expected one of {seats}.", seats=seats)
        after = turn
    else:
        if _out_of_turn(turn, event):
            turn = replace(turn, active=None)
        try:
            check(turn, event)
        except Refused as no:
            raise logged.wrong("'{line}' cannot be. {reason}", reason=no.sentence) from None
        _check_own(before, logged)
        after = turn.after(event)
        if turn is not before.turn:
            after = replace(after, active=None)
    worlds = worlds_after(before.worlds, event, turn.call)
    if not len(worlds):
        raise logged.wrong(
            "no possibility is left after '{line}': nothing that could be hidden fits this line and all"
            " before it. One of them is noted wrongly."
        )
    return Deduction(before.me, worlds, after)


def _out_of_turn(turn: Turn, event: PublicEvent) -> bool:
    """True for an accusation that is noted where another seat was active.

    It is read all the same: the rallied samurai never change, so what it proves hangs on no turn. Who is
    active after it, the next call tells. A call or an answer out of turn is refused: there a swap is
    missing, and the hands would be wrong.
    """
    return isinstance(event, Accused) and turn.call is None and turn.active not in (None, event.seat)


def _held(now: Deduction) -> tuple[Card, ...]:
    return () if now.turn.call is None else matching(now.turn.call, now.own_hand())


def _check_own(before: Deduction, logged: LoggedEvent) -> None:
    """Say more exactly what is wrong where a line contradicts my own cards."""
    event = logged.event
    if event.seat != before.me:
        return
    match event:
        case Passed() if held := _held(before):
            cards = cards_text(held)
            raise logged.wrong(
                "no possibility is left after '{line}': I hold {cards} and cannot pass.", cards=cards
            )
        case Answered(_, lays, _) if lays not in before.own_hand():
            raise logged.wrong(
                "no possibility is left after '{line}': {card} is not in my hand, which is {cards}.",
                card=lays,
                cards=cards_text(before.own_hand()),
            )
        case Called(_, call) if not len(worlds_after(before.worlds, event, None)):
            raise logged.wrong(
                "no possibility is left after '{line}': with {card} rallied I may not call {call}.",
                card=next(iter(before.rallied(before.me))),
                call=said_call(call),
            )
