"""A grid of squares as it lies on a photo: seen aslant, its lines stay straight and its squares shrink."""

from collections.abc import Callable

Point = tuple[float, float]  # across and down in a photo, pixels
Corners = tuple[Point, Point, Point, Point]
"""The upper left, upper right, lower right and lower left corner of the map."""


def grid_lines(corners: Corners, rows: int, columns: int) -> tuple[tuple[Point, Point], ...]:
    """The lines within a grid, each by its ends; none where the corners are no grid."""
    place = _laid(corners)
    if place is None:
        return ()
    upright = [(place(at / columns, 0), place(at / columns, 1)) for at in range(1, columns)]
    level = [(place(0, at / rows), place(1, at / rows)) for at in range(1, rows)]
    return (*upright, *level)


def _laid(corners: Corners) -> Callable[[float, float], Point] | None:
    """The projection of the map, 1 wide and 1 high, into the photo; ``None`` for corners of no grid."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    across, down = (bx - cx, by - cy), (dx - cx, dy - cy)
    skew = (ax - bx + cx - dx, ay - by + cy - dy)
    area = across[0] * down[1] - down[0] * across[1]
    if area >= 0:
        return None
    g = (skew[0] * down[1] - down[0] * skew[1]) / area
    h = (across[0] * skew[1] - skew[0] * across[1]) / area
    if min(1 + g, 1 + h, 1 + g + h) <= 0:  # a corner points inwards
        return None

    def place(u: float, v: float) -> Point:
        far = g * u + h * v + 1
        return (
            ((bx - ax + g * bx) * u + (dx - ax + h * dx) * v + ax) / far,
            ((by - ay + g * by) * u + (dy - ay + h * dy) * v + ay) / far,
        )

    return place
