"""The possible outcomes of a battle or revolt: exact, from the tower's two formulas, without sampling.

The numbers of cubes that come out are independent from colour to colour. For one colour the distribution
is a binomial one for the cubes thrown now, convolved with one for each age inside; other colours matter
only because more cubes thrown shake the lodged ones more. Source: docs/rules/tower.md.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.data.shogun.towers import TowerPreset
from companion.rules.rulings import Rulings
from companion.rules.shogun import tower
from companion.rules.shogun.battle import Battle, Revolt, Verdict, has_green_help
from companion.rules.shogun.realm import ARMIES, DEFAULTS, GREEN, NEUTRAL

SURE = 0.995  # a chance to win at which the curve ends
SHORTEST = 8  # the fewest numbers of armies on a curve


@dataclass(frozen=True, slots=True)
class PlannedThrow:
    """A throw that may be made, for its odds."""

    preset: TowerPreset
    cubes: Mapping[str, int]  # thrown now, with those added by cards and events, without the tray
    tray: Mapping[str, int] = field(default_factory=dict)
    lodged: tower.Inside = field(default_factory=lambda: tower.Ages({}))

    @property
    def cube_count(self) -> int:
        return sum(self.cubes.values()) + sum(self.tray.values())


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of a throw, from the attacker's side; in a revolt, from that of the province's owner."""

    preset: str  # the tower's name
    thrown: int
    win: float  # probability that the attacker conquers, or the owner puts down the revolt
    tie: float  # probability of a tie, including ``only_green``
    lose: float  # probability that the defender holds, or the revolt has more armies
    only_green: float  # probability of a tie because only green armies came out for the defender
    outcomes: Mapping[str, tower.Distribution]  # of each colour that counts
    battle: Battle  # for a revolt: the owner's attack on as many farmers
    defence: tower.Distribution  # of the defender, including green armies that help
    tie_loses: bool = False  # for a revolt: the owner needs more armies than the farmers
    owner_loses_none: bool = False  # for a revolt: an owner who wins loses no army (ruling ``put-down=all``)

    @property
    def json_fields(self) -> tuple[str, ...]:
        """The names of the fields given as JSON; for a revolt also ``lost_field``, ties included."""
        lost_field = ("lost",) if self.tie_loses else ()
        return ("win", "tie", "lose", *lost_field, "expected_survivors", "thrown", "preset")

    @property
    def lost(self) -> float:
        """Probability that the defender holds; after a revolt, that the owner loses the province."""
        return self.lose + self.tie if self.tie_loses else self.lose

    @property
    def survivors(self) -> dict[str, tower.Distribution]:
        left = tower.compute_winner_count if self.owner_loses_none else tower.compute_remainder
        return {colour: left(*sides) for colour, sides in self._list_sides()}

    @property
    def expected_survivors(self) -> dict[str, float]:
        """The average number of surviving armies of each player who fights, over all outcomes."""
        if self.owner_loses_none:
            return {
                colour: tower.compute_mean_remainder(left, tower.NO_CUBE) for colour, left in self.survivors.items()
            }
        return {colour: tower.compute_mean_remainder(*sides) for colour, sides in self._list_sides()}

    def _list_sides(self) -> Iterator[tuple[str, tuple[tower.Distribution, tower.Distribution]]]:
        """For each player who fights, the distributions of armies that come out and of armies they would lose."""
        attackers = self.outcomes[self.battle.attacker]
        yield self.battle.attacker, (attackers, self.defence)
        if self.battle.defender != NEUTRAL:
            # The defender loses armies only for attackers that are more than the green armies.
            unmatched = tower.compute_remainder(attackers, self.outcomes.get(GREEN, tower.NO_CUBE))
            yield self.battle.defender, (self.outcomes[self.battle.defender], unmatched)

    def get_chance(self, winner: str) -> float:
        """Probability of a winner, as named in a ``Verdict``; a revolt also wins by a tie."""
        return {
            "attacker": self.win,
            "owner": self.win,
            "tie": self.lost if self.tie_loses else self.tie,
            "defender": self.lose,
            "revolt": self.lost,
        }[winner]

    def compute_tray_chance(self, tray: Mapping[str, int]) -> float:
        """Probability that exactly these numbers of the colours that count come out."""
        chance = 1.0
        for colour, pmf in self.outcomes.items():
            count = tray.get(colour, 0)
            chance *= float(pmf[count]) if 0 <= count < len(pmf) else 0.0
        return chance

    def compute_luck(self, verdict: Verdict) -> float:
        """The luck of the attacker (or owner) in a throw: its rank, 0 to 1, among all possible throws.

        0.5 is average luck, near 1 the best: the probability of a smaller lead in armies, plus half that of
        the same lead. A defence of nothing but green counts as a tie: the owner loses the province.
        """
        first, second = verdict.strengths
        attackers = self.outcomes[self.battle.attacker]
        if verdict.winner == "tie" or first == second:
            return self.lose + self.tie / 2
        if first > second:
            return 1.0 - _compute_lead_chance(attackers, self.defence, first - second)
        chance = _compute_lead_chance(self.defence, attackers, second - first)
        if self.battle.defender != NEUTRAL:
            greens = self.outcomes.get(GREEN, tower.NO_CUBE)
            chance -= self.outcomes[self.battle.defender][0] * _compute_lead_chance(greens, attackers, second - first)
        return max(chance, 0.0)


