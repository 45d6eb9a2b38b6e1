"""The tower: what lies in it and what may be known of that, and a throw.

Of the inside ages are known, only numbers, or nothing at all: players see every cube go in and come out, so
the numbers inside are public to whoever remembers; how long each has been in is not, and after a while nobody
remembers anything. Odds take all three.

A tower is a value: filling, throwing and putting the tray right each give a new one. Which cubes come
out follows the two formulas of docs/rules/tower.md; whether a cube does is drawn by ``sampling``.
Throw 0 is the filling; the throws of a game are 1, 2, 3 and so on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice
from math import prod
from operator import mul
from typing import NamedTuple

from companion.data.shogun.towers import TowerPreset
from companion.errors import InputError
from companion.rules.shogun.realm import COLOURS, DAIMYO, GREEN, Cube, colour_word, counted, cubes_of, lowest
from companion.rules.shogun.tower.sampling import Randomness, lodged_threshold, new_threshold
from companion.sentences import say_count

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


_FEWEST_PLAYERS = 2  # the booklet names 3 to 5 players; two may still try the tower
FILL_ARMIES = 7  # armies of each player that go into the tower before the game
FILL_GREENS = 10  # green armies that go into the tower before the game


def check_players(count: int) -> None:
    """Refuse a number of players for whom there are no cubes."""
    if not _FEWEST_PLAYERS <= count <= len(DAIMYO):
        raise InputError(
            "A table of Shogun takes {least} to {most} players, not {count}.",
            count=count,
            least=_FEWEST_PLAYERS,
            most=len(DAIMYO),
        )


class Lodged(NamedTuple):
    """A cube that stays in the tower."""

    cube: Cube
    since: int
    from_fill: bool = False

    def age(self, preset: TowerPreset, throw: int) -> float:
        """Its age at a throw: 1 at the first after it lodged; cubes of the filling start older."""
        return throw - self.since + (float(preset.a_fill) if self.from_fill else 0.0)


@dataclass(frozen=True, slots=True)
class Tower:
    """A tower and its tray between two throws."""

    preset: TowerPreset
    lodged: tuple[Lodged, ...] = ()  # sorted by cube
    tray: tuple[Cube, ...] = ()  # it goes in with the next throw; sorted
    throws: int = 0  # the number of the last throw; 0 after the filling

    @property
    def inside(self) -> tuple[Cube, ...]:
        """The cubes that stay inside."""
        return tuple(each.cube for each in self.lodged)

    def counts(self) -> dict[str, int]:
        """Cubes inside by colour."""
        return counted(self.inside)

    def ages(self) -> dict[str, tuple[float, ...]]:
        """Ages at the next throw by colour, as ``companion shogun odds --lodged`` takes them."""
        ages: dict[str, list[float]] = {}
        for each in self.lodged:
            ages.setdefault(each.cube.colour, []).append(each.age(self.preset, self.throws + 1))
        return {colour: tuple(sorted(ages[colour])) for colour in COLOURS if colour in ages}

    def take(self, counts: Mapping[str, int], unlimited_green: bool = False) -> tuple[Cube, ...]:
        """The cubes to throw: the lowest numbers of each colour that are neither inside nor in the tray."""
        taken = {*self.inside, *self.tray}
        return tuple(
            cube
            for colour, count in counts.items()
            for cube in lowest(colour, count, taken, unlimited_green and colour == GREEN)
        )

    def with_tray(self, tray: Iterable[Cube]) -> Tower:
        """The tower with other cubes in its tray: after a verdict, or put right by hand."""
        cubes = tuple(sorted(tray))
        _refuse_twice([*self.inside, *cubes])
        return replace(self, tray=cubes)

    def with_lodged(self, cubes: Iterable[Cube]) -> Tower:
        """The tower with cubes of its tray laid into it as if they had just lodged (ruling ``tie=tower``)."""
        laid = set(cubes)
        if not laid:
            return self
        lodged = [*self.lodged, *(Lodged(cube, self.throws) for cube in laid)]
        _refuse_twice([each.cube for each in lodged])
        return replace(
            self, lodged=tuple(sorted(lodged)), tray=tuple(cube for cube in self.tray if cube not in laid)
        )


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw: what went in, what came out, and the tower afterwards."""

    number: int  # 0 for the filling
    thrown: tuple[Cube, ...]  # those thrown and those that lay in the tray, sorted
    out: tuple[Cube, ...]
    """Sorted; it lies in the tower's tray, to be judged. After the filling it goes to the supplies."""
    tower: Tower


