"""Armies that go into the tower: those declared, those of the province, and what cards and events add.

Source: Shogun booklet, Which armies take part; Special cards; Events.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from companion.data.vocabulary import told_of
from companion.errors import InputError, Refused
from companion.rules.rulings import Rulings
from companion.rules.shogun.components import MARKERS
from companion.rules.shogun.realm import ARMIES, GREEN, NEUTRAL, daimyo
from companion.rules.shogun.rulings import DEFAULTS
from companion.sentences import Sentence

_told = partial(told_of, "shogun", "muster")

NEUTRAL_EVENT = "neutral_green=2"
"""The event under which two green armies defend a neutral province, as ``events.csv`` names its effect."""

CASTLE_EVENT = "castle_defender=+1"
"""The event under which the owner of an attacked castle throws one army more."""

TEMPLE_EVENT = "temple_protected=1"  # the event under which provinces with a temple cannot be attacked


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack as it is declared."""

    attacker: str
    armies: int  # they move in; declared before the throw, at least 1
    defender: str  # the owner's colour, or ``NEUTRAL``
    defenders: int = 0  # in the province; 0 when neutral
    leaving: int | None = None  # armies in the province they come from, where known: one stays there
    thrown_by_defender: int | None = None  # with the ruling ``defender-throws-all=chooses``; ``None`` for all
    attack_card: bool = False
    defence_card: bool = False
    event: str = ""  # the rule of the event in force
    castle: bool = False
    temple: bool = False


@dataclass(frozen=True, slots=True)
class Rising:
    """A revolt before the throw."""

    owner: str
    armies: int
    markers: int  # the new one included
    winter: int | None = None
    """Green armies that the revolt table adds in winter; ``None`` when it is not winter."""
    defence_card: bool = False
    event: str = ""  # the rule of the event in force
    castle: bool = False


@dataclass(frozen=True, slots=True)
class Muster:
    """The cubes that are thrown; the tray comes on top."""

    cubes: Mapping[str, int]
    from_supply: Mapping[str, int]  # those of them that come from the supplies
    held_back: int = 0  # armies of the defender that are not thrown
    notes: tuple[Sentence, ...] = ()  # on what was added or skipped


def muster_attack(attack: Attack, supply: Mapping[str, int], rulings: Rulings = DEFAULTS) -> Muster:
    """Gather the armies of an attack; a colour that ``supply`` does not name has enough."""
    _count(attack.armies, attack.attacker)
    if attack.attacker == attack.defender:
        raise Refused("Attacker and defender are the same player: {player}.", player=daimyo(attack.attacker))
    if attack.temple and attack.event == TEMPLE_EVENT:
        raise Refused("A temple protects the province this round: it may not be attacked.")
    if attack.leaving is not None and attack.armies >= attack.leaving:
        raise Refused(_told("stays behind", attack.leaving, most=max(attack.leaving - 1, 0)))
    gathered = _Gathering(supply, rulings)
    gathered.add(attack.attacker, attack.armies)
    if attack.attack_card:
        gathered.add_one(attack.attacker, _told("attack"))
    if attack.defender == NEUTRAL:
        gathered.add_green(2 if attack.event == NEUTRAL_EVENT else 1)
        return gathered.muster()
    _count(attack.defenders, attack.defender)
    defending = attack.defenders
    if attack.thrown_by_defender is not None:
        if rulings["defender-throws-all"] == "yes" and attack.thrown_by_defender != attack.defenders:
            raise Refused("The defender throws all armies of the province (ruling defender-throws-all=yes).")
        defending = attack.thrown_by_defender
        if not 0 <= defending <= attack.defenders:
            raise Refused(_told("too many", attack.defenders, thrown=defending))
    gathered.add(attack.defender, defending)
    if attack.event == CASTLE_EVENT and attack.castle:
        gathered.add_one(attack.defender, _told("castle"))
    if attack.defence_card:
        gathered.add_one(attack.defender, _told("defence"))
    return gathered.muster(attack.defenders - defending)


