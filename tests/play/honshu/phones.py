"""A game of Honshu as phones play it, each from its own hand: every request, one by one."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from companion.data.honshu.placements import cards_by_name
from companion.play.honshu.changes import LayCard
from companion.play.honshu.hands import EnterHand, EnterNeighbour, find_right_neighbours
from companion.play.honshu.laying import DecidePair, EnterPair, LayTrickCard, TakeCard
from companion.play.honshu.state import HonshuState
from companion.play.honshu.views import View, view
from companion.rules.honshu.advising import advise
from companion.rules.honshu.tricks import compute_half, find_giver
from companion.service.session import Session


class Hands:
    """The real cards of an evening: dealt, passed on, and laid down."""

    def __init__(self, seats: tuple[str, ...], chance: Random) -> None:
        self.seats, self.pile = seats, chance.sample(range(1, 61), 60)
        self.held: dict[str, list[int]] = {seat: [] for seat in seats}

    def start_round(self, number: int) -> None:
        if number in (1, 7):
            self.held = {seat: sorted(self.pile.pop() for _ in range(6)) for seat in self.seats}
        if number in (4, 10):  # seats go to the left; whoever sits before one is on the right
            by = -1 if number == 4 else 1
            after = {each: self.held[self.seats[(at + by) % len(self.seats)]] for at, each in enumerate(self.seats)}
            self.held = after


def play_game(
    session: Session[HonshuState], seats: tuple[str, ...], chance: Random, hands: bool = True
) -> Iterator[Any]:
    """Every request of a whole game; the next is asked for when the last was played."""
    cards = Hands(seats, chance)
    starts = chance.sample([f"A{number}" for number in range(1, 7)], len(seats))
    for seat, start in zip(seats, starts, strict=True):
        yield LayCard(seat, start, 0, 0)
    for number in range(1, 13):
        cards.start_round(number)
        if hands and number in (1, 7):
            for seat in seats:
                yield EnterHand(seat, tuple(cards.held[seat]))
        if hands and number == 4 and len(seats) > 2:
            for at, seat in enumerate(seats[:-1]):
                yield EnterNeighbour(seat, seats[at - 1])
        yield from _play_trick(session, cards, chance)
        yield from _take_cards(session, chance)


def _play_trick(session: Session[HonshuState], cards: Hands, chance: Random) -> Iterator[Any]:
    two = len(cards.seats) == 2
    if two:
        yield EnterPair((cards.pile.pop(), cards.pile.pop()))
    for _ in cards.seats:
        now = view(session.state)
        seat = chance.choice(now.seats_to_lay)
        card = chance.choice(cards.held[seat])
        cards.held[seat].remove(card)
        yield LayTrickCard(seat, card, "" if two else _choose_cube(now, seat, chance))
    decides = view(session.state).chooser
    if decides is not None:
        held = [f"{row}.{column}" for row, column in sorted(session.state.maps[decides].pile.cubes)]
        yield DecidePair(decides, tuple(held[:2]) if len(held) > 1 and chance.random() < 0.5 else ())


def _choose_cube(now: View, seat: str, chance: Random) -> str:
    pile = now.maps[seat].pile
    seen = pile.find_visible_squares()
    fixed = [play.cubes[0] for _, play in now.laid_plays if play is not None and play.cubes]
    fit = [place for place in sorted(pile.cubes) if not fixed or seen[place][1].colour is fixed[0]]
    return f"{fit[0][0]}.{fit[0][1]}" if fit and chance.random() < 0.4 else ""


def _take_cards(session: Session[HonshuState], chance: Random) -> Iterator[Any]:
    while (now := view(session.state)).takers:
        yield TakeCard(now.takers[0], chance.choice(now.cards_to_take))
    for seat, map_ in view(session.state).maps.items():
        for card in map_.waiting_cards:
            ways = advise(map_.pile, cards_by_name()[str(card)])
            way = chance.choice(ways[:40]).placement
            yield LayCard(seat, str(card), way.row, way.column, way.turn, way.under)


def build_other_world(state: HonshuState, seat: str | None, chance: Random) -> HonshuState:
    """The same table as far as a seat may know: other hands of others, another card that lies face down."""
    half = compute_half(len(state.tricks) + 1)
    known = {(half, seat), (half - 1, seat), (half - 1, find_giver(seat or "", half, find_right_neighbours(state)))}
    hands = {
        key: cards if key in known else tuple(sorted(chance.sample(range(1, 61), len(cards))))
        for key, cards in state.hands.items()
    }
    laid = state.laid_plays
    if len(state.names) == 2 and len(laid) == 1 and laid[0].player != seat:
        laid = (replace(laid[0], card=1 + laid[0].card % 60),)
    return replace(state, hands=hands, laid_plays=laid)
