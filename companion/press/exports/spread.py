"""Cards laid out to be shown: a contact sheet, a hand, a sheet, and a showcase over a mirror.

A contact sheet has all cards of a deck small on a few pages, each with its name, to look over at once; in a
showcase each stands over its mirror image.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING

from companion.press.frame import fonts
from companion.press.frame.drawing import around
from companion.press.frame.frame import Frame, Item, Shape, Text, Use
from companion.press.frame.outlines import Matrix, bounds_moved, moved, rect
from companion.units import to_millimetres

if TYPE_CHECKING:
    from PIL.Image import Image


SMALL, LONGEST, LARGER = 0.45, 70.0, 1.3
"""The usual scale of a card; its greatest length then, mm; and its greatest enlargement to fill a row."""
APART, WORDS, SIZE, NARROW = 4.0, 5.0, 7.0, 16.0
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
        abreast = max(1, round((room + APART) / (face.width * wanted + APART)))
        scale = min(wanted * LARGER, ((room + APART) / abreast - APART) / face.width)
        wide, high = max(face.width * scale, NARROW), face.height * scale
        if x > margin and x + wide > width - margin + TINY:
            x, y, deep = margin, y + deep + APART, 0.0
        if items and y + high + WORDS > height - margin:
            yield Frame(f"contact/{number}", width, height, tuple(items))
            items, x, y, deep, number = [], margin, margin, 0.0, number + 1
        items += _shown(words, face, x, y, scale, wide)
        x, deep = x + wide + APART, max(deep, high + WORDS)
    if items:
        yield Frame(f"contact/{number}", width, height, tuple(items))


def _shown(words: str, face: Frame, x: float, y: float, scale: float, room: float) -> Sequence[Item]:
    """A face in the middle of its room, and as much of its name below as there is room for."""
    high = face.height * scale
    left = x + (room - face.width * scale) / 2
    while len(words) > 1 and to_millimetres(fonts.width(words, "regular", SIZE)) > room + APART / 2:
        words = words[:-1].rstrip()
    return (
        *edged(face, Matrix.scaled(scale).then(Matrix.moved(left, y))),
        Text(words, x + room / 2, y + high + WORDS - 2, SIZE, colour=INK, anchor="middle"),
    )


def edged(face: Frame, matrix: Matrix) -> tuple[Item, ...]:
    """A face as it is cut out, moved, on white paper within a fine line."""
    edge = moved(face.trim or rect(0, 0, face.width, face.height), matrix)
    return Shape(edge, "#ffffff"), Use(face, matrix, clip=edge), Shape(edge, stroke=EDGE, width=FAINT)


MARGIN, GAP = 6.0, 3.0  # around all and between the cards of a sheet, mm
STEP, WIDEST = 9.0, 100.0  # degrees from card to card of a hand, and from its first to its last at most
FLOOR, DEPTH = 0.02, 0.25  # from a card to its mirror image, and what is seen of that, in parts of it


def hand(faces: Sequence[Frame], angle: float | None = None, radius: float | None = None) -> Frame:
    """Cards fanned over an angle, degrees, each turned about a point so many mm below it."""
    steps = max(1, len(faces) - 1)
    angle = min(WIDEST, STEP * steps) if angle is None else angle
    below = max(face.height for face in faces) if radius is None else radius
    placed: list[tuple[Frame, Matrix]] = []
    for number, face in enumerate(faces):
        turn = Matrix.turned(angle * (number / steps - 0.5) if len(faces) > 1 else 0.0)
        placed.append((face, Matrix.moved(-face.width / 2, -face.height - below).then(turn)))
    return _framed("hand", placed)


def sheet(faces: Sequence[Frame], columns: int | None = None) -> Frame:
    """Cards in rows, by default about as wide as high."""
    wide, high = (max(getattr(face, side) for face in faces) + GAP for side in ("width", "height"))
    columns = columns or max(1, round((len(faces) * high / wide) ** 0.5))
    moved = (Matrix.moved(at % columns * wide, at // columns * high) for at in range(len(faces)))
    return _framed("sheet", zip(faces, moved, strict=True))


def _framed(name: str, placed: Iterable[tuple[Frame, Matrix]]) -> Frame:
    placed = [*placed]
    boxes = (bounds_moved((0, 0, face.width, face.height), matrix) for face, matrix in placed)
    left, top, right, bottom = around([*boxes])
    shift = Matrix.moved(MARGIN - left, MARGIN - top)
    items = tuple(item for face, matrix in placed for item in edged(face, matrix.then(shift)))
    return Frame(name, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN, items)


def showcase(
    cards: Sequence[Image], scale: float = 0.85, offset: float = 1.1, reflection: float = 0.35
) -> Image:
    """Pictures of cards side by side, each turned away over a floor that mirrors it.

    `scale` is the height of a card at its far side, `offset` how far the next one stands, in parts of its
    width as it is seen, `reflection` how strong the mirror image begins.
    """
    from PIL import Image

    standing = [_turned(_mirrored(card.convert("RGBA"), reflection), card.height, scale) for card in cards]
    edge = max(each.height for each in standing) // 10
    steps = [round(each.width * offset) for each in standing]
    wide, high = (
        sum(steps[:-1]) + standing[-1].width + 2 * edge,
        max(each.height for each in standing) + 2 * edge,
    )
    whole, x = Image.new("RGB", (wide, high), "white"), edge
    for each, step in zip(standing, steps, strict=True):
        whole.paste(each, (x, edge), each)
        x += step
    return whole


def _mirrored(card: Image, strength: float) -> Image:
    from PIL import Image, ImageChops, ImageOps

    gap, deep = ceil(card.height * FLOOR), ceil(card.height * DEPTH)
    whole = Image.new("RGBA", (card.width, card.height + gap + deep))
    whole.paste(card)
    image = ImageOps.flip(card).crop((0, 0, card.width, deep))
    fading = Image.linear_gradient("L").resize(image.size).point(lambda dark: round((255 - dark) * strength))
    image.putalpha(ImageChops.multiply(image.getchannel("A"), fading))
    whole.paste(image, (0, card.height + gap))
    return whole


def _turned(card: Image, high: int, scale: float) -> Image:
    """A card seen from its side: its right edge is farther away, and so lower, than its left."""
    from PIL.Image import Resampling, Transform

    far = (1 - 1 / scale) / card.width
    turned = (1, 0, 0, high / 2 * far, 1, 0, far, 0)
    size = max(1, round(card.width * scale)), card.height
    return card.transform(size, Transform.PERSPECTIVE, turned, Resampling.BICUBIC)
