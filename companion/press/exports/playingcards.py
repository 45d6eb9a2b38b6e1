"""Decks for PlayingCards.io: the widgets of a table, as its own exported files have them.

A ``.pcio`` file is a ZIP of ``widgets.json`` and the pictures in ``userassets``.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.press.exports.heap import Heap, file_name
from companion.press.frame.frame import Frame

TALL = 160 / 88.9  # the table's own measure of a poker card's height, and its mm
LEFT, TOP, GAP = 60, 60, 40  # of the first pile; between piles
EDGE = 1600  # the table is as wide
FOLDER = "userassets"


def widgets(box: Sequence[Heap], titles: Mapping[str, str], files: Mapping[int, str]) -> bytes:
    """The JSON of a table: a pile for each deck, and a hand.

    `titles` name cards by the key of their pieces; `files` the pictures of faces by the identity of these.
    """
    things: list[dict[str, Any]] = [
        {"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1, "dragging": None}
    ]
    x, y, deep = LEFT, TOP, 0
    for number, heap in enumerate(box, 1):
        wide, high = round(heap.width * TALL), round(heap.height * TALL)
        if x + wide > EDGE and x > LEFT:
            x, y, deep = LEFT, y + deep + GAP, 0
        things += _pile(heap, f"deck-{number}", (x, y, wide, high), titles, files)
        x, deep = x + wide + GAP, max(deep, high)
    return json.dumps(things, ensure_ascii=False, indent=1).encode() + b"\n"


def _pile(
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
        **{"cardTypes": kinds, "faceTemplate": _template("face", wide, high), "enlarge": True},
        "backTemplate": _template("back", wide, high),
    }
    yield {"id": f"{name}-pile", "type": "cardPile", "label": heap.component, **sizes, "z": 1}
    cards = (piece.card for piece, count in heap.cards for _ in range(count))
    for place, card in enumerate(cards, 1):
        yield {
            "id": f"{name}-{place}",
            "type": "card",
            **{"deck": name, "cardType": card, "parent": f"{name}-pile", "x": x, "y": y, "z": 100 + place},
        }


def _template(side: str, wide: int, high: int) -> dict[str, Any]:
    picture = {"type": "image", "valueType": "dynamic", "value": side, "color": "white"}
    return {
        "includeBorder": False,
        "includeRadius": False,
        "objects": [{**picture, "x": 0, "y": 0, "w": wide, "h": high}],
    }


def names(box: Sequence[Heap]) -> dict[int, tuple[str, Frame]]:
    """The names of the pictures of all faces, each with its face, by the identity of these."""
    found: dict[int, tuple[str, Frame]] = {}
    for heap in box:
        for piece, _ in heap.cards:
            for face in filter(None, (piece.front, piece.back)):
                found.setdefault(id(face), (f"{len(found) + 1}-{file_name(piece.card)}.png", face))
    return found
