"""The board and everything on it: provinces, and what each player and the stock own.

A realm is a value; every action makes a new one. Cubes in the tower and its tray are not part of it.
Source: Shogun booklet, Components and Set-up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.data.shogun import Board
from companion.rules.shogun.components import BUILDINGS, CHESTS, MARKERS, TILES
from companion.rules.shogun.cubes import GREEN, GREENS


@dataclass(frozen=True, slots=True)
class Land:
    """The pieces in a province."""

    owner: str | None = None  # ``None`` when neutral
    armies: int = 0
    buildings: tuple[str, ...] = ()  # in the order of ``BUILDINGS``
    markers: int = 0

    def with_building(self, kind: str) -> Land:
        """The province with one building more."""
        return replace(self, buildings=tuple(b for b in BUILDINGS if b in (*self.buildings, kind)))


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's possessions apart from their provinces."""

    supply: int
    chests: int
    rice: int = 0
    points: int = 0

    for_programs = ("chests", "rice", "supply", "points")


@dataclass(frozen=True, slots=True)
class Stock:
    """The pieces that belong to nobody and lie beside the board.

    When chests or markers run out the game goes on with stand-ins, which are counted too.
    """

    chests: int = CHESTS
    markers: int = MARKERS
    castles: int = TILES["castle"]
    temples: int = TILES["temple"]
    theatres: int = TILES["theatre"]
    green: int = GREENS
    more_chests: int = 0  # used beyond those of the box, like the two below
    more_markers: int = 0
    more_green: int = 0  # only with the ruling ``green-short=unlimited``

    for_programs = ("chests", "markers", "castles", "temples", "theatres", "green")

    def tiles(self, kind: str) -> int:
        """Tiles left of a kind of building."""
        return {"castle": self.castles, "temple": self.temples, "theatre": self.theatres}[kind]

    def with_tile(self, kind: str, more: int) -> Stock:
        """The stock with so many tiles of a kind more, or fewer when negative."""
        return replace(self, **{f"{kind}s": self.tiles(kind) + more})

    def without(self, what: str, count: int) -> Stock:
        """The stock less some ``chests``, ``markers`` or ``green``; stand-ins replace what it has not."""
        left, stand_ins = getattr(self, what), f"more_{what}"
        short = max(count - left, 0)
        return replace(self, **{what: left - count + short, stand_ins: getattr(self, stand_ins) + short})


@dataclass(frozen=True)
class Realm:
    """The whole table, tower apart."""

    board: Board  # with its borders as the table has them
    players: tuple[str, ...]  # in seating order, clockwise
    lands: Mapping[str, Land]
    seats: Mapping[str, Seat]
    stock: Stock = field(default_factory=Stock)

    def owned(self, player: str) -> tuple[str, ...]:
        """A player's provinces, in the order of their names."""
        return tuple(sorted(name for name, land in self.lands.items() if land.owner == player))

    def armies(self, player: str) -> int:
        """A player's armies on the board."""
        return sum(land.armies for land in self.lands.values() if land.owner == player)

    def neighbours(self, province: str) -> tuple[str, ...]:
        """The provinces next to one that may be entered."""
        return tuple(sorted(name for name in self.board.neighbours[province] if name in self.lands))

    def with_land(self, name: str, land: Land) -> Realm:
        """The table with one province changed."""
        return replace(self, lands={**self.lands, name: land})

    def with_seat(self, player: str, seat: Seat) -> Realm:
        """The table with one player's possessions changed."""
        return replace(self, seats={**self.seats, player: seat})

    @property
    def supplies(self) -> dict[str, int]:
        """The armies in every supply, green ones too."""
        return {**{player: seat.supply for player, seat in self.seats.items()}, GREEN: self.stock.green}

    def drawing(self, counts: Mapping[str, int]) -> Realm:
        """The table after armies have left their supplies for the tower."""
        seats = {
            player: replace(seat, supply=seat.supply - counts.get(player, 0))
            for player, seat in self.seats.items()
        }
        return replace(self, seats=seats, stock=self.stock.without("green", counts.get(GREEN, 0)))

    def returning(self, counts: Mapping[str, int]) -> Realm:
        """The table after armies have come back to their supplies."""
        return self.drawing({colour: -count for colour, count in counts.items()})

    def paying(self, player: str, chests: int) -> Realm:
        """The table after a player has paid chests to the stock."""
        return self.earning(player, -chests)

    def earning(self, player: str, chests: int) -> Realm:
        """The table after a player has received chests from the stock."""
        seat = self.seats[player]
        paid = self.with_seat(player, replace(seat, chests=seat.chests + chests))
        return replace(paid, stock=self.stock.without("chests", chests))

    def marking(self, province: str, markers: int = 1) -> Realm:
        """The table with revolt markers laid into a province, or taken out when negative."""
        land = self.lands[province]
        marked = self.with_land(province, replace(land, markers=land.markers + markers))
        return replace(marked, stock=self.stock.without("markers", markers))
