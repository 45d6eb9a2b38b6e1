"""Where a cube ends up: numbers drawn from the seed, and the distributions they are drawn from.

Falling cubes are decided by seed, words, throw and cube alone, the same on every computer.
A number of 32 bits is drawn with HMAC-SHA256; its key is the seed followed by the players' words, its
message names the throw and the cube: ``0:blue-3`` for a cube of the filling, ``attack blue yellow 3:hand
blue 2`` for the second blue cube of the hand in Blue's third attack on Yellow. In logs of numbering 1 it is
``throw:cube`` for every throw, such as ``7:blue-3``. The cube comes out when the number is below a threshold,
``round(probability * 2**32)``, which is computed in whole numbers only: no floating point, no mathematics
library, so no two platforms or versions of Python can differ.
Source: docs/rules/tower.md.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate, chain, repeat
from math import comb
from operator import mul
from typing import TYPE_CHECKING, Protocol

from companion.data.shogun.towers import TowerPreset
from companion.errors import InputError
from companion.rules.shogun.realm import Cube

if TYPE_CHECKING:
    from _hashlib import HASH


Distribution = Sequence[float]  # the probabilities of 0, 1, 2 and so on
NO_CUBE: Distribution = (1.0,)  # of what no cube comes out
_NOTHING = 1e-18  # a probability too small to show in any sum


@lru_cache(maxsize=1024)
def binomial(count: int, rate: float) -> Distribution:
    """The number of so many cubes that come out, each with the same probability."""
    return tuple(comb(count, k) * rate**k * (1.0 - rate) ** (count - k) for k in range(count + 1))


def one_more(numbers: Distribution, rate: float) -> list[float]:
    """The number that come out with one cube more, which has a probability of its own."""
    stays = 1.0 - rate
    return [a * stays + b * rate for a, b in zip([*numbers, 0.0], [0.0, *numbers], strict=True)]


def one_each(rates: Iterable[float]) -> Distribution:
    """The number of some cubes that come out, each with a probability of its own."""
    numbers = NO_CUBE
    for rate in rates:
        numbers = _without_tail(one_more(numbers, rate))
    return numbers


def added(one: Distribution, other: Distribution) -> list[float]:
    """The sum of two independent numbers."""
    total = [0.0] * (len(one) + len(other) - 1)
    for first, chance in enumerate(one):
        for both, likely in enumerate(other, first):
            total[both] += chance * likely
    return total


def repeated(numbers: Distribution, count: int) -> Distribution:
    """The sum of ``count`` independent numbers that are all distributed alike."""
    total = NO_CUBE
    while count:
        if count % 2:
            total = added(total, numbers)
        count //= 2
        if count:
            numbers = _without_tail(added(numbers, numbers))
    return _without_tail(total)


def _without_tail(numbers: Distribution) -> Distribution:
    """Probabilities up to the last that can be told from none."""
    size = len(numbers)
    while numbers[size - 1] <= _NOTHING:
        size -= 1
    return numbers[:size]


def _below(numbers: Distribution) -> Iterable[float]:
    """Probabilities that a number is below 1, 2, 3 and so on without end."""
    return chain(accumulate(numbers), repeat(1.0))


def above(one: Distribution, other: Distribution) -> float:
    """Probability that the first of two independent numbers is the greater."""
    return float(sum(map(mul, one[1:], _below(other))))


def level(one: Distribution, other: Distribution) -> float:
    """Probability that two independent numbers are the same."""
    return float(sum(map(mul, one, other)))


def left_over(one: Distribution, other: Distribution) -> list[float]:
    """The rest of the first of two independent numbers when the second is taken away, never below 0."""
    left = [level(one[count:], other) for count in range(1, len(one))]
    return [float(sum(map(mul, other, _below(one)))), *left]


def winners(one: Distribution, other: Distribution) -> list[float]:
    """The first of two independent numbers where it is greater than the second, else 0."""
    least = list(accumulate(other))
    left = [chance * least[min(count, len(least)) - 1] for count, chance in enumerate(one) if count]
    return [max(1.0 - sum(left), 0.0), *map(float, left)]


def mean_left(one: Distribution, other: Distribution) -> float:
    """The mean of ``left_over``."""
    return float(sum(map(mul, one[1:], accumulate(_below(other)))))


WHOLE = 2**32  # numbers drawn are at least 0 and less than this
_BLOCK = 64  # bytes of a block of SHA-256
_DIGITS = 30  # decimal places of (n / 9) ** 0.7: far more than 32 bits need


class Randomness(Protocol):
    """A source of the numbers of a throw."""

    def number(self, throw: int, cube: Cube) -> int:
        """The number, from 0 to ``WHOLE - 1``, that decides over a cube in a throw."""


@dataclass(frozen=True, slots=True)
class SeededRandomness:
    """Numbers from a seed, secret until the end, and the players' words in the order they were added."""

    seed: str
    words: tuple[str, ...] = ()
    _inner: HASH = field(init=False, repr=False, compare=False)
    _outer: HASH = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for text in (self.seed, *self.words):
            if "\n" in text or "\r" in text:
                raise InputError("A seed or a word is one line; a line end stands in it.")
        key = _normal("\n".join((self.seed, *self.words)))
        # The two halves of HMAC (RFC 2104), begun once: a number then costs a third of hmac.digest.
        key = (hashlib.sha256(key).digest() if len(key) > _BLOCK else key).ljust(_BLOCK, b"\0")
        object.__setattr__(self, "_inner", hashlib.sha256(bytes(byte ^ 0x36 for byte in key)))
        object.__setattr__(self, "_outer", hashlib.sha256(bytes(byte ^ 0x5C for byte in key)))

    def number(self, throw: int, cube: Cube) -> int:
        """The first 32 bits, most significant first, of HMAC-SHA256(seed and words, ``throw:cube``)."""
        return self.drawn(f"{throw}:{cube.colour}-{cube.number}")

    def drawn(self, message: str) -> int:
        """The first 32 bits, most significant first, of HMAC-SHA256(seed and words, message)."""
        inner = self._inner.copy()
        inner.update(message.encode("ascii"))
        outer = self._outer.copy()
        outer.update(inner.digest())
        return int.from_bytes(outer.digest()[:4], "big")