def muster_revolt(rising: Rising, supply: Mapping[str, int], rulings: Rulings = DEFAULTS) -> Muster:
    """Gather the armies of a revolt: all of the owner's, and a green one for each marker.

    In winter no card and no event is in force, and the revolt table adds green armies. A colour that
    ``supply`` does not name has enough.
    """
    _count(rising.armies, rising.owner)
    green = rising.markers + (rising.winter or 0)
    if rising.markers < 0 or (rising.winter or 0) < 0 or green < 1:
        raise InputError("A revolt needs at least one marker, or the green armies of winter.")
    gathered = _Gathering(supply, rulings)
    gathered.add(rising.owner, rising.armies)
    if rising.winter is None and rulings["revolt-defence"] == "yes":
        if rising.event == CASTLE_EVENT and rising.castle:
            gathered.add_one(rising.owner, _told("castle"))
        if rising.defence_card:
            gathered.add_one(rising.owner, _told("defence"))
    gathered.add_green(green)
    return gathered.muster()


def muster_told_attack(
    attack: Attack, markers: int, outside: Mapping[str, int], told: Mapping[str, int], rulings: Rulings
) -> Muster:
    """Gather the armies of an attack that players tell of, with no board to hold it against.

    What stands on the board cannot be drawn from a supply, the army that stays behind included. ``outside``
    are cubes neither inside the tower nor in the tray, ``told`` those in the supplies, where the players say
    so.
    """
    if not 0 <= markers <= MARKERS:
        raise InputError("Markers and armies are counted from 0.")
    left = dict(outside)
    if attack.leaving is None and left[attack.attacker] <= attack.armies <= ARMIES:
        # One sentence, whether one army lacks or many: the number that is left would tell of the inside.
        raise Refused(_told("not outside", attack.armies))
    left[attack.attacker] -= attack.armies + 1
    if attack.defender not in (NEUTRAL, attack.attacker):
        left[attack.defender] -= attack.defenders
    return muster_attack(attack, _supplies(left, told), rulings)


def muster_told_revolt(
    rising: Rising, outside: Mapping[str, int], told: Mapping[str, int], rulings: Rulings
) -> Muster:
    """Gather the armies of a revolt that players tell of, as ``muster_told_attack`` does of an attack."""
    left = {**outside, rising.owner: outside[rising.owner] - rising.armies}
    return muster_revolt(rising, _supplies(left, told), rulings)


def _supplies(left: Mapping[str, int], told: Mapping[str, int]) -> dict[str, int]:
    return {colour: max(0, min(count, told.get(colour, count))) for colour, count in left.items()}


def _count(count: int, colour: str) -> None:
    if not 1 <= count <= ARMIES:
        raise InputError(_told("range", count, player=daimyo(colour), most=ARMIES))


class _Gathering:
    """Cubes being gathered, and what is left of the supplies."""

    def __init__(self, supply: Mapping[str, int], rulings: Rulings) -> None:
        self._supply = dict(supply)
        self._rulings = rulings
        self._cubes: dict[str, int] = {}
        self._from_supply: dict[str, int] = {}
        self._notes: list[Sentence] = []

    def add(self, colour: str, count: int) -> None:
        """Add armies that stand on the board."""
        self._cubes[colour] = self._cubes.get(colour, 0) + count

    def _draw(self, colour: str, count: int) -> int:
        left = self._supply.get(colour, count)
        drawn = min(count, max(left, 0))
        if colour in self._supply:
            self._supply[colour] = left - drawn
        if drawn:
            self.add(colour, drawn)
            self._from_supply[colour] = self._from_supply.get(colour, 0) + drawn
        return drawn

    def add_one(self, colour: str, why: Sentence) -> None:
        """Add an additional army from the supply; it is skipped when there is none."""
        player = daimyo(colour)
        if self._draw(colour, 1):
            self._notes.append(_told("one more", player=player, why=why))
        else:
            self._notes.append(_told("none left", player=player, why=why))

    def add_green(self, count: int) -> None:
        """Add green armies; the ruling ``green-short`` says what happens when they run out."""
        if self._rulings["green-short"] == "unlimited":
            self._supply.pop(GREEN, None)
        drawn = self._draw(GREEN, count)
        if drawn < count:
            self._notes.append(_told("green", drawn, wanted=count))

    def muster(self, held_back: int = 0) -> Muster:
        """Everything gathered."""
        return Muster(dict(self._cubes), dict(self._from_supply), held_back, tuple(self._notes))
