"""The stream that tells a page that its table, or the list of all, has changed; the page asks what."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from time import monotonic

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from companion.web.visit import WATCHERS, Page, Visit

_RETRY = 400
"""Milliseconds after which a phone whose stream has broken off asks again; browsers wait for seconds."""

_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


async def _live(visit: Visit) -> Response:
    house, who = visit.house, visit.who
    if not house.may_listen(house.people.streams(who)):
        return Response(status_code=204)  # an EventSource then asks no more
    name = visit.table.name if "table" in visit.request.path_params else ""

    async def told() -> AsyncGenerator[str, None]:
        house.people.connected(who, +1)
        house.changed(name)  # the others hear that somebody is awake
        try:
            yield f"retry: {_RETRY}\n\n"
            async with aclosing(house.news(name)) as news:
                async for version in news:
                    yield f"data: {version}\n\n" if version is not None else "event: beat\ndata:\n\n"
            if not house.closing:
                yield "event: gone\ndata:\n\n"
        finally:
            house.people.connected(who, -1)
            house.changed(name)

    return StreamingResponse(told(), media_type="text/event-stream", headers=_HEADERS)


async def tell_clock(request: Request) -> Response:
    """What the clock of this laptop shows, by which something happens on every screen at once."""
    return PlainTextResponse(f"{clock():.1f}", headers=_HEADERS)


def clock() -> float:
    """Milliseconds on a clock that nobody puts forward or back."""
    return 1000 * monotonic()


PAGES = tuple(Page(path, _live, who=WATCHERS, pocket=False) for path in ("/live", "/t/{table}/live"))
"""One stream a page."""
