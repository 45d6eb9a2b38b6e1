"""Decks for virtual tables: Tabletop Simulator, Screentop and PlayingCards.io.

Tabletop Simulator has atlases of cards and a saved object that lays them out. An atlas has at most 10 by
7 places; the last one shows what others see of a card in a hand. A card is numbered by its atlas and its
place: card 3 of atlas 2 is 203. A ``.pcio`` file of PlayingCards.io is a ZIP of ``widgets.json``, the
widgets of a table as its own exports have them, and of the pictures in ``userassets``.
"""

import itertools
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any
from urllib.parse import quote
from zlib import crc32

from companion.paths import assets
from companion.press.exports.products import DPI
from companion.press.face.pieces import Heap, Piece, format_file_name
from companion.press.frame.frame import Frame, Shape, Text, Use
from companion.press.frame.outlines import Matrix, rect
from companion.press.frame.trims import compute_area
from companion.units import MM_PER_INCH

COLUMNS, ROWS, FEWEST = 10, 7, 2
LARGEST = 4096  # pixels a side of an atlas
HUNDRED = 100  # the factor of an atlas's number in the number of a card
TYPES = {"rounded": 0, "card": 1, "hex": 3, "circle": 4}  # numbers of shapes
SQUARE = 0.1  # mm² that may be missing at corners that are called square
POKER = 63.5, 88.9  # mm of a card at its usual scale
LYING = 0.8214  # the scale of a card that lies, as those have it who make them as large as the standing ones
GUIDS = 1 << 24  # as many as six digits tell apart
GAP = 4.0  # between decks, in Tabletop Simulator's own measure


@dataclass(frozen=True, slots=True)
class Atlas:
    """A picture that holds many cards in a grid."""

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


def build_atlases(box: Sequence[Heap], hidden: bool = True) -> Iterator[Atlas]:
    """Build the atlases of a box of cards: as few as hold them, with cards as large as fit.

    With `hidden`, the last place of each is kept for what others see of a card in a hand.
    """
    number = 0
    for heap in box:
        unique = heap.backs > 1
        shared = f"{format_file_name(heap.component)}-back-{number + 1}"
        most = COLUMNS * ROWS - hidden
        for begin in range(0, len(heap.cards), most):
            number += 1
            cards = heap.cards[begin : begin + most]
            columns, rows, wide, high = _choose_grid(len(cards) + hidden, heap.width, heap.height)
            name = f"{format_file_name(heap.component)}-{number}"
            fronts = [piece.front for piece, _ in cards]
            backs = [piece.back for piece, _ in cards]
            rest = [*[None] * (columns * rows - 1 - len(cards)), backs[0]] if hidden else []
            front = _lay_out_faces(name, [*fronts, *rest], columns, rows, wide, high)
            behind = (backs, columns, rows) if unique else (backs[:1], 1, 1)
            back, back_name = (_lay_out_faces(shared, *behind, wide, high), f"{name}-backs" if unique else shared)
            yield Atlas(heap, number, name, cards, columns, rows, front, back, unique, back_name)


