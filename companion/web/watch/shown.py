"""The cards that the pages show now, and the streams that wait for a change."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable

from companion.service.press.watch.cards import Watched
from companion.web.news import news


class Shown:
    """The cards as they were last laid out; they count as a new version whenever they change.

    `picture` draws the side of a card by its fingerprint; `speak` has the cards laid out in another language.
    `now` is ``None`` before they are laid out for the first time.
    """

    def __init__(self, picture: Callable[[str], str | None], speak: Callable[[str], None]) -> None:
        self.picture, self.speak = picture, speak
        self.now: Watched | None = None
        self.version = secrets.randbelow(1 << 30)  # a page left open must not take a new program for the old
        self._closing = False
        self._waiting: set[asyncio.Event] = set()

    def publish(self, now: Watched) -> None:
        """Show other cards from now on; every page hears of it."""
        self.now, self.version = now, self.version + 1
        self._ring()

    def close(self) -> None:
        """End every stream, so that the program can end."""
        self._closing = True
        self._ring()

    def _ring(self) -> None:
        for each in self._waiting:
            each.set()

    def news(self) -> AsyncGenerator[int | None, None]:
        """The version now, and again whenever it changes; ``None`` as a sign of life."""
        return news(self._waiting, lambda: not self._closing, lambda: self.version)
