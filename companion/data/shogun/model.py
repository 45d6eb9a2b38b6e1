"""The facts of Shogun as they lie on the table: cards, borders, events, set-ups, and the board of a side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

REGIONS = ("red", "green", "purple", "yellow", "brown")
"""The five regions of the board, nine provinces each."""


class Side(StrEnum):
    """The two sides of the board."""

    SUN = "sun"
    MOON = "moon"


@dataclass(frozen=True, slots=True)
class ProvinceCard:
    """One of the 53 province cards; a province that changes its region with the side has two.

    Attributes:
        number: 1 to 53, in the order of the names.
        province: The province's name.
        sides: The sides of the board the card is for.
        regions: Its region on each of those sides.
        chests: What taxing yields.
        rice: What collecting rice yields.
        sites: How many buildings fit.
        out_with_three: For each of its sides, whether it is left out with three players.
    """

    number: int
    province: str
    sides: tuple[Side, ...]
    regions: Mapping[Side, str]
    chests: int
    rice: int
    sites: int
    out_with_three: Mapping[Side, bool]


@dataclass(frozen=True, slots=True)
class Province:
    """A province as it lies on one side of the board.

    Attributes:
        name: Its name.
        region: One of ``REGIONS``.
        chests: What taxing yields.
        rice: What collecting rice yields.
        sites: How many buildings fit.
        out_with_three: Whether it is left out with three players on this side.
        card: The number of its card for this side.
    """

    name: str
    region: str
    chests: int
    rice: int
    sites: int
    out_with_three: bool
    card: int


@dataclass(frozen=True, slots=True)
class Border:
    """Two neighbouring provinces.

    Attributes:
        a: The province whose name comes first.
        b: The other.
        kind: ``land`` or ``sea`` (a sea route, which makes neighbours too).
        moon_confirmed: Whether the Moon side is known to have it; only sea routes are in doubt.
    """

    a: str
    b: str
    kind: str
    moon_confirmed: bool


@dataclass(frozen=True, slots=True)
class Event:
    """One of the twelve event cards.

    Attributes:
        number: 1 to 12.
        effect: What holds in its round, in English, as the facts say it.
        parameter: The name of what it changes, such as ``max_chests``.
        value: By how much or to what, such as ``5``; ``+1`` and ``3/2`` are values too.
        winter_loss: The rice everybody loses if it is the year's fourth card.
    """

    number: int
    effect: str
    parameter: str
    value: str
    winter_loss: int


@dataclass(frozen=True, slots=True)
class Placement:
    """One province of a fixed set-up (Sun side).

    Attributes:
        players: The number of players it is for.
        player: ``A`` to ``E``.
        province: Where.
        armies: How many.
    """

    players: int
    player: str
    province: str
    armies: int


@dataclass(frozen=True)
class Board:
    """One side of the board.

    Attributes:
        side: Sun or Moon.
        provinces: The 45 provinces by name.
        borders: Land borders and sea routes.
    """

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
    """Everything that the tables of Shogun say.

    Attributes:
        cards: The 53 province cards.
        borders: 91 land borders and six sea routes.
        events: The twelve event cards.
        placements: The fixed set-ups for three, four and five players.
    """

    cards: tuple[ProvinceCard, ...]
    borders: tuple[Border, ...]
    events: tuple[Event, ...]
    placements: tuple[Placement, ...]

    def board(self, side: Side) -> Board:
        """The board of a side."""
        provinces = {
            card.province: Province(
                card.province,
                card.regions[side],
                card.chests,
                card.rice,
                card.sites,
                card.out_with_three[side],
                card.number,
            )
            for card in self.cards
            if side in card.sides
        }
        return Board(side, provinces, self.borders)

    def fixed_setup(self, players: int) -> tuple[Placement, ...]:
        """The fixed set-up for so many players, on the Sun side."""
        return tuple(placement for placement in self.placements if placement.players == players)
