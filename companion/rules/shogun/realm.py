"""Armies, the board and everything on it: provinces, and what each player and the stock own.

Armies are wooden cubes: 62 in each of the five daimyo colours, and 20 green ones for the farmers.
Inside Companion every cube is an individual with a colour and a number, so that the cube that falls out of
the tower is the one that was seen going in. A realm is a value; every action makes a new one. Cubes in the
tower and its tray are not part of it.
Source: Shogun booklet, Components and Set-up.
"""

from __future__ import annotations

import hmac
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeVar

from companion.data.shogun import Board
from companion.data.vocabulary import said_of, told_of, vocabulary
from companion.errors import InputError, Place, Refused
from companion.sentences import Sentence, listed, say, say_count

BUILDINGS = ("castle", "temple", "theatre")
"""The three kinds of building (the French booklet says village for castle)."""

TILES = {"castle": 28, "temple": 26, "theatre": 26}  # building tiles of each kind
COST = {"castle": 3, "temple": 2, "theatre": 1}  # the price of a building, in chests
CHESTS = 35 * 1 + 20 * 5  # worth of all chests of the box: 35 of 1 and 20 of 5
MARKERS = 42  # revolt markers
RICE_TRACK = 18  # the last space of the rice track


def building_name(kind: str) -> Sentence:
    """A building with its article, as in 'builds a castle'."""
    return {"castle": say("a castle"), "temple": say("a temple"), "theatre": say("a Nô theatre")}[kind]


def chest_words(count: int) -> Sentence:
    """A number of chests."""
    return say_count("{count} chest[|s]", count)


def point_words(count: int) -> Sentence:
    """A number of points."""
    return say_count("{count} point[|s]", count)


DAIMYO = ("black", "blue", "purple", "red", "yellow")  # the colours of the five players
GREEN = "green"  # the colour of the farmers, who belong to nobody
NEUTRAL = "neutral"  # the word for the defender of a province that nobody owns
COLOURS = (*DAIMYO, GREEN)  # every colour of cube
ARMIES = 62  # cubes of each daimyo colour
GREENS = 20  # green cubes in the box


def supply_size(colour: str) -> int:
    """The number of cubes of a colour in the box."""
    return GREENS if colour == GREEN else ARMIES


class Cube(NamedTuple):
    """One army; a tuple, for cubes are hashed and sorted more than anything else."""

    colour: str
    number: int
    """From 1; up to 62 for a daimyo, 20 for green (more only with the ruling ``green-short=unlimited``)."""

    def __str__(self) -> str:
        return f"{self.colour}-{self.number}"

    @classmethod
    def parse(cls, text: str) -> Cube:
        """Read a cube as it stands in a log, such as ``blue-7``."""
        return _cube(text)


@lru_cache(maxsize=1024)
def _cube(text: str) -> Cube:
    colour, _, number = text.partition("-")
    if colour not in COLOURS or not (number.isascii() and number.isdigit()) or int(number) < 1:
        raise InputError("'{text}' is not a cube; cubes are written like blue-7.", text=text)
    return Cube(colour, int(number))


def counted(cubes: Iterable[Cube]) -> dict[str, int]:
    """The number of cubes of each colour, in the order of ``COLOURS``; absent colours are left out."""
    found = Counter(cube.colour for cube in cubes)
    return {colour: found[colour] for colour in COLOURS if found[colour]}


def cubes_of(colour: str, cubes: Iterable[Cube]) -> tuple[Cube, ...]:
    """The cubes of one colour, lowest number first."""
    return tuple(sorted(cube for cube in cubes if cube.colour == colour))


def lowest(colour: str, count: int, taken: Collection[Cube], unlimited: bool = False) -> tuple[Cube, ...]:
    """The lowest-numbered cubes of a colour that are not taken: cubes always go in lowest number first.

    Taken are those in the tower, in the tray, or used already; ``unlimited`` goes beyond the numbers of the
    box.
    """
    used = {cube.number for cube in taken if cube.colour == colour}
    size = supply_size(colour) if not unlimited else supply_size(colour) + count + len(used)
    free = [number for number in range(1, size + 1) if number not in used]
    if len(free) < count:
        raise Refused(
            say_count(
                "There [is no|are not {count}] {colour} cube[|s] outside the tower and the tray.",
                count,
                colour=colour_word(colour),
            )
        )
    return tuple(Cube(colour, number) for number in free[:count])