def _compute_lead_chance(one: tower.Distribution, other: tower.Distribution, lead: int) -> float:
    """Probability that a number exceeds another by more than ``lead``, plus half that of exactly ``lead``."""
    return tower.compute_chance_above(one[lead:], other) + tower.compute_chance_equal(one[lead:], other) / 2


def compute_cubes_out(throwing: PlannedThrow, colour: str) -> tower.Distribution:
    out = tower.binomial(throwing.cubes.get(colour, 0) + throwing.tray.get(colour, 0), float(throwing.preset.p))
    groups: dict[int, list[float]] = {}
    for count, rate in throwing.lodged.list_groups(colour, throwing.preset, throwing.cube_count):
        groups.setdefault(count, []).append(rate)
    for count, rates in groups.items():
        out = tower.convolve(out, tower.convolve_repeatedly(tower.add_cubes(rates), count))
    return out


def compute_battle_odds(throwing: PlannedThrow, battle: Battle, rulings: Rulings = DEFAULTS) -> Odds:
    """The odds of an attack.

    Win is P(A > D + G), a tie P(A = D + G) + P(D = 0, G > A); G counts only where green helps, and
    takes D's place in a neutral province. The ruling is ``green-help``.
    """
    attackers = compute_cubes_out(throwing, battle.attacker)
    neutral = battle.defender == NEUTRAL
    defender = GREEN if neutral else battle.defender
    own_armies = compute_cubes_out(throwing, defender)
    out = {battle.attacker: attackers, defender: own_armies}
    helpers = tower.NO_CUBE
    if has_green_help(battle, rulings):
        out[GREEN] = helpers = compute_cubes_out(throwing, GREEN)
    defence = tower.convolve(own_armies, helpers)
    only_green = 0.0 if neutral else own_armies[0] * tower.compute_chance_above(helpers, attackers)
    return Odds(
        throwing.preset.name,
        throwing.cube_count,
        win=tower.compute_chance_above(attackers, defence),
        tie=tower.compute_chance_equal(attackers, defence) + only_green,
        lose=max(tower.compute_chance_above(defence, attackers) - only_green, 0.0),
        only_green=only_green,
        outcomes=out,
        battle=battle,
        defence=defence,
    )


def compute_revolt_odds(throwing: PlannedThrow, revolt: Revolt, rulings: Rulings = DEFAULTS) -> Odds:
    """The odds of a revolt, for the owner: those of an attack by the owner on as many farmers.

    Held is P(D > G); lost is the rest, including P(D = G). The ruling is ``put-down``.
    """
    odds = compute_battle_odds(throwing, Battle(revolt.owner, NEUTRAL))
    return replace(odds, tie_loses=True, owner_loses_none=rulings["put-down"] == "all")


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The odds for one number of armies sent."""

    armies: int
    win: float
    tie: float
    survivors: float  # attacking armies that survive on average


def compute_attack_curve(
    throwing: PlannedThrow, battle: Battle, rulings: Rulings = DEFAULTS, extra: int = 0
) -> tuple[CurvePoint, ...]:
    """The odds for 1, 2, 3 ... armies sent, until a win is nearly sure; cards add ``extra`` armies."""
    points: list[CurvePoint] = []
    for armies in range(1, ARMIES - extra + 1):
        cubes = {**throwing.cubes, battle.attacker: armies + extra}
        odds = compute_battle_odds(replace(throwing, cubes=cubes), battle, rulings)
        points.append(CurvePoint(armies, odds.win, odds.tie, odds.expected_survivors[battle.attacker]))
        if odds.win >= SURE and armies >= SHORTEST:
            break
    return tuple(points)


def find_fewest_armies(points: Sequence[CurvePoint], chance: float) -> int | None:
    """The fewest armies that win with at least the given chance; ``None`` when no number does."""
    return next((point.armies for point in points if point.win >= chance), None)
