"""Cards as they lie in a box: each different one once, with its count and shape."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from math import pi

from companion.press.face.pieces import Piece
from companion.press.frame.loops import area

UNFIT = re.compile(r"[/\\:*?\"<>|\x00-\x1f]|^\.+$")
"""Characters that a card's name may have and a file's on some computer may not; names that are folders."""
DEVICE = re.compile(r"^(con|prn|aux|nul|com[1-9]|lpt[1-9])(?=\.|$)", re.IGNORECASE)
"""Names that stand for a device on Windows, whatever follows their first dot."""
LONGEST = 120  # bytes of a name


SHAPES = {"card": 1.0, "circle": pi / 4, "hex": 0.75}  # the part of its box that each shape covers
ALIKE = 0.015


@dataclass(slots=True)
class Heap:
    """Cards of one component and one size."""

    component: str
    width: float  # mm
    height: float  # mm
    cards: list[tuple[Piece, int]]  # each different card and its count, in the order of the deck

    @property
    def shape(self) -> str:
        """``card``, ``circle`` or ``hex``, whichever its trim is most like."""
        trim = self.cards[0][0].front.trim
        part = 1.0 if trim is None else area(trim) / (self.width * self.height)
        likely = min(SHAPES, key=lambda name: abs(SHAPES[name] - part))
        return likely if abs(SHAPES[likely] - part) < ALIKE else "card"

    @property
    def backs(self) -> int:
        """The number of different backs; a blank one counts too."""
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
    """A text as a name of a file that leads into no other folder and suits every disk."""
    one = unicodedata.normalize("NFC", text)  # a Mac takes both ways of writing é for one name
    fit = DEVICE.sub(r"\1-", UNFIT.sub("-", one))
    seen = "".join(filter(str.isprintable, fit))
    return seen.encode()[:LONGEST].decode(errors="ignore") or "-"
