"""What a seat may see of a table; a secret of another seat is never in it.

A view is made from what everyone heard, the seat's own cards, and nothing else: two tables that differ
only in what is hidden from a seat give it the same view, character for character.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.data.hogen.cards import CARDS, Card, sort_cards
from companion.data.hogen.log import Accused, Event, Opening, Saw, format_log
from companion.errors import InputError, Refused, TableError
from companion.rules.hogen.game import HiddenGame, PublicEvent, find_matches, list_open_calls
from companion.rules.hogen.rulings import RULINGS, TAKE_BACK


@dataclass(frozen=True, slots=True)
class HogenState:
    """A table of Hogen with every secret; it is never shown, only its views are."""

    names: tuple[str, ...]  # the players' names, seat by seat from A, going left
    game: HiddenGame
    first: HiddenGame | None = None  # the game when every seat had laid its rallied samurai; ``None`` before
    heard: tuple[PublicEvent, ...] = ()  # everything the table heard since, in order
    deduction: bool = True

    @property
    def seats(self) -> str:
        """The letters of the seats, going left."""
        return self.game.turn.seats

    @property
    def players(self) -> dict[str, str]:
        """Seat to name, going left."""
        return dict(zip(self.seats, self.names, strict=True))

    @property
    def is_dealt(self) -> bool:
        """True when Companion holds the cards; otherwise the players hold real ones."""
        return self.game.hands is not None

    def with_public_events(self, *events: PublicEvent) -> HogenState:
        """The state after the whole table has heard more events."""
        game = self.game
        for event in events:
            game = game.apply(event)
        return replace(self, game=game, heard=(*self.heard, *events))


def check_seat(seats: str, seat: str) -> None:
    if seat not in tuple(seats):
        raise InputError("'{value}' is not a seat; expected {seats}.", value=seat, seats=", ".join(seats))


def check_cards(state: HogenState) -> None:
    """Refuse a state in which the sixteen samurai do not each lie in exactly one place."""
    game = state.game
    if game.hands is None or game.turn.palace is None:
        return
    lie = [*game.turn.palace, *game.rallied.values(), *(card for hand in game.hands.values() for card in hand)]
    if sorted(lie, key=lambda card: card.number) != list(CARDS):
        raise TableError("The sixteen samurai of this table are no longer all there, each once.")


RALLYING = "rally"  # not every seat has laid its rallied samurai
CALLING = "call"  # the active seat accuses or calls
ANSWERING = "answer"  # a call waits for an answer
OVER = "over"  # somebody has won, or nobody will


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What only one seat sees of a table."""

    seat: str
    hand: tuple[str, ...] | None  # before the seat has rallied, all it was dealt; ``None`` with real cards
    rallied: str | None
    saw: dict[str, str]  # the others' rallied samurai, once the seat has accused
    may_call: tuple[str, ...]
    may_lay: tuple[str, ...]
    may_take: tuple[str, ...]  # besides the samurai it lays, by the ruling ``take-back``


@dataclass(frozen=True, slots=True)
class View:
    """A table as everyone sees it, and for a seat with what only it sees."""

    names: dict[str, str]  # seat to name, going left
    real: bool
    phase: str  # ``rally``, ``call``, ``answer`` or ``over``
    palace: tuple[str, ...] | None  # the open samurai; ``None`` when no account of them is kept
    laid: tuple[str, ...]
    clashed: bool  # two seats told the same rallied samurai, and all tell theirs again
    active: str | None  # the seat that may accuse or call, or has called
    call: str | None
    asked: str | None  # the seat that must answer it; with real cards, the one asked first
    failed: tuple[str, ...]  # calls nobody answered since the last swap, each as ``SEAT CALL``
    wrong: tuple[str, ...]
    winner: str | None
    shown: dict[str, str]
    take_back: bool
    deduction: bool  # true when a seat may see what can be deduced from it; never with real cards
    heard: tuple[str, ...]  # in the notation of the log
    own: PrivateView | None  # ``None`` for the table's view


def phase_of(state: HogenState) -> str:
    """The phase of the game, as all may know it."""
    if not state.game.is_ready:
        return RALLYING
    if state.game.turn.is_over:
        return OVER
    return CALLING if state.game.turn.call is None else ANSWERING


def view(state: HogenState, seat: str | None = None) -> View:
    """What the seat with a letter may see of a table, or, without one, what all may see."""
    turn, phase = state.game.turn, phase_of(state)
    last = state.heard[-1] if state.heard else None
    shown = dict(last.named) if isinstance(last, Accused) and last.right else {}
    return View(
        names=state.players,
        real=not state.is_dealt,
        phase=phase,
        palace=None if turn.palace is None else _list_card_names(turn.palace),
        laid=tuple(sorted(state.game.rallied)),
        clashed=state.game.clashed,
        active=None if turn.is_over else turn.active,
        call=None if turn.call is None else str(turn.call),
        asked=turn.asked,
        failed=tuple(sorted(f"{who} {call}" for who, call in turn.failed)),
        wrong=tuple(sorted(turn.wrong)),
        winner=turn.winner,
        shown={who: str(card) for who, card in shown.items()},
        take_back=turn.rulings[TAKE_BACK.name] == "yes",
        deduction=state.deduction and state.is_dealt,
        heard=tuple(map(str, state.heard)),
        own=None if seat is None else _build_private_view(state, seat, phase),
    )


def format_seat_log(state: HogenState, seat: str) -> str:
    """The log a seat could have kept, as text for ``deduce``.

    It is refused before all have rallied, and at tables where Companion does not know the hand or does not
    track the palace.
    """
    first = state.first
    if first is None:
        raise Refused("The log begins when every seat has laid its rallied samurai.")
    if first.hands is None or first.turn.palace is None:
        raise Refused("Where real cards are dealt Companion knows no hand: there is neither log nor sheet.")
    hand, palace, rulings = sort_cards(first.hands[seat]), sort_cards(first.turn.palace), first.turn.rulings
    chosen = tuple((each.name, rulings[each.name]) for each in RULINGS if rulings[each.name] != each.default)
    opening = Opening(len(state.seats), seat, hand, first.rallied[seat], palace, chosen)
    events: list[Event] = []
    for event in state.heard:
        events.append(event)
        if isinstance(event, Accused) and event.seat == seat and not event.right:
            events += [Saw(other, card) for other, card in state.game.list_revealed_to(seat).items()]
    return format_log(opening, tuple(events))


def _build_private_view(state: HogenState, seat: str, phase: str) -> PrivateView:
    game = state.game
    turn = game.turn
    hand = None if game.hands is None else game.hands[seat]
    rallied = game.rallied.get(seat)
    calls: tuple[str, ...] = ()
    lays: tuple[str, ...] = ()
    if phase == CALLING and turn.active == seat and rallied is not None:
        calls = tuple(str(call) for call in list_open_calls(rallied) if not turn.is_barred(seat, call))
    asked = phase == ANSWERING and turn.asked == seat
    if asked and turn.call is not None and hand is not None:
        lays = _list_card_names(find_matches(turn.call, hand))
    return PrivateView(
        seat=seat,
        hand=None if hand is None else _list_card_names(hand),
        rallied=None if rallied is None else str(rallied),
        saw={other: str(card) for other, card in game.list_revealed_to(seat).items()},
        may_call=calls,
        may_lay=lays,
        may_take=_list_card_names(turn.palace or ()) if asked else (),
    )


def _list_card_names(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(map(str, sort_cards(cards)))
