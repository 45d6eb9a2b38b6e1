"""The game of Hogen: set-up, calls, answers and accusations, with the hidden hands; and its rulings.

Three rules keep secrets out of a refusal:

1. What the whole table knows is checked first and refused with its reason (``check_event``): whose turn
   it is, what failed, what lies in the palace. Such a refusal is the same whatever the cards are.
2. What depends on one player's own cards is refused with one fixed sentence, ``NOT_OPEN`` or
   ``NOT_IN_HAND``. It names no card, no trait and no rule, and no other seat's cards are looked at.
3. A refused request is no event: it enters no log and no view, so nobody else learns of it.

So the answer to a call that is not open tells its caller only what their own rallied samurai shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from companion.data.hogen import (
    CALLS,
    CARDS,
    Accused,
    Answered,
    Call,
    Called,
    Passed,
    Samurai,
    format_cards,
    seats_of,
    sort_cards,
)
from companion.errors import InputError, Refused
from companion.rules.rulings import Rulings, load_rulings
from companion.sentences import Sentence, say

RULINGS = load_rulings("hogen")


def may_call(call: Call, rallied: Samurai) -> bool:
    """True for a call that is open to the player whose rallied samurai this is.

    A clan alone or a rank alone must have nothing in common with it; of a clan and a rank together
    exactly one must be a trait of it, so the rallied samurai itself is never called. Of the 24 calls
    12 are open: three clans, three ranks, six single samurai.

    Source: Hogen booklet, Turn A1 and A2.
    """
    return call.count_matches(rallied) == (1 if call.is_single_card else 0)


def explain_call(call: Call, rallied: Samurai) -> Sentence:
    """Why a call is or is not open to the player with this rallied samurai; for their eyes only."""
    count = call.count_matches(rallied)
    if not call.is_single_card:
        if count:
            return say("A clan or a rank called alone may not be that of your rallied {card}.", card=rallied)
        return say("It has nothing in common with your rallied {card}.", card=rallied)
    if count == 2:
        return say("That is your rallied samurai itself.")
    if count == 1:
        return say("Clan or rank is that of your rallied {card}, and not both.", card=rallied)
    return say("Of a clan and a rank together, one must be that of your rallied {card}.", card=rallied)


def list_open_calls(rallied: Samurai) -> tuple[Call, ...]:
    """The calls open to the player whose rallied samurai this is.

    A player is never stuck, even after calls that nobody answered. Every samurai in the others' hands
    differs from the player's rallied one in clan or rank; that trait alone may be called, and it is
    answered. It cannot have failed since the last swap, as hands have not changed since. (Under the ruling
    ``failed-call=table`` the calls of others count too; an exhaustive test shows that the same holds.)
    """
    return tuple(call for call in CALLS if may_call(call, rallied))


def find_matches(call: Call, hand: Iterable[Samurai]) -> tuple[Samurai, ...]:
    """The samurai of a hand, without the rallied one, that match a call. Source: Hogen booklet, Turn B1."""
    return sort_cards(card for card in hand if call.matches(card))


def find_answering_seat(call: Call, seats: Iterable[str], hands: Mapping[str, Iterable[Samurai]]) -> str | None:
    """The first seat asked that holds a match and so must answer; ``None`` when all pass."""
    return next((seat for seat in seats if find_matches(call, hands[seat])), None)


def describe_call(call: Call) -> Sentence:
    if call.clan is None:
        return say("rank {rank}", rank=call.rank)
    if call.rank is None:
        return say("clan {clan}", clan=call.clan)
    return say("{clan} of rank {rank}", clan=call.clan, rank=call.rank)


PublicEvent = Called | Passed | Answered | Accused  # an event that the whole table hears


def list_other_seats(seats: str, seat: str) -> str:
    """The other seats in the order they are asked: to the left, from the left neighbour on."""
    index = seats.index(seat)
    return seats[index + 1 :] + seats[:index]


@dataclass(frozen=True, slots=True)
class PublicGame:
    """The game as everyone at the table knows it."""

    seats: str
    palace: frozenset[Samurai] | None  # the four open samurai; ``None`` at a table that does not track them
    active: str | None = None
    """The seat that may accuse or call, or has called; ``None`` before a log's first call and if all are wrong."""
    call: Call | None = None  # the call that waits for an answer
    asked_seat: str | None = None  # the seat that must answer the call or pass
    failed_calls: frozenset[tuple[str, Call]] = frozenset()
    """Calls nobody answered since the last swap, each with the seat that made it."""
    wrong_seats: frozenset[str] = frozenset()
    """Seats that accused wrongly: they still answer, but never call or accuse again."""
    winner: str | None = None
    rulings: Rulings = field(default_factory=lambda: Rulings(RULINGS))

    @classmethod
    def begin(
        cls, players: int, palace: frozenset[Samurai] | None, starts: str | None = None, rulings: Rulings | None = None
    ) -> PublicGame:
        """The state before the first call."""
        return cls(seats_of(players), palace, starts, rulings=rulings or Rulings(RULINGS))

    @property
    def is_over(self) -> bool:
        """True once someone has won, or all have accused wrongly. Source: Hogen booklet, End of the game."""
        return self.winner is not None or len(self.wrong_seats) == len(self.seats)

    def is_barred(self, seat: str, call: Call) -> bool:
        """True while a failed call may not be repeated. Source: Hogen booklet, Turn B2; ruling ``failed-call``."""
        if self.rulings["failed-call"] == "table":
            return any(call == failed for _, failed in self.failed_calls)
        return (seat, call) in self.failed_calls

    def find_next_active(self, seat: str) -> str | None:
        """This seat, or the first to its left that is not ``wrong``. Source: Hogen booklet, End of the game."""
        return next((each for each in seat + list_other_seats(self.seats, seat) if each not in self.wrong_seats), None)

    def apply(self, event: PublicEvent) -> PublicGame:
        """The state after an event that ``check_event`` has accepted."""
        match event:
            case Called(seat, call):
                seat_asked = list_other_seats(self.seats, seat)[0]
                return replace(self, active=seat, call=call, asked_seat=seat_asked)
            case Passed(seat):
                next_seat = list_other_seats(self.seats, seat)[0]
                if next_seat != self.active:
                    return replace(self, asked_seat=next_seat)
                assert self.active is not None
                assert self.call is not None
                failed = self.failed_calls | {(self.active, self.call)}
                return replace(self, call=None, asked_seat=None, failed_calls=failed)
            case Answered(seat, laid, taken):
                palace = self.palace
                if palace is not None and laid is not None:
                    palace = (palace | {laid}) - {taken}
                after = replace(self, palace=palace, call=None, asked_seat=None, failed_calls=frozenset())
                return replace(after, active=self.find_next_active(seat))
            case Accused(seat, _, right):
                if right:
                    return replace(self, active=seat, winner=seat)
                after = replace(self, wrong_seats=self.wrong_seats | {seat})
                return replace(after, active=after.find_next_active(seat))


