"""The points of a board, what they are made of, and the ranks; a finished board as it is typed.

In each region the most castles bring 3, the most temples 2, the most theatres 1. Tied leaders get one point
less each; whoever has no building of the kind has no majority.

A board typed as a small table: province, owner, buildings; one line each, as in this example.
::

    # after the second winter
    Settsu   blue    castle
    Omi      yellow  castle temple theatre
    Kai      red
    points   blue=23 yellow=19 red=25
    chests   blue=4 yellow=2

Cells are separated by tabs, semicolons, commas, or else by spaces; ``#`` begins a comment. A heading
may name the columns, also ``armies`` and ``markers``. Provinces that nobody owns may be left out.
Source: Shogun booklet, Counting points; End of the game.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.data.rows import parse_whole_number
from companion.data.shogun.facts import Board
from companion.data.shogun.landmap import find_amount, is_heading, parse_board_rows
from companion.data.vocabulary import fold_word, is_game_word, load_phrases, say_phrase, vocabulary
from companion.errors import InputError, Place
from companion.rules.score import Line, Score
from companion.rules.shogun import realm as realms
from companion.sentences import Sentence, say, say_count

_KINDS = {"castle": say("castles"), "temple": say("temples"), "theatre": say("Nô theatres")}
PRIZES = {"castle": 3, "temple": 2, "theatre": 1}  # points for the most buildings of a kind in a region
MAJORITIES = tuple(f"most-{kind}s" for kind in realms.BUILDINGS)
"""Rules of the lines for a majority: ``most-castles`` and so on."""


@dataclass(frozen=True, slots=True)
class Majority:
    """The majority of one kind of building in a region."""

    region: str
    kind: str
    counts: tuple[tuple[str, int], ...]  # buildings by player, most first; players without one are left out
    leaders: tuple[str, ...]  # empty if there is no such building
    points: int


def find_majorities(board: Board, lands: Mapping[str, realms.Land]) -> tuple[Majority, ...]:
    """The fifteen majorities of a board, by region and kind."""
    majorities = []
    for region, provinces in board.regions.items():
        for kind in realms.BUILDINGS:
            counts = Counter(
                land.owner
                for land in (lands.get(name, realms.Land()) for name in provinces)
                if land.owner is not None and kind in land.buildings
            )
            most = max(counts.values(), default=0)
            leaders = tuple(sorted(player for player, count in counts.items() if count == most))
            points = PRIZES[kind] - (len(leaders) > 1) if leaders else 0
            ordered = tuple(sorted(counts.items(), key=lambda each: (-each[1], each[0])))
            majorities.append(Majority(region, kind, ordered, leaders, points))
    return tuple(majorities)


def score_board(board: Board, lands: Mapping[str, realms.Land], players: Sequence[str]) -> dict[str, Score[str]]:
    """The score of each player in a winter; a line's ``where`` names provinces."""
    leading = find_majorities(board, lands)
    return {player: Score(tuple(_list_lines(board, lands, player, leading))) for player in players}


def _list_lines(
    board: Board, lands: Mapping[str, realms.Land], player: str, leading: Sequence[Majority]
) -> Iterator[Line[str]]:
    owned = tuple(sorted(name for name, land in lands.items() if land.owner == player))
    yield Line("provinces", len(owned), owned, say_count("{count} province[|s]", len(owned)))
    for kind in realms.BUILDINGS:
        provinces = tuple(name for name in owned if kind in lands[name].buildings)
        if provinces:
            yield Line(f"{kind}s", len(provinces), provinces, describe_buildings(kind, len(provinces)))
    for majority in leading:
        counts = dict(majority.counts)
        if player not in counts:
            continue
        provinces = tuple(
            name for name in board.regions[majority.region] if name in owned and majority.kind in lands[name].buildings
        )
        points = majority.points if player in majority.leaders else 0
        yield Line(f"most-{majority.kind}s", points, provinces, _describe_majority(majority, player))


def describe_buildings(kind: str, count: int) -> Sentence:
    return say_phrase("shogun", "built", kind, count)


def name_region(region: str) -> Sentence:
    return load_phrases("shogun", "region")[region]


