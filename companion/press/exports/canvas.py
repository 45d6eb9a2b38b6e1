"""A face on the sheet that a service wants it on: upright, in the middle, with the waste around it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.press.exports.products import Product
from companion.press.frame.frame import Bounds, Frame, Use
from companion.press.frame.matrix import Matrix


@dataclass(frozen=True, slots=True)
class Canvas:
    """A sheet with a face on it."""

    frame: Frame
    drawn: Bounds  # covered by the face with its bleed, mm; it may reach beyond the sheet
    scale: float  # of the face against its design

    @classmethod
    def of(cls, face: Frame, product: Product, fit: bool = False, behind: bool = False) -> Canvas:
        """Lay a face on the sheet of a product; `fit` makes it as large as fits between the cuts.

        A card that lies is stood on its edge, and its back (`behind`) on the other, so that it is turned over
        like a leaf of a book, as all others.
        """
        lies = (face.width - face.height) * (product.width - product.height) < 0
        across, down = (face.height, face.width) if lies else (face.width, face.height)
        scale = min(product.width / across, product.height / down) if fit else 1.0
        wide, high = product.sheet
        matrix = (
            Matrix.moved(-face.width / 2, -face.height / 2)
            .then(Matrix.scaled(scale))
            .then(Matrix.turned((270 if behind else 90) * lies))
            .then(Matrix.moved(wide / 2, high / 2))
        )
        x, y = (across / 2 + face.bleed) * scale, (down / 2 + face.bleed) * scale
        drawn = wide / 2 - x, high / 2 - y, wide / 2 + x, high / 2 + y
        return cls(Frame(face.name, wide, high, (Use(face, matrix),)), drawn, scale)

    @property
    def short(self) -> float:
        """The widest strip of the sheet that the drawing does not reach, mm."""
        left, top, right, bottom = self.drawn
        return max(0.0, left, top, self.frame.width - right, self.frame.height - bottom)
