"""The sixteen samurai: four clans, in each one samurai of every rank from 1 to 4; and what a player can call.

The twenty-four things to call for are a clan, a rank, or one samurai by both.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from companion.data.vocabulary import vocabulary
from companion.errors import InputError, Place

CLANS = ("Minamoto", "Taira", "Fujiwara", "Tachibana")  # the four clans, in the order everything lists them
RANKS = (1, 2, 3, 4)  # the four ranks


@dataclass(frozen=True, slots=True)
class Card:
    """One samurai; written as clan and rank without a blank, such as ``Taira2``."""

    clan: str
    rank: int

    @property
    def number(self) -> int:
        """0 to 15, clan by clan and rank by rank; its place in ``CARDS``."""
        return CLANS.index(self.clan) * len(RANKS) + self.rank - 1

    def __str__(self) -> str:
        return f"{self.clan}{self.rank}"

    @property
    def read(self) -> str:
        """The samurai as it is read in a sentence: ``Taira 2``."""
        return f"{self.clan} {self.rank}"


CARDS = tuple(Card(clan, rank) for clan in CLANS for rank in RANKS)
"""All sixteen; the card at place ``n`` has the number ``n``."""

_CLAN_AND_RANK = re.compile(rf"({'|'.join(CLANS)})\s+(?=[1-4](?![^\s,]))", re.IGNORECASE)
_NAMED = {str(card): card for card in CARDS}


def joined_names(text: str) -> str:
    """A text in which the samurai are written without blanks: ``Taira2`` also where ``Taira 2`` stood."""
    return _CLAN_AND_RANK.sub(r"\1", text)


def card_named(text: str, place: Place | None = None) -> Card:
    """The samurai with a name such as ``Taira2`` or ``Taira 2``; capitals do not matter."""
    return _NAMED[vocabulary("hogen", "card", tuple(_NAMED)).named(joined_names(text), place)]


def check_palace(cards: Collection[Card], place: Place | None = None) -> None:
    """Refuse four samurai that no palace opens with: it has all clans and all ranks (booklet, set-up)."""
    if not len(cards) == len({card.clan for card in cards}) == len({card.rank for card in cards}) == 4:
        raise InputError(
            "{cards}: the palace opens with four different clans and four different ranks.",
            place=place,
            cards=cards_text(cards),
        )


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The same cards, clan by clan and rank by rank."""
    return tuple(sorted(cards, key=lambda card: card.number))


def cards_text(cards: Iterable[Card]) -> str:
    """The cards in order, as the log writes them: names with blanks between."""
    return " ".join(map(str, in_order(cards)))


@dataclass(frozen=True, slots=True)
class Call:
    """The clan, the rank, or both that the active player asks the others for."""

    clan: str | None = None
    rank: int | None = None

    @property
    def both(self) -> bool:
        """True when clan and rank are named, so that one samurai alone answers."""
        return self.clan is not None and self.rank is not None

    def matches(self, card: Card) -> bool:
        """True for a samurai that satisfies the call."""
        return self.clan in (None, card.clan) and self.rank in (None, card.rank)

    def shared(self, card: Card) -> int:
        """The number of named traits that a samurai has: 0, 1 or 2."""
        return (self.clan == card.clan) + (self.rank == card.rank)

    def __str__(self) -> str:
        """The call as the log writes it: ``clan Taira``, ``rank 2`` or ``Taira 2``."""
        if self.clan is None:
            return f"rank {self.rank}"
        return f"clan {self.clan}" if self.rank is None else f"{self.clan} {self.rank}"


CALLS = (
    *(Call(clan=clan) for clan in CLANS),
    *(Call(rank=rank) for rank in RANKS),
    *(Call(card.clan, card.rank) for card in CARDS),
)
"""All twenty-four: the clans, the ranks, the single samurai."""

_CALLED = {str(call): call for call in CALLS} | {
    f"{call.clan}{call.rank}": call for call in CALLS if call.both
}


def call_named(words: Sequence[str], place: Place | None = None) -> Call:
    """The call written as ``clan Taira``, ``rank 2`` (``rang 2``), ``Taira 2`` or ``Taira2``."""
    text = " ".join(words)
    names = vocabulary("hogen", "call", tuple(_CALLED))
    first, _, rest = text.strip().partition(" ")
    trait = vocabulary("hogen", "log").find(first)
    return _CALLED[names.find(f"{trait} {rest}") or names.named(text, place, guess=False)]
