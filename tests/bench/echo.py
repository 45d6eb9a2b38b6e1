"""The floor of the pages: an ASGI app that keeps nothing, judges nothing, and sends a page made before.

``python -m tests.bench.echo PORT BYTES``
"""

import asyncio
import sys
from typing import Any

import uvicorn

_counts: dict[str, int] = {}
_waiting: dict[str, set[asyncio.Event]] = {}


async def app(scope: Any, receive: Any, send: Any) -> None:
    """POST counts on, GET shows the count, /live tells of it."""
    assert scope["type"] == "http"
    table, _, page = scope["path"].removeprefix("/t/").partition("/")
    if page == "live":
        ring = asyncio.Event()
        _waiting.setdefault(table, set()).add(ring)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while True:
            line = f"data: {_counts.get(table, 0)}.0\n\n".encode()
            await send({"type": "http.response.body", "body": line, "more_body": True})
            await ring.wait()
            ring.clear()
    if scope["method"] == "POST":
        while (await receive()).get("more_body"):
            pass
        _counts[table] = _counts.get(table, 0) + 1
        for each in _waiting.get(table, ()):
            each.set()
        headers = [(b"location", scope["path"].encode()), (b"content-length", b"0")]
        await send({"type": "http.response.start", "status": 303, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return
    body = f'<body data-version="{_counts.get(table, 0)}.0">'.encode().ljust(int(sys.argv[2]))
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="critical", lifespan="off")
