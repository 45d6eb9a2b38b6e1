"""Tricks told as a whole; a hand, told by its seat and known to no other; and who sits beside whom."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from companion.codec import UNSAID
from companion.data.honshu.placements import read_plays
from companion.errors import InputError, Refused
from companion.play.honshu.state import HonshuState, check_seat, finished
from companion.rules.honshu.tricks import (
    MAP_CARDS,
    PLAYERS,
    ROUNDS,
    check_trick,
    giver,
    half_of,
    named,
    order_after,
    round_of,
)
from companion.sentences import Sentence, listed, say
from companion.table.history import Body, EventKind, History, Played, Step


@dataclass(frozen=True, slots=True)
class PlayTrick:
    """Play a trick."""

    plays: tuple[str, ...]
    """In player order, such as ``29+b``; with two players the pair from the draw pile may follow."""
    order: tuple[str, ...] | None = field(default=None, metadata=UNSAID)
    """The seats in the order of their order cards; told with the first trick only."""


@dataclass(frozen=True, slots=True)
class TakeTrickBack:
    """Take the last trick back, whatever was done to maps since."""


def _play(state: HonshuState, request: PlayTrick, recorded: Body | None) -> Played[HonshuState]:
    if state.laid:
        raise Refused("Cards of this trick are laid one by one already; the others are laid so too.")
    order, plays = _read_order(state, request.order), read_plays(request.plays)
    check_trick(order, state.tricks, plays)
    trick = named(reduce(order_after, state.tricks, order), plays)
    return Played({}, replace(state, order=order, tricks=(*state.tricks, trick), last=None))


def _read_order(state: HonshuState, order: tuple[str, ...] | None) -> tuple[str, ...]:
    """The seats in the order of their order cards, as they were or as the first trick tells them."""
    if state.order:
        return state.order
    if len(state.names) not in PLAYERS:
        raise Refused("Tricks are for 2 to 5 players.")
    if order is None:
        raise Refused("The first trick tells the order of play: who has order card 1, 2 and so on.")
    if sorted(order) != sorted(state.names):
        raise InputError("The order of play has each player once: {seats}.", seats=listed(state.names))
    return order


def order_now(state: HonshuState) -> tuple[str, ...]:
    """The seats in the order in which they play now; nobody before the first trick."""
    return reduce(order_after, state.tricks, state.order)


def _play_back(state: HonshuState, request: TakeTrickBack, recorded: Body | None) -> Played[HonshuState]:
    if not state.tricks:
        raise Refused("No trick has been played yet.")
    if state.laid:
        raise Refused("Cards of the next trick are laid already; take them back first.")
    tricks = state.tricks[:-1]
    taken = tuple(each for each in state.taken if each.round <= len(tricks))
    order = state.order if tricks else ()
    return Played({}, replace(state, order=order, tricks=tricks, taken=taken, last=None))


def _line(step: Step[HonshuState]) -> Sentence:
    cards = " ".join(step.request.plays)
    return say("The trick of round {round}: {cards}", round=len(step.after.tricks), cards=cards)


def _back_line(step: Step[HonshuState]) -> Sentence:
    return say("The trick of round {round} is taken back.", round=len(step.after.tricks) + 1)


TRICK_KINDS = (
    EventKind("trick", PlayTrick, _play, line=_line),
    EventKind("trick-back", TakeTrickBack, _play_back, line=_back_line),
)


@dataclass(frozen=True, slots=True)
class TellHand:
    """Tell the cards one holds."""

    seat: str
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TellNeighbour:
    """Tell who sits on one's right."""

    seat: str
    right: str


def round_number(state: HonshuState) -> int | None:
    """The round in which tricks are played now; ``None`` where none can be."""
    number = len(state.tricks) + 1
    return number if number in ROUNDS and len(state.names) in PLAYERS and not state.over else None


def cards_held(state: HonshuState, seat: str) -> int:
    """The number of cards a seat holds."""
    number = round_number(state)
    if number is None:
        return 0
    return round_of(number, len(state.names)).hand - sum(play.player == seat for play in state.laid)


def open_plays(state: HonshuState, seat: str | None) -> tuple[str, ...]:
    """The seats whose card of the open trick a seat may see: of two all together, its own before."""
    seats = tuple(play.player for play in state.laid)
    return (
        seats if len(state.names) != 2 or len(seats) == 2 else tuple(each for each in seats if each == seat)
    )


def played_cards(state: HonshuState, seat: str | None) -> frozenset[int]:
    """The cards that have been laid in tricks, as far as a seat may know."""
    shown = open_plays(state, seat)
    tricks = (play.card for trick in state.tricks for play in trick)
    return frozenset((*tricks, *state.pair, *(play.card for play in state.laid if play.player in shown)))


