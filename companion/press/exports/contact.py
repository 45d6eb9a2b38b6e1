"""A contact sheet: all cards of a deck small on a few pages, each with its name, to look over at once."""

from collections.abc import Iterable, Iterator, Sequence

from companion.press.frame import fonts
from companion.press.frame.frame import Frame, Item, Shape, Text, Use, rect
from companion.press.frame.matrix import Matrix
from companion.press.frame.outlines import moved
from companion.units import to_millimetres

SMALL, LONGEST, LARGER = 0.45, 70.0, 1.3
"""The usual scale of a card; its greatest length then, mm; and its greatest enlargement to fill a row."""
GAP, WORDS, SIZE, NARROW = 4.0, 5.0, 7.0, 16.0
"""Between cards, for the name below one, mm; size of its type, points; the least room for a card, mm."""
EDGE, INK, FAINT = "#b9b2a3", "#26221d", 0.1  # colours of a card's border and name; width of the border, mm
TINY = 1e-6

Named = tuple[str, Frame]  # a name, and the face above it


def contact_pages(faces: Iterable[Named], width: float, height: float, margin: float) -> Iterator[Frame]:
    """Lay faces out in rows, as many as go on a page of this size and white margin, mm."""
    items: list[Item] = []
    x = y = margin
    deep = 0.0
    number = 1
    room = width - 2 * margin
    for words, face in faces:
        wanted = min(SMALL, LONGEST / max(face.width, face.height))
        abreast = max(1, round((room + GAP) / (face.width * wanted + GAP)))
        scale = min(wanted * LARGER, ((room + GAP) / abreast - GAP) / face.width)
        wide, high = max(face.width * scale, NARROW), face.height * scale
        if x > margin and x + wide > width - margin + TINY:
            x, y, deep = margin, y + deep + GAP, 0.0
        if items and y + high + WORDS > height - margin:
            yield Frame(f"contact/{number}", width, height, tuple(items))
            items, x, y, deep, number = [], margin, margin, 0.0, number + 1
        items += _shown(words, face, x, y, scale, wide)
        x, deep = x + wide + GAP, max(deep, high + WORDS)
    if items:
        yield Frame(f"contact/{number}", width, height, tuple(items))


def _shown(words: str, face: Frame, x: float, y: float, scale: float, room: float) -> Sequence[Item]:
    """A face in the middle of its room, and as much of its name below as there is room for."""
    high = face.height * scale
    left = x + (room - face.width * scale) / 2
    while len(words) > 1 and to_millimetres(fonts.width(words, "regular", SIZE)) > room + GAP / 2:
        words = words[:-1].rstrip()
    return (
        *edged(face, Matrix.scaled(scale).then(Matrix.moved(left, y))),
        Text(words, x + room / 2, y + high + WORDS - 2, SIZE, colour=INK, anchor="middle"),
    )


def edged(face: Frame, matrix: Matrix) -> tuple[Item, ...]:
    """A face as it is cut out, moved, on white paper within a fine line."""
    edge = moved(face.trim or rect(0, 0, face.width, face.height), matrix)
    return Shape(edge, "#ffffff"), Use(face, matrix, clip=edge), Shape(edge, stroke=EDGE, width=FAINT)
