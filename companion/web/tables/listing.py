"""The list of all tables: the page that everybody comes to first."""

from __future__ import annotations

from starlette.responses import Response

from companion.web.pages import WATCHERS, Page
from companion.web.visit import Visit

__all__ = ["PAGES"]


async def _tables(visit: Visit) -> Response:
    return visit.page("tables/list.html", headers=visit.house.tables.shelf.headers())


PAGES = (Page("/", _tables, who=WATCHERS),)
"""The list."""