def check_event(turn: PublicGame, event: PublicEvent) -> None:
    """Refuse an event that cannot happen now, from what the whole table knows.

    No hand or rallied samurai is considered. Callers check this first, so that a refusal for a public
    reason says nothing about a card.
    """
    if turn.is_over:
        raise Refused("The game is over.")
    match event:
        case Called(seat, call):
            _check_turn_of(turn, seat)
            if turn.is_barred(seat, call):
                raise Refused(
                    "Nobody could answer {call} since the last swap; make another call.", call=describe_call(call)
                )
        case Passed(seat):
            _check_asked(turn, seat)
        case Answered(seat, laid, taken):
            call = _check_asked(turn, seat)
            if laid is not None and taken is not None:
                _check_swap(turn, call, laid, taken)
        case Accused(seat, cards, _):
            _check_turn_of(turn, seat)
            _check_accusation(turn, seat, cards)


def _check_turn_of(turn: PublicGame, seat: str) -> None:
    if turn.call is not None:
        caller, call, answerer = turn.active, describe_call(turn.call), turn.asked_seat
        raise Refused(
            "{caller} has called {call}; {asked} must pass or answer first.", caller=caller, call=call, asked=answerer
        )
    if seat in turn.wrong_seats:
        raise Refused("{seat} has accused wrongly and only answers now.", seat=seat)
    if turn.active not in (None, seat):
        raise Refused("It is {active}'s turn to call or accuse, not {seat}'s.", seat=seat, active=turn.active)


