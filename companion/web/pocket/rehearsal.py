"""Every page asked for once, at tables that nobody plays: what a first tap would wait for is then done.

A rehearsal leaves nothing behind but what the program has read and worked out; a picture of its memory may
be kept, for no table of a player was ever in it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from companion.data.catalogue import LANGUAGES, language
from companion.data.towers import shipped_presets
from companion.service.hogen.tables import begin as begin_hogen
from companion.service.honshu.table.opening import begin as begin_honshu
from companion.service.rows import RowShelf
from companion.service.shogun.table import rounds
from companion.service.shogun.table.opening import begin_table
from companion.table.shogun.requests import SetUp
from companion.web.app import all_pages
from companion.web.pocket.inside import Pocket
from companion.web.rendering import Pages

__all__ = ["rehearse"]

_SEATS = ("blue", "yellow", "red")


async def rehearse(static: str) -> AsyncIterator[str]:
    """Read all words and templates and ask for all pages, one after another; yields what was done.

    Args:
        static: The folder of style sheets, scripts and pictures, as ``Pocket`` is told.
    """
    for code in LANGUAGES:
        language(code).template("")
        yield code
    for name in Pages(static).read_all():
        yield name
    shelf = RowShelf()
    preset = next(iter(shipped_presets().values()))
    begin_table(shelf, "tower", _SEATS, preset)
    rounds.set_up(begin_table(shelf, "light", _SEATS, preset), SetUp("light"))
    rounds.set_up(begin_table(shelf, "full", _SEATS, preset), SetUp("fixed"))
    begin_honshu(shelf, "honshu", dict(zip(_SEATS, _SEATS, strict=True)))
    begin_hogen(shelf, "hogen", _SEATS, {})
    pocket, tables = Pocket(shelf, static), [header.name for header in shelf.headers()]
    for page in all_pages(pocket=True):
        for table in tables if "{table}" in page.path else ("",):
            path = page.path.replace("{table}", table)
            if page.show is not None and "{" not in path and not path.endswith("/live"):
                await pocket.answer("GET", path, "", b"", "en")
                yield path
