"""Every page asked for once, at tables that nobody plays: what a first tap would wait for is then done.

A rehearsal leaves nothing behind but what the program has read and worked out; a picture of its memory may
be kept, for no table of a player was ever in it.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from html import unescape
from urllib.parse import urlencode

from companion.data.catalogue import LANGUAGES, language
from companion.service.rows import RowShelf
from companion.web.app import all_pages
from companion.web.pocket.inside import Pocket
from companion.web.rendering import Pages

_FORM = "application/x-www-form-urlencoded"
_FIGHT = {"kind": "battle", "who-attacks": "blue", "who-defends": "red", "attacker": "4", "defender": "3"}
_SEATS = {"seat": ("blue", "red", "yellow")}
_TABLES = ("tower", "light", "full", "honshu", "hogen")

_TAPS: tuple[tuple[str, Mapping[str, str | tuple[str, ...]]], ...] = (
    ("/new/shogun", {"name": "tower", "way": "tower", **_SEATS}),
    ("/t/tower/tower", {**_FIGHT, "attacker-is": "5"}),
    *(("/t/tower/tower", {**_FIGHT, "throw": "1"}) for _ in range(2)),
    ("/t/tower/tower", {**_FIGHT, "kind": "revolt", "throw": "1"}),
    ("/t/tower/undo", {"undo": ""}),
    ("/t/tower/undo", {"undo": ""}),
    ("/new/shogun", {"name": "light", "way": "light", **_SEATS}),
    ("/t/light/curtain", {"seat": "blue"}),
    ("/new/shogun", {"name": "full", "way": "fixed", **_SEATS}),
    ("/t/full/curtain", {"seat": "blue"}),
    ("/new/honshu", {"table": "honshu", "player-blue": "blue", "player-red": "red"}),
    ("/t/honshu/curtain", {"seat": "blue"}),
    *(("/t/honshu/squares", {"square": f"0.{column}", "kind": "F"}) for column in range(3)),
    ("/t/honshu/squares", {"undo": "1"}),
    ("/t/honshu/score", {"scoring": "4"}),
    ("/t/honshu/curtain", {"seat": "red"}),
    ("/t/honshu/card", {"card": "12", "at": "0.1", "turn": "0"}),
    ("/new/hogen", {"table": "hogen", "deduction": "1", "player-A": "A", "player-B": "B", "player-C": "C"}),
    *(
        each
        for move, field in (("rally", "card"), ("call", "call"), ("answer", "lays"))
        for seat in "ABC"
        for each in (("/t/hogen/curtain", {"seat": seat}), (f"/t/hogen/{move}", {field: "", "takes": ""}))
    ),
)
"""Addresses and what is chosen there; where nothing is named, the first that the page offers."""

_ASKED = (
    "/t/tower/tower?" + urlencode({**_FIGHT, "attacker": "6"}),
    "/t/honshu/card?card=12&at=1.0&advise=1",
    "/t/honshu/score?line=1",
)


_LEFT_OUT = ("/live", "/curtain")
"""A curtain that falls would hide the pages of a seat."""


async def rehearse(static: str) -> AsyncIterator[str]:
    """Read all words and templates, play a little and ask for all pages; yields what was done.

    Args:
        static: The folder of style sheets, scripts and pictures, as ``Pocket`` is told.
    """
    for code in LANGUAGES:
        language(code).template("")
        yield code
    for name in Pages(static).read_all():
        yield name
    pocket = Pocket(RowShelf(), static)
    for path, chosen in _TAPS:
        yield await _tapped(pocket, path, chosen)
    for page in all_pages(pocket=True):
        for table in _TABLES if "{table}" in page.path else ("",):
            path = page.path.replace("{table}", table)
            if page.show is not None and "{" not in path and not path.endswith(_LEFT_OUT):
                yield await _asked(pocket, path)
    for path in _ASKED:
        yield await _asked(pocket, path)


async def _asked(pocket: Pocket, path: str) -> str:
    answered = await pocket.answer("GET", path, "", b"", "en")
    return f"{answered.status} {answered.path}"


async def _tapped(pocket: Pocket, path: str, chosen: Mapping[str, str | tuple[str, ...]]) -> str:
    """Send the form of a page, if it is there."""
    shown = re.sub("/(rally|call|answer)$", "", path).replace("/undo", "/history")
    page = (await pocket.answer("GET", shown, "", b"", "en")).body.decode()
    sent = {name: value or _offered(page, name) for name, value in chosen.items()}
    if not next(iter(sent.values())):
        return f"no form {path}"
    sent |= {name: _offered(page, name) for name in ("token", "tap", "seen")}
    body = urlencode({name: value for name, value in sent.items() if value}, doseq=True)
    answered = await pocket.answer("POST", path, _FORM, body.encode(), "en")
    pocket.changes()
    return f"{answered.status} {answered.path}"


def _offered(page: str, name: str) -> str:
    """The value that a page offers first for a field, of those that are open."""
    found = re.search(
        rf'(?<!shut"><input type="radio" )name="{name}"[^>]*? value="([^"]*)"(?![^>]* disabled)', page
    )
    return unescape(found[1]) if found else ""
