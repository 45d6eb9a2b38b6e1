"""Armies, the board and everything on it: provinces, and what each player and the stock own.

Armies are wooden cubes: 62 in each of the five daimyo colours, and 20 green ones for the farmers. Inside
Companion every cube has a colour and a number, so that the cube that falls out of the tower is the one
that went in. A realm is an immutable value; every action makes a new one. Cubes in the tower and its
tray are not part of it. Source: Shogun booklet, Components and Set-up.
"""

from __future__ import annotations

import hmac
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeVar

from companion.data.shogun.facts import Board
from companion.data.vocabulary import load_phrases, say_phrase, vocabulary
from companion.errors import InputError, Place, Refused
from companion.rules.rulings import Rulings, load_rulings
from companion.sentences import Sentence, join_with_commas, say, say_count

BUILDINGS = ("castle", "temple", "theatre")
"""The three kinds of building (the French booklet says village for castle)."""

TILES = {"castle": 28, "temple": 26, "theatre": 26}  # building tiles of each kind
COST = {"castle": 3, "temple": 2, "theatre": 1}  # the price of a building, in chests
CHESTS = 35 * 1 + 20 * 5  # worth of all chests of the box: 35 of 1 and 20 of 5
MARKERS = 42  # revolt markers
RICE_TRACK = 18  # the last space of the rice track


def name_building(kind: str) -> Sentence:
    """A building with its article, as in 'builds a castle'."""
    return {"castle": say("a castle"), "temple": say("a temple"), "theatre": say("a Nô theatre")}[kind]


def describe_chests(count: int) -> Sentence:
    """A number of chests in words, such as ``2 chests``."""
    return say_count("{count} chest[|s]", count)


def describe_points(count: int) -> Sentence:
    """A number of points in words, such as ``2 points``."""
    return say_count("{count} point[|s]", count)


DAIMYO = ("black", "blue", "purple", "red", "yellow")  # the colours of the five players
GREEN = "green"  # the colour of the farmers, who belong to nobody
NEUTRAL = "neutral"  # stands for the defender of a province that nobody owns
COLOURS = (*DAIMYO, GREEN)  # every colour of cube
ARMIES = 62  # cubes of each daimyo colour
GREENS = 20  # green cubes in the box


def get_supply_size(colour: str) -> int:
    """The number of cubes of a colour in the box."""
    return GREENS if colour == GREEN else ARMIES


class Cube(NamedTuple):
    """One army; a named tuple, since cubes are hashed and sorted more than anything else."""

    colour: str
    number: int
    """From 1; up to 62 for a daimyo, 20 for green (more only with the ruling ``green-short=unlimited``)."""

    def __str__(self) -> str:
        return f"{self.colour}-{self.number}"

    @classmethod
    def parse(cls, text: str) -> Cube:
        """Parse a cube as a log has it, such as ``blue-7``."""
        return _parse_cube(text)


@lru_cache(maxsize=1024)
def _parse_cube(text: str) -> Cube:
    colour, _, number = text.partition("-")
    if colour not in COLOURS or not (number.isascii() and number.isdigit()) or int(number) < 1:
        raise InputError("'{text}' is not a cube; cubes are written like blue-7.", text=text)
    return Cube(colour, int(number))


def count_cubes(cubes: Iterable[Cube]) -> dict[str, int]:
    """The number of cubes of each colour, in the order of ``COLOURS``; absent colours are left out."""
    counts = Counter(cube.colour for cube in cubes)
    return {colour: counts[colour] for colour in COLOURS if counts[colour]}


def select_cubes(colour: str, cubes: Iterable[Cube]) -> tuple[Cube, ...]:
    """The cubes of one colour, lowest number first."""
    return tuple(sorted(cube for cube in cubes if cube.colour == colour))


def pick_lowest_cubes(colour: str, count: int, others: Collection[Cube], unlimited: bool = False) -> tuple[Cube, ...]:
    """The free cubes of a colour with the lowest numbers; these are always thrown first.

    ``others`` are those in the tower, in the tray, or used already; with ``unlimited`` numbers may exceed
    those in the box.
    """
    numbers = {cube.number for cube in others if cube.colour == colour}
    size = get_supply_size(colour) if not unlimited else get_supply_size(colour) + count + len(numbers)
    free = [number for number in range(1, size + 1) if number not in numbers]
    if len(free) < count:
        raise Refused(
            say_count(
                "There [is no|are not {count}] {colour} cube[|s] outside the tower and the tray.",
                count,
                colour=name_colour(colour),
            )
        )
    return tuple(Cube(colour, number) for number in free[:count])


