"""Numbers of cubes that come out: the probabilities of 0, 1, 2 and so on, reckoned from colour to colour."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, chain, repeat
from math import comb
from operator import mul

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