def _describe_majority(majority: Majority, player: str) -> Sentence:
    count = dict(majority.counts)[player]
    fields: dict[str, object] = {"region": name_region(majority.region), "kind": _KINDS[majority.kind], "own": count}
    if player not in majority.leaders:
        first, most = majority.counts[0]
        leader = realms.name_player(first)
        return say("{region}, {kind}: {own}, but {leader} has {most}", **fields, leader=leader, most=most)
    if len(majority.leaders) > 1:
        others = realms.name_players(leader for leader in majority.leaders if leader != player)
        tie_fields = {"others": others, "prize": PRIZES[majority.kind]}
        return say("{region}, {kind}: {own}, as many as {others}; tied, {prize} minus 1", **fields, **tie_fields)
    if len(majority.counts) == 1:
        return say("{region}, {kind}: {own}, nobody else has any", **fields)
    second, fewer = majority.counts[1]
    other = realms.name_player(second)
    return say("{region}, {kind}: {own}, the most; {second} has {fewer}", **fields, second=other, fewer=fewer)


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player's rank at the end."""

    rank: int  # 1 is the Shogun; equal players share a rank
    player: str
    points: int
    chests: int | None  # they break ties; ``None`` if they are not known


def rank_realm(realm: realms.Realm) -> tuple[RankedPlayer, ...]:
    """The ranking of a game after its second winter, from the victory track and everybody's chests."""
    return rank_players(
        {player: seat.points for player, seat in realm.seats.items()},
        {player: seat.chests for player, seat in realm.seats.items()},
    )


def rank_players(points: Mapping[str, int], chests: Mapping[str, int] | None = None) -> tuple[RankedPlayer, ...]:
    """The final ranking: most points; then most chests; then the rank is shared.

    Chests decide only where they are known for all players with the same points.
    """
    chests_known = chests or {}
    ties = {points[player] for player in points if player not in chests_known}
    keys = {player: (score, 0 if score in ties else chests_known[player]) for player, score in points.items()}
    ordered = sorted(points, key=lambda player: (-keys[player][0], -keys[player][1], player))
    ranks = {player: 1 + sum(other > score for other in keys.values()) for player, score in keys.items()}
    return tuple(RankedPlayer(ranks[player], player, points[player], chests_known.get(player)) for player in ordered)


COLUMNS = ("province", "owner", "buildings", "armies", "markers")
"""The columns a heading may name; without one they are province, owner and buildings."""

MOST_AMOUNTS = {"points": 999, "chests": 999, "rice": 18}
"""The amounts that a line may give for each player, and their maximum."""


@dataclass(frozen=True, slots=True)
class FinishedBoard:
    """A typed board, with earlier points, chests and rice by colour."""

    lands: dict[str, realms.Land] = field(default_factory=dict)  # provinces that are listed with an owner
    players: tuple[str, ...] = ()  # in the order they first appear
    points: dict[str, int] = field(default_factory=dict)
    chests: dict[str, int] = field(default_factory=dict)
    rice: dict[str, int] = field(default_factory=dict)


def parse_finished_board(text: str, board: Board, players: int | None = None, file: str = "-") -> FinishedBoard:
    """Parse a typed board of a side; more owners than ``players``, where given, are refused."""
    finished = FinishedBoard()
    colours: list[str] = []
    columns: Sequence[str] = COLUMNS[:3]
    for number, cells in parse_board_rows(text, board.provinces):
        if is_heading(cells):
            columns = _parse_headings(cells, Place(file, number))
            continue
        amount = find_amount(cells)
        if amount is not None:
            _parse_amounts(finished, colours, amount, cells[1:], Place(file, number))
            continue
        _parse_province(finished, colours, board, players, _assign_columns(cells, columns), Place(file, number))
    for kind in realms.BUILDINGS:
        count = sum(kind in land.buildings for land in finished.lands.values())
        if count > realms.TILES[kind]:
            raise InputError(
                "'{kind}' appears {count} times; the box holds {most}.",
                place=Place(file, column=vocabulary("shogun", "column").word("buildings")),
                kind=vocabulary("shogun", "building").word(kind),
                count=count,
                most=realms.TILES[kind],
            )
    if players is not None and len(colours) > players:
        raise InputError(
            "{count} players are named, and only {players} play: {names}.",
            place=Place(file),
            count=len(colours),
            players=players,
            names=realms.name_players(colours),
        )
    if not colours:
        raise InputError("nobody owns a province here; write PROVINCE OWNER BUILDINGS.", place=Place(file))
    return FinishedBoard(finished.lands, tuple(colours), finished.points, finished.chests, finished.rice)


