"""Run beside the fourth game: it is rehearsed as on a phone, and its pocket is built into a folder."""

import asyncio
import gzip
import sys
from pathlib import Path

from companion.web.pocket import building
from companion.web.pocket.publishing import publish
from companion.web.pocket.rehearsal import rehearse


async def rehearsed() -> list[str]:
    return [line async for line in rehearse("static/")]


said = asyncio.run(rehearsed())
assert "200 /t/ochiba" in said, said
assert not [line for line in said if line.startswith("5") or line.startswith("no form /t/ochiba")], said
building._packed = lambda content: gzip.compress(content, 1)  # quickly: how small it is, other tests ask
publish(Path(sys.argv[1]))
