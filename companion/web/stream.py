"""The stream that tells a page that its table, or the list of all, has changed; the page asks what."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from functools import partial
from time import monotonic

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from companion.web.visit import WATCHERS, Page, Visit

_RETRY = 400
"""Milliseconds after which a phone whose stream has broken off asks again; browsers wait for seconds."""

_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


def listening(
    visit: Visit, news: AsyncGenerator[object, None], rung: Callable[[], None] | None = None
) -> Response:
    """The stream of what a page is told; ``rung`` is called as it begins and ends, where it may end alone."""
    house, who = visit.house, visit.who
    if not house.may_listen(house.people.streams(who)):
        return Response(status_code=204)  # an EventSource then asks no more

    def connected(more: int) -> None:
        house.people.connected(who, more)
        if rung is not None:
            rung()  # the others hear that somebody is awake, or is not

    async def told() -> AsyncGenerator[str, None]:
        connected(+1)
        try:
            yield f"retry: {_RETRY}\n\n"
            async with aclosing(news):
                async for version in news:
                    yield f"data: {version}\n\n" if version is not None else "event: beat\ndata:\n\n"
            if rung is not None and not house.closing:
                yield "event: gone\ndata:\n\n"
        finally:
            connected(-1)

    return StreamingResponse(told(), media_type="text/event-stream", headers=_HEADERS)


async def _live(visit: Visit) -> Response:
    house, name = visit.house, visit.table.name if "table" in visit.request.path_params else ""
    return listening(visit, house.news(name), partial(house.changed, name))


async def tell_clock(request: Request) -> Response:
    """What the clock of this laptop shows, by which something happens on every screen at once."""
    return PlainTextResponse(f"{clock():.1f}", headers=_HEADERS)


def clock() -> float:
    """Milliseconds on a clock that nobody puts forward or back."""
    return 1000 * monotonic()


PAGES = tuple(Page(path, _live, who=WATCHERS, pocket=False) for path in ("/live", "/t/{table}/live"))
"""One stream a page."""
