"""Cards laid out for show: a contact sheet, a hand, a sheet, and a showcase with reflections.

A contact sheet shows all cards of a deck, small and named, on a few pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING

from companion.press.frame import fonts
from companion.press.frame.drawing import enclose_boxes
from companion.press.frame.frame import Frame, Item, Shape, Text, Use
from companion.press.frame.outlines import Matrix, rect, transform_bounds, transform_outline
from companion.units import to_millimetres

if TYPE_CHECKING:
    from PIL.Image import Image


SMALL, LONGEST, LARGER = 0.45, 70.0, 1.3
"""The usual scale of a card; its greatest length then, mm; and its greatest enlargement to fill a row."""
APART, WORDS, SIZE, NARROW = 4.0, 5.0, 7.0, 16.0
"""Between cards, for the name below one, mm; size of its type, points; the least room for a card, mm."""
EDGE, INK, FAINT = "#b9b2a3", "#26221d", 0.1  # colours of a card's border and name; width of the border, mm
TINY = 1e-6

NamedFace = tuple[str, Frame]  # a name, and the face above it


def lay_out_contact_pages(faces: Iterable[NamedFace], width: float, height: float, margin: float) -> Iterator[Frame]:
    """Lay out faces in rows, as many as fit on pages of this size and margin, mm."""
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
        items += _lay_out_face(words, face, x, y, scale, wide)
        x, deep = x + wide + APART, max(deep, high + WORDS)
    if items:
        yield Frame(f"contact/{number}", width, height, tuple(items))


def _lay_out_face(words: str, face: Frame, x: float, y: float, scale: float, room: float) -> Sequence[Item]:
    """A face centred in its space, and below it as much of its name as fits."""
    high = face.height * scale
    left = x + (room - face.width * scale) / 2
    while len(words) > 1 and to_millimetres(fonts.measure_width(words, "regular", SIZE)) > room + APART / 2:
        words = words[:-1].rstrip()
    return (
        *place_cut_face(face, Matrix.scale_by(scale).then(Matrix.translate(left, y))),
        Text(words, x + room / 2, y + high + WORDS - 2, SIZE, colour=INK, anchor="middle"),
    )


def place_cut_face(face: Frame, matrix: Matrix) -> tuple[Item, ...]:
    """Place a face, clipped to its trim, on white paper within a fine line."""
    edge = transform_outline(face.trim or rect(0, 0, face.width, face.height), matrix)
    return Shape(edge, "#ffffff"), Use(face, matrix, clip=edge), Shape(edge, stroke=EDGE, width=FAINT)


MARGIN, GAP = 6.0, 3.0  # around all and between the cards of a sheet, mm
STEP, WIDEST = 9.0, 100.0  # degrees from card to card of a hand, and from its first to its last at most
FLOOR, DEPTH = 0.02, 0.25  # from a card to its mirror image, and what is seen of that, in parts of it


def lay_out_hand(faces: Sequence[Frame], angle: float | None = None, radius: float | None = None) -> Frame:
    """Fan cards over an angle, degrees, each turned about a point `radius` mm below it."""
    steps = max(1, len(faces) - 1)
    angle = min(WIDEST, STEP * steps) if angle is None else angle
    below = max(face.height for face in faces) if radius is None else radius
    placed: list[tuple[Frame, Matrix]] = []
    for number, face in enumerate(faces):
        turn = Matrix.rotate(angle * (number / steps - 0.5) if len(faces) > 1 else 0.0)
        placed.append((face, Matrix.translate(-face.width / 2, -face.height - below).then(turn)))
    return _build_frame("hand", placed)


def lay_out_sheet(faces: Sequence[Frame], columns: int | None = None) -> Frame:
    """Lay out cards in rows, by default on a sheet about as wide as high."""
    wide, high = (max(getattr(face, side) for face in faces) + GAP for side in ("width", "height"))
    columns = columns or max(1, round((len(faces) * high / wide) ** 0.5))
    moved = (Matrix.translate(at % columns * wide, at // columns * high) for at in range(len(faces)))
    return _build_frame("sheet", zip(faces, moved, strict=True))


def _build_frame(name: str, placed: Iterable[tuple[Frame, Matrix]]) -> Frame:
    placed = [*placed]
    boxes = (transform_bounds((0, 0, face.width, face.height), matrix) for face, matrix in placed)
    left, top, right, bottom = enclose_boxes([*boxes])
    shift = Matrix.translate(MARGIN - left, MARGIN - top)
    items = tuple(item for face, matrix in placed for item in place_cut_face(face, matrix.then(shift)))
    return Frame(name, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN, items)


def render_showcase(
    cards: Sequence[Image], scale: float = 0.85, offset: float = 1.1, reflection: float = 0.35
) -> Image:
    """Render cards side by side, each turned away above a floor that mirrors it.

    `scale` is the height of the far side of a card, `offset` the distance to the next card, in visible card
    widths, `reflection` the strength of the reflection at its top; all are factors.
    """
    from PIL import Image

    standing = [_turn_away(_add_reflection(card.convert("RGBA"), reflection), card.height, scale) for card in cards]
    edge = max(each.height for each in standing) // 10
    steps = [round(each.width * offset) for each in standing]
    wide, high = (sum(steps[:-1]) + standing[-1].width + 2 * edge, max(each.height for each in standing) + 2 * edge)
    whole, x = Image.new("RGB", (wide, high), "white"), edge
    for each, step in zip(standing, steps, strict=True):
        whole.paste(each, (x, edge), each)
        x += step
    return whole


def _add_reflection(card: Image, strength: float) -> Image:
    from PIL import Image, ImageChops, ImageOps

    gap, deep = ceil(card.height * FLOOR), ceil(card.height * DEPTH)
    whole = Image.new("RGBA", (card.width, card.height + gap + deep))
    whole.paste(card)
    image = ImageOps.flip(card).crop((0, 0, card.width, deep))
    fading = Image.linear_gradient("L").resize(image.size).point(lambda dark: round((255 - dark) * strength))
    image.putalpha(ImageChops.multiply(image.getchannel("A"), fading))
    whole.paste(image, (0, card.height + gap))
    return whole


def _turn_away(card: Image, high: int, scale: float) -> Image:
    """A card seen from one side: its right edge is farther away, and so lower, than its left."""
    from PIL.Image import Resampling, Transform

    far = (1 - 1 / scale) / card.width
    turned = (1, 0, 0, high / 2 * far, 1, 0, far, 0)
    size = max(1, round(card.width * scale)), card.height
    return card.transform(size, Transform.PERSPECTIVE, turned, Resampling.BICUBIC)
