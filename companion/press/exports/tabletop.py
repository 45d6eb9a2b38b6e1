"""A deck for Tabletop Simulator: atlases of cards, and the saved object that lays them out on its table.

An atlas has at most 10 by 7 places; the last one shows what others see of a card in somebody's hand. A card
is named by its atlas and its place: card 3 of atlas 2 is 203.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from companion.paths import assets
from companion.press.exports.heap import Heap, file_name
from companion.press.exports.products import DPI
from companion.press.face.pieces import Piece
from companion.press.frame.frame import Frame, Shape, Use, rect
from companion.press.frame.matrix import Matrix
from companion.units import MM_PER_INCH

COLUMNS, ROWS, FEWEST = 10, 7, 2
LARGEST = 4096  # pixels a side of an atlas
HUNDRED = 100  # the factor of an atlas's number in the number of a card
TYPES = {"card": 0, "circle": 4, "hex": 3}  # numbers of shapes: round corners, round, six-sided
GAP = 4.0  # between decks, in Tabletop Simulator's own measure


@dataclass(frozen=True, slots=True)
class Atlas:
    """A picture that many cards lie in."""

    heap: Heap
    number: int  # from 1 on in the whole box
    name: str  # of the picture of its fronts, without ending
    cards: Sequence[tuple[Piece, int]]  # each with its count
    columns: int
    rows: int
    front: Frame  # at 300 dots an inch
    back: Frame  # of all backs, or of the one back that all have
    unique: bool  # each card has a place of its own on the picture of the backs
    back_name: str  # atlases of one back share it


def atlases(box: Sequence[Heap]) -> Iterator[Atlas]:
    """The atlases of a box of cards, as few as hold them and with cards as large as there is room for."""
    number = 0
    for heap in box:
        unique = heap.backs > 1
        shared = f"{file_name(heap.component)}-back-{number + 1}"
        most = COLUMNS * ROWS - 1
        for begin in range(0, len(heap.cards), most):
            number += 1
            cards = heap.cards[begin : begin + most]
            columns, rows, wide, high = _grid(len(cards), heap.width, heap.height)
            name = f"{file_name(heap.component)}-{number}"
            fronts = [piece.front for piece, _ in cards]
            backs = [piece.back for piece, _ in cards]
            hidden = [*fronts, *[None] * (columns * rows - 1 - len(cards)), backs[0]]
            front = _laid(name, hidden, columns, rows, wide, high)
            behind = (backs, columns, rows) if unique else (backs[:1], 1, 1)
            back, back_name = _laid(shared, *behind, wide, high), f"{name}-backs" if unique else shared
            yield Atlas(heap, number, name, cards, columns, rows, front, back, unique, back_name)


def _grid(count: int, width: float, height: float) -> tuple[int, int, int, int]:
    """Columns and rows with a place more than cards, and the pixels of a card, as many as are useful."""

    def across(columns: int, rows: int) -> float:
        """Pixels across a card."""
        return min(LARGEST / columns, LARGEST / rows * width / height, width / MM_PER_INCH * DPI)

    grids = (
        (columns, rows)
        for columns in range(FEWEST, COLUMNS + 1)
        for rows in range(FEWEST, ROWS + 1)
        if columns * rows > count
    )
    columns, rows = max(grids, key=lambda grid: (across(*grid), -grid[0] * grid[1]))
    wide = across(columns, rows)
    high = min(LARGEST // rows, math.floor(wide * height / width + 0.5))
    return columns, rows, max(1, math.floor(wide)), max(1, high)


def _laid(name: str, faces: Sequence[Frame | None], columns: int, rows: int, wide: int, high: int) -> Frame:
    """Faces side by side, as they are cut out; a blank one is white."""
    across, down = wide / DPI * MM_PER_INCH, high / DPI * MM_PER_INCH
    items: list[Use | Shape] = [Shape(rect(0, 0, columns * across, rows * down), "#ffffff")]
    for place, face in enumerate(faces):
        if face is not None:
            x, y = place % columns * across, place // columns * down
            matrix = Matrix.scaled(across / face.width, down / face.height).then(Matrix.moved(x, y))
            items.append(Use(face, matrix, clip=rect(x, y, across, down)))
    return Frame(name, columns * across, rows * down, tuple(items))


def saved_object(box: Sequence[Atlas], address: str, titles: Mapping[str, str] = MappingProxyType({})) -> str:
    """The JSON of a saved object: a deck for each component, side by side.

    File names follow `address`, the URL of the pictures' folder; `titles` name cards by the key of their
    pieces, others go by number or name.
    """
    piles: dict[int, list[Atlas]] = {}
    for atlas in box:
        piles.setdefault(id(atlas.heap), []).append(atlas)
    objects = [_deck(pile, address, titles, GAP * number) for number, pile in enumerate(piles.values())]
    return json.dumps({**_usual()["saved"], "ObjectStates": objects}, ensure_ascii=False, indent=1) + "\n"


@cache
def _usual() -> dict[str, Any]:
    """The keys of a saved object, and of a thing on the table, with what they are unless we say otherwise."""
    return dict(json.loads((assets() / "tabletop.json").read_text("utf-8")))


def _deck(pile: Sequence[Atlas], address: str, titles: Mapping[str, str], x: float) -> dict[str, Any]:
    pictures = {
        str(atlas.number): {
            "FaceURL": f"{address}{quote(atlas.name)}.png",
            "BackURL": f"{address}{quote(atlas.back_name)}.png",
            "NumWidth": atlas.columns,
            "NumHeight": atlas.rows,
            "BackIsHidden": True,
            "UniqueBack": atlas.unique,
            "Type": TYPES[atlas.heap.shape],
        }
        for atlas in pile
    }
    cards = [
        {
            **_thing("Card", titles.get(piece.key, piece.card), x),
            "CardID": atlas.number * HUNDRED + place,
            "SidewaysCard": False,
            "CustomDeck": {str(atlas.number): pictures[str(atlas.number)]},
        }
        for atlas in pile
        for place, (piece, count) in enumerate(atlas.cards)
        for _ in range(count)
    ]
    if len(cards) == 1:
        return {**cards[0], "Name": "CardCustom"}
    ids = [card["CardID"] for card in cards]
    deck = _thing("DeckCustom", pile[0].heap.component, x)
    return {**deck, "SidewaysCard": False, "DeckIDs": ids, "CustomDeck": pictures, "ContainedObjects": cards}


def _thing(kind: str, name: str, x: float) -> dict[str, Any]:
    """The keys that every object on the table has; a deck lies face down."""
    usual = _usual()["thing"]
    return {**usual, "Name": kind, "Transform": {**usual["Transform"], "posX": x}, "Nickname": name}
