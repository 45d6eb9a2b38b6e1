"""The sixteen samurai: four clans, in each one samurai of every rank from 1 to 4."""

import re
from collections.abc import Collection, Iterable
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
