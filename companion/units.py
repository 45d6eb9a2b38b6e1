"""Every place and size on paper is a plain ``float`` in millimetres; only type sizes are in points.

The origin is at the top left, and y grows downward, as a person holds a ruler to a sheet.
"""

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72.0


def to_points(millimetres: float) -> float:
    """Convert a length on paper from mm to PDF points (1/72 inch)."""
    return millimetres * POINTS_PER_INCH / MM_PER_INCH


def to_millimetres(length_in_points: float) -> float:
    """Convert a length from PDF points to mm on paper."""
    return length_in_points * MM_PER_INCH / POINTS_PER_INCH
