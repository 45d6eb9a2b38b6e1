"""Throws of a real tower, written down, tell its p and B: those under which they are likeliest.

A form is filled in: the tower is emptied, then cubes of one colour go in, what comes out is counted and
taken from the tray, then the next colour. Which cubes of a colour came out nobody can see, so the chances
that a lodged one is of this or that age are carried from throw to throw.
Source: docs/rules/tower.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, exp, inf, log, sqrt

from companion.data.towers import PARAMETERS, TowerPreset
from companion.errors import InputError, Place
from companion.rules.shogun.cubes import COLOURS, army_count, colour_named

__all__ = ["FEWEST", "Calibration", "Estimate", "Observation", "calibrate", "likelihood", "read_throws"]

FEWEST = 5
"""Throws below which nothing can be said."""

_UNLIKELY = 1e-12
"""Numbers inside that are less probable are left aside."""

_NINETY_FIVE = 1.96
"""Standard deviations to either side that hold 95 % of a normal distribution."""

_FALL = _NINETY_FIVE**2 / 2
"""By how much the logarithm of the likelihood has fallen at the ends of such an interval."""

_ROUND = 2.0
"""Standard deviations up to this one are those of a round hill; beyond it the foot is looked for."""

_FAR = 50.0
"""No foot is looked for farther away; the parameters end long before."""


@dataclass(frozen=True, slots=True)
class Observation:
    """One throw of the form.

    Attributes:
        thrown: Cubes that went in, by colour.
        out: Cubes that came out, by colour; a colour that is not named did not come out.
    """

    thrown: Mapping[str, int]
    out: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured parameter.

    Attributes:
        value: The likeliest value.
        low: Lower end of the 95 % interval.
        high: Upper end of it.
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """What throws tell of a tower.

    Attributes:
        p: Probability that a cube thrown now comes out.
        b: ``B`` of the formula for lodged cubes.
        throws: Throws used.
        only_thrown: Whether only the thrown colour was counted when it came out.
        likelihood: Logarithm of the likelihood at the estimates.
    """

    p: Estimate
    b: Estimate
    throws: int
    only_thrown: bool
    likelihood: float

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


_AMOUNT = re.compile(r"(\d+)\s+([^\W\d_]+)")


def read_throws(text: str, file: str | None = None) -> tuple[Observation, ...]:
    """Read throws such as ``8 blue in, 5 blue out``; one a line, or one after another.

    Several colours stand with blanks or ``and`` between: ``8 blue in, 5 blue 1 red out``. ``0 out`` or
    ``nothing out`` says that nothing came out; ``#`` begins a comment.

    Raises:
        InputError: At the first part that cannot be read, or when more came out than can have been inside.
    """
    observations = []
    inside: dict[str, int] = {}
    pending: dict[str, int] | None = None
    for row, line in enumerate(text.splitlines() or [""], 1):
        place = Place(file=file, row=row) if file else None
        for part in re.split(r"[,;]", line.partition("#")[0]):
            words = part.split()
            if not words:
                continue
            direction = {"in": "in", "dedans": "in", "out": "out", "dehors": "out"}.get(words[-1].lower())
            amounts = _amounts(" ".join(words[:-1]), place) if direction else None
            if amounts is None or (direction == "out") == (pending is None):
                raise InputError(
                    "'{part}' is no part of a throw; write 8 blue in, 5 blue out.",
                    place=place,
                    part=part.strip(),
                )
            if pending is None:
                pending = amounts
                continue
            for colour in COLOURS:
                here = inside.get(colour, 0) + pending.get(colour, 0) - amounts.get(colour, 0)
                if here < 0:
                    raise InputError(
                        "'{part}': more came out of that colour than went in before.",
                        place=place,
                        part=part.strip(),
                    )
                inside[colour] = here
            observations.append(Observation(pending, amounts))
            pending = None
    if pending is not None:
        raise InputError("The last throw says what went in, not what came out.")
    return tuple(observations)


def _amounts(text: str, place: Place | None) -> dict[str, int] | None:
    """Numbers by colour; ``None`` when the text is something else."""
    plain = text.strip().lower()
    if plain in ("0", "nothing", "none", "rien"):
        return {}
    amounts: dict[str, int] = {}
    rest = _AMOUNT.sub("", plain)
    if rest.replace("and", "").replace("et", "").replace("+", "").strip() or not plain:
        return None
    for number, name in _AMOUNT.findall(plain):
        colour = colour_named(name)
        amounts[colour] = amounts.get(colour, 0) + army_count(number, colour)
    return amounts


def calibrate(observations: Sequence[Observation], only_thrown: bool | None = None) -> Calibration:
    """Find the p and B under which the throws are likeliest, with 95 % intervals.

    Args:
        observations: The throws, beginning with an empty tower.
        only_thrown: Whether a colour was counted only in throws of its own. ``None`` to tell from the throws:
            several colours went in, yet none ever came out in a throw of another.

    Raises:
        InputError: When there are too few throws, or none that tells anything about lodged cubes.
    """
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
        ((_logit(p), log(b)) for p in (0.4, 0.55, 0.7, 0.8, 0.9) for b in (0.5, 1.5, 4.0, 10.0)), key=fit
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


def _logit(p: float) -> float:
    return log(p / (1 - p))


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
            if i or j
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
    if bend_x >= 0 or bend_y >= 0 or area <= 0:
        return (inf if bend_x >= 0 else sqrt(-1 / bend_x), inf if bend_y >= 0 else sqrt(-1 / bend_y))
    return sqrt(-bend_y / area), sqrt(-bend_x / area)


def _ends(fit: Callable[[Way], float], top: Way, way: int, spread: float) -> Way:
    """Where the 95 % interval along one way ends.

    Where every cube came out, or none, the hill is no hill but a slope that runs out flat: there the ends
    are as far as the likelihood has not fallen too much.
    """
    if spread <= _ROUND:
        return top[way] - _NINETY_FIVE * spread, top[way] + _NINETY_FIVE * spread
    return _foot(fit, top, way, -1), _foot(fit, top, way, 1)


def _foot(fit: Callable[[Way], float], top: Way, way: int, side: int) -> float:
    """How far one can go along a way, to one side, before the likelihood has fallen by ``_FALL``."""
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


def likelihood(observations: Sequence[Observation], p: float, b: float, only_thrown: bool = False) -> float:
    """Logarithm of the probability of what came out, throw after throw.

    For each colour the number inside and the share of every age among them are carried along. Lodged cubes
    of a colour are taken as independent of each other given these shares; that is exact as long as a
    colour's cubes inside are of one throw, and a good approximation beyond.

    Args:
        observations: The throws, beginning with an empty tower.
        p: Probability that a cube thrown now comes out.
        b: ``B`` of the formula.
        only_thrown: Whether a colour was counted only in throws of its own.
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