def _choose_grid(count: int, width: float, height: float) -> tuple[int, int, int, int]:
    """Columns and rows for so many places, and the width and height of a card in useful pixels."""

    def compute_width(columns: int, rows: int) -> float:
        return min(LARGEST / columns, LARGEST / rows * width / height, width / MM_PER_INCH * DPI)

    grids = (
        (columns, rows)
        for columns in range(FEWEST, COLUMNS + 1)
        for rows in range(FEWEST, ROWS + 1)
        if columns * rows >= count
    )
    columns, rows = max(grids, key=lambda grid: (compute_width(*grid), -grid[0] * grid[1]))
    wide = compute_width(columns, rows)
    high = min(LARGEST // rows, math.floor(wide * height / width + 0.5))
    return columns, rows, max(1, math.floor(wide)), max(1, high)


def _lay_out_faces(name: str, faces: Sequence[Frame | None], columns: int, rows: int, wide: int, high: int) -> Frame:
    """Faces side by side, clipped to their trims; places without a face are white."""
    across, down = wide / DPI * MM_PER_INCH, high / DPI * MM_PER_INCH
    items: list[Use | Shape] = [Shape(rect(0, 0, columns * across, rows * down), "#ffffff")]
    for place, face in enumerate(faces):
        if face is not None:
            x, y = place % columns * across, place // columns * down
            matrix = Matrix.scale_by(across / face.width, down / face.height).then(Matrix.translate(x, y))
            items.append(Use(face, matrix, clip=rect(x, y, across, down)))
    return Frame(name, columns * across, rows * down, tuple(items))


def format_saved_object(box: Sequence[Atlas], address: str, titles: Mapping[str, str] = MappingProxyType({})) -> str:
    """The JSON of a saved object: a deck for each component, side by side.

    File names follow `address`, the URL of the folder of pictures; `titles` name cards by the key of their
    pieces, others show their id. The text of a card is its description, which the game searches.
    """
    piles: dict[int, list[Atlas]] = {}
    for atlas in box:
        piles.setdefault(id(atlas.heap), []).append(atlas)
    numbers = itertools.count(crc32(box[0].cards[0][0].deck.encode()))
    things = [_build_deck(pile, address, titles, GAP * place, numbers) for place, pile in enumerate(piles.values())]
    return json.dumps({**_load_defaults()["saved"], "ObjectStates": things}, ensure_ascii=False, indent=1) + "\n"


@cache
def _load_defaults() -> dict[str, Any]:
    """The default keys of a saved object, and of a thing on the table."""
    return dict(json.loads((assets() / "tabletop.json").read_text("utf-8")))


def _build_deck(
    pile: Sequence[Atlas], address: str, titles: Mapping[str, str], x: float, numbers: Iterator[int]
) -> dict[str, Any]:
    heap = pile[0].heap

    def build_thing(kind: str, name: str, text: str = "") -> dict[str, Any]:
        """The keys that every object on the table has; a deck lies face down."""
        usual, scale = _load_defaults()["thing"], _compute_scale(heap)
        placed = {**usual["Transform"], "posX": x, "scaleX": scale, "scaleZ": scale}
        named = {"GUID": f"{next(numbers) % GUIDS:06x}", "Name": kind, "Nickname": name, "Description": text}
        return {**usual, **named, "Transform": placed}

    pictures = {
        str(atlas.number): {
            "FaceURL": f"{address}{quote(atlas.name)}.png",
            "BackURL": f"{address}{quote(atlas.back_name)}.png",
            "NumWidth": atlas.columns,
            "NumHeight": atlas.rows,
            "BackIsHidden": True,
            "UniqueBack": atlas.unique,
            "Type": _get_type(heap),
        }
        for atlas in pile
    }
    deck = build_thing("DeckCustom", heap.component)
    cards = [
        {
            **build_thing("Card", titles.get(piece.key, piece.card), _join_words(piece.front)),
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
    return {**deck, "SidewaysCard": False, "DeckIDs": ids, "CustomDeck": pictures, "ContainedObjects": cards}


def _get_type(heap: Heap) -> int:
    trim = heap.cards[0][0].front.trim
    rounded = trim is not None and heap.width * heap.height - compute_area(trim) > SQUARE
    return TYPES["rounded" if heap.shape == "card" and rounded else heap.shape]


def _compute_scale(heap: Heap) -> float:
    """The scale that gives cards their true size beside a poker card."""
    scale = math.sqrt(heap.width * heap.height / math.prod(POKER))
    return round(scale * LYING if heap.width > heap.height + SQUARE else scale, 4)


def _join_words(front: Frame) -> str:
    return " ".join(item.stands or item.text for item, _ in front.walk() if isinstance(item, Text))


TALL = 160 / 88.9  # the table's own measure of a poker card's height, and its mm
LEFT, TOP, PILE_GAP = 60, 60, 40  # of the first pile; between piles
EDGE = 1600  # the table is as wide
FOLDER = "userassets"


def format_widgets(box: Sequence[Heap], titles: Mapping[str, str], files: Mapping[int, str]) -> bytes:
    """The JSON of a PlayingCards.io table: a pile for each deck, and a hand.

    `titles` name cards by the key of their pieces; `files` name the pictures of faces by their identity.
    """
    things: list[dict[str, Any]] = [{"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1, "dragging": None}]
    x, y, deep = LEFT, TOP, 0
    for number, heap in enumerate(box, 1):
        wide, high = round(heap.width * TALL), round(heap.height * TALL)
        if x + wide > EDGE and x > LEFT:
            x, y, deep = LEFT, y + deep + PILE_GAP, 0
        things += _build_pile(heap, f"deck-{number}", (x, y, wide, high), titles, files)
        x, deep = x + wide + PILE_GAP, max(deep, high)
    return json.dumps(things, ensure_ascii=False, indent=1).encode() + b"\n"


def _build_pile(
    heap: Heap, name: str, box: tuple[int, int, int, int], titles: Mapping[str, str], files: Mapping[int, str]
) -> Iterator[dict[str, Any]]:
    x, y, wide, high = box
    sizes = {"x": x, "y": y, "width": wide, "height": high}
    kinds = {
        piece.card: {
            "label": titles.get(piece.key, piece.card),
            "face": f"package://{FOLDER}/{files[id(piece.front)]}",
            **({} if piece.back is None else {"back": f"package://{FOLDER}/{files[id(piece.back)]}"}),
        }
        for piece, _ in heap.cards
    }
    yield {
        "id": name,
        "type": "cardDeck",
        **{"x": x, "y": y, "z": 2, "parent": f"{name}-pile", "cardWidth": wide, "cardHeight": high},
        **{"cardTypes": kinds, "faceTemplate": _build_template("face", wide, high), "enlarge": True},
        "backTemplate": _build_template("back", wide, high),
    }
    yield {"id": f"{name}-pile", "type": "cardPile", "label": heap.component, **sizes, "z": 1}
    cards = (piece.card for piece, count in heap.cards for _ in range(count))
    for place, card in enumerate(cards, 1):
        yield {
            "id": f"{name}-{place}",
            "type": "card",
            **{"deck": name, "cardType": card, "parent": f"{name}-pile", "x": x, "y": y, "z": 100 + place},
        }


def _build_template(side: str, wide: int, high: int) -> dict[str, Any]:
    picture = {"type": "image", "valueType": "dynamic", "value": side, "color": "white"}
    return {
        "includeBorder": False,
        "includeRadius": False,
        "objects": [{**picture, "x": 0, "y": 0, "w": wide, "h": high}],
    }


def name_pictures(box: Sequence[Heap]) -> dict[int, tuple[str, Frame]]:
    """Name the pictures of all faces: each face with its file name, by identity."""
    found: dict[int, tuple[str, Frame]] = {}
    for heap in box:
        for piece, _ in heap.cards:
            for face in filter(None, (piece.front, piece.back)):
                found.setdefault(id(face), (f"{len(found) + 1}-{format_file_name(piece.card)}.png", face))
    return found
