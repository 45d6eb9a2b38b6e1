"""The tower put together: the place of each folded net, so that seams can be proved and steps drawn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.press.frame.colour import INK, tinted
from companion.press.frame.frame import Frame, Item, Outline, Shape, Text, Use, circle, polygon
from companion.press.frame.loops import inside
from companion.press.frame.matrix import Matrix
from companion.press.games.shogun.tower.net import PLAY, SLOPE, Sizes
from companion.press.sheets.nets.folding import Space, Vector, cross, dot, folded, lifted, plus, unit
from companion.press.sheets.nets.net import Net, Panel, Point
from companion.press.sheets.nets.printed import centre

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

INSIDE, OUTSIDE = ("#f6f0e1", "#cdbf9f"), ("#dfe6ea", "#8fa3b3")
"""Light and dark of the printed side and of the back of the card."""
PAPER = INSIDE[0]
PALE = 0.35  # the part of these colours that is printed with little ink


@dataclass(frozen=True)
class Solid:
    """A net in a picture."""

    net: Net
    move: Space  # of its first panel
    part: float = 1.0  # how far it is folded, 0 to 1
    without: Collection[str] = ()  # panels left out, so that one sees behind them
    angles: Mapping[str, float] | None = field(default=None)  # of some folds instead of their own


def picture(
    name: str,
    layers: Iterable[Iterable[Solid]],
    width: float,
    height: float,
    around: float = 35.0,
    above: float = 28.0,
    letters: str = "",
    low: bool = False,
) -> Frame:
    """Draw solids as seen from `around` degrees to the side and `above` degrees above, mm.

    The hindmost layer comes first; within a layer what is nearer hides what is farther. Tabs with one of the
    letters are named. With little ink (`low`) the card is paler.
    """
    a, e = math.radians(around), math.radians(above)
    viewer = (math.sin(a) * math.cos(e), -math.sin(e), -math.cos(a) * math.cos(e))
    down = unit(plus((0.0, 1.0, 0.0), viewer, -viewer[1]))
    right = cross(down, viewer)
    light = unit((0.75, -0.6, -0.35))

    faces: list[tuple[tuple[int, float], list[list[tuple[float, float]]], str, Use | None, str]] = []
    for layer, solid in ((index, solid) for index, solids in enumerate(layers) for solid in solids):
        moves = folded(solid.net, solid.part, solid.angles)
        for panel in solid.net.panels:
            if panel.name in solid.without:
                continue
            move = solid.move @ moves[panel.name]
            printed = dot(move.z, viewer) > 0
            bright = max(0.0, dot(move.z, light) * (1 if printed else -1))
            rings = [
                [(dot(q, right), dot(q, down)) for q in (lifted(move, point) for point in ring)]
                for ring in (panel.points, *panel.holes)
            ]
            # The nearer the mean of its corners; tabs lie a hair behind what they hang on.
            depths = [dot(lifted(move, point), viewer) for point in panel.points]
            depth = sum(depths) / len(depths) - (2.0 if panel.letter else 0.0)
            art = _seen(panel, move, right, down) if panel.art and panel.art.lined is printed else None
            colour = _mixed(INSIDE if printed else OUTSIDE, bright)
            colour = tinted(colour, PALE) if low else colour
            faces.append(((layer, depth), rings, colour, art, panel.letter))
    faces.sort(key=lambda face: face[0])
    points = [point for _, rings, *_ in faces for point in rings[0]]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    wide, high = max(x for x, _ in points) - left, max(y for _, y in points) - top
    scale = min((width - 1) / wide, (height - 1) / high)
    dx, dy = (width - wide * scale) / 2 - left * scale, (height - high * scale) / 2 - top * scale
    items: list[Item] = []
    onto = Matrix.scaled(scale).then(Matrix.moved(dx, dy))
    seen: list[tuple[str, list[Point], list[Point]]] = []  # of tabs: letter, places, those not hidden
    for _, rings, colour, art, letter in faces:
        moved = [tuple((x * scale + dx, y * scale + dy) for x, y in ring) for ring in rings]
        seen = [(at, all_of, [each for each in free if not inside(each, moved)]) for at, all_of, free in seen]
        if letter and letter in letters:
            middle = centre(moved[0])
            places = [middle, *(_between(middle, each, part) for part in (0.6, 0.9) for each in moved[0])]
            seen.append((letter, places, places))
        outline: Outline = tuple(segment for ring in moved for segment in polygon(ring))
        items.append(Shape(outline, colour, INK, 0.22, role="picture"))
        if art:
            items.append(Use(art.frame, art.matrix.then(onto), outline))
    shown = {letter for letter, _, free in seen if free}
    for letter, places, free in seen:
        if free or letter not in shown:  # through the card, if no tab of this letter is seen
            x, y = (free or places)[0]
            items.append(Shape(circle(x, y, 1.5), PAPER, INK, 0.15, role="picture"))
            items.append(Text(letter, x, y + 0.85, 6.5, "bold", INK, "middle", role="step"))
    return Frame(f"assembly/{name}", width, height, tuple(items))


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _seen(panel: Panel, move: Space, right: Vector, down: Vector) -> Use:
    """The picture on a panel, as it is seen; it lies on the side of the edge on which the panel does."""
    assert panel.art is not None
    (start, end), frame = (lifted(move, point) for point in panel.art.edge), panel.art.frame
    along, middle = plus(end, start, -1.0), centre(panel.points)
    inward = plus(lifted(move, middle), start, -1.0)
    upright = unit(plus(inward, along, -dot(inward, along) / dot(along, along)))
    long = math.sqrt(dot(along, along))
    (a, b), (c, d), (e, f) = (
        (dot(each, right), dot(each, down)) for each in (along, plus((0, 0, 0), upright, long), start)
    )
    return Use(frame, Matrix(a / frame.width, b / frame.width, c / frame.width, d / frame.width, e, f))


def _mixed(colours: tuple[str, str], bright: float) -> str:
    light, dark = (bytes.fromhex(colour[1:]) for colour in colours)
    share = 0.25 + 0.75 * bright
    return "#" + bytes(round(b + (a - b) * share) for a, b in zip(light, dark, strict=True)).hex()


def beside(solids: Sequence[Solid], x: float, y: float, z: float) -> list[Solid]:
    """The same solids elsewhere in space, mm."""
    shift = Space(shift=(x, y, z))
    return [Solid(each.net, shift @ each.move, each.part, each.without, each.angles) for each in solids]


STEPS = {"fold": "", "inside": "CDEF", "tube": "ABCE", "floor": "", "funnel": "GH", "tray": "IJKL"}
"""The steps in which a tower is put together, in order, each with the letters of the tabs that are glued."""


def standing(net: Net, sizes: Sizes, wall: int = 0) -> Space:
    """The movement of a net, not split, from its first panel to its place in the tower.

    x runs to the right seen from inside, y downward from the tube's upper end, z from the front wall to the
    back wall, mm. A ledge's wall is 0 front, 1 right, 2 back, 3 left.
    """
    w, p = sizes.width, PLAY
    towards_front = ((-1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, -1.0, 0.0))
    name = net.joint[0] if net.joint else net.name
    if name == "tube-1":
        return Space((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0))
    if name == "tube-2":
        return Space((-1, 0, 0), (0, 1, 0), (0, 0, -1), (w, 0, w))
    if name == "floor-lower":
        return Space(*towards_front, (w - p, sizes.lower, w - p))
    if name.startswith("floor-upper"):
        return Space(*towards_front, (w - p, sizes.upper, w - p))
    if name == "ramp":
        s, c = math.sin(math.radians(SLOPE)), math.cos(math.radians(SLOPE))
        return Space((-1, 0, 0), (0, s, -c), (0, -c, -s), (w - p, sizes.height - sizes.ramp_rise, w - p))
    if name == "ledge":
        return _ledge(net, sizes, wall)
    if name == "tray":
        return Space(*towards_front, (w / 2 + sizes.tray[0] / 2, sizes.height, -1.0))
    return _funnel(net, sizes, 0 if name == "funnel-1" else 2)


def _ledge(net: Net, sizes: Sizes, wall: int) -> Space:
    """Round the tube by quarter turns from the front wall."""
    w = sizes.width
    length = net.panels[0].points[1][0]
    move = Space((-1, 0, 0), (0, 0, -1), (0, -1, 0), ((w + length) / 2, sizes.upper, sizes.ledge))
    for _ in range(wall):
        # front (z = 0) -> right (x = w) -> back (z = w) -> left (x = 0)
        move = Space((0, 0, 1), (0, 1, 0), (-1, 0, 0), (w, 0, 0)) @ move
    return move


def _funnel(net: Net, sizes: Sizes, corner: int) -> Space:
    """On the tube's upper end: the lower edges of its two walls lie along two sides of the opening."""
    w, p = sizes.width, PLAY
    moves = folded(net)
    one, two = net.panel("wall 0"), net.panel("wall 1")
    own = [lifted(moves["wall 0"], one.points[at]) for at in (3, 2)]
    own.append(lifted(moves["wall 1"], two.points[2]))
    corners = [(p, 0.0, p), (w - p, 0.0, p), (w - p, 0.0, w - p), (p, 0.0, w - p)]
    goal = [corners[(corner + step) % 4] for step in range(3)]
    return _basis(*goal) @ _basis(*own).inverse


