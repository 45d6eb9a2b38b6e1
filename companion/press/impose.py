"""Imposition: which card lies where on the front of a sheet, and which back lies behind it.

A sheet is turned over about one of its edges. What lies at x on the front lies at ``paper width - x``
on the back when it turns about the long edge of an upright page, and at ``paper height - y`` when it
turns about the short edge. The card's own top follows: a card that lies a quarter turn clockwise has
its back a quarter turn the other way.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.press.frame import Frame, Use, rect
from companion.press.matrix import Matrix
from companion.press.sheet import Grid, Slot

__all__ = ["back_use", "batches", "front_use"]


def front_use(frame: Frame, grid: Grid, slot: Slot) -> Use:
    """Place a front into its slot."""
    return _placed(frame, grid, *_middle(grid, slot), 90 if grid.turned else 0)


def back_use(frame: Frame, grid: Grid, slot: Slot, flip: str) -> Use:
    """Place a back behind its front.

    Args:
        frame: The back.
        grid: The grid of the fronts.
        slot: The slot of its front.
        flip: ``long`` or ``short``: the edge of the upright page about which the sheet turns.
    """
    x, y = _middle(grid, slot)
    turn = 90 if grid.turned else 0
    if flip == "long":
        return _placed(frame, grid, grid.paper.width - x, y, -turn)
    return _placed(frame, grid, x, grid.paper.height - y, 180 - turn)


def batches(count: int, size: int) -> Sequence[range]:
    """Which pieces lie on which page: runs of at most ``size``."""
    return [range(first, min(first + size, count)) for first in range(0, count, size)]


def _middle(grid: Grid, slot: Slot) -> tuple[float, float]:
    return slot.x + grid.width / 2, slot.y + grid.height / 2


def _placed(frame: Frame, grid: Grid, x: float, y: float, turn: float) -> Use:
    matrix = (
        Matrix.moved(-frame.width / 2, -frame.height / 2).then(Matrix.turned(turn)).then(Matrix.moved(x, y))
    )
    clip = None
    if frame.bleed > grid.bleed + 1e-9:
        width, height = grid.width + 2 * grid.bleed, grid.height + 2 * grid.bleed
        clip = rect(x - width / 2, y - height / 2, width, height)
    return Use(frame, matrix, clip)
