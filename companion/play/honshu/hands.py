"""Tricks that are entered as a whole, and hands, which each seat enters for itself alone."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from companion.codec import UNSAID
from companion.data.honshu.placements import parse_plays
from companion.errors import InputError, Refused
from companion.play.honshu.state import HonshuState, check_seat, refuse_finished
from companion.rules.honshu import tricks as rules
from companion.sentences import Sentence, join_with_commas, say
from companion.table.history import Applied, Body, EventKind, History, Transition


@dataclass(frozen=True, slots=True)
class PlayTrick:
    """Enter a whole trick."""

    plays: tuple[str, ...]
    """In player order, such as ``29+b``; with two players the pair from the draw pile may follow."""
    order: tuple[str, ...] | None = field(default=None, metadata=UNSAID)
    """The seats in the order of their order cards; needed for the first trick only."""


@dataclass(frozen=True, slots=True)
class TakeTrickBack:
    """Take back the last trick, whatever has happened on the maps since."""


def _apply_trick(state: HonshuState, request: PlayTrick, recorded: Body | None) -> Applied[HonshuState]:
    if state.laid_plays:
        raise Refused("Cards of this trick are being played one by one; play the others the same way.")
    order, plays = _get_order(state, request.order), parse_plays(request.plays)
    rules.check_trick(order, state.tricks, plays)
    trick = rules.assign_plays(reduce(rules.compute_player_order, state.tricks, order), plays)
    return Applied({}, replace(state, order=order, tricks=(*state.tricks, trick), last_move=None))


def _get_order(state: HonshuState, order: tuple[str, ...] | None) -> tuple[str, ...]:
    """The seats in the order of their order cards: the known one, or the one entered with the first trick."""
    if state.order:
        return state.order
    if len(state.names) not in rules.PLAYERS:
        raise Refused("Tricks are for 2 to 5 players.")
    if order is None:
        raise Refused("The first trick sets the player order: who has order card 1, 2 and so on.")
    if sorted(order) != sorted(state.names):
        raise InputError("The player order must have each player once: {seats}.", seats=join_with_commas(state.names))
    return order


def get_play_order(state: HonshuState) -> tuple[str, ...]:
    """The seats in the current order of play; empty before the first trick."""
    return reduce(rules.compute_player_order, state.tricks, state.order)


def _apply_trick_back(state: HonshuState, request: TakeTrickBack, recorded: Body | None) -> Applied[HonshuState]:
    if not state.tricks:
        raise Refused("No trick has been played yet.")
    if state.laid_plays:
        raise Refused("Cards of the next trick have already been played; undo them first.")
    tricks = state.tricks[:-1]
    cards_taken = tuple(each for each in state.taken_cards if each.round <= len(tricks))
    order = state.order if tricks else ()
    return Applied({}, replace(state, order=order, tricks=tricks, taken_cards=cards_taken, last_move=None))


def _trick_line(step: Transition[HonshuState]) -> Sentence:
    cards = " ".join(step.request.plays)
    return say("The trick of round {round}: {cards}", round=len(step.after.tricks), cards=cards)


def _trick_back_line(step: Transition[HonshuState]) -> Sentence:
    return say("The trick of round {round} is undone.", round=len(step.after.tricks) + 1)


TRICK_KINDS = (
    EventKind("trick", PlayTrick, _apply_trick, line=_trick_line),
    EventKind("trick-back", TakeTrickBack, _apply_trick_back, line=_trick_back_line),
)


@dataclass(frozen=True, slots=True)
class EnterHand:
    """Enter the cards of one's own hand."""

    seat: str
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EnterNeighbour:
    """Enter who sits on one's right."""

    seat: str
    right: str


def round_number(state: HonshuState) -> int | None:
    """The round whose trick comes next; ``None`` if no trick can be played."""
    number = len(state.tricks) + 1
    return number if number in rules.ROUNDS and len(state.names) in rules.PLAYERS and not state.is_over else None


def count_hand(state: HonshuState, seat: str) -> int:
    """The number of cards a seat holds."""
    number = round_number(state)
    if number is None:
        return 0
    return rules.get_round(number, len(state.names)).hand - sum(play.player == seat for play in state.laid_plays)


def list_visible_seats(state: HonshuState, seat: str | None) -> tuple[str, ...]:
    """The seats whose card in the current trick a seat may see: with two players, only its own until both are laid."""
    seats = tuple(play.player for play in state.laid_plays)
    return seats if len(state.names) != 2 or len(seats) == 2 else tuple(each for each in seats if each == seat)


def list_played_cards(state: HonshuState, seat: str | None) -> frozenset[int]:
    """The cards laid in tricks, as far as a seat may know."""
    seats = list_visible_seats(state, seat)
    tricks = (play.card for trick in state.tricks for play in trick)
    return frozenset((*tricks, *state.pair, *(play.card for play in state.laid_plays if play.player in seats)))


def find_right_neighbours(state: HonshuState) -> Mapping[str, str]:
    """The right-hand neighbour of each seat, as far as it was entered or follows from the others."""
    names = [*state.names]
    if len(names) == 2:
        return dict(zip(names, names[::-1], strict=True))
    rest = {*names} - {*state.right_neighbours}, {*names} - {*state.right_neighbours.values()}
    return {**state.right_neighbours, **dict(zip(*rest, strict=True))} if len(rest[0]) == 1 else state.right_neighbours


