"""The battle tower: which cubes go in, stay inside and come out; also for a real tower."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate, chain, islice, repeat
from math import comb, prod
from operator import mul
from typing import TYPE_CHECKING, NamedTuple, Protocol

from companion.data.shogun.towers import TowerPreset
from companion.errors import InputError
from companion.rules.shogun import realm
from companion.sentences import say_count

if TYPE_CHECKING:
    from _hashlib import HASH


Distribution = Sequence[float]  # the probabilities of 0, 1, 2 and so on
NO_CUBE: Distribution = (1.0,)  # the distribution when there is no cube
_NOTHING = 1e-18  # a probability too small to show in any sum


@lru_cache(maxsize=1024)
def binomial(count: int, rate: float) -> Distribution:
    """The distribution of how many cubes come out, each with the same probability."""
    return tuple(comb(count, k) * rate**k * (1.0 - rate) ** (count - k) for k in range(count + 1))


def add_cube(numbers: Distribution, rate: float) -> list[float]:
    """The distribution of cubes that come out with one more cube, of the given probability."""
    stay_rate = 1.0 - rate
    return [a * stay_rate + b * rate for a, b in zip([*numbers, 0.0], [0.0, *numbers], strict=True)]


def add_cubes(rates: Iterable[float]) -> Distribution:
    """The distribution of cubes that come out, each with its own probability."""
    numbers = NO_CUBE
    for rate in rates:
        numbers = _drop_tail(add_cube(numbers, rate))
    return numbers


def convolve(one: Distribution, other: Distribution) -> list[float]:
    """The distribution of the sum of two independent numbers."""
    total = [0.0] * (len(one) + len(other) - 1)
    for first, chance in enumerate(one):
        for sum_, p in enumerate(other, first):
            total[sum_] += chance * p
    return total


def convolve_repeatedly(numbers: Distribution, count: int) -> Distribution:
    """The distribution of the sum of ``count`` independent numbers with the same distribution."""
    total = NO_CUBE
    while count:
        if count % 2:
            total = convolve(total, numbers)
        count //= 2
        if count:
            numbers = _drop_tail(convolve(numbers, numbers))
    return _drop_tail(total)


def _drop_tail(numbers: Distribution) -> Distribution:
    """Probabilities without the negligible ones at the end."""
    size = len(numbers)
    while numbers[size - 1] <= _NOTHING:
        size -= 1
    return numbers[:size]


def _accumulate_below(numbers: Distribution) -> Iterable[float]:
    """Probabilities that a number is below 1, 2, 3 and so on without end."""
    return chain(accumulate(numbers), repeat(1.0))


def compute_chance_above(one: Distribution, other: Distribution) -> float:
    """Probability that the first of two independent numbers is the greater."""
    return float(sum(map(mul, one[1:], _accumulate_below(other))))


def compute_chance_equal(one: Distribution, other: Distribution) -> float:
    """Probability that two independent numbers are the same."""
    return float(sum(map(mul, one, other)))


def compute_remainder(one: Distribution, other: Distribution) -> list[float]:
    """The distribution of the first of two independent numbers minus the second, at least 0."""
    left = [compute_chance_equal(one[count:], other) for count in range(1, len(one))]
    return [float(sum(map(mul, other, _accumulate_below(one)))), *left]


def compute_winner_count(one: Distribution, other: Distribution) -> list[float]:
    """The distribution of the first of two independent numbers where it is the greater, else 0."""
    least = list(accumulate(other))
    left = [chance * least[min(count, len(least)) - 1] for count, chance in enumerate(one) if count]
    return [max(1.0 - sum(left), 0.0), *map(float, left)]


def compute_mean_remainder(one: Distribution, other: Distribution) -> float:
    """The mean of ``compute_remainder``."""
    return float(sum(map(mul, one[1:], accumulate(_accumulate_below(other)))))


WHOLE = 2**32  # numbers drawn are at least 0 and less than this
_BLOCK = 64  # bytes of a block of SHA-256
_DIGITS = 30  # decimal places of (n / 9) ** 0.7: far more than 32 bits need


class Randomness(Protocol):
    """A source of the random numbers of a throw."""

    def draw_number(self, throw: int, cube: realm.Cube) -> int:
        """The number, from 0 to ``WHOLE - 1``, that decides whether a cube comes out of a throw."""


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
                raise InputError("A seed or a word must be one line; this has a line break.")
        key = _encode_normalized("\n".join((self.seed, *self.words)))
        # The two halves of HMAC (RFC 2104), begun once: a number then costs a third of hmac.digest.
        key = (hashlib.sha256(key).digest() if len(key) > _BLOCK else key).ljust(_BLOCK, b"\0")
        object.__setattr__(self, "_inner", hashlib.sha256(bytes(byte ^ 0x36 for byte in key)))
        object.__setattr__(self, "_outer", hashlib.sha256(bytes(byte ^ 0x5C for byte in key)))

    def draw_number(self, throw: int, cube: realm.Cube) -> int:
        """The first 32 bits, most significant first, of HMAC-SHA256(seed and words, ``throw:cube``)."""
        return self.hash_message(f"{throw}:{cube.colour}-{cube.number}")

    def hash_message(self, message: str) -> int:
        """The first 32 bits, most significant first, of HMAC-SHA256(seed and words, message)."""
        inner = self._inner.copy()
        inner.update(message.encode("ascii"))
        outer = self._outer.copy()
        outer.update(inner.digest())
        return int.from_bytes(outer.digest()[:4], "big")


@dataclass(frozen=True, slots=True)
class LabelledRandomness:
    """The numbers of one throw by its label and where the cubes come from, whatever was thrown before.

    A fight that is undone and thrown again after other throws keeps its numbers: it matters only that a cube
    is the second blue one in the hand, not which cube it is.
    """

    seeded: SeededRandomness
    label: str  # of the fight, such as ``attack blue yellow 3``
    origins: Mapping[realm.Cube, str]  # of each cube; those that are not named are inside

    def draw_number(self, throw: int, cube: realm.Cube) -> int:
        """The number of ``label:hand blue 2``, ``label:tray blue 1`` or ``label:inside blue-3``."""
        return self.seeded.hash_message(f"{self.label}:{self.origins.get(cube) or f'inside {cube}'}")


def label_origins(hand: Iterable[realm.Cube], tray: Iterable[realm.Cube]) -> dict[realm.Cube, str]:
    """Where cubes come from: ``hand blue 2`` is the second blue one in hand, ``tray blue 1`` the first in the tray."""
    origins = {}
    for name, cubes in (("hand", hand), ("tray", tray)):
        counts: Counter[str] = Counter()
        for cube in sorted(cubes):
            counts[cube.colour] += 1
            origins[cube] = f"{name} {cube.colour} {counts[cube.colour]}"
    return origins


def _encode_normalized(text: str) -> bytes:
    """A text as UTF-8, the same however a keyboard composes its accents."""
    return unicodedata.normalize("NFC", text).encode("utf-8")


def compute_commitment(seed: str, salt: str) -> str:
    """The hash shown at the start: SHA-256 of seed, a line end, and salt, in hexadecimal.

    Seed and salt are shown at the end, so that anyone can check that the seed was not changed; the salt
    keeps a short seed from being guessed before.
    """
    return hashlib.sha256(_encode_normalized(f"{seed}\n{salt}")).hexdigest()


@cache
def compute_loosening(count: int) -> Fraction:
    """How much ``count`` cubes shake the lodged ones: ``m = (n / 9) ** 0.7``, to 30 decimal places.

    Computed as the whole tenth root of ``n**7 * 10**300 / 9**7``.
    """
    return Fraction(_compute_tenth_root(count**7 * 10 ** (10 * _DIGITS) // 9**7), 10**_DIGITS)


def _compute_tenth_root(value: int) -> int:
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
def compute_new_threshold(preset: TowerPreset, filling: bool) -> int:
    """The threshold for cubes just thrown: one comes out when its number is below."""
    return round((preset.p_fill if filling else preset.p) * WHOLE)


@cache
def _compute_start(b: Fraction, older: Fraction) -> Fraction:
    return b + older


@cache
def compute_lodged_threshold(preset: TowerPreset, count: int, throws: int, from_fill: bool) -> int:
    """The threshold for lodged cubes: one comes out when its number is below.

    ``count`` counts the cubes of the tray too; ``throws`` is how long ago the cube lodged, 1 at the next
    throw; ``from_fill`` makes it ``a_fill`` throws older.
    """
    loosening = compute_loosening(count)
    if not loosening:
        return 0
    # round(shaken / (shaken + B + age - 1) * WHOLE) without reducing fractions of sixty digits each time.
    start = _compute_start(preset.b, preset.a_fill if from_fill else Fraction(0))
    part = loosening.numerator * start.denominator
    numerator = part + (start.numerator + (throws - 1) * start.denominator) * loosening.denominator
    threshold, left = divmod(part * WHOLE, numerator)
    return threshold + (2 * left + threshold % 2 > numerator)


USUAL_THROW = 9  # cubes in a usual throw; the formula for lodged cubes is centred on it
MIDGAME = 30  # throws before the middle of a game, which has about 60 battles and revolts


def compute_loose_rates(preset: TowerPreset, count: int, ages: Sequence[float]) -> list[float]:
    """Probability that a lodged cube of each age falls: ``m / (m + B + a - 1)``, ``m = (n / 9) ** 0.7``."""
    if not count:
        return [0.0] * len(ages)
    loosening = (count / USUAL_THROW) ** 0.7
    start = loosening + float(preset.b) - 1.0
    return [loosening / (start + age) for age in ages]


@dataclass(frozen=True, slots=True)
class Ages:
    """Known contents of a tower: the number of cubes, and their ages as far as they are known."""

    ages: Mapping[str, Sequence[float | None]]
    """By colour, at this throw; ``None`` for an unknown age, for which a game in its middle is assumed."""

    def list_groups(self, colour: str, preset: TowerPreset, count: int) -> Iterator[tuple[int, float]]:
        """Number of cubes and probability that each comes out: one group for each age."""
        groups = Counter(self.ages.get(colour, ()))
        unknown = groups.pop(None, 0)
        ages = [age for age in groups if age is not None]
        yield from zip(groups.values(), compute_loose_rates(preset, count, ages), strict=True)
        if unknown:
            yield unknown, Guess().compute_mean_rate(preset, count)


@dataclass(frozen=True, slots=True)
class Guess:
    """Unknown contents of a tower: the average of what a typical game leaves inside.

    The tower was filled as for ``players`` players; ``throws`` throws of nine cubes followed, with a green
    cube in every other throw, and the rest equally likely of any player's colour. The probabilities that a
    cube is of a colour, stayed inside, is still there, and comes out now are multiplied.
    """

    players: int = 4
    throws: int = MIDGAME

    def __post_init__(self) -> None:
        check_players(self.players)

    def compute_remaining(self, preset: TowerPreset) -> tuple[list[float], float]:
        """Probability that a cube is still inside: one thrown 1 to ``throws`` throws ago, and one of the filling."""
        ages, older = range(1, self.throws + 1), float(preset.a_fill)
        stay_rates = [1.0 - rate for rate in compute_loose_rates(preset, USUAL_THROW, ages)]
        chances = accumulate(stay_rates, mul, initial=1.0 - float(preset.p))
        filled = prod(1.0 - rate for rate in compute_loose_rates(preset, USUAL_THROW, [age + older for age in ages]))
        return list(islice(chances, self.throws)), (1.0 - float(preset.p_fill)) * filled

    def compute_share(self, colour: str) -> float:
        """Probability that a thrown cube is of a colour."""
        green = 0.5 / USUAL_THROW
        return green if colour == realm.GREEN else (1.0 - green) / self.players

    def list_groups(self, colour: str, preset: TowerPreset, count: int) -> Iterator[tuple[int, float]]:
        """Number of cubes and probability: one group for each earlier throw, and one for the filling."""
        lodged_count, filled = self.compute_remaining(preset)
        *rates, oldest = self._compute_rates(preset, count)
        for still, rate in zip(lodged_count, rates, strict=True):
            yield USUAL_THROW, self.compute_share(colour) * still * rate
        yield (FILL_GREENS if colour == realm.GREEN else FILL_ARMIES), filled * oldest

    def _compute_rates(self, preset: TowerPreset, count: int) -> list[float]:
        """Probability that a cube of each earlier throw comes out, and last one of the filling."""
        return compute_loose_rates(preset, count, [*range(1, self.throws + 1), self.throws + 1 + float(preset.a_fill)])

    def estimate_lodged(self, preset: TowerPreset) -> float:
        """The average number of cubes inside."""
        return sum(self._estimate_cubes(preset))

    def compute_mean_rate(self, preset: TowerPreset, count: int) -> float:
        """Probability that a cube comes out about which only its being inside is known."""
        rates, cubes = self._compute_rates(preset, count), self._estimate_cubes(preset)
        total = sum(cubes)
        return sum(map(mul, cubes, rates)) / total if total else rates[0]

    def _estimate_cubes(self, preset: TowerPreset) -> list[float]:
        """The average number of cubes inside from each earlier throw, and last from the filling."""
        lodged_count, filled = self.compute_remaining(preset)
        return [*(USUAL_THROW * still for still in lodged_count), (FILL_ARMIES * self.players + FILL_GREENS) * filled]


Inside = Ages | Guess  # the cubes inside, as groups that come out independently with one probability

_FEWEST_PLAYERS = 2  # the game is for 3 to 5 players, but two can use the tower
FILL_ARMIES = 7  # armies of each player that go into the tower before the game
FILL_GREENS = 10  # green armies that go into the tower before the game


def check_players(count: int) -> None:
    """Refuse a number of players outside 2 to 5."""
    if not _FEWEST_PLAYERS <= count <= len(realm.DAIMYO):
        raise InputError(
            "A table of Shogun takes {least} to {most} players, not {count}.",
            count=count,
            least=_FEWEST_PLAYERS,
            most=len(realm.DAIMYO),
        )


class LodgedCube(NamedTuple):
    cube: realm.Cube
    lodged_at: int
    from_fill: bool = False

    def compute_age(self, preset: TowerPreset, throw: int) -> float:
        """Its age at a throw: 1 at the first after it lodged; cubes of the filling start older."""
        return throw - self.lodged_at + (float(preset.a_fill) if self.from_fill else 0.0)


@dataclass(frozen=True, slots=True)
class Tower:
    """A tower and its tray between two throws."""

    preset: TowerPreset
    lodged: tuple[LodgedCube, ...] = ()  # sorted by cube
    tray: tuple[realm.Cube, ...] = ()  # it goes in with the next throw; sorted
    throws: int = 0  # the number of the last throw; 0 after the filling

    @property
    def lodged_cubes(self) -> tuple[realm.Cube, ...]:
        return tuple(each.cube for each in self.lodged)

    def count_lodged(self) -> dict[str, int]:
        """The number of cubes inside by colour."""
        return realm.count_cubes(self.lodged_cubes)

    def list_ages(self) -> dict[str, tuple[float, ...]]:
        """Ages at the next throw by colour, as ``companion shogun odds --lodged`` takes them."""
        ages: dict[str, list[float]] = {}
        for each in self.lodged:
            ages.setdefault(each.cube.colour, []).append(each.compute_age(self.preset, self.throws + 1))
        return {colour: tuple(sorted(ages[colour])) for colour in realm.COLOURS if colour in ages}

    def pick_cubes(self, counts: Mapping[str, int], unlimited_green: bool = False) -> tuple[realm.Cube, ...]:
        """The cubes to throw: the lowest numbers of each colour that are neither inside nor in the tray."""
        cubes_taken = {*self.lodged_cubes, *self.tray}
        return tuple(
            cube
            for colour, count in counts.items()
            for cube in realm.pick_lowest_cubes(colour, count, cubes_taken, unlimited_green and colour == realm.GREEN)
        )

    def with_tray(self, tray: Iterable[realm.Cube]) -> Tower:
        """A copy with other cubes in its tray: after a verdict, or a correction by hand."""
        cubes = tuple(sorted(tray))
        _check_unique([*self.lodged_cubes, *cubes])
        return replace(self, tray=cubes)

    def with_lodged(self, cubes: Iterable[realm.Cube]) -> Tower:
        """A copy with cubes of its tray put inside as if they had just lodged (ruling ``tie=tower``)."""
        new = set(cubes)
        if not new:
            return self
        lodged = [*self.lodged, *(LodgedCube(cube, self.throws) for cube in new)]
        _check_unique([each.cube for each in lodged])
        return replace(self, lodged=tuple(sorted(lodged)), tray=tuple(cube for cube in self.tray if cube not in new))


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw: what went in, what came out, and the tower afterwards."""

    number: int  # 0 for the filling
    cubes_in: tuple[realm.Cube, ...]  # with those that were in the tray, sorted
    cubes_out: tuple[realm.Cube, ...]
    """Sorted; after a throw they are in the tray, to be judged; after the filling they go to the supplies."""
    tower: Tower


