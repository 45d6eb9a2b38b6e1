"""Nets: flat panels joined at folds, tabs to glue, and the motions that fold them in space.

A net is flat, in mm, with the printed side up. A fold names the panels it joins and its angle in degrees:
positive away from the viewer (a mountain), negative towards the viewer (a valley). A seam names the edge
to which the fold of a tab is glued.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.press.frame.frame import Frame
from companion.press.frame.outlines import Bounds, Matrix
from companion.press.frame.trims import Loop, build_area, is_inside

Point = tuple[float, float]  # a place on the sheet, mm, y downward
Edge = tuple[Point, Point]  # a side of a panel, mm


@dataclass(frozen=True, slots=True)
class Mark:
    """A line on a panel to which a tab is glued."""

    edge: Edge  # the tab is on its right, seen from its first point
    letter: str  # of the tab


@dataclass(frozen=True, slots=True)
class Art:
    frame: Frame
    edge: Edge  # its upper edge on the net, left to right; it is scaled to that length
    has_lines: bool = False  # light enough for folds, marks and names to be drawn over it

    @property
    def matrix(self) -> Matrix:
        """The matrix from the picture to its place on the net."""
        (x1, y1), (x2, y2) = self.edge
        a, b = (x2 - x1) / self.frame.width, (y2 - y1) / self.frame.width
        return Matrix(a, b, -b, a, x1, y1)


@dataclass(frozen=True, slots=True)
class Panel:
    name: str
    points: tuple[Point, ...]  # without repeating the first point
    holes: tuple[tuple[Point, ...], ...] = ()
    letter: str = ""  # of a tab to glue; "" for other panels
    marks: tuple[Mark, ...] = ()
    art: Art | None = None  # if it is not lined, folds and marks are ticks outside the cut

    @property
    def area(self) -> list[Loop]:
        return build_area(self.points, self.holes)

    @property
    def edges(self) -> list[Edge]:
        """Its sides, in the direction of its outline."""
        return list(zip(self.points, (*self.points[1:], self.points[0]), strict=True))


@dataclass(frozen=True, slots=True)
class Fold:
    a: str  # the panel nearer to the first of the net
    b: str  # the panel that is folded
    edge: Edge  # of both
    angle: float  # degrees: 90 a mountain, -90 a valley, 0 flat
    is_visible: bool = False  # visible as the edge of a picture, so that it needs no ticks


Tab = tuple[Panel, Fold]


@dataclass(frozen=True, slots=True)
class Seam:
    """A tab and the edge it is glued to."""

    tab: str
    net: str  # "" for the same net
    panel: str
    edge: Edge  # where the tab's fold is glued, as placed in that net


@dataclass(frozen=True)
class Net:
    """A piece to cut out as a whole."""

    name: str  # such as `tube-1`; its words have the key `<model>.part.<name>`
    panels: tuple[Panel, ...]  # the first one stays flat when the net is folded
    folds: tuple[Fold, ...] = ()  # each joins a panel to an earlier one
    seams: tuple[Seam, ...] = ()
    copies: int = 1  # needed for one model
    joint: tuple[str, int, int] | None = None  # if it is a part: the whole net's name, its number, of how many

    @classmethod
    def from_panels(
        cls, name: str, panels: Iterable[Panel], folds: Iterable[Fold], tabs: Iterable[Tab], seams: Iterable[Seam]
    ) -> Net:
        flaps, creases = zip(*tabs, strict=True)
        return cls(name, (*panels, *flaps), (*folds, *creases), tuple(seams))

    @property
    def has_ticks(self) -> bool:
        """True if a picture is too dark for lines on it, so that ticks outside the cut mark folds."""
        return any(panel.art and not panel.art.has_lines for panel in self.panels)

    @property
    def extent(self) -> Bounds:
        """Left, top, right and bottom on the sheet, mm."""
        xs, ys = zip(*(point for panel in self.panels for point in panel.points), strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def get_panel(self, name: str) -> Panel:
        return next(each for each in self.panels if each.name == name)

    def get_fold(self, name: str) -> Fold:
        """The fold that joins a panel to an earlier one."""
        return next(each for each in self.folds if each.b == name)

    def transform(self, matrix: Matrix) -> Net:
        """The net moved or turned on the sheet; or mirrored, with its other side printed and all folds the other way.

        The edges of seams with other nets stay unchanged.
        """
        sign = 1 if matrix.a * matrix.d > matrix.b * matrix.c else -1  # a mirrored outline would run anticlockwise

        def edge(each: Edge) -> Edge:
            return matrix.transform_point(*each[0]), matrix.transform_point(*each[1])

        def ring(points: Iterable[Point]) -> tuple[Point, ...]:
            return tuple(matrix.transform_point(*point) for point in points)[::sign]

        def piece(panel: Panel) -> Panel:
            marks = tuple(replace(each, edge=edge(each.edge if sign > 0 else each.edge[::-1])) for each in panel.marks)
            art = panel.art and replace(panel.art, edge=edge(panel.art.edge))
            return replace(panel, points=ring(panel.points), holes=tuple(map(ring, panel.holes)), marks=marks, art=art)

        folds = tuple(replace(fold, edge=edge(fold.edge), angle=sign * fold.angle) for fold in self.folds)
        seams = tuple(seam if seam.net else replace(seam, edge=edge(seam.edge)) for seam in self.seams)
        return replace(self, panels=tuple(map(piece, self.panels)), folds=folds, seams=seams)


QUARTER, MIRROR = Matrix.rotate(90), Matrix(a=-1.0)


def build_tab(panel: str, name: str, letter: str, edge: Edge, depth: float, angle: float = 90.0) -> Tab:
    """Build a tab to glue, `depth` mm deep, outside an edge, which runs clockwise on the sheet as its panel does."""
    inward, bevel = compute_right_direction(edge), min(depth * 0.6 / math.dist(*edge), 0.25)
    ends = (interpolate_edge(edge, part) for part in (bevel, 1 - bevel))
    first, last = ((x - inward[0] * depth, y - inward[1] * depth) for x, y in ends)
    return Panel(name, (edge[0], first, last, edge[1]), letter=letter), Fold(panel, name, edge, angle)


def rectangle(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """A rectangle, clockwise on the sheet."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def interpolate_edge(edge: Edge, part: float) -> Point:
    """The point at a position along an edge, 0 to 1."""
    (x1, y1), (x2, y2) = edge
    return x1 + (x2 - x1) * part, y1 + (y2 - y1) * part