@dataclass(frozen=True, slots=True)
class LabelledRandomness:
    """The numbers of one throw by its label and the origin of the cubes, however many throws went before.

    A fight that is undone and thrown again after other cubes were thrown keeps its numbers: which cube lies
    in the hand does not matter, only that it is the second blue one there.
    """

    seeded: SeededRandomness
    label: str  # of the fight, such as ``attack blue yellow 3``
    origins: Mapping[Cube, str]  # of each cube; those that are not named lie inside

    def number(self, throw: int, cube: Cube) -> int:
        """The number of ``label:hand blue 2``, ``label:tray blue 1`` or ``label:inside blue-3``."""
        return self.seeded.drawn(f"{self.label}:{self.origins.get(cube) or f'inside {cube}'}")


def origins(hand: Iterable[Cube], tray: Iterable[Cube]) -> dict[Cube, str]:
    """The origins of the cubes that go in: the first, second, third of its colour in hand or tray."""
    found = {}
    for name, cubes in (("hand", hand), ("tray", tray)):
        counts: Counter[str] = Counter()
        for cube in sorted(cubes):
            counts[cube.colour] += 1
            found[cube] = f"{name} {cube.colour} {counts[cube.colour]}"
    return found


def _normal(text: str) -> bytes:
    """A text as bytes, the same whichever way a keyboard composes its accents."""
    return unicodedata.normalize("NFC", text).encode("utf-8")


def commitment(seed: str, salt: str) -> str:
    """The hash shown at the start: SHA-256 of seed, a line end, and salt, in hexadecimal.

    Whoever is shown both at the end can check that the seed was not changed; the salt keeps a short
    seed from being guessed before.
    """
    return hashlib.sha256(_normal(f"{seed}\n{salt}")).hexdigest()


@cache
def loosening(thrown: int) -> Fraction:
    """The shaking of lodged cubes by ``n`` others: ``m = (n / 9) ** 0.7``, to 30 decimal places.

    Computed as the whole tenth root of ``n**7 * 10**300 / 9**7``.
    """
    return Fraction(_tenth_root(thrown**7 * 10 ** (10 * _DIGITS) // 9**7), 10**_DIGITS)


def _tenth_root(value: int) -> int:
    """The greatest whole number whose tenth power is at most ``value``; Newton's method from above."""
    if value < 1:
        return 0
    root = 1 << -(-value.bit_length() // 10)
    while True:
        nearer = (9 * root + value // root**9) // 10
        if nearer >= root:
            return root
        root = nearer


@cache
def new_threshold(preset: TowerPreset, filling: bool) -> int:
    """Below this number a cube that was just thrown comes out."""
    return round((preset.p_fill if filling else preset.p) * WHOLE)


@cache
def _start(b: Fraction, older: Fraction) -> Fraction:
    return b + older


@cache
def lodged_threshold(preset: TowerPreset, thrown: int, throws: int, from_fill: bool) -> int:
    """Below this number a lodged cube comes out.

    ``thrown`` counts what lay in the tray too; ``throws`` are those since it lodged, 1 at the first after;
    ``from_fill`` makes it ``a_fill`` throws older.
    """
    shaken = loosening(thrown)
    if not shaken:
        return 0
    # round(shaken / (shaken + B + age - 1) * WHOLE) without reducing fractions of sixty digits each time.
    start = _start(preset.b, preset.a_fill if from_fill else Fraction(0))
    part = shaken.numerator * start.denominator
    whole = part + (start.numerator + (throws - 1) * start.denominator) * shaken.denominator
    threshold, left = divmod(part * WHOLE, whole)
    return threshold + (2 * left + threshold % 2 > whole)
