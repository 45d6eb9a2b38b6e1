"""Points and homographies of pictures in plain numbers: a homography is nine floats, row by row.

Also what fitting them takes: the middle of points, the median of values, and equations by least squares.
"""

from collections.abc import Iterable, Sequence

Point = tuple[float, float]  # across and down
Quad = tuple[Point, Point, Point, Point]  # corners, clockwise from the upper left
Homography = tuple[float, float, float, float, float, float, float, float, float]

_HORIZON = 1e-12  # in place of 0: points on the horizon become very far away


def product(one: Homography, other: Homography) -> Homography:
    """The homography that applies the other first, then the one."""
    a, b, c, d, e, f, g, h, i = one
    j, k, m, n, o, p, q, r, s = other
    return (
        *(a * j + b * n + c * q, a * k + b * o + c * r, a * m + b * p + c * s),
        *(d * j + e * n + f * q, d * k + e * o + f * r, d * m + e * p + f * s),
        *(g * j + h * n + i * q, g * k + h * o + i * r, g * m + h * p + i * s),
    )


def inverse(matrix: Homography) -> Homography:
    a, b, c, d, e, f, g, h, i = matrix
    scale = 1 / ((a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)) or _HORIZON)
    return (
        *((e * i - f * h) * scale, (c * h - b * i) * scale, (b * f - c * e) * scale),
        *((f * g - d * i) * scale, (a * i - c * g) * scale, (c * d - a * f) * scale),
        *((d * h - e * g) * scale, (b * g - a * h) * scale, (a * e - b * d) * scale),
    )


def build_scaling(across: float, down: float, left: float = 0.0, top: float = 0.0) -> Homography:
    """The homography that stretches by two factors, then moves."""
    return across, 0.0, left, 0.0, down, top, 0.0, 0.0, 1.0


def map_points(matrix: Homography, points: Iterable[Point]) -> list[Point]:
    a, b, c, d, e, f, g, h, i = matrix
    mapped = []
    for x, y in points:
        depth = (g * x + h * y + i) or _HORIZON
        mapped.append(((a * x + b * y + c) / depth, (d * x + e * y + f) / depth))
    return mapped


def map_quad(matrix: Homography, quad: Quad) -> Quad:
    one, two, three, four = map_points(matrix, quad)
    return one, two, three, four


def build_homography(quad: Quad) -> Homography:
    """The homography from the unit square at the origin to a quad, none of whose angles is flat."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    across, down = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    ax, ay, bx, by = x1 - x2, y1 - y2, x3 - x2, y3 - y2
    determinant = ax * by - bx * ay
    g, h = (across * by - bx * down) / determinant, (ax * down - across * ay) / determinant
    return x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1.0


def middle(points: Sequence[Point]) -> Point:
    count = len(points)
    return sum(x for x, _ in points) / count, sum(y for _, y in points) / count


def median(values: Iterable[float]) -> float:
    ordered = sorted(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def solve_equations(terms: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """Solve as many equations as unknowns, for a symmetric matrix with a strong diagonal."""
    rows = [[*row, value] for row, value in zip(terms, values, strict=True)]
    for index, pivot in enumerate(rows):
        for row in rows[index + 1 :]:
            if factor := row[index] / pivot[index]:
                for column in range(index, len(row)):
                    row[column] -= factor * pivot[column]
    solution = [0.0] * len(rows)
    for index in range(len(rows) - 1, -1, -1):
        *row, value = rows[index]
        sum_known = sum(row[column] * solution[column] for column in range(index + 1, len(rows)))
        solution[index] = (value - sum_known) / row[index]
    return solution
