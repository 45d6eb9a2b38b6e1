"""The twenty-four things a player can call for: a clan, a rank, or one samurai by both."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.data.hogen.cards import CARDS, CLANS, RANKS, Card
from companion.data.vocabulary import vocabulary
from companion.errors import Place


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

_NAMED = {str(call): call for call in CALLS} | {
    f"{call.clan}{call.rank}": call for call in CALLS if call.both
}


def call_named(words: Sequence[str], place: Place | None = None) -> Call:
    """The call written as ``clan Taira``, ``rank 2`` (``rang 2``), ``Taira 2`` or ``Taira2``."""
    text = " ".join(words)
    names = vocabulary("hogen", "call", tuple(_NAMED))
    first, _, rest = text.strip().partition(" ")
    trait = vocabulary("hogen", "log").find(first)
    return _NAMED[names.find(f"{trait} {rest}") or names.named(text, place, guess=False)]
