"""Thousands of throws for nothing, to see that the tower does what the two formulas say.

Games are played one after another: the tower is filled, then cubes of two players, sometimes with a green
one, are thrown again and again, and the tray is cleared every time.
Source: docs/rules/tower.md.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt

from companion.data.shogun.towers import TowerPreset
from companion.errors import InputError
from companion.rules.shogun.battle.battle import Battle, resolve_battle
from companion.rules.shogun.odds.odds import Throwing, battle_odds
from companion.rules.shogun.realm import DAIMYO, GREEN, counted, supply_size
from companion.rules.shogun.tower.contents import Ages, comes_loose
from companion.rules.shogun.tower.sampling import Randomness
from companion.rules.shogun.tower.tower import Throw, Tower, fill, filling, throw
from companion.sentences import say_count

AGE_BANDS = ((1, 1), (2, 2), (3, 4), (5, 8), (9, 16), (17, 32), (33, 10_000))
"""First and last age of the groups that lodged cubes are counted in."""

_GAME = 60  # throws of a game
_ODDS_EVERY = 10  # throws of a game, of which one is held against the exact odds
_MOST_THROWN_CUBES = 40
"""More cubes a throw than this a player's supply cannot feed while the tower holds some."""


@dataclass(slots=True)
class Tally:
    """The number of times something happened, against the number that the formulas say."""

    tries: int = 0
    happened: int = 0
    expected: float = 0.0  # times it should have happened, on average
    variance: float = 0.0

    for_programs = ("tries", "happened", "expected", "deviation")

    def add(self, chance: float, happened: int, tries: int = 1) -> None:
        """Count some tries of one chance."""
        self.tries += tries
        self.happened += happened
        self.expected += chance * tries
        self.variance += chance * (1.0 - chance) * tries

    @property
    def deviation(self) -> float:
        """Standard deviations by which it happened more often than expected; within 3 is chance."""
        return (self.happened - self.expected) / sqrt(self.variance) if self.variance > 0 else 0.0


@dataclass(slots=True)
class Practice:
    """The counts of many throws."""

    throws: int = 0  # fillings not counted
    cubes: int = 0
    filling: Tally = field(default_factory=Tally)  # cubes of the fillings that came out
    new: Tally = field(default_factory=Tally)  # cubes thrown that came out
    colours: dict[str, Tally] = field(default_factory=dict)
    lodged: dict[tuple[int, int], Tally] = field(default_factory=dict)
    """Lodged cubes that came out, by the ages of ``AGE_BANDS``."""
    wins: Tally = field(default_factory=Tally)  # battles the attacker won, against the exact odds before each
    inside: list[int] = field(default_factory=list)
    """Cubes inside after each throw of the middle third of a game."""


def practise(
    preset: TowerPreset,
    throws: int,
    randomness_of_game: Callable[[int], Randomness],
    cubes: int = 9,
    players: int = 4,
) -> Practice:
    """Throw, and count.

    A game has ``_GAME`` throws, or fewer where the tower has swallowed the cubes there are; then it is
    emptied and filled anew.
    """
    if not 2 <= cubes <= _MOST_THROWN_CUBES:
        raise InputError(
            say_count(
                "{count} cube[|s] a throw cannot be practised; it goes from 2 to {most}.",
                cubes,
                most=_MOST_THROWN_CUBES,
            )
        )
    colours = DAIMYO[:players]
    seen = Practice(cubes=cubes, lodged={band: Tally() for band in AGE_BANDS})
    seen.colours = {colour: Tally() for colour in (*colours, GREEN)}
    passing, filling_rate = float(preset.p), float(preset.p_fill)
    at_age: dict[int, Tally] = defaultdict(Tally)
    number = 0
    while seen.throws < throws:
        randomness = randomness_of_game(number)
        number += 1
        filled = fill(preset, filling(colours), randomness)
        seen.filling.add(filling_rate, len(filled.out), len(filled.thrown))
        tower = filled.tower
        for turn in range(min(_GAME, throws - seen.throws)):
            first, second, green = _fighters(turn, colours)
            counts = {first: (cubes - green + 1) // 2, second: (cubes - green) // 2, GREEN: green}
            inside = tower.counts()  # a tower may keep nearly everything
            if any(count + inside.get(each, 0) > supply_size(each) for each, count in counts.items()):
                break
            made = throw(tower, tower.take(counts), randomness)
            if turn % _ODDS_EVERY == 0:
                battle = Battle(first, second)
                odds = battle_odds(Throwing(tower.preset, counts, {}, Ages(tower.ages())), battle)
                won = resolve_battle(counted(made.out), battle).winner == "attacker"
                seen.wins.add(odds.win, int(won))
            _count(seen, at_age, tower, made, passing)
            tower = made.tower.with_tray(())
            if _GAME / 3 <= turn < 2 * _GAME / 3:
                seen.inside.append(len(tower.lodged))
            seen.throws += 1
    for place, tally in sorted(at_age.items()):
        age = place // 2 + (float(preset.a_fill) if place % 2 else 0.0)
        (chance,) = comes_loose(preset, cubes, [age])
        band = next(band for band in AGE_BANDS if age < band[1] + 1)
        seen.lodged[band].add(chance, tally.happened, tally.tries)
    return seen


def _fighters(turn: int, colours: tuple[str, ...]) -> tuple[str, str, int]:
    """Who fights in a turn: every pair in turn, with a green cube every other time."""
    count = len(colours)
    first = turn % count
    second = (first + 1 + turn // count % (count - 1)) % count
    return colours[first], colours[second], turn % 2


def _count(seen: Practice, at_age: dict[int, Tally], tower: Tower, made: Throw, passing: float) -> None:
    out = set(made.out)
    for colour, tries in counted(made.thrown).items():
        came = sum(cube.colour == colour and cube in out for cube in made.thrown)
        seen.colours[colour].add(passing, came, tries)
        seen.new.add(passing, came, tries)
    for each in tower.lodged:
        # Ages of the filling end in the fraction of a_fill: they are kept apart in the odd places.
        tally = at_age[2 * (made.number - each.since) + each.from_fill]
        tally.tries += 1
        tally.happened += each.cube in out
