"""The page that a screen shows by itself: the fight while there is one, else the game."""

from __future__ import annotations

from starlette.responses import Response

from companion.service.shogun.throws import throw_at
from companion.web.visit import Visit


def led_on(visit: Visit, page: str = "") -> Response | None:
    """The way on to what everybody looks at just now; ``None`` where the page asked for is just that."""
    if not visit.watching:
        return None
    if visit.table.state.declared is not None:
        return visit.go("trust")
    told = throw_at(visit.table)
    fresh = isinstance(told.data, dict) and bool(told.data.get("newest"))
    if fresh == (page == "thrown"):
        return None
    return visit.go("thrown" if fresh else "")