def parse_colour(text: str, place: Place | None = None) -> str:
    """Parse a colour, in the words of any language."""
    return vocabulary("shogun", "colour").get(text, place)


def parse_daimyo(text: str, place: Place | None = None) -> str:
    """Parse a player's colour; green belongs to nobody."""
    colour = parse_colour(text, place)
    if colour == GREEN:
        raise InputError(
            "Green armies are the farmers' and belong to no player; the players' colours are {colours}.",
            place=place,
            colours=join_with_commas(name_colour(colour) for colour in DAIMYO),
        )
    return colour


def parse_army_count(text: str, colour: str, least: int = 0) -> int:
    """Parse a number of cubes of a colour, from ``least`` to the number in the box."""
    most = get_supply_size(colour)
    plain = text.strip()
    count = int(plain) if plain.isascii() and plain.isdigit() and len(plain) < 5 else -1
    if not least <= count <= most:
        raise InputError(
            "'{text}' is not a number of {colour} armies; expected {least} to {most}.",
            text=plain,
            colour=name_colour(colour),
            least=least,
            most=most,
        )
    return count


def build_turn_error(player: str, turn: object) -> Refused:
    """The error for a player who acts while another is on turn."""
    return Refused("It is {turn}'s turn, not {player}'s.", turn=name_player(str(turn)), player=name_player(player))


def name_colour(colour: str) -> Sentence:
    return load_phrases("shogun", "colour")[colour]


def _join_with_and(words: Sequence[Sentence]) -> Sentence:
    """Join words with commas and a last 'and'; ``nothing`` for none."""
    if not words:
        return say("nothing")
    if len(words) == 1:
        return words[0]
    return say("{these} and {those}", these=join_with_commas(words[:-1]), those=words[-1])


def name_player(colour: str) -> Sentence:
    """A player's name by colour, as used at the table: Blue."""
    return load_phrases("shogun", "player")[colour]


def name_players(colours: Iterable[str]) -> Sentence:
    """Several players by their colours: Blue, Red and Yellow."""
    return _join_with_and([name_player(colour) for colour in colours])


def describe_armies(counts: Mapping[str, int]) -> Sentence:
    """Numbers of armies in words, such as ``2 blue armies and 1 green army``; ``nothing`` for none."""
    colours = [colour for colour in COLOURS if counts.get(colour)]
    return _join_with_and([say_phrase("shogun", "armies", colour, counts[colour]) for colour in colours])


def describe_armies_briefly(counts: Mapping[str, int]) -> Sentence:
    """Numbers of armies, abbreviated, such as ``blue 2, green 1``."""
    colours = (colour for colour in COLOURS if counts.get(colour))
    return join_with_commas(say("{colour} {count}", colour=name_colour(each), count=counts[each]) for each in colours)


@dataclass(frozen=True, slots=True)
class Land:
    """The pieces in a province."""

    owner: str | None = None  # ``None`` when neutral
    armies: int = 0
    buildings: tuple[str, ...] = ()  # in the order of ``BUILDINGS``
    markers: int = 0

    def with_building(self, kind: str) -> Land:
        """A copy of the province with one more building."""
        return replace(self, buildings=tuple(b for b in BUILDINGS if b in (*self.buildings, kind)))


@dataclass(frozen=True, slots=True)
class Belongings:
    """A player's possessions apart from their provinces."""

    supply: int
    chests: int
    rice: int = 0
    points: int = 0

    json_fields = ("chests", "rice", "supply", "points")


@dataclass(frozen=True, slots=True)
class Stock:
    """The pieces that belong to nobody, beside the board.

    If chests or markers run out, the game goes on with substitutes, which are counted too.
    """

    chests: int = CHESTS
    markers: int = MARKERS
    castles: int = TILES["castle"]
    temples: int = TILES["temple"]
    theatres: int = TILES["theatre"]
    green: int = GREENS
    more_chests: int = 0  # substitutes used, like the two below
    more_markers: int = 0
    more_green: int = 0  # only with the ruling ``green-short=unlimited``

    json_fields = ("chests", "markers", "castles", "temples", "theatres", "green")

    def count_tiles(self, kind: str) -> int:
        return {"castle": self.castles, "temple": self.temples, "theatre": self.theatres}[kind]

    def with_tile(self, kind: str, more: int) -> Stock:
        """A copy with ``more`` tiles of a kind, or fewer when negative."""
        return replace(self, **{f"{kind}s": self.count_tiles(kind) + more})

    def with_fewer(self, kind: str, count: int) -> Stock:
        """A copy with fewer ``chests``, ``markers`` or ``green``; substitutes make up for missing ones."""
        left, stand_ins = getattr(self, kind), f"more_{kind}"
        extra = max(count - left, 0)
        return replace(self, **{kind: left - count + extra, stand_ins: getattr(self, stand_ins) + extra})