def _check_asked(turn: PublicGame, seat: str) -> Call:
    """Return the call that a seat must answer; refuse a seat that is not asked."""
    if turn.call is None:
        raise Refused("Nobody has called, so {seat} has nothing to answer.", seat=seat)
    if seat != turn.asked_seat:
        answerer, call = turn.asked_seat, describe_call(turn.call)
        raise Refused("{asked} must answer {call}, not {seat}.", seat=seat, asked=answerer, call=call)
    return turn.call


def _check_swap(turn: PublicGame, call: Call, laid: Samurai, taken: Samurai) -> None:
    if not call.matches(laid):
        raise Refused("{card} does not match the call, {call}.", card=laid, call=describe_call(call))
    if laid == taken:
        if turn.rulings["take-back"] == "no":
            raise Refused("{card} was just laid; take another samurai from the palace.", card=laid)
    elif turn.palace is not None and taken not in turn.palace:
        raise Refused("{card} is not in the palace; it holds {palace}.", card=taken, palace=format_cards(turn.palace))
    if turn.palace is not None and laid in turn.palace:
        raise Refused("{card} is already in the palace.", card=laid)


def _check_accusation(turn: PublicGame, seat: str, cards: tuple[tuple[str, Samurai], ...]) -> None:
    others = turn.seats.replace(seat, "")
    if "".join(sorted(each for each, _ in cards)) != others:
        raise Refused("An accusation names one samurai for each of {seats}.", seats=", ".join(others))
    if len({card for _, card in cards}) < len(cards):
        raise Refused("An accusation names a different samurai for each seat; each is there only once.")


class Chance(Protocol):
    """A source of shuffles; ``random.Random`` is one."""

    def shuffle(self, x: list[Samurai], /) -> None:
        """Put cards into a random order, in place."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 up to, but not including, ``stop``."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A dealt table, before anyone has chosen a rallied samurai."""

    palace: tuple[Samurai, ...]
    hands: dict[str, tuple[Samurai, ...]]  # the cards of each seat, the rallied one not yet chosen
    first_seat: str


def check_players(count: int) -> int:
    """Return a number of players, 3 or 4; refuse any other."""
    if count not in (3, 4):
        raise InputError("Hogen takes 3 or 4 players, not {count}.", count=count)
    return count


def get_deal_size(players: int) -> int:
    """Samurai dealt to each player: 4 with 3 players, 3 with 4. Source: Hogen booklet, Set-up."""
    return {3: 4, 4: 3}[players]


def open_palace(pile: Sequence[Samurai]) -> tuple[tuple[Samurai, ...], tuple[Samurai, ...]]:
    """Turn up the cards of a shuffled pile, top first, until four clans and four ranks lie open.

    A card goes under the pile when it shares its clan or rank with a card that *lies open*; a card under the
    pile no longer counts, or the set-up could end without a palace. Returns the palace in the order it was
    opened, and the other cards: first those never turned up, then those that went under the pile.

    It always succeeds. Let ``k < 4`` cards lie open: of ``k`` clans and ``k`` ranks, all different. The ``(4
    - k) x (4 - k)`` samurai of the other clans and ranks share nothing with them, nor with the fewer cards
    that lay open earlier: so none of them was ever put under the pile, all are still among the cards not yet
    turned up, and there is at least one. Therefore the palace is full before the sixteenth card, on the
    first way through the pile.

    Source: Hogen booklet, Set-up.
    """
    palace: list[Samurai] = []
    cards_below: list[Samurai] = []
    count = 0
    while len(palace) < 4:
        card = pile[count]
        count += 1
        fits = all(card.clan != open_.clan and card.rank != open_.rank for open_ in palace)
        (palace if fits else cards_below).append(card)
    return tuple(palace), (*pile[count:], *cards_below)


def deal(players: int, chance: Chance) -> Deal:
    """Shuffle, open the palace, deal the others, draw who starts. Source: Hogen booklet, Set-up."""
    pile = list(CARDS)
    chance.shuffle(pile)
    palace, rest = open_palace(pile)
    others = list(rest)
    chance.shuffle(others)
    each = get_deal_size(players)
    seats = seats_of(players)
    hands = {seat: sort_cards(others[index * each : (index + 1) * each]) for index, seat in enumerate(seats)}
    return Deal(sort_cards(palace), hands, seats[chance.randrange(players)])


NOT_OPEN = say("This call is not open to you; choose another.")
"""The one answer to every call that the caller's own rallied samurai forbids."""

NOT_IN_HAND = say("You have no such samurai to lay.")
"""The one answer to every request to lay a samurai that is not in the player's own hand."""