def colour_named(text: str, place: Place | None = None) -> str:
    """The colour a person means, in the words of any language."""
    return vocabulary("shogun", "colour").named(text, place)


def daimyo_named(text: str, place: Place | None = None) -> str:
    """The player's colour a person means; green belongs to nobody."""
    colour = colour_named(text, place)
    if colour == GREEN:
        raise InputError(
            "Green armies are the farmers' and belong to no player; the players' colours are {colours}.",
            place=place,
            colours=listing(colour_word(colour) for colour in DAIMYO),
        )
    return colour


def army_count(text: str, colour: str, least: int = 0) -> int:
    """Read a number of cubes of a colour."""
    most = supply_size(colour)
    plain = text.strip()
    count = int(plain) if plain.isascii() and plain.isdigit() and len(plain) < 5 else -1
    if not least <= count <= most:
        raise InputError(
            "'{text}' is not a number of {colour} armies here; it goes from {least} to {most}.",
            text=plain,
            colour=colour_word(colour),
            least=least,
            most=most,
        )
    return count


def not_on_turn(player: str, turn: object) -> Refused:
    """The refusal of a player while another is on turn."""
    return Refused("It is {turn}'s turn, not {player}'s.", turn=daimyo(str(turn)), player=daimyo(player))


def colour_word(colour: str) -> Sentence:
    """A colour in words."""
    return said_of("shogun", "colour")[colour]


def listing(words: Iterable[Sentence]) -> Sentence:
    """Words in a row, with commas."""
    return listed(words)


def _joined(words: Sequence[Sentence]) -> Sentence:
    """Words in a row, with 'and' before the last; ``nothing`` for none."""
    if not words:
        return say("nothing")
    if len(words) == 1:
        return words[0]
    return say("{these} and {those}", these=listing(words[:-1]), those=words[-1])


def daimyo(colour: str) -> Sentence:
    """A player by colour, as one speaks of them at the table: Blue."""
    return said_of("shogun", "player")[colour]


def daimyos(colours: Iterable[str]) -> Sentence:
    """Several players by their colours: Blue, Red and Yellow."""
    return _joined([daimyo(colour) for colour in colours])


def armies(counts: Mapping[str, int]) -> Sentence:
    """Numbers of armies in words, such as ``2 blue armies and 1 green army``; ``nothing`` for none."""
    there = [colour for colour in COLOURS if counts.get(colour)]
    return _joined([told_of("shogun", "armies", colour, counts[colour]) for colour in there])


def tallied(counts: Mapping[str, int]) -> Sentence:
    """The same in as few letters as can be, such as ``blue 2, green 1``."""
    here = (colour for colour in COLOURS if counts.get(colour))
    return listing(say("{colour} {count}", colour=colour_word(each), count=counts[each]) for each in here)


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


T = TypeVar("T")

_BITS = 64


class Draws(Protocol):
    """A source of numbers for draws."""

    def below(self, label: str, bound: int) -> int:
        """A number from 0 to ``bound - 1``, each equally likely."""


@dataclass(frozen=True, slots=True)
class SeededDraws:
    """Draws from a table's secret seed and its players' words."""

    seed: str
    words: tuple[str, ...] = ()
    _key: bytes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        text = unicodedata.normalize("NFC", "\n".join((self.seed, *self.words)))
        object.__setattr__(self, "_key", text.encode("utf-8"))

    def below(self, label: str, bound: int) -> int:
        """The first 64 bits of HMAC-SHA256(seed and words, ``draw:label:try``) that favour no number."""
        fair = 2**_BITS - 2**_BITS % bound
        attempt = 0
        while True:
            message = f"draw:{label}:{attempt}".encode()
            number = int.from_bytes(hmac.digest(self._key, message, "sha256")[: _BITS // 8], "big")
            if number < fair:
                return number % bound
            attempt += 1


def shuffled(items: Sequence[T], draws: Draws, label: str) -> tuple[T, ...]:
    """Mix cards thoroughly (Fisher and Yates), the last one first; the same label gives the same order."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = draws.below(f"{label}:{last}", last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return tuple(mixed)