def compute_right_direction(edge: Edge) -> Point:
    """The unit vector to the right of an edge, as seen from its first point."""
    (x1, y1), (x2, y2) = edge
    length = math.dist(*edge)
    return -(y2 - y1) / length, (x2 - x1) / length


def compute_centre(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def add_tab_letters(nets: Sequence[Net]) -> tuple[Net, ...]:
    """The nets with a mark at every edge to which a tab is glued, with the letter of the tab."""
    panels = {(net.name, panel.name): panel for net in nets for panel in net.panels}
    marks: dict[tuple[str, str], list[Mark]] = {key: [] for key in panels}
    for net in nets:
        for seam in net.seams:
            goal = (seam.net or net.name, seam.panel)
            edge = _orient_edge(panels[goal], seam.edge, net.get_fold(seam.tab).angle)
            marks[goal].append(Mark(edge, net.get_panel(seam.tab).letter))
    return tuple(
        replace(net, panels=tuple(replace(each, marks=tuple(marks[net.name, each.name])) for each in net.panels))
        for net in nets
    )


def _orient_edge(panel: Panel, edge: Edge, angle: float) -> Edge:
    """The edge, in the direction that has the tab glued to it on the right.

    At the outline of a panel the tab is inside; along a line across an upright wall, it is below if it is
    folded away from the printed side, and above if it is folded towards it.
    """
    right, (x, y) = compute_right_direction(edge), compute_centre(edge)
    is_right, is_left = (is_inside((x + s * right[0], y + s * right[1]), (panel.points,)) for s in (1, -1))
    is_inner = is_right if is_right != is_left else (right[1] > 0) == (angle > 0)
    return edge if is_inner else edge[::-1]


Vector = tuple[float, float, float]  # a point or direction in space, mm


class RigidMotion(NamedTuple):
    """A rotation, as the directions that the axes are turned to, and then a shift, in space; mm."""

    x: Vector = (1.0, 0.0, 0.0)
    y: Vector = (0.0, 1.0, 0.0)
    z: Vector = (0.0, 0.0, 1.0)
    shift: Vector = (0.0, 0.0, 0.0)

    def __matmul__(self, first: RigidMotion) -> RigidMotion:
        x, y, z = map(self.rotate, first[:3])
        return RigidMotion(x, y, z, self.move(first.shift))

    def rotate(self, axis: Vector) -> Vector:
        return plus(plus(plus((0.0, 0.0, 0.0), self.x, axis[0]), self.y, axis[1]), self.z, axis[2])

    def move(self, place: Vector) -> Vector:
        """The point to which a point is moved."""
        return plus(self.rotate(place), self.shift)

    @property
    def inverse(self) -> RigidMotion:
        back = RigidMotion(*zip(*self[:3], strict=True))
        return back._replace(shift=plus((0.0, 0.0, 0.0), back.rotate(self.shift), -1.0))


def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def plus(a: Vector, b: Vector, times: float = 1.0) -> Vector:
    """A point or direction plus a multiple of another."""
    return a[0] + b[0] * times, a[1] + b[1] * times, a[2] + b[2] * times


def unit(vector: Vector) -> Vector:
    length = math.hypot(*vector)
    return vector[0] / length, vector[1] / length, vector[2] / length


def fold_net(net: Net, part: float = 1.0) -> dict[str, RigidMotion]:
    """Fold a net: the motion of every panel, by name, from the sheet into space; the first panel does not move.

    x runs right, y downward, z towards the viewer of the printed side, mm. `part` is how far the folds are
    closed, from 0 (flat) to 1.
    """
    moves = {net.panels[0].name: RigidMotion()}
    for fold in net.folds:
        moves[fold.b] = moves[fold.a] @ _turn_about_edge(net, fold, fold.angle * part)
    return moves


def lift_point(move: RigidMotion, point: Point) -> Vector:
    """The point in space, mm, to which a point of the sheet is moved."""
    return move.move((*point, 0.0))


def _turn_about_edge(net: Net, fold: Fold, degrees: float) -> RigidMotion:
    """The turn about a fold that moves the folded panel away from the viewer if the angle is positive."""
    centre = compute_centre(net.get_panel(fold.b).points)
    start, end, beyond = ((x, y, 0.0) for x, y in (*fold.edge, centre))
    basis = build_basis(start, end, beyond)
    angle = math.radians(degrees if basis.z[2] < 0 else -degrees)
    cosine, sine = math.cos(angle), math.sin(angle)
    return basis @ RigidMotion((1.0, 0.0, 0.0), (0.0, cosine, sine), (0.0, -sine, cosine)) @ basis.inverse


def build_basis(a: Vector, b: Vector, c: Vector) -> RigidMotion:
    """The motion that turns the x axis to the edge from a to b, and the x-y plane to that of a, b and c."""
    x, to_third = unit(plus(b, a, -1.0)), plus(c, b, -1.0)
    y = unit(plus(to_third, x, -dot(to_third, x)))
    return RigidMotion(x, y, cross(x, y), a)