def filling(players: Sequence[str]) -> tuple[Cube, ...]:
    """The cubes that fill the tower: 7 armies of each player and 10 green. Source: Shogun booklet, Set-up."""
    return tuple(
        Cube(colour, number)
        for colour, count in [*((player, FILL_ARMIES) for player in players), (GREEN, FILL_GREENS)]
        for number in range(1, count + 1)
    )


def fill(preset: TowerPreset, cubes: Iterable[Cube], randomness: Randomness) -> Throw:
    """Fill an empty tower, usually with ``filling(players)``; what comes out returns to the supplies."""
    thrown = tuple(sorted(cubes))
    _refuse_twice(thrown)
    threshold = new_threshold(preset, True)
    out = tuple(cube for cube in thrown if randomness.number(0, cube) < threshold)
    fallen = set(out)
    lodged = tuple(Lodged(cube, 0, True) for cube in thrown if cube not in fallen)
    return Throw(0, thrown, out, Tower(preset, lodged))


def throw(tower: Tower, cubes: Iterable[Cube], randomness: Randomness) -> Throw:
    """Throw cubes, with those in the tray, into the tower; the throw's number and the cube decide."""
    number = tower.throws + 1
    thrown = _thrown(tower, cubes)
    preset = tower.preset
    passing = new_threshold(preset, False)
    out = [cube for cube in thrown if randomness.number(number, cube) < passing]
    count = len(thrown)
    out += [
        each.cube
        for each in tower.lodged
        if randomness.number(number, each.cube)
        < lodged_threshold(preset, count, number - each.since, each.from_fill)
    ]
    return _fallen(tower, thrown, out)


def enter_throw(tower: Tower, cubes: Iterable[Cube], out: Mapping[str, int]) -> Throw:
    """A throw of a real tower, as the players saw it: counts of what lies in the tray afterwards.

    Cubes of one colour cannot be told apart at the table. Those thrown now are taken to have come out
    before those inside, and of those inside the youngest first: the likeliest way it happened.
    """
    thrown = _thrown(tower, cubes)
    came = []
    youngest_first = sorted(tower.lodged, key=lambda each: (-each.since, each.from_fill, each.cube))
    for colour, count in out.items():
        could = [*cubes_of(colour, thrown), *(e.cube for e in youngest_first if e.cube.colour == colour)]
        if not 0 <= count <= len(could):
            raise InputError(
                say_count(
                    "{count} cube[|s] ({colour}) cannot have come out: "
                    "[none was|so many were neither] thrown [or|nor] inside.",
                    count,
                    colour=colour_word(colour),
                )
            )
        came += could[:count]
    return _fallen(tower, thrown, came)


def replay_throw(tower: Tower, cubes: Iterable[Cube], out: Iterable[Cube]) -> Throw:
    """A throw as it was written down, cube by cube; the tray is added to the cubes thrown."""
    thrown = _thrown(tower, cubes)
    came = tuple(out)
    strange = set(came).difference(thrown, tower.inside)
    if strange:
        raise InputError("The cube {cube} cannot be in two places.", cube=str(min(strange)))
    return _fallen(tower, thrown, came)


def _thrown(tower: Tower, cubes: Iterable[Cube]) -> tuple[Cube, ...]:
    thrown = tuple(sorted([*cubes, *tower.tray]))
    _refuse_twice([*thrown, *tower.inside])
    return thrown


def _fallen(tower: Tower, thrown: tuple[Cube, ...], out: Iterable[Cube]) -> Throw:
    fallen = set(out)
    number = tower.throws + 1
    lodged = [each for each in tower.lodged if each.cube not in fallen]
    lodged += [Lodged(cube, number) for cube in thrown if cube not in fallen]
    tray = tuple(sorted(fallen))
    after = Tower(tower.preset, tuple(sorted(lodged)), tray, number)
    return Throw(number, thrown, tray, after)


def _refuse_twice(cubes: Sequence[Cube]) -> None:
    if len(set(cubes)) == len(cubes):
        return
    seen: set[Cube] = set()
    for cube in cubes:
        if cube in seen:
            raise InputError("The cube {cube} cannot be in two places.", cube=str(cube))
        seen.add(cube)
