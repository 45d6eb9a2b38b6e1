"""Blobs: cells of a grid that hang together, by column and row, and their shapes."""

from collections.abc import Collection, Set
from math import cos, hypot, pi, sin

Spot = tuple[int, int]  # across and down


def beside(spot: Spot) -> tuple[Spot, ...]:
    """The cells that share an edge with one."""
    x, y = spot
    return (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)


def opened(cells: Set[Spot], least: int = 3) -> set[Spot]:
    """The cells without what is thinner than a small square, as edges of shadows are."""
    side = range(least)
    blocks = ({(x + right, y + low) for right in side for low in side} for x, y in cells)
    return {spot for block in blocks if block <= cells for spot in block}


def parts(cells: Collection[Spot]) -> list[list[Spot]]:
    """The cells that hang together."""
    left, found = set(cells), list[list[Spot]]()
    while left:
        part = [left.pop()]
        for spot in part:  # which grows meanwhile
            near = left.intersection(beside(spot))
            part += near
            left -= near
        found.append(part)
    return found


def roped(cells: Collection[Spot], among: Collection[Spot]) -> list[Spot]:
    """Those among others that lie within a rope around some cells."""
    ways = [(cos(at * pi / 8), sin(at * pi / 8)) for at in range(16)]
    ends = [(right, down, max(right * x + down * y for x, y in cells) + 1e-6) for right, down in ways]
    return [(x, y) for x, y in among if all(right * x + down * y <= end for right, down, end in ends)]


def middle_of(cells: Collection[Spot]) -> tuple[float, float]:
    """The middle of some cells."""
    return sum(x for x, _ in cells) / len(cells) + 0.5, sum(y for _, y in cells) / len(cells) + 0.5


def widths(cells: Collection[Spot], lean: tuple[float, float]) -> tuple[float, float]:
    """The edges of a cube that covers some cells: across the way in which it leans, and along it.

    A square has the same spread however it is turned, and a lean makes it longer that way alone.
    """
    tall = hypot(*lean)
    right, down = (lean[0] / tall, lean[1] / tall) if tall else (1.0, 0.0)
    x, y = middle_of(cells)
    off = [(left + 0.5 - x, top + 0.5 - y) for left, top in cells]
    along = sum((right * over + down * under) ** 2 for over, under in off) / len(off)
    across = sum((right * under - down * over) ** 2 for over, under in off) / len(off)
    return (12 * across + 1) ** 0.5, (12 * along + 1) ** 0.5 / (1 + tall)


def full(cells: Collection[Spot], lean: tuple[float, float]) -> float:
    """How much of the edges that ``widths`` tells some cells fill: all, about, if they are of a cube."""
    across, along = widths(cells, lean)
    return len(cells) / (across * along * (1 + hypot(*lean)))
