"""Everything a table of Shogun knows between two events.

Of the armies only those inside the tower and in its tray are known one by one. All others, on the
board or in the supplies, are one number a colour: ``outside``. Together they are 62 of every player
and 20 green, at every event.
"""

from __future__ import annotations

import hmac
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from companion.data.shogun import Board
from companion.errors import InputError, TableError
from companion.play.shogun.plans.model import Opened, Planning
from companion.rules.rulings import Rulings
from companion.rules.shogun.battle.battle import Battle, Revolt
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.game.conservation import faults
from companion.rules.shogun.realm import ARMIES, GREEN, Cube, colour_word, daimyo, supply_size
from companion.rules.shogun.round.stages import Calendar
from companion.rules.shogun.setup.draft import Draft
from companion.rules.shogun.tower.sampling import SeededRandomness
from companion.rules.shogun.tower.tower import Lodged, Tower

_MOST_THROWS = 10**9  # no table lasts so long


@dataclass(frozen=True, slots=True)
class SeedSeal:
    """The source of a table's throws, and the proof afterwards that it was fixed before."""

    seed: str
    salt: str  # 128 random bits in hexadecimal, hashed with the seed
    commitment: str
    chosen: bool  # true when a person chose the seed; the hash then proves less
    words: tuple[tuple[str, str], ...] = ()  # what players added, by colour, in the order they are mixed in
    revealed: bool = False

    @property
    def known(self) -> bool:
        """True when the seed is here; a log that was exported without it has none."""
        return bool(self.seed)

    @property
    def randomness(self) -> SeededRandomness:
        """The source of the numbers of the throws."""
        return _randomness(self.seed, tuple(word for _, word in self.words))

    def derive_salt(self, number: int) -> str:
        """The salt of an event, 128 bits in hexadecimal, secret even where somebody chose the seed."""
        key = unicodedata.normalize("NFC", f"{self.seed}\n{self.salt}").encode()
        return hmac.digest(key, f"own:salt {number}".encode("ascii"), "sha256").hex()[32:]


@lru_cache(maxsize=16)
def _randomness(seed: str, words: tuple[str, ...]) -> SeededRandomness:
    return SeededRandomness(seed, words)


@dataclass(frozen=True)
class Drafting:
    """A table that divides its provinces."""

    board: Board  # the side that is played on, with the table's own sea routes
    draft: Draft
    events: tuple[int, ...]  # the event cards as shuffled, for the game that begins afterwards


KeptGame = Campaign | Drafting
"""A game that a table keeps: the whole of it, or the draft before it."""


def campaign_of(game: KeptGame | None) -> Campaign | None:
    """The whole game, once it has begun."""
    return game if isinstance(game, Campaign) else None


def drafting_of(game: KeptGame | None) -> Drafting | None:
    """The draft, while it is under way."""
    return game if isinstance(game, Drafting) else None