def _basis(a: Vector, b: Vector, c: Vector) -> Space:
    """The movement from the axes to those of an edge and of the plane through its ends and a third place."""
    x, towards = unit(plus(b, a, -1.0)), plus(c, b, -1.0)
    y = unit(plus(towards, x, -dot(towards, x)))
    return Space(x, y, cross(x, y), a)


def step_pictures(
    nets: Mapping[str, Net], sizes: Sizes, width: float, heights: tuple[float, float], low: bool
) -> list[Frame]:
    """Draw every step, in the order of ``STEPS``; a width and the heights of both rows, mm."""
    w = sizes.width

    def whole(name: str, wall: int = 0, without: tuple[str, ...] = ()) -> Solid:
        return Solid(nets[name], standing(nets[name], sizes, wall), without=without)

    back, front = [whole("tube-2", without=("tab B",))], [whole("tube-1", without=("tab A",))]
    halves = [Solid(whole(name).net, whole(name).move, 0.45) for name in ("tube-1", "tube-2")]
    ledges = [whole("ledge", wall) for wall in range(4)]
    inside = [whole("floor-lower"), whole("ramp"), *ledges]
    upper = [whole("floor-upper-4")]
    loose = [whole("funnel-1"), whole("funnel-2")]
    funnel = [whole(name, without=("collar 0", "collar 1")) for name in ("funnel-1", "funnel-2")]
    scenes: tuple[list[list[Solid]], ...] = (
        [[halves[0]], beside([halves[1]], 0, 0, 1.1 * w)],
        [[whole("tube-2")], [whole("floor-lower"), whole("ramp"), ledges[2], ledges[3]]],
        [
            [whole("tube-2")],
            [whole("floor-lower"), whole("ramp"), ledges[2], ledges[3]],
            beside([ledges[0], ledges[1]], 0.35 * w, 0, -0.7 * w),
            beside([whole("tube-1")], 0.35 * w, 0, -0.7 * w),
        ],
        [back, inside, front, beside(upper, 0, -sizes.upper - 0.8 * w, 0)],
        [back, [*inside, *upper], front, beside(loose, 0, -0.45 * w, 0)],
        [back, [*inside, *upper], front, funnel, [whole("tray")]],
    )
    views = ((150.0, 20.0), (35.0, 24.0), (35.0, 24.0), (35.0, 30.0), (35.0, 26.0), (35.0, 26.0))
    return [
        picture(key, scene, width, heights[index // 3], *view, letters, low)
        for index, ((key, letters), scene, view) in enumerate(zip(STEPS.items(), scenes, views, strict=True))
    ]
