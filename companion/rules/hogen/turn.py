"""The open part of a game: whose move it is, what was called, and which calls may be made.

Nothing here knows a hand or a rallied samurai: the same position judges a dealt game, a table with real
cards, and a log kept by one player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.data.hogen.cards import CALLS, Call, Card, cards_text, in_order
from companion.data.hogen.events import Accused, Answered, Called, Passed, seats_of
from companion.errors import Refused
from companion.rules.hogen.rulings import FAILED_CALL, RULINGS, TAKE_BACK
from companion.rules.rulings import Rulings
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


PublicEvent = Called | Passed | Answered | Accused  # an event that the whole table hears


def others_from(seats: str, seat: str) -> str:
    """The other seats in the order they are asked: going left, from the left neighbour on."""
    at = seats.index(seat)
    return seats[at + 1 :] + seats[:at]


@dataclass(frozen=True, slots=True)
class Turn:
    """A moment of the game as everyone at the table knows it."""

    seats: str
    palace: frozenset[Card] | None  # the four open samurai; ``None`` at a table that keeps no account of them
    active: str | None = None
    """May accuse or call, or has called; ``None`` before a log's first call, and when all accused wrongly."""
    call: Call | None = None  # it waits for an answer
    asked: str | None = None  # is to answer the call or pass
    failed: frozenset[tuple[str, Call]] = frozenset()
    """Calls nobody answered since the last swap, each with the seat that made it."""
    wrong: frozenset[str] = frozenset()
    """Seats that accused wrongly: they answer, but never call nor accuse again."""
    winner: str | None = None
    rulings: Rulings = field(default_factory=lambda: Rulings(RULINGS))

    @classmethod
    def first(
        cls,
        players: int,
        palace: frozenset[Card] | None,
        starts: str | None = None,
        rulings: Rulings | None = None,
    ) -> Turn:
        """The moment before the first call."""
        return cls(seats_of(players), palace, starts, rulings=rulings or Rulings(RULINGS))

    @property
    def over(self) -> bool:
        """True once one won, or all accused wrongly. Source: Hogen booklet, End of the game."""
        return self.winner is not None or len(self.wrong) == len(self.seats)

    def barred(self, seat: str, call: Call) -> bool:
        """True for a call not to be repeated yet. Source: Hogen booklet, Turn B2; ruling ``failed-call``."""
        if self.rulings[FAILED_CALL.name] == "table":
            return any(call == failed for _, failed in self.failed)
        return (seat, call) in self.failed

    def next_active(self, seat: str) -> str | None:
        """This seat, or the next to its left not wrong. Source: Hogen booklet, End of the game."""
        return next((each for each in seat + others_from(self.seats, seat) if each not in self.wrong), None)

    def after(self, event: PublicEvent) -> Turn:
        """The moment after an event that ``check`` let pass."""
        match event:
            case Called(seat, call):
                asked = others_from(self.seats, seat)[0]
                return replace(self, active=seat, call=call, asked=asked)
            case Passed(seat):
                following = others_from(self.seats, seat)[0]
                if following != self.active:
                    return replace(self, asked=following)
                assert self.active is not None
                assert self.call is not None
                failed = self.failed | {(self.active, self.call)}
                return replace(self, call=None, asked=None, failed=failed)
            case Answered(seat, lays, takes):
                palace = self.palace
                if palace is not None and lays is not None:
                    palace = (palace | {lays}) - {takes}
                after = replace(self, palace=palace, call=None, asked=None, failed=frozenset())
                return replace(after, active=self.next_active(seat))
            case Accused(seat, _, right):
                if right:
                    return replace(self, active=seat, winner=seat)
                after = replace(self, wrong=self.wrong | {seat})
                return replace(after, active=after.next_active(seat))


def check(turn: Turn, event: PublicEvent) -> None:
    """Refuse an event that cannot happen now, from what the whole table knows.

    Nothing that hangs on a hand or on a rallied samurai is looked at here. Whoever judges a player's wish
    asks this first: then a public reason is told as one, and says nothing about a card.
    """
    if turn.over:
        raise Refused("The game is over.")
    match event:
        case Called(seat, call):
            _check_turn_of(turn, seat)
            if turn.barred(seat, call):
                raise Refused(
                    "Nobody could answer {call} since the last swap; another call is needed.",
                    call=said_call(call),
                )
        case Passed(seat):
            _check_asked(turn, seat)
        case Answered(seat, lays, takes):
            call = _check_asked(turn, seat)
            if lays is not None and takes is not None:
                _check_swap(turn, call, lays, takes)
        case Accused(seat, named, _):
            _check_turn_of(turn, seat)
            _check_accusation(turn, seat, named)


def _check_turn_of(turn: Turn, seat: str) -> None:
    if turn.call is not None:
        raise Refused(
            "{caller} has called {call}; {asked} must pass or answer first.",
            caller=turn.active,
            call=said_call(turn.call),
            asked=turn.asked,
        )
    if seat in turn.wrong:
        raise Refused("{seat} has accused wrongly and only answers now.", seat=seat)
    if turn.active not in (None, seat):
        raise Refused("It is not {seat} but {active} who may call or accuse.", seat=seat, active=turn.active)


def _check_asked(turn: Turn, seat: str) -> Call:
    """The call that a seat is asked for."""
    if turn.call is None:
        raise Refused("Nobody has called, so {seat} has nothing to answer.", seat=seat)
    if seat != turn.asked:
        raise Refused(
            "It is not {seat} but {asked} who is asked for {call}.",
            seat=seat,
            asked=turn.asked,
            call=said_call(turn.call),
        )
    return turn.call


def _check_swap(turn: Turn, call: Call, lays: Card, takes: Card) -> None:
    if not call.matches(lays):
        raise Refused("{card} does not match the call, {call}.", card=lays, call=said_call(call))
    if lays == takes:
        if turn.rulings[TAKE_BACK.name] == "no":
            raise Refused("{card} was just laid; another samurai must be taken from the palace.", card=lays)
    elif turn.palace is not None and takes not in turn.palace:
        raise Refused(
            "{card} does not lie in the palace; there lie {palace}.",
            card=takes,
            palace=cards_text(turn.palace),
        )
    if turn.palace is not None and lays in turn.palace:
        raise Refused("{card} lies in the palace already.", card=lays)


def _check_accusation(turn: Turn, seat: str, named: tuple[tuple[str, Card], ...]) -> None:
    others = turn.seats.replace(seat, "")
    if "".join(sorted(who for who, _ in named)) != others:
        raise Refused("An accusation names one samurai for each of {seats}.", seats=", ".join(others))
    if len({card for _, card in named}) < len(named):
        raise Refused("An accusation names a different samurai for each seat; each is there only once.")