def list_fill_cubes(players: Sequence[str]) -> tuple[realm.Cube, ...]:
    """The cubes that fill the tower: 7 armies of each player and 10 green. Source: Shogun booklet, Set-up."""
    return tuple(
        realm.Cube(colour, number)
        for colour, count in [*((player, FILL_ARMIES) for player in players), (realm.GREEN, FILL_GREENS)]
        for number in range(1, count + 1)
    )


def fill_tower(preset: TowerPreset, cubes: Iterable[realm.Cube], randomness: Randomness) -> Throw:
    """Fill an empty tower, usually with ``list_fill_cubes(players)``; what falls out goes to the supplies."""
    cubes_in = tuple(sorted(cubes))
    _check_unique(cubes_in)
    threshold = compute_new_threshold(preset, True)
    out = tuple(cube for cube in cubes_in if randomness.draw_number(0, cube) < threshold)
    loose = set(out)
    lodged = tuple(LodgedCube(cube, 0, True) for cube in cubes_in if cube not in loose)
    return Throw(0, cubes_in, out, Tower(preset, lodged))


def throw_cubes(tower: Tower, cubes: Iterable[realm.Cube], randomness: Randomness) -> Throw:
    """Throw cubes, with those in the tray; the numbers drawn for this throw and each cube decide."""
    number = tower.throws + 1
    cubes_in = _gather_thrown(tower, cubes)
    preset = tower.preset
    passing = compute_new_threshold(preset, False)
    out = [cube for cube in cubes_in if randomness.draw_number(number, cube) < passing]
    count = len(cubes_in)
    out += [
        each.cube
        for each in tower.lodged
        if randomness.draw_number(number, each.cube)
        < compute_lodged_threshold(preset, count, number - each.lodged_at, each.from_fill)
    ]
    return _finish_throw(tower, cubes_in, out)


