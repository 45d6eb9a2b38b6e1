"""The likelihood of the throws of a form in a tower with a certain p and B.

Which cubes of a colour came out nobody can see, so the chances that a lodged one is of this or that age
are carried from throw to throw.
Source: docs/rules/tower.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from companion.data.shogun.throws import Observation
from companion.rules.shogun.tower.distributions import binomial, one_more

_UNLIKELY = 1e-12  # numbers inside that are less probable are left aside


def likelihood(observations: Sequence[Observation], p: float, b: float, only_thrown: bool = False) -> float:
    """Logarithm of the probability of what came out, throw after throw, beginning with an empty tower.

    For each colour the number inside and the share of every age among them are carried along. Lodged cubes
    of a colour are taken as independent of each other given these shares; that is exact as long as a
    colour's cubes inside are of one throw, and a good approximation beyond. With ``only_thrown`` a colour was
    counted only in throws of its own.
    """
    colours = sorted({colour for each in observations for colour in each.thrown})
    inside = {colour: _Inside([1.0], []) for colour in colours}
    total = 0.0
    for each in observations:
        count = sum(each.thrown.values())
        shaken = (count / 9) ** 0.7
        for colour in colours:
            new = each.thrown.get(colour, 0)
            seen = each.out.get(colour, 0) if new or not only_thrown else None
            total += inside[colour].pass_throw(new, seen, p, b, shaken)
    return total


@dataclass(slots=True)
class _Inside:
    """The numbers and ages of one colour's cubes inside, as far as they are known."""

    numbers: list[float]  # probability that 0, 1, 2 ... are inside
    shares: list[float]  # of each age, age 1 first, among those inside

    def pass_throw(self, new: int, seen: int | None, p: float, b: float, shaken: float) -> float:
        """Take one throw in: the logarithm of the probability of what was seen; what is inside changes."""
        rates = [shaken / (shaken + b + age) for age in range(len(self.shares))]
        rate = sum(share * each for share, each in zip(self.shares, rates, strict=True))
        passing = binomial(new, p)
        numbers: list[float] = [0.0] * (len(self.numbers) + new)
        chance = stayed_old = stayed_new = 0.0
        loosened = [1.0]
        for lodged, likely in enumerate(self.numbers):
            if lodged:
                loosened = one_more(loosened, rate)
            if likely < _UNLIKELY:
                continue
            for out_old, chance_old in enumerate(loosened):
                old = likely * chance_old
                if seen is None:
                    news = range(new + 1)
                elif 0 <= seen - out_old <= new:
                    news = range(seen - out_old, seen - out_old + 1)
                else:
                    continue
                for out_new in news:
                    weight = old * passing[out_new]
                    chance += weight
                    stayed_old += weight * (lodged - out_old)
                    stayed_new += weight * (new - out_new)
                    numbers[lodged + new - out_new - out_old] += weight
        if chance <= 0.0:
            return -1e9
        self._age(rates, rate, stayed_old / chance, stayed_new / chance)
        while len(numbers) > 1 and numbers[-1] <= 1e-15 * chance:
            numbers.pop()
        self.numbers = [number / chance for number in numbers]
        return log(chance)

    def _age(self, rates: Sequence[float], rate: float, old: float, new: float) -> None:
        """Everything inside grows one throw older; what has just lodged is of age 1."""
        whole = old + new
        if whole <= 0:
            self.shares = []
            return
        staying = 1 - rate
        kept = [
            share * (1 - each) / staying * old / whole if staying > 0 else 0.0
            for share, each in zip(self.shares, rates, strict=True)
        ]
        self.shares = [new / whole, *kept]
