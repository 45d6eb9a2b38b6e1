"""Phones round a table of Hogen: each with a cookie of its own, some on a seat."""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.play.hogen.views import HogenState
from companion.service.kept_tables import OpenTables
from companion.table.history import Event, History
from companion.table.shelf import MemoryShelf
from companion.web.app import make_app
from companion.web.people import PLAYER, WATCHER
from tests.web.asking import Asking


def shelf_with(events: Iterable[Event]) -> MemoryShelf:
    shelf = MemoryShelf()
    with shelf.transaction():
        shelf.add_table("heike", "hogen", 2)
        for event in events:
            shelf.append_event("heike", event)
    return shelf


def phone(shelf: MemoryShelf, cookie: str = "") -> Asking:
    client = Asking(make_app(OpenTables(shelf)))
    if cookie:
        client.cookies.set("companion", cookie)
    return client


def make_phone_at_table(course: History[HogenState], seat: str | None) -> tuple[MemoryShelf, str]:
    """Store a table and admit one phone, to a seat or as a watching screen; return shelf and cookie."""
    shelf = shelf_with([step.event for step in course])
    client = phone(shelf)
    app_state = client.app.state.app_state  # type: ignore[attr-defined]
    client.get(f"/join/{app_state.codes[PLAYER if seat else WATCHER]}")
    cookie = client.cookies["companion"]
    visitor = app_state.people.find_visitor(cookie)
    if seat is not None:
        app_state.people.sit("heike", seat, visitor, "somebody")
    return shelf, cookie


def fields(html: str) -> dict[str, str]:
    """What every form of a page carries; a page without a form has none."""
    found = re.findall(r'name="(token|tap|seen)" value="([^"]*)"', html)
    return dict(found)
