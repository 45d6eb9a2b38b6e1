"""Throws of a real tower, written down, tell its p and B: those under which they are likeliest.

A form is filled in: the tower is emptied, then cubes of one colour go in, what comes out is counted and
taken from the tray, then the next colour. Which cubes of a colour came out nobody can see, so the chances
that a lodged one is of this or that age are carried from throw to throw.
Source: docs/rules/tower.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import exp, inf, log, sqrt

from companion.data.shogun.throws import Observation
from companion.data.shogun.towers import PARAMETERS, TowerPreset
from companion.errors import InputError
from companion.rules.shogun.realm import army_count
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


FEWEST = 5  # throws below which nothing can be said
_NINETY_FIVE = 1.96  # standard deviations to either side that hold 95 % of a normal distribution
_FALL = _NINETY_FIVE**2 / 2
"""By how much the logarithm of the likelihood has fallen at the ends of such an interval."""

_ROUND = 2.0  # standard deviations up to this one are those of a round hill; beyond it the foot is looked for
_FAR = 50.0  # no foot is looked for farther away; the parameters end long before


def judge_form(observations: Iterable[Observation]) -> None:
    """Judge throws that begin with an empty tower: no more than the box holds, nor out than were inside."""
    inside: Counter[str] = Counter()
    for each in observations:
        for colour, count in (*each.thrown.items(), *each.out.items()):
            army_count(str(count), colour)
        inside.update(each.thrown)
        inside.subtract(each.out)
        if any(count < 0 for count in inside.values()):
            raise InputError(
                "'{part}': more came out of that colour than went in before.",
                place=each.place,
                part=each.written,
            )


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured parameter: its likeliest value, and the ends of its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """The parameters of a tower as throws tell them."""

    p: Estimate  # probability that a cube thrown now comes out
    b: Estimate  # ``B`` of the formula for lodged cubes
    throws: int
    only_thrown: bool  # only the thrown colour was counted when it came out
    likelihood: float  # its logarithm at the estimates

    def preset(self, name: str, like: TowerPreset) -> TowerPreset:
        """A tower with these p and B.

        What the throws do not tell is taken from another tower: ``a_fill`` as it is, ``p_fill`` in the same
        ratio to p.
        """
        p = f"{self.p.value:.3f}"
        fill = min(1.0, max(0.05, float(like.p_fill / like.p) * self.p.value))
        return TowerPreset.from_words(
            name, {"p": p, "p_fill": f"{fill:.3f}", "B": f"{self.b.value:.2f}", "a_fill": str(like.a_fill)}
        )


def calibrate(observations: Sequence[Observation], only_thrown: bool | None = None) -> Calibration:
    """Find the p and B under which throws that begin with an empty tower are likeliest, with 95 % intervals.

    With ``only_thrown`` a colour was counted only in throws of its own; ``None`` tells it from the throws:
    several colours went in, yet none ever came out in a throw of another.
    """
    judge_form(observations)
    if len(observations) < FEWEST:
        raise InputError(
            "Too few throws to measure a tower: {count}; at least {least} are needed, 40 are good.",
            count=len(observations),
            least=FEWEST,
        )
    if only_thrown is None:
        colours = {colour for each in observations for colour in each.thrown}
        only_thrown = len(colours) > 1 and all(each.out.keys() <= each.thrown.keys() for each in observations)
    partly = only_thrown

    def fit(at: tuple[float, float]) -> float:
        return likelihood(observations, _logistic(at[0]), exp(at[1]), partly)

    best = max(
        ((log(p / (1 - p)), log(b)) for p in (0.4, 0.55, 0.7, 0.8, 0.9) for b in (0.5, 1.5, 4.0, 10.0)),
        key=fit,
    )
    best = _climb(fit, best)
    spread_p, spread_b = _spreads(fit, best)
    return Calibration(
        _estimate(best[0], _ends(fit, best, 0, spread_p), _logistic, "p"),
        _estimate(best[1], _ends(fit, best, 1, spread_b), exp, "B"),
        len(observations),
        only_thrown,
        fit(best),
    )


def _estimate(at: float, ends: Way, back: Callable[[float], float], name: str) -> Estimate:
    least, most = (float(bound) for bound in PARAMETERS[name])
    low, high = (min(most, max(least, back(max(-_FAR, min(_FAR, end))))) for end in ends)
    return Estimate(min(most, max(least, back(at))), low, high)


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x))


Way = tuple[float, float]


def _climb(fit: Callable[[Way], float], start: Way) -> Way:
    """The top of a smooth hill, by steps along both ways that are halved when nothing is higher."""
    at, height = start, fit(start)
    step = 0.5
    while step > 1e-4:
        around = [
            (at[0] + i * step, min(log(100), max(log(0.02), at[1] + j * step)))
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
        ]
        heights = [fit(place) for place in around]
        highest = max(heights)
        if highest > height + 1e-12:
            at, height = around[heights.index(highest)], highest
        else:
            step /= 2
    return at


def _spreads(fit: Callable[[Way], float], top: Way, step: float = 0.05) -> Way:
    """Standard deviations at the top of a hill from how it bends."""
    x, y = top
    middle = fit(top)
    bend_x = (fit((x + step, y)) - 2 * middle + fit((x - step, y))) / step**2
    bend_y = (fit((x, y + step)) - 2 * middle + fit((x, y - step))) / step**2
    both = (
        fit((x + step, y + step))
        - fit((x + step, y - step))
        - fit((x - step, y + step))
        + fit((x - step, y - step))
    ) / (4 * step**2)
    area = bend_x * bend_y - both**2
    if bend_x >= 0 or area <= 0:  # where the area is above 0, both bend the same way
        return (inf if bend_x >= 0 else sqrt(-1 / bend_x), inf if bend_y >= 0 else sqrt(-1 / bend_y))
    return sqrt(-bend_y / area), sqrt(-bend_x / area)


def _ends(fit: Callable[[Way], float], top: Way, way: int, spread: float) -> Way:
    """The ends of the 95 % interval along one way.

    Where every cube came out, or none, the hill is not a hill but a slope that runs out flat: there the ends
    are as far as the likelihood has not fallen too much.
    """
    if spread <= _ROUND:
        return top[way] - _NINETY_FIVE * spread, top[way] + _NINETY_FIVE * spread
    return _foot(fit, top, way, -1), _foot(fit, top, way, 1)


def _foot(fit: Callable[[Way], float], top: Way, way: int, side: int) -> float:
    """The end of a way, to one side, where the likelihood has fallen by ``_FALL``."""
    level = fit(top) - _FALL

    def at(distance: float) -> Way:
        there = top[way] + side * distance
        return (there, top[1]) if way == 0 else (top[0], there)

    near, far = 0.0, 0.25
    while fit(at(far)) > level:
        near, far = far, 2 * far
        if far > _FAR:
            return top[way] + side * _FAR
    while far - near > 1e-3:
        middle = (near + far) / 2
        near, far = (middle, far) if fit(at(middle)) > level else (near, middle)
    return top[way] + side * near
