"""What is drawn over a photo of a map: squares with their outlines, and the part of the photo about them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.data.honshu.map import SQUARES
from companion.rules.honshu.board import Position
from companion.sentences import Sentence
from companion.service.honshu.photo_look import ShownPhoto
from companion.vision.honshu.reading import Outline, Point
from companion.web.honshu.grid import cube_of, picture_of

_TILE = 44  # pixels of a square's picture
_RIM = 0.7  # of a square is seen about the map


def middle_of(*outlines: Outline) -> Point:
    """The middle of squares in a photo."""
    xs, ys = zip(*(corner for each in outlines for corner in each), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def side_of(outline: Outline) -> float:
    """The width of a square in a photo, in pixels."""
    (ax, ay), _, (cx, cy), _ = outline
    return math.hypot(cx - ax, cy - ay) / math.sqrt(2)


def box_of(outlines: Sequence[Outline], photo: ShownPhoto) -> str:
    """The part of a photo that shows squares and a little more, as a drawing writes it; all without any."""
    if not outlines:
        return f"0 0 {photo.width} {photo.height}"
    xs, ys = zip(*(corner for each in outlines for corner in each), strict=True)
    rim = max(map(side_of, outlines)) * _RIM
    left, top = min(xs) - rim, min(ys) - rim
    return f"{left:.1f} {top:.1f} {max(xs) + rim - left:.1f} {max(ys) + rim - top:.1f}"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A place of the map on the photo."""

    place: Position
    name: Sentence  # the same in words, from 1 at the top left
    outline: Outline | None  # ``None`` of one that was told far off what the photo shows
    symbol: str
    seen: bool
    doubt: bool  # the score hangs on what is not sure about it
    unsure: bool = False

    @property
    def at(self) -> str:
        """The place, such as ``3.2``."""
        return "{}.{}".format(*self.place)

    @property
    def points(self) -> str:
        """Its corners, as a drawing writes them."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.outline or ())

    @property
    def middle(self) -> Point:
        """Its middle in the photo."""
        assert self.outline is not None
        return middle_of(self.outline)

    @property
    def size(self) -> float:
        """Its width in the photo, in pixels."""
        assert self.outline is not None
        return side_of(self.outline)

    def near(self, across: float, down: float) -> str:
        """The part of the photo so many squares about its middle, as a drawing writes it."""
        (x, y), across, down = self.middle, self.size * across, self.size * down
        return f"{x - across:.1f} {y - down:.1f} {2 * across:.1f} {2 * down:.1f}"

    @property
    def cube(self) -> str:
        """The colour of the cube on it, if there is one."""
        return cube_of(self.symbol)

    @property
    def picture(self) -> str:
        """The picture of what it shows; empty where no card lies, or nobody can tell."""
        return picture_of(self.symbol, self.place)[0] if self.symbol in SQUARES else ""

    def matrix(self, wide: float) -> str:
        """The transformation that lays a picture, a share of the square wide, into its middle."""
        assert self.outline is not None
        (ax, ay), (bx, by), _, (dx, dy) = self.outline
        x, y = self.middle
        right, down = ((bx - ax) * wide, (by - ay) * wide), ((dx - ax) * wide, (dy - ay) * wide)
        left, top = x - (right[0] + down[0]) / 2, y - (right[1] + down[1]) / 2
        turned = " ".join(f"{each / _TILE:.4f}" for each in (*right, *down))
        return f"matrix({turned} {left:.1f} {top:.1f})"
