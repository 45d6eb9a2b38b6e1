"""Folding a net in space: so that seams can be proved, and steps of assembly drawn as they look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.press.sheets.nets.net import Net, Point

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Space = NDArray[np.float64]
else:
    Space = Any


def folded(net: Net, part: float = 1.0, angles: Mapping[str, float] | None = None) -> dict[str, Space]:
    """Fold a net: for every panel the movement from the sheet into space, 4 x 4; the first stays where it is.

    x runs to the right, y downward, z towards the person who looks at the printed side, mm. `part` closes the
    folds from 0, flat, to 1; `angles`, in degrees, replace those of some panels' folds.
    """
    import numpy as np

    moves: dict[str, Space] = {net.panels[0].name: np.eye(4)}
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


def lifted(move: Space, point: Point) -> Space:
    """The point of space that a point of the sheet is moved to, mm."""
    import numpy as np

    return np.asarray((move @ np.array([point[0], point[1], 0.0, 1.0]))[:3])


def placed(rotation: tuple[float, float, float], shift: tuple[float, float, float]) -> Space:
    """A movement in space: turns about x, then y, then z in degrees, then a shift in mm."""
    import numpy as np

    result: Space = np.eye(4)
    for axis, degrees in enumerate(rotation):
        cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        turn = np.eye(4)
        one, two = [(1, 2), (2, 0), (0, 1)][axis]
        turn[one, one] = turn[two, two] = cosine
        turn[one, two], turn[two, one] = -sine, sine
        result = turn @ result
    result[:3, 3] = shift
    return result


def _about(net: Net, panel: str, edge: tuple[Point, Point], degrees: float) -> Space:
    """A turn about an edge that takes the panel away from the viewer for angles above zero."""
    import numpy as np

    (x1, y1), (x2, y2) = edge
    axis = np.array([x2 - x1, y2 - y1, 0.0])
    axis /= np.linalg.norm(axis)
    points = net.panel(panel).points
    middle = np.array([sum(x for x, _ in points), sum(y for _, y in points), 0.0]) / len(points)
    outward = middle - np.array([x1, y1, 0.0])
    outward -= axis * float(outward @ axis)
    # axis x outward is up or down; the turn by +angle about the axis takes outward towards it
    up = float(np.cross(axis, outward)[2])
    angle = np.radians(-degrees if up > 0 else degrees)
    x, y, _ = axis
    cosine, sine = np.cos(angle), np.sin(angle)
    rotation = np.eye(4)
    rotation[:3, :3] = [
        [cosine + x * x * (1 - cosine), x * y * (1 - cosine), y * sine],
        [x * y * (1 - cosine), cosine + y * y * (1 - cosine), -x * sine],
        [-y * sine, x * sine, cosine],
    ]
    start = np.array([x1, y1, 0.0])
    rotation[:3, 3] = start - rotation[:3, :3] @ start
    return rotation
