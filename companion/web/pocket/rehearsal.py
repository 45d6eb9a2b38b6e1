"""Requests every page once, at tables that nobody plays, so that no first tap has to wait.

A rehearsal leaves nothing behind but what the program has read and computed; a snapshot of its memory
may be kept, for no table of a player was ever in it.
"""

import re
from collections.abc import AsyncIterator, Mapping
from html import unescape
from urllib.parse import urlencode

from companion.data.catalogue import LANGUAGES, language
from companion.service.session import RowShelf
from companion.web.app import REHEARSALS, list_pages
from companion.web.pocket.inside import Pocket
from companion.web.rendering import Pages

_FORM = "application/x-www-form-urlencoded"

_LEFT_OUT = ("/live", "/curtain")  # a curtain that falls would hide the pages of a seat


async def rehearse(static: str) -> AsyncIterator[str]:
    """Load all words and templates, play a little and request all pages; yields what was done."""
    for code in LANGUAGES:
        language(code).template("")
        yield code
    for name in Pages(static).load_all():
        yield name
    pocket = Pocket(RowShelf(), static)
    for path, chosen in (tap for each in REHEARSALS for tap in each.taps):
        yield await _send_form(pocket, path, chosen)
    tables = [table for each in REHEARSALS for table in each.tables]
    for page in list_pages(pocket=True):
        for table in tables if "{table}" in page.path else ("",):
            path = page.path.replace("{table}", table)
            if page.show is not None and "{" not in path and not path.endswith(_LEFT_OUT):
                yield await _request_page(pocket, path)
    for path in (path for each in REHEARSALS for path in each.asked):
        yield await _request_page(pocket, path)


async def _request_page(pocket: Pocket, path: str) -> str:
    answered = await pocket.answer("GET", path, "", b"", "en")
    return f"{answered.status} {answered.path}"


async def _send_form(pocket: Pocket, path: str, chosen: Mapping[str, str | tuple[str, ...]]) -> str:
    """Send the form of a page, if it is there."""
    shown = re.sub("/(rally|call|answer)$", "", path).replace("/undo", "/history")
    page = (await pocket.answer("GET", shown, "", b"", "en")).body.decode()
    sent = {name: value or _find_offered_value(page, name) for name, value in chosen.items()}
    if not next(iter(sent.values())):
        return f"no form {path}"
    sent |= {name: _find_offered_value(page, name) for name in ("token", "tap", "seen")}
    body = urlencode({name: value for name, value in sent.items() if value}, doseq=True)
    answered = await pocket.answer("POST", path, _FORM, body.encode(), "en")
    pocket.changes()
    return f"{answered.status} {answered.path}"


def _find_offered_value(page: str, name: str) -> str:
    """The value that a page offers first for a field, of those that are open."""
    found = re.search(rf'(?<!shut"><input type="radio" )name="{name}"[^>]*? value="([^"]*)"(?![^>]* disabled)', page)
    return unescape(found[1]) if found else ""
