"""A board typed as a small table: province, owner, buildings; a line each, separated as one likes.

::

    # after the second winter
    Settsu   blue    castle
    Omi      yellow  castle temple theatre
    Kai      red
    points   blue=23 yellow=19 red=25
    chests   blue=4 yellow=2

Cells are separated by tabs, semicolons, commas, or else by blanks; ``#`` begins a comment. A heading
may name the columns, also ``armies`` and ``markers``. Provinces that nobody owns may be left out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.data.rows import whole_number
from companion.data.shogun import Board
from companion.data.shogun.typed_board import amount_in, is_heading, typed_rows
from companion.data.vocabulary import folded, typed_as, vocabulary
from companion.errors import InputError, Place
from companion.rules.shogun.components import BUILDINGS, MARKERS, TILES
from companion.rules.shogun.realm import ARMIES, Land, daimyo_named, daimyos

COLUMNS = ("province", "owner", "buildings", "armies", "markers")
"""The columns a heading may name; without one they are province, owner and buildings."""

MOST_AMOUNTS = {"points": 999, "chests": 999, "rice": 18}
"""The amounts a line may give each player, and the most of each."""


@dataclass(frozen=True, slots=True)
class FinishedBoard:
    """A typed board, with points from before, chests and rice by colour."""

    lands: dict[str, Land] = field(default_factory=dict)  # those that were named and have an owner
    players: tuple[str, ...] = ()  # in the order they first appear
    points: dict[str, int] = field(default_factory=dict)
    chests: dict[str, int] = field(default_factory=dict)
    rice: dict[str, int] = field(default_factory=dict)


def read_finished_board(
    text: str, board: Board, players: int | None = None, file: str = "-"
) -> FinishedBoard:
    """Read a typed board of a side; more owners than players are refused, where their number is known."""
    found = FinishedBoard()
    colours: list[str] = []
    columns: Sequence[str] = COLUMNS[:3]
    for number, cells in typed_rows(text, board.provinces):
        if is_heading(cells):
            columns = _headings(cells, Place(file, number))
            continue
        amount = amount_in(cells)
        if amount is not None:
            _amounts(found, colours, amount, cells[1:], Place(file, number))
            continue
        _province(found, colours, board, players, _by_column(cells, columns), Place(file, number))
    for kind in BUILDINGS:
        count = sum(kind in land.buildings for land in found.lands.values())
        if count > TILES[kind]:
            raise InputError(
                "'{kind}' stands there {count} times; the box holds {most}.",
                place=Place(file, column=vocabulary("shogun", "column").word("buildings")),
                kind=vocabulary("shogun", "building").word(kind),
                count=count,
                most=TILES[kind],
            )
    if players is not None and len(colours) > players:
        raise InputError(
            "{count} players stand there, and only {players} play: {names}.",
            place=Place(file),
            count=len(colours),
            players=players,
            names=daimyos(colours),
        )
    if not colours:
        raise InputError("nobody owns a province here; write PROVINCE OWNER BUILDINGS.", place=Place(file))
    return FinishedBoard(found.lands, tuple(colours), found.points, found.chests, found.rice)


def _headings(cells: Sequence[str], row: Place) -> list[str]:
    columns: list[str] = []
    for position, cell in enumerate(cells, start=1):
        place = Place(row.file, row.row, position)
        name = vocabulary("shogun", "column").named(cell, place)
        if name in columns:
            raise InputError("The column {name} is named twice.", place=place, name=name)
        columns.append(name)
    if "owner" not in columns:
        raise InputError("The column {name} is missing.", place=row, name="owner")
    return columns


def _by_column(cells: Sequence[str], columns: Sequence[str]) -> dict[str, str]:
    """Cells by column; what is left over belongs to the last, or to the buildings where those come last."""
    named = dict(zip(columns, cells, strict=False))
    if len(cells) > len(columns):
        rest = " ".join(cells[len(columns) :])
        named[columns[-1]] = f"{named[columns[-1]]} {rest}"
    return named


def _province(
    found: FinishedBoard,
    colours: list[str],
    board: Board,
    players: int | None,
    cells: dict[str, str],
    row: Place,
) -> None:
    def place(column: str) -> Place:
        return Place(row.file, row.row, vocabulary("shogun", "column").word(column))

    name = vocabulary("shogun", "province", tuple(board.provinces)).named(
        cells["province"], place("province")
    )
    if name in found.lands:
        raise InputError("'{name}' stands there twice.", place=place("province"), name=name)
    if players is not None and name not in board.in_play(players):
        raise InputError("'{name}' is left out with three players.", place=place("province"), name=name)
    buildings = read_buildings(cells.get("buildings", ""), place("buildings"))
    armies = _count(cells.get("armies", ""), ARMIES, place("armies"))
    markers = _count(cells.get("markers", ""), MARKERS, place("markers"))
    check_sites(board, name, buildings, place("buildings"))
    owner = cells.get("owner", "")
    if not owner.strip() or typed_as("shogun", "nobody", owner) or typed_as("shogun", "neutral", owner):
        if buildings or armies or markers:
            raise InputError(
                "nobody owns {name}, and yet something stands there.", place=place("owner"), name=name
            )
        return
    colour = daimyo_named(owner, place("owner"))
    if colour not in colours:
        colours.append(colour)
    found.lands[name] = Land(colour, armies, buildings, markers)


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


def read_buildings(text: str, place: Place | None = None) -> tuple[str, ...]:
    """Kinds of building as typed: ``castle temple``, ``c+t``, ``ctn``; in any language."""
    kinds: list[str] = []
    joined = re.sub(r"(?i)th[eé][aâ]tre\s+n[oô]|n[oô]\s+theatre", "theatre", text.strip())
    for word in re.split(r"[\s+/&,;]+", joined):
        plain = folded(word)
        if plain in ("", "-", "0"):
            continue
        letters = list(plain) if plain and set(plain) <= set("ctn") else [plain]
        for part in letters:
            kind = vocabulary("shogun", "building").named(part, place)
            if kind in kinds:
                raise InputError(
                    "'{word}' stands there twice; a province has one of each kind at most.",
                    place=place,
                    word=word,
                )
            kinds.append(kind)
    return tuple(kind for kind in BUILDINGS if kind in kinds)


def _count(text: str, most: int, place: Place) -> int:
    return 0 if text.strip() in ("", "-") else whole_number(text, 0, most, place)


def _amounts(found: FinishedBoard, colours: list[str], name: str, cells: Sequence[str], place: Place) -> None:
    amounts = {"points": found.points, "chests": found.chests, "rice": found.rice}[name]
    for cell in re.sub(r"[,;]", " ", " ".join(cells)).split():
        typed, equals, number = cell.partition("=")
        if not equals:
            raise InputError(
                "'{text}' was not expected; write a colour and a number, such as blue=4.",
                place=place,
                text=cell,
            )
        colour = daimyo_named(typed, place)
        if colour in amounts:
            raise InputError("The colour {name} is named twice.", place=place, name=typed)
        amounts[colour] = _count(number, MOST_AMOUNTS[name], place)
        if colour not in colours:
            colours.append(colour)
