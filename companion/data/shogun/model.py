"""The facts of Shogun as they lie on the table: cards, borders, events, set-ups, and the board of a side."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

REGIONS = ("red", "green", "purple", "yellow", "brown")  # the five regions of the board, nine provinces each


class Side(StrEnum):
    """The two sides of the board."""

    SUN = "sun"
    MOON = "moon"


@dataclass(frozen=True, slots=True)
class ProvinceCard:
    """One of the 53 province cards; a province that changes its region with the side of the board has two."""

    number: int  # 1 to 53, in the order of the names
    province: str
    sides: tuple[Side, ...]
    regions: Mapping[Side, str]
    chests: int
    rice: int
    sites: int
    out_with_three: Mapping[Side, bool]


@dataclass(frozen=True, slots=True)
class Province:
    """A province as it lies on one side of the board; see ``ProvinceCard``."""

    name: str
    region: str
    chests: int
    rice: int
    sites: int
    out_with_three: bool
    card: int


@dataclass(frozen=True, slots=True)
class Border:
    """Two neighbouring provinces, in the order of their names."""

    a: str
    b: str
    kind: str  # ``land`` or ``sea``; a sea route makes neighbours too
    moon_confirmed: bool  # the Moon side is known to have it; only sea routes are in doubt


@dataclass(frozen=True, slots=True)
class EventCard:
    """One of the twelve event cards."""

    number: int
    effect: str
    parameter: str  # the name of what it changes, such as ``max_chests``
    value: str  # such as ``5``; ``+1`` and ``3/2`` are values too
    winter_loss: int  # the rice everybody loses if it is the year's fourth card


@dataclass(frozen=True, slots=True)
class StartingGroup:
    """The armies of one province in a fixed set-up (Sun side)."""

    players: int
    player: str  # ``A`` to ``E``
    province: str
    armies: int

    for_programs = ("province", "armies")


@dataclass(frozen=True)
class Board:
    """One side of the board."""

    side: Side
    provinces: Mapping[str, Province]
    borders: tuple[Border, ...]

    @cached_property
    def neighbours(self) -> Mapping[str, frozenset[str]]:
        """The neighbours of every province, over land and sea."""
        found: dict[str, set[str]] = {name: set() for name in self.provinces}
        for border in self.borders:
            found[border.a].add(border.b)
            found[border.b].add(border.a)
        return {name: frozenset(others) for name, others in found.items()}

    @cached_property
    def regions(self) -> Mapping[str, tuple[str, ...]]:
        """The nine provinces of every region, by name."""
        return {
            region: tuple(sorted(name for name, land in self.provinces.items() if land.region == region))
            for region in REGIONS
        }

    def in_play(self, players: int) -> frozenset[str]:
        """The provinces that may be entered with so many players."""
        return frozenset(
            name for name, land in self.provinces.items() if players > 3 or not land.out_with_three
        )


@dataclass(frozen=True)
class Facts:
    """All that the tables of Shogun say."""

    cards: tuple[ProvinceCard, ...]
    borders: tuple[Border, ...]
    events: tuple[EventCard, ...]
    starting_groups: tuple[StartingGroup, ...]

    def board(self, side: Side) -> Board:
        """The board of a side."""
        return self._boards[side]

    @cached_property
    def _boards(self) -> Mapping[Side, Board]:
        provinces: dict[Side, dict[str, Province]] = {side: {} for side in Side}
        for card in self.cards:
            for side in card.sides:
                provinces[side][card.province] = Province(
                    card.province,
                    card.regions[side],
                    card.chests,
                    card.rice,
                    card.sites,
                    card.out_with_three[side],
                    card.number,
                )
        return {side: Board(side, here, self.borders) for side, here in provinces.items()}

    def fixed_setup(self, players: int) -> tuple[StartingGroup, ...]:
        """The fixed set-up for so many players, on the Sun side."""
        return tuple(group for group in self.starting_groups if group.players == players)
