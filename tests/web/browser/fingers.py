"""Fingers on a phone: they touch, draw over several places, and pinch; each touch is counted."""

import time
from collections.abc import Sequence
from itertools import pairwise

from playwright.sync_api import Locator, Page

Point = tuple[float, float]
STEP, STILL = 0.016, 0.06
"""Seconds between two moves of a finger, and twice while it holds still before it is lifted."""


class Fingers:
    """The fingers of somebody with a phone.

    Attributes:
        taps: How often the screen was touched.
    """

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0
        self._cdp = page.context.new_cdp_session(page)
        self._last = 0.0

    def touch(self, kind: str, *points: Point, at: float | None = None) -> None:
        """Tell the browser of a touch, at a moment in seconds since 1970; now where none is given."""
        self._last = max(self._last, time.time() if at is None else at)
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        event = {"type": kind, "touchPoints": touches, "timestamp": self._last}
        self._cdp.send("Input.dispatchTouchEvent", event)

    def tap(self, target: Locator) -> None:
        self.taps += 1
        target.tap()

    def write(self, field: Locator, text: str) -> None:
        """Type on the phone's own keys, each a touch."""
        self.taps += len(text)
        field.press_sequentially(text, delay=20)

    def draw(self, points: Sequence[Point], steps: int = 2) -> None:
        """Touch the first point, go over all others without letting go, and let go at the last."""
        self.taps += 1
        way = [points[0]]
        for (x, y), (to_x, to_y) in pairwise(points):
            way += [(x + (to_x - x) * step / steps, y + (to_y - y) * step / steps) for step in range(1, steps + 1)]
        # A finger lifted in full course throws, and the browser swallows the next tap; so it holds still at
        # the end. The times are told, not waited for: how fast this machine is changes nothing.
        began = max(self._last, time.time() - STEP * len(way) - 2 * STILL)
        for number, point in enumerate(way):
            self.touch("touchMove" if number else "touchStart", point, at=began + STEP * number)
        for number in (1, 2):
            self.touch("touchMove", way[-1], at=began + STEP * len(way) + STILL * number)
        self.touch("touchEnd")

    def pinch(self, middle: Point, start: float, end: float) -> None:
        self.taps += 1
        x, y = middle
        self.touch("touchStart", (x - start, y), (x + start, y))
        for step in range(1, 7):
            apart = start + (end - start) * step / 6
            self.touch("touchMove", (x - apart, y), (x + apart, y))
        self.touch("touchEnd")


def find_middle(target: Locator) -> Point:
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