@dataclass(frozen=True, slots=True)
class HiddenGame:
    """A game with all its hidden cards; players see it only through a view."""

    turn: PublicGame
    hands: Mapping[str, frozenset[Samurai]] | None
    """By seat: all cards dealt until it has rallied, then its hand; ``None`` with real cards."""
    rallied: Mapping[str, Samurai] = field(default_factory=dict)
    has_clashed: bool = False  # with real cards: two seats entered the same rallied samurai, so all enter theirs again

    @property
    def is_ready(self) -> bool:
        """True once every seat has laid its rallied samurai."""
        return len(self.rallied) == len(self.turn.seats)

    def check_rally(self, seat: str, card: Samurai) -> None:
        """Refuse a samurai that a seat cannot lay face down as its rallied one.

        With real cards another seat's choice is never compared here: 'this one is taken' would reveal what
        another player has laid. Two equal choices come to light when all are in, and then everyone chooses
        again.

        Source: Hogen booklet, Set-up.
        """
        if seat in self.rallied:
            raise Refused("{seat} has already laid the rallied samurai.", seat=seat)
        if self.turn.palace is not None and card in self.turn.palace:
            raise Refused("{card} is already in the palace.", card=card)
        if self.hands is not None and card not in self.hands[seat]:
            raise Refused(NOT_IN_HAND)

    def with_rallied(self, seat: str, card: Samurai) -> HiddenGame:
        """The game after a seat has laid its rallied samurai."""
        rallied = {**self.rallied, seat: card}
        if self.hands is not None:
            return replace(self, rallied=rallied, hands={**self.hands, seat: self.hands[seat] - {card}})
        if len(rallied) == len(self.turn.seats) and len(set(rallied.values())) < len(rallied):
            return replace(self, rallied={}, has_clashed=True)
        return replace(self, rallied=rallied, has_clashed=self.has_clashed and len(rallied) < len(self.turn.seats))

    def check_event(self, event: PublicEvent) -> None:
        """Refuse an event that cannot happen now; reasons known to all are checked first."""
        if not self.is_ready:
            raise Refused("Not every seat has laid its rallied samurai yet.")
        check_event(self.turn, event)
        match event:
            case Called(seat, call) if not may_call(call, self.rallied[seat]):
                raise Refused(NOT_OPEN)
            case Answered(seat, laid, _) if self.hands is not None and laid not in self.hands[seat]:
                raise Refused(NOT_IN_HAND)

    def announce_call(self, seat: str, call: Call) -> tuple[PublicEvent, ...]:
        """The events that the table hears when a seat calls: the call, then the passes up to who must answer.

        Passing and answering are no choices: who holds a match must answer, who holds none passes, and all
        hear both. So Companion announces the passes itself. With real cards it cannot know them.

        Source: Hogen booklet, Turn B.
        """
        events: list[PublicEvent] = [Called(seat, call)]
        if self.hands is not None:
            seats = list_other_seats(self.turn.seats, seat)
            answers = find_answering_seat(call, seats, self.hands)
            passing = seats if answers is None else seats[: seats.index(answers)]
            events += [Passed(each) for each in passing]
        return tuple(events)

    def judge_accusation(self, seat: str, cards: Mapping[str, Samurai]) -> Accused:
        """The accusation that the table hears: the names, and whether all were right.

        One wrong name makes the whole accusation wrong. Only the accuser sees the cards.

        Source: Hogen booklet, End of the game.
        """
        right = all(self.rallied[other] == card for other, card in cards.items())
        return Accused(seat, tuple(sorted(cards.items())), right)

    def list_revealed_to(self, seat: str) -> dict[str, Samurai]:
        """The others' rallied samurai, once a seat has accused. Source: Hogen booklet, End of the game."""
        if seat not in self.turn.wrong_seats and seat != self.turn.winner:
            return {}
        return {other: card for other, card in sorted(self.rallied.items()) if other != seat}

    def apply(self, event: PublicEvent) -> HiddenGame:
        """The game after an event that ``check_event`` has accepted."""
        hands = self.hands
        if hands is not None and isinstance(event, Answered) and event.lays and event.takes:
            hands = {**hands, event.seat: (hands[event.seat] - {event.lays}) | {event.takes}}
        return replace(self, turn=self.turn.apply(event), hands=hands)
