"""Paper is measured in millimetres; only ink speaks in points.

Everything in Companion that has a place or a size on paper is a plain ``float`` in millimetres,
with the origin at the top left and y growing downward, as a person holds a ruler to a sheet.
Type sizes alone are in points, as printers have always given them.
"""

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72.0


def points(millimetres: float) -> float:
    """Turn a length on paper, in mm, into PDF points (1/72 inch)."""
    return millimetres * POINTS_PER_INCH / MM_PER_INCH


def to_millimetres(length_in_points: float) -> float:
    """Turn a length in PDF points into mm on paper."""
    return length_in_points * MM_PER_INCH / POINTS_PER_INCH
