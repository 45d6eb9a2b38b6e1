"""The set-up: four samurai of four clans and four ranks open the palace, the other twelve are dealt."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.data.hogen.cards import CARDS, Card, in_order
from companion.data.hogen.events import seats_of
from companion.errors import InputError


class Chance(Protocol):
    """A source of shuffles; ``random.Random`` is one."""

    def shuffle(self, x: list[Card], /) -> None:
        """Put cards into a random order, in place."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 up to, but not including, ``stop``."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of a table ready to choose the rallied samurai."""

    palace: tuple[Card, ...]
    dealt: dict[str, tuple[Card, ...]]  # the cards of each seat, the rallied one not yet chosen
    starts: str


def check_players(count: int) -> int:
    """The number of players, 3 or 4."""
    if count not in (3, 4):
        raise InputError("Hogen takes 3 or 4 players, not {count}.", count=count)
    return count


def cards_each(players: int) -> int:
    """The number of samurai each is dealt: 4 of 3 players, 3 of 4. Source: Hogen booklet, Set-up."""
    return {3: 4, 4: 3}[players]


def open_palace(pile: Sequence[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Turn cards of a shuffled pile up, the top first, until four clans and four ranks lie open.

    A card goes under the pile when it shares its clan or rank with a card that *lies open*; what has gone
    under counts no more, or the set-up could end without a palace. The palace comes in the order it was
    opened; of the other cards first those never turned, then those that went under.

    It never dead-ends. Let ``k < 4`` cards lie open: of ``k`` clans and ``k`` ranks, all different. The
    ``(4 - k) x (4 - k)`` samurai of the other clans and ranks share nothing with them, nor with the fewer
    cards that lay open earlier: so none of them was ever put under the pile, all are still among the
    cards not yet turned up, and there is at least one. Therefore the palace is full before the sixteenth
    card, on the first way through the pile.

    Source: Hogen booklet, Set-up.
    """
    palace: list[Card] = []
    under: list[Card] = []
    turned = 0
    while len(palace) < 4:
        card = pile[turned]
        turned += 1
        fits = all(card.clan != open_.clan and card.rank != open_.rank for open_ in palace)
        (palace if fits else under).append(card)
    return tuple(palace), (*pile[turned:], *under)


def deal(players: int, chance: Chance) -> Deal:
    """Shuffle, open the palace, deal the others, draw who starts. Source: Hogen booklet, Set-up."""
    pile = list(CARDS)
    chance.shuffle(pile)
    palace, rest = open_palace(pile)
    others = list(rest)
    chance.shuffle(others)
    each = cards_each(players)
    seats = seats_of(players)
    dealt = {seat: in_order(others[at * each : (at + 1) * each]) for at, seat in enumerate(seats)}
    return Deal(in_order(palace), dealt, seats[chance.randrange(players)])
