"""The page of a deck that is watched."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.service.press.watch import Watched, WatchedCard
from companion.web import join
from companion.web import settings as looks
from companion.web.news import news
from companion.web.people import PLAYER, is_loopback
from companion.web.stream import listening
from companion.web.visit import ANYONE, Page, Visit


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


SIDES = ("front", "back", "both")
SIZES = {"medium": 2.6, "small": 1.5, "large": 4.2}  # the size of a card on the page, pixels a millimetre
MOST_SHOWN_CARDS = 500  # cards on a page; of more, a part of the deck is chosen

_PICTURE = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:",
    "cache-control": "private, max-age=31536000, immutable",
}
"""A picture is named by its fingerprint, so that it may be kept for good; its fonts lie within."""

Answering = Callable[[Visit, Shown], Awaitable[Response]]


async def _all(visit: Visit, shown: Shown) -> Response:
    now = shown.now or Watched()
    titles = {card.component: now.titles.get(card.component, card.component) for card in now.cards}
    part, size = _chosen(visit, "part", ("", *titles)), _chosen(visit, "size", tuple(SIZES))
    cards = [card for card in now.cards if part in ("", card.component)]
    chosen: dict[str, Any] = {"titles": titles, "part": part, "side": _chosen(visit, "side", SIDES)}
    chosen |= {"cards": cards[:MOST_SHOWN_CARDS], "more": len(cards) - MOST_SHOWN_CARDS}
    chosen |= {"size": size, "scale": SIZES[size]}
    return _page(visit, shown, "cards", **chosen)


async def _one(visit: Visit, shown: Shown) -> Response:
    key = visit.form.text("of")
    around: list[WatchedCard | None] = [None, *(shown.now.cards if shown.now is not None else ()), None]
    at = next((number for number, card in enumerate(around) if card is not None and card.key == key), None)
    before, card, after = around[at - 1 : at + 2] if at is not None else (None, None, None)
    return _page(visit, shown, "card", key=key, card=card, before=before, after=after)


def _page(visit: Visit, shown: Shown, name: str, **values: Any) -> Response:
    now, ready = shown.now or Watched(), shown.now is not None
    return visit.page(f"watch/{name}.html", live=shown.version, ready=ready, now=now, **values)


async def _speak(visit: Visit, shown: Shown) -> Response:
    shown.speak(_chosen(visit, "language", shown.now.languages if shown.now is not None else ()))
    return visit.go_to("/")


async def _picture(visit: Visit, shown: Shown) -> Response:
    drawn = await asyncio.to_thread(shown.picture, visit.request.path_params["fingerprint"])
    if drawn is None:
        raise HTTPException(404)
    return Response(drawn, media_type="image/svg+xml", headers=_PICTURE)


async def _live(visit: Visit, shown: Shown) -> Response:
    return listening(visit, shown.news())


def watch_pages(shown: Shown) -> tuple[Page, ...]:
    """The pages of one deck; who asks from another device needs the code."""

    def guarded(page: Answering) -> Callable[[Visit], Awaitable[Response]]:
        async def answer(visit: Visit) -> Response:
            if visit.visitor is None:
                asked = visit.request.client
                if asked is None or not is_loopback(asked.host):  # another computer
                    return visit.go_to("/join")
                visit.become(*visit.house.people.welcome(PLAYER))
            return await page(visit, shown)

        return answer

    return (
        Page("/", guarded(_all), guarded(_speak), who=ANYONE),
        Page("/card", guarded(_one), who=ANYONE),
        Page("/picture/{fingerprint}.svg", guarded(_picture), who=ANYONE),
        Page("/live", guarded(_live), who=ANYONE),
        *join.PAGES,
        *looks.PAGES,
    )


def _chosen(visit: Visit, name: str, choices: Sequence[str]) -> str:
    """One of several words; the first where it is none: a save may have taken away what was chosen."""
    typed = visit.form.text(name)
    return typed if typed in choices else next(iter(choices), "")
