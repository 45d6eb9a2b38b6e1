"""Cards laid out to be shown: a hand, a sheet, a showcase in which each stands over its mirror image."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import TYPE_CHECKING

from companion.press.exports.contact import edged
from companion.press.frame.drawing import around
from companion.press.frame.frame import Frame
from companion.press.frame.matrix import Matrix
from companion.press.frame.outlines import bounds_moved

if TYPE_CHECKING:
    from PIL.Image import Image

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
    """Cards with a margin around them all."""
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
    """A card over its fading mirror image."""
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
