"""What a page that listens is told: new versions, and a heartbeat in between."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import TypeVar

_BEAT = 10.0  # seconds between two signs of life on a stream
Version = TypeVar("Version", int, str)


async def stream_versions(
    waiting: set[asyncio.Event], going: Callable[[], bool], version: Callable[[], Version]
) -> AsyncGenerator[Version | None, None]:
    """The version now, and again whenever it changes; ``None`` as a sign of life."""
    bell = asyncio.Event()
    waiting.add(bell)
    try:
        told: Version | None = None
        while going():
            bell.clear()
            now = version()
            yield now if now != told else None
            told = now
            try:
                async with asyncio.timeout(_BEAT):
                    await bell.wait()
            except TimeoutError:  # nothing has happened; a beat says that the line stands
                pass
    finally:
        waiting.discard(bell)
