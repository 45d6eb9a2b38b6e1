"""The tower put together: the place of each folded net, so that seams can be proved and steps drawn."""

import math
from collections.abc import Mapping

from companion.press.frame.frame import Frame
from companion.press.games.shogun.tower.net import PLAY, SLOPE, Sizes
from companion.press.sheets.nets.assembly import Solid, beside, picture
from companion.press.sheets.nets.folding import Space, Vector, cross, dot, folded, lifted, plus, unit
from companion.press.sheets.nets.net import Net

STEPS = ("fold", "inside", "tube", "floor", "funnel", "tray")
"""Keys of the steps in which a tower is put together, in order."""


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


def step_pictures(nets: Mapping[str, Net], sizes: Sizes, width: float, height: float) -> list[Frame]:
    """Draw every step, in the order of ``STEPS``; the size is that of a picture, mm."""
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
        [back, inside, front, beside(upper, 0, -sizes.upper - 0.5 * w, 0)],
        [back, [*inside, *upper], front, beside(loose, 0, -0.45 * w, 0)],
        [back, [*inside, *upper], front, funnel, [whole("tray")]],
    )
    views = ((150.0, 20.0), (35.0, 24.0), (35.0, 24.0), (35.0, 30.0), (35.0, 26.0), (35.0, 26.0))
    return [
        picture(key, scene, width, height, *view)
        for key, scene, view in zip(STEPS, scenes, views, strict=True)
    ]
