"""The stream that tells a page that its table, or the list of tables, has changed."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from functools import partial
from time import monotonic

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from companion.web.context import WATCHERS, Page, PageContext

_RETRY = 400
"""Milliseconds after which a phone whose stream has broken off asks again; browsers wait for seconds."""

_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


def open_stream(
    context: PageContext, news: AsyncGenerator[object, None], rung: Callable[[], None] | None = None
) -> Response:
    """Open the stream of what a page is told; ``rung`` is called when it begins and when it ends."""
    app_state, who = context.app_state, context.who
    if not app_state.can_listen(app_state.people.count_streams(who)):
        return Response(status_code=204)  # an EventSource then asks no more

    def count_stream(more: int) -> None:
        app_state.people.count_stream(who, more)
        if rung is not None:
            rung()  # the others hear that somebody is awake, or is not

    async def send_versions() -> AsyncGenerator[str, None]:
        count_stream(+1)
        try:
            yield f"retry: {_RETRY}\n\n"
            async with aclosing(news):
                async for version in news:
                    yield f"data: {version}\n\n" if version is not None else "event: beat\ndata:\n\n"
            if rung is not None and not app_state.closing:
                yield "event: gone\ndata:\n\n"
        finally:
            count_stream(-1)

    return StreamingResponse(send_versions(), media_type="text/event-stream", headers=_HEADERS)


async def _stream_table(context: PageContext) -> Response:
    app_state, name = context.app_state, context.table.name if "table" in context.request.path_params else ""
    return open_stream(context, app_state.stream_versions(name), partial(app_state.notify_pages, name))


async def serve_clock(request: Request) -> Response:
    """Send the clock of this laptop, by which something happens on every screen at once."""
    return PlainTextResponse(f"{read_clock():.1f}", headers=_HEADERS)


def read_clock() -> float:
    """Milliseconds of a monotonic clock."""
    return 1000 * monotonic()


PAGES = tuple(Page(path, _stream_table, who=WATCHERS, pocket=False) for path in ("/live", "/t/{table}/live"))
"""One stream a page."""