@dataclass(frozen=True)
class Realm:
    """The whole table, without the tower."""

    board: Board  # with the borders that the table plays with
    players: tuple[str, ...]  # in seating order, clockwise
    lands: Mapping[str, Land]
    seats: Mapping[str, Belongings]
    stock: Stock = field(default_factory=Stock)

    def list_provinces(self, player: str) -> tuple[str, ...]:
        """A player's provinces, sorted by name."""
        return tuple(sorted(name for name, land in self.lands.items() if land.owner == player))

    def count_armies(self, player: str) -> int:
        """The number of a player's armies on the board."""
        return sum(land.armies for land in self.lands.values() if land.owner == player)

    def list_neighbours(self, province: str) -> tuple[str, ...]:
        return tuple(sorted(name for name in self.board.neighbours[province] if name in self.lands))

    def with_land(self, name: str, land: Land) -> Realm:
        """A copy with one province changed."""
        return replace(self, lands={**self.lands, name: land})

    def with_seat(self, player: str, seat: Belongings) -> Realm:
        """A copy with one player's possessions changed."""
        return replace(self, seats={**self.seats, player: seat})

    @property
    def supplies(self) -> dict[str, int]:
        """The armies in every supply, including green ones."""
        return {**{player: seat.supply for player, seat in self.seats.items()}, GREEN: self.stock.green}

    def with_armies_drawn(self, counts: Mapping[str, int]) -> Realm:
        """A copy after armies have left their supplies for the tower."""
        seats = {
            player: replace(seat, supply=seat.supply - counts.get(player, 0)) for player, seat in self.seats.items()
        }
        return replace(self, seats=seats, stock=self.stock.with_fewer("green", counts.get(GREEN, 0)))

    def with_armies_returned(self, counts: Mapping[str, int]) -> Realm:
        """A copy after armies have returned to their supplies."""
        return self.with_armies_drawn({colour: -count for colour, count in counts.items()})

    def with_payment(self, player: str, chests: int) -> Realm:
        """A copy after a player has paid chests to the stock."""
        return self.with_income(player, -chests)

    def with_income(self, player: str, chests: int) -> Realm:
        """A copy after a player has received chests from the stock."""
        seat = self.seats[player]
        realm = self.with_seat(player, replace(seat, chests=seat.chests + chests))
        return replace(realm, stock=self.stock.with_fewer("chests", chests))

    def with_markers(self, province: str, markers: int = 1) -> Realm:
        """A copy with revolt markers laid in a province, or removed when negative."""
        land = self.lands[province]
        realm = self.with_land(province, replace(land, markers=land.markers + markers))
        return replace(realm, stock=self.stock.with_fewer("markers", markers))


T = TypeVar("T")

_BITS = 64


class Draws(Protocol):
    """A source of random numbers for drawing and shuffling."""

    def draw_number(self, label: str, limit: int) -> int:
        """A number from 0 to ``bound - 1``, each equally likely."""


@dataclass(frozen=True, slots=True)
class SeededDraws:
    """Numbers from a table's secret seed and its players' words."""

    seed: str
    words: tuple[str, ...] = ()
    _key: bytes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        text = unicodedata.normalize("NFC", "\n".join((self.seed, *self.words)))
        object.__setattr__(self, "_key", text.encode("utf-8"))

    def draw_number(self, label: str, limit: int) -> int:
        """The first unbiased 64 bits of HMAC-SHA256(seed and words, ``draw:label:try``), modulo ``limit``."""
        fair = 2**_BITS - 2**_BITS % limit
        attempt = 0
        while True:
            message = f"draw:{label}:{attempt}".encode()
            number = int.from_bytes(hmac.digest(self._key, message, "sha256")[: _BITS // 8], "big")
            if number < fair:
                return number % limit
            attempt += 1


def shuffle_items(items: Sequence[T], draws: Draws, label: str) -> tuple[T, ...]:
    """Shuffle items (Fisher-Yates, from the last); the same label gives the same order."""
    shuffled = list(items)
    for last in range(len(shuffled) - 1, 0, -1):
        other = draws.draw_number(f"{label}:{last}", last + 1)
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return tuple(shuffled)


RULINGS = load_rulings("shogun")
DEFAULTS = Rulings(RULINGS)  # each with its default
OPEN = "open"
HIDDEN = "hidden"
INSIDE = (OPEN, HIDDEN)
"""What players may know about the inside of the tower: numbers and ages of cubes, or nothing."""
