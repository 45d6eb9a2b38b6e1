"""What a seat can know: the worlds that its log leaves possible, and what is certain in all of them.

A world is one way the hidden cards can lie, seen from one seat. At the start there are 1,120 worlds for
3 players (8 unseen samurai: 70 ways to split them, 4 x 4 choices of the rallied ones) and 45,360 for 4
players (9 unseen: 1,680 x 27). All are listed, so a claim about them is proved by counting.

A set of worlds is an integer with one bit for each world. For every seat and samurai, one set says where
that seat has rallied it and one where it holds it; what an event proves is then found with a few ands and ors.

An event proves only what the rules force, never what a clever player might mean: a pass means no match
in hand, a call agrees with the caller's rallied samurai, an answer shows a card that was held, and a
wrong accusation had at least one wrong name. So a world that is removed is truly impossible.

A log is followed line by line. ``rank_calls`` also says which call would leave the fewest worlds, on
average over everything that can follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations
from operator import and_, or_

from companion.data import hogen
from companion.errors import InputError, Place, Refused
from companion.rules.hogen import game
from companion.rules.hogen.game import RULINGS
from companion.rules.rulings import Rulings

Whereabouts = Mapping[str, Mapping[hogen.Samurai, int]]
"""A set of worlds by seat and samurai; it may include worlds that are no longer possible."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """The worlds still possible, and where each samurai is in them; my own cards are the same in all."""

    seats: str
    possible: int
    rallied: Whereabouts
    hands: Whereabouts

    def __len__(self) -> int:
        return self.possible.bit_count()

    def select_rallied(self, seat: str, cards: Iterable[hogen.Samurai]) -> int:
        return self.possible & reduce(or_, (self.rallied[seat][card] for card in cards), 0)

    def select_held(self, seat: str, cards: Iterable[hogen.Samurai]) -> int:
        """The possible worlds in which a seat holds at least one of the given samurai."""
        return self.possible & reduce(or_, (self.hands[seat][card] for card in cards), 0)

    def with_swap(self, seat: str, laid: hogen.Samurai, taken: hogen.Samurai) -> Worlds:
        """A copy after a seat has laid a samurai it holds in every world and taken another."""
        hand = {**self.hands[seat], laid: 0, taken: self.possible}
        return replace(self, hands={**self.hands, seat: hand})


def build_worlds(opening: hogen.Opening) -> Worlds:
    """Every world before the first call that fits what one seat knows."""
    seats = hogen.seats_of(opening.players)
    cards = {*opening.hand, opening.rallied, *opening.palace}
    unseen_cards = [card for card in hogen.CARDS if card not in cards]
    others = [seat for seat in seats if seat != opening.own_seat]
    count, deals = _list_deals(len(others), game.get_deal_size(opening.players))
    possible, none_possible = (1 << count) - 1, dict.fromkeys(hogen.CARDS, 0)
    rallied = {opening.own_seat: {**none_possible, opening.rallied: possible}}
    hands = {opening.own_seat: {**none_possible, **dict.fromkeys(opening.hand, possible)}}
    for seat, (rallied_deal, hands_deal) in zip(others, deals, strict=True):
        rallied[seat] = {**none_possible, **dict(zip(unseen_cards, rallied_deal, strict=True))}
        hands[seat] = {**none_possible, **dict(zip(unseen_cards, hands_deal, strict=True))}
    return Worlds(seats, possible, rallied, hands)


@cache
def _list_deals(seats: int, each: int) -> tuple[int, list[tuple[list[int], list[int]]]]:
    """All ways to deal ``each`` cards to each of so many seats and to rally one of them.

    Returns the number of ways and, for each seat, two lists by card: the worlds in which the seat has
    rallied the card, and those in which it holds it.
    """
    if not seats:
        return 1, []
    deal_count, rest = _list_deals(seats - 1, each)
    cards = range(seats * each)
    deals = [([0 for _ in cards], [0 for _ in cards]) for _ in range(seats)]
    count = 0
    for chosen_cards in combinations(cards, each):
        others = [card for card in cards if card not in chosen_cards]
        for hand in chosen_cards:
            # One block of worlds: this seat has these cards, the others share the rest in every way.
            for card in chosen_cards:
                deals[0][card != hand][card] |= (1 << deal_count) - 1 << count
            for sets, below in zip(deals[1:], rest, strict=True):
                for subset, blocks in zip(sets, below, strict=True):
                    for card, block in zip(others, blocks, strict=True):
                        subset[card] |= block << count
            count += deal_count
    return count, deals


def apply_event(worlds: Worlds, event: hogen.SeatEvent, open_call: hogen.Call | None) -> Worlds:
    """The worlds left after an event; ``open_call`` is the pending call, which a pass needs."""
    match event:
        case hogen.Called(seat, call):
            left = worlds.select_rallied(seat, (card for card in hogen.CARDS if game.may_call(call, card)))
        case hogen.Passed(seat):
            assert open_call is not None
            left = worlds.possible & ~worlds.select_held(seat, game.find_matches(open_call, hogen.CARDS))
        case hogen.Answered(seat, laid, taken):
            assert laid is not None  # the seat that keeps the log sees the palace
            assert taken is not None
            return replace(worlds, possible=worlds.select_held(seat, [laid])).with_swap(seat, laid, taken)
        case hogen.Accused(_, cards, right):
            possible = reduce(and_, (worlds.select_rallied(seat, [card]) for seat, card in cards), worlds.possible)
            left = possible if right else worlds.possible & ~possible
        case hogen.Saw(seat, card):
            left = worlds.select_rallied(seat, [card])
    return replace(worlds, possible=left)


_TWELFTHS = (12, -6, -2, -1)
"""How the chance of each samurai to be laid, 1 in n, changes with each further match in hand, in twelfths."""


@dataclass(frozen=True, slots=True)
class Split:
    """What a call is expected to reveal."""

    call: hogen.Call
    expected_worlds: Fraction  # worlds left after the answer, on average; exact
    nobody: Fraction  # the share of worlds in which everybody passes


def rank_calls(worlds: Worlds, turn: game.PublicGame, seat: str) -> tuple[Split, ...]:
    """Every call open to me, the one that leaves the fewest worlds on average first.

    All worlds left are equally likely. In each, the first seat to my left with a match answers; it lays any
    of its matching samurai, and takes any samurai of the palace, with equal chance. I then see who passed,
    who answered, which samurai was laid and which was taken; the worlds left are those that fit. The samurai
    taken lies open in every world, so it tells nothing, and the average is the same whatever players take.

    Calls that nobody could answer since the last swap are left out. Empty when I may not call any more.
    """
    if turn.is_over or seat in turn.wrong_seats or not len(worlds):
        return ()
    (rallied,) = (card for card in hogen.CARDS if worlds.select_rallied(seat, [card]))
    splits = [
        _compute_split(worlds, call, seat) for call in game.list_open_calls(rallied) if not turn.is_barred(seat, call)
    ]
    return tuple(sorted(splits, key=lambda split: (split.expected_worlds, split.nobody)))


def _compute_split(worlds: Worlds, call: hogen.Call, own_seat: str) -> Split:
    cards = game.find_matches(call, hogen.CARDS)
    silent_worlds, chance_sum = worlds.possible, 0
    for seat in game.list_other_seats(worlds.seats, own_seat):
        could_lay = [possible for card in cards if (possible := silent_worlds & worlds.hands[seat][card])]
        holding = [0] * len(_TWELFTHS)  # the worlds in which the seat holds at least 1, 2, 3, 4 of them
        for possible in could_lay:
            for fewer in reversed(range(len(holding) - 1)):
                holding[fewer + 1] |= holding[fewer] & possible
            holding[0] |= possible
        for possible in could_lay:
            chances = sum(
                twelfths * (possible & least).bit_count() for twelfths, least in zip(_TWELFTHS, holding, strict=True)
            )
            chance_sum += chances * possible.bit_count()
        silent_worlds &= ~holding[0]
    pass_count = silent_worlds.bit_count()
    chance_sum += 12 * pass_count * pass_count
    return Split(call, Fraction(chance_sum, 12 * len(worlds)), Fraction(pass_count, len(worlds)))


@dataclass(frozen=True, slots=True)
class Deduction:
    """What a seat knows at one moment; shares are of the worlds left, which are all equally likely."""

    own_seat: str
    worlds: Worlds
    turn: game.PublicGame

    @property
    def other_seats(self) -> str:
        """The seats whose cards are hidden from me."""
        return self.worlds.seats.replace(self.own_seat, "")

    def compute_rallied_shares(self, seat: str) -> dict[hogen.Samurai, float]:
        """For each samurai a seat may have rallied, the share of worlds; in card order."""
        return self._compute_shares({card: self.worlds.select_rallied(seat, [card]) for card in hogen.CARDS})

    def compute_hand_shares(self, seat: str) -> dict[hogen.Samurai, float]:
        """For each samurai a seat may hold in hand, the share of worlds; in card order."""
        return self._compute_shares({card: self.worlds.select_held(seat, [card]) for card in hogen.CARDS})

    def find_certain_rallied(self) -> dict[str, hogen.Samurai]:
        """The rallied samurai that are the same in every world, by seat."""
        shares = {seat: self.compute_rallied_shares(seat) for seat in self.other_seats}
        return {seat: next(iter(cards)) for seat, cards in shares.items() if len(cards) == 1}

    def find_certain_hands(self) -> dict[str, tuple[hogen.Samurai, ...]]:
        """For each other seat, the samurai it holds in every world; seats without any are left out."""
        return {seat: hand for seat in self.other_seats if (hand := self._find_certain_hand(seat))}

    def find_own_hand(self) -> tuple[hogen.Samurai, ...]:
        """My hand now."""
        return self._find_certain_hand(self.own_seat)

    def rank_calls(self) -> tuple[Split, ...]:
        """The calls open to me, the one that leaves the fewest worlds on average first."""
        return rank_calls(self.worlds, self.turn, self.own_seat)

    def _find_certain_hand(self, seat: str) -> tuple[hogen.Samurai, ...]:
        worlds = self.worlds
        return tuple(card for card in hogen.CARDS if worlds.select_held(seat, [card]) == worlds.possible)

    def _compute_shares(self, possible_by_card: Mapping[hogen.Samurai, int]) -> dict[hogen.Samurai, float]:
        total = len(self.worlds)
        return {card: worlds.bit_count() / total for card, worlds in possible_by_card.items() if worlds}


def deduce(log: hogen.Log, options: Mapping[str, str] | None = None) -> Deduction:
    """What a seat knows at the end of its log; see ``follow_log``."""
    *_, last = follow_log(log, options)
    return last


def follow_log(log: hogen.Log, options: Mapping[str, str] | None = None) -> Iterator[Deduction]:
    """What a seat knows at the start and after each line of its log.

    ``options`` rulings override those noted in the log.

    Raises:
        InputError: At the line that breaks the rules, or after which no world is left.
    """
    opening = log.opening
    turn = game.PublicGame.begin(
        opening.players, frozenset(opening.palace), rulings=_gather_rulings(log, options or {})
    )
    deduction = Deduction(opening.own_seat, build_worlds(opening), turn)
    yield deduction
    for logged in log.events:
        deduction = _apply_line(deduction, logged)
        yield deduction


def _gather_rulings(log: hogen.Log, options: Mapping[str, str]) -> Rulings:
    rulings = Rulings(RULINGS)
    places = log.ruling_places or (Place(),) * len(log.opening.rulings)
    for (name, value), place in zip(log.opening.rulings, places, strict=True):
        try:
            rulings = rulings.with_ruling(name, value)
        except InputError as error:
            error.place = place
            raise
    return Rulings(RULINGS, {**rulings, **options})


def _apply_line(before: Deduction, logged: hogen.LoggedEvent) -> Deduction:
    event, turn = logged.event, before.turn
    if isinstance(event, hogen.Saw):
        if before.own_seat not in turn.wrong_seats:
            raise logged.build_error(
                "'{line}' is impossible: I see a rallied samurai only after my own wrong accusation."
            )
        if event.seat == before.own_seat:
            seats = ", ".join(before.other_seats)
            raise logged.build_error("'{line}' names my own samurai; expected one of {seats}.", seats=seats)
        after = turn
    else:
        if _is_out_of_turn(turn, event):
            turn = replace(turn, active=None)
        try:
            game.check_event(turn, event)
        except Refused as refusal:
            raise logged.build_error("'{line}' is impossible. {reason}", reason=refusal.sentence) from None
        _check_own_cards(before, logged)
        after = turn.apply(event)
        if turn is not before.turn:
            after = replace(after, active=None)
    worlds = apply_event(before.worlds, event, turn.call)
    if not len(worlds):
        raise logged.build_error(
            "no possibility is left after '{line}': nothing that could be hidden fits this line and all"
            " before it. One of them is noted wrongly."
        )
    return Deduction(before.own_seat, worlds, after)


def _is_out_of_turn(turn: game.PublicGame, event: game.PublicEvent) -> bool:
    """True for an accusation noted while another seat was active.

    It is accepted: rallied samurai never change, so what it proves does not depend on the turn, and the next
    call shows who is active. A call or an answer out of turn is refused: a swap must be missing before it,
    and the hands would be wrong.
    """
    return isinstance(event, hogen.Accused) and turn.call is None and turn.active not in (None, event.seat)


def _find_own_matches(deduction: Deduction) -> tuple[hogen.Samurai, ...]:
    return () if deduction.turn.call is None else game.find_matches(deduction.turn.call, deduction.find_own_hand())


def _check_own_cards(before: Deduction, logged: hogen.LoggedEvent) -> None:
    """Refuse, with the exact reason, a line that contradicts my own cards."""
    event = logged.event
    if event.seat != before.own_seat:
        return
    match event:
        case hogen.Passed() if matches := _find_own_matches(before):
            cards = hogen.format_cards(matches)
            raise logged.build_error(
                "no possibility is left after '{line}': I hold {cards} and cannot pass.", cards=cards
            )
        case hogen.Answered(_, laid, _) if laid not in before.find_own_hand():
            raise logged.build_error(
                "no possibility is left after '{line}': {card} is not in my hand, which is {cards}.",
                card=laid,
                cards=hogen.format_cards(before.find_own_hand()),
            )
        case hogen.Called(_, call) if not len(apply_event(before.worlds, event, None)):
            raise logged.build_error(
                "no possibility is left after '{line}': with {card} rallied I may not call {call}.",
                card=next(iter(before.compute_rallied_shares(before.own_seat))),
                call=game.describe_call(call),
            )
