"""The six pictures of how the paper tower is put together."""

from __future__ import annotations

from collections.abc import Mapping

from companion.press.frame.frame import Frame
from companion.press.games.shogun.tower.model import standing
from companion.press.games.shogun.tower.net import Sizes
from companion.press.sheets.nets.assembly import Solid, beside, picture
from companion.press.sheets.nets.net import Net

__all__ = ["STEPS", "step_pictures"]

STEPS = ("fold", "inside", "tube", "floor", "funnel", "tray")
"""Keys of the steps, in order."""


def step_pictures(nets: Mapping[str, Net], sizes: Sizes, width: float, height: float) -> list[Frame]:
    """Draw every step.

    Args:
        nets: The whole nets of the tower by name.
        sizes: Of the tower.
        width: Of a picture, mm.
        height: Of a picture, mm.

    Returns:
        One frame a step, in the order of ``STEPS``.
    """
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