def _parse_headings(cells: Sequence[str], row: Place) -> list[str]:
    columns: list[str] = []
    for position, cell in enumerate(cells, start=1):
        place = Place(row.file, row.row, position)
        name = vocabulary("shogun", "column").get(cell, place)
        if name in columns:
            raise InputError("The column {name} is named twice.", place=place, name=name)
        columns.append(name)
    if "owner" not in columns:
        raise InputError("The column {name} is missing.", place=row, name="owner")
    return columns


def _assign_columns(cells: Sequence[str], columns: Sequence[str]) -> dict[str, str]:
    """Cells by column; extra cells belong to the last column."""
    cells_by_column = dict(zip(columns, cells, strict=False))
    if len(cells) > len(columns):
        rest = " ".join(cells[len(columns) :])
        cells_by_column[columns[-1]] = f"{cells_by_column[columns[-1]]} {rest}"
    return cells_by_column


def _parse_province(
    finished: FinishedBoard, colours: list[str], board: Board, players: int | None, cells: dict[str, str], row: Place
) -> None:
    def place(column: str) -> Place:
        return Place(row.file, row.row, vocabulary("shogun", "column").word(column))

    name = vocabulary("shogun", "province", tuple(board.provinces)).get(cells["province"], place("province"))
    if name in finished.lands:
        raise InputError("'{name}' appears twice.", place=place("province"), name=name)
    if players is not None and name not in board.list_provinces_in_play(players):
        raise InputError("'{name}' is left out with three players.", place=place("province"), name=name)
    buildings = parse_buildings(cells.get("buildings", ""), place("buildings"))
    armies = _parse_count(cells.get("armies", ""), realms.ARMIES, place("armies"))
    markers = _parse_count(cells.get("markers", ""), realms.MARKERS, place("markers"))
    check_sites(board, name, buildings, place("buildings"))
    owner = cells.get("owner", "")
    if not owner.strip() or is_game_word("shogun", "nobody", owner) or is_game_word("shogun", "neutral", owner):
        if buildings or armies or markers:
            raise InputError("nobody owns {name}, yet there is something on it.", place=place("owner"), name=name)
        return
    colour = realms.parse_daimyo(owner, place("owner"))
    if colour not in colours:
        colours.append(colour)
    finished.lands[name] = realms.Land(colour, armies, buildings, markers)


def check_sites(board: Board, name: str, buildings: Sequence[str], place: Place | None = None) -> None:
    """Refuse more buildings than a province has sites for."""
    sites, count = board.provinces[name].sites, len(buildings)
    if count > sites:
        raise InputError(
            "building sites in {name}: {sites}; buildings named: {count}.",
            place=place,
            name=name,
            sites=sites,
            count=count,
        )


def parse_buildings(text: str, place: Place | None = None) -> tuple[str, ...]:
    """Parse kinds of building: ``castle temple``, ``c+t``, ``ctn``; in any language."""
    kinds: list[str] = []
    spelling = re.sub(r"(?i)th[eé][aâ]tre\s+n[oô]|n[oô]\s+theatre", "theatre", text.strip())
    for word in re.split(r"[\s+/&,;]+", spelling):
        plain = fold_word(word)
        if plain in ("", "-", "0"):
            continue
        letters = list(plain) if plain and set(plain) <= set("ctn") else [plain]
        for part in letters:
            kind = vocabulary("shogun", "building").get(part, place)
            if kind in kinds:
                raise InputError(
                    "'{word}' appears twice; a province has one of each kind at most.", place=place, word=word
                )
            kinds.append(kind)
    return tuple(kind for kind in realms.BUILDINGS if kind in kinds)


def _parse_count(text: str, most: int, place: Place) -> int:
    return 0 if text.strip() in ("", "-") else parse_whole_number(text, 0, most, place)


def _parse_amounts(board: FinishedBoard, colours: list[str], name: str, cells: Sequence[str], place: Place) -> None:
    amounts = {"points": board.points, "chests": board.chests, "rice": board.rice}[name]
    for cell in re.sub(r"[,;]", " ", " ".join(cells)).split():
        word, equals, number = cell.partition("=")
        if not equals:
            raise InputError(
                "'{text}' has no number; write a colour and a number, such as blue=4.", place=place, text=cell
            )
        colour = realms.parse_daimyo(word, place)
        if colour in amounts:
            raise InputError("The colour {name} is named twice.", place=place, name=word)
        amounts[colour] = _parse_count(number, MOST_AMOUNTS[name], place)
        if colour not in colours:
            colours.append(colour)