@dataclass(frozen=True, slots=True)
class ShogunState:
    """A table of Shogun."""

    players: tuple[str, ...]
    seal: SeedSeal
    rulings: Rulings
    inside: str  # what players are told of the inside of the tower, one of ``INSIDE``
    tower: Tower
    game: KeptGame | None = None  # the whole game; ``None`` where the tower alone is thrown
    numbering: int = 1
    # how often Companion's tower has been thrown by now for the same sides, such as ``attack blue yellow``;
    # throws that nobody judges are counted apart
    thrown: Mapping[str, int] = field(default_factory=dict)
    real_tower: bool = False
    planning: Planning = field(default_factory=Planning)
    opened: tuple[Opened, ...] = ()
    bids: Mapping[str, str] = field(default_factory=dict)
    # true when a game was taken back whose cards, in the log for good, come again the same
    drawn: bool = field(default=False, compare=False)

    @property
    def campaign(self) -> Campaign | None:
        """The whole game, once it has begun."""
        return campaign_of(self.game)

    @property
    def calendar(self) -> Calendar | None:
        """The calendar of the game, once it has begun."""
        return None if self.campaign is None else self.campaign.calendar

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of cubes that play: the players' and green."""
        return (*self.players, GREEN)

    @property
    def unlimited_green(self) -> bool:
        """True when green armies never run out (ruling ``green-short``)."""
        return self.rulings["green-short"] == "unlimited"

    def outside(self) -> dict[str, int]:
        """Cubes of the box that are neither inside the tower nor in its tray, by colour."""
        within = Counter(
            cube.colour
            for cube in (*self.tower.inside, *self.tower.tray)
            if cube.number <= supply_size(cube.colour)
        )
        return {colour: supply_size(colour) - within[colour] for colour in self.colours}

    def label(self, judged: Battle | Revolt | None) -> str:
        """Which throw of the tower comes next for the same sides, such as ``attack blue yellow 3``.

        Battles are numbered apart from throws that nobody judges, and from fights of others: a throw in
        between gives no battle other numbers.
        """
        sides = _sides(judged)
        return f"{sides} {self.thrown.get(sides, 0) + 1}"

    def after_throw(self, out: Mapping[str, int] | None, judged: Battle | Revolt | None) -> ShogunState:
        """The table with a throw counted, if it was Companion's tower that was thrown."""
        if self.numbering == 1 or out is not None:
            return self
        sides = _sides(judged)
        return replace(self, thrown={**self.thrown, sides: self.thrown.get(sides, 0) + 1})

    def player(self, colour: str) -> str:
        """A colour that must be a player's at this table."""
        if colour not in self.players:
            raise InputError("{player} does not play at this table.", player=daimyo(colour))
        return colour

    def counts_of_play(self, counts: Mapping[str, int]) -> dict[str, int]:
        """Numbers of cubes whose colours must play at this table."""
        for colour, count in counts.items():
            if colour != GREEN:
                self.player(colour)
            if type(count) is not int or not 0 <= count <= ARMIES:
                raise InputError(
                    "'{text}' is not a number of {colour} armies here; it goes from {least} to {most}.",
                    text=count,
                    colour=colour_word(colour),
                    least=0,
                    most=ARMIES,
                )
        return dict(counts)


def _sides(judged: Battle | Revolt | None) -> str:
    match judged:
        case Battle(attacker=attacker, defender=defender):
            return f"attack {attacker} {defender}"
        case Revolt(owner=owner):
            return f"revolt {owner}"
        case None:
            return "throw"


def check(state: ShogunState) -> None:
    """Hold a state against the box, and the board against the tower: nothing in two places, nothing lost."""
    cubes = (*state.tower.inside, *state.tower.tray)
    different = set(cubes)
    if len(different) != len(cubes):
        raise TableError("A cube is in two places: the numbers of cubes no longer add up.")
    for cube in sorted(different - _box(state.colours)):
        if not (cube.colour == GREEN and state.unlimited_green):
            raise TableError("The cube {cube} is not in this game's box.", cube=str(cube))
    if state.campaign is not None:
        for fault in faults(state.campaign.realm, state.tower):
            raise TableError("The board does not add up: {fault}", fault=fault)


@lru_cache(maxsize=64)
def _box(colours: tuple[str, ...]) -> frozenset[Cube]:
    return frozenset(
        Cube(colour, number) for colour in colours for number in range(1, supply_size(colour) + 1)
    )


def written_cubes(cubes: Iterable[Cube]) -> list[str]:
    """Cubes as they stand in a log."""
    return [str(cube) for cube in cubes]


def written_lodged(tower: Tower) -> dict[str, int]:
    """The cubes inside as they stand in a log: each with the throw at which it lodged, 0 for the filling."""
    return {str(each.cube): each.since for each in tower.lodged}


def read_lodged(written: Mapping[str, int]) -> tuple[Lodged, ...]:
    """The cubes inside, from a log."""
    if not all(type(since) is int and 0 <= since < _MOST_THROWS for since in written.values()):
        raise ValueError("no throw")
    return tuple(sorted(Lodged(Cube.parse(cube), since, since == 0) for cube, since in written.items()))
