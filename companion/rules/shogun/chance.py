"""Shuffles and draws: cards mixed, ties drawn, provinces pulled from a hand.

Every draw has a label, such as ``1 spring actions``. Drawn from a seed, the same label gives the
same result on every computer; going back in a game and on again re-rolls nothing. The labels begin
with ``draw`` and the tower's with a number, so the two never use the same bits.
"""

import hmac
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

T = TypeVar("T")

_BITS = 64


class Draws(Protocol):
    """A source of numbers for draws."""

    def below(self, label: str, bound: int) -> int:
        """A number from 0 to ``bound - 1``, each equally likely."""


@dataclass(frozen=True, slots=True)
class SeededDraws:
    """Draws from a table's secret seed and its players' words."""

    seed: str
    words: tuple[str, ...] = ()
    _key: bytes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        text = unicodedata.normalize("NFC", "\n".join((self.seed, *self.words)))
        object.__setattr__(self, "_key", text.encode("utf-8"))

    def below(self, label: str, bound: int) -> int:
        """The first 64 bits of HMAC-SHA256(seed and words, ``draw:label:try``) that favour no number."""
        fair = 2**_BITS - 2**_BITS % bound
        attempt = 0
        while True:
            message = f"draw:{label}:{attempt}".encode()
            number = int.from_bytes(hmac.digest(self._key, message, "sha256")[: _BITS // 8], "big")
            if number < fair:
                return number % bound
            attempt += 1


def shuffled(items: Sequence[T], draws: Draws, label: str) -> tuple[T, ...]:
    """Mix cards thoroughly (Fisher and Yates), the last one first; the same label gives the same order."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = draws.below(f"{label}:{last}", last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return tuple(mixed)
