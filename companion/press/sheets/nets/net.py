"""Folded nets: panels of card that hang together at folds, tabs to glue, and how they stand in space.

A net is drawn flat, in mm, as it lies on the sheet with the printed side up. A fold names the panels it joins
and its angle in degrees: above zero away from the person who looks at the sheet (a mountain), below zero
towards them (a valley). A seam names the edge a tab's fold comes to lie on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.press.frame.frame import Frame
from companion.press.frame.loops import Loop, area_of, inside

Point = tuple[float, float]  # a place on the sheet, mm, y downward

Edge = tuple[Point, Point]  # a side of a panel, mm


@dataclass(frozen=True, slots=True)
class Mark:
    """A line on a panel at which something is glued."""

    edge: Edge  # the tab lies to its right, seen from its first point
    letter: str  # of the tab


@dataclass(frozen=True, slots=True)
class Art:
    """A picture on a panel."""

    frame: Frame
    edge: Edge  # the line of its upper edge, left to right; it is scaled to that length
    lined: bool = False  # so light that folds, marks and names are drawn on it, as where there is none


@dataclass(frozen=True, slots=True)
class Panel:
    """A flat piece of a net."""

    name: str
    points: tuple[Point, ...]  # without repeating the first point
    holes: tuple[tuple[Point, ...], ...] = ()
    letter: str = ""  # of a tab to glue; else empty
    marks: tuple[Mark, ...] = ()
    art: Art | None = None  # with one that is not lined, folds and marks are ticks outside the cut

    @property
    def area(self) -> list[Loop]:
        """What is cut out."""
        return area_of(self.points, self.holes)


@dataclass(frozen=True, slots=True)
class Fold:
    """A line along which two panels hang together."""

    a: str  # the panel nearer to the first of the net
    b: str  # the panel that is folded
    edge: Edge  # of both
    angle: float  # degrees: 90 a mountain, -90 a valley, 0 flat
    seen: bool = False  # where a picture ends, and needs no ticks


@dataclass(frozen=True, slots=True)
class Seam:
    """A tab and the edge it is glued to."""

    tab: str
    net: str  # empty for its own
    panel: str
    edge: Edge  # the edge of the panel that the tab's fold comes to lie on, in that net


@dataclass(frozen=True)
class Net:
    """A piece to cut out in one."""

    name: str  # such as `tube-1`; its words have the key `<model>.part.<name>`
    panels: tuple[Panel, ...]  # the first one stays flat when the net is folded
    folds: tuple[Fold, ...] = ()  # each joins a panel to one before it
    seams: tuple[Seam, ...] = ()
    copies: int = 1  # needed
    joint: tuple[str, int, int] | None = None  # of a part: the whole net, its number, and of how many

    @classmethod
    def tabbed(
        cls,
        name: str,
        panels: Sequence[Panel],
        folds: Sequence[Fold],
        tabs: Sequence[tuple[Panel, Fold]],
        seams: Sequence[Seam],
        copies: int = 1,
    ) -> Net:
        """A net of panels with tabs, each as `tab` gives it."""
        flaps, creases = zip(*tabs, strict=True)
        return cls(name, (*panels, *flaps), (*folds, *creases), tuple(seams), copies)

    @property
    def ticked(self) -> bool:
        """True where a picture is too dark for lines on it, and ticks outside the cut tell of folds."""
        return any(panel.art and not panel.art.lined for panel in self.panels)

    def panel(self, name: str) -> Panel:
        """The panel of a name."""
        return next(each for each in self.panels if each.name == name)

    def fold_of(self, name: str) -> Fold:
        """The fold at which a panel hangs."""
        return next(each for each in self.folds if each.b == name)


def tab(
    panel: str, name: str, letter: str, edge: Edge, depth: float, angle: float = 90.0
) -> tuple[Panel, Fold]:
    """A tab to glue, on the outer side of an edge of a panel, depth in mm; its corners are cut off.

    The outline of the panel, and the edge with it, runs clockwise on the sheet.
    """
    (x1, y1), (x2, y2) = edge
    length = math.dist(*edge)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    nx, ny = uy, -ux  # outward, as the outline runs clockwise with y downward
    bevel = min(depth * 0.6, length / 4)
    points = (
        (x1, y1),
        (x1 + ux * bevel + nx * depth, y1 + uy * bevel + ny * depth),
        (x2 - ux * bevel + nx * depth, y2 - uy * bevel + ny * depth),
        (x2, y2),
    )
    return Panel(name, points, letter=letter), Fold(panel, name, edge, angle)


def rectangle(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """A rectangle, clockwise on the sheet."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def along(edge: Edge, part: float) -> Point:
    """The point at a part of the way along an edge."""
    (x1, y1), (x2, y2) = edge
    return x1 + (x2 - x1) * part, y1 + (y2 - y1) * part