def find_hand(state: HonshuState, seat: str) -> tuple[int, ...] | None:
    """The cards a seat holds, as entered, or passed on by a hand that was entered; ``None`` if unknown."""
    number = round_number(state)
    if number is None or seat not in state.names:
        return None
    half = rules.compute_half(number)
    hand = state.hands.get((half, seat))
    if hand is None and (other := rules.find_giver(seat, half, find_right_neighbours(state))) is not None:
        hand = state.hands.get((half - 1, other))
    if hand is None:
        return None
    cards = list_played_cards(state, seat)
    left = tuple(card for card in hand if card not in cards)
    return left if len(left) == count_hand(state, seat) else None


def can_name_neighbour(state: HonshuState, seat: str) -> bool:
    """True when this seat was passed a hand, and naming its right neighbour may make that known."""
    number = round_number(state)
    are_passed = number is not None and rules.compute_half(number) % 2 == 1 and find_hand(state, seat) is None
    return are_passed and seat not in find_right_neighbours(state) and bool(state.hands)


def _apply_hand(state: HonshuState, request: EnterHand, recorded: Body | None) -> Applied[HonshuState]:
    check_seat(request.seat, state.names)
    number = round_number(state)
    if number is None:
        raise refuse_finished() if state.is_over else Refused("Nobody holds cards now.")
    cards, count = tuple(sorted(set(request.cards))), count_hand(state, request.seat)
    check_cards(cards, list_played_cards(state, request.seat))
    if len(cards) != count:
        raise Refused("Cards you hold now: {held}; entered: {told}.", held=count, told=len(cards))
    hands = {**state.hands, (rules.compute_half(number), request.seat): cards}
    return Applied({}, replace(state, hands=hands, holds_secrets=True))


def check_cards(cards: Sequence[int], played_cards: Collection[int]) -> None:
    """Refuse a number that is no map card, and a card that was played before or is listed twice."""
    for index, card in enumerate(cards):
        if not 1 <= card <= rules.MAP_CARDS:
            raise InputError("'{value}' is not a map card; expected 1 to 60.", value=card)
        if card in played_cards or card in cards[:index]:
            raise Refused("Card {card} has already been played.", card=card)


def _apply_neighbour(state: HonshuState, request: EnterNeighbour, recorded: Body | None) -> Applied[HonshuState]:
    check_seat(request.seat, state.names)
    check_seat(request.right, state.names)
    others = [each for seat, each in state.right_neighbours.items() if seat != request.seat]
    face_to_face = len(state.names) > 2 and state.right_neighbours.get(request.right) == request.seat
    if request.right in (request.seat, *others) or face_to_face:
        raise Refused("That does not fit where others say they sit: {name}.", name=state.names[request.right])
    return Applied({}, replace(state, right_neighbours={**state.right_neighbours, request.seat: request.right}))


def _hand_line(step: Transition[HonshuState]) -> Sentence:
    return say("{name} has entered a hand.", name=step.after.names[step.request.seat])


def _neighbour_line(step: Transition[HonshuState]) -> Sentence:
    name, other = (step.after.names[each] for each in (step.request.seat, step.request.right))
    return say("{other} sits on the right of {name}.", name=name, other=other)


def has_secret_cards(state: HonshuState, seat: str) -> bool:
    """True while a seat has a known hand, or has laid a card face down."""
    players_done = {play.player for play in state.laid_plays}
    return bool(find_hand(state, seat)) or seat in players_done.difference(list_visible_seats(state, None))


def has_secrets(state: HonshuState) -> bool:
    """True while the log holds a hand that is still being played; a game that ended early has no more secrets."""
    return state.holds_secrets and not state.is_over and len(state.tricks) < len(rules.ROUNDS)


def has_exposed_hands(history: History[HonshuState]) -> bool:
    """True when the log says that somebody may know every hand, or no hand is secret any more."""
    kinds = (step.event.kind for step in reversed(history.steps))
    newest = next((kind for kind in kinds if kind in ("hand", "lay", "end", _HANDS_SHOWN)), "end")
    return newest in ("end", _HANDS_SHOWN) or not has_secrets(history.state)


_HANDS_SHOWN = "hands-shown"


@dataclass(frozen=True, slots=True)
class ShowHands:
    """Notify everybody that a copy of the whole table, which shows every hand, was made."""


def _apply_show_hands(state: HonshuState, request: ShowHands, recorded: Body | None) -> Applied[HonshuState]:
    return Applied({}, state)


def _show_hands_line(step: Transition[HonshuState]) -> Sentence:
    return say("The whole table was copied: whoever has the copy may see every hand.")


KINDS = (
    EventKind("hand", EnterHand, _apply_hand, line=_hand_line),
    EventKind("neighbour", EnterNeighbour, _apply_neighbour, line=_neighbour_line),
    EventKind(_HANDS_SHOWN, ShowHands, _apply_show_hands, line=_show_hands_line, undoable=False, undo_skips=True),
)
