"""The lines of an outline as points, for tests that look where it runs."""

from companion.data.papers import Point
from companion.press.frame.outlines import Outline


def flatten_outline(outline: Outline, steps: int = 6) -> list[list[Point]]:
    """The lines of an outline as points; every curve becomes a few straight steps.

    A closed line ends where it began.
    """
    lines: list[list[Point]] = []
    at: Point = (0.0, 0.0)
    for letter, numbers in outline:
        if letter == "M":
            at = (numbers[0], numbers[1])
            lines.append([at])
        elif letter == "L":
            at = (numbers[0], numbers[1])
            lines[-1].append(at)
        elif letter == "C":
            x1, y1, x2, y2, x, y = numbers
            for step in range(1, steps + 1):
                t, u = step / steps, 1 - step / steps
                a, b, c, d = u**3, 3 * u * u * t, 3 * u * t * t, t**3
                lines[-1].append((a * at[0] + b * x1 + c * x2 + d * x, a * at[1] + b * y1 + c * y2 + d * y))
            at = (x, y)
        else:
            at = lines[-1][0]
            if lines[-1][-1] != at:
                lines[-1].append(at)
    return lines
