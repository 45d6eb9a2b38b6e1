"""The sixteen samurai, four clans with the ranks 1 to 4, and the twenty-four calls.

A call names a clan, a rank, or one samurai by both.
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
    """One samurai; written as clan and rank without a space, such as ``Taira2``."""

    clan: str
    rank: int

    @property
    def number(self) -> int:
        """The index in ``CARDS``, 0 to 15: clan by clan, rank by rank."""
        return CLANS.index(self.clan) * len(RANKS) + self.rank - 1

    def __str__(self) -> str:
        return f"{self.clan}{self.rank}"

    @property
    def title(self) -> str:
        """The samurai in a sentence: ``Taira 2``."""
        return f"{self.clan} {self.rank}"


CARDS = tuple(Card(clan, rank) for clan in CLANS for rank in RANKS)
"""All sixteen; the card at place ``n`` has the number ``n``."""

_CLAN_AND_RANK = re.compile(rf"({'|'.join(CLANS)})\s+(?=[1-4](?![^\s,]))", re.IGNORECASE)
_CARDS_BY_NAME = {str(card): card for card in CARDS}


def join_names(text: str) -> str:
    """A text with the space removed from every ``Taira 2``."""
    return _CLAN_AND_RANK.sub(r"\1", text)


def parse_card(text: str, place: Place | None = None) -> Card:
    """The samurai of a name such as ``Taira2`` or ``Taira 2``; capitals do not matter."""
    return _CARDS_BY_NAME[vocabulary("hogen", "card", tuple(_CARDS_BY_NAME)).get(join_names(text), place)]


def check_palace(cards: Collection[Card], place: Place | None = None) -> None:
    """Raise an error unless the four samurai have four clans and four ranks (booklet, set-up)."""
    if not len(cards) == len({card.clan for card in cards}) == len({card.rank for card in cards}) == 4:
        raise InputError(
            "{cards}: the palace opens with four different clans and four different ranks.",
            place=place,
            cards=format_cards(cards),
        )


def sort_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards clan by clan, rank by rank."""
    return tuple(sorted(cards, key=lambda card: card.number))


def format_cards(cards: Iterable[Card]) -> str:
    """The cards in order as the log writes them: names separated by spaces."""
    return " ".join(map(str, sort_cards(cards)))


@dataclass(frozen=True, slots=True)
class Call:
    """What the active player calls for: a clan, a rank, or both."""

    clan: str | None = None
    rank: int | None = None

    @property
    def is_single_card(self) -> bool:
        """True when clan and rank are named, so that only one samurai answers."""
        return self.clan is not None and self.rank is not None

    def matches(self, card: Card) -> bool:
        """True for a samurai that answers the call."""
        return self.clan in (None, card.clan) and self.rank in (None, card.rank)

    def count_matches(self, card: Card) -> int:
        """How many of the named traits a samurai has: 0, 1 or 2."""
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

_CALLS_BY_NAME = {str(call): call for call in CALLS} | {
    f"{call.clan}{call.rank}": call for call in CALLS if call.is_single_card
}


def parse_call(words: Sequence[str], place: Place | None = None) -> Call:
    """The call written as ``clan Taira``, ``rank 2`` (``rang 2``), ``Taira 2`` or ``Taira2``."""
    text = " ".join(words)
    names = vocabulary("hogen", "call", tuple(_CALLS_BY_NAME))
    first, _, rest = text.strip().partition(" ")
    trait = vocabulary("hogen", "log").find(first)
    return _CALLS_BY_NAME[names.find(f"{trait} {rest}") or names.get(text, place, guess=False)]
