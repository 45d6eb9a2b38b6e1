"""Fingers on a phone: they touch, draw over several places, and pinch; each touch is counted."""

from collections.abc import Sequence
from itertools import pairwise

from playwright.sync_api import Locator, Page

__all__ = ["Fingers", "Point", "middle"]

Point = tuple[float, float]


class Fingers:
    """The fingers of somebody with a phone.

    Attributes:
        taps: How often the screen was touched.
    """

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0
        self._cdp = page.context.new_cdp_session(page)

    def _touch(self, kind: str, *points: Point) -> None:
        touches = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def tap(self, what: Locator) -> None:
        """Touch a thing and let go."""
        self.taps += 1
        what.tap()

    def write(self, field: Locator, text: str) -> None:
        """Type on the phone's own keys, each a touch."""
        self.taps += len(text)
        field.press_sequentially(text, delay=20)

    def draw(self, points: Sequence[Point], steps: int = 3) -> None:
        """Touch the first point, go over all others without letting go, and let go at the last."""
        self.taps += 1
        self._touch("touchStart", points[0])
        for (x, y), (to_x, to_y) in pairwise(points):
            for step in range(1, steps + 1):
                self._touch("touchMove", (x + (to_x - x) * step / steps, y + (to_y - y) * step / steps))
        self.rest(points[-1])
        self._touch("touchEnd")

    def rest(self, point: Point) -> None:
        """Hold still: a finger lifted in full course throws, and the browser swallows the next tap."""
        for _ in range(2):
            self.page.wait_for_timeout(60)
            self._touch("touchMove", point)

    def pinch(self, middle: Point, start: float, end: float) -> None:
        """Two fingers that go apart, or together."""
        self.taps += 1
        x, y = middle
        self._touch("touchStart", (x - start, y), (x + start, y))
        for step in range(1, 7):
            apart = start + (end - start) * step / 6
            self._touch("touchMove", (x - apart, y), (x + apart, y))
        self._touch("touchEnd")


def middle(what: Locator) -> Point:
    """The middle of a thing on the screen."""
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