def right_of(edge: Edge) -> Point:
    """The direction to the right of an edge, as seen from its first point; of length 1."""
    (x1, y1), (x2, y2) = edge
    length = math.dist(*edge)
    return -(y2 - y1) / length, (x2 - x1) / length


def panel_edges(panel: Panel) -> Iterator[Edge]:
    """The sides of a panel, in the direction of its outline."""
    points = panel.points
    for index, point in enumerate(points):
        yield point, points[(index + 1) % len(points)]


def lettered(nets: Sequence[Net]) -> tuple[Net, ...]:
    """The nets with the letter of its tab at every edge that something is glued to."""
    goals: dict[tuple[str, str], list[Mark]] = {}
    panels = {(net.name, panel.name): panel for net in nets for panel in net.panels}
    for net in nets:
        for seam in net.seams:
            goal = (seam.net or net.name, seam.panel)
            edge = _tab_side(panels[goal], seam.edge, net.fold_of(seam.tab).angle)
            goals.setdefault(goal, []).append(Mark(edge, net.panel(seam.tab).letter))

    def marked(net: Net, panel: Panel) -> Panel:
        return replace(panel, marks=(*panel.marks, *goals.get((net.name, panel.name), ())))

    return tuple(replace(net, panels=tuple(marked(net, each) for each in net.panels)) for net in nets)


def _tab_side(panel: Panel, edge: Edge, angle: float) -> Edge:
    """An edge, run so that the tab glued to it lies to its right.

    At the outline of a panel the tab lies inside it; along a line across a wall, as drawn upright, it lies
    below if it is folded away from the print and above if towards it.
    """
    (x1, y1), (x2, y2) = edge
    right, (x, y) = right_of(edge), ((x1 + x2) / 2, (y1 + y2) / 2)
    sides = [inside((x + s * right[0], y + s * right[1]), (panel.points,)) for s in (1, -1)]
    if sides[0] != sides[1]:
        return edge if sides[0] else (edge[1], edge[0])
    below = right[1] > 0
    return edge if below == (angle > 0) else (edge[1], edge[0])


def extent(net: Net) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a net on the sheet, mm."""
    xs = [x for panel in net.panels for x, _ in panel.points]
    ys = [y for panel in net.panels for _, y in panel.points]
    return min(xs), min(ys), max(xs), max(ys)


def moved(net: Net, dx: float, dy: float) -> Net:
    """The net elsewhere on the sheet; seams with other nets stay as they are."""
    return _changed(net, lambda point: (point[0] + dx, point[1] + dy))


def turned(net: Net) -> Net:
    """The net a quarter turn clockwise."""
    return _changed(net, lambda point: (-point[1], point[0]))


def mirrored(net: Net) -> Net:
    """The net as its other side is printed: what is folded up there is folded back here."""
    other = _changed(net, lambda point: (-point[0], point[1]))

    def piece(panel: Panel) -> Panel:
        holes = tuple(ring[::-1] for ring in panel.holes)
        marks = tuple(replace(mark, edge=mark.edge[::-1]) for mark in panel.marks)
        return replace(panel, points=panel.points[::-1], holes=holes, marks=marks)

    folds = tuple(replace(fold, angle=-fold.angle) for fold in other.folds)
    return replace(other, panels=tuple(map(piece, other.panels)), folds=folds)


def _changed(net: Net, change: Callable[[Point], Point]) -> Net:
    def edge(each: Edge) -> Edge:
        return change(each[0]), change(each[1])

    def ring(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple(change(point) for point in points)

    def piece(panel: Panel) -> Panel:
        marks = tuple(replace(mark, edge=edge(mark.edge)) for mark in panel.marks)
        art = panel.art and replace(panel.art, edge=edge(panel.art.edge))
        holes = tuple(map(ring, panel.holes))
        return replace(panel, points=ring(panel.points), holes=holes, marks=marks, art=art)

    folds = tuple(replace(fold, edge=edge(fold.edge)) for fold in net.folds)
    seams = tuple(seam if seam.net else replace(seam, edge=edge(seam.edge)) for seam in net.seams)
    return replace(net, panels=tuple(map(piece, net.panels)), folds=folds, seams=seams)


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


def folded(net: Net, part: float = 1.0) -> dict[str, Space]:
    """Fold a net: for every panel the movement from the sheet into space; the first stays where it is.

    x runs to the right, y downward, z towards the person who looks at the printed side, mm. `part` closes the
    folds from 0, flat, to 1.
    """
    moves = {net.panels[0].name: Space()}
    waiting = list(net.folds)
    while waiting:
        ready = [fold for fold in waiting if fold.a in moves]
        if not ready:
            raise ValueError(f"{net.name}: {waiting[0].b} hangs on nothing")
        for fold in ready:
            turn = _about(net, fold.b, fold.edge, fold.angle * part)
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
