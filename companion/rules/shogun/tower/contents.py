"""The inside of the tower, as far as it is known: ages, only numbers, or nothing at all.

Players see every cube go in and come out, so the numbers inside are public to whoever remembers; how
long each has been in is not, and after a while nobody remembers anything. Odds take all three.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from math import prod
from operator import mul

from companion.data.shogun.towers import TowerPreset
from companion.rules.shogun.realm import GREEN
from companion.rules.shogun.tower.tower import FILL_ARMIES, FILL_GREENS, check_players

USUAL_THROW = 9  # cubes in a usual throw; the formula for lodged cubes is centred on it
MIDGAME = 30  # throws that lie behind a game in its middle: about 60 battles and revolts make a whole one


def comes_loose(preset: TowerPreset, thrown: int, ages: Sequence[float]) -> list[float]:
    """Probability that a lodged cube of each age falls: ``m / (m + B + a - 1)``, ``m = (n / 9) ** 0.7``."""
    if not thrown:
        return [0.0] * len(ages)
    shaken = (thrown / USUAL_THROW) ** 0.7
    start = shaken + float(preset.b) - 1.0
    return [shaken / (start + age) for age in ages]


@dataclass(frozen=True, slots=True)
class Ages:
    """Contents whose numbers are known, and the ages as far as they are."""

    ages: Mapping[str, Sequence[float | None]]
    """At this throw; ``None`` for an age nobody knows, which is then taken from the middle of a game."""

    def groups(self, colour: str, preset: TowerPreset, thrown: int) -> Iterator[tuple[int, float]]:
        """Number of cubes and probability that each comes out: one group for each age."""
        counted = Counter(self.ages.get(colour, ()))
        unknown = counted.pop(None, 0)
        known = [age for age in counted if age is not None]
        yield from zip(counted.values(), comes_loose(preset, thrown, known), strict=True)
        if unknown:
            yield unknown, Guess().mean_rate(preset, thrown)


@dataclass(frozen=True, slots=True)
class Guess:
    """Contents nobody remembers: the average over all that a game like this may have left inside.

    The tower was filled as for ``players`` players; ``throws`` throws of nine cubes followed, one green
    cube in every other throw, the rest of any player's colour alike. A cube of such a throw is of the colour,
    stayed inside, is still there, and comes out now with the product of these probabilities.
    """

    players: int = 4
    throws: int = MIDGAME

    def __post_init__(self) -> None:
        check_players(self.players)

    def remaining(self, preset: TowerPreset) -> tuple[list[float], float]:
        """Probability that a cube is still inside: of throws 1 to ``throws`` ago, and of the filling."""
        ages, older = range(1, self.throws + 1), float(preset.a_fill)
        stay = [1.0 - rate for rate in comes_loose(preset, USUAL_THROW, ages)]
        thrown = accumulate(stay, mul, initial=1.0 - float(preset.p))
        filled = prod(1.0 - rate for rate in comes_loose(preset, USUAL_THROW, [age + older for age in ages]))
        return list(islice(thrown, self.throws)), (1.0 - float(preset.p_fill)) * filled

    def share(self, colour: str) -> float:
        """Probability that a thrown cube is of a colour."""
        green = 0.5 / USUAL_THROW
        return green if colour == GREEN else (1.0 - green) / self.players

    def groups(self, colour: str, preset: TowerPreset, thrown: int) -> Iterator[tuple[int, float]]:
        """Number of cubes and probability: one group for each earlier throw, and one for the filling."""
        inside, filled = self.remaining(preset)
        *rates, oldest = self._rates(preset, thrown)
        for still, rate in zip(inside, rates, strict=True):
            yield USUAL_THROW, self.share(colour) * still * rate
        yield (FILL_GREENS if colour == GREEN else FILL_ARMIES), filled * oldest

    def _rates(self, preset: TowerPreset, thrown: int) -> list[float]:
        """Probability that a cube of each earlier throw, and last one of the filling, comes out."""
        return comes_loose(
            preset, thrown, [*range(1, self.throws + 1), self.throws + 1 + float(preset.a_fill)]
        )

    def lodged(self, preset: TowerPreset) -> float:
        """The number of cubes inside on average."""
        return sum(self._cubes(preset))

    def mean_rate(self, preset: TowerPreset, thrown: int) -> float:
        """Probability that a cube comes out of which only is known that it is inside."""
        rates, cubes = self._rates(preset, thrown), self._cubes(preset)
        total = sum(cubes)
        return sum(map(mul, cubes, rates)) / total if total else rates[0]

    def _cubes(self, preset: TowerPreset) -> list[float]:
        """The cubes of each earlier throw, and last of the filling, that are inside on average."""
        inside, filled = self.remaining(preset)
        return [
            *(USUAL_THROW * still for still in inside),
            (FILL_ARMIES * self.players + FILL_GREENS) * filled,
        ]


Contents = Ages | Guess  # the cubes inside, as groups that come out independently with one probability
