"""The tables of Shogun, read from the assets; every cell is checked against the printed game.

What each player gets before the game is in ``shares.csv`` alone, for any set-up.
Source: Shogun booklet, Set-up; player mat, front.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from pathlib import Path

from companion.data.rows import Row, check_rows, read_rows
from companion.errors import DeckError, Place
from companion.paths import assets

REGIONS = ("red", "green", "purple", "yellow", "brown")  # the five regions of the board, nine provinces each


class Side(StrEnum):
    SUN = "sun"
    MOON = "moon"


@dataclass(frozen=True, slots=True)
class ProvinceCard:
    """One of the 53 province cards; a province whose region differs between the board sides has two."""

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
    """A province on one side of the board; see ``ProvinceCard``."""

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

    json_fields = ("province", "armies")


@dataclass(frozen=True)
class Board:
    side: Side
    provinces: Mapping[str, Province]
    borders: tuple[Border, ...]

    @cached_property
    def neighbours(self) -> Mapping[str, frozenset[str]]:
        """The neighbours of every province, by land and by sea."""
        pairs = [pair for border in self.borders for pair in ((border.a, border.b), (border.b, border.a))]
        return {name: frozenset(other for each, other in pairs if each == name) for name in self.provinces}

    @cached_property
    def regions(self) -> Mapping[str, tuple[str, ...]]:
        """The nine provinces of each region, in the order of their names."""
        return {
            region: tuple(sorted(name for name, land in self.provinces.items() if land.region == region))
            for region in REGIONS
        }

    def list_provinces_in_play(self, players: int) -> frozenset[str]:
        """The provinces in play with this number of players; with three, some are left out."""
        return frozenset(name for name, land in self.provinces.items() if players > 3 or not land.out_with_three)


@dataclass(frozen=True)
class Facts:
    cards: tuple[ProvinceCard, ...]
    borders: tuple[Border, ...]
    events: tuple[EventCard, ...]
    starting_groups: tuple[StartingGroup, ...]

    def board(self, side: Side) -> Board:
        return self._boards[side]

    @cached_property
    def _boards(self) -> Mapping[Side, Board]:
        provinces: dict[Side, dict[str, Province]] = {side: {} for side in Side}
        for card in self.cards:
            for side in card.sides:
                amounts = (card.chests, card.rice, card.sites)
                out = card.out_with_three[side]
                province = Province(card.province, card.regions[side], *amounts, out, card.number)
                provinces[side][card.province] = province
        return {side: Board(side, lands, self.borders) for side, lands in provinces.items()}

    def get_fixed_setup(self, players: int) -> tuple[StartingGroup, ...]:
        """The fixed set-up for this number of players, on the Sun side."""
        return tuple(group for group in self.starting_groups if group.players == players)


PLAYERS = (3, 4, 5)
MOST_CHESTS = 27  # a fifth of what the chests of the box are worth
LARGEST_GROUP = 5


@dataclass(frozen=True, slots=True)
class Share:
    """What one player starts with: the worth of the chests, and armies in groups, one for each province."""

    chests: int
    groups: tuple[int, ...]


def read_shares(file: Path) -> Mapping[int, Share]:
    """Read the share of each player, by the number of players."""
    rows = read_rows(file, ("players", "chests", "groups"))
    check_rows(rows, "players", {str(players): {} for players in PLAYERS})
    sizes = {str(size) for size in range(1, LARGEST_GROUP + 1)}
    for row in rows:
        if not set(row.text("groups").split(" ")) <= sizes:
            raise row.build_error(
                "expected the armies of each group, 1 to {most}, separated by spaces, not '{value}'.",
                "groups",
                most=LARGEST_GROUP,
            )
    return {
        int(row.cells["players"]): Share(
            row.count("chests", 1, MOST_CHESTS), tuple(map(int, row.cells["groups"].split(" ")))
        )
        for row in rows
    }


@cache
def shares() -> Mapping[int, Share]:
    return read_shares(assets() / "games" / "shogun" / "shares.csv")


PROVINCES_A_REGION = 9
OUT_WITH_THREE = 8
CARDS = {"both": 37, "sun": 8, "moon": 8}
TOTALS = {"chests": 220, "rice": 140, "sites": 87}
LAND_BORDERS, SEA_ROUTES = 91, 6


def check_province_cards(cards: Sequence[tuple[Row, ProvinceCard]]) -> None:
    """Check the province cards: 37 for both sides and 8 for each alone; five regions of nine a side; the totals."""
    _check_unique(((row, (side, card.province)) for row, card in cards for side in card.sides), "card_valid_for")
    for row, card in cards:
        sides = {side for _, other in cards if other.province == card.province for side in other.sides}
        for side in Side:
            if side not in sides:
                raise row.build_error(
                    "'{value}' needs a card for the {side} side too; there is none.", "province", side=side.value
                )
    kinds = Counter("both" if len(card.sides) == 2 else card.sides[0].value for _, card in cards)
    for kind, expected in CARDS.items():
        _check_count("provinces.csv", "card_valid_for", kind, kinds[kind], expected)
    for side in Side:
        side_cards = [card for _, card in cards if side in card.sides]
        regions = Counter(card.regions[side] for card in side_cards)
        for region in REGIONS:
            _check_count("provinces.csv", f"region_{side}", region, regions[region], PROVINCES_A_REGION)
        out = sum(card.out_with_three[side] for card in side_cards)
        _check_count("provinces.csv", f"out_3p_{side}", "1", out, OUT_WITH_THREE)
        for name, expected in TOTALS.items():
            total = sum(getattr(card, name) for card in side_cards)
            if total != expected:
                raise DeckError(
                    "the {side} side must add up to {expected}, not {found}.",
                    place=Place("provinces.csv", column="building_sites" if name == "sites" else name),
                    side=side.value,
                    found=total,
                    expected=expected,
                )


def check_borders(borders: Sequence[tuple[Row, Border]]) -> None:
    """Check the borders: each once, in order, 91 by land and six by sea."""
    for row, border in borders:
        if border.a >= border.b:
            first = border.a
            raise row.build_error(
                "'{value}' must come after '{first}' in the alphabet; the later name belongs in column b.",
                "b",
                first=first,
            )
    _check_unique(((row, (border.a, border.b)) for row, border in borders), "b")
    kinds = Counter(border.kind for _, border in borders)
    for kind, expected in (("land", LAND_BORDERS), ("sea", SEA_ROUTES)):
        _check_count("adjacency.csv", "kind", kind, kinds[kind], expected)


def check_starting_groups(starting_groups: Sequence[tuple[Row, StartingGroup]], expected: Mapping[int, Share]) -> None:
    """Check the fixed set-ups against the shares: each army group once for each player, no province twice."""
    _check_unique(((row, (group.players, group.province)) for row, group in starting_groups), "province")
    for players, share in expected.items():
        for player in "ABCDE"[:players]:
            groups = (each for _, each in starting_groups if (each.players, each.player) == (players, player))
            armies = sorted((each.armies for each in groups), reverse=True)
            if armies != sorted(share.groups, reverse=True):
                raise DeckError(
                    "player {player} of {players} must set up {expected}, not {found}.",
                    place=Place(file="setup_sun.csv", column="armies"),
                    player=player,
                    players=players,
                    found=" ".join(map(str, armies)),
                    expected=" ".join(map(str, share.groups)),
                )


def _check_unique(entries: Iterable[tuple[Row, tuple[object, object]]], column: str) -> None:
    rows_by_key: dict[tuple[object, object], int] = {}
    for row, key in entries:
        if key in rows_by_key:
            raise row.build_error("'{value}' is already in row {first}.", column, value=key[1], first=rows_by_key[key])
        rows_by_key[key] = row.number


def _check_count(file: str, column: str, value: str, count: int, expected: int) -> None:
    if count != expected:
        raise DeckError(
            "'{value}' must be there {expected} times, not {found}.",
            place=Place(file=file, column=column),
            value=value,
            found=count,
            expected=expected,
        )


PROVINCE_COLUMNS = (
    *("card_no", "province", "card_valid_for", "region_sun", "region_moon"),
    *("chests", "rice", "building_sites", "out_3p_sun", "out_3p_moon"),
)
EVENT_PICTURES = {
    "castle_defender=+1": "walls",
    "max_chests=5": "taxes-most",
    "max_rice=3": "rice-most",
    "min_chests=6": "taxes-least",
    "min_rice=4": "rice-least",
    "neutral_green=2": "farmers",
    "recruit=3/2": "levies",
    "revolt_marker=-1": "calming",
    "temple_protected=1": "sanctuary",
}
"""The rule of each event, and its picture."""
WINTER_LOSSES = (5, 7, 3, 2, 6, 3, 0, 2, 4, 3, 4, 1)
"""Rice lost, by card. Source: Shogun booklet, annex, event cards (reduced recruiting has winter loss 1)."""


@cache
def facts() -> Facts:
    return read_facts(assets() / "games" / "shogun")


def read_facts(folder: Path) -> Facts:
    """Read and check the provinces, borders, events and set-ups of a folder."""
    rows = read_rows(folder / "provinces.csv", PROVINCE_COLUMNS)
    cards = [(row, _parse_card(row, number)) for number, row in enumerate(rows, start=1)]
    rows = read_rows(folder / "adjacency.csv", ("a", "b", "kind", "moon_confirmed"))
    bordering = {row.cells[column] for row in rows for column in ("a", "b")}
    for row, card in cards:
        if card.province not in bordering:
            raise row.build_error("'{value}' is not in adjacency.csv, which must have every province.", "province")
    check_province_cards(cards)
    names = frozenset(card.province for _, card in cards)
    borders = [(row, _parse_border(row, names)) for row in rows]
    check_borders(borders)

    rows = read_rows(folder / "events.csv", ("event", "effect", "parameter", "winter_rice_loss"))
    events = tuple(_parse_event(row, number) for number, row in enumerate(rows, start=1))
    _check_event_pairs(events)

    rows = read_rows(folder / "setup_sun.csv", ("players", "player", "province", "armies"))
    out = {card.province for _, card in cards if card.out_with_three.get(Side.SUN)}
    starting_groups = [(row, _parse_starting_group(row, names, frozenset(out))) for row in rows]
    check_starting_groups(starting_groups, read_shares(folder / "shares.csv"))
    return Facts(
        tuple(card for _, card in cards),
        tuple(border for _, border in borders),
        events,
        tuple(group for _, group in starting_groups),
    )


def _get_province(row: Row, column: str, names: frozenset[str]) -> str:
    name = row.text(column)
    if name not in names:
        raise row.build_error("'{value}' is not a province of provinces.csv.", column)
    return name


def _parse_card(row: Row, number: int) -> ProvinceCard:
    valid = row.choice("card_valid_for", ("both", *Side))
    sides = tuple(Side) if valid == "both" else (Side(valid),)
    regions, out = {}, {}
    for side in Side:
        # A card for one side only has no data on the other.
        region = row.choice(f"region_{side}", REGIONS if side in sides else ("",))
        left_out = row.choice(f"out_3p_{side}", ("0", "1") if side in sides else ("",))
        if side in sides:
            regions[side], out[side] = region, left_out == "1"
    row.choice("card_no", (str(number),))
    name = row.text("province")
    chests = row.count("chests", 3, 7)
    rice = row.count("rice", 2, 5)
    sites = row.count("building_sites", 1, 3)
    return ProvinceCard(number, name, sides, regions, chests, rice, sites, out)


def _parse_border(row: Row, names: frozenset[str]) -> Border:
    a = _get_province(row, "a", names)
    b = _get_province(row, "b", names)
    kind = row.choice("kind", ("land", "sea"))
    # Land borders follow from the map, which both sides share; only sea routes are in doubt.
    confirmed = row.choice("moon_confirmed", ("1",) if kind == "land" else ("0", "1"))
    return Border(a, b, kind, confirmed == "1")


def _parse_event(row: Row, number: int) -> EventCard:
    parameter, _, value = row.choice("parameter", tuple(EVENT_PICTURES)).partition("=")
    loss = row.count("winter_rice_loss", 0, max(WINTER_LOSSES))
    row.choice("event", (str(number),))
    if number <= len(WINTER_LOSSES) and loss != WINTER_LOSSES[number - 1]:
        raise row.build_error(
            "event {event} must take {expected} rice in winter, not '{value}'.",
            "winter_rice_loss",
            event=number,
            expected=WINTER_LOSSES[number - 1],
        )
    return EventCard(number, row.text("effect"), parameter, value, loss)


def _check_event_pairs(events: tuple[EventCard, ...]) -> None:
    """Check that three effects are on two cards each, the six others on one."""
    counts = Counter(f"{event.parameter}={event.value}" for event in events)
    for value in EVENT_PICTURES:
        expected = 2 if value in ("castle_defender=+1", "revolt_marker=-1", "temple_protected=1") else 1
        _check_count("events.csv", "parameter", value, counts[value], expected)


def _parse_starting_group(row: Row, names: frozenset[str], out: frozenset[str]) -> StartingGroup:
    players = int(row.choice("players", ("3", "4", "5")))
    player = row.choice("player", tuple("ABCDE"[:players]))
    province = _get_province(row, "province", names)
    if players == 3 and province in out:
        raise row.build_error("'{value}' is left out with three players and cannot be in their set-up.", "province")
    return StartingGroup(players, player, province, row.count("armies", 2, 5))