def enter_throw(tower: Tower, cubes: Iterable[realm.Cube], out: Mapping[str, int]) -> Throw:
    """A throw of a real tower as entered by players: ``out`` counts what is in the tray afterwards.

    Cubes of one colour look alike. Those thrown now are taken to have come out before those inside, and of
    those inside the youngest first: the likeliest way it happened.
    """
    cubes_in = _gather_thrown(tower, cubes)
    cubes_out = []
    youngest_first = sorted(tower.lodged, key=lambda each: (-each.lodged_at, each.from_fill, each.cube))
    for colour, count in out.items():
        options = [*realm.select_cubes(colour, cubes_in), *(e.cube for e in youngest_first if e.cube.colour == colour)]
        if not 0 <= count <= len(options):
            raise InputError(
                say_count(
                    "{count} cube[|s] ({colour}) cannot have come out: "
                    "[none was|so many were neither] thrown [or|nor] inside.",
                    count,
                    colour=realm.name_colour(colour),
                )
            )
        cubes_out += options[:count]
    return _finish_throw(tower, cubes_in, cubes_out)


def replay_throw(tower: Tower, cubes: Iterable[realm.Cube], out: Iterable[realm.Cube]) -> Throw:
    """A throw as it was recorded, cube by cube; the tray is added to the cubes thrown."""
    cubes_in = _gather_thrown(tower, cubes)
    cubes_out = tuple(out)
    unknown_cubes = set(cubes_out).difference(cubes_in, tower.lodged_cubes)
    if unknown_cubes:
        raise InputError("The cube {cube} cannot be in two places.", cube=str(min(unknown_cubes)))
    return _finish_throw(tower, cubes_in, cubes_out)


def _gather_thrown(tower: Tower, cubes: Iterable[realm.Cube]) -> tuple[realm.Cube, ...]:
    cubes_in = tuple(sorted([*cubes, *tower.tray]))
    _check_unique([*cubes_in, *tower.lodged_cubes])
    return cubes_in


def _finish_throw(tower: Tower, cubes_in: tuple[realm.Cube, ...], out: Iterable[realm.Cube]) -> Throw:
    loose = set(out)
    number = tower.throws + 1
    lodged = [each for each in tower.lodged if each.cube not in loose]
    lodged += [LodgedCube(cube, number) for cube in cubes_in if cube not in loose]
    tray = tuple(sorted(loose))
    after = Tower(tower.preset, tuple(sorted(lodged)), tray, number)
    return Throw(number, cubes_in, tray, after)


def _check_unique(cubes: Sequence[realm.Cube]) -> None:
    if len(set(cubes)) < len(cubes):
        duplicate = next(cube for index, cube in enumerate(cubes) if cube in cubes[:index])
        raise InputError("The cube {cube} cannot be in two places.", cube=str(duplicate))