def around(state: HonshuState) -> Mapping[str, str]:
    """Who has whom on their right, as far as it was told or follows."""
    names = [*state.names]
    if len(names) == 2:
        return dict(zip(names, names[::-1], strict=True))
    rest = {*names} - {*state.right}, {*names} - {*state.right.values()}
    return {**state.right, **dict(zip(*rest, strict=True))} if len(rest[0]) == 1 else state.right


def hand_of(state: HonshuState, seat: str) -> tuple[int, ...] | None:
    """The cards a seat holds, as it told them or as they were passed to it; ``None`` where unknown."""
    number = round_number(state)
    if number is None or seat not in state.names:
        return None
    half = half_of(number)
    told = state.hands.get((half, seat))
    if told is None and (other := giver(seat, half, around(state))) is not None:
        told = state.hands.get((half - 1, other))
    if told is None:
        return None
    played = played_cards(state, seat)
    left = tuple(card for card in told if card not in played)
    return left if len(left) == cards_held(state, seat) else None


def asks_neighbour(state: HonshuState, seat: str) -> bool:
    """True when a hand was passed on and this seat can say from whom it has it."""
    number = round_number(state)
    passed = number is not None and half_of(number) % 2 == 1 and hand_of(state, seat) is None
    return passed and seat not in around(state) and bool(state.hands)


def _play_hand(state: HonshuState, request: TellHand, recorded: Body | None) -> Played[HonshuState]:
    check_seat(request.seat, state.names)
    number = round_number(state)
    if number is None:
        raise finished() if state.over else Refused("No hand is held now.")
    cards, held = tuple(sorted(set(request.cards))), cards_held(state, request.seat)
    check_cards(cards, played_cards(state, request.seat))
    if len(cards) != held:
        raise Refused("Cards you hold now: {held}; told: {told}.", held=held, told=len(cards))
    hands = {**state.hands, (half_of(number), request.seat): cards}
    return Played({}, replace(state, hands=hands, hidden=True))


def check_cards(cards: Sequence[int], played: Collection[int]) -> None:
    """Refuse a number that no map card has, and a card that was played or is there twice."""
    for at, card in enumerate(cards):
        if not 1 <= card <= MAP_CARDS:
            raise InputError("'{value}' is not a map card; expected 1 to 60.", value=card)
        if card in played or card in cards[:at]:
            raise Refused("Card {card} was played already.", card=card)


def _play_neighbour(state: HonshuState, request: TellNeighbour, recorded: Body | None) -> Played[HonshuState]:
    check_seat(request.seat, state.names)
    check_seat(request.right, state.names)
    others = [each for seat, each in state.right.items() if seat != request.seat]
    face_to_face = len(state.names) > 2 and state.right.get(request.right) == request.seat
    if request.right in (request.seat, *others) or face_to_face:
        raise Refused("Nobody can sit so, as others have told it: {name}.", name=state.names[request.right])
    return Played({}, replace(state, right={**state.right, request.seat: request.right}))


def _hand_line(step: Step[HonshuState]) -> Sentence:
    return say("{name} has told a hand.", name=step.after.names[step.request.seat])


def _neighbour_line(step: Step[HonshuState]) -> Sentence:
    name, other = (step.after.names[each] for each in (step.request.seat, step.request.right))
    return say("{other} sits on the right of {name}.", name=name, other=other)


def dealt(state: HonshuState, seat: str) -> bool:
    """True while a seat holds cards that it has told, or has laid one face down."""
    laid = {play.player for play in state.laid}
    return bool(hand_of(state, seat)) or seat in laid.difference(open_plays(state, None))


def sealed(state: HonshuState) -> bool:
    """True while the log holds a hand that is still played from."""
    return state.hidden and len(state.tricks) < len(ROUNDS)


def shown(history: History[HonshuState]) -> bool:
    """True when the log tells that somebody may know every hand in it, or none is a secret any more."""
    kinds = (step.event.kind for step in reversed(history.steps))
    newest = next((kind for kind in kinds if kind in ("hand", "lay", _SHOWN)), _SHOWN)
    return newest == _SHOWN or not sealed(history.state)


_SHOWN = "hands-shown"


@dataclass(frozen=True, slots=True)
class ShowHands:
    """Tell everybody that whoever has a copy of the whole table may see every hand."""


def _play_shown(state: HonshuState, request: ShowHands, recorded: Body | None) -> Played[HonshuState]:
    return Played({}, state)


def _shown_line(step: Step[HonshuState]) -> Sentence:
    return say("The whole table was copied: whoever has the copy may see every hand.")


KINDS = (
    EventKind("hand", TellHand, _play_hand, line=_hand_line),
    EventKind("neighbour", TellNeighbour, _play_neighbour, line=_neighbour_line),
    EventKind(_SHOWN, ShowHands, _play_shown, line=_shown_line, undoable=False, undo_skips=True),
)
