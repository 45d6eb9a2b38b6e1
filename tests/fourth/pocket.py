"""Run beside the fourth game: it is rehearsed and played in a pocket, and its rows are kept."""

import asyncio
from html import unescape
from re import findall
from urllib.parse import urlencode

from companion.service.rows import RowShelf
from companion.web.pocket.inside import Pocket
from companion.web.pocket.rehearsal import rehearse

FORM = "application/x-www-form-urlencoded"


async def main() -> None:
    said = [line async for line in rehearse("static/")]
    assert "200 /t/ochiba" in said, said
    assert not [line for line in said if line.startswith("5") or line.startswith("no form /t/ochiba")], said
    pocket = Pocket(RowShelf(), "static/")

    async def sent(path: str, shown: str, **fields: str) -> str:
        page = (await pocket.answer("GET", shown, "", b"", "en")).body.decode()
        hidden = dict(findall(r'name="(token|tap|seen)" value="([^"]*)"', page))
        body = urlencode({**{name: unescape(value) for name, value in hidden.items()}, **fields}).encode()
        answered = await pocket.answer("POST", path, FORM, body, "en")
        assert answered.status == 200, answered.body.decode()
        return unescape(answered.body.decode())

    players = {f"player-{seat}": name for seat, name in (("east", "Aya"), ("south", "Bo"), ("west", "Chen"))}
    await sent("/new/ochiba", "/new/ochiba", table="grove", **players)
    page = await sent("/t/grove/curtain", "/t/grove/curtain", seat="east")
    leaf = findall(r'name="leaf" value="([^"]*)"', page)[0]
    await sent("/t/grove/lay", "/t/grove", leaf=leaf)
    rows = pocket.changes()
    assert all(word in rows for word in ("grove", "ochiba", "event")), "what was played is kept"
    print("played")


asyncio.run(main())
