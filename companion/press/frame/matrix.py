"""Moving things about on paper: affine matrices in millimetres, y downward, turns clockwise."""

from __future__ import annotations

import math
from typing import NamedTuple


class Matrix(NamedTuple):
    """A shift, turn and scale: ``x' = a x + c y + e`` and ``y' = b x + d y + f``, in mm."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    @classmethod
    def moved(cls, x: float, y: float) -> Matrix:
        """A shift by x to the right and y downward, mm."""
        return cls(e=x, f=y)

    @classmethod
    def scaled(cls, x: float, y: float | None = None) -> Matrix:
        """A scale about the origin."""
        return cls(a=x, d=x if y is None else y)

    @classmethod
    def turned(cls, degrees: float) -> Matrix:
        """A turn about the origin, clockwise as seen on the paper; quarter turns are exact."""
        quarters = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
        angle = math.radians(degrees)
        cosine, sine = quarters.get(degrees % 360, (math.cos(angle), math.sin(angle)))
        return cls(cosine, sine, -sine, cosine)

    @classmethod
    def turned_about(cls, x: float, y: float, degrees: float) -> Matrix:
        """A turn about a point."""
        return cls.moved(-x, -y).then(cls.turned(degrees)).then(cls.moved(x, y)) if degrees else IDENTITY

    def then(self, after: Matrix) -> Matrix:
        """First this, then another."""
        a, b, c, d, e, f = self
        return Matrix(
            after.a * a + after.c * b,
            after.b * a + after.d * b,
            after.a * c + after.c * d,
            after.b * c + after.d * d,
            after.a * e + after.c * f + after.e,
            after.b * e + after.d * f + after.f,
        )

    def apply(self, x: float, y: float) -> tuple[float, float]:
        """The point a point is moved to, mm."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @property
    def scale(self) -> float:
        """The factor by which lines become longer; the mean where directions differ."""
        return float(abs(self.a * self.d - self.b * self.c) ** 0.5)

    def inverse(self) -> Matrix:
        """The movement that undoes this one; the matrix must not flatten the paper."""
        determinant = self.a * self.d - self.b * self.c
        a, b, c, d = self.d / determinant, -self.b / determinant, -self.c / determinant, self.a / determinant
        return Matrix(a, b, c, d, -(a * self.e + c * self.f), -(b * self.e + d * self.f))


IDENTITY = Matrix()
