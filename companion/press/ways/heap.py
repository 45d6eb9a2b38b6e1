"""Cards as they lie in a box: each different one once, with how many there are of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from companion.press.face.pieces import Piece

__all__ = ["Heap", "file_name", "heaps"]

SEPARATORS = re.compile(r"[/\\:\x00-\x1f]")
"""What a card may have in its name, and a file may not."""


@dataclass(slots=True)
class Heap:
    """Cards of one component and one size.

    Attributes:
        component: Its name.
        width: Of its cards, mm.
        height: Of its cards, mm.
        cards: Each different card, and how many there are of it, in the order of the deck.
    """

    component: str
    width: float
    height: float
    cards: list[tuple[Piece, int]]

    @property
    def backs(self) -> int:
        """How many different backs there are; a blank one counts too."""
        return len({id(piece.back) for piece, _ in self.cards})


def heaps(pieces: Iterable[Piece]) -> list[Heap]:
    """Sort pieces by component and size; copies of a card are counted."""
    counts: dict[str, list[Piece]] = {}
    for piece in pieces:
        counts.setdefault(piece.key, []).append(piece)
    found: dict[tuple[str, float, float], Heap] = {}
    for piece, *more in counts.values():
        size = piece.component, round(piece.front.width, 2), round(piece.front.height, 2)
        heap = found.setdefault(size, Heap(*size, cards=[]))
        heap.cards.append((piece, 1 + len(more)))
    return list(found.values())


def file_name(text: str) -> str:
    """A text as a name of a file that leads into no other folder."""
    return SEPARATORS.sub("-", text)
