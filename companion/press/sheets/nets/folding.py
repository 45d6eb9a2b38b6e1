"""Folding a net in space: so that seams can be proved, and steps of assembly drawn as they look."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from companion.press.sheets.nets.net import Net, Point

Vector = tuple[float, float, float]  # a place or direction in space, mm


class Space(NamedTuple):
    """A movement in space, without stretching: the directions that its axes are turned to, and its shift."""

    x: Vector = (1.0, 0.0, 0.0)
    y: Vector = (0.0, 1.0, 0.0)
    z: Vector = (0.0, 0.0, 1.0)
    shift: Vector = (0.0, 0.0, 0.0)

    def __matmul__(self, first: Space) -> Space:
        """First another, then this."""
        x, y, z = map(self.turned, first[:3])
        return Space(x, y, z, self.moved(first.shift))

    def turned(self, way: Vector) -> Vector:
        """The direction that a direction is turned to."""
        return plus(plus(plus((0.0, 0.0, 0.0), self.x, way[0]), self.y, way[1]), self.z, way[2])

    def moved(self, place: Vector) -> Vector:
        """The place that a place is moved to."""
        return plus(self.turned(place), self.shift)

    @property
    def inverse(self) -> Space:
        """The movement that undoes this one."""
        back = Space(*zip(*self[:3], strict=True))
        return back._replace(shift=plus((0.0, 0.0, 0.0), back.turned(self.shift), -1.0))


def dot(a: Vector, b: Vector) -> float:
    """The product of the lengths of two directions and the cosine between them."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    """The direction upright on two others, as long as the parallelogram between them is large."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def plus(a: Vector, b: Vector, times: float = 1.0) -> Vector:
    """A place or direction and so many times another."""
    return a[0] + b[0] * times, a[1] + b[1] * times, a[2] + b[2] * times


def unit(way: Vector) -> Vector:
    """A direction with length 1."""
    length = math.hypot(*way)
    return way[0] / length, way[1] / length, way[2] / length


def folded(net: Net, part: float = 1.0, angles: Mapping[str, float] | None = None) -> dict[str, Space]:
    """Fold a net: for every panel the movement from the sheet into space; the first stays where it is.

    x runs to the right, y downward, z towards the person who looks at the printed side, mm. `part` closes the
    folds from 0, flat, to 1; `angles`, in degrees, replace those of some panels' folds.
    """
    moves = {net.panels[0].name: Space()}
    waiting = list(net.folds)
    while waiting:
        ready = [fold for fold in waiting if fold.a in moves]
        if not ready:
            raise ValueError(f"{net.name}: {waiting[0].b} hangs on nothing")
        for fold in ready:
            angle = fold.angle if angles is None else angles.get(fold.b, fold.angle)
            turn = _about(net, fold.b, fold.edge, angle * part)
            moves[fold.b] = moves[fold.a] @ turn
            waiting.remove(fold)
    return moves


def lifted(move: Space, point: Point) -> Vector:
    """The place in space that a point of the sheet is moved to, mm."""
    return move.moved((*point, 0.0))


def _about(net: Net, panel: str, edge: tuple[Point, Point], degrees: float) -> Space:
    """A turn about an edge that takes the panel away from the viewer for angles above zero."""
    (x1, y1), (x2, y2) = edge
    x, y, _ = axis = unit((x2 - x1, y2 - y1, 0.0))
    points = net.panel(panel).points
    outward = (
        sum(x for x, _ in points) / len(points) - x1,
        sum(y for _, y in points) / len(points) - y1,
        0.0,
    )
    # axis x outward is up or down; the turn by +angle about the axis takes outward towards it
    angle = math.radians(-degrees if cross(axis, outward)[2] > 0 else degrees)
    cosine, sine = math.cos(angle), math.sin(angle)
    turn = Space(
        (cosine + x * x * (1 - cosine), x * y * (1 - cosine), -y * sine),
        (x * y * (1 - cosine), cosine + y * y * (1 - cosine), x * sine),
        (y * sine, -x * sine, cosine),
    )
    start = (x1, y1, 0.0)
    return turn._replace(shift=plus(start, turn.turned(start), -1.0))