class _Inside:
    """What is known of one colour's cubes inside: how many, and how old.

    Attributes:
        numbers: Probability that 0, 1, 2 ... are inside.
        shares: Share of each age, age 1 first, among those inside.
    """

    __slots__ = ("numbers", "shares")

    def __init__(self, numbers: list[float], shares: list[float]) -> None:
        self.numbers = numbers
        self.shares = shares

    def pass_throw(self, new: int, seen: int | None, p: float, b: float, shaken: float) -> float:
        """Take one throw in: the logarithm of the probability of what was seen; what is inside changes."""
        rates = [shaken / (shaken + b + age) for age in range(len(self.shares))]
        rate = sum(share * each for share, each in zip(self.shares, rates, strict=True))
        passing = _binomial(new, p)
        numbers: list[float] = [0.0] * (len(self.numbers) + new)
        chance = stayed_old = stayed_new = 0.0
        loosened = [1.0]
        for lodged, likely in enumerate(self.numbers):
            if lodged:
                loosened = _one_more(loosened, rate)
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


def _one_more(pmf: list[float], rate: float) -> list[float]:
    """The binomial distribution for one cube more."""
    stays = 1 - rate
    return [a * stays + b * rate for a, b in zip([*pmf, 0.0], [0.0, *pmf], strict=True)]


@lru_cache(maxsize=256)
def _binomial(count: int, rate: float) -> list[float]:
    return [comb(count, k) * rate**k * (1 - rate) ** (count - k) for k in range(count + 1)]
