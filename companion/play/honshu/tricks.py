"""A trick is played, or the last is taken back."""

from dataclasses import dataclass, field, replace
from functools import reduce

from companion.codec import UNSAID
from companion.data.honshu.plays import read_plays
from companion.errors import InputError, Refused
from companion.play.honshu.state import HonshuState
from companion.rules.honshu.tricks import PLAYERS, check_trick, named, order_after
from companion.sentences import Sentence, listed, say
from companion.table.history import EventKind, Played, Step
from companion.table.log import Body


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


KINDS = (
    EventKind("trick", PlayTrick, _play, line=_line),
    EventKind("trick-back", TakeTrickBack, _play_back, line=_back_line),
)
